"""Boards of any size: how long solutions are, and how near to the shortest ones.

    python benchmarks/large.py [--sizes 5 10 20 50 100 256] [--count 10] [--seed 1]
    python benchmarks/large.py --anytime 1 5 15 [--sizes 5 6 7 8 9 10] [--count 100] [--kind uniform walk] [-o FILE]
    python benchmarks/large.py --against COMMAND --sizes 5 [--count 100] [--kind walk] [-o FILE]

The first command measures the constructive method: the length divided by n³ and the CPU time of the native core.
Published: placing one tile after the other takes 8/3·n³ moves on average (I. Parberry, 1995), and the mean of shortest
solutions tends to 2/3·n³. ``--count`` is for 10×10; smaller boards are measured ten times as often, larger ones less
often, but at least once.

The second measures anytime solving with the given seconds per board on all cores: mean length, mean lower bound, the
gap between them, and the ratio to the Manhattan distance. Boards are uniformly random, or result from random walks of
1,000 to 10,000 moves from the goal. ``-o`` keeps every board with its length and its bound, the version and the
machine, as JSON Lines; boards that are in the file, of this version and machine, are not solved again: run the same
command again to resume, or with a larger ``--count`` to add boards.

The third one compares anytime solving with another program on the same boards in the same time. COMMAND is run for
every ten boards; in it, {boards} is replaced by the name of a file with a board in each line (0 is the blank) and a 0
after it, and {count} by the number of boards. It must solve them on all cores and print ``mean=LENGTH``.
Then Taquin solves the same boards, each in the average time of the program. ``-o`` keeps the measurements, as above.

On a busy machine, ``--clock cpu`` counts CPU seconds divided by the number of cores instead of seconds,
for both programs.

The goal is the standard one. Every solution is replayed.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from array import array
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from statistics import mean
from time import perf_counter, process_time
from typing import Any

import taquin.run.budget
from taquin import _native
from taquin.algorithms.construction.walk import look_ahead
from taquin.analysis.random_boards import random_board
from taquin.experiments.running.task import machine_facts
from taquin.heuristics.manhattan import Manhattan
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import Problem
from taquin.solving.results import replay
from taquin.solving.solver import solve
from taquin.system.cores import core_count

BOARDS_AT_ONCE = 10


def cpu_seconds() -> float:
    """CPU seconds of this process, divided by the number of cores."""
    return process_time() / core_count()


CLOCKS: dict[str, Callable[[], float]] = {"wall": perf_counter, "cpu": cpu_seconds}


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


def make_boards(shape: Shape, kind: str, seed: int, count: int) -> list[Board]:
    """The first boards of a kind: uniform, or after a random walk from the goal. More boards begin with the same."""
    rng = Random(f"{seed} {shape} {kind}")
    return [
        random_board(shape, moves=None if kind == "uniform" else rng.randint(1_000, 10_000), rng=rng)
        for _ in range(count)
    ]


def solve_anytime(board: Board, seconds: float) -> tuple[int, float]:
    """The length and the lower bound after this time, by the chosen clock."""
    result = solve(Problem(board), algorithm="anytime", time=seconds)
    assert result.length is not None, result
    return result.length, result.lower_bound


class Records:
    """Earlier measurements of this version on this machine, from a JSON Lines file if it exists."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        facts = machine_facts()
        self._origin = {name: getattr(facts, name) for name in ("taquin", "core", "cpu", "cores")}
        self._records = [json.loads(line) for line in path.open(encoding="utf-8")] if path and path.exists() else []

    def find(self, key: dict[str, object]) -> dict[str, Any] | None:
        """The record with these values."""
        return next(
            (record for record in self._records if (key | self._origin).items() <= record.items()),
            None,
        )

    def add(self, record: dict[str, Any]) -> dict[str, Any]:
        """Keep a record."""
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(record | self._origin) + "\n")
        return record


def measure_anytime(shape: Shape, kind: str, seconds: float, arguments: argparse.Namespace, records: Records) -> None:
    """Solve boards of one size and kind, with this time for each, and print a line."""
    found = []
    for number, board in enumerate(make_boards(shape, kind, arguments.seed, arguments.count)):
        key = {"size": f"{shape.rows}x{shape.columns}", "kind": kind, "seed": arguments.seed, "number": number}
        key |= {"seconds": seconds, "clock": arguments.clock}
        record = records.find(key)
        if record is None:
            length, bound = solve_anytime(board, seconds)
            distance = Manhattan(Problem(board).goal)(board.state)
            measured = {"length": length, "lower_bound": bound, "manhattan": distance}
            record = records.add(key | {"board": " ".join(map(str, board.state))} | measured)
        found.append(record)
    length, bound, distance = (mean([each[name] for each in found]) for name in ("length", "lower_bound", "manhattan"))
    print(
        f"{f'{shape}':>8}{kind:>10}{len(found):>8}{seconds:>10g} s{length:>13,.2f}{bound:>13,.2f}"
        f"{length / bound - 1:>8.1%}{length / distance:>18.3f}",
        flush=True,
    )


