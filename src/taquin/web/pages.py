"""The page's files: what kind each one is, and that a browser asks each time whether it has changed."""

from __future__ import annotations

import os
from pathlib import Path, PurePath

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parent / "static"

# Written down, because what the system says of them differs between machines, and a browser runs no module whose type
# is wrong.
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
    """The files of the page, and nothing else: no file outside the folder, no listing."""

    def __init__(self, folder: Path = STATIC) -> None:
        super().__init__(directory=folder, html=True, check_dir=False)

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """The file of this path; nothing for what can be no path, such as one with a zero byte."""
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
        """A file with its type, an ETag, and the word that it must be asked for again."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = "no-cache"
        if response.status_code == status_code:
            response.headers["Content-Type"] = TYPES.get(PurePath(full_path).suffix.lower(), "application/octet-stream")
        return response
