"""Ask for boards at the terminal: row by row, or a whole board in one line, in any form.

The prompts are on standard error, so that standard output holds the results alone.
"""

from __future__ import annotations

from math import isqrt

import click

from taquin.cli import terminal
from taquin.errors import TaquinError
from taquin.puzzle.board import Board
from taquin.puzzle.formats import Document, Entry, Format, parse_board
from taquin.puzzle.formats.cells import cell_value
from taquin.puzzle.formats.text import Text, split_lines
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import GOALS, make_goal
from taquin.puzzle.words import plural, shown
from taquin.render.text import layout

_LONG_ROW = 6  # numbers: a first line with as many or more may have been meant as a whole board


def prompt_boards(size: Shape | None, goal: str | None) -> tuple[Document, str | None]:
    """Ask for the start, then for the goal unless it was given, and show each as it was understood."""
    _say(
        "Enter the start board, row by row or all in one line; 0 is the blank.\n"
        "Press Enter on an empty line to finish, Ctrl-C to quit."
    )
    start = _Prompt("start", size).ask()
    assert start is not None  # only the goal may be left out
    if goal is None:
        names = ", ".join(name for name in GOALS if name != "standard")
        _say(f"Enter the goal in the same way, or its name ({names}).\nPress Enter for the standard goal.")
        entered = _Prompt("goal", start.shape, takes_name=True).ask()
        goal = None if entered is None else " / ".join(" ".join(map(str, row)) for row in entered.rows())
    return Document(Format.ROWS, (Entry(start, 1),), "the terminal"), goal


def _say(text: str) -> None:
    terminal.echo(text, err=True)


