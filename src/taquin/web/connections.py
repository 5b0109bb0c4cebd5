"""HTTP connections with deadlines, and at most so many of them.

uvicorn closes a connection that is idle after a response, and has no other timeout. Here a request must be received
within a time, headers and body, and a client must read its response: a connection that is slower is closed. So a client
that sends or reads one byte at a time holds no connection for long. If all connections are taken, a new one replaces
one that waits for a request, so that idle ones never keep others out.

``Connection`` extends uvicorn's class for the protocol, which is not a documented interface: ``pyproject.toml`` allows
only the versions of uvicorn that ``tests/web/test_web_connections.py`` has passed with.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, cast

import h11
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol
from uvicorn.server import ServerState

from taquin.web.api.errors import BAD_REQUEST, BUSY, TIMED_OUT, ApiError
from taquin.web.security import HEADERS

if TYPE_CHECKING:
    from taquin.web.app import Site

CHECK_TIME = 0.5
"""Seconds between two checks of all connections."""


class Connection(H11Protocol):
    """A connection to a client: it receives requests one after another and sends their responses."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._settings = cast("Site", config.app).settings
        self._waits_since = self.loop.time()
        self._expects_request = True
        self._unsent, self._reads_since = 0, self._waits_since

    # The events of the transport

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection, if there is room for it."""
        super().connection_made(transport)
        if len(self.connections) > self._settings.connections and not self._make_room():
            self._refuse(
                ApiError(
                    BUSY,
                    "busy",
                    f"the server is busy: {self._settings.connections} connections are open, which is the limit",
                    hint="try again in a moment",
                    retry_after=2,
                )
            )

    def data_received(self, data: bytes) -> None:
        """Handle a part of a request. Its time begins with its first byte."""
        if not self._expects_request:
            self._expects_request, self._waits_since = True, self.loop.time()
        super().data_received(data)
        self._expects_request = self.is_waiting

    def on_response_complete(self) -> None:
        """Wait for the next request; uvicorn closes the connection if it does not begin in time."""
        if not self._expects_request:
            self._waits_since = self.loop.time()
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        """Respond to bytes that are not HTTP, in the one form of all errors."""
        self._refuse(ApiError(BAD_REQUEST, "request", "the request is not valid HTTP"))

    def shutdown(self) -> None:
        """The server ends: a response is still sent, but the rest of a request is not waited for."""
        if self.is_waiting:
            self.transport.close()
        else:
            super().shutdown()

    # Deadlines

    @property
    def is_waiting(self) -> bool:
        """Whether it waits for a request, or for the rest of one."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def close_if_overdue(self, now: float) -> None:
        """Close it if the client sends its request, or reads its response, too slowly."""
        unsent = self.transport.get_write_buffer_size()
        if not unsent or unsent < self._unsent:
            self._reads_since = now
        self._unsent = unsent
        if now - self._reads_since > self._settings.read_time:
            self.transport.abort()
        elif self._expects_request and now - self._waits_since > self._settings.request_time:
            self._expire()

    def _expire(self) -> None:
        if self.transport.is_closing():
            return
        has_begun = self.conn.our_state is h11.SEND_RESPONSE or bool(self.conn.trailing_data[0])
        if has_begun and self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            seconds = self._settings.request_time
            self._refuse(ApiError(TIMED_OUT, "timeout", f"the request was not received within {seconds:g} s"))
        else:
            self.transport.close()

    def _refuse(self, error: ApiError) -> None:
        """Send an error and close the connection. The application, if it waits for the body, is told so."""
        if self.cycle is not None:
            self.cycle.disconnected = True
        self.transport.write(_response(error))
        self.transport.close()

    # Room

    def _make_room(self) -> bool:
        """Close another connection that waits for a request, if there is one.

        It is one of the client that has the most of them, and of these the one that has waited longest.
        """
        waiting = [each for each in self.connections if isinstance(each, Connection) and each.is_waiting]
        waiting.remove(self)
        if not waiting:
            return False
        owned = Counter(each._address for each in waiting)
        oldest = max(waiting, key=lambda each: (owned[each._address], -each._waits_since))
        self.connections.discard(oldest)
        oldest.transport.abort()
        return True

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""


def _response(error: ApiError) -> bytes:
    """A whole response, for a connection that is closed after it."""
    body = json.dumps(error.record()).encode()
    headers = {
        **HEADERS,
        **error.headers,
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Connection": "close",
    }
    lines = [f"HTTP/1.1 {error.status} {STATUS_PHRASES[error.status].decode()}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + body


async def close_overdue(connections: Collection[object]) -> None:
    """Close connections that are too slow, until this is cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        await asyncio.sleep(CHECK_TIME)
        for connection in list(connections):
            if isinstance(connection, Connection):
                connection.close_if_overdue(loop.time())
