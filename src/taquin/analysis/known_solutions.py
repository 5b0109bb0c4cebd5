"""Solutions that take no search: from a table of all distances, or from plans.

A plan is a good solution of a large board that is kept. It covers every board along the way.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from time import perf_counter

from taquin.heuristics.linear_conflict import LinearConflict
from taquin.puzzle.board import Board
from taquin.puzzle.problem import Problem
from taquin.puzzle.solution import Solution
from taquin.run.result import Quality, Result, Stats, Status
from taquin.run.run import Run
from taquin.solving.default_methods import quick_method
from taquin.solving.method import Method, choose_method
from taquin.solving.solver import Backend, run_method
from taquin.tables.distances import ready_table
from taquin.tables.plans.plan import PlanBook
from taquin.tables.storage.folder import WarningHandler, issue_warning

TABLE_METHOD = "distance_table"
PLAN_METHOD = "plan"
"""The algorithm and the spec of a result from a table or a plan. Nothing is searched, so its counters are 0."""


def look_up(problem: Problem, *, warn: WarningHandler = issue_warning) -> Result | None:
    """A shortest solution from a table; None if no table is available immediately, or if the problem is unsolvable.

    There is a table for up to 10 cells (9 without the native core), and for 12 cells if its file is in the cache.

    >>> look_up(Problem("8 6 7 / 2 5 4 / 3 0 1")).length
    31
    """
    began = perf_counter()
    table = ready_table(problem.goal, warn=warn, metric=problem.metric) if problem.is_solvable else None
    if table is None:
        return None
    solution = Solution(problem.start, table.best_path(problem.start))
    return _make_result(problem, solution, table.distance(problem.start), TABLE_METHOD, table.backend, began)


def _make_result(
    problem: Problem, solution: Solution, lower_bound: int, method: str, backend: str, began: float
) -> Result:
    """The result for a solution that took no search."""
    return Result(
        status=Status.SOLVED,
        quality=Quality.OPTIMAL if problem.metric.cost(solution.moves) <= lower_bound else Quality.BOUNDED,
        start=problem.start,
        goal=problem.goal,
        algorithm=method,
        heuristic=None,
        solution=solution,
        lower_bound=lower_bound,
        stats=Stats(),
        iterations=(),
        best_h=None,
        seconds=perf_counter() - began,
        backend=backend,
        spec=method,
        metric=problem.metric,
    )


def known_result(problem: Problem, plans: PlanBook) -> Result | None:
    """The known solution of a board on a plan or near it, as a result; None if there is none. Nothing is searched."""
    began = perf_counter()
    known = plans.find(problem)
    if known is None:
        return None
    bound = max(known.lower_bound, int(_linear_conflict(problem.goal)(problem.start.state)))
    return _make_result(problem, Solution(problem.start, known.moves), bound, PLAN_METHOD, "python", began)


def improve_plan(
    problem: Problem, plans: PlanBook, run: Run, method: Method | None = None, backend: Backend = "auto"
) -> Result:
    """Search for a solution that is shorter than the known one, and keep the best.

    The search begins with the known solution or with that of the run, whichever is shorter, and never returns a longer
    one. Every run on the same plan gets a new seed, unless the ``method`` has one.
    """
    method = quick_method(problem.shape) if method is None else method
    known, given = plans.find(problem), run.anytime.initial
    if known is not None:
        method = with_seed(method, known.runs)
        run.begin_with(known.moves if given is None or len(known) < len(given) else given, known.lower_bound)
    return keep_result(run_method(problem, method, run, backend), plans, 1 if known is None else known.runs + 1)


def keep_result(result: Result, plans: PlanBook, runs: int = 1) -> Result:
    """Keep the solution of a result, if there is one. If the plan without its circles is shorter, it is returned."""
    if result.solution is None:
        return result
    problem = Problem(result.start, result.goal)
    plans.keep(problem, bytes(result.solution.moves), result.lower_bound, runs)
    known = plans.find(problem)
    if known is None or len(known) >= result.solution.length:
        return result
    quality = Quality.OPTIMAL if len(known) <= result.lower_bound else result.quality
    return replace(result, solution=Solution(problem.start, known.moves), quality=quality)


def with_seed(method: Method, runs: int) -> Method:
    """The method with a new seed for each run on the same solution, unless it has a seed."""
    if dict(method.options).get("seed") != 0:
        return method
    return choose_method(method, options={"seed": runs})


@lru_cache(maxsize=4)
def _linear_conflict(goal: Board) -> LinearConflict:
    return LinearConflict(goal)
