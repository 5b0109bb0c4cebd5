"""The choices that programs make differently in the search of the textbook.

A ``Variant`` names the choices; ``variant_search.py`` runs one, and the core a million of them. A* with an admissible
heuristic finds shortest solutions with some of the choices only; the others are frequent mistakes.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import permutations
from math import hypot
from operator import add
from typing import NamedTuple, TypeAlias

from taquin.puzzle.board import State
from taquin.puzzle.moves import Move


class Algorithm(StrEnum):
    """The loop."""

    BEST_FIRST = "a queue"
    IDA_STAR = "IDA*"
    DEEPENING = "iterative deepening"
    BIDIRECTIONAL = "bidirectional breadth-first search, one node from each end in turn"
    BIDIRECTIONAL_LAYERS = "bidirectional breadth-first search, one layer from each end in turn"
    BIDIRECTIONAL_SMALLER = "bidirectional breadth-first search, always a layer of the smaller queue"


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
    FAMILY = "the children of the latest expansion leave first, in their order"
    HEAPQ = "they leave as heapq of Python, priority_queue of libstdc++ and BinaryHeap of Rust let them"
    LIBCXX = "they leave as std::priority_queue of libc++ (LLVM 15 and later) lets them"
    JAVA = "they leave as from a textbook's heap, in which the last entry sinks while a child is smaller"
    RIGHT = "they leave as from a hand-made heap that takes the right one of two equal children"
    APPEND = "they leave as from BinaryHeap of Rust, to which each family is appended as a heap"
    BOARD = "the smaller board leaves first, compared cell by cell"
    BOARD_PATH = "the smaller board leaves first, compared cell by cell, then the smaller list of boards on the path"
    BOARD_LETTERS = (
        "the smaller board leaves first, compared cell by cell, then the smaller path, by the moves' letters"
    )


class Duplicates(StrEnum):
    """When a board that was reached before is left out."""

    GENERATED = "a board is marked when it is generated, so a cheaper path to it is ignored"
    CLOSED = "children that were expanded are left out, but copies in the queue are expanded again"
    OPEN = "children that were expanded, or are in the queue with a smaller g, are left out; copies are expanded again"
    EXPANDED = "a node is left out when it is taken, if its board was expanded"
    BOTH = "boards that were expanded are left out, as children and when they are taken"
    SMALLER = "a board is added again if its g is smaller, and the old copy is expanded too"
    SMALLER_ONCE = "a board is added again if its g is smaller, and the old copy is left out"
    IN_PLACE = "boards that were expanded are left out, and a board in the queue gets a smaller g in its place"
    UNDO = "only the move that undoes the last one is left out"
    PATH = "only boards on the path to the node are left out"
    NONE = "boards that were reached before are not left out"


class GoalTest(StrEnum):
    """When a board is compared with the goal."""

    TAKEN = "when it is taken from the queue"
    GENERATED = "when it is generated"
    FAMILY = "after all children of an expansion were made"
    ESTIMATE = "never; the search stops when the estimate that is stored with the node that is taken is 0"
    EXPANDED = "after it is expanded, so the goal is expanded, too"


class Variant(NamedTuple):
    """The choices of a best-first, breadth-first or depth-first search, or of one without a queue."""

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
    algorithm: Algorithm = Algorithm.BEST_FIRST

    @property
    def code(self) -> int:
        """Its number, which the core and ``decode`` take. Only of a known heuristic and known weights."""
        return sum(
            choices.index(value) << shift
            for value, (shift, choices) in zip(self.choices, _FIELDS.values(), strict=True)
        )

    @property
    def choices(self) -> tuple[object, ...]:
        """The value of every field of the number."""
        weights = (self.weight_g, self.weight_h)
        named = {**self._asdict(), "weights": weights}
        return tuple(named[name] for name in _FIELDS)


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

ORDERS = tuple(permutations(Move))
WEIGHTS: tuple[tuple[float, float], ...] = (
    (1, 1),
    (0, 1),
    (1, 2),
    (2, 1),
    (1, 3),
    (1, 5),
    (1, 1.5),
    (1.1, 1),
    (1, 10),
    (1, 4),
)
"""Of g and h in f; the second is greedy search."""

_FIELDS: dict[str, tuple[int, Sequence[object]]] = {
    "order": (0, ORDERS),
    "goal_test": (5, tuple(GoalTest)),
    "duplicates": (8, tuple(Duplicates)),
    "ties": (12, tuple(Ties)),
    "key": (16, tuple(Key)),
    "heuristic": (18, tuple(HEURISTICS)),
    "weights": (22, WEIGHTS),
    "marks_start": (26, (True, False)),
    "takes_parent_h": (27, (False, True)),
    "ignores_blank": (28, (False, True)),
    "algorithm": (29, tuple(Algorithm)),
}
"""Where the choices stand in the number of a variant (native/src/judging/variant_search.cpp), by their place."""


def decode(code: int) -> Variant:
    """The variant with this number."""
    places = list(_FIELDS.values())
    widths = [place[0] for place in places[1:]] + [32]
    found = {
        name: choices[(code >> shift) & ((1 << (end - shift)) - 1)]
        for (name, (shift, choices)), end in zip(_FIELDS.items(), widths, strict=True)
    }
    weights = found.pop("weights")
    assert isinstance(weights, tuple)
    return Variant(**found, weight_g=weights[0], weight_h=weights[1])  # type: ignore[arg-type]


# All of them

Family: TypeAlias = dict[str, Sequence[object]]
_HEURISTIC_NAMES = list(HEURISTICS)
_BLIND, _FREQUENT, _PLAIN = _HEURISTIC_NAMES[:1], _HEURISTIC_NAMES[1:3], _HEURISTIC_NAMES[1:4]
_WITH_BLANK = [name for name in _HEURISTIC_NAMES if name.endswith("with the blank")]
_LISTS = (Ties.OLDEST, Ties.NEWEST)
_QUEUES = [rule for rule in Ties if rule not in (Ties.RIGHT, Ties.APPEND, Ties.BOARD_PATH, Ties.BOARD_LETTERS)]
_BOARDS = (Ties.BOARD, Ties.BOARD_PATH, Ties.BOARD_LETTERS)
_FULL_KEYS = (Key.F, Key.F_H, Key.F_G)
_TESTS = (GoalTest.TAKEN, GoalTest.GENERATED, GoalTest.FAMILY, GoalTest.EXPANDED)
_MARKING = (Duplicates.GENERATED, Duplicates.CLOSED, Duplicates.SMALLER, Duplicates.SMALLER_ONCE)
_ON_PATH = (Duplicates.UNDO, Duplicates.PATH, Duplicates.NONE)
_RULES = [rule for rule in Duplicates if rule is not Duplicates.PATH]
_GREEDY = ((0, 1),)


def families() -> Iterator[Family]:
    """The choices that programs combine, the frequent ones first; what is not named has its first value."""
    queue: Family = {"ties": _QUEUES, "duplicates": _RULES, "goal_test": _TESTS}
    yield {**queue, "key": [Key.ADDED], "ties": _LISTS, "duplicates": list(Duplicates), "heuristic": _BLIND}
    yield {
        **queue,
        "key": [Key.F],
        "ties": _QUEUES[1:],
        "heuristic": _BLIND,
    }  # with the oldest first it is breadth-first
    yield {**queue, "key": _FULL_KEYS, "heuristic": _PLAIN}
    yield {**queue, "key": [Key.F, Key.F_G], "heuristic": _PLAIN, "weights": _GREEDY}
    yield {**queue, "key": _FULL_KEYS, "ties": _BOARDS[1:], "heuristic": _PLAIN}  # after the board the path
    yield {**queue, "key": [Key.F], "heuristic": _HEURISTIC_NAMES[4:]}
    yield {**queue, "key": [Key.F_H, Key.F_G], "ties": _BOARDS, "heuristic": _WITH_BLANK}
    yield {**queue, "key": [Key.F], "ties": [Ties.RIGHT], "heuristic": _HEURISTIC_NAMES[:4]}
    yield {**queue, "key": [Key.F], "heuristic": _FREQUENT, "takes_parent_h": [True]}
    yield {**queue, "key": [Key.F], "heuristic": _FREQUENT, "weights": WEIGHTS[2:]}
    unmarked: Family = {"duplicates": _MARKING, "marks_start": [False]}
    yield {**queue, **unmarked, "key": [Key.F], "heuristic": _FREQUENT}
    yield {**queue, **unmarked, "key": [Key.ADDED], "ties": _LISTS, "heuristic": _BLIND}
    heaps: Family = {
        "key": [Key.F],
        "ties": [Ties.HEAPQ, Ties.JAVA, Ties.APPEND],
        "duplicates": [Duplicates.CLOSED, Duplicates.EXPANDED, Duplicates.BOTH],
        "heuristic": [*_FREQUENT, *_WITH_BLANK[:2]],
        "marks_start": [True, False],
    }
    yield {**heaps, "goal_test": _TESTS}
    parent_tests = [*_TESTS[:3], GoalTest.ESTIMATE]  # ESTIMATE of a child is 0 at the goal only; here it is EXPANDED
    yield {**heaps, "goal_test": parent_tests, "takes_parent_h": [True]}
    passes: Family = {"duplicates": _ON_PATH, "goal_test": _TESTS[:2]}
    known = [name for name in _HEURISTIC_NAMES if name not in _BLIND]
    yield {**passes, "algorithm": [Algorithm.IDA_STAR], "heuristic": known}
    yield {**passes, "algorithm": [Algorithm.DEEPENING], "heuristic": _BLIND}
    both_ends = [one for one in Algorithm if one.name.startswith("BIDIRECTIONAL")]
    yield {"duplicates": [Duplicates.GENERATED], "goal_test": _TESTS[:2], "heuristic": _BLIND, "algorithm": both_ends}


def variant_codes(
    orders: Iterable[Sequence[Move]] = ORDERS, heuristics: Iterable[str] = HEURISTICS, *, ignores_blank: bool = False
) -> array[int]:
    """The numbers of all variants with these orders and heuristics; with neighbours that differ in the goal test."""
    allowed: dict[str, set[object]] = {"order": set(map(tuple, orders)), "heuristic": set(heuristics)}
    codes: dict[int, None] = {}
    for family in families():
        some = [0]
        is_known = {"ignores_blank": [ignores_blank], "order": ORDERS} | family
        for name, (shift, choices) in sorted(_FIELDS.items(), key=lambda item: item[0] == "goal_test"):
            values = is_known.get(name, choices[:1])
            places = [choices.index(value) << shift for value in values if value in allowed.get(name, {value})]
            some = [code | place for code in some for place in places]
        codes |= dict.fromkeys(some)
    return array("I", codes)
