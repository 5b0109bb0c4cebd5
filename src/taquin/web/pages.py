"""The files of the page, with their types; a browser revalidates each one before it uses it."""

from __future__ import annotations

import os
from pathlib import Path, PurePath

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parent / "static"

# Fixed here, because the system's table differs between machines, and a browser refuses a module with a wrong type.
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}


class Pages(StaticFiles):
    """Serves the files of the page: no file outside the folder, and no listing."""

    caching = "no-cache"
    """A browser keeps a file, and asks before every use whether it has changed."""

    def __init__(self, folder: Path = STATIC) -> None:
        super().__init__(directory=folder, html=True, check_dir=False)

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """The file of this path; none for an invalid path, such as one with a zero byte."""
        try:
            return super().lookup_path(path)
        except ValueError:
            return "", None

    def file_response(
        self,
        full_path: os.PathLike[str] | str,
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """A file with its type, an ETag, and how it is cached."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = self.caching
        if response.status_code == status_code:
            response.headers["Content-Type"] = TYPES.get(PurePath(full_path).suffix.lower(), "application/octet-stream")
        return response
