"""From tokens to cells and to a board, and the first lines of a file, which may give its size. Errors name lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt

from taquin.errors import BoardError, FormatError
from taquin.puzzle.arrangement import Arrangement, blank_at, pack
from taquin.puzzle.conversion import BLANKS, cell_value, check_permutation, square_shape
from taquin.puzzle.formats.forms import MAXIMUM_COMPACT, MAXIMUM_HEX, Format
from taquin.puzzle.formats.gaps import AmbiguityError, are_alike, check_groups, check_no_empty_cell, text_between
from taquin.puzzle.formats.text import Row
from taquin.puzzle.geometry import MAXIMUM_SIDE, Shape
from taquin.puzzle.words import plural, shown

_LAYOUTS = ((0, 0), (1, 1), (0, 1), (1, 0), (0, 2), (1, 2), (0, 3), (1, 3))
"""Numbers of columns before and after the cells that are tried if the shape is not given, the most likely first."""

_SMALL = {str(number): number for number in range(256)} | dict.fromkeys(BLANKS, 0)  # a cache of the common tokens
_SAMPLE = 100  # lines that are read to find the columns
_MARKS = "".join(sorted(mark for mark in BLANKS if len(mark) == 1))
_COMPACT_ALONE = re.compile(rf"(?=.*[0-9])[0-9{re.escape(_MARKS)}]{{2,{MAXIMUM_COMPACT}}}")
_COMPACT = re.compile(rf"[0-9{re.escape(re.sub('[Bb]', '', _MARKS))}]{{2,{MAXIMUM_COMPACT}}}")
"""Beside other columns, where B7 is a label."""
_FILE = re.compile(r"\w\.[a-z]{2,4}$")
_LABEL = re.compile(r"^[^\[\](){}]+[)\]}]$")
_BRACKET = re.compile(r"[\[\](){}]")
_IN_BRACKETS = re.compile(r"\([^\[\](){}]*\)|\[[^\[\](){}]*\]|\{[^\[\](){}]*\}")
_HEX_DIGITS = frozenset("0123456789abcdefABCDEF")
_HEX = re.compile(rf"(?=.*[a-fA-F])[0-9a-fA-F]{{{MAXIMUM_COMPACT + 1},{MAXIMUM_HEX}}}")


def _cells_of(rows: Sequence[Row]) -> list[int]:
    """The numbers in all rows. Raises ``FormatError`` that names the first other token and its row or line."""
    cells: list[int] = []
    padded = ""
    for number, row in enumerate(rows, start=1):
        for token in row.tokens:
            value = _SMALL.get(token)
            if value is None:
                value = cell_value(token)
                padded = padded or token * token.startswith("0")
            if value is None:
                raise _no_number(token, f"row {number}" if _is_one_line(rows) else f"line {row.line}")
            cells.append(value)
    if padded:
        _check_padding(rows, padded)
    return cells


def _check_padding(rows: Sequence[Row], padded: str) -> None:
    """Zeros before a number are padding if all numbers have the same width; otherwise 013 may be 0 and 13."""
    for row in rows:
        for token in row.tokens:
            if token.isdigit() and token != "0" and len(token) != len(padded):
                raise FormatError(
                    f"line {row.line}: expected numbers of {len(padded)} digits, such as {padded!r}, found {token!r}",
                    hint="is a space missing?",
                )


def _is_one_line(rows: Sequence[Row]) -> bool:
    """Whether several rows are on one line: then errors name the row alone."""
    return len(rows) > 1 and rows[0].line == rows[-1].line


def _no_number(token: str, place: str) -> FormatError:
    digits = token.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        hint = "the blank is 0, _, -, ., x or *"
        if _FILE.search(token):
            hint = "Board(open(path)) reads a file"
        elif len(re.findall(r"[^\W\d_]", token)) > 2:
            hint += "; a line of text begins with #"
        return FormatError(f"{place}: expected a number, found {shown(token)}", hint=hint)
    if token != digits:
        return FormatError(f"{place}: expected a number from 0, found {shown(token)}", hint="0 is the blank")
    return FormatError(
        f"{place}: a number of {len(token)} digits is too large for any board", hint="separate the numbers by spaces"
    )


def board_by_rows(rows: Sequence[Row], shape: Shape | None) -> Arrangement:
    """The board with these rows. Raises ``BoardError`` or ``FormatError``."""
    cells = _cells_of(rows)
    width = len(rows[0].tokens)
    for number, row in enumerate(rows, start=1):
        if len(row.tokens) != width:
            longest = max(len(row.tokens) for row in rows)
            missing = _missing(cells, len(rows) * longest)
            lines = ("", "") if _is_one_line(rows) else (f" (line {rows[0].line})", f" (line {row.line})")
            raise FormatError(
                f"rows of different lengths: row 1{lines[0]} has {plural(width, 'cell')}, "
                f"row {number}{lines[1]} has {len(row.tokens)}{missing and f'; {missing} is missing'}",
                hint="write 0 or _ for the blank" if not missing or missing.startswith("0") else "",
            )
    if len(rows) == 1:
        check_groups(rows[0], Shape(1, width))
    actual = Shape(len(rows), width)
    if shape is not None and shape != actual:
        raise BoardError(
            f"expected a {shape} board, found {plural(actual.rows, 'row')} of {plural(actual.columns, 'cell')}"
        )
    board = _board(cells, actual)
    for row in rows:
        check_no_empty_cell(row)
    return board


def board_in_line(row: Row, shape: Shape | None) -> Arrangement:
    """The board with these cells in reading order; a square one if no shape is given."""
    cells = _cells_of([row])
    if shape is None and len(cells) == 1:
        raise FormatError(f"expected a board, found only {shown(row.tokens[0])}")
    board = _board(cells, shape or _square_shape(cells))
    check_no_empty_cell(row)
    check_groups(row, board.shape)
    return board


def _square_shape(cells: list[int]) -> Shape:
    """The square shape of these cells. The error for one cell too few names the number that is missing."""
    side = isqrt(len(cells)) + 1
    if side > 2 and (missing := _missing(cells, side * side)):
        raise BoardError(
            f"{len(cells)} cells do not fill a square: expected {side * side} for {side}×{side}; {missing} is missing"
        )
    return square_shape(cells)


def _missing(cells: Sequence[int], count: int) -> str:
    """The only missing number among these cells of a board of this size, if exactly one is missing; otherwise empty."""
    missing = set(range(count)) - set(cells)
    if len(missing) != 1 or len(cells) != count - 1:
        return ""
    return str(missing.pop() or "0 (the blank)")


def _board(cells: list[int], shape: Shape) -> Arrangement:
    if sorted(cells) != list(range(shape.cells)):
        check_permutation(cells, shape)  # slower, but it names the fault
    return Arrangement(pack(cells), shape)


def find_columns(rows: Sequence[Row], shape: Shape | None) -> tuple[int, int]:
    """The numbers of columns before and after the cells with which the most lines are legal boards.

    Without a shape a line that is exactly 0..n-1 has no other columns, even if n is not a square number. Raises
    ``AmbiguityError`` if the cells may begin at two places, or if a single line shows one more cell.
    """
    if shape is None:
        layouts = list(_LAYOUTS)
    else:
        width, _ = Counter(len(row.tokens) for row in rows).most_common(1)[0]
        extra = max(width - shape.cells, 0)
        layouts = [(1, 1), (0, 2)] if extra == 2 else [(before, extra - before) for before in (0, 1) if before <= extra]

    def fits(row: Row, layout: tuple[int, int]) -> bool:
        return _has_board(row, *layout, shape) and (layout == (0, 0) or are_alike(without_columns(row, *layout), shape))

    counts = {layout: sum(fits(row, layout) for row in rows[:_SAMPLE]) for layout in layouts}
    most = max(counts.values())
    best, *others = [layout for layout in layouts if counts[layout] == most]
    if most and others and best != (0, 0):
        row = next(row for row in rows if fits(row, best))
        if best[0] == others[0][0]:
            other = next(row for row in rows if fits(row, others[0]))
            raise FormatError(
                f"line {other.line}: expected {plural(len(row.tokens), 'word')}, as in line {row.line}, "
                f"found {len(other.tokens)}"
            )
        raise AmbiguityError(
            f"line {row.line}: the board may begin at number {best[0] + 1} or at number {others[0][0] + 1}",
            hint="put it in quotes, or a comma or | between it and the other columns",
        )
    if not most and len(rows) == 1:
        for layout in layouts:
            if _has_board(rows[0], *layout, shape):
                check_no_empty_cell(without_columns(rows[0], *layout))
    return best


def _has_board(row: Row, before: int, after: int, shape: Shape | None) -> bool:
    """Whether a row without these columns has the numbers of a board, and the columns are no part of another text."""
    last = len(row.tokens) - after
    if row.columns not in (None, (before, after)):
        return False
    cells = [cell_value(token) for token in row.tokens[before:last]]
    if shape is not None:
        is_size = len(cells) == shape.cells
    else:
        is_size = before + after == 0 or (len(cells) >= 4 and isqrt(len(cells)) ** 2 == len(cells))
    if not is_size or set(cells) != set(range(len(cells))):
        return False
    if before + after == 0:
        return True
    are_boards = len(row.tokens) % len(cells) == 0 and all(
        set(map(cell_value, row.tokens[first : first + len(cells)])) == set(cells)
        for first in range(0, len(row.tokens), len(cells))
    )
    return not are_boards and not _is_cut(row.tokens[:before], row.tokens[last:])


def _is_cut(before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether other columns have only one of two brackets, as in a part of ``Board('1 2 3 0', '1x4')``.

    ``1)`` is a label.
    """
    left = None
    for text in (_LABEL.sub("", " ".join(before)), " ".join(after)):
        while text != left:
            left, text = text, _IN_BRACKETS.sub("", text)
        if _BRACKET.search(text):
            return True
    return False


