"""A race: several methods on one board at once, with news of each, and a word about it at the end."""

from __future__ import annotations

import asyncio
import json
import pickle
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from taquin.analysis.compare import Comparison, Row
from taquin.errors import SpecError
from taquin.puzzle.problem import Problem
from taquin.render.text.findings import findings
from taquin.run.limits import Limits
from taquin.run.result import Result, one_line
from taquin.solving.method import Method
from taquin.solving.solver import Backend
from taquin.web.api.errors import Failure
from taquin.web.api.streams import Emit
from taquin.web.pool.tasks import problem_to_job
from taquin.web.pool.workers import Ticket
from taquin.web.settings import Settings


@dataclass(frozen=True)
class Race:
    """A board, the methods on it, and what each may use."""

    problem: Problem
    methods: tuple[Method, ...]
    limits: Limits
    backend: Backend

    async def run(self, ticket: Ticket, settings: Settings, emit: Emit) -> None:
        """Run them side by side and tell of everything; one worker is left for other requests.

        Events: ``start`` once; ``begin``, ``queued``, ``progress`` and ``row`` (or ``failed``) with the ``place`` of
        their method, from 0; and ``finish``. A method that fails, because its heuristic is not defined here or its
        process died, leaves the race, and the others go on.
        """
        self._emit_start(emit)
        lanes = asyncio.Semaphore(max(1, settings.workers - 1))
        async with asyncio.TaskGroup() as group:
            entrants = [
                group.create_task(self._enter(place, ticket, lanes, emit)) for place in range(len(self.methods))
            ]
        results = [task.result() for task in entrants]
        rows = tuple(
            Row(method, result)
            for method, result in zip(self.methods, results, strict=True)
            if isinstance(result, Result)
        )
        if not rows:
            raise next(result for result in results if isinstance(result, Failure))
        emit("finish", json.dumps(self.record(rows)).encode())

    def _emit_start(self, emit: Emit) -> None:
        names = [
            {
                "place": place,
                "spec": method.text,
                "algorithm": method.algorithm.key,
                "heuristic": None if method.heuristic is None else method.heuristic.text,
            }
            for place, method in enumerate(self.methods)
        ]
        start = {"start": one_line(self.problem.start), "goal": one_line(self.problem.goal)}
        emit("start", json.dumps({**start, "limits": asdict(self.limits), "methods": names}).encode())

    async def _enter(self, place: int, ticket: Ticket, lanes: asyncio.Semaphore, emit: Emit) -> Result | Failure:
        def listen(event: str, content: bytes) -> None:
            emit(event, json.dumps({"place": place, **json.loads(content)}).encode())

        method = self.methods[place]
        job = {
            "task": "enter",
            **problem_to_job(self.problem),
            "spec": method.text,
            "limits": asdict(self.limits),
            "backend": self.backend,
        }
        try:
            async with lanes:
                emit("begin", json.dumps({"place": place}).encode())
                answer = await ticket.run(job, self.limits.time or 0, listen)
        except Failure as failure:
            emit("failed", json.dumps({"place": place, **failure.record()}).encode())
            return failure
        result: Result = pickle.loads(answer)  # our own worker wrote it: it is as trustworthy as this process
        emit("row", json.dumps({"place": place, **result.to_dict()}).encode())
        return result

    def record(self, rows: tuple[Row, ...]) -> dict[str, object]:
        """What ``taquin compare --json`` prints, and who was first."""
        comparison = Comparison(self.problem, rows, len(rows), self.limits)
        return {**comparison.to_dict(findings(comparison)), **_winner(comparison)}


def _winner(comparison: Comparison) -> dict[str, object]:
    """Who had a solution first, by the time of its own run, in a sentence."""
    solved = sorted(comparison.solved, key=lambda row: row.result.seconds)
    if not solved:
        return {"winner": None, "sentence": "Nobody reached the goal."}
    first = solved[0]
    sentence = f"{first.result.spec} was first with a solution, after {_time(first.result.seconds)}"
    if len(solved) > 1:
        sentence += f"; {solved[1].result.spec} took {_time(solved[1].result.seconds)}"
    excess = comparison.excess(first)
    if excess:
        sentence += f". Its solution has {excess:,} more {'move' if excess == 1 else 'moves'} than the shortest"
    return {"winner": first.result.spec, "sentence": sentence + "."}


def _time(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def check_entrants(methods: Sequence[Method], most: int) -> tuple[Method, ...]:
    """Raise ``SpecError`` unless these are 2 methods at least, no more than allowed, and all different."""
    if len(methods) > most:
        raise SpecError(f"expected 2 to {most} methods in a race, found {len(methods)}")
    texts = [method.text for method in methods]
    for text in texts:
        if texts.count(text) > 1:
            raise SpecError(f"{text} is in the race twice: expected different methods")
    return tuple(methods)