def run_anytime(arguments: argparse.Namespace) -> None:
    print(
        f"{'size':>8}{'kind':>10}{'boards':>8}{'time':>12}{'mean length':>13}{'lower bound':>13}{'gap':>8}"
        f"{'length/Manhattan':>18}"
    )
    records = Records(arguments.output)
    for side in arguments.sizes:
        for kind in arguments.kind:
            for seconds in arguments.anytime:
                measure_anytime(Shape(side, side), kind, seconds, arguments, records)


def run_other(command: str, boards: Iterable[Board], clock: str) -> tuple[float, float]:
    """The mean length of another program, and the seconds that it took for each board."""
    lines = [" ".join(map(str, board.state)) + " 0\n" for board in boards]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.writelines(lines)
        file.flush()
        words = [word.format(boards=file.name, count=len(lines)) for word in shlex.split(command)]
        began, before = perf_counter(), os.times()
        output = subprocess.run(words, check=True, capture_output=True, text=True).stdout
        after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    seconds = used / core_count() if clock == "cpu" else perf_counter() - began
    found = re.search(r"mean=([0-9.]+)", output)
    if found is None:
        sys.exit(f"large.py: expected mean=LENGTH in the output of {words[0]}, found {output[:200]!r}")
    return float(found[1]), seconds / len(lines)


def compare(shape: Shape, kind: str, arguments: argparse.Namespace, records: Records) -> None:
    """Solve boards with another program and with Taquin, ten by ten, and print a line after each ten."""
    boards = make_boards(shape, kind, arguments.seed, arguments.count)
    found = []
    for first in range(0, len(boards), BOARDS_AT_ONCE):
        chosen = boards[first : first + BOARDS_AT_ONCE]
        key = {"size": f"{shape.rows}x{shape.columns}", "kind": kind, "seed": arguments.seed, "clock": arguments.clock}
        key |= {"against": arguments.against, "first": first, "count": len(chosen)}
        record = records.find(key)
        if record is None:
            other, seconds = run_other(arguments.against, chosen, arguments.clock)
            clock = CLOCKS[arguments.clock]
            began = clock()
            lengths = [solve_anytime(board, seconds)[0] for board in chosen]
            own_seconds = (clock() - began) / len(chosen)
            measured = {"other_mean": other, "lengths": lengths, "seconds": seconds, "own_seconds": own_seconds}
            record = records.add(key | measured)
        found.append(record)
        lengths = [length for each in found for length in each["lengths"]]
        other = sum(each["other_mean"] * each["count"] for each in found) / len(lengths)
        print(
            f"{f'{shape}':>8}{kind:>10}{len(lengths):>8}{mean(each['seconds'] for each in found):>10.2f} s"
            f"{other:>13,.2f}{mean(lengths):>13,.2f}{mean(each['own_seconds'] for each in found):>10.2f} s",
            flush=True,
        )


def run_comparison(arguments: argparse.Namespace) -> None:
    print(f"{'size':>8}{'kind':>10}{'boards':>8}{'time':>12}{'other':>13}{'Taquin':>13}{'time':>12}")
    records = Records(arguments.output)
    for side in arguments.sizes:
        for kind in arguments.kind:
            compare(Shape(side, side), kind, arguments, records)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", help="sides of the boards")
    parser.add_argument(
        "--count", type=int, help="boards: of 10×10 (10); with --anytime and --against of each size (100)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the boards (1)")
    parser.add_argument("--anytime", type=float, nargs="+", metavar="SECONDS", help="measure anytime solving")
    parser.add_argument("--kind", nargs="+", choices=["uniform", "walk"], default=["uniform", "walk"], help="of boards")
    parser.add_argument("-o", "--output", type=Path, help="keep the measurements in this file, and resume from it")
    parser.add_argument("--against", metavar="COMMAND", help="compare with another program; see above")
    parser.add_argument("--clock", choices=["wall", "cpu"], default="wall", help="what a second is (wall)")
    arguments = parser.parse_args()
    is_anytime = bool(arguments.anytime or arguments.against)
    arguments.sizes = arguments.sizes or ([5, 6, 7, 8, 9, 10] if is_anytime else [5, 10, 20, 50, 100, 256])
    arguments.count = arguments.count or (100 if is_anytime else 10)
    if min(arguments.sizes) < 2 or max(arguments.sizes) > 256 or arguments.count < 1:
        parser.error("expected sides from 2 to 256 and a count of at least 1")
    if not _native.is_available():
        print(f"large.py: {_native.describe()}", file=sys.stderr)
        return 2
    taquin.run.budget.perf_counter = CLOCKS[arguments.clock]  # type: ignore[attr-defined]
    if arguments.against:
        run_comparison(arguments)
        return 0
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
