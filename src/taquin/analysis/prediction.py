"""Predict the nodes of an IDA* iteration from the distribution of its heuristic, without a search.

R. E. Korf, M. Reid and S. Edelkamp, Time complexity of iterative-deepening-A*, Artificial Intelligence 129, 2001.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import sqrt
from statistics import fmean, stdev

from taquin.algorithms.linear_memory import ida_star
from taquin.analysis.branching import nodes_by_cell
from taquin.analysis.distribution import Distribution
from taquin.errors import BoardError
from taquin.puzzle.board import Board
from taquin.puzzle.moves import steps
from taquin.puzzle.problem import Problem, TileSpace
from taquin.run.execution import execute
from taquin.run.limits import Cancellation
from taquin.run.result import Iteration, Status
from taquin.run.run import Run
from taquin.solving.heuristic_choice import HeuristicChoice
from taquin.solving.method import make_method
from taquin.solving.native_runs import run_on_core, unsupported_reason


@dataclass(frozen=True)
class IterationPrediction:
    """The expected counts of a complete iteration: it expands every node with f up to the bound, also beyond a goal."""

    bound: int
    expanded: float
    generated: float


@dataclass(frozen=True)
class IterationMeasurement:
    """The measured counts of iterations with one bound, as means over the starts."""

    bound: int
    expanded: float
    generated: float
    error: float
    """The standard error of the mean of the expanded nodes."""
    starts: int


def predict(distribution: Distribution, bounds: range) -> tuple[IterationPrediction, ...]:
    """The expected nodes of an iteration with each of these bounds, as the mean over all starts.

    A node at depth g is expanded if its estimate is at most bound - g. The number of nodes at each depth with the blank
    in each cell is known exactly; the share of them with such an estimate is taken from all boards with the blank
    there. This is exact if the heuristic is consistent: every board is then reached equally often. For an inconsistent
    heuristic it is too high, because some ancestors are pruned.

    >>> from taquin.analysis.distribution import distribution
    >>> from taquin.puzzle.goals import make_goal
    >>> from taquin.solving.heuristic_choice import choose_heuristic
    >>> found = distribution(choose_heuristic("manhattan"), make_goal(None, "3x3"))
    >>> [round(each.expanded, 2) for each in predict(found, range(10, 14))]
    [0.75, 1.55, 3.35, 6.28]
    """
    shape = distribution.goal.shape
    degrees = [len(cell) for cell in steps(shape)]
    depths = list(islice(nodes_by_cell(shape, range(shape.cells)), bounds.stop))
    predictions = []
    for bound in bounds:
        expanded = generated = 0.0
        for depth, nodes in enumerate(depths[: bound + 1]):
            for cell, count in enumerate(nodes):
                kept = count / shape.cells * distribution.share(cell, bound - depth)
                expanded += kept
                generated += kept * (degrees[cell] - (1 if depth else 0))
        predictions.append(IterationPrediction(bound, expanded, generated))
    return tuple(predictions)


def measure(
    heuristic: HeuristicChoice,
    starts: list[Board],
    goal: Board,
    bounds: range,
    *,
    cancellation: Cancellation | None = None,
    listener: Callable[[int], None] | None = None,
) -> tuple[IterationMeasurement, ...]:
    """Run complete iterations from every start, and return the means of their counts.

    ``listener`` gets the number of finished starts. After a cancellation the means are over the finished starts; there
    are none if no start is finished. A few easy boards have most of the nodes, so means over few starts vary widely.
    """
    counted: list[tuple[Iteration, ...]] = []
    for start in starts:
        iterations = count_iterations(Problem(start, goal), heuristic, bounds.stop - 1, Run(None, None, cancellation))
        if cancellation is not None and cancellation.is_cancelled:
            break
        counted.append(tuple(_last_within(iterations, bound) for bound in bounds))
        if listener is not None:
            listener(len(counted))
    return tuple(
        _summarise(bound, measured) for bound, measured in zip(bounds, zip(*counted, strict=True), strict=False)
    )


def _summarise(bound: int, iterations: Sequence[Iteration]) -> IterationMeasurement:
    expanded = [iteration.expanded for iteration in iterations]
    error = stdev(expanded) / sqrt(len(expanded)) if len(expanded) > 1 else 0.0
    generated = fmean(iteration.generated for iteration in iterations)
    return IterationMeasurement(bound, fmean(expanded), generated, error, len(iterations))


def _last_within(iterations: tuple[Iteration, ...], bound: int) -> Iteration:
    """The iteration with the largest bound up to this one, which has the same nodes; 0 nodes if there is none."""
    return next((iteration for iteration in reversed(iterations) if iteration.bound <= bound), Iteration(bound, 0, 0))


def count_iterations(
    problem: Problem, heuristic: HeuristicChoice, bound: int, run: Run | None = None
) -> tuple[Iteration, ...]:
    """The iterations of IDA* from this start, in order, with every bound up to ``bound``, each one complete.

    A search for the goal ends where it finds it, so this one looks for a board that cannot be reached. An iteration
    that a limit or a cancellation stops is left out. On the native core where it supports the heuristic.
    """
    if problem.shape.is_line:
        raise BoardError(
            f"{problem.shape} is a single line: a search there has no choices", hint="use two rows or more"
        )
    elsewhere = problem.goal.swapped(1, 2)  # of the other parity
    method = make_method("ida_star", heuristic)
    run = Run() if run is None else run
    run.limits = replace(run.limits, depth=bound + 1)
    if unsupported_reason(problem, method):
        space = TileSpace(problem.start.state, elsewhere.state, problem.shape)
        outcome = execute(lambda: ida_star(space, run, heuristic.build(problem.goal)), run, dict)
    else:
        outcome = execute(lambda: run_on_core(problem, method, run, end=elsewhere), run, dict)
    is_stopped = outcome.status is Status.CANCELLED or outcome.lower_bound <= bound
    iterations = outcome.iterations[:-1] if is_stopped else outcome.iterations
    return tuple(iteration for iteration in iterations if iteration.bound <= bound)
