"""The server at its address: bound before anything else starts, and ended without leaving anything behind."""

from __future__ import annotations

import errno
import socket
import webbrowser
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from threading import Thread

import uvicorn

from taquin.errors import SpecError
from taquin.web.app import Site, create_app
from taquin.web.settings import LOOPBACK, Settings, usual_workers


@dataclass(frozen=True)
class Address:
    """A socket that is bound, and where a browser finds it."""

    socket: socket.socket
    host: str
    port: int

    @classmethod
    def bind(cls, host: str, port: int) -> Address:
        """Take the address. Raises ``SpecError`` if it is taken, or none."""
        try:
            family, kind, protocol, _, place = socket.getaddrinfo(
                host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )[0]
            bound = socket.socket(family, kind, protocol)
        except (OSError, UnicodeError) as error:
            raise SpecError(f"cannot listen at {host!r}: {_why(error)}", hint="--host 127.0.0.1") from None
        try:
            if hasattr(socket, "SO_REUSEADDR") and not hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
                bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a server that just ended may start again
            bound.bind(place)
            bound.listen(128)
        except OSError as error:
            bound.close()
            if error.errno == errno.EADDRINUSE:
                raise SpecError(
                    f"port {port} of {host} is taken: another server listens there", hint="choose one with --port, or 0"
                ) from None
            raise SpecError(f"cannot listen at port {port} of {host}: {_why(error)}") from None
        return cls(bound, host, bound.getsockname()[1])

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine reaches it."""
        return ip_address(self.socket.getsockname()[0].partition("%")[0]).is_loopback

    @property
    def url(self) -> str:
        """What to type into a browser on this machine."""
        found = ip_address(self.socket.getsockname()[0].partition("%")[0])
        host = self.host
        if found.is_unspecified:
            host = "127.0.0.1" if found.version == 4 else "::1"
        return f"http://[{host}]:{self.port}/" if ":" in host else f"http://{host}:{self.port}/"

    @property
    def hosts(self) -> frozenset[str] | None:
        """The names that requests may use: this machine's own, if only it can reach the server."""
        return LOOPBACK | {self.host.lower()} if self.is_loopback else None


def _why(error: OSError | UnicodeError) -> str:
    reason = error.strerror if isinstance(error, OSError) else None
    return (reason or str(error)).lower()


class _Server(uvicorn.Server):
    """Ends its workers before it waits for connections: a stream of a long search would not end by itself."""

    def __init__(self, config: uvicorn.Config, site: Site, url: str, *, is_open: bool) -> None:
        super().__init__(config)
        self._site, self._url, self._is_open = site, url, is_open

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._is_open:
            Thread(target=_open, args=(self._url,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._site.pool.stop()
        await super().shutdown(sockets)


def _open(url: str) -> None:
    with suppress(webbrowser.Error, OSError):
        webbrowser.open(url)


def run(address: Address, *, workers: int | None = None, is_open: bool = False) -> None:
    """Serve until Ctrl-C or SIGTERM."""
    settings = Settings(workers=workers or usual_workers(), hosts=address.hosts)
    site = create_app(settings)
    config = uvicorn.Config(
        site,
        loop="asyncio",
        http="h11",
        ws="none",
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    server = _Server(config, site, address.url, is_open=is_open)
    with suppress(KeyboardInterrupt):  # the way to end it
        server.run(sockets=[address.socket])
