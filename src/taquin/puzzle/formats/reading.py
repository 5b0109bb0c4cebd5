"""Reading the boards of a text: several interpretations are tried, and the first legal one is used."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeAlias

from taquin.errors import BoardError, FormatError, SpecError
from taquin.puzzle.arrangement import Arrangement, is_name, named
from taquin.puzzle.conversion import BLANKS, cell_value
from taquin.puzzle.formats.cells import (
    SizeLine,
    board_by_rows,
    board_in_line,
    find_columns,
    is_compact,
    is_hex,
    size_line,
    split_compact,
    without_columns,
)
from taquin.puzzle.formats.empty_cells import with_blanks
from taquin.puzzle.formats.forms import Format
from taquin.puzzle.formats.gaps import (
    AmbiguityError,
    check_marks,
    check_no_empty_cell,
    check_quotes,
    usual_marks,
)
from taquin.puzzle.formats.records import is_json, read_records
from taquin.puzzle.formats.text import Row, Text, joined_lines, split_lines, split_lists
from taquin.puzzle.geometry import MAXIMUM_SIDE, Shape
from taquin.puzzle.words import plural


@dataclass(frozen=True, slots=True)
class Found:
    """The cells of a board in a text, the line on which it begins, and the other columns of that line.

    ``label`` is the column before the cells, or empty. ``goal`` is the goal that the text names: Taquin's
    own JSON does, and a course's file that gives the place of the blank.
    """

    board: Arrangement
    line: int
    columns: tuple[str, ...] = ()
    label: str = ""
    goal: Arrangement | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """One of several boards in a document that cannot be read: the line on which it begins, and why."""

    source: str
    line: int
    message: str


Reading: TypeAlias = tuple[Format, list[Found]]
"""The form of a text, and its boards, at least one."""


def is_certainly_board(text: str) -> bool:
    """Whether a word with letters is a board, right or wrong, and not a file name.

    JSON, text with brackets or backslashes, ``1234B5678``, and a 15-puzzle in hexadecimal are.
    """
    return is_json(text) or is_hex(text) or is_compact(text) or not _OF_BOARDS.isdisjoint(text)


def parse_cells(text: str, shape: Shape | None = None) -> Arrangement:
    """Read exactly one board, in any form, without other columns.

    Raises ``FormatError`` for text that is not a board and ``BoardError`` for numbers that are not a board.
    """
    try:
        _, entries = _read(text, shape, takes_columns=False)
    except BoardError:
        if size := re.fullmatch(r"\s*(\d{1,3})[xX×](\d{1,3})\s*", text):  # x is a blank, too
            size_text = "x".join(size.groups())
            hint = f'taquin.random_board("{size_text}") makes a board'
            raise BoardError(f"expected a board, found the size {size_text}", hint=hint) from None
        raise
    if len(entries) > 1:
        raise FormatError(f"expected one board, found {len(entries)}: the second is on line {entries[1].line}")
    return entries[0].board


def read_text(text: str, shape: Shape | None, *, source: str, faults: list[Fault] | None) -> Reading:
    """Read one or more boards and detect their form. Raises ``FormatError`` or ``BoardError`` for the first fault.

    Every error message begins with ``source``, unless it is ``text``. With a list ``faults``, boards that cannot be
    read, among at least as many that can, raise no error: they are left out and added to the list.
    """
    try:
        form, entries = _read(text, shape, takes_columns=True)
    except (BoardError, FormatError) as error:
        if faults is not None:
            places: _Places = []
            with suppress(BoardError, FormatError):
                form, entries = _read(text, shape, takes_columns=True, places=places)
                if len(places) <= len(entries):  # otherwise it is more likely one board with a mistake
                    faults += [Fault(source, line, message) for line, message in places]
                    return form, entries
        if source == "text":
            raise
        raise _with_prefix(error, source) from None
    return form, entries


_OF_BOARDS = frozenset("[](){}\\&")
_MOST_TOKENS = MAXIMUM_SIDE**2 + 100  # of a line: the cells of a board, and other columns
_Places: TypeAlias = list[tuple[int, str]]


def _read(raw: str, shape: Shape | None, *, takes_columns: bool, places: _Places | None = None) -> Reading:
    """Read JSON or text. Only in a text that is no board as it is written, an empty cell is the blank."""
    text = Text.from_raw(raw)
    if shape is None and text.size is not None:
        shape = Shape(*text.size)
    reader = _Reader(text, shape, takes_columns, places)
    if is_json(raw):
        return Format.JSON, reader.records(raw)
    try:
        return _read_text(text, reader)
    except (BoardError, FormatError) as error:
        filled = with_blanks(text)
        if filled != text:
            with suppress(BoardError, FormatError):
                form, entries = _read_text(filled, replace(reader, text=filled))
                if len(entries) > 1 or not isinstance(error, AmbiguityError):  # only other lines tell 1,,2,3,0 apart
                    return form, entries
        if isinstance(error, AmbiguityError):
            raise FormatError(error.message, hint=error.hint) from None  # callers know the classes of taquin.errors
        raise


def _read_text(text: Text, reader: _Reader) -> Reading:
    """Split the text into rows, and let the reader find the boards."""
    if text.has_lists:
        paragraphs, depth = split_lists(text)
        _check_widths(paragraphs)
        only = paragraphs[0]
        if depth == 1 and len(only) == 1:
            return Format.LIST, reader.lines(only)[1]
        if depth == 2 and len(paragraphs) == len(only) == 1:
            return Format.LIST, reader.one(only)[1]
        return Format.LIST, (reader.one_or_many if len(paragraphs) == 1 else reader.blocks)(paragraphs)[1]
    paragraphs, has_row_separators = split_lines(text)
    _check_widths(paragraphs)
    if not paragraphs:
        raise FormatError("expected a board, found " + ("only comments" if text.has_comments else "no numbers"))
    if has_row_separators:
        groups = [split_compact(rows) or rows for rows in paragraphs]
        joined = joined_lines(text, groups)
        if len(joined) < len(groups):  # a fault in one board is no reason to read its lines as several boards
            return _first_legal(
                [
                    lambda: (Format.SLASH, reader.blocks(joined)[1]),
                    lambda: (Format.SLASH, replace(reader, places=None).blocks(groups)[1]),
                ]
            )
        return Format.SLASH, reader.blocks(groups)[1]
    if reader.has_header(paragraphs):
        del paragraphs[0][0]
    rows = [row for paragraph in paragraphs for row in paragraph]
    if len(rows) == 1 and list(map(len, rows[0].tokens)) == [3, 3, 3]:  # 123 405 678
        rows = [Row(["".join(rows[0].tokens)], rows[0].line)]
    if compact := split_compact(rows):
        form, entries = reader.lines(compact) if len(compact) == 1 else reader.one_or_many([compact])
        plain = Format.HEX if any(map(is_hex, rows[0].tokens)) else Format.COMPACT
        return (plain if form in (Format.LINE, Format.ROWS) else form), entries
    if len(rows) == 1 and text.has_row(rows[0]):
        board = board_in_line(rows[0], reader.shape or Shape(1, len(rows[0].tokens)))
        return Format.ROWS, [Found(board, rows[0].line)]
    return reader.lines(rows) if len(rows) == 1 else reader.one_or_many(paragraphs)


def _check_widths(paragraphs: list[list[Row]]) -> None:
    """Refuse a row that is longer than any board with its columns, before every interpretation of it is tried."""
    for rows in paragraphs:
        for row in rows:
            if len(row.tokens) > _MOST_TOKENS:
                raise FormatError(
                    f"line {row.line}: expected at most {MAXIMUM_SIDE**2:,} cells, found {len(row.tokens):,} words"
                )


@dataclass(frozen=True, slots=True)
class _Reader:
    """The interpretations of one text. Each returns at least one board, or raises an error for the first fault."""

    text: Text
    shape: Shape | None
    takes_columns: bool
    places: _Places | None = None
    """Where boards that cannot be read are noted, if others can; None if the first of them raises an error."""

    def records(self, raw: str) -> list[Found]:
        """Every board of JSON objects, with its goal and its label."""
        entries = []
        for record in read_records(raw):
            try:
                board = parse_cells(record.board, self.shape or record.shape)
                goal = None if record.goal is None else _goal(record.goal, board.shape)
            except (BoardError, FormatError, SpecError) as error:
                message = re.sub(r"^line \d+: ", "", error.message)  # within the text of the board
                self._note(FormatError(message, hint=error.hint), record.line)
                continue
            entries.append(Found(board, record.line, label=record.label, goal=goal))
        return self._some(Format.JSON, entries)[1]

    def one_or_many(self, paragraphs: list[list[Row]]) -> Reading:
        """One board by rows, or several boards. If neither is legal, the error of the more likely one is raised."""
        rows = [row for paragraph in paragraphs for row in paragraph]
        is_each_several = all(_has_repeats(group) for group in paragraphs if len(group) > 1)  # boards, one per line
        are_blocks = len(rows) > len(paragraphs) > 1 and not is_each_several
        readings: list[Callable[[], Reading]] = [
            lambda: self.one(rows),
            lambda: self.blocks(paragraphs) if are_blocks else self.lines(rows),
        ]
        return _first_legal(readings[::-1] if _has_repeats(rows) else readings)

    def one(self, rows: Sequence[Row]) -> Reading:
        """One board by rows, with or without a size line."""
        line = rows[0].line
        if self.text.has_lists and len(rows) == 1 and rows[0].text.rstrip().endswith(","):  # a cell may be lost
            raise FormatError(
                f"line {line}: expected a number after the last comma, found nothing", hint="0 is the blank"
            )
        readings: list[Callable[[], Reading]] = [lambda: (Format.ROWS, [Found(board_by_rows(rows, self.shape), line)])]
        size = None if self.text.has_lists or self.text.is_filled_by_columns else size_line(rows)
        if size is not None:
            form = size.form(has_comments=self.text.has_comments)
            readings.append(lambda: (form, [Found(self.sized(rows, size), line, goal=size.goal)]))
            if len(rows[0].tokens) != len(rows[1].tokens):  # a size line as wide as the rows is more likely a row
                readings.reverse()
        return _first_legal(readings)

    def sized(self, rows: Sequence[Row], head: SizeLine) -> Arrangement:
        """One board under a line that gives its size. Its cells may also be on one line."""
        size = head.shape
        says = f"the size line (line {rows[0].line}) says {' '.join(rows[0].tokens)}"
        rows = rows[head.lines :]
        if self.shape not in (None, size):
            raise BoardError(f"{says}, but a {self.shape} board was expected")
        first, *others = rows
        if not others and len(first.tokens) == size.cells:
            return board_in_line(first, size)
        expected = f"{says}, so {plural(size.rows, 'row')} of {plural(size.columns, 'cell')} were expected"
        for number, row in enumerate(rows, start=1):
            if len(row.tokens) != size.columns:
                raise FormatError(f"{expected}: row {number} (line {row.line}) has {len(row.tokens)}")
        if len(rows) != size.rows:
            raise FormatError(f"{expected}, found {plural(len(rows), 'row')}")
        return board_by_rows(rows, size)

    def blocks(self, paragraphs: list[list[Row]]) -> Reading:
        if len(paragraphs) == 1:
            return self.one(paragraphs[0])
        entries: list[Found] = []
        form = Format.ROWS
        for rows in paragraphs:
            try:
                is_line = len(rows) == 1 and not self.text.has_lists
                form, boards = self.lines(rows) if is_line else self.one(rows)
            except (BoardError, FormatError) as error:
                self._note(error, rows[0].line)
                continue
            entries += boards
        return self._some(form, entries)

    def lines(self, rows: Sequence[Row]) -> Reading:
        """One board per line, with or without other columns, the same in every line."""
        has_only_cells = self.text.has_lists or any(map(self.text.has_row, rows))
        takes_columns = self.takes_columns and not has_only_cells
        before, after = find_columns(rows, self.shape) if takes_columns else (0, 0)
        marks = usual_marks(rows)
        entries = []
        for row in rows:
            try:
                board = board_in_line(without_columns(row, before, after), self.shape)
                if before + after:
                    check_no_empty_cell(row)
                    check_quotes(row)
                    check_marks(row, marks)
                if before + after and row.columns not in (None, (before, after)):
                    raise FormatError(f"line {row.line}: expected the same columns as in the other lines, found others")
            except (BoardError, FormatError) as error:
                if len(rows) == 1:
                    raise
                self._note(error, row.line)
                continue
            columns = (*row.tokens[:before], *row.tokens[len(row.tokens) - after :])
            entries.append(Found(board, row.line, columns, columns[0] if before else ""))
        if len(rows) > 1 or before + after:
            return self._some(Format.CSV if self.text.has_commas else Format.INSTANCES, entries)
        return (Format.COMMAS if self.text.has_commas else Format.LINE), entries

    def _note(self, error: BoardError | FormatError, line: int) -> None:
        """Note that the board on this line cannot be read, or raise the error."""
        if self.places is None:
            raise _with_prefix(error, f"line {line}") from None
        self.places.append((line, str(error).removeprefix(f"line {line}: ")))

    def _some(self, form: Format, entries: list[Found]) -> Reading:
        """These boards, at least one."""
        if not entries:
            raise FormatError("none of the boards is legal")
        return form, entries

    def has_header(self, paragraphs: list[list[Row]]) -> bool:
        """Whether the first line is a header of words with commas; one with a digit first or a colon is damaged."""
        first, *others = paragraphs[0]
        if not others or not self.text.has_comma(first):
            return False
        words = [token for token in first.tokens if token not in BLANKS]
        return bool(words) and not any(
            cell_value(word) is not None or word[0].isdigit() or ":" in word for word in words
        )


def _goal(text: str, shape: Shape) -> Arrangement:
    """The goal that a record gives: a name, or a board."""
    if is_name(text):
        return named(text, shape)
    try:
        return parse_cells(text, shape)
    except (BoardError, FormatError) as error:
        raise error.within("the goal") from error


def _has_repeats(rows: Sequence[Row]) -> bool:
    """Whether many numbers repeat, as in several boards. In one board with a mistake only a few do."""
    tokens = [token for row in rows for token in row.tokens]
    return 5 * len(set(tokens)) <= 3 * len(tokens)


def _first_legal(readings: Sequence[Callable[[], Reading]]) -> Reading:
    """The result of the first reading that raises no error. If all do, the error of the first is raised."""
    first_error: BoardError | FormatError | None = None
    for reading in readings:
        try:
            return reading()
        except (BoardError, FormatError) as error:
            first_error = first_error or error
    assert first_error is not None
    raise first_error


def _with_prefix(error: BoardError | FormatError, prefix: str) -> BoardError | FormatError:
    """The same error with the place before its message, unless it is there already."""
    return error if error.message.startswith(prefix) else error.within(prefix)
