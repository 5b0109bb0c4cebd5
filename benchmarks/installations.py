"""Two installations of Taquin on the same benchmarks, in turn: ratios of CPU time.

    .venv/bin/python benchmarks/installations.py FIRST SECOND [--rounds 5]

FIRST and SECOND are Python interpreters that have Taquin installed, such as ``../before/.venv/bin/python`` and
``.venv/bin/python``. Each round starts one process of each, in changing order. The ratio is second / first: the median
of the rounds, with the least and the greatest. Both run on the same machine within seconds of each other, so the ratios
of different machines can be compared, unlike their times. The lengths of Korf's boards are checked.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time

from korf import checked, instances, positive
from taquin import Board, _native, random_board, solve
from taquin.tables.distances import DistanceTable
from taquin.tables.pdb.build import build
from taquin.tables.pdb.pattern import parse_partition

NOTICEABLE = 0.1
"""A change of a ratio that is marked: 10 %. Repeated runs of one commit differed by less on a busy machine."""


@dataclass(frozen=True)
class Benchmark:
    """Something that takes about half a second of CPU time and returns how much work it did, such as nodes."""

    name: str
    run: Callable[[], int]


def nodes(spec: str, *numbers: int) -> Callable[[], int]:
    """Solve some of Korf's instances, natively; exit if a length is not the published one."""
    return lambda: sum(checked(board, spec).stats.generated for board in instances() if board.index in numbers)


def reference_nodes(algorithm: str, boards: int) -> Callable[[], int]:
    """Solve random 8-puzzles in Python."""

    def run() -> int:
        starts = [random_board("3x3", seed=seed) for seed in range(boards)]
        return sum(solve(board, algorithm=algorithm, backend="python").stats.generated for board in starts)

    return run


def constructed_moves() -> int:
    return solve(random_board("60x60", seed=1), algorithm="constructive").length or 0


def database_entries() -> int:
    pattern = parse_partition("5-5-5", Board("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0")).patterns[0]
    return sum(len(build(pattern, threads=1) or ()) for _ in range(5))


def counted_states() -> int:
    tables = [DistanceTable(Board("1 2 3 4 5 / 6 7 8 9 0")) for _ in range(4)]
    return sum(sum(table.counts) for table in tables)


def short_searches() -> int:
    """Easy 8-puzzles, native, with the moves and counters of each result."""
    boards = [random_board("3x3", seed=seed, depth=8) for seed in range(20)]
    return sum(solve(board, algorithm="astar(manhattan)", backend="native").stats.expanded for board in boards * 100)


BENCHMARKS = (
    Benchmark("IDA*, Manhattan, native", nodes("ida_star(manhattan)", 2, 13, 18, 38, 46)),
    Benchmark("IDA*, linear conflict, native", nodes("ida_star(linear_conflict)", 2, 28, 38, 57, 81)),
    Benchmark("A*, Manhattan, native", nodes("astar(manhattan)", 12, 42, 55, 79, 97)),
    Benchmark("five databases of 5 tiles, native", database_entries),
    Benchmark("all distances of 2×5 four times, native", counted_states),
    Benchmark("a constructive solution of 60×60, native", constructed_moves),
    Benchmark("A*, Manhattan, Python, 40 8-puzzles", reference_nodes("astar(manhattan)", 40)),
    Benchmark("IDA*, Manhattan, Python, 60 8-puzzles", reference_nodes("ida_star(manhattan)", 60)),
    Benchmark("2000 searches of easy 8-puzzles, native", short_searches),
)


def timed(run: Callable[[], object]) -> tuple[float, object]:
    """CPU seconds, and what the function returned."""
    began = process_time()
    work = run()
    return process_time() - began, work


def measure() -> dict[str, tuple[float, object]]:
    """CPU seconds and work of every benchmark in this process."""
    times = {"import of the core": (timed(_native.load)[0], 0)}
    return times | {benchmark.name: timed(benchmark.run) for benchmark in BENCHMARKS}


def measured_by(python: str) -> dict[str, tuple[float, int]]:
    done = subprocess.run([python, __file__, "--measure"], stdout=subprocess.PIPE, text=True, check=True)
    times: dict[str, tuple[float, int]] = json.loads(done.stdout)
    return times


def note(ratio: float, before: int, after: int) -> str:
    """What to look at: other work, or the same work in another time."""
    if before != after:
        return f"; work {before:,} -> {after:,}"
    return "" if abs(ratio - 1) < NOTICEABLE else "; slower" if ratio > 1 else "; faster"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("interpreters", nargs="*", metavar="PYTHON")
    parser.add_argument("--rounds", type=positive, default=5)
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure()))
        return
    if len(options.interpreters) != 2:
        sys.exit("expected two interpreters")
    first, second = options.interpreters
    rounds = []
    for number in range(options.rounds):
        order = (first, second) if number % 2 == 0 else (second, first)
        times = {python: measured_by(python) for python in order}
        rounds.append((times[first], times[second]))
    print(f"{'benchmark':<44}{'first':>9}{'second':>9}{'ratio':>8}  from … to")
    for name, (_, before) in rounds[0][0].items():
        ratios = sorted(two[name][0] / one[name][0] for one, two in rounds)
        one, two = (median(times[place][name][0] for times in rounds) for place in (0, 1))
        remark = note(median(ratios), before, rounds[0][1][name][1])
        print(f"{name:<44}{one:>8.3f}s{two:>8.3f}s{median(ratios):>8.3f}  {ratios[0]:.3f} … {ratios[-1]:.3f}{remark}")


if __name__ == "__main__":
    main()
