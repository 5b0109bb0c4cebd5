"""The number of boards at each distance from the goal, for every shape up to 12 cells."""

from __future__ import annotations

from collections.abc import Iterator

from taquin.experiments.reproductions.reproduction import Bench, Column, Reproduction, Row, Subset
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import blank_at
from taquin.run.limits import limits_checked_by
from taquin.tables.distances import DistanceTable

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


def measure(subset: str, bench: Bench) -> Iterator[Row]:
    """One row for each shape with the blank in a corner of the goal, and for the other goals of 3×3."""
    for rows, columns in SMALL if subset == "small" else RADII:
        shape = Shape(rows, columns)
        for blank in (8, 4, 1) if shape == Shape(3, 3) else (shape.cells - 1,):
            yield _row(blank_at(shape, blank), blank, bench)


def _row(goal: Board, blank: int, bench: Bench) -> Row:
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


REPRODUCTION = Reproduction(
    name="depths",
    title="How many boards are how far from the goal",
    source="radii: OEIS A151944 (R. E. Korf, Journal of the ACM 55, 2008, with corrections). Boards at each distance "
    "of the 8-puzzle: OEIS A089473 (blank in a corner; first by A. Reinefeld, IJCAI 1993), A089474 (in the centre), "
    "A089483 (in the middle of a side)",
    convention="the least number of slides of one tile; every board that can reach the goal is counted once. --json "
    "has the number of boards at every distance",
    columns=(
        Column("shape", "size"),
        Column("goal", "goal"),
        Column("states", "boards"),
        Column("radius", "radius"),
        Column("published_radius", "published"),
        Column("farthest", "farthest boards"),
        Column("mean", "mean distance", ".4f"),
        Column("sequence", "boards by distance"),
    ),
    subsets={
        "small": Subset("2×2 to 2×5", 2),
        "all": Subset("all shapes; 3×4 and 2×6 have 239,500,800 boards each, in files of as many bytes", 60),
    },
    measure=measure,
)
