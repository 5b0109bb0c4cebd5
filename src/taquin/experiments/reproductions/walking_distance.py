"""Walking distance compared with Manhattan distance and pattern databases: time and nodes per random 15-puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean
from time import process_time

from taquin.experiments.instances import instance_set
from taquin.experiments.reproductions.reproduction import Bench, Column, Reproduction, Row, Subset, deviation
from taquin.run.limits import limits_checked_by
from taquin.solving.heuristic_choice import make_heuristic
from taquin.solving.method import make_method

HEURISTICS = {
    make_heuristic("manhattan"): 25_600,
    make_heuristic("walking_distance"): 1_890,
    make_heuristic("pdb", {"partition": "5-5-5"}): 370,
}
"""The published milliseconds per board."""
BOARDS = {"easy": "korf100(easy)", "all": "random(4x4, count=100, seed=1, goal=blank-first)"}


def measure(subset: str, bench: Bench) -> Iterator[Row]:
    boards = instance_set(BOARDS[subset]).instances
    first = 0.0
    for choice, published in HEURISTICS.items():
        name, method = choice.text, make_method("ida_star", choice)
        bench.show(f"loading {name}")
        with limits_checked_by(lambda memory: bench.check()):
            heuristic = choice.build(boards[0].goal)
        bench.solve(boards[0].problem, method)  # everything is loaded then
        began = process_time()
        results = bench.solve_all(boards, method, name)
        time = 1000 * (process_time() - began) / len(boards)
        first = first or time
        ratio, published_ratio = first / time, HEURISTICS[make_heuristic("manhattan")] / published
        yield {
            "heuristic": name,
            "boards": len(boards),
            "estimate": fmean(heuristic(instance.board.state) for instance in boards),
            "nodes": fmean(result.stats.generated for result in results),
            "time": time,
            "published_time": published,
            "ratio": ratio,
            "published_ratio": published_ratio,
            "deviation": deviation(ratio, published_ratio),
        }


REPRODUCTION = Reproduction(
    name="walking-distance",
    title="Walking distance on the 15-puzzle: how much faster than Manhattan distance",
    source="H. Kociemba, 15-Puzzle Optimal Solver, kociemba.org/fifteen/fifteensolver.html: mean time of 1000 random "
    "boards on one core of an Intel Core i7 920 (the heuristic is K. Takahashi's)",
    convention="time per board, with IDA* on one thread: there on the clock, here of the processor; only the ratios to "
    "Manhattan distance are comparable. Nodes are those generated; none are published there",
    columns=(
        Column("heuristic", "heuristic"),
        Column("boards", "boards"),
        Column("estimate", "mean estimate", ".2f"),
        Column("nodes", "nodes", ",.0f"),
        Column("time", "ms", ",.2f"),
        Column("published_time", "published ms"),
        Column("ratio", "times faster", ".1f"),
        Column("published_ratio", "published", ".1f"),
        Column("deviation", "deviation", "%"),
    ),
    subsets={
        "easy": Subset("the 25 easy instances of Korf's 100, which are not the random boards of the source", 5),
        "all": Subset("100 random boards (seed 1)", 400),
    },
    measure=measure,
)
