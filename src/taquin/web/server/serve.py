"""The HTTP server: its address is bound before anything else starts, and its workers end with it."""

from __future__ import annotations

import asyncio
import errno
import socket
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from threading import Thread

import uvicorn

from taquin.errors import SpecError
from taquin.system.files import reason
from taquin.system.interrupts import ending_within, handled_by
from taquin.web.server.app import Site
from taquin.web.server.connections import ClientConnection
from taquin.web.server.security import own_address
from taquin.web.settings import Settings

WAITING_TO_BE_ACCEPTED = 128
"""The most connections that wait until the server accepts them."""
CLOSING_TIME = 2
"""Seconds that clients have after a signal to take their responses, before their connections are closed."""
END_TIME = 8.0
"""Seconds after a signal until the process ends, whatever is still open. Less than the 10 s of ``docker stop``."""


@dataclass(frozen=True)
class Address:
    """A bound socket and its URL."""

    socket: socket.socket
    host: str
    number: IPv4Address | IPv6Address
    port: int

    @classmethod
    def bind(cls, host: str, port: int) -> Address:
        """Bind the address. Raises ``SpecError`` if it is in use or invalid."""
        try:
            family, kind, protocol, _, place = socket.getaddrinfo(
                host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )[0]
            bound = socket.socket(family, kind, protocol)
        except (OSError, UnicodeError) as error:
            raise SpecError(f"cannot listen on {host!r}: {reason(error)}", hint="--host 127.0.0.1") from None
        try:
            if hasattr(socket, "SO_REUSEADDR") and not hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
                bound.setsockopt(
                    socket.SOL_SOCKET, socket.SO_REUSEADDR, 1
                )  # or the port is blocked for a while after a server has ended
            bound.bind(place)
            bound.listen(WAITING_TO_BE_ACCEPTED)
        except OSError as error:
            bound.close()
            if error.errno == errno.EADDRINUSE:
                raise SpecError(
                    f"port {port} of {host} is in use by another server", hint="choose one with --port, or 0"
                ) from None
            raise SpecError(f"cannot listen on port {port} of {host}: {reason(error)}") from None
        number, port = bound.getsockname()[:2]
        return cls(bound, host, ip_address(number.partition("%")[0]), port)

    @property
    def is_loopback(self) -> bool:
        """Whether it can be reached from this machine only."""
        return self.number.is_loopback

    @property
    def url(self) -> str:
        """The URL for a browser on this machine."""
        host = self.host
        if self.number.is_unspecified:  # all addresses of this machine
            host = "127.0.0.1" if self.number.version == 4 else "::1"
        return _url(host, self.port)

    @property
    def url_elsewhere(self) -> str:
        """The URL for a browser on another machine of the network; empty if there is none."""
        if self.is_loopback:
            return ""
        host = own_address() if self.number.is_unspecified else self.host
        return _url(host, self.port) if host else ""


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class Server(uvicorn.Server):
    """Ends its workers before it waits for connections to close: the stream of a long search would stay open."""

    def __init__(self, address: Address, settings: Settings, *, is_open: bool = False) -> None:
        self.site = Site(settings)
        super().__init__(
            uvicorn.Config(
                self.site,
                loop="asyncio",
                http=ClientConnection,
                ws="none",
                lifespan="on",
                log_level="error",  # not a line for every invalid request
                access_log=False,
                server_header=False,
                proxy_headers=True,  # a proxy on this machine names the client
                forwarded_allow_ips=["127.0.0.1", "::1"],
                backlog=WAITING_TO_BE_ACCEPTED,
                timeout_keep_alive=settings.idle_time,
                timeout_graceful_shutdown=2 * CLOSING_TIME,  # for a request that continues without its connection
            )
        )
        self._address, self._is_open = address, is_open

    @contextmanager
    def ended_by_signals(self) -> Iterator[None]:
        """Let Ctrl-C, SIGTERM and SIGHUP end the server, before, while and after it runs; the exit code is then 0.

        After a signal the process ends in any case: a worker that cannot be killed, a request that ignores its
        cancellation or a thread that hangs would otherwise keep it alive. Its workers end with it.
        """
        with ending_within(END_TIME), handled_by(self.handle_exit):
            yield

    def serve_until_ended(self) -> None:
        """Serve until ``should_exit`` is set, as signals do."""
        self.run(sockets=[self._address.socket])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then open the page."""
        await super().startup(sockets)
        if self._is_open:
            with suppress(RuntimeError):  # no thread can be started; the address is printed anyway
                Thread(target=_open, args=(self._address.url,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the workers, then the rest."""
        self.site.stop()
        closing = asyncio.get_running_loop().call_later(CLOSING_TIME, self._close_connections)
        await super().shutdown(sockets)
        closing.cancel()
        if self.force_exit:  # after a second Ctrl-C uvicorn leaves this out, and its task would end with a traceback
            await self.lifespan.shutdown()

    def _close_connections(self) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()


def _open(url: str) -> None:
    with suppress(webbrowser.Error, OSError):
        webbrowser.open(url)
