"""Responses of long runs: server-sent events, and runs that stop when the client disconnects.

The last event of a stream is the one that its route documents, or ``error``.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeAlias

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from taquin.web.api.errors import ApiError
from taquin.web.api.job import Emit

Produce: TypeAlias = Callable[[Emit], Awaitable[None]]

QUIET_SECONDS = 10.0
"""After this time without an event a comment is sent, so that proxies keep the connection open."""


class ClientDisconnected(Exception):
    """The client has closed the connection."""


async def wait_for_disconnect(receive: Receive) -> None:
    """Return when the client has closed the connection. The body must have been read before."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def run_until_disconnect(receive: Receive, work: Coroutine[None, None, Any]) -> Any:
    """The result of the work; if the client disconnects, cancel it and raise ``ClientDisconnected``."""
    task = asyncio.create_task(work)
    watcher = asyncio.create_task(wait_for_disconnect(receive))
    try:
        await asyncio.wait({task, watcher}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise ClientDisconnected
        return task.result()
    finally:
        watcher.cancel()
        task.cancel()
        await asyncio.gather(task, watcher, return_exceptions=True)


class EventStream(Response):
    """A stream of events that ``produce`` emits. If the client disconnects, ``produce`` is cancelled."""

    media_type = "text/event-stream"

    def __init__(self, produce: Produce) -> None:
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._produce = produce

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events as they come."""
        events: asyncio.Queue[bytes | None] = asyncio.Queue()
        producer = asyncio.create_task(self._run(events))
        watcher = asyncio.create_task(wait_for_disconnect(receive))
        watcher.add_done_callback(lambda _: producer.cancel())
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            while (event := await _next(events)) is not None:
                await send({"type": "http.response.body", "body": event, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            watcher.cancel()
            producer.cancel()
            await asyncio.gather(producer, watcher, return_exceptions=True)

    async def _run(self, events: asyncio.Queue[bytes | None]) -> None:
        def emit(kind: str, data: bytes) -> None:
            events.put_nowait(b"event: " + kind.encode() + b"\ndata: " + data + b"\n\n")

        try:
            await self._produce(emit)
        except ApiError as error:
            emit("error", json.dumps(error.record()).encode())
        finally:
            events.put_nowait(None)


async def _next(events: asyncio.Queue[bytes | None]) -> bytes | None:
    try:
        async with asyncio.timeout(QUIET_SECONDS):
            return await events.get()
    except TimeoutError:
        return b": keep-alive\n\n"
