"""Detours: sequences of moves that a depth-first search can skip, because others lead to the same boards.

The tables of the default methods are package data, those that take long to build are cache files: building the one of
the default method for 4×4 takes 30 ms, a tenth of the time of `taquin solve`, and one for a larger board up to seconds.

L. A. Taylor and R. E. Korf, *Pruning duplicate nodes in depth-first search*, AAAI 1993.
"""

from __future__ import annotations

import re
import zlib
from array import array
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from pathlib import Path

from taquin import _native
from taquin.errors import SpecError
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import blank_targets, steps
from taquin.run.limits import check_limits, checking_limits
from taquin.tables.cache import CacheFile, Table, to_bytes, to_numbers

FORBIDDEN = 0xFFFF  # the state after a move that leads off the grid or completes a detour
PACKAGED = ((Shape(4, 4), 10), (Shape(4, 4), 12))
"""The tables in the package: shape and longest detour. ``tools/package_data.py`` writes them."""
SMALLEST_STORED = 10  # tables of shorter detours are not stored: they are built within milliseconds

_LARGEST_ON_CORE = 128  # cells
_BYTES_PER_WALK = 500  # of the tree of sequences, without the cells of the board
_FOLDER = Path(__file__).parent / "data"
_VERSION = 1


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
    number is the blank's cell. Raises ``SpecError`` if there would be too many states.

    A damaged file is replaced, and a table that cannot be stored is used from memory, with a ``CacheWarning``.

    >>> up, down = 0, 1
    >>> automaton = detours(Shape(3, 3), 2)
    >>> state = automaton[4 * 8 + up]
    >>> automaton[4 * state + up] == FORBIDDEN, automaton[4 * state + down] == FORBIDDEN
    (False, True)
    """
    if (shape, length) in PACKAGED:
        return to_numbers("H", zlib.decompress(packaged_path(shape, length).read_bytes()))
    if length < SMALLEST_STORED:
        return build(shape, length)
    stored = table_file(shape, length).obtain(lambda: (to_bytes(build(shape, length)), {}))
    return to_numbers("H", bytes(stored.table))


def build(shape: Shape, length: int) -> array[int]:
    """Build the table: on the core if it takes the shape, twenty times faster than the reference."""
    if not _native.is_available() or shape.cells > _LARGEST_ON_CORE:
        return build_in_python(shape, length)

    def should_stop(walks: int, memory: int) -> bool:
        check_limits(memory)
        return False

    try:
        found = _native.core.build_detours(_native.core.Grid(blank_targets(shape)), length, should_stop)
    except ValueError as error:
        raise _too_long(shape, length) from error
    assert found is not None  # to stop, ``should_stop`` raises
    return array("H", memoryview(found.following).cast("H"))


def build_in_python(shape: Shape, length: int) -> array[int]:
    """The reference. O(2^length) for every cell."""
    walks = _Walks(shape)
    for walk in checking_limits(walks.shorter_than(length), walks.memory):
        walks.extend(walk)
        if len(walks.states) >= FORBIDDEN:
            raise _too_long(shape, length)
    return array("H", walks.connect())


def _too_long(shape: Shape, length: int) -> SpecError:
    return SpecError(f"a lookback of {length} moves needs too large a table on {shape}", hint="use a shorter one")


def _is_automaton(shape: Shape, table: Table) -> bool:
    """Whether every state can be reached, and has one cell of the blank: false for a file that Taquin did not write.

    The core checks the same.
    """
    following = to_numbers("H", bytes(table))
    targets, count = blank_targets(shape), len(following) // 4
    if count >= FORBIDDEN:
        return False
    blanks = [*range(shape.cells), *[-1] * (count - shape.cells)]  # by state
    reached = list(range(shape.cells))
    for state in checking_limits(reached, lambda: 16 * count):
        for move, after in enumerate(following[4 * state : 4 * state + 4]):
            if after == FORBIDDEN:
                continue
            target = targets[4 * blanks[state] + move]
            if after >= count or target < 0 or blanks[after] not in (-1, target):
                return False
            if blanks[after] < 0:
                blanks[after] = target
                reached.append(after)
    return len(reached) == count


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


# Files


def table_file(shape: Shape, length: int) -> CacheFile:
    name = f"detours-{shape.text}-{length}.table"
    key = {"rows": shape.rows, "columns": shape.columns, "length": length}
    find_fault, is_possible = partial(_find_fault, shape.cells), partial(_is_automaton, shape)
    return CacheFile(name, "detours", _VERSION, key, find_fault, is_possible=is_possible)


def _find_fault(cells: int, facts: Mapping[str, object], size: int) -> str:
    """The error in the size: a table has four numbers of two bytes per state, and at least one state per cell."""
    return "" if size % 8 == 0 and size >= 8 * cells else f"expected {8 * cells} bytes or more, found {size:,}"


def file_named(name: str) -> tuple[CacheFile, str] | None:
    """The cache file with this name, and what it serves; None for other names."""
    match = re.fullmatch(r"detours-(\d{1,3})x(\d{1,3})-(\d{1,2})\.table", name)
    if match is None:
        return None
    shape, length = Shape(int(match[1]), int(match[2])), int(match[3])
    return table_file(shape, length), f"detours of up to {length} moves on {shape}, for ida_star(lookback={length})"


def packaged_path(shape: Shape, length: int) -> Path:
    return _FOLDER / f"detours-{shape.text}-{length}.bin"
