"""Errors for names that do not exist: they suggest a similar name, or what a name of another library is called here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

ELSEWHERE: Mapping[str, str] = {
    "taquin.is_solvable": "Board(text).is_solvable; taquin.check(board, goal) explains it",
    "taquin.is_admissible": "taquin.examine(heuristic)",
    "taquin.AStar": 'taquin.solve(board, algorithm="astar")',
    "taquin.bfs": 'taquin.solve(board, algorithm="bfs")',
    "taquin.dfs": 'taquin.solve(board, algorithm="dfs")',
    "taquin.ida_star": 'taquin.solve(board, algorithm="ida_star")',
    "taquin.manhattan": 'taquin.estimate(board, "manhattan")',
    "taquin.generate": "taquin.random_board(shape)",
    "taquin.tree": "taquin.draw(recorder.trace()), with recorder = taquin.Recorder() as the observer of taquin.solve",
    "taquin.play": "`taquin play` in a terminal",
    "taquin.Puzzle": "taquin.Board, or taquin.Problem",
    "taquin.astar": 'taquin.solve(board, algorithm="astar")',
    "taquin.EightPuzzle": "taquin.Board, or taquin.Problem",
    "taquin.shuffle": "taquin.random_board(shape)",
    "taquin.algorithms": "taquin.list_algorithms()",
    "Board.actions": "moves()",
    "Board.legal_moves": "moves()",
    "Board.successors": "neighbours()",
    "Board.random": "taquin.random_board(shape)",
    "Board.goal": "taquin.Problem(board).goal",
    "Board.inversions": "taquin.check(board)",
    "Board.parity": "taquin.check(board)",
    "Board.to_string": "str(board)",
    "Board.copy": "the board itself: boards never change",
    "Board.undo": "the board before: play makes a new one",
    "Board.solve": "taquin.solve(board)",
    "Board.hint": "taquin.hint(board)",
    "Board.blank_position": "position(0)",
    "Board.children": "neighbours()",
    "Board.apply": "play(move)",
    "Board.move": "play(move)",
    "Board.tiles": "cells",
    "Board.grid": "rows()",
    "Board.to_list": "rows()",
    "Board.tolist": "rows()",
    "Board.size": "shape.rows, shape.columns, or len(board)",
    "Board.width": "shape.columns",
    "Board.height": "shape.rows",
    "Board.columns": "shape.columns",
    "Board.goal_test": "board == taquin.Problem(board).goal",
    "Board.is_solved": "board == taquin.Problem(board).goal",
    "Board.shuffle": "taquin.random_board(board.shape)",
    "Board.push": "play(move)",
    "Board.is_goal": "board == taquin.Problem(board).goal",
    "Board.manhattan": 'taquin.estimate(board, "manhattan")',
    "Result.boards": "path",
    "Result.states": "path",
    "Result.actions": "moves",
    "Result.expanded": "stats.expanded",
    "Result.nodes_expanded": "stats.expanded",
    "Result.is_optimal": "quality == taquin.Quality.OPTIMAL",
    "Result.optimal": "quality == taquin.Quality.OPTIMAL",
    "Result.success": "is_solved",
    "Result.runtime": "seconds",
    "Picture.show": "save(path); a notebook shows the picture by itself",
    "Result.nodes": "stats.expanded or stats.generated",
    "Result.generated": "stats.generated",
    "Result.nodes_generated": "stats.generated",
    "Result.time": "seconds",
    "Result.elapsed": "seconds",
    "Result.steps": "path, which has every board, or moves",
    "Result.trace": "taquin.Recorder(), as observer=recorder; recorder.trace()",
    "SpaceResult.path": "states, or moves",
    "Stats.nodes": "expanded or generated",
    "_Rows.to_csv": "to_frame().to_csv(path)",
    "_Rows.plot": "taquin.draw(comparison), which has save(path)",
    "solve(method)": "algorithm",
    "solve(timeout)": "time",
    "solve(weight)": 'algorithm="wastar(manhattan, weight=2)", or options={"weight": 2}',
    "solve(seed)": 'options={"seed": 7}',
    "solve_many(workers)": "jobs",
    "compare(methods)": 'algorithms=["bfs", "astar(manhattan)"]',
    "random_board(size)": "shape",
    "random_board(n)": "a loop: each call makes one board, and each seed another",
    "taquin.goal": 'the name of a goal, such as goal="snail", or a board',
    "draw(path)": "draw(…).save(path), which writes the picture to a file",
}
"""Names of other well-known libraries and of textbooks, by what would have them here: what to write instead."""


def missing_attribute(owner: str, name: str, names: Iterable[str], bases: Iterable[str] = ()) -> AttributeError:
    """The error for an attribute that ``owner``, which has these names, does not have.

    >>> missing_attribute("str", "strp", dir(str))
    AttributeError("str has no attribute 'strp': did you mean 'strip'?")
    >>> missing_attribute("Board", "push", [])
    AttributeError("Board has no attribute 'push': use play(move)")
    """
    pointer = ""
    if not name.startswith("_"):  # pickle looks for such names often
        pointer = _pointer(name, names, [f"{one}.{name}" for one in (owner, *bases)])
    return AttributeError(f"{owner} has no attribute {name!r}{pointer}")


def suggests_names(owner: type[R]) -> type[R]:
    """A class decorator: an attribute that does not exist raises ``missing_attribute``. Type checkers do not see it."""

    def refuse(self: R, name: str) -> object:
        raise missing_attribute(owner.__name__, name, dir(owner), [base.__name__ for base in owner.__mro__])

    owner.__getattr__ = refuse  # type: ignore[attr-defined]
    return owner


def suggest_keywords(function: Callable[P, R]) -> Callable[P, R]:
    """A decorator: an unknown keyword argument is refused with what to write instead."""
    code = function.__code__
    title = function.__qualname__.removesuffix(".__init__")
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    first = names[title != function.__qualname__ : code.co_argcount]  # without self
    known = frozenset(names)

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        for name in kwargs.keys() - known:
            raise TypeError(f"{title}() has no argument {name!r}{_keyword_pointer(title, name, names)}")
        if len(args) > code.co_argcount:
            rest = names[code.co_argcount :]
            example = next((name for name in rest if name.startswith("algorithm")), rest[0])
            path = ELSEWHERE.get(f"{title}(path)")
            advice = f": use {path}" if path else f", and the rest by name, such as {example}=…"
            raise TypeError(f"{title}() takes {' and '.join(first) or 'nothing'} without names{advice}")
        return function(*args, **kwargs)

    return call


def _keyword_pointer(title: str, name: str, names: Sequence[str]) -> str:
    """The pointer for an unknown argument. Functions that share arguments with ``solve`` share its entries."""
    shared = f"solve({name})"
    return _pointer(name, names, [f"{title}({name})", *[shared][: ELSEWHERE.get(shared) in names]])


def _pointer(name: str, names: Iterable[str], keys: Iterable[str]) -> str:
    """What to write instead of a name: from ``ELSEWHERE`` by the first of these keys, or the most similar name."""
    meant = next((ELSEWHERE[key] for key in keys if key in ELSEWHERE), None)
    if meant:
        return f": use {meant}"
    near = get_close_matches(name, [one for one in names if one[0] != "_"], n=1)
    return f": did you mean {near[0]!r}?" if near else ""
