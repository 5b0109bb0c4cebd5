"""Security headers, the check of host and origin, and the limit on the size of requests.

There is no CORS header, so scripts of other sites cannot read responses. Requests from pages of other sites, GET
and POST, are refused because of their origin, and requests under a foreign name for this machine (DNS rebinding) by the
host check. A link to the page may stand on any site.

DNS rebinding: the owner of another site can let its name point at this machine. The browser then treats the server as a
part of that site, and lets the site's page read its responses. But the Host header has the foreign name, so the request
is refused.
"""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Collection, MutableMapping
from contextlib import suppress
from ipaddress import IPv6Address, ip_address
from typing import Any

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import Message, Receive, Scope, Send

from taquin.errors import SpecError
from taquin.web.api.errors import ApiError
from taquin.web.settings import LOOPBACK, Settings

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""Scripts and styles come from files of this server only, and the page cannot be framed.

Pictures may be made in the page (``blob:``, ``data:``), because users can put their own on the tiles.
"""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
FRAME_SCRIPT = "sha256-LcxVddeaJwnzzaAlaNPbcSUzCXA4e8jdrnr3a0GMU8c="
_CODE_SCRIPTS = f"script-src 'self' 'wasm-unsafe-eval' blob: '{FRAME_SCRIPT}'"
CODE_POLICY = POLICY.replace("script-src 'self'", _CODE_SCRIPTS).replace("worker-src 'self'", "worker-src 'self' blob:")
"""The same where the page runs code of users: in a frame that inherits this policy, and has a stricter one of its own.

