"""Ask at the terminal for boards, row by row or a whole board in one line, and for the method.

The prompts are on standard error, so that standard output holds the results alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import isqrt

import click

from taquin.cli import terminal
from taquin.cli.input.asking import read_asking
from taquin.errors import TaquinError
from taquin.puzzle.board import Board
from taquin.puzzle.conversion import cell_value
from taquin.puzzle.documents import Document, Entry, parse_board
from taquin.puzzle.formats import Format
from taquin.puzzle.formats.empty_cells import with_blanks
from taquin.puzzle.formats.text import Text, split_lines
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import GOALS, make_goal
from taquin.puzzle.words import plural, shown
from taquin.render.text import layout
from taquin.solving.method import Method
from taquin.solving.spec_text import parse_spec

_LONG_ROW = 6  # numbers: a first line with as many or more may have been meant as a whole board


def prompt_boards(size: Shape | None, *, has_goal: bool) -> Document:
    """Ask for the start, then for the goal unless there is one, and show each as it was understood."""
    _say(
        "Enter the start board, row by row or all in one line; 0 is the blank.\n"
        "Press Enter on an empty line to finish, Ctrl-C to quit."
    )
    start = _ask_board("start", size)
    assert start is not None  # only the goal may be left out
    goal = None
    if not has_goal:
        names = ", ".join(name for name in GOALS if name != "standard")
        _say(f"Enter the goal in the same way, or its name ({names}).\nPress Enter for the standard goal.")
        goal = _ask_board("goal", start.shape, takes_name=True)
    return Document(Format.ROWS, (Entry(start, 1, goal=goal),), "the terminal")


def prompt_method(pick: Callable[[str | None, str | None], Method]) -> tuple[str | None, str | None]:
    """Ask for the algorithm, and for the heuristic if it uses one and names none; None is the default.

    ``pick`` makes the method of both. A name that it does not accept is asked for again.
    """
    _say(
        "Enter an algorithm, such as bfs or astar (`taquin list algorithms`), also with its heuristic (A* misplaced), "
        "or press Enter for the default. `taquin solve --steps` also prints every board of the solution."
    )
    default = pick(None, None)
    both: list[tuple[str, str]] = []

    def check(name: str) -> None:
        try:
            pick(name, None)
        except TaquinError:
            found = _pair(name, pick)
            if found is None:
                raise
            both.append(found)

    algorithm = _ask_name("algorithm", default.algorithm.key, check)
    if both:
        return both[0]
    method = pick(algorithm, None)
    if method.heuristic is None or (algorithm is not None and parse_spec(algorithm).parts):
        return algorithm, None
    _say("Enter a heuristic, such as manhattan (`taquin list heuristics`), or press Enter for the default.")
    return algorithm, _ask_name("heuristic", method.heuristic.text, lambda name: pick(algorithm, name))


def _pair(text: str, pick: Callable[[str | None, str | None], Method]) -> tuple[str, str] | None:
    """The algorithm and the heuristic in ``A* misplaced`` or ``A* with Manhattan``; None if these are not two names."""
    words = re.sub(r"[,+]|\b(with|and|using)\b", " ", text).split()
    for count in range(1, len(words)):
        named = " ".join(words[:count]), " ".join(words[count:])
        with suppress(TaquinError):
            pick(*named)
            return named
    return None


def _ask_name(kind: str, default: str, check: Callable[[str], object]) -> str | None:
    """A name that passes the check, or None for the default."""
    while True:
        name = _ask(f"{kind} [{default}]: ").strip()
        try:
            if name:
                check(name)
            return name or None
        except TaquinError as error:
            message = str(error)
            _say(f"{message[:1].upper()}{message[1:]}.")


def _ask(prompt: str) -> str:
    try:
        return terminal.ask(prompt, err=True)
    except EOFError:
        raise click.Abort from None


def _say(text: str) -> None:
    terminal.echo(text, err=True)


def _ask_board(name: str, shape: Shape | None, *, takes_name: bool = False) -> Board | None:
    """Ask for a board line by line. A row with a mistake is asked for again, and the others are kept.

    With ``takes_name`` it may also be the name of a goal, or nothing; then the result is None.
    """
    lines: list[str] = []
    offered: list[str] = []
    rejected = ""  # only the user knows whether this row or row 1 has a wrong number of numbers
    board = None
    while board is None:
        typed = _ask_line(name, lines, shape, [] if rejected else offered)
        line = typed.strip()
        if not line and not lines and takes_name:
            return None
        try:
            if not line and rejected:
                offered, lines = _offer([*lines, rejected]), []
            elif not line:
                board = _make_board(_rows(lines, shape), shape)
            elif not lines and takes_name and line[0].isalpha() and line[0] not in "xX":
                board = make_goal(line, shape)
            elif not lines and shape is None and line.isdecimal() and len(line) <= 2 and int(line) >= 2:
                shape = Shape(int(line), int(line))  # the first line of many files: the size
                _say(f"The size is {shape}.")
            elif _tokens(line):  # neither a comment nor a line of a drawn grid
                lines.append(typed)  # its spaces may show an empty cell
                board = _complete_board(lines, shape)
            rejected = ""
        except TaquinError as error:
            message = str(error)
            _say(f"{message[:1].upper()}{message[1:]}.")
            if isinstance(error, _RowError):
                row = lines.pop()
                if lines:
                    rejected = row
                    _say(f"Type row {len(lines) + 1} again, or press Enter to start again from row 1.")
            elif len(lines) > 1 and (wrong := _wrong_rows(_rows(lines, shape))):
                lines, board = _retype(name, lines, wrong, shape)
            elif lines:
                offered, lines = _offer(lines), []
    _say(f"{name}, {board.shape}:\n{layout.grid(board)}\n")
    return board


def _offer(lines: list[str]) -> list[str]:
    _say("Type each row again, or press Enter to keep the row in brackets.")
    return lines


def _wrong_rows(rows: Sequence[Sequence[str]]) -> list[int]:
    """The rows with a number that is too large, or that appears twice."""
    values = [[cell_value(token) or 0 for token in row] for row in rows]
    every = [value for row in values for value in row]
    wrong = {value for value in every if value >= len(every) or every.count(value) > 1}
    return [number for number, row in enumerate(values) if wrong.intersection(row)]


def _retype(name: str, lines: list[str], wrong: Sequence[int], shape: Shape | None) -> tuple[list[str], Board | None]:
    """Ask for the rows that may have a mistake, the last one first, until one is typed again; the others are kept.

    Returns all rows, and the board in them unless more rows are missing.
    """
    while True:
        _say("Type the row with the mistake again, or press Enter to keep the row in brackets.")
        number, typed = next(
            (
                (row, typed)
                for row in reversed(wrong)
                if (typed := _ask_line(name, lines[:row], shape, lines)) != lines[row]
            ),
            (0, ""),
        )
        changed = [*lines[:number], typed or lines[number], *lines[number + 1 :]]
        try:
            board = _complete_board(changed, shape)
        except _RowError as error:
            _say(f"{str(error)[:1].upper()}{str(error)[1:]}.")
        except TaquinError as error:
            _say(f"{str(error)[:1].upper()}{str(error)[1:]}.")
            lines, wrong = changed, _wrong_rows(_rows(changed, shape)) or wrong
        else:
            return changed, board


class _RowError(TaquinError):
    """A mistake in the row that was typed last."""


def _ask_line(name: str, lines: Sequence[str], shape: Shape | None, offered: Sequence[str]) -> str:
    """The next line: what is typed, or the line that is offered, or nothing."""
    kept = offered[len(lines)] if len(lines) < len(offered) else ""
    note = f" [{kept}]" if kept else ""
    if lines and not kept and shape is None:
        rows = _rows(lines, None)
        try:
            board = _make_board(rows, None, lambda text, parse: parse(text))  # more rows may follow: asks nothing
            note = f" (Enter to finish: {board.shape})"
        except TaquinError:
            if len(lines) == 1 and len(rows[0]) >= _LONG_ROW:
                note = f" ({len(rows[0])} numbers, or Enter if that was all)"
    typed = _ask(f"{name}, row {len(lines) + 1}{note}: ")
    return typed if typed.strip() else kept


def _complete_board(lines: Sequence[str], shape: Shape | None) -> Board | None:
    """The board in these lines; None if rows are missing. Raises ``TaquinError`` for a mistake."""
    if len(lines) == 1 and (whole := _whole_board(lines[0], shape)) is not None:
        return whole
    rows = _rows(lines, shape)
    if shape is not None:
        return _make_board(rows, shape) if len(rows) == shape.rows else None
    values = [cell_value(token) or 0 for row in rows for token in row]
    has_more = max(values) >= len(values) and len(set(values)) == len(values)
    if len(rows) == len(rows[0]) and set(values) == set(range(1, len(values) + 1)):
        if terminal.confirms_blank(len(values)):
            return _make_board([["0" if token == str(len(values)) else token for token in row] for row in rows], None)
    elif len(rows) == len(rows[0]) and has_more:
        _say(f"{max(values)} is too large for {len(rows)}×{len(rows)}: enter more rows, or press Enter to correct it.")
    return _make_board(rows, None) if len(rows) >= len(rows[0]) and not has_more else None


def _whole_board(line: str, shape: Shape | None) -> Board | None:
    """The board in this one line; None if the line is a row. Four numbers may be both: the next line decides."""
    tokens = _tokens(line)
    count = len(tokens)
    is_plain = not any(mark in line for mark in "/;[({") and count > 1
    try:
        board = read_asking(line, lambda text: parse_board(text, shape))
    except TaquinError:
        is_whole = count > shape.columns if shape else count >= 9 and isqrt(count) ** 2 == count
        is_compact = count == 1 and len(tokens[0]) > 3
        if is_whole or is_compact or (not is_plain and "/" in line):
            raise
        return None
    return None if is_plain and shape is None and len(board) == 4 else board


def _rows(lines: Sequence[str], shape: Shape | None) -> list[list[str]]:
    """The cells of each line, and the blank where the columns of the others show an empty cell.

    Raises ``_RowError`` unless they are numbers, and equally many in every row.
    """
    if len({len(_tokens(line)) for line in lines}) > 1:
        lines = with_blanks(Text.from_raw("\n".join(lines))).body.split("\n")
    rows: list[list[str]] = []
    for typed in lines:
        line = typed.strip()
        tokens = _tokens(line)
        width = shape.columns if shape is not None else len(rows[0]) if rows else None
        if len(tokens) == 1 and line.isdecimal() and len(line) == (width or 3):
            tokens = list(line)  # 123 is the row 1 2 3; before the first row, of the 8-puzzle
        for token in tokens:
            if cell_value(token) is None:
                raise _RowError(f"expected a number, found {shown(token)}", hint="the blank is 0, _, -, ., x or *")
        if shape is None and width not in (None, len(tokens)):
            raise _RowError(f"row 1 has {plural(len(rows[0]), 'number')} and row {len(rows) + 1} has {len(tokens)}")
        if shape is not None and len(tokens) != width:
            raise _RowError(f"expected {plural(shape.columns, 'number')} in a row, found {len(tokens)}")
        rows.append(tokens)
    return rows


def _make_board(rows: Sequence[Sequence[str]], shape: Shape | None, read: Callable[..., Board] = read_asking) -> Board:
    """The board with these rows. One row is a board in one line, if it is not a line of tiles."""
    if not rows:
        raise TaquinError("expected a board, such as 8 1 3 / 4 0 2 / 7 6 5")
    width = len(rows[0])
    is_line = {cell_value(token) for token in rows[0]} == set(range(width)) and isqrt(width) ** 2 != width
    if shape is None and (len(rows) > 1 or is_line):
        shape = Shape(len(rows), width)
    return read("\n".join(" ".join(row) for row in rows), lambda text: Board(text, shape))


def _tokens(line: str) -> list[str]:
    """The cells of a row, in any notation; none for a comment or a line of a drawn grid."""
    paragraphs, _ = split_lines(Text.from_raw(line.strip(" \t,;[](){}")))
    return [token for rows in paragraphs for row in rows for token in row.tokens]
