"""Asymptotic branching factors of the tree of moves."""

from __future__ import annotations

from collections.abc import Iterator

from taquin.analysis.branching import branching_factor, equilibrium
from taquin.experiments.reproductions.reproduction import Bench, Column, Reproduction, Row, Subset, deviation
from taquin.puzzle.geometry import Shape

PUBLISHED = {3: 3**0.5, 4: 2.1304, 5: 2.36762}
"""The number of decimals is that of the source, except for √3."""


def measure(subset: str, bench: Bench) -> Iterator[Row]:
    for side in range(3, 11):
        bench.check()
        bench.show(f"{side}×{side}")
        factor = branching_factor(Shape(side, side))
        yield {
            "shape": f"{side}×{side}",
            "factor": factor,
            "published": PUBLISHED.get(side),
            "deviation": deviation(factor, PUBLISHED.get(side)),
            **equilibrium(Shape(side, side)),
        }


REPRODUCTION = Reproduction(
    name="branching-factors",
    title="Branching factors of sliding-tile puzzles, the move back left out",
    source="S. Edelkamp and R. E. Korf, The branching factor of regular search spaces, AAAI 1998. Looked up: 15-puzzle "
    "in movingai.com/SAS/STP, 24-puzzle in domslee.com/2022/01/29/npuzzle-cycle-pruning; 3/2 and 2 alternate on the "
    "8-puzzle, whose geometric mean is √3",
    convention="the limit of the ratio of the numbers of nodes at two successive depths (geometric mean of two), and "
    "the shares of the nodes with the blank in a corner, at a side and in the interior",
    columns=(
        Column("shape", "size"),
        Column("factor", "branching factor", ".5f"),
        Column("published", "published", ".5f"),
        Column("deviation", "deviation", "%"),
        Column("corner", "corner", ".4f"),
        Column("side", "side", ".4f"),
        Column("interior", "interior", ".4f"),
    ),
    subsets={"all": Subset("squares from 3×3 to 10×10", 5)},
    measure=measure,
)
