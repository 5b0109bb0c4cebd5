"""The page as plain files, served under a path by a plain file server, as on any web host.

``make runtime`` fetches what it needs (npm and Node.js). Without it these tests are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

import pytest

from taquin.web.browser.export import Runtime, export_page

RUNTIME = Path(__file__).parents[2] / "build" / "runtime"
PATH = "course/taquin/"


ISOLATION = {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"}
"""Headers with which a browser lets the page share memory with its workers."""


FEW_TYPES = {".wasm": "application/octet-stream", ".mjs": "text/plain"}
"""What web hosts send that do not know these types."""


class _Files(SimpleHTTPRequestHandler):
    """Serves files with further headers and other types, and logs nothing."""

    def __init__(self, *values: Any, headers: Mapping[str, str], types: Mapping[str, str], **options: Any) -> None:
        self._further = headers
        self.extensions_map = {**self.extensions_map, **types}
        super().__init__(*values, **options)

    def end_headers(self) -> None:
        for name, value in self._further.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *values: object) -> None:
        pass


class _Server(ThreadingHTTPServer):
    def handle_error(self, *values: object) -> None:
        """A browser that is closed drops its connections."""


@contextmanager
def served(folder: Path, headers: Mapping[str, str] = {}, types: Mapping[str, str] = {}) -> Iterator[str]:
    """The address of a folder."""
    files = partial(_Files, directory=str(folder), headers=headers, types=types)
    with _Server(("127.0.0.1", 0), files) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def exported_page() -> Iterator[Path]:
    """A folder that has an exported page below ``PATH``."""
    if not (RUNTIME / ".complete").exists():
        pytest.skip("`make runtime` has not fetched Pyodide, which needs npm")
    with TemporaryDirectory() as root:
        page = Path(root, *PATH.strip("/").split("/"))
        page.parent.mkdir()
        export_page(page, Runtime.find(RUNTIME), lambda line: None)
        yield Path(root)


def worker_script(exported: Path) -> str:
    """The path of the script of the web worker that runs Python, below the exported folder."""
    return next(exported.rglob("python_worker.js")).relative_to(exported).as_posix()
