"""Beam search: breadth-first search that keeps only the most promising nodes of every layer.

R. Reddy, *Speech understanding systems*, 1977 (the name: B. Lowerre's HARPY system, 1976).
"""

from __future__ import annotations

import sys
from collections.abc import Hashable
from typing import TypeVar

from taquin.heuristics.base import Estimate
from taquin.puzzle.problem import StateSpace
from taquin.run.result import Outcome, Status
from taquin.run.run import Nodes, Run

S = TypeVar("S", bound=Hashable)


def beam(space: StateSpace[S], run: Run, heuristic: Estimate[S], *, width: int = 100) -> Outcome:
    """Keep the ``width`` nodes with the least h of each layer, the oldest first; forget the others.

    Neither complete nor optimal; memory grows with the width times the depth, as every state seen is remembered.
    """
    observer, counters = run.observer, run.counters
    nodes: Nodes[S] = Nodes()
    run.best_h = h = heuristic(space.start)
    nodes.add(space.start, -1, 0, 0, h)
    run.add_root(0, h)
    known = {space.start: 0}
    run.memory = lambda: nodes.memory() + sys.getsizeof(known)
    layer = [0]

    while layer:
        first = len(nodes)
        for node in layer:
            state, g, h = nodes.states[node], nodes.g[node] + 1, nodes.h[node]
            run.best_h = min(run.best_h, h)
            if space.is_goal(state):
                return run.solved(nodes.path(node), node)
            if g > run.depth:
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
                child_h = heuristic.update(h, state, child)
                number = known[child] = nodes.add(child, node, move, g, child_h)
                counters.generated += 1
                counters.max_depth = g
                if observer is not None:
                    observer.generate(number, node, move, g, child_h)
        candidates = sorted(range(first, len(nodes)), key=nodes.h.__getitem__)  # stable: the oldest first
        layer = candidates[:width]
        for node in candidates[width:]:
            counters.pruned += 1
            if observer is not None:
                observer.prune(node, "beam")
        counters.max_frontier = max(counters.max_frontier, len(candidates))
        counters.max_stored = len(nodes)
    if counters.pruned and not run.is_depth_cut:
        return run.failed(Status.EXHAUSTED, f"the beam of width {width} ran empty: a wider one may find the goal")
    return run.ran_dry(is_exhaustive=False)
