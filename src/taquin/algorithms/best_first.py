"""Best-first search: uniform cost, greedy, A* and weighted A* are one loop with four orderings.

The node to expand next is the one with the least f = a·g + b·h:

================  ===  ===  ==========================================================
algorithm          a    b   solution
================  ===  ===  ==========================================================
``ucs``            1    0   cheapest
``greedy``         0    1   any
``astar``          1    1   cheapest, if h never overestimates
``wastar``         1    w   at most w times the cheapest, if h never overestimates
================  ===  ===  ==========================================================

Where every step costs 1, as on boards, the cheapest solution is the shortest.

P. Hart, N. Nilsson, B. Raphael, *A formal basis for the heuristic determination of minimum cost paths*, 1968; I. Pohl,
*Heuristic search viewed as path finding in a graph*, 1970 (weights).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from heapq import heappop, heappush
from typing import TypeVar

from taquin.algorithms.node_table import NodeTable
from taquin.algorithms.step_cost import step_cost
from taquin.heuristics.base import Estimate, NoEstimate
from taquin.puzzle.problem import StateSpace
from taquin.run.result import Outcome
from taquin.run.run import Run

S = TypeVar("S", bound=Hashable)

TIE_BREAKS: dict[str, Callable[[int, float], float]] = {
    "fifo": lambda node, h: node,
    "lifo": lambda node, h: -node,
    "low-h": lambda node, h: h,
}
"""The order of nodes with equal f: the least value goes first, and then the oldest node."""

_OPEN, _EXPANDED, _PRUNED = range(3)  # the status of a node in the open list
_ENTRY_BYTES = 8 + sys.getsizeof((0, 0, 0)) + sys.getsizeof(0.5)


def ucs(space: StateSpace[S], run: Run, *, tie_break: str = "fifo") -> Outcome:
    """Uniform-cost search: the cheapest node first. Optimal, complete; memory grows with every known state."""
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
    successors, update, depth_limit = space.successors, heuristic.update, run.depth_limit
    h = heuristic(space.start)
    cost = step_cost(space)
    nodes: NodeTable[S] = NodeTable(is_weighted=cost is not None)
    known = {space.start: nodes.add_root(space.start, h)}
    frontier = OpenList(weight_g, weight_h, TIE_BREAKS[tie_break])
    frontier.push(0, 0, h)
    run.add_root(0, h)
    run.memory = lambda: nodes.memory() + sys.getsizeof(known) + frontier.memory()
    scale = 1 / max(weight_g, weight_h) if weight_g else 0  # turns the least f in the frontier into a lower bound

    while (chosen := frontier.pop()) is not None:
        f, node = chosen
        if f * scale > run.lower_bound:
            run.raise_lower_bound(f * scale)
        state, g, h = nodes.states[node], nodes.g[node], nodes.h[node]
        if space.is_goal(state):
            return run.solved(nodes.path(node), node)
        if g >= depth_limit:
            frontier.mark_pruned(node)
            run.prune_at_depth_limit(node)
            continue
        run.expand(node)
        child_g = g + 1
        for move, child in successors(state):
            if cost is not None:
                child_g = g + cost(state, move, child)
            number = known.get(child)
            if number is None:
                child_h = update(h, state, child)
                number = known[child] = nodes.add(child, node, move, child_g, child_h)
                run.generate(number, node, move, child_g, child_h)
                frontier.push(number, child_g, child_h)
            elif child_g < nodes.g[number] and frontier.may_improve(number):
                nodes.improve(number, node, move, child_g)
                run.improve(number, node, move, child_g, is_reopened=frontier.is_expanded(number))
                frontier.improve(number, child_g, nodes.h[number])
            else:
                run.duplicate(number, node, move, child_g)
        run.measure(frontier.size, len(nodes))
    return run.exhausted(is_complete=weight_g > 0)


class OpenList:
    """The frontier: a heap of nodes by f and then by the tie-break.

    An improved node gets a second entry with a smaller f. Its old entry is stale: it is popped later, when the node is
    closed, and skipped. Greedy search ignores g: an improved node needs no second entry, and none is expanded twice.
    """

    __slots__ = ("_heap", "_status", "_tie_break", "_weight_g", "_weight_h", "size")

    def __init__(self, weight_g: int, weight_h: float, tie_break: Callable[[int, float], float]) -> None:
        self._weight_g, self._weight_h, self._tie_break = weight_g, weight_h, tie_break
        self._heap: list[tuple[float, float, int]] = []
        self._status = bytearray()  # of each node: open, expanded or pruned
        self.size = 0
        """How many nodes are open: the heap also holds stale entries."""

    def push(self, node: int, g: float, h: float) -> None:
        """Add a new node."""
        self._status.append(_OPEN)
        self.size += 1
        heappush(self._heap, (self._weight_g * g + self._weight_h * h, self._tie_break(node, h), node))

    def pop(self) -> tuple[float, int] | None:
        """Remove the best node, to be expanded; return its f and its number, or None if the frontier is empty."""
        while self._heap:
            f, _, node = heappop(self._heap)
            if self._status[node] == _OPEN:
                self._status[node] = _EXPANDED
                self.size -= 1
                return f, node
        return None

    def mark_pruned(self, node: int) -> None:
        """Mark a popped node as not expanded: a cheaper path may still open it again."""
        self._status[node] = _PRUNED

    def is_expanded(self, node: int) -> bool:
        """Whether the node was expanded and has not been opened again."""
        return self._status[node] == _EXPANDED

    def may_improve(self, node: int) -> bool:
        """Whether a cheaper path to this node matters: not to an expanded node in a search that ignores g."""
        return self._weight_g > 0 or self._status[node] != _EXPANDED

    def improve(self, node: int, g: float, h: float) -> None:
        """Give a node its place by its smaller g, and open it again if it is closed. It keeps its age."""
        if self._status[node] != _OPEN:
            self._status[node] = _OPEN
            self.size += 1
        elif not self._weight_g:
            return
        heappush(self._heap, (self._weight_g * g + self._weight_h * h, self._tie_break(node, h), node))

    def memory(self) -> int:
        """An estimate of the bytes in use."""
        return len(self._heap) * _ENTRY_BYTES
