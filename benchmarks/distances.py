"""Distance tables: the build time of the native core and of the reference for each shape.

    python benchmarks/distances.py [--large] [--repeat 3]

Prints the best time of several builds in memory, without files, the states per second, and the number of states at the
largest distance. ``--large`` adds the shapes of 12 cells, with 240 MB each. The last line is the ratio of both backends
on 3×3.
"""

from __future__ import annotations

import argparse
import platform
from collections.abc import Callable
from time import perf_counter

from taquin import _native
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.puzzle.problem import Problem
from taquin.system.cores import core_count
from taquin.tables.distances import DistanceTable, SearchedDistances
from taquin.tables.ranked_distances import RankedDistances

SMALL = ("2x3", "2x4", "3x3", "2x5", "5x2")
LARGE = ("3x4", "2x6")


def best_time(build: Callable[[], object], repeat: int) -> float:
    times = []
    for _ in range(repeat):
        began = perf_counter()
        build()
        times.append(perf_counter() - began)
    return min(times)


def report(backend: str, shape: Shape, seconds: float, counts: tuple[int, ...]) -> None:
    states = sum(counts)
    print(
        f"{backend:<8} {shape!s:<5} {states:>12,} states {seconds * 1000:>10,.1f} ms {states / seconds / 1e6:>8.2f} M/s"
        f"   radius {len(counts) - 1} with {counts[-1]} states"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--large", action="store_true", help="also measure 12 cells")
    parser.add_argument("--repeat", type=int, default=3, help="number of builds of each table; the best time counts")
    arguments = parser.parse_args()
    print(f"{_native.describe()}, {core_count()} cores, {platform.machine()}, Python {platform.python_version()}")
    times: dict[str, float] = {}
    for size in SMALL + (LARGE if arguments.large else ()):
        goal = standard(Shape.parse(size))
        repeat = 1 if size in LARGE else arguments.repeat
        counts = RankedDistances(goal, is_stored=False).counts
        times[size] = best_time(lambda goal=goal: RankedDistances(goal, is_stored=False), repeat)  # type: ignore[misc]
        report("native", goal.shape, times[size], counts)
    goal = standard(Shape(3, 3))
    python = best_time(lambda: SearchedDistances(Problem(goal, goal).space), arguments.repeat)
    report("python", goal.shape, python, DistanceTable(goal, backend="python").counts)
    print(f"native / python on 3×3: {python / times['3x3']:.1f} times as fast")


if __name__ == "__main__":
    main()
