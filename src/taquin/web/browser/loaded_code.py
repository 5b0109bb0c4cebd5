"""Code that users write in the page: their search as an algorithm of Taquin, their heuristic, and their time."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from types import ModuleType
from typing import Any, TypeAlias

from taquin.errors import AlgorithmError, TaquinError
from taquin.heuristics.manhattan import Manhattan
from taquin.heuristics.user_code import definition_line, describe, error_line
from taquin.judging.calls import describe_result
from taquin.judging.output import read_output
from taquin.judging.verdicts import judge_wrong
from taquin.puzzle.board import Board, pack
from taquin.puzzle.problem import Problem, TileSpace
from taquin.run.budget import Stop
from taquin.run.limits import Limits, check_limits, limits_checked_by
from taquin.run.run import Run
from taquin.solving.method import Method, choose_method
from taquin.trace.call_recorder import CallRecorder
from taquin.web.browser.engine import SETTINGS

FILE = "code.py"
OWN_HEURISTIC = "your h"
RUN_SECONDS = 10.0
_SKIPPED = 255  # looks at the clock that loops leave out between two
_looks = count()


Block: TypeAlias = ast.While | ast.For | ast.FunctionDef


class _Checks(ast.NodeTransformer):
    """Puts a call of ``__check__`` into every loop and function, which ends code that takes too long."""

    def _add(self, node: Block) -> Block:
        self.generic_visit(node)
        call = ast.Expr(ast.Call(ast.Name("__check__", ast.Load()), [], []))
        node.body.insert(0, ast.fix_missing_locations(ast.copy_location(call, node.body[0])))
        return node

    visit_While = visit_For = visit_FunctionDef = _add  # noqa: N815 - names of ast


def _check() -> None:
    if not next(_looks) & _SKIPPED:
        check_limits()


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise ``AlgorithmError`` in code that takes longer, unless a run with limits of its own calls it."""
    try:
        with limits_checked_by(Run(Limits(time=seconds)).check):
            yield
    except Stop:
        raise AlgorithmError(f"stopped after {seconds:g} s") from None


class Code:
    """The user's code, which defines ``search``, ``h`` or both. With a search it can be called as an algorithm."""

    calls: CallRecorder
    value: object = None
    """What the search returned."""

    def __init__(self, text: str) -> None:
        """Run the code. Raises ``AlgorithmError`` if it fails, or if it defines neither."""
        module = sys.modules["code"] = ModuleType("code")  # dataclasses look it up there
        vars(module).update(__file__=FILE, __check__=_check)
        try:
            with within(RUN_SECONDS):
                exec(compile(_Checks().visit(ast.parse(text, FILE)), FILE, "exec"), vars(module))
        except BaseException as error:
            if isinstance(error, TaquinError):
                raise
            raise AlgorithmError(f"{error_line(error, module)}: {describe(error)}") from error
        found = {name: vars(module).get(name) for name in ("h", "search")}
        self.functions: dict[str, Callable[..., Any]] = {name: one for name, one in found.items() if callable(one)}
        self.func = self.functions.get("search")  # as a partial function has it: errors are located there
        self.__qualname__ = "Your code"
        if not self.functions:
            raise AlgorithmError("the code defines neither search nor h", hint="choose a starter to see their form")

    def method(self, goal: Board) -> Method:
        """The search of the code, or A* with its heuristic."""
        return choose_method(self) if self.func else choose_method("astar", self.estimate(goal))

    def estimate(self, goal: Board) -> Callable[[Iterable[int]], float]:
        """The user's heuristic for a goal, a function of a board; without one that of Manhattan."""
        manhattan = Manhattan(goal)
        own: Callable[..., Any] = self.functions.get("h", lambda board: manhattan(pack(board)))
        given = (tuple(goal), goal.shape.columns)[: len(inspect.signature(own).parameters) - 1]

        def h(board: Iterable[int]) -> float:
            return own(tuple(board), *given)  # type: ignore[no-any-return]

        h.__qualname__ = OWN_HEURISTIC
        vars(h)["func"] = own
        return h

    def __call__(self, space: TileSpace, run: Run) -> object:
        """Call the search with what its parameters name. Returns moves, or None."""
        assert self.func is not None
        self.value = None
        problem = Problem(*(Board.from_state(state, space.shape) for state in (space.start, space.goal)))
        goal, self.calls = problem.goal, CallRecorder(space, run, SETTINGS.trace_nodes)
        given = {name: getattr(self.calls, name) for name in ("start", "is_goal", "successors")}
        given |= {"h": self.calls.estimated(self.estimate(goal)), "goal": tuple(goal), "columns": goal.shape.columns}
        wanted = inspect.signature(self.func).parameters
        for name, parameter in wanted.items():
            if name not in given and parameter.default is parameter.empty:
                where, hint = definition_line(self.func), f"its parameters may be {', '.join(given)}"
                raise AlgorithmError(f"{where}: search asks for {name}", hint=hint)
        self.value = self.func(**{name: value for name, value in given.items() if name in wanted})
        solution = read_output("\n".join(["", *describe_result(self.value), ""]), problem).solution
        if solution is None or not solution.given:
            return self.value
        if not solution.is_correct:
            raise AlgorithmError(f"your search {judge_wrong(solution)[1]}")
        return solution.moves
