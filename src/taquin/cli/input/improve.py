"""``taquin solve --improve``: continue from the best solution of the board that is stored."""

from __future__ import annotations

from collections.abc import Iterator

import click

from taquin.analysis.known_solutions import improve_plan, keep_result
from taquin.cli import terminal
from taquin.errors import SpecError
from taquin.puzzle.problem import Problem
from taquin.run.limits import Cancellation, Limits
from taquin.run.progress import ProgressListener
from taquin.run.result import Result
from taquin.solving.default_methods import default_limits
from taquin.solving.method import Method
from taquin.solving.solver import Backend
from taquin.tables.plans.plan import has_plans
from taquin.tables.plans.store import stored_plans

MOST_KEPT = 16
"""Solutions of a file with more boards are not stored: they would replace those of boards that are being played."""

improve_option = click.option(
    "--improve",
    "is_improved",
    is_flag=True,
    help="Large boards: continue from the best stored solution of this board.",
)


def check(method: Method, count: int, source: str) -> None:
    """Raise ``SpecError`` if the method does not improve its solution, or if there are several boards."""
    if not method.algorithm.is_anytime:
        raise SpecError(
            f"--improve has no effect: {method.algorithm.key} does not improve its solution",
            hint="use --algorithm anytime",
        )
    if count > 1:
        raise SpecError(f"expected one board with --improve, found {count} in {source}")


def results(
    problem: Problem,
    method: Method,
    limits: Limits,
    cancellation: Cancellation,
    progress: ProgressListener | None,
    backend: Backend,
) -> Iterator[Result]:
    """The result of one more run of the method. A line on standard error names the solution that it starts from."""
    plans = stored_plans()
    known = plans.find(problem) if problem.is_solvable else None
    if known is None:
        terminal.warn("no solution of this board is stored; the search starts without one")
    else:
        terminal.warn(f"continuing from a stored solution with {len(known):,} moves")
    yield improve_plan(
        problem,
        plans,
        limits=default_limits(limits, method),
        method=method,
        cancellation=cancellation,
        progress=progress,
        backend=backend,
    )


def keep(result: Result, *, is_only: bool) -> None:
    """Store the solution of a large board, for hints and for ``--improve``.

    If it is the only board, a line says whether a shorter solution is known.
    """
    if not has_plans(result.start.shape):
        return
    best = keep_result(result, stored_plans())
    if is_only and best.length is not None and best.length != result.length:
        terminal.warn(f"a solution with {best.length:,} moves is stored from before; continue with --improve")
