"""ARA*: weighted A*, repeated with smaller weights on one open list.

Each iteration ends with a solution that is at most its weight times the shortest one. The next iteration keeps all
nodes: it continues where the last one ended. A closed node that gets a cheaper path is not expanded again in the same
iteration, which does not need it for its bound; it waits for the next one (the list INCONS of the paper).

M. Likhachev, G. Gordon, S. Thrun, "ARA*: anytime A* with provable bounds on sub-optimality", NIPS 2003.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heapify, heappop, heappush
from math import inf
from sys import getsizeof

from taquin.algorithms.best_first import OPEN, TIE_BREAKS, OpenList, chosen_goals
from taquin.heuristics.base import Estimate
from taquin.puzzle.problem import S, StateSpace
from taquin.run.budget import OUT_OF_MEMORY, Stop
from taquin.run.limits import checking_limits
from taquin.run.result import Outcome
from taquin.run.run import Run

_ENTRY_BYTES = 120


def ara_star(
    space: StateSpace[S], run: Run, heuristic: Estimate[S], *, weight: float = 3, step: float = 0.5
) -> Outcome:
    """Solutions with smaller and smaller proven bounds, the last one shortest if time allows and h is admissible.

    The first weight is ``weight``; each next one is lower by ``step``, and lower than what is already proven. A limit
    ends the search with the best solution so far. Memory grows with every known state.
    """
    frontier = RepairList(weight, run.begin_iteration)
    moves: list[int] | None = None
    best, best_goal = inf, 0
    try:
        for nodes, goal in chosen_goals(space, run, heuristic, frontier):
            g = nodes.g[goal]
            run.raise_lower_bound(frontier.least_f(g))
            if g < best:
                best, best_goal, moves = g, goal, nodes.path(goal)
                run.report_solution(moves)
            if best <= run.lower_bound:
                return run.solved(moves or [], best_goal)
            run.check()
            if best <= frontier.weight * run.lower_bound:  # otherwise h is inconsistent: the same weight again
                weight = max(1, min(frontier.weight, best / run.lower_bound) - step)
            frontier.keep_goal(goal, g)
            frontier.finish(weight)
    except (Stop, MemoryError) as stop:
        if moves is None:
            raise
        return run.solved(moves, best_goal, reason=stop.reason if isinstance(stop, Stop) else OUT_OF_MEMORY)
    return run.exhausted()


class RepairList(OpenList):
    """Open nodes by g + weight · h, where the weight changes, and improved nodes that wait for the next iteration."""

    def __init__(self, weight: float, report: Callable[[float], None] = lambda weight: None) -> None:
        super().__init__(lambda g, h: g + self.weight * h, TIE_BREAKS["fifo"](0))
        self.weight = weight
        self._report = report  # called with the weight of each iteration when it begins
        self._has_begun = False
        self._entries: list[tuple[float, int, float, float]] = []  # g + weight · h, node, g, h
        self._closed: set[int] = set()  # expanded in this iteration
        self._waiting: dict[int, tuple[float, float]] = {}  # improved after that: g and h
        self._least_waiting = inf

    def place(self, node: int, g: float, h: float) -> None:
        """Give an open node its place: among those that wait, if it was expanded in this iteration."""
        if node in self._closed:
            self._waiting[node] = g, h
            self._least_waiting = min(self._least_waiting, g + h)
        else:
            heappush(self._entries, (self._evaluate(g, h), node, g, h))

    def pop(self) -> tuple[float, int] | None:
        """Remove the best node; return a lower bound on solutions and the node. None if no node waits either."""
        if not self._has_begun:
            self.begin(self.weight)
        while self._entries or self._waiting:
            if not self._entries:
                self.begin(self.weight)
            f, node, _, _ = heappop(self._entries)
            if self._is_next(node):
                self.close(node)
                return min(f / self.weight, self._least_waiting), node
        return None

    def _is_next(self, node: int) -> bool:
        return self.status[node] == OPEN and node not in self._waiting

    def close(self, node: int) -> None:
        super().close(node)
        self._closed.add(node)

    def mark_pruned(self, node: int) -> None:
        super().mark_pruned(node)
        self._closed.discard(node)

    def keep_goal(self, node: int, g: float) -> None:
        """Open a goal that was popped: it ends the next iteration too, unless that finds something better."""
        self._closed.discard(node)
        self.improve(node, g, 0)

    def least_f(self, most: float) -> float:
        """The least g + h of all open nodes, or ``most`` if that is less."""
        ready = (g + h for _, node, g, h in checking_limits(self._entries) if self._is_next(node))
        return min(most, self._least_waiting, min(ready, default=inf))

    def finish(self, weight: float) -> None:
        """End the iteration. The next one begins with the next ``pop``, and has this weight."""
        self.weight, self._has_begun = weight, False

    def begin(self, weight: float) -> None:
        """Begin an iteration with this weight: no node is closed, and those that waited are open."""
        self._report(weight)
        self.weight, self._has_begun = weight, True
        left = [(node, g, h) for _, node, g, h in checking_limits(self._entries) if self._is_next(node)]
        left += [(node, g, h) for node, (g, h) in self._waiting.items()]
        self._entries = [(self._evaluate(g, h), node, g, h) for node, g, h in checking_limits(left)]
        heapify(self._entries)
        self._closed.clear()
        self._waiting.clear()
        self._least_waiting = inf

    def key(self, node: int, g: float, h: float) -> tuple[float, ...]:
        """The place of an open node in the order; nodes that wait for the next iteration come last."""
        return node in self._waiting, self._evaluate(g, h), node

    def memory(self) -> int:
        return (len(self._entries) + len(self._waiting)) * _ENTRY_BYTES + getsizeof(self._closed)
