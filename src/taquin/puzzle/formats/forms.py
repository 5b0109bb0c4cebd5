"""The names of the text forms, and how to write a board in each of them."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from taquin.errors import FormatError
from taquin.puzzle.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

    from taquin.puzzle.geometry import Shape

MAXIMUM_COMPACT = 10  # the largest number of cells with one digit each

MAXIMUM_HEX = 16  # the largest number of cells with one hexadecimal digit each


class Format(StrEnum):
    """A text form, with a summary and an example.

    >>> Format("slash").summary, Format.SLASH.example
    ('rows separated by / or ;', '1 2 3 / 4 0 5 / 6 7 8')
    """

    summary: str
    example: str

    def __new__(cls, name: str, summary: str, example: str) -> Self:
        member = str.__new__(cls, name)
        member._value_ = name
        member.summary, member.example = summary, example
        return member

    LINE = "line", "the numbers in reading order on one line", "1 2 3 4 0 5 6 7 8"
    ROWS = "rows", "one row per line, also as a drawn grid; empty lines between boards", "1 2 3\n4 0 5\n6 7 8"
    SLASH = "slash", "rows separated by / or ;", "1 2 3 / 4 0 5 / 6 7 8"
    COMMAS = "commas", "the numbers in reading order, separated by commas", "1, 2, 3, 4, 0, 5, 6, 7, 8"
    LIST = "list", "Python or JSON lists, flat or nested", "[[1, 2, 3], [4, 0, 5], [6, 7, 8]]"
    COMPACT = "compact", "digits without spaces, up to 10 cells", "123405678"
    HEX = "hex", "hexadecimal digits without spaces, up to 16 cells", "fe169b4c0a73d852"
    SUBJECT_42 = "subject42", "the 42 subject's file: comments, a size line, rows", "# comment\n3\n1 2 3\n4 0 5\n6 7 8"
    ALGS4 = "algs4", "Princeton's file: a size line, rows", "3\n1 2 3\n4 0 5\n6 7 8"
    PLACED = (
        "placed",
        "a course's file: a line with the size and the place of the blank in the goal, from 0, -1 for last; rows",
        "3 -1\n1 2 3\n4 0 5\n6 7 8",
    )
    INSTANCES = "instances", "one board per line, with an index before and results after it", "1 1 2 3 4 0 5 6 7 8 14"
    CSV = "csv", "one board per line, separated by commas, with other columns and a header", "1,1,2,3,4,0,5,6,7,8,14"

    JSON = "json", "Taquin's own JSON or JSON lines, with the goal", '{"start": "1 2 3 / 4 0 5 / 6 7 8"}'


class Rows(Protocol):
    """What is written of a board."""

    @property
    def shape(self) -> Shape: ...
    def rows(self) -> tuple[tuple[int, ...], ...]: ...
    def __iter__(self) -> Iterator[int]: ...
    def __len__(self) -> int: ...


def format_board(board: Rows, form: Format | str = Format.SLASH) -> str:
    """Write a board, without a line end, so that reading the text gives the same board.

    ``list``, ``json`` and the files of courses include the shape; ``rows`` and ``slash`` do so for boards of two rows
    or more. If a board is not square, its size line gives rows and columns, which is Taquin's addition to the course
    formats. Raises ``FormatError`` for an unknown form, for a compact board of more than 10 cells, and for a
    hexadecimal one of more than 16.
    """
    rows = [" ".join(map(str, row)) for row in board.rows()]
    match as_format(form):
        case Format.ROWS:
            return "\n".join(rows)
        case Format.SLASH:
            return " / ".join(rows)
        case Format.COMMAS:
            return ", ".join(map(str, board))
        case Format.CSV:
            return ",".join(map(str, board))
        case Format.LIST:
            return str([list(row) for row in board.rows()])
        case Format.COMPACT:
            return _digits(board, "compact", MAXIMUM_COMPACT)
        case Format.HEX:
            return _digits(board, "hexadecimal", MAXIMUM_HEX)
        case Format.PLACED:
            return "\n".join([f"{_size(board)} -1" if board.shape.is_square else _size(board), *rows])
        case Format.JSON:
            return _json(board, " / ".join(rows))
        case Format.ALGS4:
            return "\n".join([_size(board), *rows])
        case Format.SUBJECT_42:
            return "\n".join([f"# {board.shape.text}", _size(board), *rows])
        case Format.LINE | Format.INSTANCES:
            return " ".join(rows)


def as_format(name: Format | str) -> Format:
    """The form with this name. Raises ``FormatError`` for an unknown name."""
    for form in Format:
        if form == name:
            return form
    raise FormatError(f"expected a format ({', '.join(Format)}), found {shown(name)}")


def _digits(board: Rows, form: str, most: int) -> str:
    if len(board) > most:
        raise FormatError(
            f"the {form} form has one digit per tile, for up to {most} cells: a {board.shape} board has {len(board)}",
            hint="the line form supports any size",
        )
    return "".join(f"{tile:x}" for tile in board)


def _size(board: Rows) -> str:
    return str(board.shape.rows) if board.shape.is_square else f"{board.shape.rows} {board.shape.columns}"


def _json(board: Rows, text: str) -> str:
    size = {"rows": 1, "columns": len(board)} if board.shape.rows == 1 else {}
    return json.dumps({"start": text, **size})
