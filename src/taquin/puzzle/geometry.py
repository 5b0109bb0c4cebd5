"""Shapes of boards: rows, columns, cells, distances, and the parity rule that says which boards are connected.

A cell is a number from 0 to rows × columns - 1 in reading order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt

from taquin.errors import BoardError
from taquin.puzzle.arguments import as_real, check_kind
from taquin.puzzle.words import shown

MAXIMUM_SIDE = 256
_PUZZLE = re.compile(r"([0-9]{1,4})[ -]?puzzle")
_SIZE = re.compile(r"([0-9]{1,4})(?:\s*(?:[x×*,]|by)\s*([0-9]{1,4}))?")


@dataclass(frozen=True, slots=True)
class Shape:
    """The size of a board.

    >>> Shape(3, 4)
    Shape(rows=3, columns=4)
    >>> print(Shape.parse("3x4"))
    3×4
    """

    rows: int
    columns: int

    def __post_init__(self) -> None:
        for name, value in (("rows", self.rows), ("columns", self.columns)):
            number = as_real(value)
            if number is None or not 1 <= number <= MAXIMUM_SIDE or number != int(number):
                raise BoardError(f"a board has 1 to {MAXIMUM_SIDE} {name}, not {shown(value)}")
            if type(value) is not int:
                object.__setattr__(self, name, int(number))
        if self.cells < 2:
            raise BoardError("a board has at least 2 cells, and 1×1 has only one")

    @classmethod
    def parse(cls, text: str) -> Shape:
        """Read ``3x4``, ``3×4``, ``3 by 4``, ``3`` (a square) or ``8-puzzle`` (also a square)."""
        check_kind("text", text, str, "a size such as '3x4'")
        match = _SIZE.fullmatch(text.strip().lower())
        if puzzle := _PUZZLE.fullmatch(text.strip().lower()):
            side = isqrt(int(puzzle[1]) + 1)
            match = _SIZE.fullmatch(str(side)) if side * side == int(puzzle[1]) + 1 else None
        if match is None:
            raise BoardError(f"expected a size such as 3x4 (rows x columns), found {shown(text)}")
        rows = int(match[1])
        return cls(rows, int(match[2]) if match[2] else rows)

    @property
    def cells(self) -> int:
        """The number of cells, the blank's included."""
        return self.rows * self.columns

    @property
    def is_square(self) -> bool:
        """Whether there are as many rows as columns."""
        return self.rows == self.columns

    @property
    def is_line(self) -> bool:
        """Whether all cells are in one line, where no tile can pass another."""
        return self.rows == 1 or self.columns == 1

    @property
    def text(self) -> str:
        """The text that ``parse`` reads back, such as ``3x4``; files are named by it too."""
        return f"{self.rows}x{self.columns}"

    def position(self, cell: int) -> tuple[int, int]:
        """Row and column of a cell, both counted from 0."""
        return divmod(cell, self.columns)

    def cell(self, row: int, column: int) -> int:
        """The cell in this row and column."""
        return row * self.columns + column

    def neighbour(self, cell: int, down: int, right: int) -> int | None:
        """The cell this many rows down and columns to the right, or None beyond the edge."""
        row, column = divmod(cell, self.columns)
        row, column = row + down, column + right
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return row * self.columns + column
        return None

    def taxicab(self, one: int, other: int) -> int:
        """Rows plus columns between two cells."""
        row, column = divmod(one, self.columns)
        other_row, other_column = divmod(other, self.columns)
        return abs(row - other_row) + abs(column - other_column)

    def __str__(self) -> str:
        return f"{self.rows}×{self.columns}"


def tile_cells(cells: Sequence[int]) -> list[int]:
    """The cell of every tile, by the number of the tile.

    >>> tile_cells([3, 0, 2, 1])
    [1, 3, 2, 0]
    """
    places = [0] * len(cells)
    for cell, tile in enumerate(cells):
        places[tile] = cell
    return places


def count_inversions(values: Sequence[int]) -> int:
    """The number of pairs in the wrong order, for values that are not negative. Equal values do not count. O(n log n).

    >>> count_inversions([3, 1, 2]), count_inversions([1, 1])
    (2, 0)
    """
    size = max(values, default=0) + 1
    tree = [0] * (size + 1)
    inversions = 0
    for seen, value in enumerate(values):
        smaller = 0
        index = value + 1
        while index:
            smaller += tree[index]
            index &= index - 1
        inversions += seen - smaller
        index = value + 1
        while index <= size:
            tree[index] += 1
            index += index & -index
    return inversions


def permutation_parity(start: Sequence[int], goal: Sequence[int]) -> int:
    """0 if an even number of swaps turns one arrangement into the other, 1 if an odd number does."""
    home = [0] * len(goal)
    for cell, value in enumerate(goal):
        home[value] = cell
    seen = bytearray(len(start))
    cycles = 0
    for first in range(len(start)):
        cycles += not seen[first]
        cell = first
        while not seen[cell]:
            seen[cell] = 1
            cell = home[start[cell]]
    return (len(start) - cycles) % 2


def is_connected(shape: Shape, start: Sequence[int], goal: Sequence[int]) -> bool:
    """Whether slides lead from one arrangement of 0..n-1 to the other, in O(n), without a search.

    Every slide swaps the blank (0) with a neighbour: it changes the parity of the permutation and the parity of the
    blank's taxicab distance from its first cell. So the two parities must be equal. That is also sufficient (Johnson
    and Story, 1879), except in a single line, where tiles never pass each other.
    """
    if shape.is_line:
        return [tile for tile in start if tile] == [tile for tile in goal if tile]
    displacement = shape.taxicab(list(start).index(0), list(goal).index(0))
    return permutation_parity(start, goal) == displacement % 2
