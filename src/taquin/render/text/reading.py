"""How the numbers of a recorded run are written: the values of its nodes, and the names of its iterations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from taquin.algorithms.best_first import evaluation
from taquin.puzzle.moves import Move
from taquin.puzzle.words import plural
from taquin.render.text.layout import number
from taquin.run.result import Result, Status
from taquin.solving.registry import ALGORITHMS
from taquin.trace.ordering import Order, SearchRules, StoredNodes


@dataclass(frozen=True, slots=True)
class Formula:
    """The evaluation of a node: f = ``weight_g`` · g + ``weight_h`` · h. Where h does not count, it is not shown.

    With another ``priority`` f is not a sum.

    >>> Formula().sum(3, 4), Formula(weight_h=2).sum(3, 4), Formula(weight_h=0).sum(3, 0), Formula(0, 1).sum(3, 4)
    ('g 3 + h 4 = f 7', 'g 3 + 2·h 4 = f 11', 'g 3', 'g 3, h 4')
    >>> curved = Formula(weight_h=2, priority="xdp")
    >>> curved.name, curved.sum(3, 4), curved.cell(3, 4), curved.short(3, 4)
    ('f = XDP(g, h)', 'g 3, h 4, f 12.42', '12.42 = XDP(3, 4)', '3,4→12.42')
    """

    weight_g: float = 1
    weight_h: float = 1
    shows_g: bool = True
    priority: str = "linear"

    def value(self, g: float, h: float) -> float:
        """What the search compares."""
        return evaluation(self.weight_g, self.weight_h, self.priority)(g, h)

    @property
    def letter(self) -> str:
        """The letter of the value that the search compares."""
        return "f" if self.weight_g and self.weight_h else "h" if self.weight_h else "g"

    def sum(self, g: float, h: float) -> str:
        """The value with its parts, named."""
        if self.letter == "f" and self.priority == "linear":
            return f"g {number(g)} + {self._factor}h {number(h)} = f {number(self.value(g, h))}"
        return ", ".join(self.parts(g, h)) or f"g {number(g)}"

    def parts(self, g: float, h: float) -> list[str]:
        """The values with their names, one by one; the last is the one that the search compares.

        >>> Formula(weight_h=2).parts(3, 4), Formula(0, 1).parts(3, 4)
        (['g 3', 'h 4', 'f 11'], ['g 3', 'h 4'])
        """
        named = [f"g {number(g)}"] if self.shows_g else []
        if self.weight_h:
            named.append(f"h {number(h)}")
        return [*named, f"f {number(self.value(g, h))}"] if self.letter == "f" else named

    @property
    def name(self) -> str:
        """The heading of a column of values."""
        return self._equation("g", "h", "f") if self.letter == "f" else self.letter

    def cell(self, g: float, h: float) -> str:
        """The value with its parts, for a column with the heading ``name``."""
        value = number(self.value(g, h))
        return self._equation(number(g), number(h), value) if self.letter == "f" else value

    def _equation(self, g: str, h: str, f: str) -> str:
        if self.priority == "linear":
            return f"{f} = {g} + {self._factor}{h}"
        return f"{f} = {self.priority.upper()}({g}, {h})"

    @property
    def short_name(self) -> str:
        """What ``short`` writes."""
        return self._short("g", "h", "f") if self.letter == "f" else self.letter

    def short(self, g: float, h: float) -> str:
        """The value with its parts, as short as on paper.

        >>> Formula().short(3, 4), Formula(weight_h=2).short(3, 4), Formula(0, 1).short(3, 4)
        ('3+4=7', '3+2·4=11', 'h 4')
        """
        value = number(self.value(g, h))
        return self._short(number(g), number(h), value) if self.letter == "f" else f"{self.letter} {value}"

    def _short(self, g: str, h: str, f: str) -> str:
        return f"{g}+{self._factor}{h}={f}" if self.priority == "linear" else f"{g},{h}→{f}"

    @property
    def _factor(self) -> str:
        return "" if self.weight_h == 1 else f"{number(self.weight_h)}·"


_ORDER_RULES = {
    Order.MEETING: " (least max(f, 2g + 1))",
    Order.BALANCED: " (least 2g + {}·(h - h from behind))",
    Order.FOCAL: " (least h where f is up to {} · least f)",
    Order.POTENTIAL: " (greatest ({} · least f - g) / h)",
    Order.ESTIMATES: " (the choice of EES, then least corrected f)",
    Order.REPAIRS: " (least g + weight·h of the iteration)",
}
"""The rules of searches that do not expand the node with the least f."""


def formula_of(rules: SearchRules) -> Formula:
    """How the values of the nodes of a search are written."""
    return Formula(rules.weight_g, rules.weight_h, shows_g=not rules.is_local, priority=rules.priority)


def held_order(rules: SearchRules) -> str:
    """The order in which the nodes that the search holds are shown."""
    if rules.held in (StoredNodes.PATH, StoredNodes.CURRENT):
        return "from the root"
    if rules.order in (Order.OLDEST, Order.UNKNOWN):
        return "the oldest first"
    rule = _ORDER_RULES.get(rules.order, "").format(number(rules.suboptimality))
    return f"the next first{rule}"


def bound_text(rules: SearchRules, bound: float) -> str:
    """What the bound of an iteration means, with its value."""
    return rules.bound.replace("{}", number(bound))


def iteration_name(rules: SearchRules, place: int, bound: float) -> str:
    """The name of an iteration; ``place`` counts from 1."""
    if rules.is_local:
        return bound_text(rules, bound) if bound else "first climb"
    return f"iteration {place}: {bound_text(rules, bound)}"


class PruneWords(NamedTuple):
    """Why a node was pruned. ``{g}``, ``{f}`` and ``{bound}``, that of the iteration, stand for values of the node."""

    sentence: str
    group: str  # for several nodes
    tag: str  # on the card of a node
    note: str  # below a node in a picture


_PRUNE_WORDS = {
    "bound": PruneWords("pruned: f {f} > bound {bound}", "bound", "beyond {bound}", "f {f} > {bound}"),
    "depth": PruneWords("pruned: depth {g} is the limit", "at the depth limit", "depth limit", "depth limit"),
    "met": PruneWords("closed: the other side has expanded it", "closed by the other side", "met", "met"),
    "beam": PruneWords("pruned: outside the beam", "outside the beam", "outside beam", "outside beam"),
}
"""The reasons of ``AlgorithmSpec.prunes`` that need other words than their names."""


def prune_words(reason: str, rules: SearchRules, g: float, h: float, bound: float | None) -> PruneWords:
    """The words for a pruned node; ``bound`` is that of its iteration, or None if the search has no iterations."""
    plain = PruneWords(reason if rules.is_local else f"pruned: {reason}", reason, reason, reason)
    words = _PRUNE_WORDS.get(reason, plain)
    if bound is None and "{bound}" in words.sentence:
        return plain
    values = {"g": number(g), "f": number(formula_of(rules).value(g, h)), "bound": number(bound or 0)}
    return words if words is plain else PruneWords(*(text.format_map(values) for text in words))


_LETTERS = (*[move.letter for move in Move], "")  # the last one is that of move -1


def move_letter(move: int) -> str:
    """The letter of a move; nothing for -1."""
    return _LETTERS[move]


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
    return name, f"{plural(length, 'move')}{estimate}{shown}"


def iterations_text(result: Result) -> tuple[str, str]:
    """The name and the value of the field that counts the iterations of a result, its restarts or its attempts."""
    count, bound = len(result.iterations), result.iterations[-1].bound
    algorithm = next((spec for spec in ALGORITHMS if spec.key == result.algorithm), None)
    if algorithm is not None and algorithm.is_anytime and algorithm.reading.held is StoredNodes.CURRENT:
        return "attempts", f"{count:,} to find a shorter solution"
    if algorithm is not None and algorithm.reading.held is StoredNodes.CURRENT:
        return "restarts", f"{count - 1:,}"
    name = "weight" if algorithm is not None and algorithm.reading.order is Order.REPAIRS else "bound"
    bounds = ", ".join(number(iteration.bound) for iteration in result.iterations)
    return "iterations", f"{count:,}, " + (
        f"with {name}s {bounds}" if len(bounds) < 80 else f"the last with {name} {number(bound)}"
    )


def path_text(nodes: tuple[int, ...], *, arrow: str = "→", ellipsis: str = "…") -> str:
    """Node numbers with arrows between them; the middle of a very long path is left out."""
    shown = list(map(str, nodes))
    if len(shown) > 24:
        shown[12:-12] = [f"{ellipsis} {len(nodes) - 24:,} more {ellipsis}"]
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
    steps = moves.split() if between else moves
    half = longest // 2 // (1 if not between else len(moves) // len(steps) + 1)
    return f"{between.join(steps[:half])} … {len(steps) - 2 * half:,} more … {between.join(steps[len(steps) - half :])}"
