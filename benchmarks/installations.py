"""Two installations of Taquin on the same benchmarks, in turn: ratios of CPU time and of import time.

    .venv/bin/python benchmarks/installations.py FIRST SECOND [--rounds 5]

FIRST and SECOND are Python interpreters that have Taquin installed, such as ``plain/bin/python`` and
``abi3/bin/python``. Each round starts one process of each, in changing order, which runs the native benchmarks of
``history.py`` and 2000 short searches, where the calls into the core and the conversion of values count. The ratio is
second / first: the median of the rounds, with the least and the greatest.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from statistics import median
from time import process_time

from history import BENCHMARKS, timed
from korf import positive
from taquin import _native, random_board, solve


def short_searches() -> int:
    """Easy 8-puzzles, native, with the moves and counters of each result."""
    boards = [random_board("3x3", seed=seed, depth=8) for seed in range(20)]
    return sum(solve(board, algorithm="astar(manhattan)", backend="native").stats.expanded for board in boards * 100)


def measure() -> dict[str, float]:
    """CPU seconds of every benchmark in this process."""
    began = process_time()
    _native.load()
    found = {"import of the core": process_time() - began}
    found |= {each.what: timed(each.run)[0] for each in BENCHMARKS if not each.name.startswith("reference")}
    return found | {"2000 searches of easy 8-puzzles": timed(short_searches)[0]}


def measured_by(python: str) -> dict[str, float]:
    done = subprocess.run([python, __file__, "--measure"], stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


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
    for name in rounds[0][0]:
        ratios = sorted(two[name] / one[name] for one, two in rounds)
        one, two = (median(times[place][name] for times in rounds) for place in (0, 1))
        print(f"{name:<44}{one:>8.3f}s{two:>8.3f}s{median(ratios):>8.3f}  {ratios[0]:.3f} … {ratios[-1]:.3f}")


if __name__ == "__main__":
    main()
