"""Depth-first searches: on the graph, with a depth limit, and with a limit that grows.

R. E. Korf, *Depth-first iterative-deepening: an optimal admissible tree search*, 1985.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterator
from typing import TypeVar

from taquin.heuristics.base import NoEstimate
from taquin.puzzle.problem import StateSpace
from taquin.run.result import Outcome, Status
from taquin.run.run import Nodes, Run
from taquin.search.contour import search_contour

S = TypeVar("S", bound=Hashable)


def dfs(space: StateSpace[S], run: Run, *, frontier: str = "path") -> Outcome:
    """Depth-first search on the graph: every state is visited once. Complete on finite spaces, far from optimal.

    With ``frontier="path"`` it makes one child at a time, goes down at once, and backtracks where all children are
    known. With ``frontier="stack"`` it pushes all new children onto a stack, as many courses write it: a state that is
    waiting counts as known, so the order of visits differs. Neither recurses: a path of 100,000 moves is no trouble.
    """
    return _search_path(space, run) if frontier == "path" else _search_stack(space, run)


def _search_path(space: StateSpace[S], run: Run) -> Outcome:
    observer, counters = run.observer, run.counters
    nodes: Nodes[S] = Nodes()
    nodes.add(space.start, -1, 0, 0, 0)
    known = {space.start: 0}
    path: list[tuple[int, Iterator[tuple[int, S]]]] = []
    frame_bytes = 300 + 3 * sys.getsizeof(space.start)  # a tuple, an iterator, and the children that it holds
    run.memory = lambda: nodes.memory() + sys.getsizeof(known) + len(path) * frame_bytes
    run.add_root(0, 0)
    if space.is_goal(space.start):
        return run.solved([], 0)
    node, is_new = 0, True

    while True:
        if is_new and nodes.g[node] < run.depth:
            if counters.expanded >= run.due:
                run.poll()
            counters.expanded += 1
            if observer is not None:
                observer.expand(node)
            path.append((node, iter(space.successors(nodes.states[node]))))
            counters.max_frontier = max(counters.max_frontier, len(path))
        elif is_new:
            run.cut(node)
        if not path:
            return run.ran_dry(is_exhaustive=False)
        parent, children = path[-1]
        is_new = False
        for move, child in children:
            if child in known:
                counters.duplicates += 1
                if observer is not None:
                    observer.prune(known[child], "duplicate")
                continue
            g = nodes.g[parent] + 1
            node = known[child] = nodes.add(child, parent, move, g, 0)
            counters.generated += 1
            counters.max_stored = len(nodes)
            counters.max_depth = max(counters.max_depth, g)
            if observer is not None:
                observer.generate(node, parent, move, g, 0)
            if space.is_goal(child):
                return run.solved(nodes.path(node), node)
            is_new = True
            break
        else:
            path.pop()


def _search_stack(space: StateSpace[S], run: Run) -> Outcome:
    observer, counters = run.observer, run.counters
    nodes: Nodes[S] = Nodes()
    nodes.add(space.start, -1, 0, 0, 0)
    known = {space.start: 0}
    run.memory = lambda: nodes.memory() + sys.getsizeof(known)
    stack = [0]
    run.add_root(0, 0)

    while stack:
        node = stack.pop()
        state, g = nodes.states[node], nodes.g[node] + 1
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
        first = len(nodes)
        for move, child in space.successors(state):
            if child in known:
                counters.duplicates += 1
                if observer is not None:
                    observer.prune(known[child], "duplicate")
                continue
            number = known[child] = nodes.add(child, node, move, g, 0)
            counters.generated += 1
            counters.max_depth = max(counters.max_depth, g)
            if observer is not None:
                observer.generate(number, node, move, g, 0)
        stack.extend(range(len(nodes) - 1, first - 1, -1))  # the first child on top
        counters.max_frontier = max(counters.max_frontier, len(stack))
        counters.max_stored = len(nodes)
    return run.ran_dry(is_exhaustive=False)


def depth_limited(space: StateSpace[S], run: Run, *, limit: int = 20) -> Outcome:
    """Depth-first tree search that expands nothing at depth ``limit``. Memory linear in the limit.

    Complete within the limit, so that a failure proves that every solution is longer; not optimal.
    """
    depth = min(limit, run.depth)
    run.add_root(0, 0)
    result = search_contour(space, run, NoEstimate(), bound=float("inf"), depth=depth)
    if result.moves is not None:
        return run.solved(result.moves, result.goal)
    run.is_depth_cut = result.is_depth_cut and run.depth < limit
    if run.is_depth_cut or not result.is_depth_cut:
        return run.ran_dry()
    run.lower_bound = limit + 1
    return run.failed(Status.EXHAUSTED, f"no solution of at most {limit} moves")


def iddfs(space: StateSpace[S], run: Run) -> Outcome:
    """Iterative-deepening depth-first search: depth-limited search with limits 0, 1, 2, …

    Optimal and complete like breadth-first search, with memory linear in the depth; it visits states many times over.
    """
    limit = 0
    run.add_root(0, 0)
    while True:
        run.begin_iteration(limit)
        run.lower_bound = limit
        result = search_contour(space, run, NoEstimate(), bound=float("inf"), depth=limit)
        if result.moves is not None:
            return run.solved(result.moves, result.goal)
        if not result.is_depth_cut:
            return run.ran_dry()
        limit += 1
        if limit > run.depth:
            run.is_depth_cut = True
            return run.ran_dry()
