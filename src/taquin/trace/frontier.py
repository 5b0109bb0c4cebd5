"""The frontier of a recorded search after every event, in the order in which the search will expand it.

The order follows from the algorithm and its tie-break: ``SearchRules`` names it, ``make_frontier`` replays it. Tests
compare every algorithm with its own trace: the first node of the frontier is the one that is expanded next.
"""

from __future__ import annotations

from itertools import zip_longest
from math import inf
from typing import TypeAlias

from taquin.algorithms.ara_star import RepairList
from taquin.algorithms.best_first import TIE_BREAKS, evaluation
from taquin.algorithms.bounded_suboptimal import BoundedList, EstimateList, FocalList, PotentialList
from taquin.algorithms.two_frontiers import (
    BACKWARD,
    BalancedFrontiers,
    Known,
    MeetingFrontiers,
    PairFrontiers,
    TwoFrontiers,
)
from taquin.trace.events import BehindEvent, Event, ExpandEvent, GenerateEvent, ImproveEvent, IterationEvent, PruneEvent
from taquin.trace.ordering import Order, Scope, SearchRules, StoredNodes
from taquin.trace.tree import SearchTree

Key: TypeAlias = tuple[float, ...]


class Frontier:
    """The tree of a search, and the nodes that it stores to expand them later.

    The order is that of the search between two expansions: ask for it when all events of a step are added.
    """

    def __init__(self, rules: SearchRules) -> None:
        self.tree, self.rules = SearchTree(), rules
        self.open: set[int] = set()
        self.values: dict[int, float] = {}  # the least f that was found below each node, in a search that keeps it
        self._changed: set[int] = set()
        self._evaluate = evaluation(rules.weight_g, rules.weight_h, rules.priority)
        self._tie_break = TIE_BREAKS[rules.tie_break](rules.seed)

    def add(self, event: Event) -> None:
        """Replay one event."""
        self.tree.add(event)
        self._replay(event)

    def _replay(self, event: Event) -> None:
        """Replay one event, which the tree has."""
        match event:
            case GenerateEvent(node=node) | ImproveEvent(node=node):
                self._open(node)
            case BehindEvent(node=node):
                self._changed.add(node)
            case ExpandEvent(node=node) | PruneEvent(node=node):
                self.take(node)
            case IterationEvent() if self.rules.unique_states is Scope.ITERATION:
                for node in [*self.open]:
                    self.take(node)
                for root in self.tree.roots:
                    self._open(root)
            case _:
                pass

    def _open(self, node: int) -> None:
        self.open.add(node)
        self._changed.add(node)

    def take(self, node: int) -> None:
        """Remove a node: it is expanded, pruned, or chosen as the goal."""
        self.open.discard(node)
        self._changed.add(node)

    def prepare(self) -> None:
        """Choose the next node as the search does, if that changes the order."""

    def nodes(self) -> list[int]:
        """The nodes, the next to be expanded first."""
        self.prepare()
        return sorted(self.open, key=self.key)

    def key(self, node: int) -> Key:
        """Where the node is among those of its side: the least key is expanded first."""
        known, rules = self.tree[node], self.rules
        match rules.order:
            case Order.BEST:
                return self._evaluate(known.g, known.h), self._tie_break(node, known.h), node
            case Order.LAYERS:
                return known.g, known.h, node
            case Order.NEWEST:
                parents = () if known.is_root else self.tree[known.parent].expansions
                return -max(parents, default=0), node
            case _:
                return (node,)

    def take_changed(self) -> set[int]:
        """The nodes that joined, left or changed their key since the last call."""
        self.prepare()
        changed, self._changed = self._changed, set()
        return changed


def make_frontier(rules: SearchRules, *, is_ordered: bool = True) -> Frontier:
    """The frontier of a search with these rules, before its first event.

    Unless ``is_ordered``, only which nodes it has is right, which takes less time.
    """
    if not is_ordered:
        return (_PathFrontier if rules.held is StoredNodes.SIBLINGS else Frontier)(rules)
    kinds: dict[Order, type[Frontier]] = {
        Order.SIDES: _SideFrontier,
        Order.PAIRS: _PairFrontier,
        Order.MEETING: _TurnFrontier,
        Order.BALANCED: _TurnFrontier,
        Order.BACKED_UP: _PathFrontier,
        Order.REPAIRS: _RepairFrontier,
        **dict.fromkeys(_BOUNDED_LISTS, BoundedFrontier),
    }
    return kinds.get(rules.order, Frontier)(rules)


