"""The first lines of a file that give the size of the board, and the place of the blank in the goal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt

from taquin.errors import FormatError
from taquin.puzzle.board import Board
from taquin.puzzle.formats.cells import cell_value
from taquin.puzzle.formats.forms import Format
from taquin.puzzle.formats.text import Row
from taquin.puzzle.geometry import MAXIMUM_SIDE, Shape
from taquin.puzzle.goals import blank_at

_PLACE = re.compile(r"-1|\d{1,9}")


@dataclass(frozen=True, slots=True)
class SizeLine:
    """The size of a board, how many lines give it, and the goal if they give the place of its blank."""

    shape: Shape
    goal: Board | None = None
    lines: int = 1

    def form(self, *, has_comments: bool) -> Format:
        if self.goal is not None:
            return Format.PLACED
        return Format.SUBJECT_42 if has_comments else Format.ALGS4


def size_line(rows: Sequence[Row]) -> SizeLine | None:
    """The size in the first lines; None if they give none.

    One number is the side of a square, above longer rows. Two numbers are rows and columns if they fit the rows below,
    and otherwise the size and the place of the blank in the goal; these two may also be on two lines.
    """
    if _is_whole_board(rows):
        return None
    sizes = [cell_value(token) for token in rows[0].tokens[:3]]
    widths = {len(row.tokens) for row in rows[1:]}
    match sizes:
        case [int(height), int(width)] if len(rows) == height + 1 and widths == {width} and height * width > 1:
            return SizeLine(Shape(height, width))
        case [int(size), _] if len(rows) > 1:
            return _placed(rows[0], size, rows[0].tokens[1], rows[1:], lines=1)
        case [int(size)] if len(rows) > 2 and len(rows[1].tokens) == 1 and _PLACE.fullmatch(rows[1].tokens[0]):
            return _placed(rows[0], size, rows[1].tokens[0], rows[2:], lines=2)
        case [int(side)] if widths - {1}:
            if not 2 <= side <= MAXIMUM_SIDE:
                raise FormatError(f"line {rows[0].line}: expected a size from 2 to {MAXIMUM_SIDE}, found {side}")
            return SizeLine(Shape(side, side))
    return None


def _is_whole_board(rows: Sequence[Row]) -> bool:
    """Whether all rows together are a board: then the first one gives no size, although it may look so."""
    values = [cell_value(token) for row in rows for token in row.tokens]
    return len({len(row.tokens) for row in rows}) == 1 and set(values) == set(range(len(values)))


def _placed(first: Row, size: int, place: str, rows: Sequence[Row], *, lines: int) -> SizeLine | None:
    """A size with the place of the blank. The size is the side, or the number of tiles, such as 15."""
    cells = sum(len(row.tokens) for row in rows)
    side = isqrt(size + 1) if size + 1 == cells else size
    if _PLACE.fullmatch(place) is None or side * side != cells or side < 2:
        return None
    if not -1 <= int(place) < cells:
        if side == 2:  # two numbers above two rows of two: a board of three rows
            return None
        wanted = f"the place of the blank in the goal, from 0 to {cells - 1} or -1 for the last"
        raise FormatError(f"line {first.line}: expected {wanted}, found {place}")
    shape = Shape(side, side)
    return SizeLine(shape, blank_at(shape, int(place)), lines)
