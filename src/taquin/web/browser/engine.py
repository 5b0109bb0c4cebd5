"""Responds to the requests of the page inside a web worker, as the server does: one request at a time."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias, TypeVar

from pydantic import ValidationError

from taquin import _native
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.tables.pdb.pattern import default_partition
from taquin.tables.pdb.store import ensure
from taquin.web.api import endpoints
from taquin.web.api.errors import ApiError
from taquin.web.api.job import JSON, Call, Emit, Job, Service, ignore, perform
from taquin.web.api.race import Race
from taquin.web.api.requests import RaceRequest, RequestModel
from taquin.web.settings import Settings

SETTINGS = Settings(workers=1, memory=300_000_000)
"""A tab has less memory than a server, and one run at a time."""

OK = 200
Response: TypeAlias = tuple[int, str, bytes]
"""The status, the media type and the content; without content after a stream, whose events were emitted."""
Value = TypeVar("Value")
Body = TypeVar("Body", bound=RequestModel)


class Engine:
    """The API of the page. A run that polls ends when ``is_cancelled()`` becomes true."""

    def __init__(self, is_cancelled: Callable[[], bool] = lambda: False) -> None:
        self._service = Service(SETTINGS)
        self._is_cancelled = is_cancelled

    async def respond(self, path: str, body: str | None, emit: Emit) -> Response:
        """The response to a request; ``body`` is JSON, or None for GET. Errors have the form of the server's."""
        try:
            return await self._respond(path, body, emit)
        except ApiError as error:
            return error.status, JSON, json.dumps(error.record()).encode()

    def keep_tables(self) -> None:
        """Build the databases of the 15-puzzle and store them in the cache, if there is a core."""
        if _native.is_available():
            for pattern in default_partition(standard(Shape(4, 4))).patterns:
                ensure(pattern)

    async def _respond(self, path: str, body: str | None, emit: Emit) -> Response:
        if body is None and path in endpoints.GET:
            return OK, JSON, endpoints.GET[path](self._service)
        if body is not None and path in endpoints.POST:
            found = self._start(endpoints.POST[path], body)
            if isinstance(found, bytes):
                return OK, JSON, found
            return OK, found.media_type, self._run_job(found, ignore)
        if body is not None and path in endpoints.STREAMS:
            emit("result", self._run_job(self._start(endpoints.STREAMS[path], body), emit))
            return OK, JSON, b""
        if body is not None and path == endpoints.RACE:
            race = _attempt(lambda: Race.from_request(_read(RaceRequest, body), self._service.settings))
            await race.run(self._run_call, 1, emit)
            return OK, JSON, b""
        raise ApiError(404, "not found", f"there is nothing at '/api/{path[:200]}'")

    def _start(self, function: Callable[[Any, Service], Value], body: str) -> Value:
        return _attempt(lambda: function(_read(endpoints.types_of(function)["body"], body), self._service))

    def _run_job(self, job: Job, emit: Emit) -> bytes:
        return _attempt(lambda: job.finish(self._perform(job.call, emit)))

    async def _run_call(self, call: Call, seconds: float, emit: Emit) -> Any:
        return _attempt(lambda: self._perform(call, emit))

    def _perform(self, call: Call, emit: Emit) -> Any:
        return perform(call, self._is_cancelled, partial(emit, "progress"))


def _attempt(function: Callable[[], Value]) -> Value:
    """What the function returns; an error in it becomes an error response."""
    try:
        return function()
    except ApiError:
        raise
    except ValidationError as error:
        raise ApiError.from_validation(error.errors()) from None
    except Exception as error:  # the page must get a response
        raise ApiError.from_run(error) from error


def _read(model: type[Body], body: str) -> Body:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        raise ApiError(400, "request", "the body is not JSON") from None
    return model.model_validate(found, from_attributes=True)  # as FastAPI does
