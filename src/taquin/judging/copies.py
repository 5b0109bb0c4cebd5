"""Run a copy of a program in which a variable holds the board, for programs that read none.

The value keeps its form: of the text that is assigned to the variable, only the numbers of the cells are replaced. So
it works in any language whose programs are run from their source.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from taquin.errors import SpecError
from taquin.puzzle.board import Board
from taquin.puzzle.words import near_hint, shown
from taquin.system.files import reason

_ASSIGNMENT = re.compile(
    r"(?<![\w.])([A-Za-z_]\w*)[ \t]*(?::[^=\n]{1,40})?(?:\[\w*\])*[ \t]*=(?!=)[ \t]*"
    r"(?:new[ \t]+\w+(?:\[\])*|[\w.]+\()?(?=\s*[\[({\"'])"
)
_CELL = re.compile(r"\d+|None|null|(?<=['\"])[ _xXbB*#]?(?=['\"])")
_ENDS = {"[": "]", "(": ")", "{": "}"}
_MOST_VALUE = 2_000  # characters of an assigned board
_MOST_BYTES = 10**6  # of a file that is copied with the program


def board_variables(source: str, cells: int) -> dict[str, tuple[int, int]]:
    """The variables to which a board of this many cells is assigned, with the place of the first such value."""
    found: dict[str, tuple[int, int]] = {}
    for match in _ASSIGNMENT.finditer(source):
        begin = match.end() + len(source[match.end() :]) - len(source[match.end() :].lstrip())
        end = _value_end(source, begin)
        if end is not None and _cells(source[begin:end], cells) is not None:
            found.setdefault(match[1], (begin, end))
    return found


def with_board(source: str, name: str, board: Board) -> str:
    """The source with another board in a variable. Raises ``SpecError`` if no board is assigned to it."""
    variables = board_variables(source, len(board))
    if name not in variables:
        listed = f"boards are in {', '.join(variables)}" if variables else "no variable of it holds a board"
        raise SpecError(f"no board is assigned to {shown(name)}", hint=near_hint(name, variables, listed))
    begin, end = variables[name]
    value = source[begin:end]
    places = _cells(value, len(board))
    assert places is not None
    cells = [value[first:last] for first, last in places]
    blank = next(cell for cell in cells if not cell.isdigit() or not int(cell))
    for (first, last), tile in reversed(list(zip(places, board, strict=True))):
        value = value[:first] + (str(tile) if tile else blank) + value[last:]
    return source[:begin] + value + source[end:]


def copy_program(words: Sequence[str], folder: Path, target: Path, name: str, board: Board) -> list[str]:
    """Copy the file of a command, and the files of its kind beside it; the command that runs the changed copy."""
    file = source_file(words, folder)
    if file is None:
        raise SpecError("--set needs a program that is run from its source, such as python3 solver.py")
    for other in file.parent.glob(f"*{file.suffix}"):
        if other.is_file() and other.stat().st_size <= _MOST_BYTES:
            shutil.copy(other, target)
    changed = target / file.name
    changed.write_text(with_board(read_source(file), name, board), encoding="utf-8")
    return [str(changed) if folder / word == file else word for word in words]


def source_file(words: Sequence[str], folder: Path) -> Path | None:
    """The file of a command that is run by an interpreter, after its name."""
    paths = (folder / word for word in words[1:])
    # Path.is_file() raises for names that are too long
    return next((path for path in paths if path.suffix in _SOURCES and os.path.isfile(path)), None)  # noqa: PTH113


_SOURCES = (".py", ".js", ".mjs", ".java", ".rb", ".pl", ".lua", ".php", ".r", ".R", ".jl", ".m")


def read_source(file: Path) -> str:
    """The text of a program."""
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise SpecError(f"cannot read {shown(str(file))}: {reason(error)}") from None


def _value_end(source: str, begin: int) -> int | None:
    """Where the bracket or the text that begins here ends."""
    first = source[begin : begin + 1]
    if first in ("'", '"'):
        end = source.find(first, begin + 1, begin + _MOST_VALUE)
        return None if end < 0 else end + 1
    open_brackets: list[str] = []
    for place in range(begin, min(len(source), begin + _MOST_VALUE)):
        if source[place] in _ENDS:
            open_brackets.append(_ENDS[source[place]])
        elif open_brackets and source[place] == open_brackets[-1]:
            open_brackets.pop()
            if not open_brackets:
                return place + 1
    return None


def _cells(value: str, count: int) -> list[tuple[int, int]] | None:
    """The places of the cells in a value; None unless it holds the tiles and one blank."""
    places = [match.span() for match in _CELL.finditer(value)]
    if len(places) == 1 and places[0][1] - places[0][0] == count:  # digits in one text
        places = [(place, place + 1) for place in range(*places[0])]
    return places if _is_board([value[first:last] for first, last in places], count) else None


def _is_board(cells: Sequence[str], count: int) -> bool:
    tiles = sorted(_tiles(cells))
    return len(cells) == count and tiles == list(range(1, count))


def _tiles(cells: Sequence[str]) -> Iterator[int]:
    return (int(cell) for cell in cells if cell.isdigit() and int(cell))
