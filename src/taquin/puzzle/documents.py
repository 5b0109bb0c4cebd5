"""Boards in texts and files, in any form of ``taquin.puzzle.formats``, with their lines, labels and other columns."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import BinaryIO, TextIO

from taquin.puzzle.board import Board
from taquin.puzzle.conversion import ShapeLike, as_shape
from taquin.puzzle.formats.files import load_file, read_data, read_source
from taquin.puzzle.formats.forms import Format
from taquin.puzzle.formats.reading import Fault, Found, Reading, parse_cells, read_text
from taquin.puzzle.geometry import Shape

__all__ = [
    "Document",
    "Entry",
    "Fault",
    "parse_board",
    "read_boards",
    "read_bytes",
    "read_document",
    "read_file",
]


@dataclass(frozen=True, slots=True)
class Entry:
    """A board in a document, the line on which it begins, and the other columns of that line, from left to right.

    ``label`` is the column before the cells, or empty. ``goal`` is the goal that the text names: Taquin's
    own JSON does, and a course's file that gives the place of the blank.
    """

    board: Board
    line: int
    columns: tuple[str, ...] = ()
    label: str = ""
    goal: Board | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """The boards of a text, at least one, and the detected form of the text."""

    format: Format
    entries: tuple[Entry, ...]
    source: str

    @property
    def boards(self) -> tuple[Board, ...]:
        return tuple(entry.board for entry in self.entries)


def parse_board(text: str, shape: Shape | None = None) -> Board:
    """Read exactly one board, in any form, without other columns.

    Raises ``FormatError`` for text that is not a board and ``BoardError`` for numbers that are not a board.
    """
    return Board.from_state(*parse_cells(text, shape))


def read_document(
    text: str, shape: Shape | None = None, *, source: str = "text", faults: list[Fault] | None = None
) -> Document:
    """Read one or more boards and detect their form. Raises ``FormatError`` or ``BoardError`` for the first fault.

    Every error message begins with ``source``, unless it is ``text``. With a list ``faults``, boards that cannot be
    read, among at least as many that can, raise no error: they are left out and added to the list.
    """
    return _document(read_text(text, shape, source=source, faults=faults), source)


def read_file(path: str | os.PathLike[str], shape: Shape | None = None) -> Document:
    """Read the boards of a file. Raises ``FormatError`` if it cannot be opened, and as ``read_bytes`` does."""
    return read_bytes(load_file(path), shape, source=str(path))


def read_bytes(
    data: bytes,
    shape: Shape | None = None,
    *,
    source: str = "standard input",
    faults: list[Fault] | None = None,
) -> Document:
    """Read the boards of a file's bytes, in UTF-8. Raises ``FormatError`` or ``BoardError``, which name the source."""
    return _document(read_data(data, shape, source=source, faults=faults), source)


def read_boards(source: str | os.PathLike[str] | TextIO | BinaryIO, shape: ShapeLike | None = None) -> list[Board]:
    r"""The boards of a file in any form of ``taquin.puzzle.formats``: a path, or an open file.

    ``shape`` is needed where the file has one board per line and they are not square. ``read_file`` also returns the
    lines, labels and other columns. Raises ``FormatError`` or ``BoardError``, which name the file and the line.

    >>> from io import StringIO
    >>> read_boards(StringIO("1 2 3 4 0 5 6 7 8\n8 1 3 4 0 2 7 6 5\n"))
    [Board('1 2 3 / 4 0 5 / 6 7 8'), Board('8 1 3 / 4 0 2 / 7 6 5')]
    """
    _, found = read_source(source, None if shape is None else as_shape(shape))
    return [Board.from_state(*each.board) for each in found]


def _document(reading: Reading, source: str) -> Document:
    form, found = reading
    return Document(form, tuple(map(_entry, found)), source)


def _entry(found: Found) -> Entry:
    goal = None if found.goal is None else Board.from_state(*found.goal)
    return Entry(Board.from_state(*found.board), found.line, found.columns, found.label, goal)
