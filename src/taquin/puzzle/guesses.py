"""Errors for names that users guess: they say which name is meant."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_RANDOM = "taquin.random_board(shape)"
_SOLVABLE = "taquin.check(board).is_solvable"
_INVERSIONS = "taquin.check(board).start.inversions"
_DRAW = "taquin.draw(board), which has save(path)"
_PRINT = "print(board), or taquin.draw(board)"

BOARD = {
    "index": "find(tile), the cell, or position(tile), the row and the column",
    "tiles": "cells, or rows()",
    "size": "shape",
    "n": "shape.rows and shape.columns",
    "columns": "shape.columns",
    "cols": "shape.columns",
    "width": "shape.columns",
    "height": "shape.rows",
    "grid": "rows()",
    "to_list": "rows(), or list(board)",
    "tolist": "rows(), or list(board)",
    "to_tuple": "rows(), or cells",
    "to_numpy": "numpy.array(board)",
    "to_array": "numpy.array(board)",
    "to_string": "str(board)",
    "get": "board[row, column]",
    "empty": "blank",
    "zero": "blank",
    "blank_position": "position(0)",
    "move": "play(move)",
    "apply": "play(move)",
    "actions": "moves()",
    "possible_moves": "moves()",
    "children": "neighbours()",
    "neighbors": "neighbours()",
    "successors": "neighbours()",
    "is_solvable": _SOLVABLE,
    "solvable": _SOLVABLE,
    "inversions": _INVERSIONS,
    "parity": "taquin.check(board).start.parity",
    "goal": "taquin.Problem(board).goal",
    "is_goal": "board == goal",
    "is_solved": "board == goal",
    "solved": "board == goal",
    "solve": "taquin.solve(board)",
    "heuristic": 'taquin.estimate(board, "manhattan")',
    "manhattan": 'taquin.estimate(board, "manhattan")',
    "misplaced": 'taquin.estimate(board, "misplaced")',
    "shuffle": _RANDOM,
    "scramble": _RANDOM,
    "random": _RANDOM,
    "from_string": "Board(text)",
    "from_list": "Board(rows), or Board(cells)",
    "from_rows": "Board(rows)",
    "draw": _DRAW,
    "to_svg": _DRAW,
    "show": _PRINT,
    "print": _PRINT,
    "display": _PRINT,
    "copy": "the board itself: it never changes",
}
"""What to write instead of an attribute of ``Board`` that does not exist."""

_BOARDS = "solution.boards(), the boards on the way"
_OPTIMAL = "quality, which is Quality.OPTIMAL if the solution is proven shortest"
_RECORDER = "recorder = taquin.Recorder(); taquin.solve(board, observer=recorder); recorder.trace()"

RESULT = {
    "path": f"{_BOARDS}, or moves",
    "boards": _BOARDS,
    "states": _BOARDS,
    "steps": _BOARDS,
    "actions": "moves",
    "nodes": "stats.expanded or stats.generated",
    "expanded": "stats.expanded",
    "nodes_expanded": "stats.expanded",
    "generated": "stats.generated",
    "nodes_generated": "stats.generated",
    "max_frontier": "stats.max_frontier",
    "max_depth": "stats.max_depth",
    "counters": "stats",
    "memory": "stats.max_stored, the states that were stored at once",
    "optimal": _OPTIMAL,
    "is_optimal": _OPTIMAL,
    "cost": "length",
    "depth": "length",
    "time": "seconds",
    "elapsed": "seconds",
    "runtime": "seconds",
    "duration": "seconds",
    "solved": "is_solved",
    "success": "is_solved",
    "found": "is_solved",
    "method": "spec",
    "trace": _RECORDER,
    "tree": f"{_RECORDER}.tree",
    "animate": "taquin.draw(result, animate=True)",
    "draw": "taquin.draw(result)",
    "show": "print(result), or taquin.draw(result)",
    "print": "print(result)",
}
"""The same for ``Result``."""

SPACE_RESULT = {
    **RESULT,
    **dict.fromkeys(("path", "solution"), "states, or moves"),
    **dict.fromkeys(("boards", "steps"), "states"),
}
"""The same for ``SpaceResult``."""

SOLUTION = {
    "path": "boards(), the boards on the way, or moves",
    "states": "boards()",
    "steps": "boards()",
    "actions": "moves",
    "to_string": "text()",
    "cost": "length",
}
"""The same for ``Solution``."""

STATS = {
    "nodes": "expanded or generated",
    "time": "result.seconds",
    "seconds": "result.seconds",
    "frontier": "max_frontier",
    "memory": "max_stored, the states that were stored at once",
}
"""The same for ``Stats``."""

COMPARISON = {
    "results": "[row.result for row in comparison]",
    "table": "print(comparison), or to_frame()",
    "winner": "best, the length of the shortest solution",
    "to_csv": "to_frame().to_csv(path)",
    "to_dataframe": "to_frame()",
    "to_pandas": "to_frame()",
    "df": "to_frame()",
    "plot": "taquin.draw(comparison)",
    "show": "print(comparison), or taquin.draw(comparison)",
}
"""The same for ``Comparison``."""

MODULE = {
    "is_solvable": _SOLVABLE,
    "solvable": _SOLVABLE,
    "inversions": _INVERSIONS,
    "count_inversions": _INVERSIONS,
    "neighbors": "board.neighbours()",
    "neighbours": "board.neighbours()",
    "list_algorithms": "taquin.solving.registry.ALGORITHMS",
    "list_heuristics": "taquin.solving.registry.HEURISTICS",
    "heuristic": 'taquin.estimate(board, "manhattan")',
    "manhattan": 'taquin.estimate(board, "manhattan")',
    "manhattan_distance": 'taquin.estimate(board, "manhattan")',
    "misplaced": 'taquin.estimate(board, "misplaced")',
    "linear_conflict": 'taquin.estimate(board, "linear_conflict")',
    "distance": "taquin.solve(board).length, or taquin.DistanceTable",
    "random": _RANDOM,
    "random_puzzle": _RANDOM,
    "shuffle": _RANDOM,
    "scramble": _RANDOM,
    "generate": _RANDOM,
    "astar": 'taquin.solve(board, algorithm="astar")',
    "a_star": 'taquin.solve(board, algorithm="astar")',
    "bfs": 'taquin.solve(board, algorithm="bfs")',
    "dfs": 'taquin.solve(board, algorithm="dfs")',
    "ida_star": 'taquin.solve(board, algorithm="ida_star")',
    "idastar": 'taquin.solve(board, algorithm="ida_star")',
    "Puzzle": "taquin.Board, or taquin.Problem",
    "Solver": "taquin.solve(board)",
    "Goal": 'goal="snail", or a Board',
    "goal": "taquin.Problem(board, goal).goal",
    "tree": f"{_RECORDER}.tree",
    "search_tree": f"{_RECORDER}.tree",
    "all_solutions": "taquin.shortest_solutions(board)",
    "play": "the command taquin play, or board.play(move)",
    "animate": "taquin.draw(result, animate=True)",
    "plot": "taquin.draw(result)",
    "show": "taquin.draw(result)",
    "benchmark": "taquin.compare(board)",
    "parse": "taquin.Board(text)",
    "load": "taquin.read_boards(path)",
    "read": "taquin.read_boards(path)",
    "version": "taquin.__version__",
}
"""The same for the package."""

LIMIT_KEYWORDS = {
    "timeout": "time",
    "time_limit": "time",
    "max_time": "time",
    "max_nodes": "nodes",
    "node_limit": "nodes",
    "max_depth": "depth",
    "depth_limit": "depth",
}
"""What to write instead of a keyword argument that does not exist, in every function with limits."""


def missing_attribute(owner: str, name: str, names: list[str], guesses: Mapping[str, str]) -> AttributeError:
    """The error for an attribute that does not exist. ``guesses`` has what to write instead.

    >>> missing_attribute("Board", "tiles", [], {"tiles": "cells"})
    AttributeError("Board has no attribute 'tiles': use cells")
    >>> missing_attribute("Board", "blnk", ["blank", "cells"], {})
    AttributeError("Board has no attribute 'blnk': did you mean 'blank'?")
    """
    text = f"{owner} has no attribute {name!r}"
    return AttributeError(text if name.startswith("_") else text + _pointer(name, names, guesses))


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
