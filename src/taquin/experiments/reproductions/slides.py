"""The number of boards at each number of slides from the goal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from taquin.experiments.reproductions.reproduction import Bench, Column, Reproduction, Row, Subset, numbers
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.puzzle.slides import Metric
from taquin.run.limits import limits_checked_by
from taquin.tables.distances import DistanceTable

SHAPES = {"small": (Shape(3, 3),), "all": (Shape(3, 3), Shape(3, 4))}


def measure(subset: str, bench: Bench) -> Iterator[Row]:
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


def summarise(rows: Sequence[Row]) -> list[tuple[str, str]]:
    """The mean number of slides of each shape."""
    found = []
    for shape in SHAPES["all"]:
        if counts := numbers(rows, shape.text):
            mean = sum(slides * count for slides, count in enumerate(counts)) / sum(counts)
            found.append((f"mean of {shape}", f"{mean:.4f} slides"))
    return found


REPRODUCTION = Reproduction(
    name="slides",
    title="How many boards need how many slides",
    source="OEIS A389728 has these numbers for the 15-puzzle, which needs at most 43 slides and is too large to be "
    "counted here. No published numbers were found for smaller boards",
    convention="the least number of slides to the goal with the blank in a corner, where a slide moves one or more "
    "tiles in a line; every board that can reach the goal is counted once",
    columns=(Column("slides", "slides"), *(Column(shape.text, f"boards of {shape}") for shape in SHAPES["all"])),
    subsets={
        "small": Subset("3×3", 1),
        "all": Subset("3×3 and 3×4, which has 239,500,800 boards, in a file of as many bytes", 30),
    },
    measure=measure,
    summarise=summarise,
)
