"""Every path below ``/api``, declared once: for the server, its description, and the page without a server.

A function takes the body of the request, if there is one, and the service. It returns the bytes of the response, or a
job. Its docstring describes the path, and the types of its body and its result those of the request and the response. A
path with ``events`` streams the progress of the job, and then its result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from inspect import cleandoc
from typing import Any, cast, get_args, get_origin

from taquin.web.api import playing, race, registry, solving, space, teaching, watching
from taquin.web.api.job import JSON, Job, Json, Service
from taquin.web.api.reading import read_body, types_of
from taquin.web.api.requests import Request

SVG = ("image/svg+xml",)


@dataclass(frozen=True)
class Route:
    """A path below ``/api``: the function that responds, a summary, and what is sent if it is not a JSON object."""

    path: str
    function: Callable[..., Any]
    summary: str
    media_types: tuple[str, ...] = (JSON,)
    words: str = ""
    """What the response is, if it is not a JSON object: a file, or the events of a stream."""
    events: tuple[str, ...] = ()
    """The kinds of events, if it is a stream."""

    @cached_property
    def body(self) -> type[Request] | None:
        """The type of the request; None for a path that is requested by GET."""
        return cast("type[Request] | None", types_of(self.function).get("body"))

    @property
    def method(self) -> str:
        """What takes a worker is requested by POST: a link or a picture on a page of another site cannot send that."""
        return "GET" if self.body is None else "POST"

    @cached_property
    def response(self) -> object:
        """The type of the object that is sent; None for a file or a stream."""
        return None if self.words else next(_objects(types_of(self.function)["return"]))

    def call(self, content: bytes | str, service: Service) -> Any:
        """The response to the content of a request, or a job that makes it. Raises ``ApiError`` or ``TaquinError``."""
        arguments = () if self.body is None else (read_body(self.body, content),)
        return self.function(*arguments, service)

    @property
    def uses_worker(self) -> bool:
        return get_origin(types_of(self.function)["return"]) is not Json

    @property
    def description(self) -> str:
        if self.path.endswith("/stream"):
            return "The same as server-sent events. Closing the connection stops the search."
        return cleandoc(self.function.__doc__ or "")


def _objects(kind: object) -> Iterator[object]:
    """The types of the objects in the result of a function, such as ``Job[Json[Record]] | Json[Record]``."""
    for part in get_args(kind):
        yield from [part] if get_origin(kind) is Json else _objects(part)


_EVENTS = ("text/event-stream",)
_KINDS = ("queued", "progress", "result")
_PROGRESS = (
    "Events: `queued` with the number of runs `ahead`, if no worker is free; `progress`, ten times a second, with "
    "`seconds`, `expanded`"
)
_SOLVING = (
    f"{_PROGRESS}, `generated`, `lower_bound`, `memory`, `best_h` and `length`, that of the best solution so far if "
    "the search improves its solution; a report after a shorter solution has its `moves`; at the end `result`, the "
    "object of `{}`, or `error`."
)
_RECORDING = (
    f"{_PROGRESS} and `generated`, once with the `record` of what is recorded so far if the search takes longer than "
    "that, and with `is_writing` when it has ended and its steps are being written; at the end `result`, the object of "
    "`{}`, or `error`."
)
_RACE = (
    "Events: `start` with the methods and their `place`; `begin`, `queued`, `progress` and `row` with a `place` "
    "(`failed` instead of `row`, with an `error`, for a method that fails); after each row but the last `standing`, "
    "what `finish` would be for the methods that have finished; at the end `finish`, the object of `taquin compare "
    "--json` with a `winner` and the `sentence` that answers the `question`, or `error`."
)
_RACE_KINDS = ("start", "begin", "queued", "progress", "row", "standing", "failed", "finish")


def _streamed(path: str, function: Callable[..., Job[Any]], summary: str, words: str) -> Route:
    """The path ``path/stream``, which sends the progress of the job of ``path`` as events, and then its result."""
    words = words.format(f"/api/{path}")
    return Route(f"{path}/stream", function, f"{summary}, with progress events", _EVENTS, words, _KINDS)


_TABLE = (
    Route("registry", registry.registry, "Algorithms, heuristics and limits"),
    Route("lessons", teaching.lessons, "Lessons"),
    Route("course", teaching.course, "Units and question types"),
    Route("check", solving.check, "Check whether a board can be solved"),
    Route("qr", playing.qr, "QR code", SVG, "An SVG file."),
    Route("random", playing.random, "New boards"),
    Route("depths", playing.depths, "Boards by distance"),
    Route("solve", solving.solve, "Solve a board"),
    _streamed("solve", solving.solve, "Solve a board", _SOLVING),
    Route("hint", solving.hint, "Hint"),
    Route("judge", solving.judge, "Judge a move"),
    Route("review", solving.review, "Review a game"),
    Route("explain", solving.explain, "Explain an estimate"),
    Route("draw", playing.draw, "Draw a picture", SVG, "An SVG file."),
    Route("trace", watching.trace, "Record a search"),
    _streamed("trace", watching.trace, "Record a search", _RECORDING),
    Route("trace/lines", watching.trace_lines, "Record a search as a file", ("application/x-ndjson",), "JSON Lines."),
    Route("trace/pair", watching.trace_pair, "Record two searches"),
    _streamed("trace/pair", watching.trace_pair, "Record two searches", _RECORDING),
    Route("tree", watching.tree, "Draw a search tree", tuple(watching.PICTURES.values()), "The picture."),
    Route("course/unit", teaching.unit, "The text of a unit"),
    Route("exercise", teaching.exercise, "Make a question"),
    Route("exercise/grade", teaching.grade, "Grade an answer"),
    Route("course/version", teaching.version, "The questions of a version"),
    Route("course/worksheet", teaching.worksheet, "Worksheet or key", ("application/pdf",), "A PDF file."),
    Route(
        "space",
        space.space,
        "All boards of a small size",
        ("application/octet-stream",),
        "4 bytes for each board, the lowest first.",
    ),
    Route("expansions", space.expansions, "The boards that a search expands"),
    _streamed("expansions", space.expansions, "The boards that a search expands", _SOLVING),
    Route("race", race.race, "Race", _EVENTS, _RACE, _RACE_KINDS),
)
ROUTES: Mapping[str, Route] = {route.path: route for route in _TABLE}