def without_columns(row: Row, before: int, after: int) -> Row:
    """The same row without other columns. Linear in its length."""
    if not before and not after:
        return row
    before, after = row.columns or (before, after)
    last = len(row.tokens) - after
    return Row(row.tokens[before:last], row.line, text_between(row, before, last - 1))


def is_compact(token: str) -> bool:
    """Whether a token has a digit or a blank for each cell, and nothing else."""
    return _COMPACT_ALONE.fullmatch(token) is not None


def is_hex(token: str) -> bool:
    """Whether a token is hexadecimal digits for more cells than there are decimal digits, with a letter in it."""
    return _HEX.fullmatch(token) is not None


def split_compact(rows: Sequence[Row]) -> list[Row] | None:
    """The rows with their compact token (``123405678``) split into cells, or None if a row has no such token.

    A compact token is alone in its row, or it has at least four digits, with at most one column before it and three
    after it. Hexadecimal digits become decimal numbers.
    """
    result = []
    for row in rows:
        tokens = row.tokens
        shortest = 2 if len(tokens) == 1 else 4
        for index, token in enumerate(tokens[:2] if len(tokens) <= 5 else ()):
            if is_hex(token):
                digits = [str(int(digit, 16)) for digit in token]
            elif len(token) >= shortest and (_COMPACT_ALONE if len(tokens) == 1 else _COMPACT).fullmatch(token):
                digits = list(token)
            else:
                continue
            _check_whole(row, digits, index)
            cells = [*tokens[:index], *digits, *tokens[index + 1 :]]
            result.append(Row(cells, row.line, columns=(index, len(tokens) - index - 1)))
            break
        else:
            return None
    return result


