"""Heuristics that add up one entry per tile, and the tables that hold the entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from taquin.errors import HeuristicError
from taquin.heuristics.base import Heuristic
from taquin.puzzle.board import Board

MAXIMUM_TABLE_CELLS = 256
"""Boards up to this size get real tables (cells² entries); on larger ones an entry is computed when it is asked for."""

Number = TypeVar("Number", bound=float)
Number_co = TypeVar("Number_co", bound=float, covariant=True)


class TileSum(Heuristic):
    """A heuristic that is the sum, over all tiles, of an integer that depends on the tile and its cell alone.

    This is the form that the native core knows: it takes ``tables()`` and never the name of the heuristic.
    """

    __slots__ = ()

    def cost(self, rows: int, columns: int) -> int:
        """What a tile adds that is this many rows and columns away from its goal cell; 0 at home."""
        raise NotImplementedError

    def tables(self) -> list[list[int]]:
        """``tables()[tile][cell]``, all zero for the blank. Raises ``HeuristicError`` beyond 256 cells."""
        cells = self.goal.shape.cells
        if cells > MAXIMUM_TABLE_CELLS:
            raise HeuristicError(
                f"a {self.goal.shape} board is too large for a table of every tile on every cell",
                hint=f"the most is {MAXIMUM_TABLE_CELLS} cells",
            )
        return [[entries[cell] for cell in range(cells)] for entries in tile_entries(self.goal, self.cost)]


class Entries(Protocol[Number_co]):
    """What one tile adds on each cell."""

    def __getitem__(self, cell: int, /) -> Number_co:
        """What it adds on this cell."""
        ...


def tile_entries(goal: Board, cost: Callable[[int, int], Number]) -> list[Entries[Number]]:
    """For every tile its entries, made from the rows and the columns between a cell and the tile's goal cell."""
    shape = goal.shape
    entries: list[Entries[Number]] = [_ComputedEntries(0, 0, shape.columns, cost) for _ in range(shape.cells)]
    for cell, tile in enumerate(goal):
        row, column = shape.position(cell)
        entries[tile] = _ComputedEntries(row, column, shape.columns, cost)
    entries[0] = _ComputedEntries(0, 0, shape.columns, lambda rows, columns: cost(0, 0))
    if shape.cells > MAXIMUM_TABLE_CELLS:
        return entries
    return [[row[cell] for cell in range(shape.cells)] for row in entries]


class _ComputedEntries(Generic[Number]):
    """Entries that take no memory."""

    __slots__ = ("_column", "_columns", "_cost", "_row")

    def __init__(self, row: int, column: int, columns: int, cost: Callable[[int, int], Number]) -> None:
        self._row = row
        self._column = column
        self._columns = columns
        self._cost = cost

    def __getitem__(self, cell: int, /) -> Number:
        row, column = divmod(cell, self._columns)
        return self._cost(abs(row - self._row), abs(column - self._column))
