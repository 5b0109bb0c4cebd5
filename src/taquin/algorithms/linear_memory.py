"""Optimal searches in memory linear in the depth: IDA* and recursive best-first search.

R. E. Korf, *Depth-first iterative-deepening: an optimal admissible tree search*, 1985 (IDA*); R. E. Korf,
*Linear-space best-first search*, 1993 (RBFS).
"""

from __future__ import annotations

from math import inf
from typing import Generic

from taquin.algorithms.contour import MovePruning, search_contour
from taquin.algorithms.step_cost import Cost, step_cost
from taquin.errors import SpecError
from taquin.heuristics.base import Estimate
from taquin.puzzle.moves import Move
from taquin.puzzle.problem import S, StateSpace, TileSpace
from taquin.puzzle.slides import SlideSpace, longest_slide
from taquin.run.result import Outcome
from taquin.run.run import Run
from taquin.tables.detours import FORBIDDEN, detours


def ida_star(space: StateSpace[S], run: Run, heuristic: Estimate[S], *, lookback: int = 2, threads: int = 1) -> Outcome:
    """Iterative-deepening A*: depth-first searches within growing bounds on f = g + h.

    Optimal if the heuristic is admissible. It keeps no set of visited states: a set that ignores g would prune the
    shortest path whenever a longer one reached a state first. On a space without a solution it never ends.

    With a ``lookback`` of more than 2 moves it prunes detours (``taquin.tables.detours``): the same solution with
    fewer nodes. Where moves are slides, two in a row in the same line are never made. ``threads`` changes nothing but
    the time that the native core takes; the reference uses one.
    """
    pruning = _find_pruning(space, lookback)
    bound = heuristic(space.start)
    run.add_root(0, bound)
    while True:
        run.lower_bound = max(run.lower_bound, bound)
        run.begin_iteration(bound)
        contour = search_contour(space, run, heuristic, bound=bound, depth=run.depth_limit, pruning=pruning)
        if contour.moves is not None:
            return run.solved(contour.moves, contour.goal)
        run.is_depth_limited |= contour.is_depth_limited
        bound = contour.next_bound
        if bound == inf or bound > run.depth_limit:
            run.is_depth_limited |= bound < inf
            return run.exhausted()


def _find_pruning(space: object, lookback: int) -> MovePruning | None:
    if lookback <= 2:
        return _alternate_axes(space) if isinstance(space, SlideSpace) else None
    if not isinstance(space, TileSpace):
        raise SpecError("a lookback of more than 2 moves works only for single moves of tiles", hint="leave it out")
    return MovePruning(detours(space.shape, lookback), len(Move), space.start.index(0))


def _alternate_axes(space: SlideSpace) -> MovePruning:
    """Forbid two slides in a row in the same line: one slide, or none, leads to the same board.

    The state is 0 at the root, 1 after a vertical slide, and 2 after a horizontal one.
    """
    slides = [Move(number % len(Move)) for number in range(len(Move) * longest_slide(space.shape))]
    axes = [1 if move in (Move.UP, Move.DOWN) else 2 for move in slides]
    following = [FORBIDDEN if axis == state else axis for state in range(3) for axis in axes]
    return MovePruning(following, len(slides), 0)


class _Frame(Generic[S]):
    """A node on the current path of RBFS: its children, each with the least f known below it (its backed-up value)."""

    __slots__ = ("children", "chosen", "limit", "state", "values")

    def __init__(self, state: S, limit: float) -> None:
        self.state = state
        self.limit = limit  # the best alternative elsewhere: beyond this value the search goes back
        self.children: list[tuple[int, int, S, float, float]] = []  # node, move, state, g, h
        self.values: list[float] = []
        self.chosen = -1  # the index of the child on the path


def rbfs(space: StateSpace[S], run: Run, heuristic: Estimate[S]) -> Outcome:
    """Recursive best-first search: follow the best child until the best alternative elsewhere is better.

    It then goes back, and remembers for the abandoned child the least f that was found below it. Optimal if the
    heuristic is admissible; nodes are generated again and again. A list of frames replaces the recursion, because
    paths may be longer than Python's recursion limit.
    """
    start, h = space.start, heuristic(space.start)
    run.add_root(0, h)
    if space.is_goal(start):
        return run.solved([], 0)
    depth_limit = run.depth_limit
    if depth_limit < 1:
        run.prune_at_depth_limit(0)
        return run.exhausted()
    cost = step_cost(space, takes_zero=False)
    path = [_expand(space, run, heuristic, cost, 0, start, start, h, value=h, g=0, limit=inf)]
    moves: list[int] = []
    stored = 1 + len(path[0].children)

    while True:
        frame = path[-1]
        run.measure(stored - len(path), stored)
        value = min(frame.values, default=inf)
        if value > frame.limit or value == inf:
            stored -= len(frame.children)
            path.pop()
            if not path:
                return run.exhausted()
            path[-1].values[path[-1].chosen] = value
            moves.pop()
            continue
        run.raise_lower_bound(value)  # no node elsewhere has a smaller value
        if value > depth_limit:
            run.is_depth_limited = True
            return run.exhausted()
        frame.chosen = frame.values.index(value)
        node, move, state, g, h = frame.children[frame.chosen]
        if space.is_goal(state):
            return run.solved([*moves, move], node)
        if len(path) >= depth_limit:
            run.prune_at_depth_limit(node)
            frame.values[frame.chosen] = inf
            continue
        others = (other for index, other in enumerate(frame.values) if index != frame.chosen)
        limit = min(frame.limit, min(others, default=inf))
        path.append(_expand(space, run, heuristic, cost, node, state, frame.state, h, value=value, g=g, limit=limit))
        moves.append(move)
        stored += len(path[-1].children)


def _expand(
    space: StateSpace[S],
    run: Run,
    heuristic: Estimate[S],
    cost: Cost[S] | None,
    node: int,
    state: S,
    previous: S,
    h: float,
    *,
    value: float,
    g: float,
    limit: float,
) -> _Frame[S]:
    """Generate the children of a node. The value of a child is at least the value of its parent."""
    run.expand(node)
    frame = _Frame(state, limit)
    for move, child in space.successors(state):
        if child == previous:
            continue
        child_g = g + (1 if cost is None else cost(state, move, child))
        child_h = heuristic.update(h, state, child)
        number = run.counters.generated + 1
        run.generate(number, node, move, child_g, child_h)
        frame.children.append((number, move, child, child_g, child_h))
        frame.values.append(max(child_g + child_h, value))
    return frame
