"""Parallel IDA*: the 20 hardest of Korf's instances on one thread and on several, wall time.

    .venv/bin/python benchmarks/scaling.py [--threads 2]

The instances are those on which one thread expands the most nodes. Lengths and counters must not depend on the number
of threads. Machines give several busy cores less than one alone (clock, caches, neighbours), so the limit is measured
too: the same instances on one thread each, in as many processes at once. Everything is measured in turn, several times
over; what counts is the median of the ratios. The last line is the ratio of the threads.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from statistics import median
from time import perf_counter

from korf import Instance, checked, instances
from taquin.run.cores import core_count

SPEC = "ida_star(pdb(partition=5-5-5), lookback=2, threads={threads})"


def measure(chosen: list[Instance], threads: int) -> tuple[float, int]:
    """Wall time and expansions."""
    began = perf_counter()
    expanded = sum(checked(instance, SPEC.format(threads=threads)).stats.expanded for instance in chosen)
    return perf_counter() - began, expanded


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=core_count(), help="threads to compare with one")
    parser.add_argument("--repeat", type=int, default=15, help="measure in turn this often")
    options = parser.parse_args()
    count = options.threads
    spec = SPEC.format(threads=1)
    hardest = sorted(instances(), key=lambda instance: -checked(instance, spec).stats.expanded)[:20]
    alone: list[float] = []
    gains: list[float] = []
    limits: list[float] = []
    with ProcessPoolExecutor(count) as pool:
        list(pool.map(measure, [hardest] * count, [1] * count))  # the tables are built now
        for _ in range(options.repeat):
            one, expanded = measure(hardest, 1)
            several, counted = measure(hardest, count)
            if expanded != counted:
                sys.exit(f"one thread expands {expanded:,} nodes and {count} threads {counted:,}")
            apart = [seconds for seconds, _ in pool.map(measure, [hardest] * count, [1] * count)]
            alone.append(one)
            gains.append(one / several)
            limits.append(sum(one / seconds for seconds in apart))
    print(f"20 hardest instances, {expanded:,} expanded: {median(alone):.3f} s on 1 thread")
    print(f"{count} processes with one thread each get {median(limits):.2f} times as much done as one")
    print(f"{count} threads are {median(gains):.2f} times as fast as one")


if __name__ == "__main__":
    main()