The hash is that of the script of the frame (``static/page/sandbox.js``), which starts a worker.
"""
_RAW_HEADERS = Headers({**HEADERS, "Cache-Control": "no-store"}).raw
_RAW_CODE_HEADERS = Headers({**HEADERS, "Content-Security-Policy": CODE_POLICY, "Cache-Control": "no-store"}).raw

_OWN_SITES = frozenset({"same-origin", "none"})
"""Values of ``Sec-Fetch-Site`` for requests of this page, and for those that no page has sent."""

ANY = "*"
_NAME = re.compile(r"[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?")
_NOWHERE = ("192.0.2.1", 9)
"""An address that documents may use and no machine has (RFC 5737)."""


def secured(send: Send, *, runs_code: bool = False) -> Send:
    """A ``send`` that adds to every response those of the headers that it does not have."""
    headers = _RAW_CODE_HEADERS if runs_code else _RAW_HEADERS

    async def send_with_headers(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            present = {name for name, _ in message["headers"]}
            message["headers"] = [*message["headers"], *(pair for pair in headers if pair[0] not in present)]
        await send(message)

    return send_with_headers


def check_origin(scope: Scope, settings: Settings) -> None:
    """Raise ``ApiError`` for a request with a foreign host name, or from a page of another site."""
    headers = Headers(scope=scope)
    if "content-length" in headers and "transfer-encoding" in headers:  # a proxy may see another end of the body
        raise ApiError(400, "request", "use Content-Length or Transfer-Encoding, not both")
    host = headers.get("host", "")
    if not _is_own(host, scope, settings):
        raise ApiError(
            421,
            "host",
            f"this server does not answer to the name {_shown(host)}",
            hint="use the address that `taquin serve` prints, or start it with --allow-host NAME",
        )
    origin = headers.get("origin")
    is_foreign = origin is not None and not _is_own_origin(origin, host, settings)
    if is_foreign or not (headers.get("sec-fetch-site", "none") in _OWN_SITES or _is_link(scope, headers)):
        raise ApiError(
            403,
            "origin",
            "a page of another site sent this request",
            hint="if this server is behind a proxy, start it with --allow-host and the name that browsers use",
        )


def _is_own_origin(origin: str, host: str, settings: Settings) -> bool:
    """Whether the page of an Origin header is this server's, or a proxy's that was allowed by its name."""
    scheme, _, server = origin.lower().partition("://")
    return scheme in ("http", "https") and (server == host.lower() or host_name(server) in settings.proxies)


def _is_own(host: str, scope: Scope, settings: Settings) -> bool:
    """Whether a Host header names this server, or the address that the client has connected to."""
    name = host_name(host)
    reached = scope.get("server")
    return settings.hosts is None or name in settings.hosts or bool(reached and name == address_name(reached[0]))


def _is_link(scope: Scope, headers: Headers) -> bool:
    """Whether a browser opens the page itself in a tab, as it does when a link on another site is followed."""
    return (
        scope["method"] in ("GET", "HEAD", "OPTIONS")
        and not is_api(scope)
        and headers.get("sec-fetch-mode") == "navigate"
        and headers.get("sec-fetch-dest", "document") == "document"
    )


def is_api(scope: Scope) -> bool:
    """Whether the path is one of the API, not of the page."""
    path = str(scope["path"])
    return path == "/api" or path.startswith("/api/")


def check_json(request: Request) -> None:
    """Raise ``ApiError`` unless the body is plain JSON: other sites cannot send that without a preflight request."""
    coding = ", ".join(request.headers.getlist("content-encoding"))
    if not {part.strip() for part in coding.lower().split(",")} <= {"", "identity"}:
        raise ApiError(
            415,
            "request",
            f"expected a body without Content-Encoding, found {_shown(coding)}",
            hint="send the JSON uncompressed",
        )
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if request.method == "POST" and kind != "application/json":
        raise ApiError(
            415,
            "request",
            f"expected a body of the type application/json, found {_shown(kind)}",
            hint="Content-Type: application/json",
        )


async def limited(scope: Scope, receive: Receive, settings: Settings) -> Receive:
    """Read the body, and return a ``receive`` that gives it again. Raises ``ApiError`` if it is too large or slow."""
    body = bytearray()
    has_more = True
    try:
        async with asyncio.timeout(settings.request_time):
            while has_more:
                _check_size(scope, len(body), settings)
                message = await receive()
                if message["type"] != "http.request":
                    raise ApiError(400, "request", "the request ended before its body")
                body += message.get("body", b"")
                has_more = message.get("more_body", False)
    except TimeoutError:
        reason = f"the request was not received within {settings.request_time:g} s"
        raise ApiError(408, "timeout", reason) from None
    _check_size(scope, len(body), settings)
    first: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

    async def receive_again() -> Message:
        return first.pop() if first else await receive()

    return receive_again


def _check_size(scope: Scope, received: int, settings: Settings) -> None:
    announced = Headers(scope=scope).get("content-length", "")
    size = max(received, int(announced) if announced.isascii() and announced.isdigit() and len(announced) < 19 else 0)
    if size > settings.body:
        raise ApiError(
            413,
            "too large",
            f"expected a request of at most {settings.body:,} bytes, found {size:,} or more",
        )


def _shown(text: str) -> str:
    return repr(text[:80]) if text else "none"


# Names of this server


def host_name(host: str) -> str:
    """The name in a Host header, in one form: without port and final dot, and addresses without brackets.

    >>> host_name("LOCALHOST:8000"), host_name("teacher.example."), host_name("[0::1]:8000"), host_name("127.0.0.1")
    ('localhost', 'teacher.example', '::1', '127.0.0.1')
    """
    text = host.strip().lower()
    name = re.sub(r":[0-9]*$", "", text)
    inner = name[1:-1] if name.startswith("[") and name.endswith("]") else name
    return address_name(text) or address_name(inner) or name.removesuffix(".")


def address_name(text: str) -> str:
    """An address in one form; empty for any other text. Only link-local addresses have a zone, such as ``%eth0``.

    >>> address_name("::ffff:192.168.0.7"), address_name("fe80:0::1%eth0"), address_name("127.0.0.1%eth0")
    ('192.168.0.7', 'fe80::1', '')
    """
    bare, _, zone = text.partition("%")
    try:
        address = ip_address(bare)
    except ValueError:
        return ""
    if zone and not (isinstance(address, IPv6Address) and address.is_link_local):
        return ""
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return str(mapped or address)


def allowed_hosts(host: str, further: Collection[str] = (), *, is_loopback: bool) -> frozenset[str] | None:
    """The names that requests may use: those of this machine, and further ones; None for any.

    The address that a client has connected to is allowed too: see ``check_origin``.
    """
    if ANY in further:
        return None
    names = LOOPBACK | {host_name(host), *further}
    return names if is_loopback else names | own_names() | {own_address()} - {""}


def read_host(text: str) -> str:
    """A host name that a user allows, or ``ANY``. Raises ``SpecError`` for any other text."""
    name = host_name(text)
    with suppress(UnicodeError):
        name = name.encode("idna").decode()  # as browsers send it
    if not (name == ANY or address_name(name) or _NAME.fullmatch(name)):
        raise SpecError(
            f"expected a host name such as teacher.example, without protocol and path, found {text!r}",
            hint="--allow-host NAME",
        )
    return name


def own_names() -> frozenset[str]:
    """The names of this machine that other machines of a local network may know. Looks nothing up."""
    name = host_name(socket.gethostname())
    first = name.partition(".")[0]
    return frozenset({name, first, f"{first}.local"} if first else ())


def own_address() -> str:
    """The address of this machine in its network; empty if it has none. Sends nothing."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_NOWHERE)  # a datagram socket only chooses its own address
        return str(probe.getsockname()[0])
    return ""
