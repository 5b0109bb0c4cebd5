"""Connections: how long the server waits for a client, and which connection makes room for another.

uvicorn itself limits only the time between two requests. Here a connection on which the server waits for its client has
a deadline: for the head of a request, for a body that the response did not need, and for taking a response. If there
are too many connections, a new one takes the place of one that waits, so that slow clients cannot lock others out.

uvicorn has no public way for that: this extends its protocol for h11. So pyproject.toml has upper bounds for both, and
``tests/web/test_web_connections.py`` shows what a new version changes.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

import h11
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from taquin.web.api.errors import ApiError
from taquin.web.server.app import Site, respond
from taquin.web.server.async_pool import client_name
from taquin.web.server.security import secured


class _Deadline:
    """A call that is made after some time, unless it is cancelled before."""

    def __init__(self, seconds: float, function: Callable[[], object]) -> None:
        self._seconds, self._function = seconds, function
        self._timer: asyncio.TimerHandle | None = None

    def set(self) -> None:
        """Let the time begin, unless it runs already."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._seconds, self._expire)

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _expire(self) -> None:
        self._timer = None
        self._function()


class ClientConnection(H11Protocol):
    """One connection. The settings are those of the site that it belongs to."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # pause_writing is then called for every byte that stays behind
        site = self.config.app
        assert isinstance(site, Site)
        self._settings = site.settings
        self._since = self.loop.time()
        self._name = client_name(self.client[0]) if self.client else ""
        self._unsent = 0
        self._receiving = _Deadline(self._settings.request_time, transport.close)
        self._sending = _Deadline(self._settings.send_time, self._check_sending)
        self._watch_receiving()
        self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        super().connection_lost(exc)
        self._receiving.cancel()
        self._sending.cancel()

    # Receiving

    def handle_events(self) -> None:
        """Handle what has been received."""
        super().handle_events()
        self._watch_receiving()

    def on_response_complete(self) -> None:
        """Wait for the next request, or first for the rest of this one."""
        super().on_response_complete()
        self._watch_receiving()

    def _watch_receiving(self) -> None:
        """Set the deadline for a head, or for the rest of a body after the response; data does not postpone it.

        The application itself waits for other bodies, and uvicorn for the first byte of a further request.
        """
        state = self.conn.their_state
        is_head = state is h11.IDLE and self.timeout_keep_alive_task is None
        is_ignored_body = state is h11.SEND_BODY and self.cycle.response_complete
        if is_head or is_ignored_body:
            self._receiving.set()
        else:
            self._receiving.cancel()

    # Sending

    def pause_writing(self) -> None:
        """Called when the client does not take all that was sent."""
        super().pause_writing()
        self._watch_sending()

    def resume_writing(self) -> None:
        """Called when the client has taken all of it."""
        super().resume_writing()
        self._sending.cancel()

    def _watch_sending(self) -> None:
        self._unsent = self.transport.get_write_buffer_size()
        self._sending.set()

    def _check_sending(self) -> None:
        taken = self._unsent - self.transport.get_write_buffer_size()
        if taken < self._settings.send_time * self._settings.send_rate:
            self.transport.abort()
        else:
            self._watch_sending()

    # The number of connections

    @property
    def is_waiting(self) -> bool:
        """Whether the client keeps the server waiting: for a request, for the rest of it, or to take the response."""
        cycle: RequestResponseCycle | None = self.cycle
        return (
            cycle is None
            or cycle.response_complete
            or self.conn.their_state is h11.SEND_BODY
            or self.transport.get_write_buffer_size() > 0
        )

    def _make_room(self) -> None:
        """If there are too many connections, close the oldest that waits, of the client with the most connections.

        If none waits, this connection gets an error as its response.
        """
        others = [other for other in self.connections if other is not self and not other.transport.is_closing()]
        if len(others) < self._settings.connections:
            return
        waiting = [other for other in others if isinstance(other, ClientConnection) and other.is_waiting]
        if waiting:
            sizes = Counter(other._name for other in waiting)
            max(waiting, key=lambda other: (sizes[other._name], -other._since)).transport.abort()
        else:
            self.app = _refuse


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    message = "the server is busy: all connections are in use"
    response = respond(ApiError(503, "busy", message, hint="try again in a moment", retry_after=2))
    response.headers["Connection"] = "close"
    await response(scope, receive, secured(send))
