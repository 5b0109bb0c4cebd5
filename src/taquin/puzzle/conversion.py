"""Conversion and checks of what callers give for a shape or for the cells of a board.

Boards are converted by ``taquin.puzzle.board.as_board``, goals by ``taquin.puzzle.goals.make_goal``, moves by
``taquin.puzzle.moves.as_moves``, limits by ``taquin.run.limits.as_limits``, methods by ``taquin.solving.method``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from math import isnan, isqrt
from operator import index
from typing import Any, TypeAlias, cast

from taquin.errors import BoardError
from taquin.puzzle.geometry import Shape
from taquin.puzzle.words import plural, shown

BLANKS = frozenset("0_-.xX*Bb□■") | {"None"}
"""The words for the blank. Where the cells are known to be there, an empty one is the blank too."""

_MOST_CELLS_SHOWN = 20  # the largest boards that a hint shows
_LONGEST_NUMBER = 9  # digits: more than any tile has, fewer than int() refuses

Cell: TypeAlias = int | str | None
"""A cell as callers give it: a number, a number as text, or nothing for the blank."""

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


def cell_value(token: str) -> int | None:
    """The number of a token (0 for a blank), or None if it is not a number from 0 to 999,999,999."""
    if token in BLANKS:
        return 0
    if token.isascii() and token.isdigit() and len(token) <= _LONGEST_NUMBER:
        return int(token)
    return None


def lines_of_text(board: object) -> str | None:
    """The text of a board that is given as a list of rows of text, such as ``["1 2 3", "4 0 5", "6 7 8"]``.

    None for anything else, and for texts that are cells.
    """
    if not isinstance(board, list | tuple) or not board or not all(isinstance(row, str) for row in board):
        return None
    are_rows = any(len(row.split()) > 1 for row in board) or all(len(row) == len(board) > 1 for row in board)
    return "\n".join(board) if are_rows else None


def as_cells(cells: Iterable[Cell] | Iterable[Iterable[Cell]], shape: Shape | None) -> tuple[list[int], Shape]:
    """Convert rows, or cells in reading order, to cells and their shape; numbers are not checked to be a board's."""
    given: object = cells
    if not isinstance(given, Iterable) or isinstance(given, Set | Mapping):
        hint = "text, rows or cells in reading order"
        if hasattr(given, "successors"):
            hint = "taquin.search searches a puzzle of your own"
        elif isinstance(given, Mapping):
            hint = "taquin.search(taquin.Graph(edges, start=…, goal=…)) searches a graph"
        elif isinstance(given, int) and 1 < given < 100:
            hint += f"; taquin.random_board({given}) makes one"
        raise BoardError(f"expected a board, found {shown(cells)}", hint=hint)
    if hasattr(given, "columns") and hasattr(given, "to_numpy"):  # a data frame: iterating it gives its columns
        cells = given.to_numpy()
    items = list(cells)
    if any(hasattr(item, "neighbours") for item in items):
        raise BoardError("expected one board, found several", hint="taquin.solve_many and taquin.compare take a list")
    rows = [list(item) for item in items if isinstance(item, Iterable) and not isinstance(item, str)]
    if rows and len(rows) != len(items):
        raise BoardError("use rows of numbers or numbers alone, not both")
    if not rows:
        values = [_as_whole(value) for value in cast("list[Cell]", items)]
        return values, shape or square_shape(values)
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


def _as_whole(value: object) -> Any:
    """A plain int for any integer type, such as numpy's, for text, and for an empty cell: ``""``, None or NaN.

    Other values are returned unchanged, to fail the check.
    """
    if isinstance(value, str):
        number = cell_value(value.strip() or "0")
        return value if number is None else number
    if value is None or (isinstance(value, float) and isnan(value)):
        return 0
    if isinstance(value, float) and value.is_integer():  # where one cell is NaN, numpy and pandas make all floats
        return int(value)
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
            hint = f"{min(absent)} is missing" if len(absent) == 1 and min(absent) else "0 is the blank"
            may_be_blank = value == shape.cells and absent == {0}
            error = BoardError(
                f"{shown(value)} at {_where(shape, cell)} is {size}: "
                f"a {shape} board has the numbers 0 to {shape.cells - 1}",
                hint=f"is {value} the blank? Then write 0 for it" if may_be_blank else hint,
            )
            error.blank = value if may_be_blank else 0
            raise error
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
