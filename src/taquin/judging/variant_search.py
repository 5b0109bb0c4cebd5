"""The search of the textbook, with the choices that programs make differently as parameters.

``search`` runs one variant and returns the path and all that programs count, so that what a program calls "expanded" is
looked up among them. This is the definition; native/src/judging/variant_search.cpp does the same for all variants.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import cache, partial
from heapq import heappop, heappush
from itertools import combinations
from math import inf
from typing import Any, NamedTuple, TypeAlias

from taquin.judging.variants import HEURISTICS, OWN_HEURISTICS, Algorithm, Duplicates, GoalTest, Key, Ties, Variant
from taquin.puzzle.board import State
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Move
from taquin.puzzle.problem import TileSpace

COUNTS = (
    "expanded",
    "taken",  # with the goal and stale copies
    "closed",  # different boards that were expanded
    "children",  # also those that are left out
    "forward",  # children, without those that undo the last move
    "added",  # to the queue, without the start
    "seen",  # different boards that were added, with the start
    "largest_before",  # the queue, before a node is taken
    "largest_after",  # the queue, after the children were added
    "left",  # in the queue at the end
    "left_and_closed",
    "calls",  # of the recursive function, also those that the bound cuts
    "last_expanded",  # in the last iteration
    "last_taken",
    "last_calls",
    "passes",
    "length",
)
"""What programs count, in the order of the core."""
NO_COUNT = -1000
"""A count that a search does not have: no number that a program prints."""
_DEEPEST_CALL = 250


Least: TypeAlias = float | tuple[float, float]
"""What a queue compares first."""


class Outcome(NamedTuple):
    """The result of one search; ``moves`` is None if it reached no goal, or its limit."""

    moves: tuple[Move, ...] | None
    counts: dict[str, int]
    expanded: list[State]


def search(space: Space, start: State, variant: Variant, limit: float = inf) -> Outcome:
    """Search from ``start``, with at most ``limit`` nodes taken from the queue."""
    if variant.algorithm in (Algorithm.IDA_STAR, Algorithm.DEEPENING):
        return _Passes(space, variant, limit).run(start)
    if variant.algorithm is not Algorithm.BEST_FIRST:
        return _search_from_both_ends(space, start, variant, limit)
    return _search_best_first(space, start, variant, limit)


def _search_best_first(space: Space, start: State, variant: Variant, limit: float) -> Outcome:
    expand = space.expander(variant.order, variant.heuristic)
    is_goal = space.is_ordered if variant.ignores_blank else space.goal.__eq__
    test, duplicates, ties, key = variant.goal_test, variant.duplicates, variant.ties, variant.key
    is_node_left_out, is_child_left_out = _NODE_RULES.get(duplicates, _never), _CHILD_RULES[duplicates]
    is_in_place = duplicates is Duplicates.IN_PLACE
    compares_keys_alone = ties in _HEAPS
    weight_g, weight_h = variant.weight_g, variant.weight_h
    pop = _POPS.get(ties, heappop)
    queue: list[Entry] = [(0, 0, 0)]
    family: list[Entry] = []
    nodes = [_Node(start, 0, 0, -1, space.estimate(start, variant.heuristic))]
    marks = _Marks(nodes, {start: 0} if variant.marks_start else {}, set())
    best_g, closed = marks.best_g, marks.closed
    queued: dict[State, int] = {}  # the last node of a board
    stale: set[int] = set()  # nodes in the queue whose place a cheaper path took
    expanded: list[State] = []
    taken = children = forward = added = before = after = 0
    goal = -1

    def entry(number: int, f: float, h: float, place: int) -> Entry:
        node = nodes[number]
        least: Least = 0
        if key is Key.F:
            least = f
        elif key is Key.F_H:
            least = (f, h)
        elif key is Key.F_G:
            least = (f, node.g)
        rank: object = number
        if compares_keys_alone:
            rank = undecided()
        elif ties is Ties.NEWEST:
            rank = -number
        elif ties is Ties.FAMILY:
            rank = (-len(expanded), place)
        elif ties is Ties.BOARD:
            rank = node.state
        elif ties is not Ties.OLDEST:
            rank = (node.state, path_rank(number))
        return least, rank, number

    def path_rank(number: int) -> list[State | str]:
        found: list[State | str] = []
        while nodes[number].g:
            found.append(nodes[number].state if ties is Ties.BOARD_PATH else Move(nodes[number].move).letter)
            number = nodes[number].parent
        return found[::-1]

    def size() -> int:
        return len(queue) + len(family) - len(stale)

    while queue and goal < 0 and taken < limit:
        largest = size()
        number = pop(queue)[2]
        if number in stale:
            stale.remove(number)
            continue
        before = max(before, largest)
        taken += 1
        node = nodes[number]
        state = node.state
        if is_node_left_out(marks, state, node.g, number):
            continue
        is_last = test is GoalTest.EXPANDED and is_goal(state)  # its children are added, and it is not counted
        if (test is GoalTest.TAKEN and is_goal(state)) or (test is GoalTest.ESTIMATE and not node.estimate):
            is_after = test is GoalTest.ESTIMATE and nodes[node.parent].state == space.goal
            goal = node.parent if is_after else number  # the stored estimate may be that of its parent
            break
        if (variant.marks_start or number) and not is_last:
            closed.add(state)
        if not is_last:
            expanded.append(state)
        g = node.g + 1
        own_h, successors = expand(state)
        goal_child = -1
        for place, (move, child, h) in enumerate(successors):
            children += 1
            forward += node.move < 0 or move != Move(node.move).opposite
            if is_child_left_out(marks, child, g, number):
                continue
            is_queued = is_in_place and child in best_g
            best_g[child] = min(g, best_g.get(child, g))
            estimate = own_h if variant.takes_parent_h else h
            f = weight_g * g + weight_h * estimate
            own = len(nodes)
            if is_queued and compares_keys_alone:  # the entry changes where it is, and the heap does not notice
                own = queued[child]
                nodes[own] = nodes[own]._replace(parent=number, g=g, move=int(move))
                for heap in (queue, family):
                    heap[:] = [entry(own, f, estimate, place) if one[2] == own else one for one in heap]
            else:
                nodes.append(_Node(child, g, number, int(move), estimate))
                made = entry(own, f, estimate, place)
                if is_queued:
                    stale.add(queued[child])
                    if ties in (Ties.OLDEST, Ties.NEWEST, Ties.FAMILY):  # it keeps its place
                        made = (made[0], next(one[1] for one in queue if one[2] == queued[child]), own)
                else:
                    added += 1
                queued[child] = own
                if ties is Ties.APPEND:
                    family.append(made)
                else:
                    heappush(queue, made)
            if child == space.goal and goal_child < 0:
                goal_child = own
                if test is GoalTest.GENERATED:
                    goal = own
                    break
        else:
            if ties is Ties.APPEND:
                queue = append_family(queue, family)
                family = []
            if goal_child >= 0 and test is GoalTest.FAMILY:
                goal = goal_child
                break
            after = max(after, size())
            goal = number if is_last else goal
    counts = {
        "expanded": len(expanded),
        "taken": taken,
        "closed": len(closed),
        "children": children,
        "forward": forward,
        "added": added,
        "seen": len(best_g),
        "largest_before": before,
        "largest_after": max(after, size()),
        "left": size(),
        "left_and_closed": size() + len(closed),
    }
    path, at = [], goal
    while at > 0 and nodes[at].g:
        path.append(Move(nodes[at].move))
        at = nodes[at].parent
    return _outcome(tuple(path[::-1]) if goal >= 0 else None, counts, expanded)


def _outcome(moves: tuple[Move, ...] | None, counts: dict[str, int], expanded: list[State]) -> Outcome:
    length = {} if moves is None else {"length": len(moves)}
    return Outcome(moves, dict.fromkeys(COUNTS, NO_COUNT) | counts | length, expanded)


class _Node(NamedTuple):
    state: State
    g: int
    parent: int
    move: int
    estimate: float


class _Marks(NamedTuple):
    """The nodes of a search, and what it knows of their boards."""

    nodes: list[_Node]
    best_g: dict[State, int]  # of every board that was added
    closed: set[State]


_Rule: TypeAlias = Callable[[_Marks, State, int, int], bool]
"""Whether a board with this g is left out: that of a node by its number, or of a child by the number of its parent."""


def _never(marks: _Marks, state: State, g: int, number: int) -> bool:
    return False


def _is_added(marks: _Marks, state: State, g: int, number: int) -> bool:
    return state in marks.best_g


def _is_closed(marks: _Marks, state: State, g: int, number: int) -> bool:
    return state in marks.closed


def _is_worse(marks: _Marks, state: State, g: int, number: int) -> bool:
    return marks.best_g.get(state, inf) < g


def _is_not_better(marks: _Marks, state: State, g: int, number: int) -> bool:
    return marks.best_g.get(state, inf) <= g


def _undoes_a_move(marks: _Marks, state: State, g: int, number: int) -> bool:
    return state == marks.nodes[marks.nodes[number].parent].state


def _is_on_path(marks: _Marks, state: State, g: int, number: int) -> bool:
    nodes = marks.nodes
    while nodes[number].state != state and nodes[number].g:
        number = nodes[number].parent
    return nodes[number].state == state


def _either(one: _Rule, other: _Rule) -> _Rule:
    return lambda marks, state, g, number: one(marks, state, g, number) or other(marks, state, g, number)


_CHILD_RULES: dict[Duplicates, _Rule] = {
    Duplicates.GENERATED: _is_added,
    Duplicates.CLOSED: _is_closed,
    Duplicates.OPEN: _either(_is_closed, _is_worse),
    Duplicates.EXPANDED: _never,
    Duplicates.BOTH: _is_closed,
    Duplicates.SMALLER: _is_not_better,
    Duplicates.SMALLER_ONCE: _is_not_better,
    Duplicates.IN_PLACE: _either(_is_closed, _is_not_better),
    Duplicates.UNDO: _undoes_a_move,
    Duplicates.PATH: _is_on_path,
    Duplicates.NONE: _never,
}
"""Which children are left out when they are made."""
_NODE_RULES: dict[Duplicates, _Rule] = {
    Duplicates.EXPANDED: _is_closed,
    Duplicates.BOTH: _is_closed,
    Duplicates.SMALLER_ONCE: _is_worse,
    Duplicates.IN_PLACE: _is_closed,
}
"""Which nodes are left out when they are taken; with the other rules none."""


# Searches without a queue of this kind


class _Passes:
    """Depth-first passes with a growing bound, on f (IDA*) or on the depth (iterative deepening)."""

    def __init__(self, space: Space, variant: Variant, limit: float) -> None:
        self._space, self._variant, self._limit = space, variant, limit
        self._expand = space.expander(variant.order, variant.heuristic)
        self._is_deepening = variant.algorithm is Algorithm.DEEPENING
        self._counts = dict.fromkeys(COUNTS[:1] + COUNTS[1:2] + COUNTS[3:6] + COUNTS[11:16], 0)
        self._expanded: list[State] = []
        self._path: list[State] = []
        self._moves: list[Move] = []
        self._next = inf

    def run(self, start: State) -> Outcome:
        """Passes until one reaches the goal."""
        counts, bound = self._counts, 0.0 if self._is_deepening else self._expand(start)[0]
        while bound < _DEEPEST_CALL and counts["calls"] < self._limit:
            counts["passes"] += 1
            counts |= {"last_expanded": 0, "last_taken": 0, "last_calls": 0}
            self._next, self._path, self._moves = inf, [start], []
            if self._visit(start, bound):
                return _outcome(tuple(self._moves), counts, self._expanded)
            bound = bound + 1 if self._is_deepening else self._next
        return _outcome(None, counts, self._expanded)

    def _count(self, name: str) -> None:
        self._counts[name] += 1
        self._counts[f"last_{name}"] += 1

    def _visit(self, state: State, bound: float) -> bool:
        self._count("calls")
        g, rule = len(self._moves), self._variant.duplicates
        h, successors = self._expand(state)
        f = g if self._is_deepening else g + h
        if f > bound:
            self._next = min(self._next, f)
            return False
        self._count("taken")
        if state == self._space.goal:
            return True
        if (self._is_deepening and g >= bound) or self._counts["calls"] >= self._limit or g > _DEEPEST_CALL:
            return False
        self._count("expanded")
        self._expanded.append(state)
        for move, child, _ in successors:
            self._counts["children"] += 1
            is_undo = bool(self._moves) and move == self._moves[-1].opposite
            self._counts["forward"] += not is_undo
            if (rule is Duplicates.UNDO and is_undo) or (rule is Duplicates.PATH and child in self._path):
                continue
            self._counts["added"] += 1
            self._moves.append(move)
            if self._variant.goal_test is GoalTest.GENERATED and child == self._space.goal:
                return True
            self._path.append(child)
            if self._visit(child, bound):
                return True
            self._path.pop()
            self._moves.pop()
        return False


def _search_from_both_ends(space: Space, start: State, variant: Variant, limit: float) -> Outcome:
    """Breadth-first search from both ends, by turns. Boards are marked when they are generated."""
    expand = space.expander(variant.order, variant.heuristic)
    ways: tuple[dict[State, tuple[State, Move] | None], ...] = ({start: None}, {space.goal: None})
    queues = (deque([start]), deque([space.goal]))
    counts = dict.fromkeys(("expanded", "taken", "children", "forward", "added"), 0)
    expanded: list[State] = []

    def way(side: int, state: State) -> list[Move]:
        """The moves from a board back to the beginning of its side."""
        moves = []
        while (step := ways[side][state]) is not None:
            state, move = step
            moves.append(move)
        return moves

    def result(meeting: State | None) -> Outcome:
        if meeting is None:
            return _outcome(None, counts, expanded)
        left = sum(map(len, queues))
        more = {"closed": counts["expanded"], "seen": counts["added"] + 2, "left": left}
        found = counts | more | {"left_and_closed": left + counts["expanded"]}
        moves = way(0, meeting)[::-1] + [move.opposite for move in way(1, meeting)]
        return _outcome(tuple(moves), found, expanded)

    side = 0
    while True:
        queue = queues[side]
        for _ in range(1 if variant.algorithm is Algorithm.BIDIRECTIONAL else len(queue)):
            if not queue or counts["taken"] >= limit:
                return result(None)
            state = queue.popleft()
            counts["taken"] += 1
            if variant.goal_test is GoalTest.TAKEN and state in ways[1 - side]:
                return result(state)
            counts["expanded"] += 1
            expanded.append(state)
            step = ways[side][state]
            for move, child, _ in expand(state)[1]:
                counts["children"] += 1
                counts["forward"] += step is None or move != step[1].opposite
                if child in ways[side]:
                    continue
                ways[side][child] = (state, move)
                counts["added"] += 1
                queue.append(child)
                if variant.goal_test is GoalTest.GENERATED and child in ways[1 - side]:
                    return result(child)
        is_smaller_first = variant.algorithm is Algorithm.BIDIRECTIONAL_SMALLER
        side = int(len(queues[1]) < len(queues[0])) if is_smaller_first else 1 - side


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

    def cost(self, heuristic: str, tile: int, cell: int) -> float:
        """What a tile adds on a cell."""
        cost, first = HEURISTICS[heuristic]
        home, columns = self._homes[tile], self.shape.columns
        if tile < first:
            return 0
        return cost(abs(cell // columns - home // columns), abs(cell % columns - home % columns))

    def _estimate(self, state: State, heuristic: str) -> float:
        if heuristic in OWN_HEURISTICS:
            return OWN_HEURISTICS[heuristic](state)
        total = 0.0
        for cell, tile in enumerate(state):  # sum() of Python 3.12 rounds less often than programs do
            total += self.cost(heuristic, tile, cell)
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


# The queues: heaps of entries, which are a key, what decides between equal keys, and a node

Entry: TypeAlias = tuple[Any, Any, int]

_HEAPS = (Ties.HEAPQ, Ties.LIBCXX, Ties.JAVA, Ties.RIGHT, Ties.APPEND)


def undecided() -> float:
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


def append_family(heap: list[Entry], family: list[Entry]) -> list[Entry]:
    """The heap with a family of children, as Rust's ``BinaryHeap::append`` leaves it.

    The family is made a heap. The shorter of the two is added to the longer, or all is made a heap anew if that seems
    cheaper.
    """
    _heapify(family)
    longer, shorter = (heap, family) if len(heap) >= len(family) else (family, heap)
    before, size = len(longer), len(longer) + len(shorter)
    if not shorter:
        return longer
    logarithm = before.bit_length() - 1 if size <= 2048 else 11
    if 2 * size < len(shorter) * logarithm:
        longer += shorter
        _heapify(longer)
    else:
        for entry in shorter:
            heappush(longer, entry)
    return longer


def _heapify(heap: list[Entry]) -> None:
    """Sink the entries from the middle to the first, the right one of equal children rising; equal ones stop it."""
    for top in reversed(range(len(heap) // 2)):
        entry, hole = heap[top], top
        while (child := 2 * hole + 1) < len(heap):
            if child + 1 < len(heap) and not heap[child] < heap[child + 1]:
                child += 1
            if not heap[child] < entry:
                break
            heap[hole] = heap[child]
            hole = child
        heap[hole] = entry
