"""Responds to the requests of the page inside a web worker, as the server does: one request at a time."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from taquin import _native
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.tables.pdb.pattern import default_partition
from taquin.tables.pdb.store import ensure
from taquin.web.api.endpoints import ROUTES
from taquin.web.api.errors import ApiError
from taquin.web.api.job import JSON, Call, Emit, Service, ignore, perform
from taquin.web.browser.core import install
from taquin.web.settings import Settings

SETTINGS = Settings(workers=1, memory=300_000_000)
"""A tab has less memory than a server, and one run at a time."""

OK = 200
Response: TypeAlias = tuple[int, str, bytes]
"""The status, the media type and the content; without content after a stream, whose events were emitted."""


def start(cache: str, module: object, is_cancelled: Callable[[], bool]) -> Engine:
    """The engine of a web worker: with its folder of tables and, unless it is None, the module of the compiled core.

    The memory may be a snapshot: its random numbers would be the same for everyone.
    """
    os.environ["TAQUIN_CACHE"] = cache
    random.seed()
    if module is not None:
        install(module)
    return Engine(is_cancelled)


class Engine:
    """The API of the page. A run that polls ends when ``is_cancelled()`` becomes true."""

    def __init__(self, is_cancelled: Callable[[], bool] = lambda: False) -> None:
        self._service = Service(SETTINGS)
        self._is_cancelled = is_cancelled

    async def respond(self, path: str, body: str | None, emit: Emit) -> Response:
        """The response to a request; ``body`` is JSON, or None for GET. Errors have the form of the server's."""
        try:
            return await self._respond(path, body, emit)
        except Exception as error:  # noqa: BLE001 - the page must get a response
            known = ApiError.from_run(error)
            return known.status, JSON, json.dumps(known.record()).encode()

    def keep_tables(self) -> None:
        """Build the databases of the 15-puzzle and store them in the cache, if there is a core."""
        if _native.is_available():
            for pattern in default_partition(standard(Shape(4, 4))).patterns:
                ensure(pattern)

    async def _respond(self, path: str, body: str | None, emit: Emit) -> Response:
        route = ROUTES.get(path)
        if route is None or (route.body is None) is not (body is None):
            raise ApiError(404, "not found", f"there is nothing at '/api/{path[:200]}'")
        job = route.call(body or "", self._service)
        if isinstance(job, bytes):
            return OK, JSON, job
        if route.events:
            await job.run(self._run_call, 1, emit)
            return OK, JSON, b""
        return OK, job.media_type or route.media_types[0], job.finish(await self._run_call(job.call, 0, ignore))

    async def _run_call(self, call: Call, seconds: float, emit: Emit) -> Any:
        try:
            return perform(call, self._is_cancelled, partial(emit, "progress"))
        except Exception as error:  # other methods of a race continue
            raise ApiError.from_run(error) from error
