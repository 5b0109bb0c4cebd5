"""``taquin solve --improve``: continue from the best solution of the board that is stored."""

from __future__ import annotations

import click

from taquin.analysis.known_solutions import improve_plan, keep_result
from taquin.cli import terminal
from taquin.errors import SpecError
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric
from taquin.run.result import Result
from taquin.run.run import Run
from taquin.solving.default_methods import default_limits
from taquin.solving.method import Method
from taquin.solving.solver import Backend
from taquin.tables.plans.plan import has_plans
from taquin.tables.plans.store import stored_plans

_MOST_KEPT = 16
"""Solutions of a file with more boards are not stored: they would replace those of boards that are being played."""

improve_option = click.option(
    "--improve", "is_improved", is_flag=True, help="Large boards: continue from the best stored solution of this board."
)


def check(method: Method, count: int, source: str) -> None:
    """Raise ``SpecError`` if the method does not improve its solution, or if there are several boards."""
    if not method.algorithm.takes_initial:
        raise SpecError(
            f"--improve has no effect: {method.algorithm.key} does not improve a given solution",
            hint="use --algorithm anytime",
        )
    if count > 1:
        raise SpecError(f"expected one board with --improve, found {count} in {source}")


def run(problem: Problem, method: Method, run: Run, backend: Backend) -> Result:
    """Run the method once more. A line on standard error names the solution that it starts from."""
    plans = stored_plans()
    known = plans.find(problem) if problem.is_solvable else None
    if known is None:
        terminal.warn("no solution of this board is stored; the search starts without one")
    else:
        terminal.warn(f"continuing from a stored solution with {len(known):,} moves")
    run.limits = default_limits(run.limits, method)
    return improve_plan(problem, plans, run, method, backend)


def keep(result: Result, method: Method, count: int) -> Result:
    """Store the solution of a large board, for hints and for ``--improve``, unless there are many boards.

    If it is the only board, and the method looks for the best solution in its time, a shorter one that is stored from
    before is returned, and a line on standard error says so.
    """
    if not has_plans(result.start.shape) or count > _MOST_KEPT or result.metric is Metric.SLIDES:
        return result
    best = keep_result(result, stored_plans())
    if count > 1 or not method.algorithm.is_anytime or best.length == result.length:
        return result
    terminal.warn(f"this run found {result.length:,} moves; the solution stored from before is shorter, and is printed")
    return best
