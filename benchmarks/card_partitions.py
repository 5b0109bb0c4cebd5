"""Partitions on a graphics card: the bounds that IDA* proves with each in the same time.

    python benchmarks/card_partitions.py [--sizes 5x6 4x8] [--boards 6] [--moves 900] [--time 1.5]

For each size the partition that ``auto`` stands for, and others. The boards are the ends of random walks of ``--moves``
moves from the standard goal (seeds 1, 2, …), the same for each partition. A line has the seconds until the search can
start, the mean first bound, the mean bound that was proven in ``--time`` seconds, the number of boards that were proven
to be shortest, and billions of nodes per second.
"""

from __future__ import annotations

import argparse
import sys
from statistics import mean
from time import perf_counter

from puzzle35 import scramble
from taquin.gpu.card import open_card
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.puzzle.problem import Problem
from taquin.run.result import Quality
from taquin.run.run import Run
from taquin.solving.method import choose_method
from taquin.solving.solver import prepare, solve
from taquin.tables.pdb.pattern import card_partition

OTHERS = {
    "4x7": ("6-6-6-6-3", "5-6-5-5-6"),
    "4x8": (
        "5-5-5-4-6-6",
        "6-6-4-3-6-6",
        "1 2 3 9 10 11|4 5 6 12 13 14|7 8 15 16 23 24|20 21 22 28 29 30|17 18 19 25 26 27|31",
    ),
    "4x9": ("6-6-6-6-6-5",),
    "5x6": ("6-6-6-6-5", "1 2 7 8 13 14|3 4 9 10 15 16|5 6 11 12 17 18|19 20 21 25 26 27|22 23 24 28 29"),
    "5x7": (
        "6-6-6-6-6-4",
        "1 2 8 9 15 16|3 4 10 11 17 18|5 6 12 13 19 20|7 14 21 27 28 34|24 25 26 31 32 33|22 23 29 30",
    ),
    "3x11": ("6-6-6-6-6-2",),
    "3x12": (
        "5-6-6-6-6-6",
        "1 2 3 13 14 15|4 5 6 16 17 18|7 8 9 19 20 21|10 11 12 22 23 24|25 26 27 28 29 30|31 32 33 34 35",
    ),
    "2x16": ("6-6-6-6-6-1",),
}
"""Partitions that are compared with the default one, by size."""


def measure(goal: Board, partition: str, options: argparse.Namespace) -> str:
    """The columns of one partition."""
    method = choose_method(f"ida_star(pdb(partition={partition}), lookback=10)")
    began = perf_counter()
    prepare(Problem(goal.neighbours()[0], goal), method, Run(), "cuda")
    ready = perf_counter() - began
    firsts, bounds, proven, nodes, seconds = [], [], 0, 0, 0.0
    for seed in range(1, options.boards + 1):
        began = perf_counter()
        board = scramble(seed, options.moves, goal)
        result = solve(board, goal, algorithm=method.text, backend="cuda", time=options.time)
        seconds += perf_counter() - began
        firsts.append(int(result.iterations[0].bound) if result.iterations else result.lower_bound)
        bounds.append(result.lower_bound)
        proven += result.quality is Quality.OPTIMAL
        nodes += result.stats.generated
    return f"{ready:.1f} | {mean(firsts):.1f} | {mean(bounds):.1f} | {proven} | {nodes / seconds / 1e9:.1f}"


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", nargs="+", default=[*OTHERS], choices=OTHERS, metavar="SIZE", help="(all)")
    parser.add_argument("--boards", type=int, default=6, help="for each partition (%(default)s)")
    parser.add_argument("--moves", type=int, default=900, help="of a scramble (%(default)s)")
    parser.add_argument("--time", type=float, default=1.5, help="seconds for a board (%(default)s)")
    options = parser.parse_args()
    print(open_card().name)
    print("| size | partition | s until ready | first bound | bound | proven | G nodes/s |")
    print("|---|---|---:|---:|---:|---:|---:|")
    for size in options.sizes:
        goal = standard(Shape.parse(size))
        for partition in (card_partition(goal), *OTHERS[size]):
            print(f"| {size} | {partition} | {measure(goal, partition, options)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
