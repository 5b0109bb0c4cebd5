"""Boards of any size: how long solutions are, and how near to the shortest ones.

    python benchmarks/large.py [--sizes 5 10 20 50 100 256] [--count 10] [--seed 1]
    python benchmarks/large.py --anytime 1 5 15 [--sizes 5 6 7 8 9 10] [--count 100] [--kind uniform walk] [-o FILE]

The first command measures the constructive method: the length divided by n³ and the CPU time of the native core.
Published: placing one tile after the other takes 8/3·n³ moves on average (I. Parberry, 1995), and the mean of shortest
solutions tends to 2/3·n³. ``--count`` is for 10×10; smaller boards are measured ten times as often, larger ones less
often, but at least once.

The second one measures anytime solving with so many seconds a board on all cores: mean length, mean lower bound, the
gap between them, and the ratio to the Manhattan distance. Boards are uniformly random, or result from random walks of
1,000 to 10,000 moves from the goal. ``-o`` keeps every board with its length and its bound, as JSON Lines.

The goal is the standard one. Every solution is replayed.
"""

from __future__ import annotations

import argparse
import json
import sys
from array import array
from pathlib import Path
from random import Random
from statistics import mean
from time import process_time
from typing import Any

from taquin import _native
from taquin.analysis.random_boards import random_board
from taquin.heuristics.manhattan import Manhattan
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import Problem
from taquin.search.construction.walk import look_ahead
from taquin.solving.solver import replay, solve


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


def make_board(shape: Shape, kind: str, rng: Random) -> Board:
    """A board of a kind: uniform, or after a random walk from the goal."""
    if kind == "uniform":
        return random_board(shape, rng=rng)
    return random_board(shape, moves=rng.randint(1_000, 10_000), rng=rng)


def measure_anytime(shape: Shape, kind: str, seconds: float, arguments: argparse.Namespace) -> None:
    """Solve boards of one size and kind, with so many seconds each, and print a line."""
    rng = Random(f"{arguments.seed} {shape} {kind}")
    lengths, bounds, distances = [], [], []
    for number in range(arguments.count):
        problem = Problem(make_board(shape, kind, rng))
        result = solve(problem, algorithm="anytime", time=seconds)
        assert result.length is not None, result
        lengths.append(result.length)
        bounds.append(result.lower_bound)
        distances.append(Manhattan(problem.goal)(problem.start.state))
        if arguments.output is not None:
            board = " ".join(map(str, problem.start.state))
            record = {"size": str(shape), "kind": kind, "seed": arguments.seed, "number": number, "board": board}
            record |= {"seconds": seconds, "length": result.length, "lower_bound": result.lower_bound}
            with arguments.output.open("a", encoding="utf-8") as file:
                file.write(json.dumps(record) + "\n")
    gap = mean(lengths) / mean(bounds) - 1
    print(
        f"{f'{shape}':>8}{kind:>10}{arguments.count:>8}{seconds:>10g} s{mean(lengths):>13,.2f}{mean(bounds):>13,.2f}"
        f"{gap:>8.1%}{mean(lengths) / mean(distances):>18.3f}",
        flush=True,
    )


def run_anytime(arguments: argparse.Namespace) -> None:
    print(
        f"{'size':>8}{'kind':>10}{'boards':>8}{'time':>12}{'mean length':>13}{'lower bound':>13}{'gap':>8}"
        f"{'length/Manhattan':>18}"
    )
    for side in arguments.sizes:
        for kind in arguments.kind:
            for seconds in arguments.anytime:
                measure_anytime(Shape(side, side), kind, seconds, arguments)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", help="sides of the boards")
    parser.add_argument("--count", type=int, help="number of boards: of 10×10 (10), with --anytime of each size (100)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the boards (1)")
    parser.add_argument("--anytime", type=float, nargs="+", metavar="SECONDS", help="measure anytime solving")
    parser.add_argument("--kind", nargs="+", choices=["uniform", "walk"], default=["uniform", "walk"], help="of boards")
    parser.add_argument("-o", "--output", type=Path, help="append every board with its result to this file")
    arguments = parser.parse_args()
    arguments.sizes = arguments.sizes or ([5, 6, 7, 8, 9, 10] if arguments.anytime else [5, 10, 20, 50, 100, 256])
    arguments.count = arguments.count or (100 if arguments.anytime else 10)
    if min(arguments.sizes) < 2 or max(arguments.sizes) > 256 or arguments.count < 1:
        parser.error("expected sides from 2 to 256 and a count of at least 1")
    if not _native.is_available():
        print(f"large.py: {_native.describe()}", file=sys.stderr)
        return 2
    if arguments.anytime:
        run_anytime(arguments)
        return 0
    print(f"{'size':>8}{'boards':>8}{'mean length':>15}{'length/n³':>12}{'length/Manhattan':>18}{'CPU time':>14}")
    for side in arguments.sizes:
        factor = 10 if side < 10 else 1 if side <= 20 else 10 / side
        measure(side, max(1, round(arguments.count * factor)), Random(f"{arguments.seed} {side}"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
