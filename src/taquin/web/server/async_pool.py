"""The process pool of the server: requests wait in a queue in which clients take turns.

A request that finds the queue full is refused. When the task of a request ends, its worker takes the next one. If the
client disconnects, or the time of the request is over, the task is cancelled; a worker that does not stop is killed.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
from contextlib import suppress
from dataclasses import replace
from functools import partial
from ipaddress import IPv6Address, ip_address
from multiprocessing.connection import Connection
from typing import Any

from taquin.errors import BackendError, TaquinError
from taquin.system.pool import START_TIME, Pool
from taquin.system.tasks import Queue, Task, WorkerEnded
from taquin.web.api.errors import ApiError
from taquin.web.api.job import Call, Emit, ignore
from taquin.web.server.security import address_name
from taquin.web.server.worker import prepare, run_call
from taquin.web.settings import Settings

_TICK = 0.05  # seconds between two checks for overdue workers
_PREFIX_BITS = 64
"""One customer of a provider has a whole IPv6 network of this prefix."""

_logger = logging.getLogger("uvicorn.error")


class AsyncPool:
    """The worker processes of a server. It belongs to one event loop, from ``start`` to ``stop``.

    That of the GPU has one worker, which starts with the first request and keeps what it has on the GPU.
    """

    def __init__(self, settings: Settings, *, has_card: bool = False) -> None:
        self._settings = replace(settings, workers=1) if has_card else settings
        self._has_card = has_card
        self._queue: Queue[Call, Any] = Queue(settings.runs_per_client)
        self._pool: Pool[Call, Any] | None = None
        self._ticker: asyncio.Task[None] | None = None
        self._waiting: dict[Task[Call, Any], asyncio.Future[None]] = {}
        self._has_failed = self._is_polling = False
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Start the workers. Requests wait until one is ready."""
        settings = self._settings
        self._loop = asyncio.get_running_loop()
        self._pool = Pool(
            settings.workers,
            run_call,
            method="spawn",  # the server may have threads, which a fork does not copy
            memory=None if self._has_card else settings.resident,
            prepare=prepare,
            queue=self._queue,
            on_open=self._watch,
            on_close=self._unwatch,
        )
        self._ticker = asyncio.create_task(self._tick())

    def stop(self) -> None:
        """Kill all workers. Requests that wait or run get an error. May be called twice."""
        if self._pool is not None and self._ticker is not None:
            self._ticker.cancel()
            self._pool.close()
            self._pool = None
            self._wake(list(self._waiting))

    def identities(self, *, are_busy: bool = False) -> list[int]:
        return [] if self._pool is None else self._pool.identities(are_busy=are_busy)

    def check_room(self, client: str, count: int = 1) -> None:
        """Raise ``ApiError`` unless this number of tasks of a client can wait."""
        settings = self._settings
        if self._pool is None:
            raise _stopping()
        if (runs := self._queue.size()) + count > settings.workers + settings.queue:
            raise _busy(f"{runs} runs are in progress or waiting, which is the limit")
        if (runs := self._queue.size_of(client)) + count > settings.workers + settings.client_queue:
            raise _busy(f"{runs} runs of your address are in progress or waiting, which is the limit for one client")

    async def run(self, client: str, call: Call, seconds: float, listen: Emit = ignore) -> Any:
        """Run a call in a worker and return its result. Cancelling this stops the search. Raises ``ApiError``.

        ``listen`` gets the events ``queued`` and ``progress``.
        """
        self.check_room(client)
        pool = self._pool
        assert pool is not None
        progress = partial(listen, "progress")
        task = pool.submit(call, seconds=seconds + self._settings.overrun, client=client, listener=progress)
        waiting = self._waiting[task] = asyncio.get_running_loop().create_future()
        try:
            self._advance()
            if task.began is None:
                listen("queued", json.dumps({"ahead": self._queue.ahead_of(task)}).encode())
            await asyncio.wait({waiting}, timeout=self._settings.patience)
            if task.began is None and not waiting.done():
                raise _busy(f"no worker became free within {self._settings.patience:g} s")
            await waiting
        finally:
            del self._waiting[task]
            if self._pool is not None:
                pool.cancel(task, self._settings.grace)
        if not task.is_done:
            raise _stopping()
        if task.error is not None:
            raise _api_error(task.error, seconds)
        return task.result

    # The event loop

    def _watch(self, pipe: Connection) -> None:
        assert self._loop is not None
        try:
            self._loop.add_reader(pipe.fileno(), self._advance, pipe)
        except NotImplementedError:  # on Windows
            self._is_polling = True

    def _unwatch(self, pipe: Connection) -> None:
        assert self._loop is not None
        if not self._loop.is_closed():
            with suppress(NotImplementedError):
                self._loop.remove_reader(pipe.fileno())

    async def _tick(self) -> None:
        while True:
            self._advance()
            await asyncio.sleep(_TICK)

    def _advance(self, pipe: Connection | None = None) -> None:
        """Read from a worker that has sent something, give tasks to free ones, and end the requests that are done."""
        pool = self._pool
        if pool is None:
            return
        try:
            if pipe is not None:
                pool.receive(pipe)
            if not self._has_card:
                pool.fill()
            done = pool.wait(0) if self._is_polling else pool.step()
        except BackendError as error:
            if not self._has_failed:  # one line, however often it fails
                _logger.error("%s; trying again", error.message)
            self._has_failed = True
            return
        self._has_failed = self._has_failed and not pool.identities()
        self._wake(done)

    def _wake(self, tasks: list[Task[Call, Any]]) -> None:
        for task in tasks:
            if task in self._waiting and not self._waiting[task].done():
                self._waiting[task].set_result(None)


def client_name(address: str) -> str:
    """The client that an address belongs to; empty if the address is unknown.

    >>> client_name("192.168.0.7"), client_name("::ffff:192.168.0.7"), client_name("2001:db8::1:2:3:4")
    ('192.168.0.7', '192.168.0.7', '2001:db8::')
    >>> client_name("fe80::1%eth0"), client_name("")
    ('fe80::1', '')
    """
    name = address_name(address)
    parsed = ip_address(name) if name else None
    if isinstance(parsed, IPv6Address) and not (parsed.is_link_local or parsed.is_loopback):
        return str(IPv6Address(int(parsed) >> _PREFIX_BITS << _PREFIX_BITS))
    return name


# Errors


def _busy(message: str) -> ApiError:
    return ApiError(503, "busy", f"the server is busy: {message}", hint="try again in a moment", retry_after=2)


def _stopping() -> ApiError:
    return ApiError(503, "stopping", "the server is stopping", hint="start it again: taquin serve", retry_after=5)


def _api_error(error: BaseException, seconds: float) -> ApiError:
    if isinstance(error, WorkerEnded):
        if error.is_late:
            return _busy(f"a new worker process was not ready within {START_TIME:g} s")
        if error.is_overdue:
            return ApiError(504, "timeout", f"the run did not stop within {seconds:g} s and was killed")
        return ApiError(
            500,
            "crash",
            "the worker process crashed, perhaps because it ran out of memory, and was restarted",
            hint="try again with a lower memory limit or another method",
        )
    if os.environ.get("TAQUIN_DEBUG") and not isinstance(error, TaquinError | MemoryError):
        _logger.error("%s", "".join(getattr(error, "__notes__", ())))
    return ApiError.from_run(error)
