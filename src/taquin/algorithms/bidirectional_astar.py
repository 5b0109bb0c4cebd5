"""Bidirectional heuristic search with near-optimal expansions: NBS.

J. Chen, R. C. Holte, S. Zilles, N. R. Sturtevant, *Front-to-end bidirectional heuristic search with near-optimal node
expansions*, IJCAI 2017.
"""

from __future__ import annotations

import sys
from heapq import heappop, heappush
from math import inf
from typing import Generic

from taquin.algorithms.breadth_first import join_paths
from taquin.algorithms.node_table import NodeTable
from taquin.algorithms.step_cost import Cost, step_cost
from taquin.heuristics.base import Estimate
from taquin.puzzle.problem import ReversibleSpace, S
from taquin.run.result import Outcome
from taquin.run.run import Run


class OpenNodes:
    """The open nodes of one side in two heaps: ready ones by g, and waiting ones by f.

    A node is ready if its f is within the lower bound of the run. A heap entry contains the g that its node had: it is
    stale if the node was expanded or improved since.
    """

    def __init__(self) -> None:
        self._g: dict[int, float] = {}  # of the open nodes
        self.waiting: list[tuple[float, int, float]] = []
        self.ready: list[tuple[float, int]] = []

    def __len__(self) -> int:
        return len(self._g)

    def __contains__(self, node: int) -> bool:
        return node in self._g

    def push(self, node: int, g: float, h: float) -> None:
        """Open a node, or open it again with a smaller g."""
        self._g[node] = g
        heappush(self.waiting, (g + h, node, g))

    def pop(self) -> int:
        self.least_g()
        _, node = heappop(self.ready)
        self.close(node)
        return node

    def close(self, node: int) -> None:
        """Remove a node; its entries in the heaps become stale."""
        self._g.pop(node, None)

    def least_f(self) -> float:
        """The least f of a waiting node."""
        while self.waiting and self._g.get(self.waiting[0][1]) != self.waiting[0][2]:
            heappop(self.waiting)
        return self.waiting[0][0] if self.waiting else inf

    def least_g(self) -> float:
        """The least g of a ready node."""
        while self.ready and self._g.get(self.ready[0][1]) != self.ready[0][0]:
            heappop(self.ready)
        return self.ready[0][0] if self.ready else inf

    def make_ready(self) -> int:
        """Move the first waiting node to the ready ones, and return it; call ``least_f`` first."""
        _, node, g = heappop(self.waiting)
        heappush(self.ready, (g, node))
        return node

    def memory(self) -> int:
        return sys.getsizeof(self._g) + 100 * (len(self.waiting) + len(self.ready))


class _Side(Generic[S]):
    """One of the two searches: the states it knows, and its open nodes."""

    def __init__(self, nodes: NodeTable[S], root: S, node: int, heuristic: Estimate[S]) -> None:
        self.nodes = nodes
        self.heuristic = heuristic
        self.known = {root: node}
        self.open = OpenNodes()
        self.open.push(node, 0, nodes.h[node])

    def memory(self) -> int:
        return sys.getsizeof(self.known) + self.open.memory()


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
    cost = step_cost(space)
    least_step = 1 if cost is None else 0
    nodes: NodeTable[S] = NodeTable(is_weighted=cost is not None)
    roots = ((space.start, heuristic), (space.goal, backward_heuristic))
    for root, estimate in roots:
        h = estimate(root)
        run.add_root(nodes.add_root(root, h), h)
    if space.start == space.goal:
        return run.solved([], 0, 1)
    forward, backward = (_Side(nodes, root, node, estimate) for node, (root, estimate) in enumerate(roots))
    run.budget.memory = lambda: nodes.memory() + forward.memory() + backward.memory()
    best, meeting = inf, (0, 1)

    while True:
        pair_bound = choose_pair(forward.open, backward.open, run.lower_bound, least_step)
        if pair_bound == best == inf:
            return run.exhausted()
        run.lower_bound = min(pair_bound, best)
        if run.lower_bound > run.depth_limit:
            return run.too_deep()
        if pair_bound >= best:
            return run.solved(join_paths(space, nodes, *meeting), *meeting)
        for side, other in ((forward, backward), (backward, forward)):
            for node, met in _expand(space, run, cost, side, other, is_forward=side is forward):
                if nodes.g[node] + nodes.g[met] < best:
                    best = nodes.g[node] + nodes.g[met]
                    meeting = (node, met) if side is forward else (met, node)


def choose_pair(forward: OpenNodes, backward: OpenNodes, bound: float, least_step: int = 1) -> float:
    """Make a pair with the least lower bound ready, one node on each side, and return that bound."""
    while True:
        for side in (forward, backward):
            while side.least_f() < bound:
                side.make_ready()
        if forward.least_g() + backward.least_g() + least_step <= bound:
            return bound
        if forward.least_f() <= bound < inf:
            forward.make_ready()
        elif backward.least_f() <= bound < inf:
            backward.make_ready()
        else:
            ready = forward.least_g() + backward.least_g() + least_step
            bound = min(forward.least_f(), backward.least_f(), ready)
            if bound == inf:
                return bound


def _expand(
    space: ReversibleSpace[S], run: Run, cost: Cost[S] | None, side: _Side[S], other: _Side[S], *, is_forward: bool
) -> list[tuple[int, int]]:
    """Expand a side's first ready node; return the children that the other side knows, each with the other's node."""
    nodes = side.nodes
    node = side.open.pop()
    state, g, h = nodes.states[node], nodes.g[node], nodes.h[node]
    run.expand(node)
    child_g = g + 1
    met: list[tuple[int, int]] = []
    for move, child in space.successors(state) if is_forward else space.predecessors(state):
        if cost is not None:
            child_g = g + (cost(state, move, child) if is_forward else cost(child, space.reverse(move), state))
        number = side.known.get(child)
        if number is None:
            child_h = side.heuristic.update(h, state, child)
            number = side.known[child] = nodes.add(child, node, move, child_g, child_h)
            run.generate(number, node, move, child_g, child_h)
        elif child_g < nodes.g[number]:
            nodes.improve(number, node, move, child_g)
            run.improve(number, node, move, child_g, is_reopened=number not in side.open)
        else:
            run.duplicate(number, node, move, child_g)
            continue
        side.open.push(number, child_g, nodes.h[number])
        if child in other.known:
            met.append((number, other.known[child]))
    run.measure(len(side.open) + len(other.open), len(nodes))
    return met