class _SideFrontier(Frontier):
    """Bidirectional breadth-first search: the rest of the current layer, then the smaller of the two next ones."""

    def __init__(self, rules: SearchRules) -> None:
        super().__init__(rules)
        self._active = 0  # the side whose layer is being expanded
        self._left = 0  # how many nodes of that layer are left

    def _replay(self, event: Event) -> None:
        if isinstance(event, ExpandEvent):
            if not self._left:
                self._active = self.tree.side(event.node)
                self._left = sum(self.tree.side(node) == self._active for node in self.open)
            self._left = max(self._left - 1, 0)
        super()._replay(event)

    def nodes(self) -> list[int]:
        sides: tuple[list[int], list[int]] = ([], [])
        for node in sorted(self.open):
            sides[self.tree.side(node)].append(node)
        layer, sides[self._active][:] = sides[self._active][: self._left], sides[self._active][self._left :]
        forward, backward = sides
        return layer + (forward + backward if len(forward) <= len(backward) else backward + forward)


class _TurnFrontier(Frontier):
    """A bidirectional heuristic search, replayed with the frontiers of the search itself."""

    def __init__(self, rules: SearchRules) -> None:
        super().__init__(rules)
        self._frontiers = self._make()
        self._bound: float = 0
        self._turns: list[int] = []  # the sides that expand next, chosen together

    def _make(self) -> TwoFrontiers:
        if self.rules.order is Order.BALANCED:
            return BalancedFrontiers(weight=self.rules.suboptimality)
        return MeetingFrontiers()

    def _replay(self, event: Event) -> None:
        if isinstance(event, ExpandEvent):
            self.prepare()
        super()._replay(event)
        match event:
            case GenerateEvent(node=node) if not self._frontiers.uses_behind:
                self._open_on_side(node)
            case BehindEvent(node=node) | ImproveEvent(node=node):
                self._open_on_side(node)
            case ExpandEvent(node=node):
                side = self.tree.side(node)
                self._turns = [turn for turn in self._turns if turn != side]
                self._frontiers.close(side, node)
            case PruneEvent(node=node):
                self._frontiers.close(self.tree.side(node), node, is_expanded=False)
            case _:
                pass

    def _open_on_side(self, node: int) -> None:
        known = self._known(node)
        if self.tree[node].is_root:
            self._bound = max(self._bound, known.h)
        self._frontiers.open(self.tree.side(node), node, known)

    def _known(self, node: int) -> Known:
        known = self.tree[node]
        return Known(known.g, known.h, known.behind or 0)

    def prepare(self) -> None:
        """Choose the next turns as the search does, once."""
        if not self._turns:
            self._bound = self._frontiers.choose(self._bound)
            self._turns = [*self._frontiers.turns]

    def nodes(self) -> list[int]:
        ordered = super().nodes()
        sides = [[node for node in ordered if node in side] for side in self._frontiers.sides]
        if self._turns[:1] == [BACKWARD]:
            sides.reverse()
        return [node for pair in zip_longest(*sides) for node in pair if node is not None]

    def key(self, node: int) -> Key:
        return self._frontiers.key(node, self._known(node))


class _RecordedPairs(PairFrontiers):
    """The pairs of NBS, with a record of which nodes are ready."""

    def __init__(self) -> None:
        super().__init__()
        self.ready: set[int] = set()
        self.new_ready: set[int] = set()

    def open(self, side: int, node: int, known: Known) -> None:
        self.ready.discard(node)
        super().open(side, node, known)

    def close(self, side: int, node: int, *, is_expanded: bool = True) -> None:
        self.ready.discard(node)
        super().close(side, node, is_expanded=is_expanded)

    def make_ready(self, side: int) -> int:
        node = super().make_ready(side)
        self.ready.add(node)
        self.new_ready.add(node)
        return node


