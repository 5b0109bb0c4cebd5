"""Best-first search: one loop, and an open list that chooses the next node.

For uniform cost, greedy, A* and weighted A* it is the node with the least f = a·g + b·h:

================  ===  ===  ==========================================================
algorithm          a    b   solution
================  ===  ===  ==========================================================
``ucs``            1    0   cheapest
``greedy``         0    1   any
``astar``          1    1   cheapest, if h never overestimates
``wastar``         1    w   at most w times the cheapest, if h never overestimates
================  ===  ===  ==========================================================

Where every step costs 1, as on boards, the cheapest solution is the shortest. Other open lists make other searches of
the same loop: ``bounded_suboptimal`` and ``ara_star``.

P. Hart, N. Nilsson, B. Raphael, *A formal basis for the heuristic determination of minimum cost paths*, 1968; I. Pohl,
*Heuristic search viewed as path finding in a graph*, 1970 (weights); J. Chen, N. R. Sturtevant, *Conditions for
avoiding node re-expansions in bounded suboptimal search*, IJCAI 2019 (the priorities XDP and XUP).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from math import sqrt
from typing import TypeAlias

from taquin.algorithms.node_table import NodeTable
from taquin.algorithms.step_cost import step_cost
from taquin.heuristics.base import Estimate, NoEstimate
from taquin.puzzle.problem import S, StateSpace
from taquin.run.random_numbers import mix
from taquin.run.result import Outcome
from taquin.run.run import Run

TieBreak: TypeAlias = Callable[[int, float], float]  # a function of a node's number and h


def _random_order(seed: int) -> TieBreak:
    start = mix(seed + 1)
    return lambda node, h: mix(start ^ node)


TIE_BREAKS: dict[str, Callable[[int], TieBreak]] = {
    "fifo": lambda seed: lambda node, h: node,
    "lifo": lambda seed: lambda node, h: -node,
    "low-h": lambda seed: lambda node, h: h,
    "random": _random_order,
}
"""The order of nodes with equal f, made from a seed: the least value goes first, and then the oldest node."""

Evaluation: TypeAlias = Callable[[float, float], float]  # a function of g and h

PRIORITIES: dict[str, Callable[[float, float, float], float]] = {
    "linear": lambda g, h, w: g + w * h,
    "xdp": lambda g, h, w: (g + (2 * w - 1) * h + sqrt((g - h) * (g - h) + 4 * w * h * g)) / 2,
    "xup": lambda g, h, w: (g + h + sqrt((g + h) * (g + h) + 4 * w * (w - 1) * h * h)) / 2,
}
"""What weighted A* compares. Each is w · h at the start, g at the goal, and never more than w · (g + h).

