"""The search of the textbook, with the choices that programs make differently as parameters.

One loop takes nodes from a queue, expands them and adds their children. A ``Variant`` names the choices. ``search``
returns the path and all that programs count, so that what a program calls "expanded" is looked up among them. A* with
an admissible heuristic finds shortest solutions with some of the choices only; the others are frequent mistakes.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import cache, partial
from heapq import heappop, heappush
from itertools import combinations
from math import hypot, inf
from operator import add
from typing import Any, NamedTuple, TypeAlias

from taquin.puzzle.board import State
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Move
from taquin.puzzle.problem import TileSpace


class Key(StrEnum):
    """What the queue compares; the first is a plain queue or a stack."""

    ADDED = "the order in which nodes were added"
    F = "f"
    F_H = "f, then h"
    F_G = "f, then g"


class Ties(StrEnum):
    """Which of the nodes with an equal key leaves the queue first."""

    OLDEST = "the oldest leaves first"
    NEWEST = "the newest leaves first"
    HEAPQ = "they leave as Python's heapq and std::priority_queue of libstdc++ let them"
    LIBCXX = "they leave as std::priority_queue of libc++ (LLVM 15 and later) lets them"
    JAVA = "they leave as Java's PriorityQueue and most heaps of textbooks let them"
    RIGHT = "they leave as from a hand-made heap that takes the right one of two equal children"
    BOARD = "the smaller board leaves first, compared cell by cell"


class Duplicates(StrEnum):
    """When a board that was reached before is left out."""

    GENERATED = "a board is marked when it is generated, so a cheaper path to it is ignored"
    CLOSED = "children that were expanded are left out, but copies in the queue are expanded again"
    OPEN = "children that were expanded, or are in the queue with a smaller g, are left out; copies are expanded again"
    EXPANDED = "a node is left out when it is taken, if its board was expanded"
    BOTH = "boards that were expanded are left out, as children and when they are taken"
    SMALLER = "a board is added again if its g is smaller, and the old copy is expanded too"
    SMALLER_ONCE = "a board is added again if its g is smaller, and the old copy is left out"
    UNDO = "only the move that undoes the last one is left out"
    NONE = "boards that were reached before are not left out"


class GoalTest(StrEnum):
    """When a board is compared with the goal."""

    TAKEN = "when it is taken from the queue"
    GENERATED = "when it is generated"


class Variant(NamedTuple):
    """The choices of a best-first, breadth-first or depth-first search."""

    key: Key = Key.F
    ties: Ties = Ties.OLDEST
    duplicates: Duplicates = Duplicates.SMALLER_ONCE
    goal_test: GoalTest = GoalTest.TAKEN
    heuristic: str = "Manhattan distance"
    order: tuple[Move, ...] = tuple(Move)
    weight_g: float = 1
    weight_h: float = 1
    marks_start: bool = True
    takes_parent_h: bool = False  # computed before the move
    ignores_blank: bool = False  # the goal test compares the tiles in reading order, without the blank


class Outcome(NamedTuple):
    """The result of one search; ``moves`` is None if it reached no goal, or its limit."""

    moves: tuple[Move, ...] | None
    counts: dict[str, int]
    """What programs count, by its names in ``judge.toml``."""
    expanded: list[State]
    deepest: int
    """The largest depth of a child that was made."""
    when_generated: Outcome | None = None
    """What the result is if the goal is tested when a board is generated; None if the goal was not generated."""


def search(space: Space, start: State, variant: Variant, limit: float = inf) -> Outcome:
    """Search from ``start``, with at most ``limit`` nodes taken from the queue."""
    expand = space.expander(variant.order, variant.heuristic)
    is_goal = space.is_ordered if variant.ignores_blank else space.goal.__eq__
    tests_children, duplicates = variant.goal_test is GoalTest.GENERATED, variant.duplicates
    drops_added = duplicates is Duplicates.GENERATED
    drops_not_smaller = duplicates in (Duplicates.SMALLER, Duplicates.SMALLER_ONCE)
    drops_closed_child = duplicates in (Duplicates.CLOSED, Duplicates.OPEN, Duplicates.BOTH)
    drops_closed_node = duplicates in (Duplicates.EXPANDED, Duplicates.BOTH)
    drops_stale_node, drops_undo = duplicates is Duplicates.SMALLER_ONCE, duplicates is Duplicates.UNDO
    drops_larger = duplicates is Duplicates.OPEN
    weight_g, weight_h, key = variant.weight_g, variant.weight_h, variant.key
    pop, rank = _POPS.get(variant.ties, heappop), _RANKS.get(variant.ties, undecided)
    queue: list[Entry] = [(0, 0, 0)]
    nodes: list[tuple[State, int, int, int]] = [(start, 0, 0, 0)]  # the board, g, the parent, and the move to it
    best_g = {start: 0} if variant.marks_start else {}  # of every board that was added
    closed: set[State] = set()
    expanded: list[State] = []
    taken = children = before = after = deepest = 0
    goal, early = -1, None

    def outcome(node: int) -> Outcome:
        counts = {
            "expanded": len(expanded),
            "taken": taken,  # with the goal and stale copies
            "closed": len(closed),  # different boards that were expanded
            "children": children,  # also those that are left out
            "added": len(nodes) - 1,  # to the queue, without the start
            "seen": len(best_g),  # different boards that were added, with the start
            "largest_before": before,  # the queue, before a node is taken
            "largest_after": max(after, len(queue)),  # the queue, after the children were added
            "left": len(queue),  # in the queue at the end
            "left_and_closed": len(queue) + len(closed),
        }
        path, at = [], node
        while at > 0:
            _, _, at, move = nodes[at]
            path.append(Move(move))
        return Outcome(tuple(path[::-1]) if node >= 0 else None, counts, expanded, deepest, early)

    while queue and goal < 0 and taken < limit:
        before = max(before, len(queue))
        node = pop(queue)[2]
        taken += 1
        state, depth, parent, _ = nodes[node]
        if (drops_closed_node and state in closed) or (drops_stale_node and depth > best_g.get(state, inf)):
            continue
        if not tests_children and is_goal(state):
            goal = node
            break
        closed.add(state)
        expanded.append(state)
        g = depth + 1
        deepest = max(deepest, g)
        previous = nodes[parent][0]
        own_h, family = expand(state)
        for move, child, h in family:
            children += 1
            if (drops_added and child in best_g) or (drops_closed_child and child in closed):
                continue
            if (drops_not_smaller and best_g.get(child, inf) <= g) or (drops_undo and child == previous):
                continue
            if drops_larger and best_g.get(child, inf) < g:
                continue
            if g < best_g.get(child, inf):
                best_g[child] = g
            number = len(nodes)
            nodes.append((child, g, node, move))
            if early is None and is_goal(child):
                early = outcome(number)
                if tests_children:
                    goal = number
                    break
            estimate = own_h if variant.takes_parent_h else h
            f = weight_g * g + weight_h * estimate
            least: Any = f if key is Key.F else 0 if key is Key.ADDED else (f, estimate) if key is Key.F_H else (f, g)
            heappush(queue, (least, rank(number, child), number))
        after = max(after, len(queue))
    return outcome(goal)


# The space: boards, moves and estimates, computed once for thousands of searches

Expansion: TypeAlias = tuple[float, list[tuple[Move, State, float]]]


class Space:
    """The children and the estimates of boards, for one goal."""

    def __init__(self, goal: State, shape: Shape) -> None:
        self.goal, self.shape = goal, shape
        self._tiles = [tile for tile in goal if tile]
        self._homes = [goal.index(tile) for tile in range(len(goal))]
        self.expander = cache(self._expander)
        self.estimate = cache(self._estimate)

    def is_ordered(self, state: State) -> bool:
        """Whether the tiles are in the order of the goal, wherever the blank is."""
        return [tile for tile in state if tile] == self._tiles

    def _expander(self, order: tuple[Move, ...], heuristic: str) -> Callable[[State], Expansion]:
        """A function from a board to its estimate and its children, in this order, with theirs."""
        successors = TileSpace(self.goal, self.goal, self.shape, order).successors

        @cache
        def expand(state: State) -> Expansion:
            family = [(move, child, self.estimate(child, heuristic)) for move, child in successors(state)]
            return self.estimate(state, heuristic), family

        return expand

    def _estimate(self, state: State, heuristic: str) -> float:
        if heuristic in OWN_HEURISTICS:
            return OWN_HEURISTICS[heuristic](state)
        cost, first = HEURISTICS[heuristic]
        homes, columns = self._homes, self.shape.columns
        total = sum(
            cost(abs(cell // columns - homes[tile] // columns), abs(cell % columns - homes[tile] % columns))
            for cell, tile in enumerate(state)
            if tile >= first
        )
        if heuristic.endswith("sum truncated"):
            return int(total)
        return total + 2 * self._conflicts(state) if heuristic.endswith("linear conflicts") else total

    def _conflicts(self, state: State) -> int:
        """The pairs of tiles in their own line in the wrong order: the frequent simple form of linear conflict."""
        homes, columns, count = self._homes, self.shape.columns, 0
        for one, two in combinations(range(len(state)), 2):
            if state[one] and state[two] and homes[state[one]] > homes[state[two]]:
                cells = (one, two, homes[state[one]], homes[state[two]])
                count += len({cell // columns for cell in cells}) == 1
                count += len({cell % columns for cell in cells}) == 1
        return count


def _is_away(rows: int, columns: int) -> int:
    return rows + columns > 0


HEURISTICS: dict[str, tuple[Callable[[int, int], float], int]] = {
    "no heuristic": (lambda rows, columns: 0, 1),
    "Manhattan distance": (add, 1),
    "misplaced tiles": (_is_away, 1),
    "Euclidean distance": (hypot, 1),
    "Manhattan distance with the blank": (add, 0),
    "misplaced tiles with the blank": (_is_away, 0),
    "Euclidean distance with the blank": (hypot, 0),
    "Euclidean distance, its sum truncated": (hypot, 1),
    "Euclidean distance, each truncated": (lambda rows, columns: int(hypot(rows, columns)), 1),
    "Euclidean distance with the blank, each truncated": (lambda rows, columns: int(hypot(rows, columns)), 0),
    "Manhattan distance with linear conflicts": (add, 1),
}
"""What a tile adds, by the rows and columns to its home, and the first tile that counts (0 is the blank)."""

OWN_HEURISTICS: dict[str, Callable[[State], float]] = {}
"""Of the user, each for one goal: the page adds that of the code that it checks."""


# The queues: heaps of entries, which are a key, what decides between equal keys, and a node

Entry: TypeAlias = tuple[Any, Any, int]

_RANKS: dict[Ties, Callable[[int, State], Any]] = {
    Ties.OLDEST: lambda node, state: node,
    Ties.NEWEST: lambda node, state: -node,
    Ties.BOARD: lambda node, state: state,
}


def undecided(node: int, state: State) -> float:
    """A new nan, with which heaps compare keys alone: it is neither equal to another nan nor smaller."""
    return float("nan")


def heap_pop(heap: list[Entry], *, goes_down: bool = False, prefers_right: bool = False) -> Entry:
    """Take the least entry as heaps do that are not heapq; all add entries as it does.

    The last entry sinks while a child is smaller, as in Java and in most textbooks. With ``goes_down`` the hole at the
    top sinks to the bottom, and the last entry rises from there, as in libc++. Of equal children the left one rises, or
    the right.
    """
    first, last, hole, size = heap[0], heap[-1], 0, len(heap) - (not goes_down)
    while (child := 2 * hole + 1) < size:
        if child + 1 < size and (
            heap[child + 1] < heap[child] or (prefers_right and not heap[child] < heap[child + 1])
        ):
            child += 1
        if not (goes_down or heap[child] < last):
            break
        heap[hole] = heap[child]
        hole = child
    heap.pop()
    if hole < len(heap):
        while hole and last < heap[(hole - 1) >> 1]:
            heap[hole] = heap[(hole - 1) >> 1]
            hole = (hole - 1) >> 1
        heap[hole] = last
    return first


_POPS: dict[Ties, Callable[[list[Entry]], Entry]] = {
    Ties.LIBCXX: partial(heap_pop, goes_down=True),
    Ties.JAVA: heap_pop,
    Ties.RIGHT: partial(heap_pop, prefers_right=True),
}
