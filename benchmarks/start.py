"""Time of the whole process ``taquin solve`` on random 15-puzzles, with an empty and with a filled cache.

    .venv/bin/python benchmarks/start.py [--count 10] [--baseline PATH/TO/taquin]

``--baseline`` is the command of another installation: it is measured in turn with this one, board by board, and the
last lines are the ratios of the medians. CPU time is compared, because other programs change it least.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from korf import positive
from taquin.analysis.random_boards import random_board
from taquin.puzzle.geometry import Shape

TAQUIN = Path(sys.executable).with_name("taquin")


@dataclass(frozen=True)
class Cost:
    """Wall time and CPU time of one process, in seconds."""

    wall: float
    cpu: float


def measure(command: Path, board: str, cache: str) -> Cost:
    """The cost of one process, with compiled modules as users have them. Raises an error if the process fails."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    run(command, cache, "solve", board)
    after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter() - began
    return Cost(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def run(command: Path, cache: str, *arguments: str) -> None:
    environment = {**os.environ, "TAQUIN_CACHE": cache}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    subprocess.run([command, *arguments], env=environment, capture_output=True, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=positive, default=10, help="number of boards")
    parser.add_argument("--baseline", type=Path, help="command of another installation of taquin")
    options = parser.parse_args()
    rng = Random(15)
    boards = [" ".join(map(str, random_board(Shape(4, 4), rng=rng))) for _ in range(options.count)]
    commands = [TAQUIN] if options.baseline is None else [TAQUIN, options.baseline]
    cold: list[list[Cost]] = [[] for _ in commands]
    warm: list[list[Cost]] = [[] for _ in commands]
    with tempfile.TemporaryDirectory() as folder:
        for number, command in enumerate(commands):
            run(command, f"{folder}/{number}", "pdb", "build", "4x4")
        for board in boards:
            for number, command in enumerate(commands):
                with tempfile.TemporaryDirectory() as empty:
                    cold[number].append(measure(command, board, empty))
                warm[number].append(measure(command, board, f"{folder}/{number}"))
    for name, costs in (("empty cache", cold), ("5-5-5 in the cache", warm)):
        for command, found in zip(commands, costs, strict=True):
            walls = [cost.wall for cost in found]
            print(
                f"{name}: median {median(walls):.2f} s, largest {max(walls):.2f} s, "
                f"CPU {median(cost.cpu for cost in found):.3f} s ({command})"
            )
    if options.baseline is not None:
        for name, (ours, theirs) in (("empty cache", cold), ("5-5-5 in the cache", warm)):
            ratio = median(cost.cpu for cost in ours) / median(cost.cpu for cost in theirs)
            print(f"{name}: {ratio:.2f} of the baseline's CPU time")


if __name__ == "__main__":
    main()
