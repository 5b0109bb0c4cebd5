"""Every search of the native core: expansions per second of CPU time, and bytes per stored node.

    .venv/bin/python benchmarks/native.py [--count 5] [--nodes 10000000] [--methods "astar(manhattan)" …]

8-puzzles: 10 random boards, on the core and in Python. 15-puzzles: the easiest of Korf's instances, each in a separate
process, so that its peak memory is that of one search. A search that makes more than ``--nodes`` nodes there ends: the
blind ones do on every board. The lengths of solutions that are proven shortest are compared with the published ones.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from random import Random
from time import process_time

from korf import instances, positive
from taquin import solve
from taquin.analysis.random_boards import random_board
from taquin.puzzle.geometry import Shape
from taquin.run.result import Quality
from taquin.solving.registry import ALGORITHMS
from taquin.solving.solver import Backend

FEWEST_NODES = 500_000
"""With fewer nodes in all, the memory of the nodes is lost in that of the process."""
PEAK_UNIT = 1 if sys.platform == "darwin" else 1024


def native_methods() -> list[str]:
    """Every algorithm of the core that expands nodes one by one, with Manhattan distance if it uses a heuristic."""
    specs = [spec for spec in ALGORITHMS if spec.native is not None and not spec.needs_board]
    return [f"{spec.key}(manhattan)" if spec.uses_heuristic else spec.key for spec in specs]


def rate_on_8_puzzles(method: str, backend: Backend, count: int = 10) -> float:
    """Expansions per second over random boards."""
    rng = Random(1)
    boards = [random_board(Shape(3, 3), rng=rng) for _ in range(count)]
    solve("1 2 3 / 4 5 6 / 7 0 8", algorithm=method, backend=backend)  # loads what it needs
    began = process_time()
    expanded = sum(solve(board, algorithm=method, backend=backend).stats.expanded for board in boards)
    return expanded / (process_time() - began)


def measure(index: int, method: str, nodes: int) -> None:
    """Search one instance, in a process of its own, and print its expansions, its stored nodes, seconds and bytes."""
    instance = next(instance for instance in instances() if instance.index == index)
    solve("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15", algorithm=method, backend="native")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * PEAK_UNIT
    began = process_time()
    result = solve(instance.board, "blank-first", algorithm=method, backend="native", nodes=nodes)
    seconds = process_time() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * PEAK_UNIT
    if result.quality is Quality.OPTIMAL and result.length != instance.length:
        sys.exit(f"instance {index}: expected {instance.length} moves, found {result.length} with {method}")
    print(json.dumps([result.stats.expanded, result.stats.max_stored, seconds, peak - before]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=positive, default=5, help="number of 15-puzzles, by their published counts")
    parser.add_argument("--nodes", type=positive, default=10_000_000, help="the limit of nodes for each of them")
    parser.add_argument("--methods", nargs="+", default=native_methods())
    parser.add_argument("--index", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.index:
        measure(options.index, options.methods[0], options.nodes)
        return
    chosen = sorted(instances(), key=lambda instance: instance.nodes)[: options.count]
    large = {}
    for method in options.methods:  # first: a new process counts what this one holds as its own peak
        runs = []
        for instance in chosen:
            command = [sys.executable, __file__, "--index", str(instance.index)]
            command += ["--nodes", str(options.nodes), "--methods", method]
            runs.append(json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout))
        expanded, stored, seconds, grown = (sum(values) for values in zip(*runs, strict=True))
        size = f"{grown / stored:.1f}" if stored > FEWEST_NODES else ""
        large[method] = f"{expanded / seconds / 1e6:.2f} M/s", f"{expanded:,}", size
    print("| method | 8-puzzles, Python | 8-puzzles, core | 15-puzzles, core | expanded | bytes per stored node |")
    print("|---|---:|---:|---:|---:|---:|")
    for method, columns in large.items():
        small = [f"{rate_on_8_puzzles(method, backend) / 1e6:.3f} M/s" for backend in ("python", "native")]
        print(f"| {' | '.join((f'`{method}`', *small, *columns))} |", flush=True)


if __name__ == "__main__":
    main()
