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
from taquin.puzzle.board import Board
from taquin.puzzle.goals import make_goal
from taquin.run.limits import limits_checked_by
from taquin.solving.heuristic_choice import make_heuristic
from taquin.tables.distances import distance_table

SUBSETS: dict[str, list[tuple[str, range, int | None]]] = {
    "8-puzzle": [("3x3", range(16, 23), None)],
    "all": [("3x3", range(16, 23), None), ("4x4", range(40, 47), 5000)],
}
"""Size, bounds, and the number of random boards that are measured; None for all boards."""


def measure(subset: str, bench: Bench) -> Iterator[Row]:
    heuristic = make_heuristic("manhattan")
    for size, bounds, sample in SUBSETS[subset]:
        goal = make_goal("blank-first", size)
        starts = _all_boards(goal) if sample is None else random_starts(goal, sample, 1)
        bench.show(f"counting the estimates of {size}")
        with limits_checked_by(lambda memory: bench.check()):
            predicted = predict(distribution(heuristic, goal), bounds)
        measured = measure_iterations(
            heuristic,
            starts,
            goal,
            bounds,
            cancellation=bench.cancellation,
            listener=partial(_show, bench, size, len(starts)),
        )
        if bench.cancellation.is_cancelled:
            raise Interrupted
        for ours, found in zip(predicted, measured, strict=True):
            yield {
                "size": str(goal.shape),
                "bound": ours.bound,
                "predicted": ours.expanded,
                "measured": found.expanded,
                "error": None if sample is None else found.error,
                "boards": found.starts,
                "deviation": deviation(ours.expanded, found.expanded),
                "errors": None if sample is None else (ours.expanded - found.expanded) / found.error,
            }


def _all_boards(goal: Board) -> list[Board]:
    table = distance_table(goal)
    return [Board(state, goal.shape) for depth in range(table.radius + 1) for state in table.states_at(depth)]


def _show(bench: Bench, size: str, starts: int, done: int) -> None:
    bench.show(f"{size}: {done} of {starts} boards")


REPRODUCTION = Reproduction(
    name="korf-reid-edelkamp",
    title="Nodes of IDA* with Manhattan distance, predicted from the distribution of estimates",
    source="R. E. Korf, M. Reid and S. Edelkamp, Time complexity of iterative-deepening-A*, Artificial Intelligence "
    "129, 2001. Its tables could not be looked up, so that the formula is tested here: predicted beside measured",
    convention="nodes expanded in one complete iteration with this bound, also beyond the goal, as a mean over all "
    "boards (predicted), over all boards of 3×3 and over random boards of 4×4 (measured, seed 1; ± is the standard "
    "error). The distributions are exact: all 181,440 boards of 3×3, and all 10,461,394,944,000 of 4×4, counted by "
    "cell of the blank. As a mean over all boards the formula is an identity, so that the deviation on 3×3 must be "
    "0; the test is 4×4",
    columns=(
        Column("size", "size"),
        Column("bound", "bound"),
        Column("predicted", "predicted", ",.1f"),
        Column("measured", "measured", ",.1f"),
        Column("error", "±", ",.1f"),
        Column("boards", "boards"),
        Column("deviation", "deviation", "%"),
        Column("errors", "standard errors", "+.1f"),
    ),
    subsets={
        "8-puzzle": Subset("all boards of the 8-puzzle", 30),
        "all": Subset("all boards of the 8-puzzle, 5000 random ones of the 15-puzzle", 700),
    },
    measure=measure,
)
