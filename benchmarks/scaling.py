"""Parallel IDA*: wall time of the 20 hardest of Korf's instances on one thread and on several.

    .venv/bin/python benchmarks/scaling.py [--threads 2]

The instances are those where one thread expands the most nodes. Lengths and counters must not depend on the number of
threads. A core is slower when the others are busy too (clock rate, shared caches, other virtual machines), so the limit
of the machine is also measured: the same instances in as many processes at once, with one thread each. All measurements
are repeated in turn, and the median of the ratios counts. The last line is the speed-up of the threads.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from statistics import median
from time import perf_counter

from korf import Instance, checked, instances
from taquin.system.cores import core_count

SPEC = "ida_star(pdb(partition=5-5-5), lookback=2, threads={threads})"


def measure(chosen: list[Instance], threads: int) -> tuple[float, int]:
    """The wall time and the number of expansions."""
    began = perf_counter()
    expanded = sum(checked(instance, SPEC.format(threads=threads)).stats.expanded for instance in chosen)
    return perf_counter() - began, expanded


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=core_count(), help="threads to compare with one")
    parser.add_argument("--repeat", type=int, default=15, help="number of measurements")
    options = parser.parse_args()
    count = options.threads
    spec = SPEC.format(threads=1)
    hardest = sorted(instances(), key=lambda instance: -checked(instance, spec).stats.expanded)[:20]
    alone: list[float] = []
    gains: list[float] = []
    limits: list[float] = []
    with ProcessPoolExecutor(count) as pool:
        list(pool.map(measure, [hardest] * count, [1] * count))  # build the tables before the measurement
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
    print(
        f"{count} processes with one thread each solve {median(limits):.2f} times as many instances per second as one"
    )
    print(f"{count} threads are {median(gains):.2f} times as fast as one")


if __name__ == "__main__":
    main()
