"""Sums over tiles: heuristics that add up a number for each tile, which depends on the tile and its cell alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import getitem
from typing import Any, ClassVar

from taquin.errors import HeuristicError
from taquin.heuristics.base import Explanation, Heuristic, Kind, Part
from taquin.puzzle.board import Board, State
from taquin.puzzle.geometry import Shape, tile_cells
from taquin.puzzle.words import plural
from taquin.run.limits import checking_limits

MAXIMUM_TABLE_CELLS = 256
"""Boards up to this size get tables of cells² entries; for larger boards entries are computed on demand."""


class TileSum(Heuristic):
    """A heuristic that is the sum, over all tiles, of a whole number that depends on the tile and its cell alone.

    A subclass defines ``cost``. An evaluation takes O(n) from scratch and O(1) for each slide, with a table of n²
    entries for up to 256 cells. The native core supports this form: it uses ``tables()``, not the name of the
    heuristic.

    >>> class RowDistance(TileSum):
    ...     def cost(self, rows, columns):
    ...         return rows
    >>> heuristic = RowDistance(Board("1 2 3 / 4 5 6 / 7 8 0"))
    >>> print(heuristic.explain(Board("1 2 3 / 4 0 5 / 6 7 8").state))
    h = 1: the tiles' values add up to 1
    """

    __slots__ = ("_entries",)

    kind: ClassVar[Kind] = "path"
    """How the page draws the part of a tile: ``path`` or ``line``."""

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        self._entries = tile_entries(goal, self.cost)

    def cost(self, rows: int, columns: int) -> int:
        """The entry of a tile this many rows and columns away from its goal cell: 0 on its goal cell."""
        raise NotImplementedError

    def __call__(self, state: State) -> int:
        return sum(map(getitem, map(self._entries.__getitem__, state), range(len(state))))

    def update(self, value: float, parent: State, child: State) -> float:
        """Only the tile that slid changes: it is now where the blank was."""
        tile_now = parent.index(0)
        entries: Sequence[int] = self._entries[child[tile_now]]
        return value + entries[tile_now] - entries[child.index(0)]

    def explain(self, state: State) -> Explanation:
        total = self(state)
        return Explanation(total, self.words(total), tile_parts(self.goal, state, self.cost, self.kind))

    def words(self, total: int) -> str:
        """The estimate as a sentence."""
        return f"the tiles' values add up to {total}"

    def tables(self) -> list[list[int]]:
        """``tables()[tile][cell]``, all zero for the blank. Raises ``HeuristicError`` beyond 256 cells."""
        if self.goal.shape.cells > MAXIMUM_TABLE_CELLS:
            raise HeuristicError(
                f"a {self.goal.shape} board is too large for a table of every tile on every cell",
                hint=f"the limit is {MAXIMUM_TABLE_CELLS} cells",
            )
        return list(map(list, self._entries))


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


def rectangular_path(shape: Shape, cell: int, home: int) -> tuple[int, ...]:
    """The cells from ``cell`` to ``home``, along the row first and then along the column, both included.

    >>> rectangular_path(Shape(3, 3), 0, 5)
    (0, 1, 2, 5)
    """
    (row, column), (home_row, home_column) = shape.position(cell), shape.position(home)
    side = 1 if home_column >= column else -1
    down = 1 if home_row >= row else -1
    along = [row * shape.columns + place for place in range(column, home_column, side)]
    across = [place * shape.columns + home_column for place in range(row, home_row + down, down)]
    return (*along, *across)


def tile_parts(goal: Board, state: State, cost: Callable[[int, int], float], kind: Kind) -> tuple[Part, ...]:
    """One part for each tile that is not on its goal cell: ``cost`` of the rows and columns between the two."""
    shape = goal.shape
    homes = tile_cells(goal.state)
    parts = []
    for cell, tile in checking_limits(enumerate(state)):
        home = homes[tile]
        if tile == 0 or cell == home:
            continue
        (row, column), (home_row, home_column) = shape.position(cell), shape.position(home)
        rows, columns = abs(row - home_row), abs(column - home_column)
        distance = " and ".join(plural(count, noun) for count, noun in ((rows, "row"), (columns, "column")) if count)
        path = rectangular_path(shape, cell, home) if kind == "path" else (cell, home)
        words = f"tile {tile} is {distance} from home"
        parts.append(Part(kind=kind, value=cost(rows, columns), words=words, tiles=(tile,), cells=path))
    return tuple(parts)
