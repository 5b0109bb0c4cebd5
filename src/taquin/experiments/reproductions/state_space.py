"""Reproductions on the space of boards: distances, slides, branching factors, and duplicate paths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest
from math import sqrt

from taquin.analysis.branching import branching_factor, equilibrium
from taquin.experiments.instances import instance_set
from taquin.experiments.reproductions.reproduction import Bench, Column, Reproduction, Row, Subset, deviation, numbers
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import blank_at, standard
from taquin.puzzle.slides import Metric
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


DEPTHS = Reproduction(
    name="depths",
    title="How many boards are how far from the goal",
    source="radii: OEIS A151944 (R. E. Korf, Journal of the ACM 55, 2008, with corrections). Boards at each distance "
    "of the 8-puzzle: OEIS A089473 (blank in a corner; first by A. Reinefeld, IJCAI 1993), A089474 (in the centre), "
    "A089483 (in the middle of a side)",
    convention="the least number of single-tile moves; every board that can reach the goal is counted once. --json "
    "has the number of boards at every distance",
    columns={
        "shape": Column("size"),
        "states": Column("boards"),
        "published_radius": Column("published"),
        "farthest": Column("farthest boards"),
        "mean": Column("mean distance", ".4f"),
        "sequence": Column("boards by distance"),
    },
    subsets={
        "small": Subset("2×2 to 2×5", 2),
        "all": Subset("all shapes; 3×4 and 2×6 have 239,500,800 boards each, in files of as many bytes", 60),
    },
    measure=measure_depths,
)


# The number of boards at each number of slides from the goal

SHAPES = {"small": (Shape(3, 3),), "all": (Shape(3, 3), Shape(3, 4))}


def measure_slides(subset: str, bench: Bench) -> Iterator[Row]:
    """One row for each number of slides, with the boards of each shape."""
    counts = []
    for shape in SHAPES[subset]:
        bench.show(f"counting the boards of {shape}")
        bench.check()
        with limits_checked_by(lambda memory: bench.check()):
            counts.append(DistanceTable(standard(shape), metric=Metric.SLIDES).counts)
    names = [shape.text for shape in SHAPES[subset]]
    for slides, boards in enumerate(zip_longest(*counts)):
        yield {"slides": slides, **dict(zip(names, boards, strict=True))}


def summarise_slides(rows: Sequence[Row]) -> list[tuple[str, str]]:
    """The mean number of slides of each shape."""
    means = []
    for shape in SHAPES["all"]:
        if counts := numbers(rows, shape.text):
            mean = sum(slides * count for slides, count in enumerate(counts)) / sum(counts)
            means.append((f"mean of {shape}", f"{mean:.4f} slides"))
    return means


SLIDES = Reproduction(
    name="slides",
    title="How many boards need how many slides",
    source="OEIS A389728 has these numbers for the 15-puzzle, which needs at most 43 slides and is too large to be "
    "counted here. No published numbers were found for smaller boards",
    convention="the least number of slides to the goal with the blank in a corner, where a slide moves one or more "
    "tiles in a line; every board that can reach the goal is counted once",
    columns={shape.text: Column(f"boards of {shape}") for shape in SHAPES["all"]},
    subsets={
        "small": Subset("3×3", 1),
        "all": Subset("3×3 and 3×4, which has 239,500,800 boards, in a file of as many bytes", 30),
    },
    measure=measure_slides,
    summarise=summarise_slides,
)


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


BRANCHING_FACTORS = Reproduction(
    name="branching-factors",
    title="Branching factors of sliding-tile puzzles, the move back left out",
    source="S. Edelkamp and R. E. Korf, The branching factor of regular search spaces, AAAI 1998. Looked up: 15-puzzle "
    "in movingai.com/SAS/STP, 24-puzzle in domslee.com/2022/01/29/npuzzle-cycle-pruning; 3/2 and 2 alternate on the "
    "8-puzzle, whose geometric mean is √3",
    convention="the limit of the ratio of the numbers of nodes at two successive depths (geometric mean of two), and "
    "the shares of the nodes with the blank in a corner, at a side and in the interior",
    columns={
        "shape": Column("size"),
        "factor": Column("branching factor", ".5f"),
        "published": Column("published", ".5f"),
        "corner": Column("corner", ".4f"),
        "side": Column("side", ".4f"),
        "interior": Column("interior", ".4f"),
    },
    subsets={"all": Subset("squares from 3×3 to 10×10", 5)},
    measure=measure_branching,
)


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


DUPLICATES = Reproduction(
    name="duplicates",
    title="Duplicate paths that detour automata leave out",
    source="L. A. Taylor and R. E. Korf, Pruning duplicate nodes in depth-first search, AAAI 1993. Its tables could "
    "not be looked up; published here: branching factors without automata (movingai.com/SAS/STP; "
    "domslee.com/2022/01/29/npuzzle-cycle-pruning, which has 2.24915 for sequences of 14 moves on 5×5)",
    convention="states: these automata know the cell of the blank, so they also skip detours whose other path "
    "exists only from some cells. The automaton of the second source reads the moves alone: 5 states with a lookback "
    "of 2, where Taquin has 105, and 65,558 with one of 14, where Taquin would have 236,314, too many for its numbers "
    "of 16 bits. A lookback of 2 leaves out the move back alone, one of n all sequences of up to n moves for which a "
    "shorter or an earlier one leads to the same board. Branching factor: growth of the number of paths from 23 to 25 "
    "moves, geometric mean. Nodes: generated by IDA* with Manhattan distance over the 25 easy boards of Korf's 100",
    columns={
        "factor": Column("branching factor", ".5f"),
        "published": Column("published", ".5f"),
        "nodes": Column("nodes of 25 boards"),
    },
    subsets={"4x4": Subset("the 15-puzzle", 20), "all": Subset("the 15-puzzle and the 24-puzzle", 60)},
    measure=measure_duplicates,
)
