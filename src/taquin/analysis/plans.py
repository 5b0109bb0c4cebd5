"""Good solutions of large boards, kept as plans: found once, then known for every board on their way."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from time import perf_counter
from typing import Protocol

from taquin.heuristics.linear_conflict import LinearConflict
from taquin.puzzle.board import Board
from taquin.puzzle.problem import Problem
from taquin.puzzle.solution import Solution
from taquin.run.limits import Cancellation, Limits
from taquin.run.progress import InitialSolution, ProgressListener
from taquin.run.result import Quality, Result, Stats, Status
from taquin.solving.default_methods import quick_method
from taquin.solving.method import Method, choose_method
from taquin.solving.solver import Backend, run_method
from taquin.tables.plans.plan import KnownSolution

METHOD = "plan"
"""The algorithm and the spec of a result from a plan. Nothing is searched, so its counters are 0."""


class Plans(Protocol):
    """Where plans are kept: in memory (``PlanBook``), or also in files (``StoredPlans``)."""

    def find(self, problem: Problem) -> KnownSolution | None:
        """The shortest known solution."""
        ...

    def keep(self, problem: Problem, moves: bytes, lower_bound: int, runs: int = 1) -> object:
        """Keep a solution, unless a shorter one is known."""
        ...


def known_result(problem: Problem, plans: Plans) -> Result | None:
    """The known solution of a board on a plan or near it, as a result; None if there is none. Nothing is searched."""
    began = perf_counter()
    known = plans.find(problem)
    if known is None:
        return None
    solution = Solution(problem.start, known.moves)
    bound = max(known.lower_bound, int(_linear_conflict(problem.goal)(problem.start.state)))
    return Result(
        status=Status.SOLVED,
        quality=Quality.OPTIMAL if solution.length <= bound else Quality.BOUNDED,
        start=problem.start,
        goal=problem.goal,
        algorithm=METHOD,
        heuristic=None,
        solution=solution,
        lower_bound=bound,
        stats=Stats(),
        iterations=(),
        best_h=None,
        seconds=perf_counter() - began,
        backend="python",
        spec=METHOD,
    )


def improve_plan(
    problem: Problem,
    plans: Plans,
    *,
    limits: Limits,
    method: Method | None = None,
    initial: InitialSolution | None = None,
    cancellation: Cancellation | None = None,
    progress: ProgressListener | None = None,
    backend: Backend = "auto",
) -> Result:
    """Look for a solution that is shorter than the known one, and keep the best.

    The search begins with the known solution, or with ``initial``, whichever is shorter, and never returns a longer
    one. Every run of the same plan has another seed, unless the ``method`` has one.
    """
    method = quick_method(problem.shape) if method is None else method
    known = plans.find(problem)
    runs = 0
    if known is not None:
        runs = known.runs
        method = with_seed(method, runs)
    result = run_method(
        problem,
        method,
        limits=limits,
        initial=_shorter(known, initial),
        cancellation=cancellation,
        progress=progress,
        backend=backend,
    )
    return keep_result(result, plans, runs + 1)


def keep_result(result: Result, plans: Plans, runs: int = 1) -> Result:
    """Keep the solution of a result, if there is one. The plan may be shorter, without circles: then it is returned."""
    if result.solution is None:
        return result
    problem = Problem(result.start, result.goal)
    plans.keep(problem, bytes(result.solution.moves), result.lower_bound, runs)
    known = plans.find(problem)
    if known is None or len(known) >= result.solution.length:
        return result
    quality = Quality.OPTIMAL if len(known) <= result.lower_bound else result.quality
    return replace(result, solution=Solution(problem.start, known.moves), quality=quality)


def _shorter(known: KnownSolution | None, initial: InitialSolution | None) -> InitialSolution | None:
    """The shorter of two solutions, with the higher of what is proven."""
    found = [] if initial is None else [initial]
    if known is not None:
        found.append(InitialSolution(known.moves, known.lower_bound))
    if not found:
        return None
    best = min(found, key=lambda each: len(each.moves))
    return replace(best, lower_bound=max(each.lower_bound for each in found))


def with_seed(method: Method, runs: int) -> Method:
    """The method with another seed for every run that improves the same solution, unless it has one."""
    if dict(method.options).get("seed") != 0:
        return method
    return choose_method(method, options={"seed": runs})


@lru_cache(maxsize=4)
def _linear_conflict(goal: Board) -> LinearConflict:
    return LinearConflict(goal)
