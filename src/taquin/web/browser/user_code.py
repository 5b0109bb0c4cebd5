"""Runs code that users write in the page: their search as a recorded trace, their heuristic, and both judged.

A sandboxed web worker calls this, one request at a time; no server does. What the code prints is passed on at once.
"""

from __future__ import annotations

import ast
import inspect
import json
import linecache
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from traceback import walk_tb
from types import ModuleType
from typing import Any, TextIO

from taquin.analysis.examine import examine
from taquin.analysis.programs.calls import describe_result
from taquin.analysis.programs.judge import judge
from taquin.analysis.programs.output import Reading, read_output
from taquin.errors import TaquinError
from taquin.heuristics.user_code import describe
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import plural
from taquin.render.search_record import ShownSearch, search_record
from taquin.render.text.examination import describe as describe_examination
from taquin.render.text.program_report import describe_program
from taquin.run.result import Outcome, Status
from taquin.solving.solver import solve
from taquin.trace.call_recorder import CallRecorder, Cells
from taquin.trace.recorder import Recorder
from taquin.web.api.job import JSON
from taquin.web.browser.core import install

FILE = "code.py"
RUN_SECONDS, CHECK_SECONDS = 10.0, 60.0
MOST_NODES = 3_000
MOST_PRINTED = 20_000
"""Characters that a run may print; the rest is left out."""
_CHECKED = 255  # how often loops look at the clock
_OWN = ("start", "goal", "is_goal", "successors", "h", "columns")
"""What a search may ask for, by the names of its parameters."""

Emit = Callable[[str, bytes], object]
Record = dict[str, Any]


class TimeUp(BaseException):
    """The time is over. Not an ``Exception``: code that catches every error must not catch this."""


