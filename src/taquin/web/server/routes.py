"""The routes below ``/api``: each runs one function of ``taquin.web.api``.

What takes a worker, or more than a few milliseconds, is requested by POST: a link or a picture on a page of another
site cannot send that. A route returns the object that the command of the same name prints with ``--json``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from inspect import cleandoc
from typing import Any, TypeAlias

from fastapi import FastAPI, Request
from starlette.responses import JSONResponse, Response

from taquin.lessons.exercises.grading import Grade
from taquin.web.api import endpoints, registry, requests, responses, space, teaching, watching
from taquin.web.api.job import JSON, Emit, Job, Service
from taquin.web.api.race import Race
from taquin.web.api.responses import GET_ERRORS, POST_ERRORS, RUN_ERRORS
from taquin.web.api.teaching_responses import (
    CourseResponse,
    LessonsResponse,
    QuestionResponse,
    UnitResponse,
    VersionResponse,
)
from taquin.web.api.trace_responses import PairResponse, TraceResponse
from taquin.web.server.async_pool import AsyncPool
from taquin.web.server.security import JsonRoute
from taquin.web.server.streams import EventStream, client_of, run_until_disconnect
from taquin.web.settings import Settings

Responses: TypeAlias = dict[int | str, dict[str, Any]]

_SVG = responses.file("An SVG file.", "image/svg+xml")
_SOLVING_EVENTS = (
    "Events: `queued` with the number of runs `ahead`, if no worker is free; `progress`, ten times a second, "
    "with `seconds`, `expanded`, `generated`, `lower_bound`, `memory`, `best_h` and `length`, that of the "
    "best solution so far if the search improves its solution; a report after a shorter solution has its `moves`; "
    "at the end `result`, the object of `/api/solve`, or `error`."
)
_RECORDING_EVENTS = (
    "Events: `queued` with the number of runs `ahead`, if no worker is free; `progress`, ten times a second, with "
    "`seconds`, `expanded` and `generated`, and with `is_writing` when the search has ended and its steps are being "
    "written; at the end `result`, the object of `{}`, or `error`."
)
_RACE_EVENTS = (
    "Events: `start` with the methods and their `place`; `begin`, `queued`, `progress` and `row` with a `place` "
    "(`failed` instead of `row`, with an `error`, for a method that fails); after each row but the last `standing`, "
    "what `finish` would be for the methods that have finished; at the end `finish`, the object of `taquin compare "
    "--json` with a `winner` and the `sentence` that answers the `question`, or `error`."
)


DESCRIBED: dict[str, tuple[str, type | Responses]] = {
    "registry": ("Algorithms, heuristics and limits", registry.RegistryResponse),
    "lessons": ("Lessons", LessonsResponse),
    "course": ("Units and question types", CourseResponse),
    "check": ("Check whether a board can be solved", responses.CheckResponse),
    "qr": ("QR code", _SVG),
    "random": ("New boards", responses.RandomResponse),
    "depths": ("Boards by distance", responses.DepthsResponse),
    "solve": ("Solve a board", responses.SolveResponse),
    "hint": ("Hint", responses.HintResponse),
    "judge": ("Judge a move", responses.JudgeResponse),
    "explain": ("Explain an estimate", responses.ExplainResponse),
    "draw": ("Draw a picture", _SVG),
    "trace": ("Record a search", TraceResponse),
    "trace/lines": ("Record a search as a file", responses.file("JSON Lines.", "application/x-ndjson")),
    "trace/pair": ("Record two searches", PairResponse),
    "tree": ("Draw a search tree", responses.file("The picture.", *watching.PICTURES.values())),
    "course/unit": ("The text of a unit", UnitResponse),
    "exercise": ("Make a question", QuestionResponse),
    "exercise/grade": ("Grade an answer", Grade),
    "course/version": ("The questions of a version", VersionResponse),
    "course/worksheet": ("Worksheet or key", responses.file("A PDF file.", teaching.PDF)),
    "space": ("All boards of a small size", responses.file("4 bytes for each board, the lowest first.", space.BYTES)),
    "expansions": ("The boards that a search expands", responses.ExpansionsResponse),
}
"""The summary of each request, and its response: the model of an object, or what else is sent."""
_EVENTS = {
    "solve/stream": _SOLVING_EVENTS,
    "trace/stream": _RECORDING_EVENTS.format("/api/trace"),
    "trace/pair/stream": _RECORDING_EVENTS.format("/api/trace/pair"),
    "expansions/stream": _SOLVING_EVENTS.replace("/api/solve", "/api/expansions"),
}


def add_routes(api: FastAPI, settings: Settings, pool: AsyncPool) -> None:
    """Add the routes below ``/api``, to the router of the application itself: FastAPI matches a second one slowly."""
    api.router.route_class = JsonRoute
    routes = _Routes(api, Service(settings), pool)
    for path, get in endpoints.GET.items():
        routes.get(path, get)
    for path, post in endpoints.POST.items():
        routes.post(path, post)
        if (streamed := f"{path}/stream") in endpoints.STREAMS:
            routes.stream(streamed, endpoints.STREAMS[streamed])
    _add_race(api, settings, pool)


class _Routes:
    """Adds routes that run the functions of the API."""

    def __init__(self, api: FastAPI, service: Service, pool: AsyncPool) -> None:
        self.api, self.service, self.pool = api, service, pool

    def get(self, path: str, function: Callable[[Service], bytes]) -> None:
        """A route whose response is made at once."""

        async def endpoint() -> Response:
            return Response(function(self.service), media_type=JSON)

        self._add("GET", path, *DESCRIBED[path], endpoint, function, GET_ERRORS)

    def post(self, path: str, function: Callable[[Any, Service], Job | bytes]) -> None:
        """A route whose response a worker makes, unless the function makes it at once."""

        async def endpoint(request: Request, body: Any) -> Response:
            found = function(body, self.service)
            if isinstance(found, bytes):
                return Response(found, media_type=JSON)
            run = self.pool.run(client_of(request), found.call, found.seconds)
            content = found.finish(await run_until_disconnect(request.receive, run))
            headers = {"Content-Disposition": f'attachment; filename="{found.filename}"'} if found.filename else None
            return Response(content, media_type=found.media_type, headers=headers)

        errors = POST_ERRORS if endpoints.types_of(function)["return"] is bytes else POST_ERRORS | RUN_ERRORS
        self._add("POST", path, *DESCRIBED[path], endpoint, function, errors)

    def stream(self, path: str, function: Callable[[Any, Service], Job]) -> None:
        """A route that sends the progress of a job as events, and then its result."""

        async def endpoint(request: Request, body: Any) -> Response:
            """The same as server-sent events. Closing the connection stops the search."""
            job, client = function(body, self.service), client_of(request)
            self.pool.check_room(client)

            async def produce(emit: Emit) -> None:
                emit("result", job.finish(await self.pool.run(client, job.call, job.seconds, emit)))

            return EventStream(produce)

        summary, _ = DESCRIBED[path.removesuffix("/stream")]
        described = responses.events(_EVENTS[path], "queued", "progress", "result")
        errors = POST_ERRORS | RUN_ERRORS
        self._add("POST", path, f"{summary}, with progress events", described, endpoint, function, errors, "_stream")

    def _add(
        self,
        method: str,
        path: str,
        summary: str,
        response: type | Responses,
        endpoint: Callable[..., Any],
        function: Callable[..., Any],
        errors: Responses,
        suffix: str = "",
    ) -> None:
        """FastAPI takes the type of the body from the annotation, and the description from the docstring."""
        if method == "POST":
            endpoint.__annotations__["body"] = endpoints.types_of(function)["body"]
        model, described = (response, {}) if isinstance(response, type) else (None, response)
        self.api.add_api_route(
            f"/api/{path}",
            endpoint,
            methods=[method],
            name=function.__name__ + suffix,
            summary=summary,
            description=cleandoc(endpoint.__doc__ or function.__doc__ or ""),
            response_model=model,
            response_class=JSONResponse if model else Response,
            responses=errors | described,
        )


def _add_race(api: FastAPI, settings: Settings, pool: AsyncPool) -> None:
    described = responses.events(
        _RACE_EVENTS, "start", "begin", "queued", "progress", "row", "standing", "failed", "finish"
    )

    @api.post(
        f"/api/{endpoints.RACE}",
        summary="Race",
        response_class=Response,
        responses=POST_ERRORS | RUN_ERRORS | described,
    )
    async def race(request: Request, body: requests.RaceRequest) -> EventStream:
        """Two to eight methods on one board, with live counters. Closing the connection stops all of them."""
        run, client = Race.from_request(body, settings), client_of(request)
        pool.check_room(client, len(run.methods))

        async def produce(emit: Emit) -> None:
            await run.run(partial(pool.run, client), settings.runs_per_client, emit)

        return EventStream(produce)
