"""Code that users write in the page: their search and their heuristic, their time, and the lines of their errors."""

from __future__ import annotations

import ast
import inspect
import linecache
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from traceback import walk_tb
from types import ModuleType
from typing import Any, Protocol

from taquin.errors import TaquinError
from taquin.heuristics.manhattan import Manhattan
from taquin.heuristics.user_code import describe
from taquin.puzzle.board import Board, pack
from taquin.run.run import Stop
from taquin.trace.call_recorder import Cells, Successors

FILE = "code.py"
OWN_HEURISTIC = "your h"
RUN_SECONDS = 10.0
_CHECKED = 255  # how often loops look at the clock
_OWN = ("start", "goal", "is_goal", "successors", "h", "columns")
"""What a search may ask for, by the names of its parameters."""


class TimeUp(BaseException):
    """The time is over. Not an ``Exception``: code that catches every error must not catch this."""


class UserError(TaquinError):
    """An error of the user's code, with its line."""

    def __init__(self, message: str, line: int = 0, hint: str = "") -> None:
        super().__init__(f"line {line}: {message}" if line else message, hint=hint)
        self.line = line


class Puzzle(Protocol):
    """What a search works on."""

    start: Cells

    def is_goal(self, board: Cells) -> bool: ...
    def successors(self, board: Cells) -> Successors: ...


class _Checks(ast.NodeTransformer):
    """Puts a call of ``__check__`` into every loop and function, which ends code that takes too long."""

    def _add(self, node: Any) -> Any:
        self.generic_visit(node)
        call = ast.Expr(ast.Call(ast.Name("__check__", ast.Load()), [], []))
        node.body.insert(0, ast.fix_missing_locations(ast.copy_location(call, node.body[0])))
        return node

    visit_While = visit_For = visit_FunctionDef = _add  # noqa: N815 - names of ast


class Code:
    """The user's code: its search and its heuristic, if it has them."""

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

    @property
    def time_reason(self) -> str:
        """Why code ends whose time is over."""
        return f"stopped after {self.seconds:g} s"

    def _check(self) -> None:
        self._count += 1
        if not self._count & _CHECKED and monotonic() > self._deadline:
            raise TimeUp

    def _find(self, name: str) -> Callable[..., Any] | None:
        found = getattr(self._module, name, None)
        return found if callable(found) else None

    def estimate(self, goal: Board) -> Callable[[Cells], float]:
        """The user's heuristic for a goal, a function of a board; without one that of Manhattan."""
        own = self.heuristic
        if own is None:
            manhattan = Manhattan(goal)
            return lambda board: manhattan(pack(board))
        given = (tuple(goal), goal.shape.columns)[: len(inspect.signature(own).parameters) - 1]
        return lambda board: own(board, *given)

    def function_of_boards(self, goal: Board) -> Callable[[Board, Board], float]:
        """The same as a heuristic of Taquin."""
        estimate = self.estimate(goal)

        def h(board: Board, goal: Board) -> float:
            return estimate(tuple(board))

        h.__qualname__ = OWN_HEURISTIC
        return h

    def call_search(self, puzzle: Puzzle, goal: Board, h: Callable[[Cells], float], seconds: float) -> Any:
        """What the user's search returns."""
        assert self.search is not None
        values = {name: getattr(puzzle, name) for name in ("start", "is_goal", "successors")}
        values |= {"goal": tuple(goal), "columns": goal.shape.columns, "h": h}
        wanted = inspect.signature(self.search).parameters
        unknown = [name for name, one in wanted.items() if name not in values and one.default is one.empty]
        if unknown:
            line = self.search.__code__.co_firstlineno
            raise UserError(f"search asks for {unknown[0]}", line, f"the parameters are {', '.join(_OWN)}")
        self.allow(seconds)
        return self.search(**{name: value for name, value in values.items() if name in wanted})


@contextmanager
def located() -> Iterator[None]:
    """Turn errors of the code into ``UserError`` with its innermost line."""
    try:
        yield
    except (UserError, TimeUp, Stop):
        raise
    except BaseException as error:
        cause = error.__cause__ or error
        lines = [line for frame, line in walk_tb(cause.__traceback__) if frame.f_code.co_filename == FILE]
        if isinstance(cause, SyntaxError) and cause.filename == FILE:
            lines = [cause.lineno or 1]
        raise UserError(describe(cause), lines[-1] if lines else 0) from error
