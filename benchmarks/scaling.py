"""Parallel IDA*: the 20 hardest of Korf's instances on one thread and on several, wall time.

    .venv/bin/python benchmarks/scaling.py [--threads 2]

The instances are those on which one thread expands the most nodes. Lengths and counters must not depend on the number
of threads. Other programs at work on the machine spoil the measurement: run it on an idle one. The last line is the
ratio.
"""

from __future__ import annotations

import argparse
import sys
from time import perf_counter

from korf import Instance, checked, instances
from taquin.cores import core_count

SPEC = "ida_star(pdb(partition=5-5-5), lookback=2, threads={threads})"


def measure(chosen: list[Instance], threads: int) -> tuple[float, int]:
    """Wall time and expansions."""
    began = perf_counter()
    expanded = sum(checked(instance, SPEC.format(threads=threads)).stats.expanded for instance in chosen)
    return perf_counter() - began, expanded


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=core_count(), help="threads to compare with one")
    parser.add_argument("--repeat", type=int, default=5, help="measure in turn this often, and take the best of each")
    options = parser.parse_args()
    spec = SPEC.format(threads=1)
    hardest = sorted(instances(), key=lambda instance: -checked(instance, spec).stats.expanded)[:20]
    one, several = float("inf"), float("inf")
    for _ in range(options.repeat):
        alone, expanded = measure(hardest, 1)
        together, counted = measure(hardest, options.threads)
        if expanded != counted:
            sys.exit(f"one thread expands {expanded:,} nodes and {options.threads} threads {counted:,}")
        one, several = min(one, alone), min(several, together)
    print(
        f"20 hardest instances, {expanded:,} expanded: 1 thread {one:.3f} s, {options.threads} threads {several:.3f} s"
    )
    print(f"{options.threads} threads are {one / several:.2f} times as fast as one")


if __name__ == "__main__":
    main()
