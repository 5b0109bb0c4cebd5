"""Rectangles beyond 4×5, optimally: the easiest of many random boards, with the databases of `taquin pdb build`.

    .venv/bin/python benchmarks/rectangles.py [--sizes 3x7 4x6 3x8] [--of 100] [--count 5] [--time 2m] [--threads 0]

IDA* with additive databases and an automaton of detours (lookback 12), on the ``--count`` boards with the smallest
estimates of ``--of`` uniformly random ones. Databases that are not in the cache are built first; ``--partition`` names
others than those of `taquin pdb build SIZE`. ``--time`` is the limit for each board.

``anytime`` solves each board in 1 s first, without these databases. A length is printed as proven if the search has
proven it, or if its lower bound is the length of ``anytime``; otherwise the line has the lower bound. The exit code is
1 if what is proven exceeds the length of ``anytime``. Nodes are generated nodes, per second of CPU time and thread.
"""

from __future__ import annotations

import argparse
import sys
from random import Random
from time import perf_counter, process_time

from build_missing import build_missing
from korf import positive
from taquin import Board, PatternDatabases, Quality, TaquinError, random_board, solve
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.run.limits import Limits
from taquin.system.cores import core_count
from taquin.tables.pdb.pattern import parse_partition, recommended_partition

METHOD = "ida_star(pdb(partition={partition}), lookback={lookback}, threads={threads})"


def easiest(shape: Shape, heuristic: PatternDatabases, arguments: argparse.Namespace) -> list[tuple[int, int, Board]]:
    """The boards with the smallest estimates: each with its estimate and its number among all."""
    rng = Random(f"{arguments.seed} {shape}")
    boards = [random_board(shape, rng=rng) for _ in range(arguments.of)]
    found = [(heuristic(board.state), number, board) for number, board in enumerate(boards, 1)]
    return sorted(found, key=lambda each: each[:2])[: arguments.count]


def run(estimate: int, number: int, board: Board, method: str, limit: str) -> bool:
    """Solve one board and print a line; False if what is proven contradicts the length of ``anytime``."""
    known = solve(board, algorithm="anytime", time=1).length
    began, began_cpu = perf_counter(), process_time()
    result = solve(board, algorithm=method, time=limit, backend="native")
    seconds, cpu = perf_counter() - began, process_time() - began_cpu
    assert known is not None
    proven = result.length if result.quality is Quality.OPTIMAL else result.lower_bound
    is_optimal = result.quality is Quality.OPTIMAL or proven == known
    found = f"{proven} moves, proven" if is_optimal else f"not proven, at least {proven} moves"
    print(
        f"{number:>8} {estimate:>8} {known:>8}   {found:<32} {result.stats.generated:>15,} {seconds:>9.1f}"
        f" {cpu:>9.1f} {result.stats.generated / cpu / 1e6:>10.1f}",
        flush=True,
    )
    return (proven or 0) <= known


def measure(shape: Shape, arguments: argparse.Namespace) -> bool:
    """Solve the easiest boards of one shape; False if one of them is wrong."""
    goal = standard(shape)
    chosen = parse_partition(arguments.partition, goal) if arguments.partition else recommended_partition(goal)
    build_missing(chosen.text, goal)
    threads = arguments.threads or core_count()
    method = METHOD.format(partition=chosen.text, lookback=arguments.lookback, threads=threads)
    boards = easiest(shape, PatternDatabases(goal, partition=chosen.text), arguments)
    solve(goal, algorithm=method, backend="native")  # loads the tables
    print(f"{shape}: {method}, {len(boards)} of {arguments.of} boards")
    print(
        f"{'board':>8} {'estimate':>8} {'anytime':>8}   {'found':<32} {'nodes':>15} {'seconds':>9} {'CPU s':>9}"
        f" {'M nodes/s':>10}",
        flush=True,
    )
    is_right = [run(*each, method, arguments.time) for each in boards]
    return all(is_right)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", nargs="+", default=["3x7", "4x6", "3x8"], help="rows x columns")
    parser.add_argument("--partition", help="the sizes of the patterns, such as 7-7-6, for a single size of boards")
    parser.add_argument("--of", type=positive, default=100, help="random boards to choose from (100)")
    parser.add_argument("--count", type=positive, default=5, help="boards of each size to solve (5)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the boards (1)")
    parser.add_argument("--time", default="2m", help="the limit for each board (2m)")
    parser.add_argument("--threads", type=int, default=0, help="0: all cores")
    parser.add_argument("--lookback", type=positive, default=12, help="the longest detours that are avoided (12)")
    arguments = parser.parse_args()
    if arguments.partition and len(arguments.sizes) > 1:
        parser.error("--partition is for one of --sizes")
    try:
        shapes = [Shape.parse(size) for size in arguments.sizes]
        Limits.parse(time=arguments.time)  # refuse it before anything is built
        is_right = [measure(shape, arguments) for shape in shapes]
    except TaquinError as error:
        sys.exit(f"rectangles.py: {error}")
    if not all(is_right):
        sys.exit("what is proven contradicts the length of anytime")


if __name__ == "__main__":
    main()
