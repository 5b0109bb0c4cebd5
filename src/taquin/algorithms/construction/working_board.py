"""A board that changes in place, with the moves made so far."""

from __future__ import annotations

from typing import NamedTuple

from taquin.puzzle.board import State
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Move


class Rectangle(NamedTuple):
    """The rows from ``top`` to ``bottom`` and the columns from ``left`` to ``right``, all included."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def rows(self) -> int:
        return self.bottom - self.top + 1

    @property
    def columns(self) -> int:
        return self.right - self.left + 1


class WorkingBoard:
    """A board with a border of -1, where each tile knows its home, and the moves made so far.

    A cell is ``(row + 1) * width + column + 1``.
    """

    def __init__(self, shape: Shape, start: State, goal: State) -> None:
        self.rows, self.columns = shape.rows, shape.columns
        self.width = shape.columns + 2
        self.steps = (-self.width, self.width, -1, 1)
        self.tiles = [-1] * (self.width * (shape.rows + 2))
        self.home = [0] * shape.cells
        for cell in range(shape.cells):
            self.tiles[self.padded(*shape.position(cell))] = start[cell]
            self.home[goal[cell]] = self.padded(*shape.position(cell))
        self.wanted = [-1] * len(self.tiles)
        for tile, cell in enumerate(self.home):
            self.wanted[cell] = tile
        self.where = [0] * shape.cells
        for cell, tile in enumerate(self.tiles):
            if tile >= 0:
                self.where[tile] = cell
        self.blank = self.where[0]
        self.moves = bytearray()

    def cells(self, area: Rectangle) -> list[int]:
        rows, columns = range(area.top, area.bottom + 1), range(area.left, area.right + 1)
        return [self.padded(row, column) for row in rows for column in columns]

    def padded(self, row: int, column: int) -> int:
        return (row + 1) * self.width + column + 1

    def position(self, cell: int) -> tuple[int, int]:
        row, column = divmod(cell, self.width)
        return row - 1, column - 1

    def distance(self, one: int, other: int) -> int:
        (row, column), (other_row, other_column) = divmod(one, self.width), divmod(other, self.width)
        return abs(row - other_row) + abs(column - other_column)

    def distance_to_fill(self, cell: int) -> int:
        """The distance from a cell to the tile that belongs there."""
        return self.distance(self.where[self.wanted[cell]], cell)

    def play(self, move: int) -> None:
        """Make one move; if it undoes the last one, both are dropped."""
        target = self.blank + self.steps[move]
        tile = self.tiles[target]
        self.tiles[self.blank], self.tiles[target] = tile, 0
        self.where[tile], self.where[0] = self.blank, target
        self.blank = target
        if self.moves and self.moves[-1] == move ^ 1:
            self.moves.pop()
        else:
            self.moves.append(move)

    def slide_home(self) -> None:
        """Move the blank to its home on a board of one line, where nothing else is possible."""
        while self.blank != self.home[0]:
            is_row = self.rows == 1
            self.play((Move.LEFT if is_row else Move.UP) + (self.blank < self.home[0]))
