"""Breadth-first search from one side and from both.

E. F. Moore, *The shortest path through a maze*, 1959; I. Pohl, *Bi-directional search*, 1971.
"""

from __future__ import annotations

import sys
from typing import Generic

from taquin.algorithms.node_table import NodeTable
from taquin.puzzle.problem import ReversibleSpace, S, StateSpace
from taquin.run.result import Outcome
from taquin.run.run import Run


def bfs(space: StateSpace[S], run: Run) -> Outcome:
    """Breadth-first search: the oldest node first. Optimal, complete; memory grows with every known state.

    Nodes are numbered in order of creation, so the queue is the node table itself, and its head is a number.
    """
    nodes: NodeTable[S] = NodeTable()
    known = {space.start: nodes.add_root(space.start)}
    run.budget.memory = lambda: nodes.memory() + sys.getsizeof(known)
    run.add_root(0, 0)
    depth_limit = run.depth_limit

    for node, state in enumerate(nodes.states):  # the list grows while the loop runs
        run.lower_bound = g = nodes.g[node]
        if space.is_goal(state):
            return run.solved(nodes.path(node), node)
        if g >= depth_limit:
            run.prune_at_depth_limit(node)
            continue
        run.expand(node)
        child_g = g + 1
        for move, child in space.successors(state):
            if child in known:
                run.duplicate(known[child], node, move, child_g)
            else:
                number = known[child] = nodes.add(child, node, move, child_g, 0)
                run.generate(number, node, move, child_g, 0)
        run.measure(len(nodes) - node - 1, len(nodes))
    return run.exhausted()


class _Side(Generic[S]):
    """One of the two searches: the states it knows, and the layer it expands next with the g of its nodes."""

    def __init__(self, root: S, node: int) -> None:
        self.known = {root: node}
        self.layer = [node]
        self.g = 0


def bidirectional(space: ReversibleSpace[S], run: Run) -> Outcome:
    """Breadth-first search from start and goal at once, layer by layer, the smaller layer first.

    Optimal: while no state is known to both sides, every path is longer than the sum of the two depths; so the first
    state that a new layer shares with the other side lies on a shortest path. Complete; two trees of half the depth.
    """
    nodes: NodeTable[S] = NodeTable()
    for root in (space.start, space.goal):
        run.add_root(nodes.add_root(root), 0)
    if space.start == space.goal:
        return run.solved([], 0, 1)
    forward, backward = _Side(space.start, 0), _Side(space.goal, 1)
    run.budget.memory = lambda: nodes.memory() + sys.getsizeof(forward.known) + sys.getsizeof(backward.known)

    while forward.layer and backward.layer:
        run.lower_bound = forward.g + backward.g + 1
        if run.lower_bound > run.depth_limit:
            return run.too_deep()
        side, other = (forward, backward) if len(forward.layer) <= len(backward.layer) else (backward, forward)
        meeting = _expand_layer(space, run, nodes, side, other, is_forward=side is forward)
        if meeting is not None:
            return run.solved(join_paths(space, nodes, *meeting), *meeting)
    return run.exhausted()


def _expand_layer(
    space: ReversibleSpace[S], run: Run, nodes: NodeTable[S], side: _Side[S], other: _Side[S], *, is_forward: bool
) -> tuple[int, int] | None:
    """Expand one side's layer; return the forward and the backward node of the first state where the sides meet."""
    successors = space.successors if is_forward else space.predecessors
    g, layer, side.layer = side.g, side.layer, []
    for done, node in enumerate(layer, start=1):
        run.expand(node)
        for move, child in successors(nodes.states[node]):
            if child in side.known:
                run.duplicate(side.known[child], node, move, g + 1)
                continue
            number = side.known[child] = nodes.add(child, node, move, g + 1, 0)
            run.generate(number, node, move, g + 1, 0)
            side.layer.append(number)
            if child in other.known:
                run.measure(0, len(nodes))
                met = other.known[child]
                return (number, met) if is_forward else (met, number)
        run.measure(len(layer) - done + len(side.layer) + len(other.layer), len(nodes))
    side.g = g + 1
    return None


def join_paths(space: ReversibleSpace[S], nodes: NodeTable[S], forward: int, backward: int) -> list[int]:
    """The forward moves from the start through the meeting to the goal."""
    return nodes.path(forward) + [space.reverse(move) for move in reversed(nodes.path(backward))]
