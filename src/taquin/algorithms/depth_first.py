"""Depth-first searches: on the graph, with a depth limit, and with a limit that grows.

R. E. Korf, *Depth-first iterative-deepening: an optimal admissible tree search*, 1985.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import inf

from taquin.algorithms.contour import search_contour
from taquin.algorithms.node_table import NodeTable
from taquin.heuristics.base import NoEstimate
from taquin.puzzle.problem import S, StateSpace
from taquin.run.result import Outcome, Status
from taquin.run.run import Run


def dfs(space: StateSpace[S], run: Run, *, frontier: str = "path") -> Outcome:
    """Depth-first search on the graph: every state is visited once. Complete on finite spaces, far from optimal.

    With ``frontier="path"`` it generates one child at a time, expands it at once, and backtracks when all children are
    known. With ``frontier="stack"`` it pushes all new children onto a stack, as in many courses: a state on the stack
    counts as known, so the order of expansions differs. Neither recurses: memory alone limits the length of a path.
    """
    return _search_path(space, run) if frontier == "path" else _search_stack(space, run)


def _search_path(space: StateSpace[S], run: Run) -> Outcome:
    nodes: NodeTable[S] = NodeTable()
    known = {space.start: nodes.add_root(space.start)}
    path: list[tuple[int, Iterator[tuple[int, S]]]] = []  # nodes, and the successors of each that are still to come
    frame_bytes = 300 + 3 * sys.getsizeof(space.start)  # a tuple, an iterator, and the children that it holds
    run.budget.memory = lambda: nodes.memory() + sys.getsizeof(known) + len(path) * frame_bytes
    run.add_root(0, 0)
    if space.is_goal(space.start):
        return run.solved([], 0)
    node, is_new = 0, True
    depth_limit = run.depth_limit

    while True:
        if is_new and nodes.g[node] < depth_limit:
            run.expand(node)
            path.append((node, iter(space.successors(nodes.states[node]))))
            run.measure(len(path), len(nodes))
        elif is_new:
            run.prune_at_depth_limit(node)
        if not path:
            return run.exhausted(is_complete=False)
        node, children = path[-1]
        g, is_new = nodes.g[node], False
        for move, child in children:
            if child in known:
                run.duplicate(known[child], node, move, g + 1)
                continue
            number = known[child] = nodes.add(child, node, move, g + 1, 0)
            run.generate(number, node, move, g + 1, 0)
            run.measure(len(path), len(nodes))
            if space.is_goal(child):
                return run.solved(nodes.path(number), number)
            node, is_new = number, True
            break
        else:
            path.pop()


def _search_stack(space: StateSpace[S], run: Run) -> Outcome:
    nodes: NodeTable[S] = NodeTable()
    known = {space.start: nodes.add_root(space.start)}
    run.budget.memory = lambda: nodes.memory() + sys.getsizeof(known)
    stack = [0]
    run.add_root(0, 0)
    depth_limit = run.depth_limit

    while stack:
        node = stack.pop()
        state, g = nodes.states[node], nodes.g[node]
        if space.is_goal(state):
            return run.solved(nodes.path(node), node)
        if g >= depth_limit:
            run.prune_at_depth_limit(node)
            continue
        run.expand(node)
        first = len(nodes)
        for move, child in space.successors(state):
            if child in known:
                run.duplicate(known[child], node, move, g + 1)
            else:
                number = known[child] = nodes.add(child, node, move, g + 1, 0)
                run.generate(number, node, move, g + 1, 0)
        stack.extend(range(len(nodes) - 1, first - 1, -1))  # the first child on top
        run.measure(len(stack), len(nodes))
    return run.exhausted(is_complete=False)


def depth_limited(space: StateSpace[S], run: Run, *, limit: int = 20, undo: bool = False) -> Outcome:
    """Depth-first tree search that expands nothing at depth ``limit``. Memory linear in the limit.

    Complete within the limit, so a failure proves that every solution is longer; not optimal. With ``undo`` a node also
    gets the child that undoes the last move, as in textbooks.
    """
    run.add_root(0, 0)
    depth = min(limit, run.depth_limit)
    contour = search_contour(space, run, NoEstimate(), bound=inf, depth=depth, undo=undo)
    if contour.moves is not None:
        return run.solved(contour.moves, contour.goal)
    return report_failure(run, limit, is_cut=contour.is_depth_limited)


def report_failure(run: Run, limit: int, *, is_cut: bool) -> Outcome:
    """The outcome of a depth-limited search without a solution. ``is_cut``: there were nodes at the depth."""
    run.is_depth_limited = is_cut and run.depth_limit < limit
    if run.is_depth_limited or not is_cut:
        return run.exhausted()
    run.lower_bound = limit + 1
    return run.failed(Status.EXHAUSTED, f"no solution of at most {limit} moves")


def iddfs(space: StateSpace[S], run: Run, *, undo: bool = False) -> Outcome:
    """Iterative-deepening depth-first search: depth-limited search with limits 0, 1, 2, …

    Optimal and complete like breadth-first search, with memory linear in the depth; it visits states many times over.
    With ``undo`` a node also gets the child that undoes the last move, as in textbooks: on the 8-puzzle, the number of
    nodes then grows by a factor of about 2.8 per move instead of 1.7.
    """
    limit = 0
    run.add_root(0, 0)
    while True:
        run.begin_iteration(limit)
        run.lower_bound = limit
        contour = search_contour(space, run, NoEstimate(), bound=inf, depth=limit, undo=undo)
        if contour.moves is not None:
            return run.solved(contour.moves, contour.goal)
        if not contour.is_depth_limited:
            return run.exhausted()
        limit += 1
        if limit > run.depth_limit:
            run.is_depth_limited = True
            return run.exhausted()
