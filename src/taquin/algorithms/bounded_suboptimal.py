"""Bounded-suboptimal search: A*ε, dynamic potential search and explicit estimation search.

All three know the least f = g + h in the frontier, which is a lower bound if h never overestimates. They expand only
nodes through which a solution of at most ``weight`` times this bound seems possible, and differ in which of these goes
first:

=========  ============================================================================================
``focal``  the least h, among nodes with f up to weight · bound
``dps``    the greatest potential (weight · bound - g) / h
``ees``    the fewest moves left by a corrected estimate, among nodes whose corrected f is nearly the least
=========  ============================================================================================

The first goal that is chosen is within the bound. With weight 1 all three are A* with other tie-breaks.

J. Pearl, J. H. Kim, *Studies in semi-admissible heuristics*, 1982 (A*ε); D. Gilon, A. Felner, R. Stern, *Dynamic
potential search - a new bounded suboptimal search*, SoCS 2016; J. T. Thayer, W. Ruml, *Bounded suboptimal search: a
direct approach using inadmissible estimates*, IJCAI 2011.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heapify, heappop, heappush
from math import inf

from taquin.algorithms.best_first import OPEN, TIE_BREAKS, Evaluation, OpenList, evaluation, search_to_goal
from taquin.errors import SpaceError
from taquin.heuristics.base import Estimate
from taquin.heuristics.user import UserEstimate
from taquin.puzzle.problem import S, StateSpace
from taquin.run.limits import checking_limits
from taquin.run.result import Outcome
from taquin.run.run import Run

_ENTRY_BYTES = 200  # of a node in a focal list


def focal(space: StateSpace[S], run: Run, heuristic: Estimate[S], *, weight: float = 1.5) -> Outcome:
    """A*ε: the least h first, among nodes with f up to ``weight`` times the least.

    At most ``weight`` times the optimum if h is admissible; memory grows with every known state.
    """
    return search_to_goal(space, run, heuristic, FocalList(weight))


def dps(space: StateSpace[S], run: Run, heuristic: Estimate[S], *, weight: float = 1.5) -> Outcome:
    """Dynamic potential search: the greatest (weight · bound - g) / h first.

    This is how much longer than h the rest of a solution may be, so that the solution stays within the bound. At most
    ``weight`` times the optimum if h is admissible; memory grows with every known state.
    """
    return search_to_goal(space, run, heuristic, PotentialList(weight))


def ees(space: StateSpace[S], run: Run, heuristic: Estimate[S], *, weight: float = 1.5) -> Outcome:
    """Explicit estimation search: the fewest moves left by an estimate that the search corrects as it goes.

    On the path to a node h has fallen from h₀ to h in g moves. At this rate the rest takes h · g / (h₀ - h) moves: the
    correction by the mean error of one step along the path. At most ``weight`` times the optimum if h is admissible;
    memory grows with every known state.

    Where moves do not cost 1, the space may have a second estimate d, ``moves_left(state)``: the number of moves to the
    goal. It is corrected in the same way, and h by the mean error of a move. The nodes with the fewest moves left go
    first. A recorded search has no d.
    """
    moves_left: Callable[[S], float] | None = getattr(space, "moves_left", None)
    if moves_left is None:
        return search_to_goal(space, run, heuristic, EstimateList(weight))
    if run.observer is not None:
        raise SpaceError("a search with moves_left cannot be recorded", hint="remove it from the space")
    return search_to_goal(space, run, _TwoEstimates(heuristic, UserEstimate(moves_left)), MovesList(weight))


class _Focal:
    """The open nodes with a value up to a limit, in another order; the others wait until the limit reaches them."""

    def __init__(self, status: bytearray, value: Evaluation, order: Callable[[float, float, float], float]) -> None:
        self._status, self._value, self._order = status, value, order
        self._within: list[tuple[float, int, float, float]] = []  # rank by the order, node, g, h
        self._beyond: list[tuple[float, int, float, float]] = []  # value, node, g, h

    def push(self, node: int, g: float, h: float) -> None:
        heappush(self._beyond, (self._value(g, h), node, g, h))

    def sort_again(self, limit: float) -> None:
        """Rank all nodes again, because the order depends on the limit."""
        open_nodes = [entry[1:] for entry in checking_limits(self._within) if self._status[entry[1]] == OPEN]
        self._within = [(self._order(g, h, limit), node, g, h) for node, g, h in open_nodes]
        heapify(self._within)

    def first(self, limit: float) -> tuple[int, float]:
        """The first node with a value up to the limit, and its value. There is one."""
        while self._beyond and self._beyond[0][0] <= limit:
            _, node, g, h = heappop(self._beyond)
            heappush(self._within, (self._order(g, h, limit), node, g, h))
        while True:
            _, node, g, h = self._within[0]
            value = self._value(g, h)
            if self._status[node] == OPEN:
                if value <= limit:
                    return node, value
                heappush(self._beyond, (value, node, g, h))  # the limit has fallen
            heappop(self._within)

    def memory(self) -> int:
        return (len(self._within) + len(self._beyond)) * _ENTRY_BYTES


class BoundedList(OpenList):
    """An open list that knows the least f: a heap by f, and another choice than its first node."""

    def __init__(self, weight: float) -> None:
        super().__init__(evaluation(1, 1, "linear"), TIE_BREAKS["fifo"](0))
        self.weight = weight
        self.bound: float = 0  # the greatest value that the least f has had

    def choose(self) -> int:
        """The node to expand next, and ``bound`` as it is then. There is an open node."""
        raise NotImplementedError

    def key(self, node: int, g: float, h: float) -> tuple[float, ...]:
        """The place of an open node in the order, after ``choose``; the least is the one that it chose."""
        raise NotImplementedError

    def pop(self) -> tuple[float, int] | None:
        if not self.size:
            return None
        node = self.choose()
        self.close(node)
        return self.bound, node

    def least_f(self) -> int:
        """The node with the least f, which may raise the bound."""
        while self.status[self._heap[0][2]] != OPEN:
            heappop(self._heap)
        f, _, node = self._heap[0]
        self.bound = max(self.bound, f)
        return node


class FocalList(BoundedList):
    """Nodes with f up to weight · bound by h, and the others by f."""

    def __init__(self, weight: float) -> None:
        super().__init__(weight)
        self.limit: float = 0
        self._focal = _Focal(self.status, self._evaluate, self.rank)

    def rank(self, g: float, h: float, limit: float) -> float:
        """The order of the nodes within the limit."""
        return h

    def place(self, node: int, g: float, h: float) -> None:
        super().place(node, g, h)
        self._focal.push(node, g, h)

    def choose(self) -> int:
        self.least_f()
        self.limit = self.weight * self.bound
        return self._focal.first(self.limit)[0]

    def key(self, node: int, g: float, h: float) -> tuple[float, ...]:
        """Nodes within the limit come first."""
        f = self._evaluate(g, h)
        return (0, self.rank(g, h, self.limit), node) if f <= self.limit else (1, f, node)

    def memory(self) -> int:
        return super().memory() + self._focal.memory()


class PotentialList(FocalList):
    """Nodes by potential. It is at least 1 for exactly those with f up to weight · bound."""

    def rank(self, g: float, h: float, limit: float) -> float:
        """The potential, negative: the greatest goes first."""
        return (g - limit) / h if h else -inf

    def choose(self) -> int:
        before = self.limit
        node = super().choose()
        if self.limit == before:
            return node
        self._focal.sort_again(self.limit)
        return super().choose()


class EstimateList(BoundedList):
    """Nodes by f, by corrected f, and those whose corrected f is nearly the least by the corrected estimate."""

    def __init__(self, weight: float) -> None:
        super().__init__(weight)
        self._start_h: float | None = None
        self._by_estimate: list[tuple[float, int]] = []
        self._focal = _Focal(self.status, self.corrected_f, self.moves_left)
        self.chosen = -1
        self.rule = 0
        """Why the node was chosen: 0 for the least corrected h, 1 for the least corrected f, 2 for the least f."""

    def corrected_h(self, g: float, h: float) -> float:
        """How far it is at the rate at which h has fallen since the start; infinite if it has not."""
        if not (g and h) or self._start_h is None:
            return h
        return max(h, h * g / (self._start_h - h)) if h < self._start_h else inf

    def moves_left(self, g: float, h: float, limit: float) -> float:
        """The order of the nodes whose corrected f is nearly the least."""
        return self.corrected_h(g, h)

    def corrected_f(self, g: float, h: float) -> float:
        """The estimated length of a solution through a node."""
        return g + self.corrected_h(g, h)

    def place(self, node: int, g: float, h: float) -> None:
        if self._start_h is None:
            self._start_h = h
        super().place(node, g, h)
        heappush(self._by_estimate, (self.corrected_f(g, h), node))
        self._focal.push(node, g, h)

    def choose(self) -> int:
        """The node with the fewest moves left, unless its corrected f exceeds weight · bound.

        Then it is the one with the least corrected f; or, if that exceeds it too, the one with the least f, which
        raises the bound.
        """
        least = self.least_f()
        limit = self.weight * self.bound
        while self.status[self._by_estimate[0][1]] != OPEN:
            heappop(self._by_estimate)
        estimate, best = self._by_estimate[0]
        nearest, its_estimate = self._focal.first(self.weight * estimate)
        self.rule = 0 if its_estimate <= limit else 1 if estimate <= limit else 2
        self.chosen = (nearest, best, least)[self.rule]
        return self.chosen

    def key(self, node: int, g: float, h: float) -> tuple[float, ...]:
        """The chosen node first, then the others by corrected f."""
        return (0, 0, node) if node == self.chosen else (1, self.corrected_f(g, h), node)

    def memory(self) -> int:
        return super().memory() + len(self._by_estimate) * _ENTRY_BYTES + self._focal.memory()


class _Two(float):
    """h with the estimated number of moves to the goal, and the number of moves from the start."""

    __slots__ = ("left", "made")
    left: float
    made: int


class _TwoEstimates(Estimate[S]):
    def __init__(self, cost: Estimate[S], moves: Estimate[S]) -> None:
        self._cost, self._moves = cost, moves

    def __call__(self, state: S) -> float:
        return self._join(self._cost(state), state, 0)

    def update(self, value: float, parent: S, child: S) -> float:
        assert isinstance(value, _Two)
        return self._join(self._cost.update(value, parent, child), child, value.made + 1)

    def _join(self, h: float, state: S, made: int) -> _Two:
        both = _Two(h)
        both.left, both.made = self._moves(state), made
        return both


class MovesList(EstimateList):
    """Both estimates of a node, corrected by the mean errors of one move along its path."""

    def moves_left(self, g: float, h: float, limit: float = 0) -> float:
        assert isinstance(h, _Two)
        assert isinstance(self._start_h, _Two)
        if not (h.made and h.left):
            return h.left
        fallen = self._start_h.left - h.left
        return max(h.left, h.left * h.made / fallen) if fallen > 0 else inf

    def corrected_h(self, g: float, h: float) -> float:
        assert isinstance(h, _Two)
        error = g + h - (self._start_h or 0)  # of all moves from the start
        return h + error / h.made * self.moves_left(g, h) if h and h.made and error > 0 else h
