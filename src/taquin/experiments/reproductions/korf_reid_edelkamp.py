"""The nodes of IDA* predicted from the distribution of Manhattan distance, compared with measured iterations."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from taquin.analysis.distribution import distribution
from taquin.analysis.prediction import measure as measure_iterations
from taquin.analysis.prediction import predict
from taquin.analysis.random_boards import random_starts
from taquin.experiments.reproductions.reproduction import (
    Bench,
    Column,
    Interrupted,
    Reproduction,
    Row,
    Subset,
    deviation,
)
from taquin.puzzle.goals import make_goal
from taquin.run.limits import limits_checked_by
from taquin.solving.heuristic_choice import make_heuristic

SUBSETS = {
    "8-puzzle": [("3x3", range(16, 27), 1000)],
    "all": [("3x3", range(16, 27), 1000), ("4x4", range(40, 49), 500)],
}
"""Size, bounds, and the number of random boards that are measured."""


def measure(subset: str, bench: Bench) -> Iterator[Row]:
    """One row for each size and bound."""
    heuristic = make_heuristic("manhattan")
    for size, bounds, starts in SUBSETS[subset]:
        goal = make_goal("blank-first", size)
        bench.show(f"counting the estimates of {size}")
        with limits_checked_by(lambda memory: bench.check()):
            predicted = predict(distribution(heuristic, goal), bounds)
        measured = measure_iterations(
            heuristic,
            random_starts(goal, starts, 1),
            goal,
            bounds,
            cancellation=bench.cancellation,
            listener=partial(_show, bench, size, starts),
        )
        if bench.cancellation.is_cancelled:
            raise Interrupted
        for ours, found in zip(predicted, measured, strict=True):
            yield {
                "size": str(goal.shape),
                "bound": ours.bound,
                "predicted": ours.expanded,
                "measured": found.expanded,
                "error": found.error,
                "boards": found.starts,
                "deviation": deviation(ours.expanded, found.expanded),
            }


def _show(bench: Bench, size: str, starts: int, done: int) -> None:
    bench.show(f"{size}: {done} of {starts} boards")


REPRODUCTION = Reproduction(
    name="korf-reid-edelkamp",
    title="Nodes of IDA* with Manhattan distance, predicted from the distribution of estimates",
    source="R. E. Korf, M. Reid and S. Edelkamp, Time complexity of iterative-deepening-A*, Artificial Intelligence "
    "129, 2001. Its tables could not be looked up, so that the formula is tested here: predicted beside measured",
    convention="nodes expanded in one complete iteration with this bound, also beyond the goal, as a mean over all "
    "boards (predicted) and over random boards (measured, seed 1; ± is the standard error). The distributions are "
    "exact: all 181,440 boards of 3×3, and all 10,461,394,944,000 of 4×4, counted by cell of the blank",
    columns=(
        Column("size", "size"),
        Column("bound", "bound"),
        Column("predicted", "predicted", ",.1f"),
        Column("measured", "measured", ",.1f"),
        Column("error", "±", ",.1f"),
        Column("boards", "boards"),
        Column("deviation", "deviation", "%"),
    ),
    subsets={
        "8-puzzle": Subset("the 8-puzzle, 1000 random boards", 5),
        "all": Subset("the 8-puzzle with 1000 random boards, the 15-puzzle with 500", 200),
    },
    measure=measure,
)
