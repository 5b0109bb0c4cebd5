"""One depth-first pass over the tree within a bound: the inner loop of IDA*, depth-limited search and deepening."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TypeVar

from taquin.heuristics.base import Estimate
from taquin.puzzle.problem import StateSpace
from taquin.run.run import Run
from taquin.search.detours import FORBIDDEN, Detours

S = TypeVar("S", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Contour:
    """What one pass found: moves to the goal, or the least f beyond the bound, and whether the depth cut anything."""

    moves: list[int] | None
    goal: int
    next_bound: float
    is_depth_cut: bool


@dataclass(frozen=True, slots=True)
class Avoided:
    """The detours that a search avoids, and the state of their automaton at the root."""

    detours: Detours
    first: int


def search_contour(
    space: StateSpace[S],
    run: Run,
    heuristic: Estimate[S],
    *,
    bound: float,
    depth: float,
    avoided: Avoided | None = None,
) -> Contour:
    """Search the tree depth first; cut children with f = g + h > bound, and expand nothing at this depth.

    Every child is a new node, except the one that undoes the last move, which is not made at all; nor are those that
    complete a detour, if any are to be ``avoided``. The children of a
    node are made one at a time, each searched before the next is made; only the current path is held, in a list of
    iterators instead of recursion. The k-th node made has number k.
    """
    observer, counters = run.observer, run.counters
    update, successors, is_goal = heuristic.update, space.successors, space.is_goal
    start = space.start
    h = heuristic(start)
    next_bound, is_depth_cut = float("inf"), False
    if is_goal(start):
        return Contour([], 0, next_bound, False)
    if depth <= 0:
        return Contour(None, 0, next_bound, True)
    if counters.expanded >= run.due:
        run.poll()
    counters.expanded += 1
    if observer is not None:
        observer.expand(0)
    following = None if avoided is None else avoided.detours.following
    # The path: for each node its number, state, h, the state before it, what is forbidden after it, and the children
    # still to be made.
    path = [(0, start, h, start, 0 if avoided is None else avoided.first, iter(successors(start)))]
    moves: list[int] = []

    while path:
        parent, state, h, previous, trail, children = path[-1]
        g = len(path)
        for move, child in children:
            if child == previous:
                continue
            after = 0 if following is None else following[4 * trail + move]
            if after == FORBIDDEN:
                continue
            counters.generated += 1
            node = counters.generated
            if g > counters.max_depth:
                counters.max_depth, counters.max_stored = g, g + 1
            child_h = update(h, state, child)
            if observer is not None:
                observer.generate(node, parent, move, g, child_h)
            if g + child_h > bound:
                next_bound = min(next_bound, g + child_h)
                counters.pruned += 1
                if observer is not None:
                    observer.prune(node, "bound")
                continue
            if is_goal(child):
                return Contour([*moves, move], node, next_bound, is_depth_cut)
            if g >= depth:
                is_depth_cut = True
                counters.pruned += 1
                if observer is not None:
                    observer.prune(node, "depth")
                continue
            if counters.expanded >= run.due:
                run.poll()
            counters.expanded += 1
            if observer is not None:
                observer.expand(node)
            path.append((node, child, child_h, state, after, iter(successors(child))))
            moves.append(move)
            if len(path) > counters.max_frontier:
                counters.max_frontier = len(path)
            break
        else:
            path.pop()
            if moves:
                moves.pop()
    return Contour(None, 0, next_bound, is_depth_cut)
