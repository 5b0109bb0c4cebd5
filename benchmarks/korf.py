"""Shared code of the benchmarks: Korf's 100 instances, and measurements of other programs."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from argparse import ArgumentTypeError
from dataclasses import dataclass
from time import process_time

from taquin import Board, Result, solve
from taquin.experiments import instance_set


@dataclass(frozen=True)
class Instance:
    """A board, its optimal length, and the nodes that IDA* with Manhattan distance generates (Korf, 1985)."""

    index: int
    board: Board
    length: int
    nodes: int


def instances() -> list[Instance]:
    """All 100 instances, in the order of the paper."""
    return [
        Instance(found.index, found.board, found.optimum or 0, int(found.columns["nodes"]))
        for found in instance_set("korf100").instances
    ]


def instances_below(nodes: int) -> list[Instance]:
    """Those with a smaller published count of nodes; exit if there are none."""
    found = instances()
    chosen = [instance for instance in found if instance.nodes < nodes]
    if not chosen:
        least = min(instance.nodes for instance in found)
        sys.exit(f"no instance has fewer than {nodes:,} nodes: expected --nodes above {least:,}")
    return chosen


def positive(text: str) -> int:
    """A number of 1 or more, as the type of an option."""
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"expected a whole number of 1 or more, found {text!r}")
    return int(text)


@dataclass(frozen=True)
class Total:
    """The cost of solving several instances. Time is CPU time, so that other programs do not affect it."""

    expanded: int
    seconds: float
    count: int

    def __str__(self) -> str:
        rate = self.expanded / self.seconds / 1e6
        mean = self.expanded / self.count
        return f"{self.seconds:.3f} s for {self.count} boards, {mean:,.0f} expanded each, {rate:.1f} M/s"


def solve_all(chosen: list[Instance], spec: str) -> Total:
    """Solve the instances one after another through the Python API; exit if a length is not the published one."""
    expanded = 0
    began = process_time()
    for instance in chosen:
        expanded += checked(instance, spec).stats.expanded
    return Total(expanded, process_time() - began, len(chosen))


def checked(instance: Instance, spec: str) -> Result:
    """Solve one instance on the native core; exit if its length is not the published one."""
    result = solve(instance.board, "blank-first", algorithm=spec, backend="native")
    if result.length != instance.length:
        sys.exit(f"instance {instance.index}: expected {instance.length} moves, found {result.length} with {spec}")
    return result


def run_baseline(command: str, pattern: str) -> float:
    """Run another program and read the number of the last match of the pattern in its output."""
    output = subprocess.run(shlex.split(command), capture_output=True, text=True, check=True).stdout
    numbers = re.findall(pattern, output)
    if not numbers:
        sys.exit(f"expected {pattern} in the output of {command}, found {output[-200:]!r}")
    return float(numbers[-1])
