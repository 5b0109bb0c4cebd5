"""Beam search: breadth-first search that keeps only the most promising nodes of every layer.

R. Reddy, *Speech understanding systems*, 1977 (the name: B. Lowerre's HARPY system, 1976).
"""

from __future__ import annotations

import sys

from taquin.algorithms.node_table import NodeTable
from taquin.heuristics.base import Estimate
from taquin.puzzle.problem import S, StateSpace
from taquin.run.result import Outcome, Status
from taquin.run.run import Run


def beam(space: StateSpace[S], run: Run, heuristic: Estimate[S], *, width: int = 100) -> Outcome:
    """Keep the ``width`` nodes with the least h of each layer, the oldest first among equals; prune the others.

    Neither complete nor optimal. Memory grows with the width times the depth, because every known state is stored.
    """
    nodes: NodeTable[S] = NodeTable()
    run.best_h = h = heuristic(space.start)
    run.add_root(nodes.add_root(space.start, h), h)
    known = {space.start: 0}
    run.budget.memory = lambda: nodes.memory() + sys.getsizeof(known)
    layer = [0]
    depth_limit = run.depth_limit

    while layer:
        first = len(nodes)
        for node in layer:
            state, g, h = nodes.states[node], nodes.g[node], nodes.h[node]
            run.best_h = min(run.best_h, h)
            if space.is_goal(state):
                return run.solved(nodes.path(node), node)
            if g >= depth_limit:
                run.prune_at_depth_limit(node)
                continue
            run.expand(node)
            for move, child in space.successors(state):
                if child in known:
                    run.duplicate(known[child], node, move, g + 1)
                    continue
                child_h = heuristic.update(h, state, child)
                number = known[child] = nodes.add(child, node, move, g + 1, child_h)
                run.generate(number, node, move, g + 1, child_h)
        candidates = sorted(range(first, len(nodes)), key=nodes.h.__getitem__)  # stable: the oldest first
        layer = candidates[:width]
        for node in candidates[width:]:
            run.prune(node, "beam")
        run.measure(len(candidates), len(nodes))
    if run.counters.pruned and not run.is_depth_limited:
        return run.failed(Status.EXHAUSTED, f"the beam of width {width} ran empty: a wider one may find the goal")
    return run.exhausted(is_complete=False)
