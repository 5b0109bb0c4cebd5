"""Bidirectional A* (NBS) against A* on Korf's 15-puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

from taquin.experiments.instances import instance_set
from taquin.experiments.reproductions.reproduction import KORF, Bench, Column, Reproduction, Row, Subset, standard_error
from taquin.solving.method import make_method

ALGORITHMS = ("astar", "bidirectional_astar")


def measure(subset: str, bench: Bench) -> Iterator[Row]:
    boards = instance_set(KORF[subset]).instances
    first = 0.0
    for algorithm in ALGORITHMS:
        results = bench.solve_all(boards, make_method(algorithm, "manhattan"), algorithm)
        expanded = [result.stats.expanded for result in results]
        first = first or fmean(expanded)
        yield {
            "algorithm": algorithm,
            "boards": len(boards),
            "length": fmean(result.length or 0 for result in results),
            "expanded": fmean(expanded),
            "error": standard_error(expanded),
            "ratio": fmean(expanded) / first,
            "stored": max(result.stats.max_stored for result in results),
        }


REPRODUCTION = Reproduction(
    name="nbs-2017",
    title="Bidirectional A* (NBS) against A*: Korf's 15-puzzles with Manhattan distance",
    source="J. Chen, R. C. Holte, S. Zilles and N. R. Sturtevant, Front-to-end bidirectional heuristic search with "
    "near-optimal node expansions, IJCAI 2017 (arXiv 1703.03868). Its table could not be looked up",
    convention="nodes expanded, mean over the boards; ± is the standard error. A* breaks ties by age",
    columns=(
        Column("algorithm", "algorithm"),
        Column("boards", "boards"),
        Column("length", "mean length", ".2f"),
        Column("expanded", "expanded", ",.0f"),
        Column("error", "±", ",.0f"),
        Column("ratio", "of A*", ".2f"),
        Column("stored", "most nodes stored"),
    ),
    subsets={
        "easy": Subset("the 25 easy instances of Korf's 100", 15),
        "all": Subset("all 100 instances; A* stores more than 20 GB of nodes on the hardest", 1500),
    },
    measure=measure,
)
