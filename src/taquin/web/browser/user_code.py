"""Runs code that users write in the page: their search as a recorded trace, or in a race. ``code_checks`` judges it.

A sandboxed web worker calls this, one request at a time; no server does. What the code prints is passed on at once.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from taquin.analysis.programs.calls import describe_result
from taquin.analysis.programs.output import read_output
from taquin.errors import TaquinError
from taquin.heuristics.user_code import describe
from taquin.puzzle.board import Board
from taquin.puzzle.problem import Problem, TileSpace
from taquin.puzzle.words import plural
from taquin.render.search_record import ShownSearch, search_record
from taquin.run.result import Outcome, Status
from taquin.run.run import Run
from taquin.solving.method import Method, choose_method
from taquin.solving.solver import solve
from taquin.trace.call_recorder import CallRecorder, Cells, Successors
from taquin.trace.recorder import Recorder
from taquin.trace.trace import Trace
from taquin.web.api import puzzles
from taquin.web.api.errors import ApiError
from taquin.web.api.job import JSON, Emit
from taquin.web.api.race import RaceRequest, make_race
from taquin.web.api.reading import read_body
from taquin.web.browser.code_checks import check
from taquin.web.browser.core import install
from taquin.web.browser.engine import SETTINGS, Engine
from taquin.web.browser.loaded_code import RUN_SECONDS, Code, TimeUp, UserError, located

MOST_NODES = SETTINGS.trace_nodes
HEURISTIC_NODES = 3_000
MOST_PRINTED = 20_000
"""Characters that a run may print; the rest is left out."""
OWN_METHOD = "code"
"""The name of the code among the methods of a race."""

Record = dict[str, Any]


def start(cache: str, core: Any, is_cancelled: Callable[[], bool]) -> UserEngine:
    """The engine of a sandboxed worker. It has no cache; ending the worker cancels its request."""
    random.seed()
    if core is not None:
        install(core)
    return UserEngine()


class UserEngine(Engine):
    """Responds to requests of the view Code, and to races with its code."""

    async def respond(self, path: str, body: str | None, emit: Emit) -> tuple[int, str, bytes]:
        """The response to a request, ``run``, ``check`` or ``race``: the status, the media type and the content."""
        request = json.loads(body or "{}")
        try:
            with _printing(emit):
                record = await self._answer(path, request, emit)
        except (TaquinError, ApiError) as error:
            record = _error_record(error)
        return 200, JSON, json.dumps(record).encode()

    async def _answer(self, path: str, request: Record, emit: Emit) -> Record:
        if path == "run":
            return run(request)
        if path == "check":
            return check(request, lambda words: emit("progress", json.dumps(words).encode()))
        code, body = Code(request.pop("code")), read_body(RaceRequest, json.dumps(request))
        method = own_method(code, puzzles.read_puzzle(body, SETTINGS)[0])
        race = make_race(body, SETTINGS, lambda text: method if text == OWN_METHOD else puzzles.read_spec(text))
        await race.run(self._run_call, 1, emit)
        return {}


def _error_record(error: TaquinError | ApiError) -> Record:
    """The error as the API has it, with its line in the code, or 0."""
    return {"error": {**ApiError.from_run(error).record()["error"], "line": getattr(error, "line", 0)}}


class _Printed:
    """Standard output and error of the code: passed on as it comes, up to a length."""

    def __init__(self, emit: Emit) -> None:
        self._emit, self._left = emit, MOST_PRINTED

    def write(self, text: str) -> int:
        if self._left > 0:
            self._emit("print", json.dumps(text[: self._left]).encode())
            self._left -= len(text)
        return len(text)

    def flush(self) -> None:
        """Nothing is kept back."""


@contextmanager
def _printing(emit: Emit) -> Iterator[None]:
    before: tuple[TextIO, TextIO] = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = _Printed(emit)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


# Run


def run(request: Record) -> Record:
    """Run the search of the code, or A* with its heuristic, and record it."""
    problem = Problem(Board(request["board"]), Board(request["goal"]))
    try:
        code = Code(request["code"])
        if code.search:
            return run_search(code, problem)
        return run_heuristic(code, problem)
    except TimeUp:
        raise UserError(f"stopped after {RUN_SECONDS:g} s, before it searched") from None


def run_search(code: Code, problem: Problem) -> Record:
    calls = CallRecorder(problem, most_nodes=MOST_NODES)
    try:
        with located():
            h = calls.estimated(code.estimate(problem.goal))
            value = code.call_search(calls, problem.goal, h, RUN_SECONDS)
    except TimeUp:
        outcome, words = Outcome(status=Status.LIMIT, reason=code.time_reason), ""
    except UserError as error:
        if not calls.expanded:
            raise
        outcome = Outcome(status=Status.CANCELLED, reason=error.message)
        return {**_record(*calls.trace("Your search", outcome)), **_error_record(error)}
    else:
        outcome, words = _judge_value(value, problem)
    return {**_record(*calls.trace("Your search", outcome)), "words": words}


def _record(trace: Trace, lines: list[int]) -> Record:
    expanded = trace.outcome.stats.expanded
    return {"trace": search_record(ShownSearch(trace)), "lines": lines, "expanded": expanded}


def _judge_value(value: Any, problem: Problem) -> tuple[Outcome, str]:
    """How a search ended that returned this, and the same in words."""
    solution = read_output("\n".join(["", *describe_result(value), ""]), problem).solution
    if solution is not None and solution.is_correct:
        moves = tuple(map(int, solution.moves))
        words = f"It returned a solution of {len(moves)} moves, and every step is right."
        return Outcome(status=Status.SOLVED, moves=moves), words
    if value is None:
        return Outcome(status=Status.EXHAUSTED, reason="it returned None"), "It returned None: no solution."
    reason = "it returned no solution"
    if solution is not None and solution.illegal_step is not None:
        step = solution.illegal_step
        reason = f"step {step.number} of what it returned, {step.step}, is illegal: {step.reason}"
    elif solution is not None and solution.given:
        reason = "the moves that it returned do not end at the goal"
    shown = describe(value)
    return Outcome(status=Status.STUCK, reason=reason), f"{reason[0].upper()}{reason[1:]}. It returned {shown}."


def run_heuristic(code: Code, problem: Problem) -> Record:
    """A* of Taquin with the heuristic of the code."""
    recorder = Recorder(MOST_NODES)
    code.allow()
    with located():
        heuristic = code.function_of_boards(problem.goal)
        solve(
            problem, algorithm="astar", heuristic=heuristic, observer=recorder, backend="python", nodes=HEURISTIC_NODES
        )
    trace = recorder.trace()
    moves, reason = trace.outcome.moves, trace.outcome.reason
    ended = f"ended: {reason}" if moves is None else f"found a solution of {plural(len(moves), 'move')}"
    return {**_record(trace, []), "words": f"A* with your heuristic {ended}."}


# Race


class _CountedCalls(CallRecorder):
    """What the search of the code works on in a race: a run counts the calls, and checks its limits."""

    def __init__(self, problem: Problem, run: Run) -> None:
        super().__init__(problem, most_nodes=0)
        self._run = run

    def successors(self, board: Cells) -> Successors:
        self._run.expand(0)
        children = super().successors(board)
        self._run.counters.generated += len(children)
        return children


def own_method(code: Code, problem: Problem) -> Method:
    """The code as a method: its search, or A* with its heuristic."""

    def search(space: TileSpace, run: Run) -> Outcome:
        goal, seconds = problem.goal, run.limits.time or SETTINGS.time
        try:
            with located():
                value = code.call_search(_CountedCalls(problem, run), goal, code.estimate(goal), seconds)
        except TimeUp:
            return run.failed(Status.LIMIT, code.time_reason)
        outcome, _ = _judge_value(value, problem)
        return run.failed(outcome.status, outcome.reason) if outcome.moves is None else run.solved(outcome.moves)

    if code.search is None:
        return choose_method("astar", code.function_of_boards(problem.goal))
    search.__qualname__ = "Your code"
    return choose_method(search)