def _check_whole(row: Row, digits: Sequence[str], place: int) -> None:
    """Refuse digits that are a board only together with the words after them: ``1230 45678``."""
    after = "".join(row.tokens[place + 1 :])
    if not set(after) <= _HEX_DIGITS or len(digits) + len(after) > MAXIMUM_HEX:
        return
    cells = [*(cell_value(digit) for digit in digits), *(int(digit, 16) for digit in after)]
    if after and isqrt(len(cells)) ** 2 == len(cells) and set(cells) == set(range(len(cells))):
        raise FormatError(
            f"line {row.line}: {' '.join(row.tokens[place:])!r} is a board of {len(cells)} cells in several words",
            hint="write its digits without spaces",
        )


_PLACE = re.compile(r"-1|\d{1,9}")
_SIZE = re.compile(r"\d+\s+(?:-1|\d+)")
_EQUAL_SIDES = re.compile(r"\d+(?:\s+|\s*[,;|]\s*)\d+")


@dataclass(frozen=True, slots=True)
class SizeLine:
    """The size of a board, how many lines give it, and the goal if they give the place of its blank."""

    shape: Shape
    goal: Arrangement | None = None
    lines: int = 1

    def form(self, *, has_comments: bool) -> Format:
        if self.goal is not None:
            return Format.PLACED
        return Format.SUBJECT_42 if has_comments else Format.ALGS4


def size_line(rows: Sequence[Row]) -> SizeLine | None:
    """The size in the first lines; None if they give none.

    One number is the side of a square, above longer rows. Two numbers are rows and columns if they fit the rows below,
    and otherwise the size and the place of the blank in the goal; these two may also be on two lines. Two numbers with
    another separator than spaces, or with a row behind them on their line, are a row that is too short, unless they are
    equal: ``3,3`` is no row.
    """
    pattern = _EQUAL_SIDES if len(set(rows[0].tokens)) == 1 else _SIZE
    is_line = len(rows) > 1 and rows[0].line != rows[1].line and pattern.fullmatch(rows[0].text.strip())
    if (len(rows[0].tokens) > 1 and not is_line) or _is_whole_board(rows):
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