class UserError(TaquinError):
    """An error of the user's code, with its line."""

    def __init__(self, message: str, line: int = 0, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.line = line


def start(cache: str, core: Any, is_cancelled: Callable[[], bool]) -> UserEngine:
    """The engine of a sandboxed worker. It has no cache; ending the worker cancels its request."""
    random.seed()
    if core is not None:
        install(core)
    return UserEngine()


class UserEngine:
    """Responds to requests of the view Code."""

    async def respond(self, path: str, body: str, emit: Emit) -> tuple[int, str, bytes]:
        """The response to a request, ``run`` or ``check``: the status, the media type and the content."""
        request = json.loads(body)
        try:
            with _printing(emit):
                record = {"run": run, "check": check}[path](request)
        except UserError as error:
            record = {"error": {"message": error.message, "hint": error.hint, "line": error.line}}
        return 200, JSON, json.dumps(record).encode()


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


# The code


class _Checks(ast.NodeTransformer):
    """Puts a call of ``__check__`` into every loop and function, which ends code that takes too long."""

    def _add(self, node: Any) -> Any:
        self.generic_visit(node)
        call = ast.Expr(ast.Call(ast.Name("__check__", ast.Load()), [], []))
        node.body.insert(0, ast.fix_missing_locations(ast.copy_location(call, node.body[0])))
        return node

    visit_While = visit_For = visit_FunctionDef = _add  # noqa: N815 - names of ast


class Code:
    """The user's code, loaded: its search and its heuristic, if it has them."""

    def __init__(self, text: str) -> None:
        self._count = 0
        linecache.cache[FILE] = (len(text), None, text.splitlines(keepends=True), FILE)
        self._module = ModuleType("code")
        sys.modules["code"] = self._module  # dataclasses look it up there
        self._module.__dict__["__check__"] = self._check
        self.allow()
        with located():
            tree = _Checks().visit(ast.parse(text, FILE))
            exec(compile(tree, FILE, "exec"), vars(self._module))
        self.search = self._find("search")
        self.heuristic = self._find("h")
        if not (self.search or self.heuristic):
            raise UserError("the code defines neither search nor h", hint="choose a starter to see their form")

    def allow(self, seconds: float = RUN_SECONDS) -> None:
        """Begin to measure the time."""
        self.seconds = seconds
        self._deadline = monotonic() + self.seconds

    def _check(self) -> None:
        self._count += 1
        if not self._count & _CHECKED and monotonic() > self._deadline:
            raise TimeUp

    def _find(self, name: str) -> Callable[..., Any] | None:
        found = getattr(self._module, name, None)
        return found if callable(found) else None

    def estimate(self, goal: Board) -> Callable[[Cells], float]:
        """The user's heuristic for a goal, a function of a board; without one that of Manhattan."""
        columns, wanted = goal.shape.columns, tuple(goal)
        own = self.heuristic
        if own is None:
            homes = {tile: divmod(place, columns) for place, tile in enumerate(wanted)}
            return lambda board: sum(
                abs(place // columns - homes[tile][0]) + abs(place % columns - homes[tile][1])
                for place, tile in enumerate(board)
                if tile
            )
        given = (wanted, columns)[: len(inspect.signature(own).parameters) - 1]
        return lambda board: own(board, *given)

    def function_of_boards(self, goal: Board) -> Callable[[Board, Board], float]:
        """The same as a heuristic of Taquin."""
        estimate = self.estimate(goal)

        def h(board: Board, goal: Board) -> float:
            return estimate(tuple(board))

        h.__qualname__ = "h"
        return h

    def call_search(self, calls: CallRecorder) -> Any:
        """What the user's search returns."""
        assert self.search is not None
        values = {name: getattr(calls, name) for name in ("start", "is_goal", "successors")}
        goal = calls.problem.goal
        values |= {"goal": tuple(goal), "columns": goal.shape.columns, "h": calls.estimated(self.estimate(goal))}
        wanted = inspect.signature(self.search).parameters
        unknown = [name for name, one in wanted.items() if name not in values and one.default is one.empty]
        if unknown:
            line = self.search.__code__.co_firstlineno
            raise UserError(f"search asks for {unknown[0]}", line, f"the parameters are {', '.join(_OWN)}")
        self.allow()
        return self.search(**{name: value for name, value in values.items() if name in wanted})


@contextmanager
def located() -> Iterator[None]:
    """Turn errors of the code into ``UserError`` with its innermost line."""
    try:
        yield
    except (UserError, TimeUp):
        raise
    except BaseException as error:
        cause = error.__cause__ or error
        lines = [line for frame, line in walk_tb(cause.__traceback__) if frame.f_code.co_filename == FILE]
        if isinstance(cause, SyntaxError) and cause.filename == FILE:
            lines = [cause.lineno or 1]
        raise UserError(describe(cause), lines[-1] if lines else 0) from error


# Requests


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
            value = code.call_search(calls)
    except TimeUp:
        outcome, words = Outcome(status=Status.LIMIT, reason=f"stopped after {code.seconds:g} s"), ""
    except UserError as error:
        if not calls.expanded:
            raise
        outcome = Outcome(status=Status.CANCELLED, reason=error.message)
        return {**_record(calls, outcome), "error": {"message": error.message, "hint": "", "line": error.line}}
    else:
        outcome, words = _judge_value(value, problem)
    return {**_record(calls, outcome), "words": words}


def _record(calls: CallRecorder, outcome: Outcome) -> Record:
    trace, lines = calls.trace("Your search", outcome)
    return {"trace": search_record(ShownSearch(trace)), "lines": lines, "expanded": calls.expanded}


def _judge_value(value: Any, problem: Problem) -> tuple[Outcome, str]:
    reading: Reading = read_output("\n".join(["", *describe_result(value), ""]), problem)
    solution = reading.solution
    if solution is not None and solution.is_correct:
        moves = tuple(map(int, solution.moves))
        return Outcome(
            status=Status.SOLVED, moves=moves
        ), f"It returned a solution of {len(moves)} moves, and every step is right."
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
    recorder = Recorder(20 * MOST_NODES)
    code.allow()
    with located():
        heuristic = code.function_of_boards(problem.goal)
        solve(problem, algorithm="astar", heuristic=heuristic, observer=recorder, backend="python", nodes=MOST_NODES)
    trace = recorder.trace()
    words = "A* with your heuristic."
    return {
        "trace": search_record(ShownSearch(trace)),
        "lines": [],
        "expanded": trace.outcome.stats.expanded,
        "words": words,
    }


def check(request: Record) -> Record:
    """Judge the search of the code, and examine its heuristic on every board.

    The record has a sentence, whether all is well, the reports as text, and boards to draw with their captions.
    """
    goal = Board(request["goal"])
    try:
        code = Code(request["code"])
        parts = [check_heuristic(code, goal)] if code.heuristic else []
        parts += [check_search(code, goal)] if code.search else []
    except TimeUp:
        raise UserError(f"stopped after {code.seconds:g} s") from None
    return {
        "words": " ".join(part["words"] for part in parts),
        "right": all(part["right"] for part in parts),
        "report": "\n\n".join(part["report"] for part in parts),
        "boards": [pair for part in parts for pair in part["boards"]],
    }


def check_heuristic(code: Code, goal: Board) -> Record:
    """``taquin examine``, with the smallest counterexample."""
    code.allow(CHECK_SECONDS)
    with located():
        found = examine(code.function_of_boards(goal), goal)
    name = f"h, tried on all {found.states:,} boards"
    if over := found.overestimate:
        words = f"{name}, is not admissible: it overestimates {plural(found.overestimates, 'board')}."
        boards = [(f"distance {over.distance}, h = {over.estimate:g}", one_line(over.board))]
    elif move := found.inconsistency:
        words = f"{name}, is admissible but not consistent."
        pairs = [(move.parent, move.parent_estimate), (move.child, move.child_estimate)]
        boards = [(f"h = {estimate:g}", one_line(board)) for board, estimate in pairs]
    else:
        words, boards = f"{name}, is admissible and consistent.", []
    return {"words": words, "right": found.is_admissible, "report": describe_examination(found), "boards": boards}


def check_search(code: Code, goal: Board) -> Record:
    """``taquin judge``, with the first board on which the search is wrong."""

    def search(cell_tuple: Cells, goal: Cells) -> Record:
        calls = CallRecorder(Problem(Board(cell_tuple, shape), Board(goal, shape)), most_nodes=0)
        try:
            moves = code.call_search(calls)
        except TimeUp:
            raise TimeoutError(f"stopped after {code.seconds:g} s") from None
        return {"moves": moves, "nodes expanded": calls.expanded}

    shape = goal.shape
    report = judge(search, goal=goal, call="search(cell_tuple, goal)", explains=False)
    solvable = [one for one in report.boards if one.problem.is_solvable]
    right, shortest = sum(one.is_solution for one in solvable), sum(one.is_right for one in solvable)
    words = f"search is right on {right} of {plural(len(solvable), 'board')}, shortest on {shortest}."
    wrong = [one for one in report.boards if not one.is_right][:1]
    return {
        "words": report.failure or words,
        "right": right == len(solvable) and not report.failure,
        "report": describe_program(report).partition("\n\n")[2],
        "boards": [(one.words, one_line(one.board)) for one in wrong],
    }
