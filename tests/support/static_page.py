"""The page as plain files, served under a path by a plain file server, as on any web host.

``make runtime`` fetches what it needs (npm and Node.js). Without it these tests are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import pytest

from taquin.web.browser.export import Runtime, export_page

RUNTIME = Path(__file__).parents[2] / "build" / "runtime"
PATH = "course/taquin/"


class _Files(SimpleHTTPRequestHandler):
    """Serves files, and logs nothing."""

    def log_message(self, *values: object) -> None:
        pass


class _Server(ThreadingHTTPServer):
    def handle_error(self, *values: object) -> None:
        """A browser that is closed drops its connections."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder."""
    with _Server(("127.0.0.1", 0), partial(_Files, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def static_page() -> Iterator[str]:
    """The address of an exported page."""
    if not (RUNTIME / ".complete").exists():
        pytest.skip("`make runtime` has not fetched Pyodide, which needs npm")
    with TemporaryDirectory() as root:
        page = Path(root, *PATH.strip("/").split("/"))
        page.parent.mkdir()
        export_page(page, Runtime.find(RUNTIME), lambda line: None)
        with served(Path(root)) as address:
            yield address + PATH
