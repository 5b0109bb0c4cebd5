"""The two frontiers of a bidirectional heuristic search, and the rules that choose what is expanded next.

A rule keeps the open nodes of both sides, knows a lower bound on every solution that is not found yet, and names the
sides that expand their next node. The search, in ``bidirectional_astar.py``, is the same for all rules, and readers of
a trace replay the rule of its search.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from heapq import heappop, heappush
from math import inf
from typing import ClassVar, NamedTuple, cast

from taquin.puzzle.rounding import round_up

FORWARD, BACKWARD = 0, 1


class Known(NamedTuple):
    """What a rule may know about a node."""

    g: float
    h: float  # the estimate of the distance to the root of the other side
    behind: float = 0  # the estimate of the distance to the root of its own side, for a rule that uses it


class OpenNodes:
    """The open nodes of one side in one or more heaps, each by another value, then the oldest first.

    An entry of a heap has the g that its node had: it is stale if the node was closed or improved since.
    """

    def __init__(self, heaps: int) -> None:
        self._g: dict[int, float] = {}
        self._heaps: list[list[tuple[float, int, float]]] = [[] for _ in range(heaps)]

    def __len__(self) -> int:
        return len(self._g)

    def __contains__(self, node: int) -> bool:
        return node in self._g

    def open(self, node: int, g: float) -> None:
        """Open a node, or open it again with a smaller g."""
        self._g[node] = g

    def close(self, node: int) -> None:
        """Remove a node; its entries in the heaps become stale."""
        self._g.pop(node, None)

    def push(self, heap: int, value: float, node: int) -> None:
        """Add an open node to a heap."""
        heappush(self._heaps[heap], (value, node, self._g[node]))

    def least(self, heap: int) -> float:
        """The least value of a heap; infinite if it has no node."""
        entries = self._heaps[heap]
        while entries and self._g.get(entries[0][1]) != entries[0][2]:
            heappop(entries)
        return entries[0][0] if entries else inf

    def first(self, heap: int) -> int:
        """The node with the least value; call ``least`` first."""
        return self._heaps[heap][0][1]

    def pop(self, heap: int) -> tuple[int, float]:
        """Remove the first entry of a heap: its node and the g of that; call ``least`` first."""
        _, node, g = heappop(self._heaps[heap])
        return node, g

    def memory(self) -> int:
        return sys.getsizeof(self._g) + 100 * sum(map(len, self._heaps))


class TwoFrontiers(ABC):
    """The open nodes of both sides, in the order of one algorithm."""

    heaps: ClassVar[int] = 1
    uses_behind: ClassVar[bool] = False  # whether the estimate of the distance to the root of its own side counts
    cuts_f: ClassVar[bool] = False  # whether a node whose f is not below the cost of the best solution is cut off
    closes_both: bool = False  # whether a node that one side has expanded is closed on the other side too
    factor: float = 1  # a solution is at most this many times as long as a shortest one

    def __init__(self, least_step: float = 1) -> None:
        """``least_step`` is the least cost of a step: 1, or 0 where steps have other costs."""
        self.least_step = least_step
        self.sides = (OpenNodes(self.heaps), OpenNodes(self.heaps))
        self.turns: Sequence[int] = ()  # the sides that expand their next node, chosen last

    def open(self, side: int, node: int, known: Known) -> None:
        """Open a node, or open it again with a smaller g."""
        self.sides[side].open(node, known.g)
        self.push(side, node, known)

    def close(self, side: int, node: int, *, is_expanded: bool = True) -> None:
        """A node is expanded, or cut off."""
        self.sides[side].close(node)

    @abstractmethod
    def push(self, side: int, node: int, known: Known) -> None:
        """Add an open node to the heaps of its side."""

    @abstractmethod
    def choose(self, bound: float) -> float:
        """Choose the next ``turns``; a lower bound, at least this one, on ``factor`` times each solution not yet found.

        It is infinite if there is no such solution.
        """

    @abstractmethod
    def next(self, side: int) -> int:
        """The node that a side expands in its turn."""

    def key(self, node: int, known: Known) -> tuple[float, ...]:
        """Where an open node stands among those of its side: the least is expanded first."""
        raise NotImplementedError

    def rounded(self, bound: float) -> float:
        """A lower bound on a cost, rounded up where costs are whole numbers."""
        is_whole = isinstance(bound, int) or self.least_step != 1 or bound == inf
        return bound if is_whole else round_up(bound)

    def memory(self) -> int:
        return sum(side.memory() for side in self.sides)


_WAITING, _READY = 0, 1


class PairFrontiers(TwoFrontiers):
    """NBS: pairs of nodes, one of each side, with the least lower bound on the solutions through both.

    That is max(f(u), f(v), g(u) + g(v) + ``least_step``). The nodes of a side whose f is within the bound are ready,
    and are ordered by g; the others wait, by f.
    """

    heaps = 2

    def push(self, side: int, node: int, known: Known) -> None:
        self.sides[side].push(_WAITING, known.g + known.h, node)

    def choose(self, bound: float) -> float:
        self.turns = (FORWARD, BACKWARD)
        forward, backward = self.sides
        while True:
            for side in (FORWARD, BACKWARD):
                while self.sides[side].least(_WAITING) < bound:
                    self.make_ready(side)
            if forward.least(_READY) + backward.least(_READY) + self.least_step <= bound:
                return bound
            if forward.least(_WAITING) <= bound < inf:
                self.make_ready(FORWARD)
            elif backward.least(_WAITING) <= bound < inf:
                self.make_ready(BACKWARD)
            else:
                ready = forward.least(_READY) + backward.least(_READY) + self.least_step
                bound = min(forward.least(_WAITING), backward.least(_WAITING), ready)
                if bound == inf:
                    return bound

    def make_ready(self, side: int) -> int:
        """Move the first waiting node of a side to the ready ones, and return it; call ``least`` first."""
        node, g = self.sides[side].pop(_WAITING)
        self.sides[side].push(_READY, g, node)
        return node

    def next(self, side: int) -> int:
        self.sides[side].least(_READY)
        return self.sides[side].first(_READY)


_PRIORITY, _F, _G = 0, 1, 2


def _half(total: float) -> float:
    """Half of a number, exactly if it is an integer or a fraction."""
    if not isinstance(total, int):
        return total / 2
    return total // 2 if total % 2 == 0 else cast("float", Fraction(total, 2))


class MeetingFrontiers(TwoFrontiers):
    """MM: the node with the least max(f, 2g + ``least_step``), so that the two sides meet in the middle."""

    heaps = 3

    def push(self, side: int, node: int, known: Known) -> None:
        for heap, value in enumerate((*self.key(node, known)[:1], known.g + known.h, known.g)):
            self.sides[side].push(heap, value, node)

    def choose(self, bound: float) -> float:
        forward, backward = self.sides
        priorities = forward.least(_PRIORITY), backward.least(_PRIORITY)
        self.turns = (FORWARD,) if priorities[FORWARD] <= priorities[BACKWARD] else (BACKWARD,)
        ready = forward.least(_G) + backward.least(_G) + self.least_step
        if ready == inf:
            return inf
        return self.rounded(max(bound, min(priorities), forward.least(_F), backward.least(_F), ready))

    def next(self, side: int) -> int:
        self.sides[side].least(_PRIORITY)
        return self.sides[side].first(_PRIORITY)

    def key(self, node: int, known: Known) -> tuple[float, ...]:
        return max(known.g + known.h, 2 * known.g + self.least_step), node


class BalancedFrontiers(TwoFrontiers):
    """BAE*: the sides in turn, each with its least b = 2g + ``weight`` · (h - ``behind``).

    If both estimates are consistent, a solution through an open node of each side costs at least half the sum of their
    b where ``weight`` is 1: the steps between the nodes cost at least the difference of either estimate. ``weight``
    times a solution costs at least that half where it is more.
    """

    uses_behind = True
    cuts_f = True

    def __init__(self, least_step: float = 1, weight: float = 1) -> None:
        super().__init__(least_step)
        self.weight = self.factor = 1 if weight == 1 else weight  # 1.0 would make floats of exact costs
        self.closes_both = weight == 1
        self._turn = FORWARD

    def push(self, side: int, node: int, known: Known) -> None:
        self.sides[side].push(_PRIORITY, self.key(node, known)[0], node)

    def close(self, side: int, node: int, *, is_expanded: bool = True) -> None:
        super().close(side, node)
        if is_expanded:
            self._turn = 1 - side

    def choose(self, bound: float) -> float:
        self.turns = (self._turn,)
        total = self.sides[FORWARD].least(_PRIORITY) + self.sides[BACKWARD].least(_PRIORITY)
        half = _half(total)
        return max(bound, half if self.weight > 1 else self.rounded(half))

    def next(self, side: int) -> int:
        self.sides[side].least(_PRIORITY)
        return self.sides[side].first(_PRIORITY)

    def key(self, node: int, known: Known) -> tuple[float, ...]:
        return 2 * known.g + self.weight * (known.h - known.behind), node
