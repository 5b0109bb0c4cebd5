"""Fewest slides on 20 random boards of 4×4, one core: how long the databases take to build, and the proofs.

    .venv/bin/python benchmarks/slides.py [--stick PROGRAM]

``--stick`` names a program that prints one line for each of the same boards, with the length after ``len`` and the
seconds after ``t``; it runs between the building and the proofs, and the lengths are compared. The databases are built
in a temporary cache folder.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from taquin.heuristics.slides import make_slide_databases
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.run.result import Quality
from taquin.solving.solver import solve

BOARDS = Path(__file__).parent / "data" / "slides20.txt"


def main() -> None:
    """Build the databases, run the other program, and prove every board."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stick", metavar="PROGRAM", help="a program to compare with")
    program = parser.parse_args().stick
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TAQUIN_CACHE"] = folder
        began = perf_counter()
        make_slide_databases(standard(Shape(4, 4)))
        print(f"databases built and stored in {perf_counter() - began:.1f} s")
        others = [] if program is None else run_stick(program)
        lengths, times = [], []
        for line in BOARDS.read_text().splitlines():
            result = solve(Board(line), metric="slides")
            assert result.quality is Quality.OPTIMAL
            lengths.append(result.length)
            times.append(result.seconds)
            print(f"{result.length} slides, {result.stats.expanded:9,} expanded, {result.seconds:6.3f} s")
    print(f"taquin: median {median(times):.3f} s, sum {sum(times):.2f} s, worst {max(times):.2f} s")
    if others:
        assert [length for length, _ in others] == lengths, "the lengths differ"
        seconds = [each for _, each in others]
        print(f"stick:  median {median(seconds):.3f} s, sum {sum(seconds):.2f} s, worst {max(seconds):.2f} s")


def run_stick(program: str) -> list[tuple[int, float]]:
    """The length and the seconds of each board."""
    printed = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    return [(int(length), float(seconds)) for length, seconds in re.findall(r"len (\d+).* t ([\d.]+)", printed)]


if __name__ == "__main__":
    main()
