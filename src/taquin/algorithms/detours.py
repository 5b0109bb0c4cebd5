"""Detours: sequences of moves that a depth-first search can skip, because others lead to the same boards.

L. A. Taylor and R. E. Korf, *Pruning duplicate nodes in depth-first search*, AAAI 1993.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from taquin import _native
from taquin.errors import SpecError
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import blank_targets, steps
from taquin.run.limits import check_limits, checking_limits
from taquin.tables.detour_tables import detour_table

FORBIDDEN = 0xFFFF  # the state after a move that leads off the grid or completes a detour

_BYTES_PER_WALK = 500  # of the tree of sequences, without the cells of the board


@lru_cache(maxsize=16)
def detours(shape: Shape, length: int) -> array[int]:
    """An automaton that reads the moves of a search and forbids those that complete a detour. Cached.

    A **detour** is a sequence of at most ``length`` moves, from some cell of the blank, for which another sequence to
    the same board is shorter, or as long and earlier in the order of moves. Every path that contains a detour can be
    replaced by one that is not longer and comes earlier. Therefore the first of the shortest paths to any board
    contains no detour, and a search that skips detours finds the same solution.

    With length 2 the only detours are moves that undo the last one. From length 6 on, the search tries only one of the
    two ways around a square.
    The entry ``4 * state + move`` is the state after a move, or ``FORBIDDEN``; the search begins in the state whose
    number is the blank's cell.

    >>> up, down = 0, 1
    >>> automaton = detours(Shape(3, 3), 2)
    >>> state = automaton[4 * 8 + up]
    >>> automaton[4 * state + up] == FORBIDDEN, automaton[4 * state + down] == FORBIDDEN
    (False, True)
    """
    return detour_table(shape, length, lambda: build_following(shape, length))


def _too_long(shape: Shape, length: int) -> SpecError:
    return SpecError(f"a lookback of {length} moves needs too large a table on {shape}", hint="use a shorter one")


def build_following(shape: Shape, length: int) -> list[int]:
    """Build the table of an automaton. O(2^length) for every cell.

    Raises ``SpecError`` as soon as it has too many states.
    """
    walks = _Walks(shape)
    for walk in checking_limits(walks.shorter_than(length), walks.memory):
        walks.extend(walk)
        if len(walks.states) >= FORBIDDEN:
            raise _too_long(shape, length)
    return walks.connect()


def build_on_core(shape: Shape, length: int) -> Iterable[int]:
    """The same table, built by the core if there is one, twenty times faster. Raises ``SpecError`` too."""
    core: Any = _native.load()
    if core is None:
        return build_following(shape, length)

    def should_stop(walks: int, memory: int) -> bool:
        check_limits(memory)
        return False

    try:
        return memoryview(core.build_detours(core.Grid(blank_targets(shape)), length, should_stop).following).cast("H")
    except ValueError as error:
        raise _too_long(shape, length) from error


class _Walks:
    """The tree of all sequences without a detour, from every cell of the blank; breadth first, as parallel lists.

    The first sequence from a cell to a board is the shortest and earliest; all later ones are detours.
    """

    def __init__(self, shape: Shape) -> None:
        cells = shape.cells
        self.ways = steps(shape)
        self._kind = "B" if cells <= 256 else "H"  # of the numbers in a board
        self.first = list(range(cells))  # the cell where the blank begins
        self.blank = list(range(cells))
        self.depth = [0] * cells
        self.parent = [-1] * cells
        self.rest = [-1] * cells  # the same sequence without its first move
        self.following = [[-1] * 4 for _ in range(cells)]  # with one more move; -1 off the grid or with a detour
        self.boards = [array(self._kind, range(cells)).tobytes()] * cells
        self.seen = {(cell, self.boards[cell]) for cell in range(cells)}
        self.states = {cell: cell for cell in range(cells)}  # numbers of the prefixes of detours, in this order

    def shorter_than(self, length: int) -> Iterator[int]:
        """All sequences of less than this length, including those that are added during the loop."""
        walk = 0
        while walk < len(self.first) and self.depth[walk] < length:
            yield walk
            walk += 1

    def memory(self) -> int:
        return (_BYTES_PER_WALK + len(self.boards[0])) * len(self.first)

    def extend(self, walk: int) -> None:
        """Add the sequences that are longer than this one by one move."""
        for move, target in self.ways[self.blank[walk]]:
            self._add(walk, move, target)

    def _add(self, walk: int, move: int, target: int) -> None:
        rest = self.following[self.rest[walk]][move] if self.depth[walk] else target
        if rest < 0:
            return  # a shorter detour ends here
        board, blank = array(self._kind, self.boards[walk]), self.blank[walk]
        board[blank], board[target] = board[target], board[blank]
        reached = self.first[walk], board.tobytes()
        if reached in self.seen:
            self._add_states(walk)
            return
        self.seen.add(reached)
        self.following[walk][move] = len(self.first)
        self.first.append(self.first[walk])
        self.blank.append(target)
        self.depth.append(self.depth[walk] + 1)
        self.parent.append(walk)
        self.rest.append(rest)
        self.following.append([-1] * 4)
        self.boards.append(reached[1])

    def _add_states(self, walk: int) -> None:
        """Number a detour without its last move, and all its prefixes that have no number yet."""
        prefixes = []
        while walk not in self.states:
            prefixes.append(walk)
            walk = self.parent[walk]
        for prefix in reversed(prefixes):
            self.states[prefix] = len(self.states)

    def connect(self) -> list[int]:
        """The automaton of Aho and Corasick: its states are the prefixes of detours.

        After a move it is in the state of the longest suffix of the moves so far that is a prefix of a detour.
        """
        return [self._follow(walk, move) for walk in checking_limits(self.states, self.memory) for move in range(4)]

    def _follow(self, walk: int, move: int) -> int:
        walk = self.following[walk][move]
        while walk >= 0 and walk not in self.states:
            walk = self.rest[walk]
        return FORBIDDEN if walk < 0 else self.states[walk]
