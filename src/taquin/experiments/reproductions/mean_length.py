"""The mean length of shortest solutions of the 15-puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from taquin.experiments.instances import instance_set
from taquin.experiments.reproductions.reproduction import (
    Bench,
    Column,
    Reproduction,
    Row,
    Subset,
    deviation,
    mean_text,
)
from taquin.solving.heuristic_choice import make_heuristic
from taquin.solving.method import make_method

PUBLISHED = 52.59
METHOD = make_method("ida_star", make_heuristic("pdb", {"partition": "5-5-5"}), {"lookback": 10})
BOARDS = {"easy": 100, "all": 1000}
GROUP = 100


def measure(subset: str, bench: Bench) -> Iterator[Row]:
    """One row for every hundred boards, with the mean so far."""
    boards = instance_set(f"random(4x4, count={BOARDS[subset]}, seed=2)").instances
    lengths: list[int] = []
    for number, instance in enumerate(boards, start=1):
        bench.show(f"board {number} of {len(boards)}")
        lengths.append(bench.solve(instance.problem, METHOD).length or 0)
        if number % GROUP == 0:
            mean = sum(lengths) / number
            yield {
                "boards": number,
                "shortest": min(lengths),
                "longest": max(lengths),
                "mean": mean,
                "published": PUBLISHED,
                "deviation": deviation(mean, PUBLISHED),
                "lengths": list(lengths),
            }


def summarise(rows: Sequence[Row]) -> list[tuple[str, str]]:
    """The mean over all boards with its standard error."""
    lengths = rows[-1]["lengths"]
    assert isinstance(lengths, list)
    return [("mean length", mean_text(lengths, PUBLISHED, ".2f"))]


REPRODUCTION = Reproduction(
    name="mean-length",
    title="The mean length of a shortest solution of the 15-puzzle",
    source="R. E. Korf and P. Schultze, Large-scale parallel breadth-first search, AAAI 2005: the whole space of 10^13 "
    "boards. Looked up at kociemba.org/fifteen/fifteensolver.html: 52.59",
    convention="slides of one tile. There all boards, here random ones (seed 2), each proven shortest; ± is the "
    "standard error",
    columns=(
        Column("boards", "boards"),
        Column("shortest", "shortest"),
        Column("longest", "longest"),
        Column("mean", "mean length", ".2f"),
        Column("published", "published", ".2f"),
        Column("deviation", "deviation", "%"),
    ),
    subsets={"easy": Subset("100 random boards", 5), "all": Subset("1000 random boards", 40)},
    measure=measure,
    summarise=summarise,
)
