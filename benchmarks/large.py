"""Boards of any size: the length of constructive solutions, divided by n³, and the time of the native core.

    python benchmarks/large.py [--sizes 5 10 20 50 100 256] [--count 10] [--seed 1]

The boards are uniformly random, with the standard goal. Every solution is replayed. Published: placing one tile after
the other takes 8/3·n³ moves on average (I. Parberry, 1995), and the mean of shortest solutions tends to 2/3·n³.
``--count`` is for 10×10; smaller boards are measured ten times as often, larger ones less often, but at least once.
"""

from __future__ import annotations

import argparse
import sys
from array import array
from random import Random
from statistics import mean
from time import process_time
from typing import Any

from taquin import _native
from taquin.analysis.random_boards import random_board
from taquin.heuristics.manhattan import Manhattan
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import Problem
from taquin.search.construction.walk import look_ahead
from taquin.solving.solver import replay


def measure(side: int, count: int, rng: Random) -> None:
    """Solve boards of one size and print a line."""
    core: Any = _native.load()
    shape = Shape(side, side)
    lengths, bounds, seconds = [], [], []
    for _ in range(count):
        problem = Problem(random_board(shape, rng=rng))
        boards = [array("i", list(board.state)) for board in (problem.start, problem.goal)]
        began = process_time()
        moves = core.construct(side, side, *boards, look_ahead(shape.cells), None)
        seconds.append(process_time() - began)
        lengths.append(replay(problem, moves).length)
        bounds.append(Manhattan(problem.goal)(problem.start.state))
    print(
        f"{f'{side}×{side}':>8}{count:>8}{mean(lengths):>15,.0f}{mean(lengths) / side**3:>12.3f}"
        f"{mean(lengths) / mean(bounds):>18.3f}{mean(seconds):>12.4f} s",
        flush=True,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[5, 10, 20, 50, 100, 256], help="sides of the boards")
    parser.add_argument("--count", type=int, default=10, help="number of 10×10 boards (10)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the boards (1)")
    arguments = parser.parse_args()
    if min(arguments.sizes) < 2 or max(arguments.sizes) > 256 or arguments.count < 1:
        parser.error("expected sides from 2 to 256 and a count of at least 1")
    if not _native.is_available():
        print(f"large.py: {_native.describe()}", file=sys.stderr)
        return 2
    print(f"{'size':>8}{'boards':>8}{'mean length':>15}{'length/n³':>12}{'length/Manhattan':>18}{'CPU time':>14}")
    for side in arguments.sizes:
        factor = 10 if side < 10 else 1 if side <= 20 else 10 / side
        measure(side, max(1, round(arguments.count * factor)), Random(f"{arguments.seed} {side}"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
