"""Bidirectional heuristic search: one loop with two frontiers, whose rules are in ``two_frontiers.py``.

J. Chen, R. C. Holte, S. Zilles, N. R. Sturtevant, *Front-to-end bidirectional heuristic search with near-optimal node
expansions*, IJCAI 2017 (NBS).
R. C. Holte, A. Felner, G. Sharon, N. R. Sturtevant, J. Chen, *MM: A bidirectional search algorithm that is guaranteed
to meet in the middle*, Artificial Intelligence 252, 2017.
S. K. Sadhukhan, *A new approach to bidirectional heuristic search using error functions*, 2012; V. Alcázar, P. J.
Riddle, M. Barley, *A unifying view on individual bounds and heuristic inaccuracies in bidirectional search*, AAAI 2020
(BAE*).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from math import ceil, inf
from typing import Generic

from taquin.algorithms.breadth_first import join_paths
from taquin.algorithms.node_table import NodeTable
from taquin.algorithms.step_cost import Cost, step_cost
from taquin.algorithms.two_frontiers import (
    BACKWARD,
    FORWARD,
    BalancedFrontiers,
    Known,
    MeetingFrontiers,
    PairFrontiers,
    TwoFrontiers,
)
from taquin.heuristics.base import Estimate
from taquin.puzzle.problem import ReversibleSpace, S
from taquin.run.result import Outcome
from taquin.run.run import Run


def bidirectional_astar(
    space: ReversibleSpace[S], run: Run, heuristic: Estimate[S], *, backward_heuristic: Estimate[S]
) -> Outcome:
    """NBS: expand pairs of nodes, one from each side, in the order of a lower bound on the solutions through both.

    A solution through a forward node u and a backward node v costs at least max(f(u), f(v), g(u) + g(v) + ε), where ε
    is the least cost of a step: 1, or 0 where the space has other costs. NBS always expands a pair with the least lower
    bound, and stops when that bound reaches the length of the best solution found, which is then proven shortest.
    Optimal if both heuristics are admissible; expands at most twice the nodes that any such algorithm must expand.
    Memory grows with the states known.
    """
    return _search(space, run, (heuristic, backward_heuristic), PairFrontiers)


def mm(space: ReversibleSpace[S], run: Run, heuristic: Estimate[S], *, backward_heuristic: Estimate[S]) -> Outcome:
    """MM: expand the node with the least max(f, 2g + ε), on either side, so that the sides meet in the middle.

    ε is the least cost of a step, as in NBS. No node with a g above half the cost of the solution is expanded. Equal
    nodes: the forward side first, then the oldest. Optimal if both heuristics are admissible. Memory grows with the
    states known.
    """
    return _search(space, run, (heuristic, backward_heuristic), MeetingFrontiers)


def bae_star(
    space: ReversibleSpace[S],
    run: Run,
    heuristic: Estimate[S],
    *,
    backward_heuristic: Estimate[S],
    weight: float = 1,
) -> Outcome:
    """BAE*: the sides expand in turn the node with the least b = f + (g - h from behind).

    The second term is how much the other side's heuristic underestimates the known path to the node. Half the sum of
    the least b of both sides is a lower bound on every solution not yet found, if both heuristics are consistent: then
    the result is optimal, no node is reopened, and a state that one side has expanded is closed on the other side too.
    With a ``weight`` w above 1, b is 2g + w · (h - h from behind), and the solution costs at most w times the least.
    Equal nodes: the oldest first. Memory grows with the states known.
    """
    return _search(
        space, run, (heuristic, backward_heuristic), lambda least_step: BalancedFrontiers(least_step, weight)
    )


class _Side(Generic[S]):
    """One of the two searches: its heuristic, and the states it knows."""

    def __init__(self, side: int, heuristic: Estimate[S]) -> None:
        self.side = side
        self.heuristic = heuristic
        self.known: dict[S, int] = {}

    def memory(self) -> int:
        return sys.getsizeof(self.known)


class _Search(Generic[S]):
    """Two searches in one table of nodes."""

    def __init__(
        self,
        space: ReversibleSpace[S],
        run: Run,
        heuristics: tuple[Estimate[S], Estimate[S]],
        frontiers: Callable[[float], TwoFrontiers],
    ) -> None:
        self.space, self.run = space, run
        self.cost: Cost[S] | None = step_cost(space)
        self.nodes: NodeTable[S] = NodeTable(is_weighted=self.cost is not None)
        self.behind: list[float] = []
        self.cut: set[int] = set()  # the closed nodes that were not expanded
        self.frontiers = frontiers(1 if self.cost is None else 0)
        self.sides = tuple(_Side(side, heuristic) for side, heuristic in enumerate(heuristics))
        self.best, self.meeting = inf, (FORWARD, BACKWARD)
        for side, root in zip(self.sides, (space.start, space.goal), strict=True):
            h = side.heuristic(root)
            node = side.known[root] = self.nodes.add_root(root, h)
            run.add_root(node, h)
        for side in self.sides:
            self._look_behind(side, side.side)
            self._open(side, side.side)

    def memory(self) -> int:
        sides = sum(side.memory() for side in self.sides)
        return self.nodes.memory() + sys.getsizeof(self.behind) + sides + self.frontiers.memory()

    def search(self) -> Outcome:
        """Expand the nodes that the frontiers choose, until their bound proves the best solution found."""
        run, frontiers = self.run, self.frontiers
        depth_limit = run.depth_limit
        while True:
            proven = frontiers.factor * run.lower_bound
            bound = frontiers.choose(proven)
            if bound == self.best == inf:
                return run.exhausted()
            run.raise_lower_bound(min(self._least_cost(bound) if bound > proven else run.lower_bound, self.best))
            if run.lower_bound > depth_limit:
                return run.too_deep()
            if bound >= self.best and self.best <= depth_limit:
                return run.solved(join_paths(self.space, self.nodes, *self.meeting), *self.meeting)
            for side in frontiers.turns:
                self._take_turn(self.sides[side])

    def _least_cost(self, bound: float) -> float:
        """What a solution costs at least, where the frontiers bound ``factor`` times its cost."""
        if self.frontiers.factor == 1 or bound == inf:
            return bound
        least = bound / self.frontiers.factor
        return least if self.cost is not None else ceil(least - _ROUNDING)

    def _take_turn(self, side: _Side[S]) -> None:
        """Expand the next node of a side, unless it can be on no better solution."""
        node = self.frontiers.next(side.side)
        if self.frontiers.cuts_f and self._is_cut(side, node):
            return
        self.frontiers.close(side.side, node)
        self.run.expand(node)
        if self.frontiers.closes_both:
            self._close_behind(side, node)
        self._expand(side, node)
        open_nodes = sum(map(len, self.frontiers.sides))
        self.run.measure(open_nodes, len(self.nodes))

    def _is_cut(self, side: _Side[S], node: int) -> bool:
        """Cut off a node whose f says that every solution through it is too long."""
        f = self.nodes.g[node] + self.nodes.h[node]
        if f > self.run.depth_limit:
            self.run.is_depth_limited = True
            self._cut(side, node, "depth")
            return True
        if f >= self.best:
            self._cut(side, node, "bound")
            return True
        return False

    def _expand(self, side: _Side[S], node: int) -> None:
        space, nodes, run, cost = self.space, self.nodes, self.run, self.cost
        is_forward = side.side == FORWARD
        state, g, h = nodes.states[node], nodes.g[node], nodes.h[node]
        child_g = g + 1
        for move, child in space.successors(state) if is_forward else space.predecessors(state):
            if cost is not None:
                child_g = g + (cost(state, move, child) if is_forward else cost(child, space.reverse(move), state))
            number = side.known.get(child)
            if number is None:
                child_h = side.heuristic.update(h, state, child)
                number = side.known[child] = nodes.add(child, node, move, child_g, child_h)
                run.generate(number, node, move, child_g, child_h)
                self._look_behind(side, number, state, node)
            elif child_g < nodes.g[number]:
                nodes.improve(number, node, move, child_g)
                is_open = number in self.frontiers.sides[side.side] or number in self.cut
                run.improve(number, node, move, child_g, is_reopened=not is_open)
                self.cut.discard(number)
            else:
                run.duplicate(number, node, move, child_g)
                continue
            self._open(side, number)
            self._meet(side, number)

    def _open(self, side: _Side[S], node: int) -> None:
        behind = self.behind[node] if self.frontiers.uses_behind else 0
        self.frontiers.open(side.side, node, Known(self.nodes.g[node], self.nodes.h[node], behind))

    def _look_behind(self, side: _Side[S], node: int, state: S | None = None, parent: int = -1) -> None:
        """Estimate the distance from a new node back to the root of its side, if that decides the order."""
        if not self.frontiers.uses_behind:
            return
        estimate, child = self.sides[1 - side.side].heuristic, self.nodes.states[node]
        behind = estimate(child) if state is None else estimate.update(self.behind[parent], state, child)
        self.behind.append(behind)
        self.run.look_behind(node, behind)

    def _meet(self, side: _Side[S], node: int) -> None:
        """Keep the best solution found; a node that the other side has expanded is not expanded again."""
        met = self.sides[1 - side.side].known.get(self.nodes.states[node])
        if met is None:
            return
        cost = self.nodes.g[node] + self.nodes.g[met]
        if cost < self.best:
            self.best = cost
            self.meeting = (node, met) if side.side == FORWARD else (met, node)
        if self.frontiers.closes_both and met not in self.frontiers.sides[1 - side.side]:
            self._cut(side, node, "met")

    def _close_behind(self, side: _Side[S], node: int) -> None:
        """Close the node of an expanded state on the other side: all solutions through it are found."""
        other = self.sides[1 - side.side]
        met = other.known.get(self.nodes.states[node])
        if met is not None and met in self.frontiers.sides[other.side]:
            self._cut(other, met, "met")

    def _cut(self, side: _Side[S], node: int, reason: str) -> None:
        self.frontiers.close(side.side, node, is_expanded=False)
        self.cut.add(node)
        self.run.prune(node, reason)


_ROUNDING = 1e-9


def _search(
    space: ReversibleSpace[S],
    run: Run,
    heuristics: tuple[Estimate[S], Estimate[S]],
    frontiers: Callable[[float], TwoFrontiers],
) -> Outcome:
    search = _Search(space, run, heuristics, frontiers)
    if space.start == space.goal:
        return run.solved([], FORWARD, BACKWARD)
    run.budget.memory = search.memory
    return search.search()
