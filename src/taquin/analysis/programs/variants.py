"""The search of the textbook, with the choices that programs make differently as parameters.

One loop takes nodes from a queue, expands them and adds their children. ``Variant`` names the choices; ``search`` runs
one on a board and returns the path and all its counters, so that what a program calls "expanded" is looked up among
them. A* with an admissible heuristic is right only with some of these choices: the others are mistakes that programs
make. Read ``search`` first.

Heaps: R. Sedgewick and K. Wayne, *Algorithms*, 2.4; R. Floyd, *Algorithm 245: Treesort*, CACM 1964.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, partial
from heapq import heappop, heappush
from math import hypot, inf
from typing import Any, NamedTuple, Protocol, TypeAlias

from taquin.puzzle.board import State
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Move, steps


class Ties(StrEnum):
    """Which of the nodes with an equal key leaves the queue first."""

    OLDEST = "oldest"
    NEWEST = "newest"
    HEAPQ = "heapq"
    """As in the heaps of Python and of libstdc++, which move the hole to the bottom first and then up."""
    LIBCXX = "libc++"
    JAVA = "Java"
    """As in java.util.PriorityQueue and most binary heaps of textbooks."""
    BOARD = "board"
    """The smaller board, cell by cell, as tuples compare in Python."""


class Duplicates(StrEnum):
    """When a board that was reached before is left out."""

    GENERATED = "generated"
    """It is marked when it is generated, and never again: a cheaper path is ignored."""
    CLOSED = "closed"
    """A child that was expanded is left out; copies in the queue are expanded again."""
    EXPANDED = "expanded"
    """All children are added; a node is left out when it is taken, if its board was expanded."""
    BOTH = "both"
    """A child that was expanded is left out, and a node when it is taken."""
    SMALLER = "smaller"
    """It is added again if its g is smaller; the old copy is expanded again."""
    SMALLER_ONCE = "smaller once"
    """It is added again if its g is smaller; the old copy is left out when it is taken."""
    UNDO = "undo"
    """Only the move that undoes the last one is left out."""
    NONE = "none"


class GoalTest(StrEnum):
    """When a board is compared with the goal."""

    TAKEN = "taken"
    GENERATED = "generated"


class Key(StrEnum):
    """What the queue compares; ``added`` is a plain queue or a stack."""

    ADDED = "added"
    F = "f"
    F_H = "f, then h"
    F_G = "f, then g"


@dataclass(frozen=True)
class Variant:
    """The choices of a best-first search, a breadth-first search or a depth-first search."""

    key: Key = Key.F
    ties: Ties = Ties.OLDEST
    duplicates: Duplicates = Duplicates.SMALLER_ONCE
    goal_test: GoalTest = GoalTest.TAKEN
    heuristic: str = "manhattan"
    order: tuple[Move, ...] = tuple(Move)
    weight_g: float = 1
    weight_h: float = 1
    takes_parent_h: bool = False
    """Whether the h of a child is that of its parent, computed before the move."""
    ignores_blank: bool = False
    """Whether the goal test compares the tiles in reading order, without the blank."""


class Counts(NamedTuple):
    """All that programs count; ``taken`` includes the goal and stale copies."""

    expanded: int
    taken: int
    closed: int
    """Different boards that were expanded."""
    children: int
    """Legal children, also those that are left out."""
    added: int
    """Nodes added to the queue, without the start."""
    seen: int
    """Different boards that were added, with the start."""
    largest_queue: int
    left: int
    """Nodes in the queue at the end."""


class Outcome(NamedTuple):
    """The result of one search. ``moves`` is None if it reached no goal or the limit."""

    moves: tuple[Move, ...] | None
    counts: Counts
    is_cut: bool
    """Whether it ended at the limit of expansions."""
    expanded: list[State]
    """The boards in the order in which they were expanded."""


def search(space: Space, start: State, variant: Variant, limit: float = inf) -> Outcome:
    """Search from ``start``, with at most ``limit`` nodes taken from the queue."""
    expand = space.expander(variant.order, variant.heuristic)
    is_goal = space.is_ordered if variant.ignores_blank else space.goal.__eq__
    rules, tests_children = RULES[variant.duplicates], variant.goal_test is GoalTest.GENERATED
    weight_g, weight_h, key = variant.weight_g, variant.weight_h, variant.key
    is_by_board, queue = variant.ties is Ties.BOARD, make_queue(variant)
    queue.add(0, 0)
    states, depths, parents, moves = [start], [0], [-1], [-1]  # of every node, by its number
    best_g = {start: 0}  # of every board that was added
    closed: set[State] = set()
    expanded: list[State] = []
    taken = children = 0
    largest, left, goal = 1, 1, -1
    while left and goal < 0 and taken < limit:
        node = queue.take()
        taken += 1
        left -= 1
        state = states[node]
        if (rules.closed_when_taken and state in closed) or (rules.stale_when_taken and depths[node] > best_g[state]):
            continue
        if not tests_children and is_goal(state):
            goal = node
            break
        closed.add(state)
        expanded.append(state)
        g = depths[node] + 1
        before = states[parents[node]] if node else None
        own_h, family = expand(state)
        for move, child, h in family:
            children += 1
            if (rules.added and child in best_g) or (rules.closed_when_added and child in closed):
                continue
            if (rules.not_smaller and best_g.get(child, inf) <= g) or (rules.undo and child == before):
                continue
            if g < best_g.get(child, inf):
                best_g[child] = g
            number = len(states)
            states.append(child)
            depths.append(g)
            parents.append(node)
            moves.append(move)
            if tests_children and is_goal(child):
                goal = number
                break
            if variant.takes_parent_h:
                h = own_h
            f = weight_g * g + weight_h * h
            rank: Any = f if key is Key.F else (f, h) if key is Key.F_H else (f, g)
            queue.add((rank, child) if is_by_board else rank, number)
            left += 1
        if left > largest:
            largest = left
    counts = Counts(len(expanded), taken, len(closed), children, len(states) - 1, len(best_g), largest, left)
    is_cut = goal < 0 and left > 0
    path = []
    while goal > 0:
        path.append(Move(moves[goal]))
        goal = parents[goal]
    return Outcome(tuple(reversed(path)) if goal == 0 else None, counts, is_cut, expanded)


class Rules(NamedTuple):
    """Which boards a search leaves out."""

    added: bool = False
    """Children that were added before."""
    not_smaller: bool = False
    """Children that were added before with the same or a smaller g."""
    closed_when_added: bool = False
    """Children that were expanded."""
    closed_when_taken: bool = False
    """Nodes whose board was expanded, when they are taken."""
    stale_when_taken: bool = False
    """Nodes whose board was added with a smaller g meanwhile, when they are taken."""
    undo: bool = False
    """The child that is the parent of its parent."""


RULES = {
    Duplicates.GENERATED: Rules(added=True),
    Duplicates.CLOSED: Rules(closed_when_added=True),
    Duplicates.EXPANDED: Rules(closed_when_taken=True),
    Duplicates.BOTH: Rules(closed_when_added=True, closed_when_taken=True),
    Duplicates.SMALLER: Rules(not_smaller=True),
    Duplicates.SMALLER_ONCE: Rules(not_smaller=True, stale_when_taken=True),
    Duplicates.UNDO: Rules(undo=True),
    Duplicates.NONE: Rules(),
}


# The space: boards, moves and estimates, remembered for all variants


Expansion: TypeAlias = tuple[float, list[tuple[Move, State, float]]]


class Space:
    """The children and the estimates of boards for one goal; each is computed once for thousands of searches."""

    def __init__(self, goal: State, shape: Shape) -> None:
        self.goal, self.shape = goal, shape
        self._tiles = [tile for tile in goal if tile]
        self._homes = [goal.index(tile) for tile in range(len(goal))]
        self._expanders: dict[tuple[tuple[Move, ...], str], Callable[[State], Expansion]] = {}
        self._children: dict[State, dict[Move, State]] = {}
        self._estimates: dict[str, dict[State, float]] = {name: {} for name in HEURISTICS}

    def is_ordered(self, state: State) -> bool:
        """Whether the tiles are in the order of the goal, wherever the blank is."""
        return [tile for tile in state if tile] == self._tiles

    def expander(self, order: tuple[Move, ...], heuristic: str) -> Callable[[State], Expansion]:
        """A function from a board to its estimate and its children, in this order, with theirs."""
        if (order, heuristic) not in self._expanders:

            @cache
            def expand(state: State) -> Expansion:
                moves = self._moves(state)
                family = [(move, moves[move], self.estimate(moves[move], heuristic)) for move in order if move in moves]
                return self.estimate(state, heuristic), family

            self._expanders[order, heuristic] = expand
        return self._expanders[order, heuristic]

    def estimate(self, state: State, heuristic: str) -> float:
        """A heuristic of ``HEURISTICS``, as textbooks and programs define it."""
        known = self._estimates[heuristic]
        if state not in known:
            known[state] = HEURISTICS[heuristic](state, self._homes, self.shape.columns)
        return known[state]

    def _moves(self, state: State) -> dict[Move, State]:
        if state not in self._children:
            blank = state.index(0)
            self._children[state] = {move: _slid(state, blank, cell) for move, cell in steps(self.shape)[blank]}
        return self._children[state]


def _slid(state: State, blank: int, target: int) -> State:
    cells = list(state)
    cells[blank], cells[target] = cells[target], 0
    return bytes(cells) if isinstance(state, bytes) else tuple(cells)


def _distances(state: State, homes: list[int], columns: int, first: int) -> list[tuple[int, int]]:
    """Rows and columns between every tile and its home, in reading order; with the blank if ``first`` is 0."""
    return [
        (abs(cell // columns - homes[tile] // columns), abs(cell % columns - homes[tile] % columns))
        for cell, tile in enumerate(state)
        if tile >= first
    ]


def _manhattan(state: State, homes: list[int], columns: int, first: int = 1) -> float:
    return sum(rows + others for rows, others in _distances(state, homes, columns, first))


def _misplaced(state: State, homes: list[int], columns: int, first: int = 1) -> float:
    return sum(cell != homes[tile] for cell, tile in enumerate(state) if tile >= first)


def _euclid(state: State, homes: list[int], columns: int, first: int = 1, *, truncated: bool = False) -> float:
    lengths = [hypot(rows, others) for rows, others in _distances(state, homes, columns, first)]
    return sum(map(int, lengths)) if truncated else sum(lengths)


def _linear_conflicts(state: State, homes: list[int], columns: int) -> float:
    """Manhattan, and 2 for each pair of tiles in their line in the wrong order: the frequent simple form."""
    total = _manhattan(state, homes, columns)
    for one in range(len(state)):
        for two in range(one + 1, len(state)):
            if state[one] and state[two] and homes[state[one]] > homes[state[two]]:
                here, there = (one, two), (homes[state[one]], homes[state[two]])
                total += 2 * (len({cell // columns for cell in here + there}) == 1)
                total += 2 * (len({cell % columns for cell in here + there}) == 1)
    return total


HEURISTICS: dict[str, Callable[[State, list[int], int], float]] = {
    "none": lambda state, homes, columns: 0,
    "manhattan": _manhattan,
    "misplaced": _misplaced,
    "euclid": _euclid,
    "manhattan with the blank": partial(_manhattan, first=0),
    "misplaced with the blank": partial(_misplaced, first=0),
    "euclid with the blank": partial(_euclid, first=0),
    "euclid, truncated": lambda *arguments: int(_euclid(*arguments)),
    "euclid, each truncated": partial(_euclid, truncated=True),
    "manhattan with linear conflicts": _linear_conflicts,
}


# The queues


class Queue(Protocol):
    """What the search needs of its queue: nodes are numbers in the order of birth."""

    def add(self, key: Any, node: int) -> None: ...
    def take(self) -> int: ...


def make_queue(variant: Variant) -> Queue:
    """The queue of a variant."""
    return _QUEUES[variant.ties]() if variant.key is not Key.ADDED else _LINES[variant.ties]()


class FirstIn:
    """First in, first out."""

    def __init__(self) -> None:
        self._nodes: deque[int] = deque()

    def add(self, key: Any, node: int) -> None:
        self._nodes.append(node)

    def take(self) -> int:
        return self._nodes.popleft()


class LastIn(FirstIn):
    """A stack."""

    def take(self) -> int:
        return self._nodes.pop()


class OldestFirst:
    """The least key first, of equal ones the oldest: a sorted list, or a heap whose items have a running number."""

    def __init__(self) -> None:
        self._heap: list[tuple[Any, int]] = []

    def add(self, key: Any, node: int) -> None:
        heappush(self._heap, (key, node))

    def take(self) -> int:
        return heappop(self._heap)[1]


class NewestFirst(OldestFirst):
    """The least key first, of equal ones the newest."""

    def add(self, key: Any, node: int) -> None:
        heappush(self._heap, (key, -node))

    def take(self) -> int:
        return -heappop(self._heap)[1]


class Heap:
    """A binary heap that compares the keys alone. The subclasses differ in how the last item finds a new place.

    That decides which of several nodes with an equal key leaves first.
    """

    def __init__(self) -> None:
        self._heap: list[tuple[Any, int]] = []

    def add(self, key: Any, node: int) -> None:
        self._heap.append((key, node))
        self._rise(len(self._heap) - 1, (key, node))

    def take(self) -> int:
        heap = self._heap
        last = heap.pop()
        if not heap:
            return last[1]
        first = heap[0]
        self._fill(last)
        return first[1]

    def _fill(self, last: tuple[Any, int]) -> None:
        """Let the children rise into the hole at the top, and place ``last``."""
        raise NotImplementedError

    def _rise(self, hole: int, item: tuple[Any, int]) -> None:
        """Place an item at a hole, or above it while the parents are larger."""
        heap, value = self._heap, item[0]
        while hole and value < heap[(hole - 1) >> 1][0]:
            heap[hole] = heap[(hole - 1) >> 1]
            hole = (hole - 1) >> 1
        heap[hole] = item


class BottomUpHeap(Heap):
    """heapq of Python and std::priority_queue of libstdc++: the hole goes to the bottom, of equal children the right.

    The two are one algorithm: tests compare this class with both.
    """

    def _fill(self, last: tuple[Any, int]) -> None:
        heap, hole, size = self._heap, 0, len(self._heap)
        while (child := 2 * hole + 1) < size:
            if child + 1 < size and not heap[child][0] < heap[child + 1][0]:
                child += 1
            heap[hole] = heap[child]
            hole = child
        self._rise(hole, last)


class LibcxxHeap(Heap):
    """std::priority_queue of libc++: the hole goes to the bottom, of equal children the left, the last item too."""

    def take(self) -> int:
        heap = self._heap
        first, size, hole = heap[0], len(heap), 0
        while (child := 2 * hole + 1) < size:
            if child + 1 < size and heap[child + 1][0] < heap[child][0]:
                child += 1
            heap[hole] = heap[child]
            hole = child
        last = heap.pop()
        if hole < len(heap):
            self._rise(hole, last)
        return first[1]


class TopDownHeap(Heap):
    """java.util.PriorityQueue: the last item sinks while a child is smaller, of equal children the left."""

    def _fill(self, last: tuple[Any, int]) -> None:
        heap, hole, size, value = self._heap, 0, len(self._heap), last[0]
        while (child := 2 * hole + 1) < size:
            if child + 1 < size and heap[child + 1][0] < heap[child][0]:
                child += 1
            if value <= heap[child][0]:
                break
            heap[hole] = heap[child]
            hole = child
        heap[hole] = last


_LINES: dict[Ties, type[Queue]] = {Ties.OLDEST: FirstIn, Ties.NEWEST: LastIn}
_QUEUES: dict[Ties, type[Queue]] = {
    Ties.OLDEST: OldestFirst,
    Ties.NEWEST: NewestFirst,
    Ties.BOARD: OldestFirst,  # the board is part of the key
    Ties.HEAPQ: BottomUpHeap,
    Ties.LIBCXX: LibcxxHeap,
    Ties.JAVA: TopDownHeap,
}
