"""Korf's 100 instances with additive pattern databases: CPU time in all, one thread, through the Python API.

    .venv/bin/python benchmarks/databases.py [--stick COMMAND] [--with-7-8]

``--stick`` names a program to measure against in the same run, the same instances with 5-5-5 and reflection: the last
line of its output says ``total 1.234s``. ``--with-7-8`` measures 6-6-3 and 7-8 too, whose databases (589 MB) must be in
the cache: ``taquin pdb build 4x4 --goal blank-first -p 7-8``, and the same with 6-6-3. All are measured in turn, and
the best of each counts. Every length is held against the published one. The last line is the ratio.
"""

from __future__ import annotations

import argparse

from korf import Total, instances, run_stick, solve_all

METHODS = {
    "5-5-5": "ida_star(pdb(partition=5-5-5))",
    "5-5-5, lookback 12": "ida_star(pdb(partition=5-5-5), lookback=12)",
    "6-6-3, lookback 12": "ida_star(pdb(partition=6-6-3), lookback=12)",
    "7-8": "ida_star(pdb(partition=7-8))",
    "7-8, lookback 12": "ida_star(pdb(partition=7-8), lookback=12)",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stick", help="command of a program to compare with, such as 'ceiling/run 555'")
    parser.add_argument("--with-7-8", action="store_true", help="measure the larger databases too, 6-6-3 and 7-8")
    parser.add_argument("--repeat", type=int, default=8, help="measure in turn this often")
    options = parser.parse_args()
    chosen = instances()
    methods = {name: spec for name, spec in METHODS.items() if options.with_7_8 or name.startswith("5-5-5")}
    for spec in methods.values():  # databases and automaton are made before the clock runs
        solve_all(chosen[:1], spec)
    best: dict[str, Total] = {}
    stick = float("inf")
    for _ in range(options.repeat):
        for name, spec in methods.items():
            total = solve_all(chosen, spec)
            best[name] = min(best.get(name, total), total, key=lambda entry: entry.seconds)
        if options.stick:
            stick = min(stick, run_stick(options.stick, r"total ([0-9.]+)s"))
    for name, total in best.items():
        print(f"{name:20} {total}")
    small = best["5-5-5, lookback 12"].seconds
    if options.with_7_8:
        print(f"7-8 takes {best['7-8, lookback 12'].seconds / small:.2f} of the time of 5-5-5")
    if options.stick:
        print(f"{'stick':20} {stick:.3f} s")
        plain = best["5-5-5"].seconds
        print(f"taquin takes {plain / stick:.2f} of the stick's time, {small / stick:.2f} with lookback 12")


if __name__ == "__main__":
    main()
