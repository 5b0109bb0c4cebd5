"""One depth-first pass over the tree within a bound: the inner loop of IDA*, depth-limited search and deepening."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import TypeAlias

from taquin.algorithms.step_cost import step_cost
from taquin.heuristics.base import Estimate
from taquin.puzzle.problem import S, StateSpace
from taquin.run.run import Run
from taquin.tables.detours import FORBIDDEN

_Visit: TypeAlias = "Iterator[_Visit | None]"


@dataclass(frozen=True, slots=True)
class Contour:
    """What one iteration found: the moves to the goal and its node, or the least f beyond the bound."""

    moves: list[int] | None
    goal: int
    next_bound: float
    is_depth_limited: bool  # whether a node within the bound was not expanded because of the depth


@dataclass(frozen=True, slots=True)
class MovePruning:
    """An automaton over the moves of a path: those that it forbids are not made."""

    following: Sequence[int]  # the state after each move in each state, or ``FORBIDDEN``
    moves: int  # the number of entries for one state
    root: int  # the state at the root


def search_contour(
    space: StateSpace[S],
    run: Run,
    heuristic: Estimate[S],
    *,
    bound: float,
    depth: float,
    pruning: MovePruning | None = None,
    undo: bool = False,
) -> Contour:
    """Search the tree depth first; prune children with f = g + h > bound, and expand nothing at this depth.

    Every child is a new node, except the one that undoes the last move (unless ``undo``) and those that the ``pruning``
    forbids, if there is one: they are not generated at all. The children of a node are generated one at a time; each is
    searched before the next is generated. With one root the k-th node generated has number k. Only the current path is
    stored.

    Read ``visit`` as a recursive function: ``yield visit(…)`` is the recursive call, and ``yield None`` ends the search
    at the goal. The calls are generators, so that Python's recursion limit does not limit the depth.
    """
    counters, roots = run.counters, run.anytime.roots
    cost = step_cost(space, takes_zero=False)
    update, successors, is_goal = heuristic.update, space.successors, space.is_goal
    after, move_count = ((), 0) if pruning is None else (pruning.following, pruning.moves)
    next_bound, is_depth_limited, goal = inf, False, -1
    moves: list[int] = []

    def visit(node: int, state: S, previous: S, g: float, h: float, detour: int) -> _Visit:
        nonlocal next_bound, is_depth_limited, goal
        run.expand(node)
        child_g = g + 1
        if len(moves) >= counters.max_frontier:
            run.measure(len(moves) + 1, len(moves) + (1 if cost is None else 2))
        child_detour = 0
        for move, child in successors(state):
            if child == previous and not undo:
                continue
            if move_count:
                child_detour = after[move_count * detour + move]
                if child_detour == FORBIDDEN:
                    continue
            if cost is not None:
                child_g = g + cost(state, move, child)
            child_h = update(h, state, child)
            number = counters.generated + roots  # run.next_node, without a call
            run.generate(number, node, move, child_g, child_h)
            f = child_g + child_h
            if f > bound:
                if f < next_bound:
                    next_bound = f
                run.prune(number, "bound")
            elif is_goal(child):
                moves.append(move)
                goal = number
                yield None
            elif child_g >= depth:
                is_depth_limited = True
                run.prune(number, "depth")
            else:
                moves.append(move)
                yield visit(number, child, state, child_g, child_h, child_detour)
                moves.pop()

    if is_goal(space.start):
        return Contour([], 0, inf, False)
    if depth <= 0:
        return Contour(None, -1, inf, True)
    root = 0 if pruning is None else pruning.root
    try:
        is_found = _complete(visit(0, space.start, space.start, 0, heuristic(space.start), root))
    finally:  # also when a limit stops the run
        if cost is None:
            run.measure(0, int(counters.max_depth) + 1)  # the deepest node and its ancestors
    return Contour(moves if is_found else None, goal, next_bound, is_depth_limited)


def _complete(visit: _Visit) -> bool:
    """Run a visit and those that it yields, each to its end before the next; stop and return True at the first None."""
    path = [visit]
    while path:
        for below in path[-1]:
            if below is None:
                return True
            path.append(below)
            break
        else:
            path.pop()
    return False
