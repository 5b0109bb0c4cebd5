"""Errors for names that users guess: they say which name is meant."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import wraps
from types import ModuleType
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def answers(meant: Mapping[str, str]) -> dict[str, str]:
    """What to write instead of each guess, from the guesses of each answer."""
    return {guess: answer for answer, guesses in meant.items() for guess in guesses.split()}


_SOLVABLE = "taquin.check(board).is_solvable"
_INVERSIONS = "taquin.check(board).start.inversions"
_RANDOM = "taquin.random_board(shape)"
_MANHATTAN = 'taquin.estimate(board, "manhattan")'
_MISPLACED = 'taquin.estimate(board, "misplaced")'
_RECORDER = "recorder = taquin.Recorder(); taquin.solve(board, observer=recorder); recorder.trace()"
_BOARDS = "solution.boards(), the boards on the way"
_STORED = "max_stored, the states that were stored at once"

BOARD = answers(
    {
        "find(tile), the cell, or position(tile), the row and the column": "index",
        "cells, or rows()": "tiles",
        "shape": "size",
        "shape.rows and shape.columns": "n",
        "shape.columns": "columns cols width",
        "shape.rows": "height",
        "rows()": "grid",
        "rows(), or list(board)": "to_list tolist",
        "rows(), or cells": "to_tuple",
        "numpy.array(board)": "to_numpy to_array",
        "str(board)": "to_string",
        "board[row, column]": "get",
        "blank": "empty zero",
        "position(0)": "blank_position",
        "play(move)": "move apply",
        "moves()": "actions possible_moves",
        "neighbours()": "children neighbors successors",
        _SOLVABLE: "is_solvable solvable",
        _INVERSIONS: "inversions",
        "taquin.check(board).start.parity": "parity",
        "taquin.Problem(board).goal": "goal",
        "board == goal": "is_goal is_solved solved",
        "taquin.solve(board)": "solve",
        _MANHATTAN: "heuristic manhattan",
        _MISPLACED: "misplaced",
        _RANDOM: "shuffle scramble random",
        "Board(text)": "from_string",
        "Board(rows), or Board(cells)": "from_list",
        "Board(rows)": "from_rows",
        "taquin.draw(board), which has save(path)": "draw to_svg",
        "print(board), or taquin.draw(board)": "show print display",
        "the board itself: it never changes": "copy",
    }
)
"""What to write instead of an attribute of ``Board`` that does not exist."""

RESULT = answers(
    {
        f"{_BOARDS}, or moves": "path",
        _BOARDS: "boards states steps",
        "moves": "actions",
        "stats.expanded or stats.generated": "nodes",
        "stats.expanded": "expanded nodes_expanded",
        "stats.generated": "generated nodes_generated",
        "stats.max_frontier": "max_frontier",
        "stats.max_depth": "max_depth",
        "stats": "counters",
        f"stats.{_STORED}": "memory",
        "quality, which is Quality.OPTIMAL if the solution is proven shortest": "optimal is_optimal",
        "length": "cost depth",
        "seconds": "time elapsed runtime duration",
        "is_solved": "solved success found",
        "spec": "method",
        _RECORDER: "trace",
        f"{_RECORDER}.tree": "tree",
        "taquin.draw(result, animate=True)": "animate",
        "taquin.draw(result)": "draw",
        "print(result), or taquin.draw(result)": "show",
        "print(result)": "print",
    }
)
"""The same for ``Result``."""

SPACE_RESULT = {**RESULT, **answers({"states, or moves": "path solution", "states": "boards steps"})}
"""The same for ``SpaceResult``."""

SOLUTION = answers(
    {
        "boards(), the boards on the way, or moves": "path",
        "boards()": "states steps",
        "moves": "actions",
        "text()": "to_string",
        "length": "cost",
    }
)
"""The same for ``Solution``."""

STATS = answers(
    {
        "expanded or generated": "nodes",
        "result.seconds": "time seconds",
        "max_frontier": "frontier",
        _STORED: "memory",
    }
)
"""The same for ``Stats``."""

COMPARISON = answers(
    {
        "[row.result for row in comparison]": "results",
        "print(comparison), or to_frame()": "table",
        "best, the length of the shortest solution": "winner",
        "to_frame().to_csv(path)": "to_csv",
        "to_frame()": "to_dataframe to_pandas df",
        "taquin.draw(comparison)": "plot",
        "print(comparison), or taquin.draw(comparison)": "show",
    }
)
"""The same for ``Comparison``."""

MODULE = answers(
    {
        _SOLVABLE: "is_solvable solvable",
        _INVERSIONS: "inversions count_inversions",
        "board.neighbours()": "neighbors neighbours",
        "taquin.solving.registry.ALGORITHMS": "list_algorithms",
        "taquin.solving.registry.HEURISTICS": "list_heuristics",
        _MANHATTAN: "heuristic manhattan manhattan_distance",
        _MISPLACED: "misplaced",
        'taquin.estimate(board, "linear_conflict")': "linear_conflict",
        "taquin.solve(board).length, or taquin.DistanceTable": "distance",
        _RANDOM: "random random_puzzle shuffle scramble generate",
        'taquin.solve(board, algorithm="astar")': "astar a_star",
        'taquin.solve(board, algorithm="bfs")': "bfs",
        'taquin.solve(board, algorithm="dfs")': "dfs",
        'taquin.solve(board, algorithm="ida_star")': "ida_star idastar",
        "taquin.Board, or taquin.Problem": "Puzzle",
        "taquin.solve(board)": "Solver",
        'goal="snail", or a Board': "Goal",
        "taquin.Problem(board, goal).goal": "goal",
        f"{_RECORDER}.tree": "tree search_tree",
        "taquin.shortest_solutions(board)": "all_solutions",
        "the command taquin play, or board.play(move)": "play",
        "taquin.draw(result, animate=True)": "animate",
        "taquin.draw(result)": "plot show",
        "taquin.compare(board)": "benchmark",
        "taquin.Board(text)": "parse",
        "taquin.read_boards(path)": "load read",
        "taquin.__version__": "version",
    }
)
"""The same for the package."""

LIMIT_KEYWORDS = answers(
    {"time": "timeout time_limit max_time", "nodes": "max_nodes node_limit", "depth": "max_depth depth_limit"}
)
"""What to write instead of a keyword argument that does not exist, in every function with limits."""


def missing_attribute(owner: type | ModuleType, name: str, guesses: Mapping[str, str]) -> AttributeError:
    """The error for an attribute that does not exist. ``guesses`` has what to write instead.

    >>> missing_attribute(str, "lowercase", {"lowercase": "lower()"})
    AttributeError("str has no attribute 'lowercase': use lower()")
    >>> missing_attribute(str, "strp", {})
    AttributeError("str has no attribute 'strp': did you mean 'strip'?")
    """
    pointer = "" if name.startswith("_") else _pointer(name, dir(owner), guesses)  # pickle looks for such names often
    return AttributeError(f"{owner.__name__} has no attribute {name!r}{pointer}")


def answers_guesses(guesses: Mapping[str, str]) -> Callable[[type[R]], type[R]]:
    """A class decorator: an attribute that does not exist raises ``missing_attribute``. Type checkers do not see it."""

    def decorate(owner: type[R]) -> type[R]:
        def refuse(self: R, name: str) -> object:
            raise missing_attribute(owner, name, guesses)

        owner.__getattr__ = refuse  # type: ignore[attr-defined]
        return owner

    return decorate


def suggest_keywords(**guesses: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A decorator: an unknown keyword argument is refused with what to write instead."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        code = function.__code__
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        known = frozenset(names)
        meant = {"board": names[0], **guesses}

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            for name in kwargs.keys() - known:
                raise TypeError(f"{function.__name__}() has no argument {name!r}{_pointer(name, names, meant)}")
            if len(args) > code.co_argcount:
                rest = names[code.co_argcount :]
                example = next((name for name in rest if name.startswith("algorithm")), rest[0])
                raise TypeError(
                    f"{function.__name__}() takes {' and '.join(names[: code.co_argcount])} without names, "
                    f"and the rest by name, such as {example}=…"
                )
            return function(*args, **kwargs)

        return call

    return decorate


def _pointer(name: str, names: Sequence[str], guesses: Mapping[str, str]) -> str:
    if name in guesses:
        return f": use {guesses[name]}"
    near = get_close_matches(name, [one for one in names if one[0] != "_"], n=1)
    return f": did you mean {near[0]!r}?" if near else ""
