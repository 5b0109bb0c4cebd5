"""How fast a space of your own is searched: 16 pancakes, in forms that docs/how-to/own-puzzle.md recommends.

    python benchmarks/own_spaces.py [--rounds 5]

Expansions and children per second of CPU time with A*, ties broken by low h, on the same stacks. The forms are measured
in turn, and the best round counts.
"""

from __future__ import annotations

import argparse
import runpy
from itertools import pairwise
from pathlib import Path
from typing import Any

import taquin
from taquin.system.memory import cpu_time

PANCAKES = runpy.run_path(str(Path(__file__).parents[1] / "examples" / "puzzles" / "pancake.py"))
Pancakes: Any = PANCAKES["Pancakes"]
SIZE = 16
FAR = [int(min(gap, 2 * SIZE - gap) > 1) for gap in range(2 * SIZE)]
"""By the difference of two neighbours, which may be negative: whether they are no neighbours when sorted."""


class FromScratch(Pancakes):  # type: ignore[misc]  # examples have no types
    """Every estimate is computed from scratch."""

    update_gap = None


class AsBytes(Pancakes):  # type: ignore[misc]
    """The stack and its plate as bytes; an estimate takes two look-ups."""

    def __init__(self, stack: tuple[int, ...]) -> None:
        plate = len(stack) + 1
        self.start, self.goal = bytes([*stack, plate]), bytes([*sorted(stack), plate])
        self.counts = range(2, plate)

    def successors(self, state: bytes) -> list[tuple[int, bytes]]:
        return [(count, state[count - 1 :: -1] + state[count:]) for count in self.counts]

    def gap(self, state: bytes) -> int:
        return sum(FAR[one - other] for one, other in pairwise(state))

    def update_gap(self, value: int, parent: bytes, child: bytes) -> int:
        bottom = child[0]
        below = parent[parent.index(bottom) + 1]
        return value - FAR[bottom - below] + FAR[parent[0] - below]


FORMS: dict[str, Any] = {
    "tuples, `gap` alone": FromScratch,
    "tuples, `update_gap` (the example)": Pancakes,
    "`bytes` with the plate, `update_gap` by a table": AsBytes,
}


def measure(form: Any, stacks: list[tuple[int, ...]]) -> tuple[float, float]:
    """Expansions and children per second of CPU time."""
    expanded = children = 0
    began = cpu_time()
    for stack in stacks:
        space = form(stack)
        stats = taquin.search(space, "astar(tie_break=low-h)", space.gap, admissible=True).stats
        expanded += stats.expanded
        children += stats.generated + stats.duplicates
    seconds = cpu_time() - began
    return expanded / seconds, children / seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    stacks = [space.start for space in PANCAKES["stacks"](size=SIZE, count=20, seed=1)]
    best: dict[str, tuple[float, float]] = dict.fromkeys(FORMS, (0, 0))
    for _ in range(rounds):
        for name, form in FORMS.items():
            best[name] = max(best[name], measure(form, stacks))
    for name, (expansions, children) in best.items():
        print(f"| {name} | {expansions:,.0f} | {children:,.0f} |")


if __name__ == "__main__":
    main()
