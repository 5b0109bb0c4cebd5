"""Optimal searches in memory linear in the depth: IDA* and recursive best-first search.

R. E. Korf, *Depth-first iterative-deepening: an optimal admissible tree search*, 1985 (IDA*); R. E. Korf,
*Linear-space best-first search*, 1993 (RBFS).
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

from taquin.errors import SpecError
from taquin.heuristics.base import Estimate
from taquin.puzzle.problem import StateSpace, TileSpace
from taquin.run.result import Outcome
from taquin.run.run import Run
from taquin.search.contour import Avoided, search_contour
from taquin.search.detours import detours

S = TypeVar("S", bound=Hashable)

INFINITY = float("inf")


def ida_star(space: StateSpace[S], run: Run, heuristic: Estimate[S], *, lookback: int = 2, threads: int = 1) -> Outcome:
    """Iterative-deepening A*: depth-first passes within growing bounds on f = g + h.

    Optimal if the heuristic is admissible. It keeps no set of visited states: one that ignores g would cut the
    shortest path whenever a longer one reached a state first. On a space without a solution it never ends.

    With a ``lookback`` of more than 2 moves it avoids detours, see ``taquin.search.detours``: the same solution with
    fewer nodes. ``threads`` changes nothing but the time that the native core takes; the reference uses one.
    """
    avoided = _detours_of(space, lookback) if lookback > 2 else None
    bound = heuristic(space.start)
    run.add_root(0, bound)
    while True:
        run.lower_bound = max(run.lower_bound, bound)
        run.begin_iteration(bound)
        result = search_contour(space, run, heuristic, bound=bound, depth=run.depth, avoided=avoided)
        if result.moves is not None:
            return run.solved(result.moves, result.goal)
        run.is_depth_cut |= result.is_depth_cut
        bound = result.next_bound
        if bound == INFINITY or bound > run.depth:
            run.is_depth_cut |= bound < INFINITY
            return run.ran_dry()


def _detours_of(space: object, lookback: int) -> Avoided:
    if not isinstance(space, TileSpace):
        raise SpecError("a lookback of more than 2 moves is for sliding-tile puzzles alone", hint="leave it out")
    return Avoided(detours(space.shape, lookback), space.start.index(0))


class _Frame(Generic[S]):
    """A node on the current path of RBFS: its children, each with the best f known below it."""

    __slots__ = ("children", "limit", "state", "values")

    def __init__(self, state: S, limit: float) -> None:
        self.state = state
        self.limit = limit
        self.children: list[tuple[int, int, S, float]] = []  # node, move, state, h
        self.values: list[float] = []


def rbfs(space: StateSpace[S], run: Run, heuristic: Estimate[S]) -> Outcome:
    """Recursive best-first search: follow the best child until the best alternative elsewhere is better.

    It then goes back, and remembers for the abandoned child the least f that was found below it. Optimal if the
    heuristic is admissible; nodes are made again and again. The recursion is a list of frames here.
    """
    counters = run.counters
    start, h = space.start, heuristic(space.start)
    run.add_root(0, h)
    if space.is_goal(start):
        return run.solved([], 0)
    if run.depth < 1:
        run.cut(0)
        return run.ran_dry()
    path = [_expand(space, run, heuristic, 0, start, start, h, value=h, g=0, limit=INFINITY)]
    moves: list[int] = []
    stored = 1 + len(path[0].children)

    while True:
        frame = path[-1]
        counters.max_stored = max(counters.max_stored, stored)
        counters.max_frontier = max(counters.max_frontier, stored - len(path))
        best = min(range(len(frame.values)), key=frame.values.__getitem__, default=None)
        value = INFINITY if best is None else frame.values[best]
        if best is None or value > frame.limit or value == INFINITY:
            stored -= len(frame.children)
            path.pop()
            if not path:
                return run.ran_dry()
            parent = path[-1]
            parent.values[parent.values.index(min(parent.values))] = value
            moves.pop()
            continue
        run.raise_lower_bound(value)  # nothing elsewhere promises less
        if value > run.depth:
            run.is_depth_cut = True
            return run.ran_dry()
        node, move, state, h = frame.children[best]
        if space.is_goal(state):
            return run.solved([*moves, move], node)
        if len(path) >= run.depth:
            run.cut(node)
            frame.values[best] = INFINITY
            continue
        alternative = min((other for index, other in enumerate(frame.values) if index != best), default=INFINITY)
        limit = min(frame.limit, alternative)
        path.append(_expand(space, run, heuristic, node, state, frame.state, h, value=value, g=len(path), limit=limit))
        moves.append(move)
        stored += len(path[-1].children)


def _expand(
    space: StateSpace[S],
    run: Run,
    heuristic: Estimate[S],
    node: int,
    state: S,
    previous: S,
    h: float,
    *,
    value: float,
    g: int,
    limit: float,
) -> _Frame[S]:
    """Make the children of a node. A child is worth at least what is known of its parent."""
    observer, counters = run.observer, run.counters
    if counters.expanded >= run.due:
        run.poll()
    counters.expanded += 1
    if observer is not None:
        observer.expand(node)
    frame = _Frame(state, limit)
    for move, child in space.successors(state):
        if child == previous:
            continue
        counters.generated += 1
        counters.max_depth = max(counters.max_depth, g + 1)
        child_h = heuristic.update(h, state, child)
        if observer is not None:
            observer.generate(counters.generated, node, move, g + 1, child_h)
        frame.children.append((counters.generated, move, child, child_h))
        frame.values.append(max(g + 1 + child_h, value))
    return frame
