"""Read boards from arguments, files, standard input, or a prompt."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from taquin.errors import FormatError, TaquinError
from taquin.puzzle.board import Board
from taquin.puzzle.formats import Document, Entry, Format, parse_board, read_bytes, read_document, read_file
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import make_goal


def read_boards(words: tuple[str, ...], size: Shape | None) -> Document:
    """The boards that the arguments name: a file, - for standard input, or the text itself."""
    text = " ".join(words)
    if text == "-" or (not text and not sys.stdin.isatty()):
        return read_bytes(sys.stdin.buffer.read(), size, source="standard input")
    if not text:
        raise FormatError("expected a board, a file, or - for standard input", hint='such as "1 2 3 / 4 0 5 / 6 7 8"')
    if len(words) == 1 and (_is_path(text) or _looks_like_path(text)):
        return read_file(Path(text), size)
    document = read_document(text, size)
    if any(entry.columns for entry in document.entries):
        parse_board(text, size)  # only files may have more columns: this raises an error that names the surplus number
    return document


def read_board(words: tuple[str, ...], size: Shape | None) -> Board:
    """Exactly one board."""
    document = read_boards(words, size)
    if len(document.entries) > 1:
        raise FormatError(f"expected one board, found {len(document.entries)} in {document.source}")
    return document.entries[0].board


def read_goal(goal: str | None, shape: Shape) -> Board:
    """The goal that an option names: a name, a board, or a file with one board."""
    if goal is not None and _is_path(goal):
        return make_goal(read_board((goal,), shape), shape)
    return make_goal(goal, shape)


def _is_path(text: str) -> bool:
    """Whether a file of this name exists; False for text that cannot be a file name."""
    return os.path.exists(text)  # noqa: PTH110 - Path.exists() raises for names that are too long


def _looks_like_path(text: str) -> bool:
    """Whether text looks like a file name, so that the error should be about a missing file."""
    has_letters = any(character.isalpha() and character not in "xX" for character in text)
    return has_letters and not any(character.isspace() for character in text)


def is_interactive(words: tuple[str, ...]) -> bool:
    """Whether no board was given and standard input is a terminal."""
    return not words and sys.stdin.isatty()


def prompt_boards(size: Shape | None, goal: str | None) -> tuple[Document, str | None]:
    """Prompt for the start row by row, then for the goal unless it was given. An invalid row is prompted again."""
    click.echo("Enter the start board row by row: numbers separated by spaces, 0 for the blank.")
    start = _prompt_board("start", size, None)
    assert start is not None  # only the goal may be left out
    if goal is None:
        click.echo("Enter the goal board in the same way, or press Enter for the standard goal.")
        entered = _prompt_board("goal", start.shape, "standard")
        goal = None if entered is None else " / ".join(" ".join(map(str, row)) for row in entered.rows())
    return Document(Format.ROWS, (Entry(start, 1),), "the terminal"), goal


def _prompt_board(name: str, shape: Shape | None, default: str | None) -> Board | None:
    while True:
        rows: list[str] = []
        first = _prompt_row(name, 1, None if shape is None else shape.columns, may_be_empty=default is not None)
        if not first:
            return None
        rows.append(first)
        count = len(first.split())
        height = count if shape is None else shape.rows
        while len(rows) < height:
            rows.append(_prompt_row(name, len(rows) + 1, count, may_be_empty=False))
        try:
            return Board("\n".join(rows), Shape(height, count))
        except TaquinError as error:
            click.echo(f"Not a valid board: {error}. Please enter it again.")


def _prompt_row(name: str, number: int, count: int | None, *, may_be_empty: bool) -> str:
    while True:
        row = click.prompt(f"{name}, row {number}", default="" if may_be_empty else None, show_default=False)
        cells = str(row).replace(",", " ").split()
        if not cells and may_be_empty:
            return ""
        if count is not None and len(cells) != count:
            click.echo(f"Expected {count} numbers, found {len(cells)}.")
        elif count is None and len(cells) < 2:
            click.echo("Expected at least 2 numbers in a row.")
        else:
            return " ".join(cells)