So the least value in the frontier, divided by w, is a lower bound, and a solution is at most w times as long. The
linear one weights h by w everywhere. XDP, a convex downward parabola, weights it by 1 at the start and by 2w - 1 at the
goal; XUP, a convex upward parabola, the other way round.
"""

OPEN, EXPANDED, PRUNED = range(3)  # the status of a node in the open list
_ENTRY_BYTES = 8 + sys.getsizeof((0, 0, 0)) + sys.getsizeof(0.5)


def evaluation(weight_g: float, weight_h: float, priority: str) -> Evaluation:
    """What a best-first search compares, as a function of g and h."""
    if priority == "linear":
        return lambda g, h: weight_g * g + weight_h * h
    curve = PRIORITIES[priority]
    return lambda g, h: curve(g, h, weight_h)


def ucs(space: StateSpace[S], run: Run, *, tie_break: str = "fifo", seed: int = 0) -> Outcome:
    """Uniform-cost search: the cheapest node first. Optimal, complete; memory grows with every known state."""
    return best_first(space, run, NoEstimate(), weight_g=1, weight_h=0, tie_break=tie_break, seed=seed)


def greedy(
    space: StateSpace[S], run: Run, heuristic: Estimate[S], *, tie_break: str = "fifo", seed: int = 0
) -> Outcome:
    """Greedy best-first search: the node that looks nearest first. Complete on finite spaces, not optimal."""
    return best_first(space, run, heuristic, weight_g=0, weight_h=1, tie_break=tie_break, seed=seed)


def astar(space: StateSpace[S], run: Run, heuristic: Estimate[S], *, tie_break: str = "fifo", seed: int = 0) -> Outcome:
    """A*: the least g + h first. Optimal if the heuristic is admissible, consistent or not; complete."""
    return best_first(space, run, heuristic, weight_g=1, weight_h=1, tie_break=tie_break, seed=seed)


def wastar(
    space: StateSpace[S],
    run: Run,
    heuristic: Estimate[S],
    *,
    weight: float = 1.5,
    priority: str = "linear",
    tie_break: str = "fifo",
    seed: int = 0,
) -> Outcome:
    """Weighted A*: the least g + weight · h first. At most ``weight`` times the optimum if h is admissible."""
    return best_first(
        space, run, heuristic, weight_g=1, weight_h=weight, tie_break=tie_break, seed=seed, priority=priority
    )


def best_first(
    space: StateSpace[S],
    run: Run,
    heuristic: Estimate[S],
    *,
    weight_g: int,
    weight_h: float,
    tie_break: str,
    seed: int = 0,
    priority: str = "linear",
) -> Outcome:
    """The least weighted sum of g and h first."""
    largest = max(weight_g, weight_h)
    scale = 0 if not weight_g else 1 if largest == 1 else 1 / largest  # 1, not 1.0: whole numbers stay exact
    frontier = OpenList(evaluation(weight_g, weight_h, priority), TIE_BREAKS[tie_break](seed), scale=scale)
    return search_to_goal(space, run, heuristic, frontier, is_complete=weight_g > 0)


def search_to_goal(
    space: StateSpace[S], run: Run, heuristic: Estimate[S], frontier: OpenList, *, is_complete: bool = True
) -> Outcome:
    for nodes, goal in chosen_goals(space, run, heuristic, frontier):
        return run.solved(nodes.path(goal), goal)
    return run.exhausted(is_complete=is_complete)


def chosen_goals(
    space: StateSpace[S], run: Run, heuristic: Estimate[S], frontier: OpenList
) -> Iterator[tuple[NodeTable[S], int]]:
    """The loop: yields all nodes and the number of each goal that the open list chooses, until no node is left.

    A state has one node; a cheaper path improves it, and opens it again if it was expanded.
    """
    successors, update, depth_limit = space.successors, heuristic.update, run.depth_limit
    h = heuristic(space.start)
    cost = step_cost(space)
    nodes: NodeTable[S] = NodeTable(is_weighted=cost is not None)
    known = {space.start: nodes.add_root(space.start, h)}
    frontier.push(0, 0, h)
    run.add_root(0, h)
    run.budget.memory = lambda: nodes.memory() + sys.getsizeof(known) + frontier.memory()

    while (chosen := frontier.pop()) is not None:
        bound, node = chosen
        if bound > run.lower_bound:
            run.raise_lower_bound(bound)
        state, g, h = nodes.states[node], nodes.g[node], nodes.h[node]
        if space.is_goal(state):
            yield nodes, node
            continue
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


class OpenList:
    """The frontier: a heap of nodes by f and then by the tie-break.

    An improved node gets a second entry with a smaller f. Its old entry is stale: it is popped later, when the node is
    closed, and skipped. ``scale`` turns the least f into a lower bound. It is 0 for greedy search, which ignores g: an
    improved node needs no second entry, and none is expanded twice.
    """

    def __init__(self, evaluate: Evaluation, tie_break: TieBreak, *, scale: float = 1) -> None:
        self._evaluate, self._tie_break, self._scale = evaluate, tie_break, scale
        self._heap: list[tuple[float, float, int]] = []
        self.status = bytearray()  # of each node: ``OPEN``, ``EXPANDED`` or ``PRUNED``
        self.size = 0  # how many nodes are open: the heap also holds stale entries

    def push(self, node: int, g: float, h: float) -> None:
        self.status.append(OPEN)
        self.size += 1
        self.place(node, g, h)

    def place(self, node: int, g: float, h: float) -> None:
        heappush(self._heap, (self._evaluate(g, h), self._tie_break(node, h), node))

    def pop(self) -> tuple[float, int] | None:
        """Remove the best node, to be expanded; return a lower bound on solutions and the node; None if empty."""
        while self._heap:
            f, _, node = heappop(self._heap)
            if self.status[node] == OPEN:
                self.close(node)
                return f * self._scale, node
        return None

    def close(self, node: int) -> None:
        """Mark an open node as expanded; its entries become stale."""
        self.status[node] = EXPANDED
        self.size -= 1

    def mark_pruned(self, node: int) -> None:
        """Mark a popped node as not expanded: a cheaper path may still open it again."""
        self.status[node] = PRUNED

    def is_expanded(self, node: int) -> bool:
        """Whether the node was expanded and has not been opened again."""
        return self.status[node] == EXPANDED

    def may_improve(self, node: int) -> bool:
        """Whether a cheaper path to this node matters: not to an expanded node in a search that ignores g."""
        return self._scale > 0 or self.status[node] != EXPANDED

    def improve(self, node: int, g: float, h: float) -> None:
        """Give a node its place by its smaller g, and open it again if it is closed. It keeps its age."""
        if self.status[node] != OPEN:
            self.status[node] = OPEN
            self.size += 1
        elif not self._scale:
            return
        self.place(node, g, h)

    def memory(self) -> int:
        return len(self._heap) * _ENTRY_BYTES
