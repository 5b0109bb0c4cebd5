"""A race: several methods on one board at the same time, with progress events and a comparison at the end."""

from __future__ import annotations

import asyncio
import json
import pickle
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from taquin.analysis.compare import Comparison, Row
from taquin.errors import SpecError
from taquin.puzzle.board import one_line
from taquin.puzzle.problem import Problem
from taquin.render.text.race import Question, race_answer, race_summary
from taquin.run.limits import Limits
from taquin.run.result import Result
from taquin.solving.default_methods import uses_all_time
from taquin.solving.method import Method
from taquin.solving.solver import Backend
from taquin.web.api.errors import ApiError
from taquin.web.api.streams import Emit
from taquin.web.pool.tasks import problem_to_job
from taquin.web.server.async_pool import AsyncPool
from taquin.web.server.settings import Settings


@dataclass(frozen=True)
class Race:
    """A board, the methods, and the limits of each."""

    problem: Problem
    methods: tuple[Method, ...]
    limits: Limits
    backend: Backend
    question: Question = "work"
    is_timed: bool = True
    """Whether the request has a time limit. Without one, a method that would use all of it gets its own."""

    def limits_of(self, method: Method) -> Limits:
        """The limits of one method."""
        own = method.algorithm.default_time
        if self.is_timed or own is None or not uses_all_time(method):
            return self.limits
        return replace(self.limits, time=min(own, self.limits.time or own))

    async def run(self, pool: AsyncPool, client: str, settings: Settings, emit: Emit) -> None:
        """Run as many methods at the same time as one client may, and emit their progress.

        Events: ``start`` once; ``begin``, ``queued``, ``progress`` and ``row`` (or ``failed``) with the ``place`` of
        their method, from 0; ``standing`` after each row but the last, for a client that stops the race there; and
        ``finish``. A method may fail, because its heuristic does not support the board or its worker crashed; the
        others go on.
        """
        self._emit_start(emit)
        lanes = asyncio.Semaphore(settings.runs_per_client)
        results: dict[int, Result | ApiError] = {}

        async def enter(place: int) -> None:
            results[place] = await self._enter(place, pool, client, lanes, emit)
            rows = self._rows(results)
            if rows and len(results) < len(self.methods):
                emit("standing", json.dumps(self.record(rows)).encode())

        async with asyncio.TaskGroup() as group:
            for place in range(len(self.methods)):
                group.create_task(enter(place))
        rows = self._rows(results)
        if not rows:
            raise next(result for result in results.values() if isinstance(result, ApiError))
        emit("finish", json.dumps(self.record(rows)).encode())

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
        start = {"start": one_line(self.problem.start), "goal": one_line(self.problem.goal)}
        emit("start", json.dumps({**start, "limits": asdict(self.limits), "methods": names}).encode())

    async def _enter(
        self, place: int, pool: AsyncPool, client: str, lanes: asyncio.Semaphore, emit: Emit
    ) -> Result | ApiError:
        def listen(event: str, content: bytes) -> None:
            emit(event, json.dumps({"place": place, **json.loads(content)}).encode())

        method = self.methods[place]
        job = {
            "task": "enter",
            **problem_to_job(self.problem),
            "method": method,
            "limits": asdict(self.limits_of(method)),
            "backend": self.backend,
        }
        try:
            async with lanes:
                emit("begin", json.dumps({"place": place}).encode())
                # The limit of time holds for loading tables, and again for the search.
                content = await pool.run(client, job, 2 * (self.limits.time or 0), listen)
        except ApiError as error:
            emit("failed", json.dumps({"place": place, **error.record()}).encode())
            return error
        result: Result = pickle.loads(content)  # it comes from our own worker process, never from a client
        emit("row", json.dumps({"place": place, **result.to_dict()}).encode())
        return result

    def record(self, rows: tuple[Row, ...]) -> dict[str, object]:
        """What ``taquin compare --json`` prints, with the winner and the sentence that answers the question."""
        comparison = Comparison(self.problem, rows, len(rows), self.limits)
        winner, sentence = race_answer(comparison, self.question)
        return {
            **comparison.to_dict(race_summary(comparison, self.question)),
            "winner": winner,
            "sentence": sentence,
            "question": self.question,
        }


def check_entrants(methods: Sequence[Method], most: int) -> tuple[Method, ...]:
    """Raise ``SpecError`` for more methods than allowed, or for one that is listed twice."""
    if len(methods) > most:
        raise SpecError(f"expected 2 to {most} methods in a race, found {len(methods)}")
    texts = [method.text for method in methods]
    for text in texts:
        if texts.count(text) > 1:
            raise SpecError(f"{text} is in the race twice: expected different methods")
    return tuple(methods)
