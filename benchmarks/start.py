"""Wall time of the whole process ``taquin solve`` on random 15-puzzles, with an empty and with a filled cache.

.venv/bin/python benchmarks/start.py [--count 10]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from time import perf_counter

from taquin.analysis.random_boards import random_board
from taquin.puzzle.geometry import Shape

TAQUIN = Path(sys.executable).with_name("taquin")


def measure(board: str, cache: str) -> float:
    """Wall time of one process, with compiled modules as users have them. Raises an error if the process fails."""
    environment = {**os.environ, "TAQUIN_CACHE": cache}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    began = perf_counter()
    subprocess.run([TAQUIN, "solve", board], env=environment, capture_output=True, check=True)
    return perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10, help="number of boards")
    options = parser.parse_args()
    rng = Random(15)
    boards = [" ".join(map(str, random_board(Shape(4, 4), rng=rng))) for _ in range(options.count)]
    cold = []
    for board in boards:
        with tempfile.TemporaryDirectory() as empty:
            cold.append(measure(board, empty))
    with tempfile.TemporaryDirectory() as cache:
        subprocess.run([TAQUIN, "pdb", "build", "4x4"], env={**os.environ, "TAQUIN_CACHE": cache}, check=True)
        warm = [measure(board, cache) for board in boards]
    for name, times in (("cold", cold), ("warm", warm)):
        times.sort()
        print(f"{name}: median {times[len(times) // 2]:.2f} s, largest {times[-1]:.2f} s")


if __name__ == "__main__":
    main()
