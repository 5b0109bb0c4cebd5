"""The 24-puzzle, optimally: instances of Korf and Felner with 6-6-6-6, and the speed beside the machine's limit.

    .venv/bin/python benchmarks/puzzle24.py [--instances 40 38 25 44 37 30] [--time 10m] [--threads 0]

IDA* with additive databases of 6-6-6-6, the transposed look-up and an automaton of detours (lookback 12). The databases
are built first if they are not in the cache: 255 MB, about two minutes on one core. ``--time`` is the limit for each
instance. A length is printed as proven only if the search has proven it, and is then compared with the published one;
otherwise the line has the lower bound that was proven. The exit code is 1 if a proven length is not the published one.

Nodes are generated nodes, per second of CPU time and thread, so that other programs affect them less. A node takes two
look-ups. The last line is the limit: independent random look-ups in a table of the same size, measured in the same run
on as many threads (this needs a C++ compiler). The look-ups of a search may be faster than that: many of them hit the
processor's caches, because neighbouring nodes differ in few tiles.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from time import perf_counter, process_time

from build_missing import build_missing
from korf import positive
from taquin import Board, solve
from taquin.experiments import instance_set
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import blank_first
from taquin.run.limits import Limits
from taquin.run.result import Quality
from taquin.system.cores import core_count

FOLDER = Path(__file__).parent
PARTITION = "6-6-6-6"
METHOD = "ida_star(pdb(partition={partition}), lookback={lookback}, threads={threads})"
DIRECT_BYTES = 2 * 25**6
"""The size of the tables that the search reads: two databases, each with the number of a placement in base 25."""
CHOSEN = (40, 38, 25, 44, 37, 30)


@dataclass(frozen=True)
class Instance:
    """A board and its published optimal length."""

    board: Board
    length: int


def instances() -> dict[int, Instance]:
    """All 50 instances by their numbers in the paper."""
    return {found.index: Instance(found.board, found.optimum or 0) for found in instance_set("korf24").instances}


def run(index: int, instance: Instance, method: str, limit: str) -> bool:
    """Solve one instance and print a line; False if the proven length is not the published one."""
    began, began_cpu = perf_counter(), process_time()
    result = solve(instance.board, "blank-first", algorithm=method, time=limit, backend="native")
    seconds, cpu = perf_counter() - began, process_time() - began_cpu
    is_proven = result.quality is Quality.OPTIMAL
    found = f"{result.length} moves, proven" if is_proven else f"not proven, at least {result.lower_bound:.0f} moves"
    rate = result.stats.generated / cpu / 1e6
    print(
        f"{index:>8} {instance.length:>9}   {found:<32} {result.stats.generated:>15,} {seconds:>9.1f} {cpu:>9.1f}"
        f" {rate:>10.1f}",
        flush=True,
    )
    return not is_proven or result.length == instance.length


def measure_limit(threads: int) -> str:
    """The random look-ups per second of CPU time on one thread, while all threads do them."""
    compiler = which("c++")
    if compiler is None:
        return "not measured: there is no compiler c++"
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / "random_lookup")
        include = str(FOLDER.parent / "native" / "include")
        source = str(FOLDER / "random_lookup.cpp")
        subprocess.run([compiler, "-O3", "-std=c++20", "-pthread", "-I", include, source, "-o", program], check=True)
        return subprocess.run(
            [program, str(DIRECT_BYTES), str(threads)], capture_output=True, text=True, check=True
        ).stdout.split(" (")[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--instances", type=positive, nargs="+", default=CHOSEN, help="numbers from 1 to 50")
    parser.add_argument("--time", default="10m", help="the limit for each instance")
    parser.add_argument("--threads", type=int, default=0, help="0: all cores")
    parser.add_argument("--lookback", type=positive, default=12, help="the longest detours that are avoided")
    options = parser.parse_args()
    known = instances()
    if unknown := [index for index in options.instances if index not in known]:
        sys.exit(f"expected numbers of instances from 1 to {len(known)}, found {unknown[0]}")
    Limits.parse(time=options.time)  # refuse it before anything is built
    goal = blank_first(Shape(5, 5))
    build_missing(PARTITION, goal)
    threads = options.threads or core_count()
    method = METHOD.format(partition=PARTITION, lookback=options.lookback, threads=threads)
    began = perf_counter()
    solve(goal, "blank-first", algorithm=method, backend="native")  # loads the tables
    print(f"{method}; loading took {perf_counter() - began:.1f} s")
    print(
        f"{'instance':>8} {'published':>9}   {'found':<32} {'nodes':>15} {'seconds':>9} {'CPU s':>9} {'M nodes/s':>10}",
        flush=True,
    )
    is_right = [run(index, known[index], method, options.time) for index in options.instances]
    print(f"random look-ups in {DIRECT_BYTES / 1e6:,.0f} MB on each of {threads} threads: {measure_limit(threads)}")
    if not all(is_right):
        sys.exit("a proven length is not the published one")


if __name__ == "__main__":
    main()
