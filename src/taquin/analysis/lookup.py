"""Shortest solutions from a table of all distances, without a search."""

from __future__ import annotations

from time import perf_counter

from taquin.puzzle.board import Board
from taquin.puzzle.problem import Problem
from taquin.puzzle.solution import Solution
from taquin.run.result import Quality, Result, Stats, Status
from taquin.tables.cache import WarningHandler, issue_warning
from taquin.tables.distances import PYTHON_CELLS, DistanceTable, distance_table, ready_table

METHOD = "distance_table"
"""The algorithm and the spec of a result from a table. Nothing is searched, so its counters are 0."""


def quick_table(goal: Board, *, warn: WarningHandler = issue_warning) -> DistanceTable | None:
    """The table of all distances, if it is available within about a third of a second."""
    if goal.shape.cells <= PYTHON_CELLS:
        return distance_table(goal, warn=warn)
    return ready_table(goal, warn=warn)


def look_up(problem: Problem, *, warn: WarningHandler = issue_warning) -> Result | None:
    """A shortest solution from a table; None if no table is available at once, or if the problem is unsolvable.

    With the native core there is a table for up to 10 cells, and for 12 cells if its file is in the cache.

    >>> from taquin import _native
    >>> found = look_up(Problem("8 6 7 / 2 5 4 / 3 0 1"))
    >>> _native.is_available() is (found is not None and found.length == 31)
    True
    """
    began = perf_counter()
    table = ready_table(problem.goal, warn=warn) if problem.is_solvable else None
    if table is None:
        return None
    solution = Solution(problem.start, table.best_path(problem.start))
    return Result(
        status=Status.SOLVED,
        quality=Quality.OPTIMAL,
        start=problem.start,
        goal=problem.goal,
        algorithm=METHOD,
        heuristic=None,
        solution=solution,
        lower_bound=solution.length,
        stats=Stats(),
        iterations=(),
        best_h=None,
        seconds=perf_counter() - began,
        backend=table.backend,
        spec=METHOD,
    )
