"""How the numbers of a recorded run are to be read: what its search orders nodes by, and what it holds.

A trace tells g and h of every node. That A* takes the least g + h, weighted A* the least g + w·h, and hill climbing
looks at h alone, follows from the algorithm that its ``spec`` names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from taquin.render.text.layout import number
from taquin.run.result import Status
from taquin.trace.steps import Held
from taquin.trace.trace import Trace


@dataclass(frozen=True, slots=True)
class Formula:
    """What a node is worth: ``weight_g`` · g + ``weight_h`` · h. Where h does not count, it is not shown.

    >>> Formula().sum(3, 4), Formula(weight_h=2).sum(3, 4), Formula(weight_h=0).sum(3, 0), Formula(0, 1).sum(3, 4)
    ('g 3 + h 4 = f 7', 'g 3 + 2·h 4 = f 11', 'g 3', 'g 3, h 4')
    """

    weight_g: int = 1
    weight_h: float = 1
    shows_g: bool = True

    def value(self, g: float, h: float) -> float:
        """What the search compares."""
        return self.weight_g * g + self.weight_h * h

    def sum(self, g: float, h: float) -> str:
        """The value with its parts, named."""
        if not self.weight_h:
            return f"g {number(g)}"
        if not self.weight_g:
            return f"g {number(g)}, h {number(h)}" if self.shows_g else f"h {number(h)}"
        return f"g {number(g)} + {self._factor}h {number(h)} = f {number(self.value(g, h))}"

    def parts(self, g: float, h: float) -> list[str]:
        """The values that count, named, one by one; the last is the one that the search compares.

        >>> Formula(weight_h=2).parts(3, 4), Formula(0, 1).parts(3, 4)
        (['g 3', 'h 4', 'f 11'], ['g 3', 'h 4'])
        """
        named = [f"g {number(g)}"] if self.shows_g else []
        if self.weight_h:
            named.append(f"h {number(h)}")
        return [*named, f"f {number(self.value(g, h))}"] if self.weight_g and self.weight_h else named

    @property
    def name(self) -> str:
        """The head of a column of values."""
        if not self.weight_h:
            return "g"
        return f"f = g + {self._factor}h" if self.weight_g else "h"

    def cell(self, g: float, h: float) -> str:
        """The value with its parts, in a column that ``name`` heads."""
        if not (self.weight_g and self.weight_h):
            return number(self.value(g, h))
        return f"{number(self.value(g, h))} = {number(g)} + {self._factor}{number(h)}"

    @property
    def _factor(self) -> str:
        return "" if self.weight_h == 1 else f"{number(self.weight_h)}·"


@dataclass(frozen=True, slots=True)
class Reading:
    """How to read the runs of one algorithm."""

    formula: Formula = Formula()
    held: Held = Held.FRONTIER
    bound: str = "bound {}"
    """What the bound of a round means."""

    @property
    def is_local(self) -> bool:
        """Whether the search walks from place to place and forgets the rest."""
        return self.held is Held.PLACE

    def round(self, place: int, bound: float) -> str:
        """The name of a round, the first of which has place 1."""
        if self.is_local:
            return self.bound.format(number(bound)) if bound else "first climb"
        return f"iteration {place}: {self.bound.format(number(bound))}"


_COST = Formula(weight_h=0)
_ESTIMATE = Formula(weight_g=0)
_VALUE = Formula(weight_g=0, shows_g=False)

READINGS: dict[str, Reading] = {
    "bfs": Reading(_COST),
    "bidirectional": Reading(_COST),
    "dfs": Reading(_COST, Held.PATH),
    "depth_limited": Reading(_COST, Held.PATH),
    "iddfs": Reading(_COST, Held.PATH, "depth up to {}"),
    "ucs": Reading(_COST),
    "greedy": Reading(_ESTIMATE),
    "astar": Reading(),
    "wastar": Reading(),
    "ida_star": Reading(held=Held.PATH, bound="f up to {}"),
    "rbfs": Reading(held=Held.SIBLINGS),
    "bidirectional_astar": Reading(),
    "beam": Reading(_ESTIMATE),
    "hill_climbing": Reading(_VALUE, Held.PLACE, "restart {}"),
    "annealing": Reading(_VALUE, Held.PLACE),
}


DEFAULT_WEIGHT = 1.5
"""Of weighted A*, whose spec does not say it: the registry's, which lies above this file (a test holds them equal)."""


def reading_of(trace: Trace) -> Reading:
    """How to read this trace. One whose algorithm is unknown is read like A*, or without h where all are 0."""
    key, _, arguments = trace.spec.partition("(")
    if key not in READINGS:
        return Reading() if any(node.h for node in trace.tree.nodes.values()) else Reading(_COST)
    reading = READINGS[key]
    if key == "dfs" and "frontier=stack" in arguments:
        return Reading(_COST, Held.FRONTIER)
    if key == "wastar":
        weight = re.search(r"\bweight=([0-9]{1,9}(?:\.[0-9]{1,9})?)(?:[,)]|$)", arguments)
        return Reading(Formula(1, float(weight[1]) if weight else DEFAULT_WEIGHT))
    return reading


def ending_text(status: Status, reason: str) -> str:
    """How a run ended, and why."""
    return f"{status}: {reason}" if reason and reason != status else str(status)


def path_text(nodes: tuple[int, ...], *, arrow: str = "→", ellipsis: str = "…", longest: int = 24) -> str:
    """Node numbers with arrows between them; the middle of a very long path is left out."""
    shown = list(map(str, nodes))
    if len(shown) > longest:
        half = longest // 2
        shown[half:-half] = [f"{ellipsis} {len(nodes) - 2 * half:,} more {ellipsis}"]
    return f" {arrow} ".join(shown)


def move_text(moves: str, *, longest: int = 80) -> str:
    """Letters of moves; the middle of very many is left out."""
    if len(moves) <= longest:
        return moves
    half = longest // 2
    return f"{moves[:half]} … {len(moves) - 2 * half:,} more … {moves[-half:]}"
