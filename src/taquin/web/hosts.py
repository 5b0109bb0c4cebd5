"""The names by which requests may address the server.

A page of another site can point a name of its own at this machine (DNS rebinding): the browser then takes the server
for a part of that site, and lets the page read its responses. But the Host header has the foreign name, and is refused.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Collection
from contextlib import suppress
from ipaddress import IPv6Address, ip_address

from taquin.errors import SpecError
from taquin.web.settings import LOOPBACK

ANY = "*"
_NAME = re.compile(r"[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?")
_NOWHERE = ("192.0.2.1", 9)
"""An address that documents may use and no machine has (RFC 5737)."""


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
    """An address in one form; empty if the text is none.

    >>> address_name("::ffff:192.168.0.7"), address_name("fe80:0::1%eth0"), address_name("localhost")
    ('192.168.0.7', 'fe80::1', '')
    """
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return ""
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return str(mapped or address)


def allowed_hosts(host: str, further: Collection[str] = (), *, is_loopback: bool) -> frozenset[str] | None:
    """The names that requests may use: those of this machine, and further ones; None for any.

    The address that a client has connected to is allowed too: see ``taquin.web.security``.
    """
    if ANY in further:
        return None
    names = LOOPBACK | {host_name(host), *further}
    return names if is_loopback else names | own_names() | {own_address()} - {""}


def read_host(text: str) -> str:
    """A name that a user allows, or ``ANY``. Raises ``SpecError`` if it is none."""
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