class _Prompt:
    """Asks for one board. A row with a mistake is asked for again, and the others are kept."""

    def __init__(self, name: str, shape: Shape | None, *, takes_name: bool = False) -> None:
        self.name, self.shape, self.takes_name = name, shape, takes_name
        self.rows: list[list[str]] = []
        self.lines: list[str] = []
        """The rows as they were typed; those that are asked for again are offered."""
        self.is_rejected = False
        """Whether the last line was rejected. Only the user knows whether it or row 1 has a wrong number of numbers."""

    def ask(self) -> Board | None:
        """The board; None if the first line is empty and the board may be left out."""
        while True:
            line, count = self._ask_line(), len(self.rows)
            if not line and not self.rows:
                if self.takes_name:
                    return None
                _say("Expected a board, such as 8 1 3 / 4 0 2 / 7 6 5.")
                continue
            if not line and self.is_rejected:
                self._ask_from(0)
                continue
            self.is_rejected = False
            try:
                board = self._read(line)
            except TaquinError as error:
                message = str(error)
                _say(f"{message[:1].upper()}{message[1:]}.")
                if not line or len(self.rows) > count:
                    self._ask_from(self._first_wrong_row())
                elif self.rows:
                    self.lines[count : count + 1] = [line]
                    self.is_rejected = True
                    _say(f"Type row {count + 1} again, or press Enter to start again from row 1.")
                continue
            if board is not None:
                _say(f"{self.name}, {board.shape}:\n{layout.grid(board)}\n")
                return board

    def _ask_from(self, row: int) -> None:
        _say("Type each row again, or press Enter to keep the row in brackets.")
        self.rows, self.is_rejected = self.rows[:row], False

    def _first_wrong_row(self) -> int:
        """The first row with a number that is too large, or that appears twice; 0 if there is none."""
        values = [[cell_value(token) or 0 for token in row] for row in self.rows]
        every = [value for row in values for value in row]
        wrong = {value for value in every if value >= len(every) or every.count(value) > 1}
        return next((number for number, row in enumerate(values) if wrong.intersection(row)), 0)

    def _ask_line(self) -> str:
        """The next line: what is typed, or the row that is offered, or nothing."""
        number = len(self.rows) + 1
        offered = self.lines[number - 1] if number <= len(self.lines) and not self.is_rejected else ""
        ending = self._ending()
        note = f" [{offered}]" if offered else f" (Enter to finish: {ending})" if ending else ""
        if not note and self.shape is None and number == 2 and len(self.rows[0]) >= _LONG_ROW:
            note = f" ({len(self.rows[0])} numbers, or Enter if that was all)"
        try:
            return terminal.ask(f"{self.name}, row {number}{note}: ", err=True).strip() or offered
        except EOFError:
            raise click.Abort from None

    def _ending(self) -> Shape | None:
        """The shape of the board if it ended here; None if the rows so far are not a board."""
        try:
            return self._board().shape if self.rows and self.shape is None else None
        except TaquinError:
            return None

    def _read(self, line: str) -> Board | None:
        """The board, if this line completes it. Raises ``TaquinError`` for a mistake in the line or in the board."""
        if not line:
            return self._board()
        if not self.rows:
            if self.shape is not None and self.takes_name and line[0].isalpha() and line[0] not in "xX":
                return make_goal(line, self.shape)
            if (whole := self._whole(line)) is not None:
                return whole
            if self.shape is None and line.isdecimal() and len(line) <= 2 and int(line) >= 2:
                self.shape = Shape(int(line), int(line))  # the first line of many files: the size
                _say(f"The size is {self.shape}.")
                return None
        tokens = _tokens(line)
        if tokens is None:  # a line of a drawn grid, or a comment
            return None
        width = self.shape.columns if self.shape is not None else len(self.rows[0]) if self.rows else 3
        if len(tokens) == 1 and line.isdecimal() and len(line) == width:
            tokens = list(line)  # 123 is the row 1 2 3; before the first row, of the 8-puzzle
        self._check(tokens)
        self.lines[len(self.rows) : len(self.rows) + 1] = [line]
        self.rows.append(tokens)
        return self._board() if self._is_complete() else None

    def _whole(self, line: str) -> Board | None:
        """The board in this one line; None if the line is a row. Four numbers may be both: the next line decides."""
        count = len(_tokens(line) or ())
        is_plain = not any(mark in line for mark in "/;[({") and count > 1
        try:
            board = parse_board(line, self.shape)
        except TaquinError:
            is_whole = count > self.shape.columns if self.shape else count >= 9 and isqrt(count) ** 2 == count
            is_compact = count == 1 and len(line) > 3
            if is_whole or is_compact or (not is_plain and "/" in line):
                raise
            return None
        return None if is_plain and self.shape is None and len(board) == 4 else board

    def _check(self, tokens: list[str]) -> None:
        """Raise ``TaquinError`` unless these are as many numbers as in the first row."""
        for token in tokens:
            if cell_value(token) is None:
                raise TaquinError(f"expected a number, found {shown(token)}", hint="the blank is 0, _, -, ., x or *")
        if self.rows and len(tokens) != len(self.rows[0]):
            raise TaquinError(
                f"row 1 has {plural(len(self.rows[0]), 'number')} and row {len(self.rows) + 1} has {len(tokens)}"
            )
        if not self.rows and len(tokens) < 2 and (self.shape is None or self.shape.columns > 1):
            raise TaquinError("expected at least 2 numbers in a row, found 1")
        if self.shape is not None and len(tokens) != self.shape.columns:
            raise TaquinError(f"expected {plural(self.shape.columns, 'number')} in a row, found {len(tokens)}")

    def _is_complete(self) -> bool:
        """Whether all rows are there: those of the given shape, or of a square, unless its numbers need more."""
        if self.shape is not None:
            return len(self.rows) == self.shape.rows
        count, width = len(self.rows), len(self.rows[0])
        values = [cell_value(token) or 0 for row in self.rows for token in row]
        has_more = max(values) >= len(values) and len(set(values)) == len(values)
        if count == width and has_more:
            _say(f"{max(values)} is too large for {count}×{width}: enter more rows, or press Enter to correct it.")
        return count >= width and not has_more

    def _board(self) -> Board:
        """The board of the rows so far. One row is a board in one line, if it is not a line of tiles."""
        rows = "\n".join(" ".join(row) for row in self.rows)
        width = len(self.rows[0])
        is_line = {cell_value(token) for token in self.rows[0]} == set(range(width)) and isqrt(width) ** 2 != width
        if self.shape is not None or (len(self.rows) == 1 and not is_line):
            return Board(rows, self.shape)
        return Board(rows, Shape(len(self.rows), width))


def _tokens(line: str) -> list[str] | None:
    """The cells of a row, in any notation; None for a line without cells."""
    paragraphs, _ = split_lines(Text.from_raw(line.strip(" \t,;[](){}")))
    return [token for rows in paragraphs for row in rows for token in row.tokens] or None
