"""How the numbers of a recorded run are written: the value that its search compares, and the names of its iterations.

A trace has g and h of every node. Which of them count, and how much, depends on the algorithm and its options, which
the trace's ``spec`` names and the registry describes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from taquin.errors import SpecError
from taquin.render.text.layout import number
from taquin.run.result import Result, Status
from taquin.solving.method import read_algorithm
from taquin.solving.registry import AlgorithmSpec, OptionValue
from taquin.trace.ordering import UNKNOWN_ORDER, Order, Ordering, StoredNodes
from taquin.trace.trace import Trace


@dataclass(frozen=True, slots=True)
class Formula:
    """The evaluation of a node: f = ``weight_g`` · g + ``weight_h`` · h. Where h does not count, it is not shown.

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
        """The values with their names, one by one; the last is the one that the search compares.

        >>> Formula(weight_h=2).parts(3, 4), Formula(0, 1).parts(3, 4)
        (['g 3', 'h 4', 'f 11'], ['g 3', 'h 4'])
        """
        named = [f"g {number(g)}"] if self.shows_g else []
        if self.weight_h:
            named.append(f"h {number(h)}")
        return [*named, f"f {number(self.value(g, h))}"] if self.weight_g and self.weight_h else named

    @property
    def name(self) -> str:
        """The heading of a column of values."""
        if not self.weight_h:
            return "g"
        return f"f = g + {self._factor}h" if self.weight_g else "h"

    def cell(self, g: float, h: float) -> str:
        """The value with its parts, for a column with the heading ``name``."""
        if not (self.weight_g and self.weight_h):
            return number(self.value(g, h))
        return f"{number(self.value(g, h))} = {number(g)} + {self._factor}{number(h)}"

    @property
    def short_name(self) -> str:
        """What ``short`` writes."""
        if not self.weight_h:
            return "g"
        return f"g+{self._factor}h=f" if self.weight_g else "h"

    def short(self, g: float, h: float) -> str:
        """The value with its parts, as short as on paper.

        >>> Formula().short(3, 4), Formula(weight_h=2).short(3, 4), Formula(0, 1).short(3, 4)
        ('3+4=7', '3+2·4=11', 'h 4')
        """
        if not (self.weight_g and self.weight_h):
            return f"{self.short_name} {number(self.value(g, h))}"
        return f"{number(g)}+{self._factor}{number(h)}={number(self.value(g, h))}"

    @property
    def _factor(self) -> str:
        return "" if self.weight_h == 1 else f"{number(self.weight_h)}·"


@dataclass(frozen=True, slots=True)
class Reading:
    """How to read one run: its formula, what the search holds between two expansions, and what a bound means."""

    formula: Formula = Formula()
    held: StoredNodes = StoredNodes.FRONTIER
    bound: str = "bound {}"
    """The meaning of an iteration's bound; ``{}`` stands for its value."""
    ordering: Ordering = UNKNOWN_ORDER
    """In which order the nodes that it holds are expanded."""
    has_closed_list: bool = True
    """Whether a state has one node, so that expanded nodes make a closed list."""

    @property
    def is_local(self) -> bool:
        """Whether this is a local search, which stores the current state alone."""
        return self.held is StoredNodes.CURRENT

    @property
    def held_order(self) -> str:
        """The order in which the nodes that the search holds are shown."""
        if self.held in (StoredNodes.PATH, StoredNodes.CURRENT):
            return "from the root"
        return "the oldest first" if self.ordering.order is Order.UNKNOWN else "the next first"

    def iteration(self, place: int, bound: float) -> str:
        """The name of an iteration; ``place`` counts from 1."""
        if self.is_local:
            return self.bound.format(number(bound)) if bound else "first climb"
        return f"iteration {place}: {self.bound.format(number(bound))}"


def reading_of(trace: Trace) -> Reading:
    """How to read this trace. One whose algorithm is unknown is read like A*, or without h where all are 0."""
    found = None if "own_algorithm" in trace.header else _find_algorithm(trace.spec)
    if found is None:
        has_estimates = any(node.h for node in trace.tree.nodes.values())
        return Reading() if has_estimates else Reading(Formula(weight_h=0))
    algorithm, options = found
    weight_g, weight_h = algorithm.weights(options)
    held = algorithm.holds(options)
    formula = Formula(weight_g, weight_h, shows_g=held is not StoredNodes.CURRENT)
    return Reading(formula, held, algorithm.bound, algorithm.ordering(options), algorithm.is_graph_search)


def _find_algorithm(spec: str) -> tuple[AlgorithmSpec, Mapping[str, OptionValue]] | None:
    """The algorithm and its options. A user's heuristic may have any name, such as ``<lambda>``."""
    name = spec.partition("(")[0]
    named_options = ", ".join(re.findall(r"\b\w+=[\w.-]+", spec))  # what is left of a spec with a <lambda>
    for text in (spec, f"{name}({named_options})", name):
        with suppress(SpecError):
            return read_algorithm(text)
    return None


def ending_text(status: Status, reason: str) -> str:
    """How a run ended, and why."""
    return f"{status}: {reason}" if reason and reason != status else str(status)


def partial_path_field(status: Status, length: int, moves: str, h: float | None) -> tuple[str, str]:
    """The name and the value of a field: how far a local search came that found no solution.

    >>> partial_path_field(Status.STUCK, 2, "RU", 5)
    ('stuck after', '2 moves, at h = 5: RU')
    """
    name = "stuck after" if status is Status.STUCK else "stopped after"
    estimate = "" if h is None else f", at h = {number(h)}"
    shown = f": {move_text(moves, longest=20)}" if moves else ""
    return name, f"{length:,} move{'' if length == 1 else 's'}{estimate}{shown}"


def iterations_text(result: Result) -> tuple[str, str]:
    """The name and the value of the field that counts the iterations of a result, its restarts or its attempts."""
    count, bound = len(result.iterations), result.iterations[-1].bound
    found = _find_algorithm(result.spec)
    if found is not None and found[0].is_anytime:
        return "attempts", f"{count:,} to find a shorter solution"
    if found is not None and found[0].holds(found[1]) is StoredNodes.CURRENT:
        return "restarts", f"{count - 1:,}"
    bounds = ", ".join(number(iteration.bound) for iteration in result.iterations)
    return "iterations", f"{count:,}, " + (
        f"with bounds {bounds}" if len(bounds) < 80 else f"the last with bound {number(bound)}"
    )


def path_text(nodes: tuple[int, ...], *, arrow: str = "→", ellipsis: str = "…", longest: int = 24) -> str:
    """Node numbers with arrows between them; the middle of a very long path is left out."""
    shown = list(map(str, nodes))
    if len(shown) > longest:
        half = longest // 2
        shown[half:-half] = [f"{ellipsis} {len(nodes) - 2 * half:,} more {ellipsis}"]
    return f" {arrow} ".join(shown)


def move_text(moves: str, *, longest: int = 80) -> str:
    """Moves as letters, or as numbers of tiles with spaces; the middle of very many characters is left out.

    >>> move_text("UDUDUDUDUDUDUDUDUD", longest=8)
    'UDUD … 10 more … UDUD'
    >>> move_text("10 11 12 13 14", longest=8)
    '10 … 3 more … 14'
    """
    if len(moves) <= longest:
        return moves
    between = " " if " " in moves else ""
    each = moves.split() if between else moves
    half = longest // 2 // (1 if not between else len(moves) // len(each) + 1)
    return f"{between.join(each[:half])} … {len(each) - 2 * half:,} more … {between.join(each[len(each) - half :])}"
