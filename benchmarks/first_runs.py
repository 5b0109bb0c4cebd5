"""The first runs on 24-puzzles, with an empty cache: does building databases first leave a run worse than without?

    python benchmarks/first_runs.py [--instances 40 38 25 44 37 30] [--seconds 30 60 120] [--cores 2] [--at-once 1]

``taquin solve BOARD --time SECONDS`` runs ``anytime``, which may build databases before it proves anything. Each board
is solved twice for every time, each run a process of its own with an empty cache: as users run it, and with building
switched off. A table compares the lengths and the lower bounds; the exit code is 1 if a run that may build has a longer
solution or a lower bound. ``--at-once`` runs several at once, each on ``--cores`` cores of its own (Linux).

A run's result depends on the speed of the machine: run this on a quiet one.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import product
from queue import SimpleQueue

EASY = (40, 38, 25, 44, 37, 30)
"""The instances of Korf and Felner's 50 that are proven in seconds with databases."""

RUN = """
import json, os, sys
instance, seconds, builds, *cores = map(int, sys.argv[1:])
if cores:
    os.sched_setaffinity(0, cores)
from taquin.experiments.instances import instance_set
from taquin.solving import native_proofs
from taquin.solving.solver import solve
if not builds:
    native_proofs.partition_to_build = lambda problem, limits: None
[found] = instance_set(f"korf24({instance})").instances
result = solve(found.board, found.goal, time=seconds)
print(json.dumps([result.length, result.lower_bound, result.quality.value, result.seconds]))
"""


@dataclass(frozen=True)
class FirstRun:
    """One run, and what it found."""

    instance: int
    seconds: int
    builds: bool
    length: int
    lower_bound: int
    quality: str
    took: float


def run_once(instance: int, seconds: int, *, builds: bool, cores: list[int]) -> FirstRun:
    """One run in a new process with an empty cache, on these cores, or on all if the list is empty."""
    with tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, "-c", RUN, *map(str, (instance, seconds, int(builds), *cores))]
        environment = {**os.environ, "TAQUIN_CACHE": cache}
        done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE)
    return FirstRun(instance, seconds, builds, *json.loads(done.stdout))


def run_all(arguments: argparse.Namespace) -> Iterator[FirstRun]:
    """All runs, ``--at-once`` of them in parallel, each on cores of its own."""
    free: SimpleQueue[list[int]] = SimpleQueue()
    for number in range(arguments.at_once):
        first = number * arguments.cores
        free.put(list(range(first, first + arguments.cores)) if arguments.cores else [])

    def run(task: tuple[int, int, bool]) -> FirstRun:
        instance, seconds, builds = task
        cores = free.get()
        try:
            return run_once(instance, seconds, builds=builds, cores=cores)
        finally:
            free.put(cores)

    seconds = sorted(arguments.seconds, reverse=True)  # the longest first, so that all end at about the same time
    with ThreadPoolExecutor(arguments.at_once) as pool:
        yield from pool.map(
            run,
            [
                (instance, time, builds)
                for time, instance, builds in product(seconds, arguments.instances, (True, False))
            ],
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--instances", type=int, nargs="+", default=list(EASY))
    parser.add_argument("--seconds", type=int, nargs="+", default=[30, 60, 120])
    parser.add_argument("--cores", type=int, default=0, help="cores of a run; 0: all of the machine (default)")
    parser.add_argument("--at-once", type=int, default=1, help="runs in parallel; needs --cores (default: 1)")
    arguments = parser.parse_args()
    if arguments.at_once > 1 and not arguments.cores:
        parser.error("--at-once needs --cores, so that the runs do not share cores")
    found = {(run.instance, run.seconds, run.builds): run for run in run_all(arguments)}
    print("| time | instance | without: length | bound | may build: length | bound | seconds |")
    print("|---:|---:|---:|---:|---:|---:|---:|")
    worse = 0
    for seconds, instance in product(arguments.seconds, arguments.instances):
        without, with_ = found[instance, seconds, False], found[instance, seconds, True]
        worse += with_.length > without.length or with_.lower_bound < without.lower_bound
        cells = (f"{seconds} s", instance, without.length, without.lower_bound, with_.length, with_.lower_bound)
        print("|", " | ".join(map(str, cells)), f"| {with_.took:.1f} |")
    print(f"\nworse where databases may be built: {worse} of {len(found) // 2}")
    return int(worse > 0)


if __name__ == "__main__":
    sys.exit(main())
