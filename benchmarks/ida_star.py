"""IDA* with Manhattan distance on Korf's easier instances: expansions per second of the native core, one thread.

    .venv/bin/python benchmarks/ida_star.py [--nodes 20000000] [--stick COMMAND]

``--stick`` names a program to measure against in the same run: it prints a line with ``exp/s 100.6M`` in it. The last
line is then the ratio. Every length is held against the published one.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
from pathlib import Path

from taquin.formats import read_file
from taquin.geometry import Shape
from taquin.solver import solve

INSTANCES = Path(__file__).parent / "data" / "korf100.txt"


def measure_core(most_nodes: int) -> float:
    """Expansions per second over the instances with a published count below this; stops at a wrong length."""
    expanded, seconds, count = 0, 0.0, 0
    for entry in read_file(INSTANCES, Shape(4, 4)).entries:
        index, length, nodes = map(int, entry.columns)
        if nodes > most_nodes:
            continue
        result = solve(entry.board, "blank-first", algorithm="ida_star(manhattan)", backend="native")
        if result.length != length:
            sys.exit(f"instance {index}: expected {length} moves, found {result.length}")
        expanded, seconds, count = expanded + result.stats.expanded, seconds + result.seconds, count + 1
    print(f"taquin: {count} instances, {expanded:,} expanded in {seconds:.2f} s, {expanded / seconds / 1e6:.1f} M/s")
    return expanded / seconds


def measure_stick(command: str) -> float:
    """Expansions per second that the other program prints."""
    output = subprocess.run(shlex.split(command), capture_output=True, text=True, check=True).stdout
    match = re.search(r"exp/s ([0-9.]+)M", output)
    if match is None:
        sys.exit(f"expected exp/s …M from {command}, found {output[-200:]!r}")
    print(f"stick: {float(match[1]):.1f} M/s")
    return float(match[1]) * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--nodes", type=int, default=20_000_000, help="take instances with a published count below this"
    )
    parser.add_argument(
        "--stick", help="command of a program to compare with, such as 'ceiling/run manhattan 20000000'"
    )
    parser.add_argument("--repeat", type=int, default=3, help="measure in turn this often, and take the best of each")
    options = parser.parse_args()
    ours, theirs = [], []
    for _ in range(options.repeat):
        ours.append(measure_core(options.nodes))
        if options.stick:
            theirs.append(measure_stick(options.stick))
    if theirs:
        print(f"taquin expands {max(ours) / max(theirs):.2f} times as many nodes a second as the stick")


if __name__ == "__main__":
    main()
