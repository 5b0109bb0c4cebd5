"""``taquin serve``: the web page."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib.util import find_spec
from os import environ
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import click

from taquin.cli import terminal
from taquin.cli.input import options as shared
from taquin.errors import BackendError, LimitError, missing_package
from taquin.run.limits import Limits

if TYPE_CHECKING:  # imported inside functions: it is in an extra
    from taquin.web.settings import Settings


@click.command("serve")
@click.option(
    "--host",
    default="127.0.0.1",
    metavar="ADDRESS",
    help="The address to listen on. With the default, 127.0.0.1, only this machine can open the page. With another, "
    "such as 0.0.0.0, anyone who can reach this machine can open it and use its time and memory, within the limits "
    "of the server. The connection is not encrypted.",
)
@click.option(
    "--allow-host",
    "allowed",
    multiple=True,
    metavar="NAME",
    help="A further name by which browsers may address the server, such as that of a proxy; may be repeated, and '*' "
    "allows any. The names and addresses of this machine are always allowed; others are refused, because a page of "
    "another site could use one to read what this server sends (DNS rebinding).",
)
@click.option(
    "--port",
    type=shared.whole(0, 65535),
    default=8000,
    help="The port to listen on; 0 chooses a free one. Default: 8000.",
)
@click.option(
    "--page",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="A page that taquin export-page has written. Python comes from there to the browser, where the view Code runs "
    "the code of its users; the server never runs it.",
)
@click.option("--no-open", is_flag=True, help="Do not open the page in a browser.")
@click.option(
    "--workers",
    type=shared.whole(1, 64),
    help="How many searches run in parallel, each in its own process. Default: one for each core, 4 to 8.",
)
@click.option(
    "--client-runs",
    type=shared.whole(1, 64),
    help="How many searches of one client, by its address, run in parallel; its others wait, and clients take turns. "
    "Default: one fewer than --workers.",
)
@click.option(
    "--time",
    "longest",
    default="300s",
    metavar="TIME",
    help="The longest time that a request may ask for: 30s, 2m. Default: 300s.",
)
@click.option(
    "--memory", default="1000MB", metavar="SIZE", help="The most that one search may store: 200MB. Default: 1000MB."
)
def command(
    host: str,
    allowed: tuple[str, ...],
    port: int,
    page: Path | None,
    no_open: bool,
    workers: int | None,
    client_runs: int | None,
    longest: str,
    memory: str,
) -> int:
    """Open the page: play, solve, watch searches, race algorithms.

    The page works offline. The server also has an HTTP API that returns the objects of --json: POST /api/solve,
    /api/check, /api/hint, /api/race and more; /api/openapi.json describes them. Ctrl-C stops the server.

    Every search has limits: 30 s (a request may ask for up to --time), 1,000,000,000 nodes and --memory. It stops when
    the client disconnects. Boards have at most 10 rows and columns.

    It needs other packages: pip install starlette uvicorn segno.

    \b
    Examples:
      taquin serve
      taquin serve --port 9000 --no-open
      taquin serve --host 0.0.0.0
      taquin serve --host 0.0.0.0 --allow-host puzzles.school.example
    """
    check_libraries()
    _check_threads()
    from taquin.web.server.security import ANY, allowed_hosts, read_host
    from taquin.web.server.serve import Address, Server
    from taquin.web.settings import usual_workers

    if page and not list(page.glob("app-*/python/files.json")):
        raise BackendError(f"{page} is not a page that taquin export-page has written", hint="make page writes one")
    further = [read_host(name) for name in allowed]
    limits = limited(longest, memory)
    address = Address.bind(host, port)
    settings = replace(
        limits,
        workers=workers or usual_workers(),
        client_runs=client_runs,
        hosts=allowed_hosts(host, further, is_loopback=address.is_loopback),
        elsewhere=address.url_elsewhere,
        page=page,
        proxies=frozenset(further) - {ANY},
    )
    if not address.is_loopback:
        reached = "this machine" if address.number.is_unspecified else host
        terminal.warn(f"warning: anyone who can reach {reached} can use this server; connections are not encrypted")
    server = Server(address, settings, is_open=not no_open and _has_screen())
    with server.ended_by_signals():
        click.echo(f"Taquin is at {address.url} (Ctrl-C stops it)")
        if address.url_elsewhere:
            click.echo(f"Other machines open {address.url_elsewhere}")
        sys.stdout.flush()
        server.serve_until_ended()
        click.echo("stopped")
    return 0


def limited(time: str, memory: str) -> Settings:
    """The settings with these limits of a search. The default limits are at most the maximum."""
    from taquin.web.settings import Settings

    limits = Limits.parse(time=time, memory=memory)
    if not limits.time or not limits.memory:
        raise LimitError("expected --time and --memory above 0", hint="--time 30s, --memory 200MB")
    usual = Settings()
    return replace(
        usual,
        time=limits.time,
        memory=limits.memory,
        usual_time=min(limits.time, usual.usual_time),
        improving_time=min(limits.time, usual.improving_time),
        trace_time=min(limits.time, usual.trace_time),
    )


def check_libraries() -> None:
    """Raise ``BackendError`` unless the libraries of the web page are installed."""
    for name in ("starlette", "uvicorn", "segno"):
        if find_spec(name) is None:
            raise missing_package(f"the web page needs {name}", "web")


def _check_threads() -> None:
    """Raise ``BackendError`` if no thread can be started: the server reads files in threads and starts processes."""
    try:
        Thread(target=int).start()
    except RuntimeError as error:
        raise BackendError(f"the server cannot run: {error}", hint="`ulimit -u` limits threads and processes") from None


def _has_screen() -> bool:
    """Whether a graphical browser can be opened: without one, Python may open a browser in the terminal."""
    if not sys.platform.startswith("linux"):
        return True
    return bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))
