"""A* with Manhattan distance on Korf's easiest instances: expansions per second, bytes per stored node, peak memory.

    .venv/bin/python benchmarks/astar.py [--count 10]

Each instance is solved in a separate process, so that the peak memory is that of one search.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from time import process_time

from korf import checked, instances, positive

SPEC = "astar(manhattan)"


def measure(index: int) -> None:
    """Solve one instance, in a separate process, and print the measurements."""
    instance = next(instance for instance in instances() if instance.index == index)
    unit = 1 if sys.platform == "darwin" else 1024
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    began = process_time()
    result = checked(instance, SPEC)
    seconds = process_time() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    stats = result.stats
    print(json.dumps([stats.expanded, stats.max_stored, seconds, peak, (peak - before) / stats.max_stored]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--count", type=positive, default=10, help="number of instances, those with the smallest published counts"
    )
    parser.add_argument("--index", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.index:
        measure(options.index)
        return
    chosen = sorted(instances(), key=lambda instance: instance.nodes)[: options.count]
    expanded, seconds, worst = 0, 0.0, 0.0
    for instance in chosen:
        command = [sys.executable, __file__, "--index", str(instance.index)]
        output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        count, stored, took, peak, size = json.loads(output)
        rate = count / took / 1e6
        print(
            f"instance {instance.index:3}: {count:10,} expanded, {stored:10,} stored, {rate:4.2f} M/s, "
            f"peak {peak / 1e6:6.1f} MB, {size:.1f} bytes per node"
        )
        expanded, seconds, worst = expanded + count, seconds + took, max(worst, size)
    print(
        f"{expanded / seconds / 1e6:.2f} M expansions per second of CPU time, at most {worst:.1f} bytes per stored node"
    )


if __name__ == "__main__":
    main()
