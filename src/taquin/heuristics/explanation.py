"""Why an estimate has its value: its summands, as plain data that a page or a text can show on the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Literal, TypeAlias

from taquin.puzzle.board import Board, State
from taquin.puzzle.geometry import Shape, tile_cells
from taquin.puzzle.words import plural, whole
from taquin.run.limits import checking_limits

Kind: TypeAlias = Literal["path", "line", "conflict", "cycle", "rows", "columns", "order", "pattern", "sum"]
"""The kinds of parts: ``path``, a tile's path along rows and columns; ``line``, a straight line or jump to its goal
cell; ``conflict``, a tile that lets others pass; ``cycle``, cells whose tiles change places; ``rows`` and ``columns``,
all tiles by line; ``order``, inversions; ``pattern``, a group of tiles; ``sum``, a number without a place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One summand of an estimate."""

    kind: Kind
    value: float
    words: str
    tiles: tuple[int, ...] = ()
    """Its tiles; the first of a conflict is the one that leaves its line."""
    cells: tuple[int, ...] = ()
    """Where to show it, in order: a tile's path to its goal cell, the cells of a cycle, or the cells of the tiles."""
    table: tuple[tuple[int, ...], ...] = ()
    """Only for the walking distance: ``table[i][j]`` tiles in line i have their goal cells in line j."""

    def to_dict(self) -> dict[str, object]:
        return {**asdict(self), "tiles": [*self.tiles], "cells": [*self.cells], "table": [[*row] for row in self.table]}


@dataclass(frozen=True, slots=True)
class Explanation:
    """An estimate as a sum: the values of its parts add up to ``value``.

    >>> from taquin import estimate
    >>> print(estimate("1 2 3 / 4 5 6 / 0 7 8", "manhattan"))
    h = 2: the tiles' distances add up to 2
    """

    value: float
    words: str
    parts: tuple[Part, ...] = ()

    def __str__(self) -> str:
        return f"h = {whole(round(self.value, 2))}: {self.words}"

    def to_dict(self) -> dict[str, object]:
        return {"value": self.value, "words": self.words, "parts": [part.to_dict() for part in self.parts]}


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
