"""Reproductions on the space of boards: distances, branching factors, and duplicate paths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt

from taquin.analysis.branching import branching_factor, equilibrium
from taquin.experiments.instances import instance_set
from taquin.experiments.reproductions.reproduction import Bench, Row, deviation
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import blank_at
from taquin.run.limits import limits_checked_by
from taquin.solving.method import make_method
from taquin.tables.detours import FORBIDDEN, detours
from taquin.tables.distances import DistanceTable

# The number of boards at each distance from the goal, for every shape up to 12 cells

RADII = {(2, 2): 6, (2, 3): 21, (2, 4): 36, (3, 3): 31, (2, 5): 55, (3, 4): 53, (2, 6): 80}
SMALL = ((2, 2), (2, 3), (2, 4), (3, 3), (2, 5))
# fmt: off
OEIS = {  # by the cell of the blank in the goal, on 3×3
    8: ("A089473", [1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
                    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2]),
    4: ("A089474", [1, 4, 8, 8, 16, 32, 60, 72, 136, 200, 376, 512, 964, 1296, 2368, 3084, 5482, 6736, 11132, 12208,
                    18612, 18444, 24968, 19632, 22289, 13600, 11842, 4340, 2398, 472, 148]),
    1: ("A089483", [1, 3, 5, 10, 14, 28, 42, 80, 108, 202, 278, 524, 726, 1348, 1804, 3283, 4193, 7322, 8596, 13930,
                    14713, 21721, 19827, 25132, 18197, 18978, 9929, 7359, 2081, 878, 126, 2]),
}
# fmt: on


def measure_depths(subset: str, bench: Bench) -> Iterator[Row]:
    """One row for each shape with the blank in a corner of the goal, and for the other goals of 3×3."""
    for rows, columns in SMALL if subset == "small" else RADII:
        shape = Shape(rows, columns)
        for blank in (8, 4, 1) if shape == Shape(3, 3) else (shape.cells - 1,):
            yield _depths_row(blank_at(shape, blank), blank, bench)


def _depths_row(goal: Board, blank: int, bench: Bench) -> Row:
    shape = goal.shape
    bench.show(f"counting the boards of {shape}")
    bench.check()
    with limits_checked_by(lambda memory: bench.check()):
        table = DistanceTable(goal)
    counts = list(table.counts)
    name, published = OEIS.get(blank, ("", None)) if shape == Shape(3, 3) else ("", None)
    verdict = "" if published is None else f"{name}: " + ("equal" if published == counts else "different")
    is_corner = blank == shape.cells - 1
    return {
        "shape": str(shape),
        "goal": one_line(goal),
        "states": len(table),
        "radius": table.radius,
        "published_radius": RADII[shape.rows, shape.columns] if is_corner else len(published or [0]) - 1,
        "farthest": counts[-1],
        "mean": table.mean,
        "sequence": verdict,
        "counts": counts,
    }


# Asymptotic branching factors of the tree of moves

PUBLISHED_FACTORS = {3: 3**0.5, 4: 2.1304, 5: 2.36762}
"""The number of decimals is that of the source, except for √3."""


def measure_branching(subset: str, bench: Bench) -> Iterator[Row]:
    for side in range(3, 11):
        bench.check()
        bench.show(f"{side}×{side}")
        factor = branching_factor(Shape(side, side))
        yield {
            "shape": f"{side}×{side}",
            "factor": factor,
            "published": PUBLISHED_FACTORS.get(side),
            "deviation": deviation(factor, PUBLISHED_FACTORS.get(side)),
            **equilibrium(Shape(side, side)),
        }


# What automata that recognise detours save: the branching factor of the tree, and the nodes of IDA*

PUBLISHED_BY_LOOKBACK = {(5, 2): 2.36762, (4, 2): 2.1304}
DEPTH = 25
LOOKBACKS = (2, 4, 6, 8, 10, 12)


def measure_duplicates(subset: str, bench: Bench) -> Iterator[Row]:
    chosen = instance_set("korf100(easy)").instances
    for side in (4,) if subset == "4x4" else (4, 5):
        for lookback in LOOKBACKS:
            bench.check()
            bench.show(f"{side}×{side}, lookback {lookback}")
            automaton = detours(Shape(side, side), lookback)
            factor, states = _branching(automaton, side * side, bench)
            nodes = None
            if side == 4:
                method = make_method("ida_star", "manhattan", {"lookback": lookback})
                nodes = sum(bench.solve(instance.problem, method).stats.generated for instance in chosen)
            published = PUBLISHED_BY_LOOKBACK.get((side, lookback))
            yield {
                "size": f"{side}×{side}",
                "lookback": lookback,
                "states": states,
                "factor": factor,
                "published": published,
                "deviation": deviation(factor, published),
                "nodes": nodes,
            }


def _branching(following: Sequence[int], cells: int, bench: Bench) -> tuple[float, int]:
    """The growth of the number of paths from depth 23 to 25, from all cells of the blank; and the number of states."""
    states = len(following) // 4
    moves = [(number // 4, after) for number, after in enumerate(following) if after != FORBIDDEN]
    counts = [1] * cells + [0] * (states - cells)
    totals = []
    for _ in range(DEPTH):
        bench.check()
        paths = [0] * states
        for before, after in moves:
            paths[after] += counts[before]
        counts = paths
        totals.append(sum(counts))
    one, other = (late / early for early, late in pairwise(totals[-3:]))
    return sqrt(one * other), states
