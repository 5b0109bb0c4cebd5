"""Which method is used when none is named, and which one where a proof or a quick answer is wanted."""

from __future__ import annotations

from collections.abc import Mapping

from taquin import _native
from taquin.heuristics.pattern_database import has_large_databases
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.solving.method import AlgorithmLike, HeuristicLike, Method, as_options, choose_method

ANYTIME = "anytime"
"""The method for boards where a proof takes too long."""
_WITH_HEURISTIC = "beam(width=500)"
"""The method for a heuristic that is named alone, where the default method uses none."""
_PROVING = "ida_star(pdb, lookback=10, threads=0)"
_PROVING_LARGE = "ida_star(pdb, lookback=12, threads=0)"


def default_method(shape: Shape) -> str:
    """The method that is used when none is named.

    Up to 10 cells A* proves the shortest solution at once. Up to 4×5, except on 2×10, IDA* with pattern databases
    proves it in little memory; this needs the core, and without it IDA* with linear conflict does so up to 4×4. On
    larger boards a proof takes too long.
    """
    if shape.cells <= 10 or shape.is_line:
        return "astar(linear_conflict)"
    if _native.is_available() and shape.cells <= 20 and shape != Shape(2, 10) and shape != Shape(10, 2):
        return _PROVING
    return "ida_star(linear_conflict)" if shape.cells <= 16 else quick_method(shape)


def quick_method(shape: Shape) -> str:
    """A method that answers within seconds: the default one up to 4×4, where a proof takes no longer.

    On larger boards anytime solving has an answer at once, and improves it while it has time.
    """
    return default_method(shape) if shape.cells <= 16 or shape.is_line else ANYTIME


def proving_method(shape: Shape, goal: Board | None = None) -> str:
    """The fastest method that proves a shortest solution, however long that takes.

    With a goal it uses the pattern databases of larger boards, if they are in the cache.
    """
    method = default_method(shape)
    if method != ANYTIME:
        return method
    has_databases = goal is not None and _native.is_available() and has_large_databases(goal)
    return _PROVING_LARGE if has_databases else "ida_star(linear_conflict)"


def pick_method(
    unnamed: str,
    algorithm: AlgorithmLike | None,
    heuristic: HeuristicLike | None,
    options: Mapping[str, object] | None,
) -> Method:
    """The method that the caller named; parts that were not named are those of the method ``unnamed``."""
    if algorithm is not None:
        return choose_method(algorithm, heuristic, options)
    default = choose_method(unnamed)
    if default.heuristic is None and heuristic is not None:
        default = choose_method(_WITH_HEURISTIC)
    merged = {**dict(default.options), **as_options(options)}
    return choose_method(default.algorithm.key, default.heuristic if heuristic is None else heuristic, merged)
