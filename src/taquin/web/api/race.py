"""A race: several methods on one board at the same time, with progress events and a comparison at the end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Annotated, ClassVar, Literal

from taquin.analysis.comparison import Comparison, Row
from taquin.errors import SpecError
from taquin.puzzle.problem import Problem
from taquin.render.text.comparison import Question, race_answer, race_summary
from taquin.run.limits import Limits
from taquin.run.result import Result
from taquin.solving.default_methods import uses_all_time
from taquin.solving.method import Method
from taquin.solving.solver import run_prepared
from taquin.web.api import puzzles
from taquin.web.api.errors import ApiError
from taquin.web.api.job import Emit, RunCall, Service, as_json
from taquin.web.api.reading import Bounds, Examples
from taquin.web.api.requests import BOARD, Backend, LimitedRequest, SpecText
from taquin.web.settings import Settings


@dataclass(frozen=True, kw_only=True)
class RaceRequest(LimitedRequest):
    """A board and the methods to compare: `taquin compare --json`, with progress events."""

    EXAMPLE: ClassVar = {"board": BOARD, "methods": ["astar(manhattan)", "ida_star(manhattan)"]}

    methods: Annotated[list[SpecText], Bounds(least=2, most=64), Examples(["astar(misplaced)", "astar(manhattan)"])]
    """Specs, all different."""
    question: Question = "work"
    """What the sentence at the end is about: nodes expanded, states in memory, time, the length of the solution, or
    whether one is found."""
    backend: Literal["auto", "python", "native"] = "python"
    """`python` runs all of them in the reference, so that their times can be compared."""


def race(body: RaceRequest, service: Service) -> Race:
    """Two to eight methods on one board, with live counters. Closing the connection stops all of them."""
    return make_race(body, service.settings, puzzles.read_spec)


def make_race(body: RaceRequest, settings: Settings, read_spec: Callable[[str], Method]) -> Race:
    """The race of a request. Raises ``SpecError`` if its methods are too many, or not different."""
    problem, _ = puzzles.read_puzzle(body, settings)
    methods, most = tuple(map(read_spec, body.methods)), settings.entrants
    if len(methods) > most:
        raise SpecError(f"expected 2 to {most} methods in a race, found {len(methods)}")
    for place, method in enumerate(methods):
        if method in methods[:place]:
            raise SpecError(f"{method.text} is in the race twice: expected different methods")
    limits = puzzles.read_limits(body.limits, settings)
    return Race(problem, methods, limits, body.backend, body.question, body.limits.time is not None)


@dataclass(frozen=True)
class Race:
    """A board, the methods, and the limits of each."""

    problem: Problem
    methods: tuple[Method, ...]
    limits: Limits
    backend: Backend
    question: Question
    is_timed: bool
    """Whether the request has a time limit. Without one, a method that would use all of it gets its own."""
    uses_card: ClassVar = False

    @property
    def runs(self) -> int:
        return len(self.methods)

    def limits_of(self, method: Method) -> Limits:
        own = method.algorithm.default_time
        if self.is_timed or own is None or not uses_all_time(method):
            return self.limits
        return replace(self.limits, time=min(own, self.limits.time or own))

    async def run(self, run: RunCall, lanes: int, emit: Emit) -> None:
        """Run ``lanes`` methods at the same time, and emit their progress.

        Events: ``start`` once; ``begin``, ``queued``, ``progress`` and ``row`` (or ``failed``) with the ``place`` of
        their method, from 0; ``standing`` after each row but the last, for a client that stops the race there; and
        ``finish``. A method may fail, because its heuristic does not support the board or its worker crashed; the
        others continue.
        """
        self._emit_start(emit)
        free = asyncio.Semaphore(lanes)
        results: dict[int, Result | ApiError] = {}

        async def enter(place: int) -> None:
            results[place] = await self._enter(place, run, free, emit)
            rows = self._rows(results)
            if rows and len(results) < len(self.methods):
                emit("standing", as_json(self.record(rows)))

        async with asyncio.TaskGroup() as group:
            for place in range(len(self.methods)):
                group.create_task(enter(place))
        rows = self._rows(results)
        if not rows:
            raise next(result for result in results.values() if isinstance(result, ApiError))
        emit("finish", as_json(self.record(rows)))

    def _rows(self, results: Mapping[int, Result | ApiError]) -> tuple[Row, ...]:
        """The methods that have a result, in the order of the request."""
        return tuple(
            Row(self.methods[place], result, self.limits_of(self.methods[place]))
            for place, result in sorted(results.items())
            if isinstance(result, Result)
        )

    def _emit_start(self, emit: Emit) -> None:
        names = [
            {
                "place": place,
                "spec": method.text,
                "title": method.title,
                "algorithm": method.algorithm.key,
                "heuristic": None if method.heuristic is None else method.heuristic.text,
            }
            for place, method in enumerate(self.methods)
        ]
        emit("start", as_json({**self.problem.header, "limits": asdict(self.limits), "methods": names}))

    async def _enter(self, place: int, run: RunCall, free: asyncio.Semaphore, emit: Emit) -> Result | ApiError:
        def listen(event: str, content: bytes) -> None:
            emit(event, as_json({"place": place, **json.loads(content)}))

        method = self.methods[place]
        call = partial(run_prepared, self.problem, method, limits=self.limits_of(method), backend=self.backend)
        try:
            async with free:
                emit("begin", as_json({"place": place}))
                # The limit of time holds for loading tables, and again for the search.
                result: Result = await run(call, 2 * (self.limits.time or 0), listen)
        except ApiError as error:
            emit("failed", as_json({"place": place, **error.record()}))
            return error
        emit("row", as_json({"place": place, **result.to_dict()}))
        return result

    def record(self, rows: tuple[Row, ...]) -> dict[str, object]:
        """What ``taquin compare --json`` prints, with the winner and the sentence that answers the question."""
        comparison = Comparison(self.problem, rows, len(rows), self.limits)
        winner, sentence = race_answer(comparison, self.question)
        return {
            **comparison.to_dict(),
            "summary": race_summary(comparison, self.question),
            "winner": winner,
            "sentence": sentence,
            "question": self.question,
        }
