"""IDA* with Manhattan distance on Korf's easier instances: expansions per second of CPU time, one thread.

    .venv/bin/python benchmarks/ida_star.py [--nodes 20000000] [--baseline COMMAND]

``--baseline`` is another program to measure in the same run; it prints a line that contains ``exp/s 100.6M``. The last
line is then the ratio. Every length is compared with the published one; ``--nodes 100000000`` solves all instances with
a smaller published count.
"""

from __future__ import annotations

import argparse

from korf import instances_below, positive, run_baseline, solve_all

SPEC = "ida_star(manhattan)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--nodes", type=positive, default=20_000_000, help="use instances with a smaller published count"
    )
    parser.add_argument("--baseline", help="command of a program to compare with")
    parser.add_argument("--repeat", type=positive, default=3, help="number of measurements; the best counts")
    options = parser.parse_args()
    chosen = instances_below(options.nodes)
    ours, theirs = 0.0, 0.0
    for _ in range(options.repeat):
        total = solve_all(chosen, SPEC)
        print(f"taquin: {total}")
        ours = max(ours, total.expanded / total.seconds)
        if options.baseline:
            theirs = max(theirs, 1e6 * run_baseline(options.baseline, r"exp/s ([0-9.]+)M"))
            print(f"baseline: {theirs / 1e6:.1f} M/s")
    if options.baseline:
        print(f"taquin expands {ours / theirs:.2f} times as many nodes per second as the baseline")


if __name__ == "__main__":
    main()
