"""How fast a space of your own is searched: 16 pancakes, in the forms that docs/how-to/own-puzzle.md compares.

    python benchmarks/own_spaces.py [--rounds 5]

Expansions per second of CPU time with A* on the same stacks, in Python and on the native core. All forms are measured
in turn; the figures are medians of the rounds.
"""

from __future__ import annotations

import argparse
import runpy
from itertools import pairwise, product
from pathlib import Path
from statistics import median
from typing import Any

import taquin
from taquin.system.memory import cpu_time

PANCAKES = runpy.run_path(str(Path(__file__).parents[1] / "examples" / "puzzles" / "pancake.py"))
Pancakes: Any = PANCAKES["Pancakes"]
SIZE = 16
FAR = [int(min(gap, 2 * SIZE - gap) > 1) for gap in range(2 * SIZE)]
"""By the difference of two neighbours, which may be negative: whether they are no neighbours when sorted."""


class Tuples(Pancakes):  # type: ignore[misc]  # examples have no types
    """The stack as a tuple."""

    def __init__(self, stack: tuple[int, ...]) -> None:
        self.start, self.goal = tuple(stack), tuple(sorted(stack))


class FromScratch(Tuples):
    """Every estimate is computed from scratch."""

    update_gap = None


class WithPlate(Pancakes):  # type: ignore[misc]
    """The stack and its plate; an estimate takes two look-ups."""

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
    "tuples, `update_gap`": Tuples,
    "`bytes`, `update_gap` (the example)": Pancakes,
    "`bytes` with the plate, `update_gap` by a table": WithPlate,
}


def measure(form: Any, backend: str, stacks: list[tuple[int, ...]]) -> float:
    """Expansions per second of CPU time."""
    expanded, began = 0, cpu_time()
    for stack in stacks:
        space = form(stack)
        expanded += taquin.search(space, "astar", space.gap, admissible=True, backend=backend).stats.expanded
    return expanded / (cpu_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    stacks = [space.start for space in PANCAKES["stacks"](size=SIZE, count=20, seed=1)]
    rates: dict[tuple[str, str], list[float]] = {way: [] for way in product(FORMS, ("python", "native"))}
    for _ in range(rounds):
        for (form, backend), measured in rates.items():
            measured.append(measure(FORMS[form], backend, stacks))
    for form in FORMS:
        print(f"| {form} | {median(rates[form, 'python']):,.0f} | {median(rates[form, 'native']):,.0f} |")


if __name__ == "__main__":
    main()
