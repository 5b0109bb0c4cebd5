"""``taquin mcp``: the tools of Taquin for an assistant."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version

import click

from taquin.cli import terminal
from taquin.cli.commands.serve import limited
from taquin.cli.input import effects
from taquin.cli.input import options as shared
from taquin.errors import BackendError, SpecError, install_command, missing_package
from taquin.system.interrupts import ending_within, handled_by


@click.command("mcp")
@click.option("--http", "is_http", is_flag=True, help="Serve HTTP instead of standard input and output.")
@click.option(
    "--host",
    default="127.0.0.1",
    metavar="ADDRESS",
    help="The address of --http. With the default, 127.0.0.1, only this machine can connect. With another, anyone who "
    "can reach this machine can use its time and memory; the connection is not encrypted.",
)
@click.option(
    "--allow-host",
    "allowed",
    multiple=True,
    metavar="NAME",
    help="A further name by which clients of --http may address the server; may be repeated, and '*' allows any.",
)
@click.option(
    "--port", type=shared.whole(0, 65535), default=8001, help="The port of --http; 0 chooses a free one. Default: 8001."
)
@click.option(
    "--allow-code",
    is_flag=True,
    help="Offer the tool judge, which runs code that the assistant sends, with your rights. Not with another --host.",
)
@click.option("--workers", type=shared.whole(1, 64), default=2, help="How many searches run in parallel. Default: 2.")
@click.option(
    "--time", "longest", default="300s", metavar="TIME", help="The longest time that a call may ask for. Default: 300s."
)
@click.option(
    "--memory", default="1000MB", metavar="SIZE", help="The most that one search may store: 200MB. Default: 1000MB."
)
def command(
    is_http: bool,
    host: str,
    allowed: tuple[str, ...],
    port: int,
    allow_code: bool,
    workers: int,
    longest: str,
    memory: str,
) -> int:
    """Offer Taquin's tools to an assistant, by the protocol MCP.

    An assistant starts this command and calls its tools: check, solve, hint, verify and compare return the objects of
    --json, and tree and board return pictures (PNG needs the extra images). With --allow-code, judge runs a function
    that the assistant sends. docs/how-to/assistants.md says how to add it to an assistant.

    Every search has limits: 30 s (a call may ask for up to --time), 1,000,000,000 nodes and --memory. It stops when the
    assistant cancels it. Boards have at most 10 rows and columns. Ctrl-C, or the end of the input, stops the server.

    \b
    Examples:
      taquin mcp
      taquin mcp --allow-code --time 60s
      taquin mcp --http --port 8001
    """
    for option in ("--host", "--allow-host", "--port"):
        effects.check(option, requires=["--http"])
    _check_library()
    settings = replace(limited(longest, memory), workers=workers, client_runs=None if is_http else workers)
    # Imported here: the library takes a second.
    from taquin.web.server.assistants import PATH, Assistants

    if not is_http:
        if sys.stdin.isatty():
            terminal.warn("taquin mcp reads requests of an assistant from standard input; Ctrl-C stops it")
        server = Assistants(settings, allows_code=allow_code)
        with handled_by(server.end):
            asyncio.run(server.serve_streams())
        return 0
    from taquin.web.server.security import allowed_hosts, read_host
    from taquin.web.server.serve import END_TIME, Address

    names = [read_host(name) for name in allowed]
    address = Address.bind(host, port)
    if allow_code and (names or not address.is_loopback):
        address.socket.close()
        raise SpecError("--allow-code is for this machine only", hint="leave out --host and --allow-host")
    if not address.is_loopback:
        terminal.warn("warning: anyone who can reach this machine can use this server; connections are not encrypted")
    hosts = allowed_hosts(host, names, is_loopback=address.is_loopback)
    server = Assistants(replace(settings, hosts=hosts), allows_code=allow_code)
    listener = server.http_server()
    with ending_within(END_TIME), handled_by(listener.handle_exit):
        click.echo(f"Taquin's tools are at {address.url.rstrip('/')}{PATH} (Ctrl-C stops the server)")
        sys.stdout.flush()
        listener.run(sockets=[address.socket])
        click.echo("stopped")
    return 0


def _check_library() -> None:
    """Raise ``BackendError`` unless the library of the protocol is installed, in a version that fits."""
    try:
        found = version("mcp")
    except PackageNotFoundError:
        raise missing_package("taquin mcp needs the package mcp", "mcp") from None
    if int(found.partition(".")[0]) < 2:
        raise BackendError(f"taquin mcp needs mcp 2, found {found}", hint=install_command("mcp"))
