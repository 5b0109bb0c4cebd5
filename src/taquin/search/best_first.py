"""Best-first search: uniform cost, greedy, A* and weighted A* are one loop with four orderings.

The node to expand next is the one with the least f = a·g + b·h:

================  ===  ===  ==========================================================
algorithm          a    b   solution
================  ===  ===  ==========================================================
``ucs``            1    0   shortest
``greedy``         0    1   any
``astar``          1    1   shortest, if h never overestimates
``wastar``         1    w   at most w times the shortest, if h never overestimates
================  ===  ===  ==========================================================

P. Hart, N. Nilsson, B. Raphael, *A formal basis for the heuristic determination of minimum cost paths*, 1968; I. Pohl,
*Heuristic search viewed as path finding in a graph*, 1970 (weights).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from heapq import heappop, heappush
from typing import Generic, TypeVar

from taquin.heuristics.base import Estimate, NoEstimate
from taquin.puzzle.problem import StateSpace
from taquin.run.result import Outcome
from taquin.run.run import Nodes, Run

S = TypeVar("S", bound=Hashable)

TIE_BREAKS: dict[str, Callable[[int, float], float]] = {
    "fifo": lambda node, h: node,
    "lifo": lambda node, h: -node,
    "low-h": lambda node, h: h,
}
"""What decides between nodes of equal f: the least value goes first, and then the oldest node."""


def ucs(space: StateSpace[S], run: Run, *, tie_break: str = "fifo") -> Outcome:
    """Uniform-cost search: the cheapest node first. Optimal, complete; memory grows with every state seen."""
    return best_first(space, run, NoEstimate(), weight_g=1, weight_h=0, tie_break=tie_break)


def greedy(space: StateSpace[S], run: Run, heuristic: Estimate[S], *, tie_break: str = "fifo") -> Outcome:
    """Greedy best-first search: the node that looks nearest first. Complete on finite spaces, not optimal."""
    return best_first(space, run, heuristic, weight_g=0, weight_h=1, tie_break=tie_break)


def astar(space: StateSpace[S], run: Run, heuristic: Estimate[S], *, tie_break: str = "fifo") -> Outcome:
    """A*: the least g + h first. Optimal if the heuristic is admissible, consistent or not; complete."""
    return best_first(space, run, heuristic, weight_g=1, weight_h=1, tie_break=tie_break)


def wastar(
    space: StateSpace[S], run: Run, heuristic: Estimate[S], *, weight: float = 1.5, tie_break: str = "fifo"
) -> Outcome:
    """Weighted A*: the least g + weight · h first. At most ``weight`` times the optimum if h is admissible."""
    return best_first(space, run, heuristic, weight_g=1, weight_h=weight, tie_break=tie_break)


def best_first(
    space: StateSpace[S], run: Run, heuristic: Estimate[S], *, weight_g: int, weight_h: float, tie_break: str
) -> Outcome:
    """The loop. A state has one node; a cheaper path improves it, and opens it again if it was expanded."""
    observer, counters, successors, update = run.observer, run.counters, space.successors, heuristic.update
    h = heuristic(space.start)
    tree = _Tree(space.start, h, run, weight_g, weight_h, TIE_BREAKS[tie_break])
    nodes, known = tree.nodes, tree.known
    scale = weight_g / max(1, weight_h)  # turns the least f in the frontier into a lower bound

    while (chosen := tree.pop()) is not None:
        f, node = chosen
        if f * scale > run.lower_bound:
            run.raise_lower_bound(f * scale)
        state, g, h = nodes.states[node], nodes.g[node] + 1, nodes.h[node]
        if space.is_goal(state):
            return run.solved(nodes.path(node), node)
        if g > run.depth:
            tree.cut(node)
            continue
        if counters.expanded >= run.due:
            run.poll()
        counters.expanded += 1
        if observer is not None:
            observer.expand(node)
        for move, child in successors(state):
            number = known.get(child)
            if number is None:
                tree.generate(child, node, move, g, update(h, state, child))
            elif g < nodes.g[number] and tree.may_improve(number):
                tree.improve(number, node, move, g)
            else:
                counters.duplicates += 1
                if observer is not None:
                    observer.prune(number, "duplicate")
        if tree.waiting > counters.max_frontier:
            counters.max_frontier = tree.waiting
        counters.max_stored = len(nodes)
    return run.ran_dry(is_exhaustive=weight_g > 0)


class _Tree(Generic[S]):
    """The nodes of a best-first search and its frontier, a heap by f and then by the tie-break.

    A node that is improved gets a second entry, with a smaller f; the old entry comes later, finds the node closed, and
    is skipped. Greedy search ignores g: it needs no second entry, and it never expands a node twice.
    """

    __slots__ = ("_frontier", "_is_closed", "_run", "_tie", "_weight_g", "_weight_h", "known", "nodes", "waiting")

    def __init__(
        self, start: S, h: float, run: Run, weight_g: int, weight_h: float, tie: Callable[[int, float], float]
    ) -> None:
        self._run, self._weight_g, self._weight_h, self._tie = run, weight_g, weight_h, tie
        self.nodes: Nodes[S] = Nodes()
        self.nodes.add(start, -1, 0, 0, h)
        self.known = {start: 0}
        self._is_closed = bytearray(1)
        self._frontier = [(weight_h * h, tie(0, h), 0)]
        self.waiting = 1  # nodes in the frontier: the heap also holds outdated entries
        run.memory = self.memory
        run.add_root(0, h)

    def pop(self) -> tuple[float, int] | None:
        """Take the best node out of the frontier, and close it; None if the frontier is empty."""
        while self._frontier:
            f, _, node = heappop(self._frontier)
            if not self._is_closed[node]:
                self._is_closed[node] = _EXPANDED
                self.waiting -= 1
                return f, node
        return None

    def cut(self, node: int) -> None:
        """Say that a node that was popped is not expanded after all: a cheaper path may still bring it back."""
        self._is_closed[node] = _CUT
        self._run.cut(node)

    def _push(self, node: int, g: int, h: float) -> None:
        heappush(self._frontier, (self._weight_g * g + self._weight_h * h, self._tie(node, h), node))
        self.waiting += 1

    def generate(self, state: S, parent: int, move: int, g: int, h: float) -> None:
        """Make a new node."""
        counters, observer = self._run.counters, self._run.observer
        node = self.known[state] = self.nodes.add(state, parent, move, g, h)
        self._is_closed.append(0)
        counters.generated += 1
        if g > counters.max_depth:
            counters.max_depth = g
        if observer is not None:
            observer.generate(node, parent, move, g, h)
        self._push(node, g, h)

    def may_improve(self, node: int) -> bool:
        """Whether a cheaper path to this node is of use: always, unless g does not count and the node is expanded."""
        return self._weight_g > 0 or self._is_closed[node] != _EXPANDED

    def improve(self, node: int, parent: int, move: int, g: int) -> None:
        """Hang a node under a cheaper parent. It keeps its number and its age."""
        nodes, observer = self.nodes, self._run.observer
        nodes.parents[node], nodes.moves[node], nodes.g[node] = parent, move, g
        if observer is not None:
            observer.improve(node, parent, move, g)
        if self._is_closed[node]:
            self._run.counters.reopened += self._is_closed[node] == _EXPANDED
            self._is_closed[node] = 0
            self._push(node, g, nodes.h[node])
        elif self._weight_g:
            self._push(node, g, nodes.h[node])
            self.waiting -= 1

    def memory(self) -> int:
        """An estimate of the bytes in use."""
        return self.nodes.memory() + sys.getsizeof(self.known) + len(self._frontier) * _ENTRY_BYTES


_EXPANDED, _CUT = 1, 2  # the two ways to be closed
_ENTRY_BYTES = 8 + sys.getsizeof((0, 0, 0)) + sys.getsizeof(0.5)
