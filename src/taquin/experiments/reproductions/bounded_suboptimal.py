"""Length against effort of searches within a bound: Korf's 100 15-puzzles with Manhattan distance."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

from taquin.experiments.instances import instance_set
from taquin.experiments.reproductions.reproduction import KORF, Bench, Column, Reproduction, Row, Subset, standard_error
from taquin.solving.method import make_method

WEIGHTS = {"wastar": (1.3, 1.5, 1.75, 2, 2.5, 3, 5), "dps": (2, 3, 5), "ees": (2, 3, 5)}
"""By algorithm. DPS and EES run in Python, so that smaller weights take too long."""


def measure(subset: str, bench: Bench) -> Iterator[Row]:
    boards = instance_set(KORF[subset]).instances
    for algorithm, weight in [(name, weight) for name, weights in WEIGHTS.items() for weight in weights]:
        method = make_method(algorithm, "manhattan", {"weight": weight})
        results = bench.solve_all(boards, method, f"{algorithm}, weight {weight:g}")
        expanded = [result.stats.expanded for result in results]
        factors = [
            (result.length or 0) / (instance.optimum or 1) for result, instance in zip(results, boards, strict=True)
        ]
        yield {
            "algorithm": algorithm,
            "weight": weight,
            "boards": len(boards),
            "expanded": fmean(expanded),
            "error": standard_error(expanded),
            "length": fmean(result.length or 0 for result in results),
            "factor": fmean(factors),
            "largest": max(factors),
        }


REPRODUCTION = Reproduction(
    name="bounded-suboptimal",
    title="Weighted A*, DPS and EES with Manhattan distance: lengths and nodes by bound",
    source="I. Pohl, Heuristic search viewed as path finding in a graph, Artificial Intelligence 1, 1970; D. "
    "Gilon, A. Felner and R. Stern, Dynamic potential search, SoCS 2016; J. Thayer and W. Ruml, Bounded suboptimal "
    "search, IJCAI 2011. A solution is at most weight times as long as the shortest. No published table over Korf's "
    "100 instances could be looked up, so that the bound is tested here",
    convention="nodes expanded, states that are reached by a cheaper path are expanded again; ± is the standard error "
    "of the mean; factor: length divided by the published optimal length, as a mean and the largest",
    columns=(
        Column("algorithm", "algorithm"),
        Column("weight", "weight (bound)", "g"),
        Column("boards", "boards"),
        Column("expanded", "expanded", ",.0f"),
        Column("error", "±", ",.0f"),
        Column("length", "mean length", ".2f"),
        Column("factor", "mean factor", ".3f"),
        Column("largest", "largest factor", ".3f"),
    ),
    subsets={"easy": Subset("the 25 easy instances of Korf's 100", 40), "all": Subset("all 100 instances", 400)},
    measure=measure,
)