class _PairFrontier(_TurnFrontier):
    """NBS: ready nodes by g, then waiting ones by f."""

    _frontiers: _RecordedPairs

    def _make(self) -> _RecordedPairs:
        return _RecordedPairs()

    def prepare(self) -> None:
        super().prepare()
        self._changed |= self._frontiers.new_ready
        self._frontiers.new_ready = set()

    def key(self, node: int) -> Key:
        known = self.tree[node]
        return (0, known.g, node) if node in self._frontiers.ready else (1, known.g + known.h, node)


_BOUNDED_LISTS: dict[Order, type[BoundedList]] = {
    Order.FOCAL: FocalList,
    Order.POTENTIAL: PotentialList,
    Order.ESTIMATES: EstimateList,
}


class _ListFrontier(Frontier):
    """A search that is replayed with its own open list."""

    waiting: BoundedList | RepairList

    def _replay(self, event: Event) -> None:
        match event:
            case GenerateEvent(node=node):
                self.waiting.push(node, self.tree[node].g, self.tree[node].h)
            case ImproveEvent(node=node):
                self.waiting.improve(node, self.tree[node].g, self.tree[node].h)
            case ExpandEvent(node=node):
                self.waiting.close(node)
            case PruneEvent(node=node):
                self.waiting.close(node)
                self.waiting.mark_pruned(node)
            case _:
                pass
        super()._replay(event)

    def key(self, node: int) -> Key:
        return self.waiting.key(node, self.tree[node].g, self.tree[node].h)


class BoundedFrontier(_ListFrontier):
    """Bounded-suboptimal search."""

    waiting: BoundedList

    def __init__(self, rules: SearchRules) -> None:
        super().__init__(rules)
        self.waiting = _BOUNDED_LISTS[rules.order](rules.suboptimality)

    def _replay(self, event: Event) -> None:
        if isinstance(event, ExpandEvent | PruneEvent):
            self.prepare()
        super()._replay(event)

    def prepare(self) -> None:
        """Choose the next node as the search does: that may raise the bound, and change the order."""
        if self.waiting.size:
            before = self.waiting.bound
            chosen = self.waiting.choose()
            self._changed |= {chosen} if self.waiting.bound == before else self.open


class _RepairFrontier(_ListFrontier):
    """ARA*: nodes that wait for the next iteration come last."""

    waiting: RepairList

    def __init__(self, rules: SearchRules) -> None:
        super().__init__(rules)
        self.waiting = RepairList(rules.suboptimality)

    def _replay(self, event: Event) -> None:
        if isinstance(event, IterationEvent):
            self.waiting.begin(event.bound)
            self._changed |= self.open
        super()._replay(event)


class _PathNode:
    """A node on the path of recursive best-first search, with the value of each of its children."""

    def __init__(self, node: int, value: float) -> None:
        self.node, self.value = node, value
        self.children: list[int] = []


class _PathFrontier(Frontier):
    """Recursive best-first search: the children beside the path, by the least f that was found below each."""

    def __init__(self, rules: SearchRules) -> None:
        super().__init__(rules)
        self._path: list[_PathNode] = []

    def _replay(self, event: Event) -> None:
        match event:
            case GenerateEvent(node, parent, _, g, h):
                self.values[node] = g + h
                if parent >= 0 and self._path:
                    self.values[node] = max(g + h, self._path[-1].value)
                    self._path[-1].children.append(node)
            case ExpandEvent(node=node):
                self._go_back(self.tree[node].parent)
                self._path.append(_PathNode(node, self.values[node]))
            case PruneEvent(node=node):
                self._go_back(self.tree[node].parent)
                self.values[node] = inf
            case _:
                pass
        super()._replay(event)

    def _go_back(self, node: int) -> None:
        """Leave the nodes of the path below this one: each keeps the least value of its children, which are dropped."""
        while self._path and self._path[-1].node != node:
            left = self._path.pop()
            self.values[left.node] = min((self.values[child] for child in left.children), default=inf)
            for child in left.children:
                self.take(child)
            if self.values[left.node] < inf:
                self._open(left.node)

    def key(self, node: int) -> Key:
        """By value; among equals the deepest first, then the first child."""
        return self.values[node], -self.tree[node].g, node
