"""Reproductions on Korf's 100 15-puzzles: IDA* with Manhattan distance and linear conflict, and NBS."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean

from taquin.experiments.instances import instance_set
from taquin.experiments.reproductions.reproduction import (
    KORF,
    Bench,
    Row,
    deviation,
    mean_text,
    numbers,
    standard_error,
)
from taquin.solving.method import choose_method
from taquin.system.memory import cpu_time

MANHATTAN = choose_method("ida_star(manhattan, order=ULRD)")
"""The only one of the 24 orders of successors with which the counts are the published ones, on 96 of 100 instances."""
MOST_NODES = {"easy": 10**7, "middle": 10**8, "all": 10**12}
"""Published nodes of the instances that are measured: fewer than these."""


def measure_manhattan(subset: str, bench: Bench) -> Iterator[Row]:
    chosen = [
        instance
        for instance in instance_set("korf100").instances
        if int(instance.columns["nodes"]) < MOST_NODES[subset]
    ]
    for number, instance in enumerate(chosen, start=1):
        bench.show(f"instance {number} of {len(chosen)}")
        began = cpu_time()
        result = bench.solve(instance.problem, MANHATTAN)
        seconds = cpu_time() - began
        published, generated = int(instance.columns["nodes"]), result.stats.generated + 1
        yield {
            "instance": instance.index,
            "length": result.length,
            "published_length": instance.optimum,
            "generated": generated,
            "published_nodes": published,
            "deviation": deviation(generated, published),
            "seconds": seconds,
        }


def summarise_manhattan(rows: Sequence[Row]) -> list[tuple[str, str]]:
    """The means, and whether all figures are the published ones."""
    ours, theirs = numbers(rows, "generated"), numbers(rows, "published_nodes")
    lengths, seconds = numbers(rows, "length"), numbers(rows, "seconds")
    return [
        ("lengths", _agreement(rows, "length", "published_length")),
        ("nodes", _agreement(rows, "generated", "published_nodes")),
        ("mean length", f"{fmean(lengths):.2f}; published {fmean(numbers(rows, 'published_length')):.2f}"),
        ("mean nodes", f"{fmean(ours):,.0f}; published {fmean(theirs):,.0f}"),
        ("time", f"{sum(seconds):.1f} s of CPU time, {sum(ours) / max(sum(seconds), 1e-9):,.0f} nodes per second"),
    ]


def _agreement(rows: Sequence[Row], ours: str, published: str) -> str:
    others = [str(row["instance"]) for row in rows if row[ours] != row[published]]
    same = f"{len(rows) - len(others)} of {len(rows)} are the published ones"
    return f"{same}; not on {', '.join(others)}" if others else f"all {len(rows)} are the published ones"


# Linear conflict compared with Manhattan distance on Korf's 100 15-puzzles

CONFLICTS = choose_method("ida_star(linear_conflict, order=ULRD)")
"""The order of the published counts (korf-1985)."""
MISPRINTS = {22: 750_745_755, 88: 6_320_047_980, 89: 166_571_021, 98: 183_526_883}
"""The counts of korf-1985 on the instances where the published ones differ."""


def measure_conflicts(subset: str, bench: Bench) -> Iterator[Row]:
    for instance, result in bench.solve_all(instance_set(KORF[subset]).instances, CONFLICTS, "linear conflict"):
        generated = result.stats.generated + 1
        manhattan = MISPRINTS.get(instance.index, int(instance.columns["nodes"]))
        yield {
            "instance": instance.index,
            "length": result.length,
            "published_length": instance.optimum,
            "generated": generated,
            "manhattan": manhattan,
            "ratio": manhattan / generated,
        }


def summarise_conflicts(rows: Sequence[Row]) -> list[tuple[str, str]]:
    """The means, and how many times fewer nodes that is."""
    ours, theirs = numbers(rows, "generated"), numbers(rows, "manhattan")
    return [
        ("lengths", _agreement(rows, "length", "published_length")),
        ("mean nodes", mean_text(ours)),
        ("Manhattan", f"mean {fmean(theirs):,.0f}: {sum(theirs) / sum(ours):.1f} times as many"),
    ]


# Bidirectional A* (NBS) against A* on Korf's 15-puzzles

METHODS = ("astar(manhattan, tie_break=low-h)", "bidirectional_astar(manhattan)", "astar(manhattan)")
"""The first is what the ratios are of. Ties by age, the default, double the expansions of A* and more."""


def measure_nbs(subset: str, bench: Bench) -> Iterator[Row]:
    boards = instance_set(KORF[subset]).instances
    first = 0.0
    for method in METHODS:
        results = [result for _, result in bench.solve_all(boards, choose_method(method), method)]
        expanded = [result.stats.expanded for result in results]
        first = first or fmean(expanded)
        yield {
            "method": method,
            "boards": len(boards),
            "length": fmean(result.length or 0 for result in results),
            "expanded": fmean(expanded),
            "error": standard_error(expanded),
            "ratio": fmean(expanded) / first,
            "stored": max(result.stats.max_stored for result in results),
        }
