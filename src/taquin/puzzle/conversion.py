"""Conversion and checks of what callers give for a shape or for the cells of a board.

Boards are converted by ``taquin.puzzle.board.as_board``, goals by ``taquin.puzzle.goals.make_goal``, moves by
``taquin.puzzle.moves.as_moves``, limits by ``taquin.run.limits.as_limits``, methods by ``taquin.solving.method``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from math import isqrt
from operator import index
from typing import TypeAlias, cast

from taquin.errors import BoardError
from taquin.puzzle.geometry import Shape
from taquin.puzzle.words import plural, shown

_MOST_CELLS_SHOWN = 20  # the largest boards that a hint shows

ShapeLike: TypeAlias = Shape | str | int | Sequence[int]
"""A shape as callers give it: ``Shape(3, 4)``, ``"3x4"``, ``(3, 4)``, or ``3`` for a square."""


def as_shape(shape: ShapeLike) -> Shape:
    """Convert a shape. Raises ``BoardError`` for anything else.

    >>> as_shape("3x4") == as_shape((3, 4)) == as_shape([3, 4]) == Shape(3, 4), as_shape(3)
    (True, Shape(rows=3, columns=3))
    """
    if isinstance(shape, Shape):
        return shape
    if isinstance(shape, str):
        return Shape.parse(shape)
    try:
        sides = [index(side) for side in shape] if isinstance(shape, Iterable) else [index(shape)] * 2
    except TypeError:
        sides = []
    if len(sides) != 2:
        raise BoardError(f"expected a size such as '3x4', (3, 4) or 3, found {shown(shape)}")
    return Shape(*sides)


def as_cells(cells: Iterable[int] | Iterable[Iterable[int]], shape: Shape | None) -> tuple[list[int], Shape]:
    """Convert rows, or cells in reading order, to cells and their shape; numbers are not checked to be a board's."""
    given: object = cells
    if not isinstance(given, Iterable) or isinstance(given, Set | Mapping):
        is_space = hasattr(given, "successors")
        hint = "taquin.search searches a puzzle of your own" if is_space else "text, rows or cells in reading order"
        raise BoardError(f"expected a board, found {shown(cells)}", hint=hint)
    items = list(cells)
    rows = [list(item) for item in items if isinstance(item, Iterable)]
    if rows and len(rows) != len(items):
        raise BoardError("use rows of numbers or numbers alone, not both")
    if not rows:
        return [_as_whole(value) for value in cast("list[int]", items)], shape or square_shape(items)
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            first = plural(len(rows[0]), "cell")
            raise BoardError(f"rows of different lengths: row 1 has {first}, row {number} has {len(row)}")
    actual = Shape(len(rows), len(rows[0]))
    if shape is not None and shape != actual:
        raise BoardError(
            f"expected a {shape} board, found {plural(actual.rows, 'row')} of {plural(actual.columns, 'cell')}"
        )
    return [_as_whole(value) for row in rows for value in row], actual


def square_shape(cells: Sequence[object]) -> Shape:
    """The square shape of these cells. Raises ``BoardError`` that names the nearest square, and a size that fits."""
    count = len(cells)
    side = round(count**0.5)
    if side * side == count and count >= 4:
        return Shape(side, side)
    side = max(side, 2)
    message = f"{count} cells do not fill a square: expected {side * side} for {side}×{side}"
    rows = next((rows for rows in range(isqrt(count), 1, -1) if count % rows == 0), 0)
    if not rows:
        raise BoardError(message, hint="add or remove cells")
    columns = count // rows
    size = f"give the size, such as {rows}x{columns}"
    numbers = [cell for cell in cells if isinstance(cell, int) and cell >= 0]
    if len(numbers) == count and (largest := max(numbers)) >= 10 ** len(str(count)):
        raise BoardError(message, hint=f"{shown(largest)} is too large: is a space missing?")
    if len(numbers) < count or count > _MOST_CELLS_SHOWN:
        raise BoardError(message, hint=size)
    lines = [" ".join(map(str, cells[first : first + columns])) for first in range(0, count, columns)]
    raise BoardError(message, hint=f"{size}, or separate the rows: {' / '.join(lines)}")


def _as_whole(value: int) -> int:
    """A plain int for any integer type, such as numpy's. Other values are returned unchanged, to fail the check."""
    return index(value) if hasattr(value, "__index__") and not isinstance(value, bool) else value


def check_permutation(values: Sequence[int], shape: Shape) -> None:
    """Raise ``BoardError`` that names the fault, unless the values are 0..n-1, each once."""
    if len(values) != shape.cells:
        raise BoardError(f"expected {shape.cells} cells for a {shape} board, found {len(values)}")
    place: dict[int, int] = {}
    for cell, value in enumerate(values):
        if isinstance(value, bool) or not isinstance(value, int):
            raise BoardError(f"expected a whole number at {_where(shape, cell)}, found {shown(value)}")
        if not 0 <= value < shape.cells:
            size = "too large" if value > 0 else "negative"
            absent = set(range(shape.cells)) - set(values)
            raise BoardError(
                f"{shown(value)} at {_where(shape, cell)} is {size}: "
                f"a {shape} board has the numbers 0 to {shape.cells - 1}",
                hint=f"{min(absent)} is missing" if len(absent) == 1 and min(absent) else "0 is the blank",
            )
        if value in place:
            missing = min(set(range(shape.cells)) - set(values))
            name = f"tile {value}" if value else "the blank (0)"
            lost = f"tile {missing}" if missing else "the blank (0)"
            raise BoardError(
                f"{name} appears twice, at {_where(shape, place[value])} and at {_where(shape, cell)}, "
                f"and {lost} is missing"
            )
        place[value] = cell


def _where(shape: Shape, cell: int) -> str:
    row, column = shape.position(cell)
    return f"row {row + 1}, column {column + 1}"
