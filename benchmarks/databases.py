"""Korf's 100 instances with additive pattern databases: total CPU time on one thread, through the Python API.

    .venv/bin/python benchmarks/databases.py [--baseline COMMAND] [--with-7-8]

``--baseline`` is another program to measure in the same run, on the same instances with 5-5-5 and reflection; the last
line of its output contains ``total 1.234s``. ``--with-7-8`` also measures 6-6-3 and 7-8. Databases that are not in the
cache are built first and stay there (7-8: 577 MB, some minutes, 1.6 GB of memory). All methods are measured in turn,
several times, and the best time of each counts. Every length is compared with the published one. The last line is the
ratio.
"""

from __future__ import annotations

import argparse

from build_missing import build_missing
from korf import Total, instances, positive, run_baseline, solve_all
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import blank_first

METHODS = {
    "5-5-5": "ida_star(pdb(partition=5-5-5))",
    "5-5-5, lookback 12": "ida_star(pdb(partition=5-5-5), lookback=12)",
    "6-6-3, lookback 12": "ida_star(pdb(partition=6-6-3), lookback=12)",
    "7-8": "ida_star(pdb(partition=7-8))",
    "7-8, lookback 12": "ida_star(pdb(partition=7-8), lookback=12)",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--baseline", help="command of a program to compare with")
    parser.add_argument("--with-7-8", action="store_true", help="also measure the larger databases, 6-6-3 and 7-8")
    parser.add_argument("--repeat", type=positive, default=8, help="number of measurements")
    options = parser.parse_args()
    chosen = instances()
    methods = {name: spec for name, spec in METHODS.items() if options.with_7_8 or name.startswith("5-5-5")}
    for name, spec in methods.items():  # databases and automaton are ready before the measurement
        build_missing(name.split(",")[0], blank_first(Shape(4, 4)))
        solve_all(chosen[:1], spec)
    best: dict[str, Total] = {}
    baseline = float("inf")
    for _ in range(options.repeat):
        for name, spec in methods.items():
            total = solve_all(chosen, spec)
            best[name] = min(best.get(name, total), total, key=lambda entry: entry.seconds)
        if options.baseline:
            baseline = min(baseline, run_baseline(options.baseline, r"total ([0-9.]+)s"))
    for name, total in best.items():
        print(f"{name:20} {total}")
    small = best["5-5-5, lookback 12"].seconds
    if options.with_7_8:
        print(f"7-8 takes {best['7-8, lookback 12'].seconds / small:.2f} of the time of 5-5-5")
    if options.baseline:
        print(f"{'baseline':20} {baseline:.3f} s")
        plain = best["5-5-5"].seconds
        print(f"taquin takes {plain / baseline:.2f} of the baseline's time, {small / baseline:.2f} with lookback 12")


if __name__ == "__main__":
    main()
