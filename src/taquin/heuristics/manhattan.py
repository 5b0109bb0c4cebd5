"""Heuristics that look at single tiles: misplaced tiles, Manhattan (taxicab) and Euclidean distance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum, hypot
from operator import getitem, ne
from typing import Any

from taquin.errors import HeuristicError
from taquin.heuristics.base import Explanation, Heuristic, tile_parts
from taquin.puzzle.board import Board, State
from taquin.puzzle.geometry import tile_cells
from taquin.puzzle.words import plural

MAXIMUM_TABLE_CELLS = 256
"""Boards up to this size get tables of cells² entries; for larger boards entries are computed on demand."""


class TileSum(Heuristic):
    """A heuristic that is the sum, over all tiles, of an integer that depends on the tile and its cell alone.

    This is the form that the native core supports: it uses ``tables()``, not the name of the heuristic.
    """

    __slots__ = ()

    def cost(self, rows: int, columns: int) -> int:
        """The entry of a tile this many rows and columns away from its goal cell; 0 on its goal cell."""
        raise NotImplementedError

    def tables(self) -> list[list[int]]:
        """``tables()[tile][cell]``, all zero for the blank. Raises ``HeuristicError`` beyond 256 cells."""
        cells = self.goal.shape.cells
        if cells > MAXIMUM_TABLE_CELLS:
            raise HeuristicError(
                f"a {self.goal.shape} board is too large for a table of every tile on every cell",
                hint=f"the limit is {MAXIMUM_TABLE_CELLS} cells",
            )
        return [[entries[cell] for cell in range(cells)] for entries in tile_entries(self.goal, self.cost)]


def tile_entries(goal: Board, cost: Callable[[int, int], float]) -> list[Any]:
    """The entries of every tile, by cell: ``cost`` of the rows and columns between a cell and the tile's goal cell."""
    shape = goal.shape
    homes = map(shape.position, tile_cells(goal.state))
    entries: list[Any] = [_ComputedEntries(*home, shape.columns, cost) for home in homes]
    entries[0] = _ComputedEntries(0, 0, shape.columns, lambda rows, columns: cost(0, 0))
    if shape.cells > MAXIMUM_TABLE_CELLS:
        return entries
    return [[row[cell] for cell in range(shape.cells)] for row in entries]


class _ComputedEntries:
    """The entries of one tile, computed on demand, without a table."""

    __slots__ = ("_column", "_columns", "_cost", "_row")

    def __init__(self, row: int, column: int, columns: int, cost: Callable[[int, int], float]) -> None:
        self._row, self._column, self._columns, self._cost = row, column, columns, cost

    def __getitem__(self, cell: int) -> float:
        row, column = divmod(cell, self._columns)
        return self._cost(abs(row - self._row), abs(column - self._column))


class Misplaced(TileSum):
    """The number of tiles that are not on their goal cells. The blank is not counted: that would overestimate.

    Admissible and consistent: a slide moves one tile. O(n) from scratch, O(1) per slide. h1 of Russell and Norvig,
    *Artificial Intelligence: A Modern Approach*, section 3.6.

    >>> goal = Board([1, 2, 3, 4, 5, 6, 7, 8, 0])
    >>> Misplaced(goal)(Board([1, 2, 3, 4, 0, 5, 6, 7, 8]).state)
    4
    """

    __slots__ = ("_blank", "_cells")

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        self._cells = goal.state
        self._blank = goal.blank

    def __call__(self, state: State) -> int:
        """The number of cells that differ from the goal, without the blank's goal cell."""
        differing: int = sum(map(ne, state, self._cells))
        return differing - (state[self._blank] != 0)

    def update(self, value: float, parent: State, child: State) -> float:
        """Only the tile that slid changes: it may have left or reached its goal cell."""
        cells = self._cells
        tile_now = parent.index(0)
        tile_before = child.index(0)
        tile = child[tile_now]
        return value + (cells[tile_before] == tile) - (cells[tile_now] == tile)

    def cost(self, rows: int, columns: int) -> int:
        return 1 if rows or columns else 0

    def explain(self, state: State) -> Explanation:
        parts = tile_parts(self.goal, state, self.cost, "line")
        verb = "is" if len(parts) == 1 else "are"
        return Explanation(len(parts), f"{plural(len(parts), 'tile')} {verb} not at home", parts)


class Manhattan(TileSum):
    """The sum of the rows and columns between each tile and its goal cell. The blank is not counted.

    Admissible and consistent: a slide moves one tile by one cell. O(n) from scratch, O(1) per slide, with a table of n²
    entries for up to 256 cells. h2 of Russell and Norvig, *Artificial Intelligence: A Modern Approach*, section 3.6.

    >>> goal = Board([1, 2, 3, 4, 5, 6, 7, 8, 0])
    >>> Manhattan(goal)(Board([1, 2, 3, 4, 0, 5, 6, 7, 8]).state)
    6
    """

    __slots__ = ("_entries",)

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        self._entries = tile_entries(goal, self.cost)

    def __call__(self, state: State) -> int:
        return sum(map(getitem, map(self._entries.__getitem__, state), range(len(state))))

    def update(self, value: float, parent: State, child: State) -> float:
        """Only the tile that slid changes: it is now where the blank was."""
        tile_now = parent.index(0)
        entries: Sequence[int] = self._entries[child[tile_now]]
        return value + entries[tile_now] - entries[child.index(0)]

    def cost(self, rows: int, columns: int) -> int:
        return rows + columns

    def explain(self, state: State) -> Explanation:
        parts = tile_parts(self.goal, state, self.cost, "path")
        total = self(state)
        return Explanation(total, f"the tiles' distances add up to {total}", parts)


class Euclidean(Heuristic):
    """The sum of the straight-line distances between each tile and its goal cell: never more than Manhattan.

    Admissible and consistent. O(n). Every value is a correctly rounded sum (``math.fsum``) from scratch, so equal sets
    of distances give equal values, independent of the order of the tiles and of the path.

    >>> goal = Board([1, 2, 3, 4, 5, 6, 7, 8, 0])
    >>> round(Euclidean(goal)(Board([1, 2, 3, 4, 0, 5, 6, 7, 8]).state), 3)
    5.236
    """

    __slots__ = ("_entries",)

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        self._entries = tile_entries(goal, hypot)

    def __call__(self, state: State) -> float:
        return fsum(map(getitem, map(self._entries.__getitem__, state), range(len(state))))

    def explain(self, state: State) -> Explanation:
        total = self(state)
        words = f"the tiles' straight-line distances add up to {total:.2f}"
        return Explanation(total, words, tile_parts(self.goal, state, hypot, "line"))
