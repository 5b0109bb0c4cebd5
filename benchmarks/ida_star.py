"""IDA* with Manhattan distance on Korf's easier instances: expansions per second of CPU time, one thread.

    .venv/bin/python benchmarks/ida_star.py [--nodes 20000000] [--stick COMMAND]

``--stick`` names a program to measure against in the same run: it prints a line with ``exp/s 100.6M`` in it. The last
line is then the ratio. Every length is held against the published one; ``--nodes 100000000`` checks all instances with
a published count below that.
"""

from __future__ import annotations

import argparse

from korf import instances, run_stick, solve_all

SPEC = "ida_star(manhattan)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=20_000_000, help="take instances with a count below this")
    parser.add_argument("--stick", help="command of a program to compare with: 'ceiling/run manhattan 20000000'")
    parser.add_argument("--repeat", type=int, default=3, help="measure in turn this often, and take the best of each")
    options = parser.parse_args()
    chosen = [instance for instance in instances() if instance.nodes < options.nodes]
    ours, theirs = 0.0, 0.0
    for _ in range(options.repeat):
        total = solve_all(chosen, SPEC)
        print(f"taquin: {total}")
        ours = max(ours, total.expanded / total.seconds)
        if options.stick:
            theirs = max(theirs, 1e6 * run_stick(options.stick, r"exp/s ([0-9.]+)M"))
            print(f"stick: {theirs / 1e6:.1f} M/s")
    if options.stick:
        print(f"taquin expands {ours / theirs:.2f} times as many nodes a second as the stick")


if __name__ == "__main__":
    main()
