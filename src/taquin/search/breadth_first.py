"""Breadth-first search from one side and from both.

E. F. Moore, *The shortest path through a maze*, 1959; I. Pohl, *Bi-directional search*, 1971.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable
from typing import Generic, TypeVar

from taquin.puzzle.problem import ReversibleSpace, StateSpace
from taquin.run.result import Outcome, Status
from taquin.run.run import Nodes, Run

S = TypeVar("S", bound=Hashable)


def bfs(space: StateSpace[S], run: Run) -> Outcome:
    """Breadth-first search: the oldest node first. Optimal, complete; memory grows with every state seen.

    Nodes are numbered in order of birth, so the queue is the node table itself and its head is a number.
    """
    observer, counters = run.observer, run.counters
    nodes: Nodes[S] = Nodes()
    nodes.add(space.start, -1, 0, 0, 0)
    known = {space.start: 0}
    run.memory = lambda: nodes.memory() + sys.getsizeof(known)
    run.add_root(0, 0)

    for node, state in enumerate(nodes.states):  # the list grows while the loop runs
        run.lower_bound = g = nodes.g[node]
        if space.is_goal(state):
            return run.solved(nodes.path(node), node)
        if g >= run.depth:
            run.cut(node)
            continue
        if counters.expanded >= run.due:
            run.poll()
        counters.expanded += 1
        if observer is not None:
            observer.expand(node)
        for move, child in space.successors(state):
            if child in known:
                counters.duplicates += 1
                if observer is not None:
                    observer.prune(known[child], "duplicate")
                continue
            number = known[child] = nodes.add(child, node, move, g + 1, 0)
            counters.generated += 1
            if observer is not None:
                observer.generate(number, node, move, g + 1, 0)
        counters.max_depth = nodes.g[-1]
        counters.max_frontier = max(counters.max_frontier, len(nodes) - node - 1)
        counters.max_stored = len(nodes)
    return run.ran_dry()


class _Side(Generic[S]):
    """One of the two searches: the states it knows and the layer it expands next."""

    def __init__(self, root: S, node: int) -> None:
        self.known = {root: node}
        self.layer = [node]
        self.depth = 0


def bidirectional(space: ReversibleSpace[S], run: Run) -> Outcome:
    """Breadth-first search from start and goal at once, layer by layer, the smaller layer first.

    Optimal: while no state is known to both sides, every path is longer than the sum of the two depths; so the first
    state that a new layer shares with the other side lies on a shortest path. Complete; two trees of half the depth.
    """
    nodes: Nodes[S] = Nodes()
    for root in (space.start, space.goal):
        run.add_root(nodes.add(root, -1, 0, 0, 0), 0)
    if space.start == space.goal:
        return run.solved([], 0, 1)
    forward, backward = _Side(space.start, 0), _Side(space.goal, 1)
    run.memory = lambda: nodes.memory() + sys.getsizeof(forward.known) + sys.getsizeof(backward.known)

    while forward.layer and backward.layer:
        run.lower_bound = forward.depth + backward.depth + 1
        if run.lower_bound > run.depth:
            return run.failed(Status.LIMIT, f"no solution within the depth limit of {run.limits.depth} moves")
        side, other = (forward, backward) if len(forward.layer) <= len(backward.layer) else (backward, forward)
        meeting = _expand_layer(space, run, nodes, side, other, is_forward=side is forward)
        if meeting is not None:
            return run.solved(join_paths(space, nodes, *meeting), *meeting)
    return run.ran_dry()


def _expand_layer(
    space: ReversibleSpace[S], run: Run, nodes: Nodes[S], side: _Side[S], other: _Side[S], *, is_forward: bool
) -> tuple[int, int] | None:
    """Make one side's next layer; return the forward and the backward node of the first state where the sides meet."""
    observer, counters = run.observer, run.counters
    successors = space.successors if is_forward else space.predecessors
    layer, side.layer = side.layer, []
    side.depth += 1
    for done, node in enumerate(layer, start=1):
        if counters.expanded >= run.due:
            run.poll()
        counters.expanded += 1
        if observer is not None:
            observer.expand(node)
        for move, child in successors(nodes.states[node]):
            if child in side.known:
                counters.duplicates += 1
                if observer is not None:
                    observer.prune(side.known[child], "duplicate")
                continue
            number = side.known[child] = nodes.add(child, node, move, side.depth, 0)
            side.layer.append(number)
            counters.generated += 1
            counters.max_depth = max(counters.max_depth, side.depth)
            counters.max_stored = len(nodes)
            if observer is not None:
                observer.generate(number, node, move, side.depth, 0)
            if child in other.known:
                met = other.known[child]
                return (number, met) if is_forward else (met, number)
        waiting = len(layer) - done + len(side.layer) + len(other.layer)
        counters.max_frontier = max(counters.max_frontier, waiting)
    return None


def join_paths(space: ReversibleSpace[S], nodes: Nodes[S], forward: int, backward: int) -> list[int]:
    """The forward moves from the start through the meeting to the goal."""
    return nodes.path(forward) + [space.reverse(move) for move in reversed(nodes.path(backward))]
