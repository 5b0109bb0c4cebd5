"""Run a copy of a program in which a variable holds the board, for programs that read none.

The value keeps its form: of the text that is assigned to the variable, only the numbers of the cells are replaced. So
it works in any language. A program that is compiled is built from the changed copy.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path

from taquin.errors import SpecError
from taquin.puzzle.board import Board
from taquin.puzzle.words import near_hint, shown
from taquin.system.files import reason

_ASSIGNMENT = re.compile(
    r"(?<![\w.])([A-Za-z_]\w*)[ \t]*(?::(?!:)[^=\n{]{1,40})?(?:\[\w*\])*[ \t]*(?:=(?!=)[ \t]*|(?=\{))"
    r"(?:new[ \t]+\w+(?:\[\])*|vec!|[\w.]+\(|[\w.]+(?=\())?(?=\s*[\[({\"'])"
)
_DEFINITION = re.compile(r"^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)[ \t]+(?=[({\"])", re.MULTILINE)
_CELL = re.compile(r"\d+|None|null|(?<=['\"])[ _xXbB*#]?(?=['\"])")
_ENDS = {"[": "]", "(": ")", "{": "}"}
_MOST_VALUE = 2_000  # characters of an assigned board
_MOST_BYTES = 10**6  # of a file that is copied with the program


def board_variables(source: str, cells: int) -> dict[str, tuple[int, int]]:
    """The variables to which a board of this many cells is assigned, with the place of the first such value."""
    found: dict[str, tuple[int, int]] = {}
    for match in chain(_ASSIGNMENT.finditer(source), _DEFINITION.finditer(source)):
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


def copy_program(
    words: Sequence[str], folder: Path, target: Path, name: str, board: Board, build: str = ""
) -> tuple[list[str], str]:
    """Copy a program with another board in a variable; the command that runs the copy, and the one that builds it.

    The second is empty for a program that is run from its source. Otherwise the files beside the program are copied,
    and the file that has the variable is found among the sources there.
    """
    file = None if build else source_file(words, folder)
    if file is not None:
        _copy_files(file.parent.glob(f"*{file.suffix}"), target)
        changed = target / file.name
        changed.write_text(with_board(read_source(file), name, board), encoding="utf-8")
        return [str(changed) if folder / word == file else word for word in words], ""
    sources = compiled_sources(words, folder)
    if not sources:
        raise SpecError("--set needs a program whose source is beside it, such as python3 solver.py or ./solver")
    file = next((one for one in sources if name in board_variables(read_source(one), len(board))), sources[0])
    _copy_files(file.parent.iterdir(), target)
    (target / file.name).write_text(with_board(read_source(file), name, board), encoding="utf-8")
    program = target / Path(words[0]).name if "/" in words[0] else Path(words[0])
    return [str(program), *words[1:]], build or _BUILDS[file.suffix].format(file=file.name, program=Path(words[0]).name)


def _copy_files(files: Iterable[Path], target: Path) -> None:
    for file in islice(files, _MOST_FILES):
        if file.is_file() and file.stat().st_size <= _MOST_BYTES:
            shutil.copy(file, target)


def source_file(words: Sequence[str], folder: Path) -> Path | None:
    """The file of a command that is run by an interpreter, after its name."""
    paths = (folder / word for word in words[1:])
    # Path.is_file() raises for names that are too long
    return next((path for path in paths if path.suffix in _SOURCES and os.path.isfile(path)), None)  # noqa: PTH113


_SOURCES = (".py", ".js", ".mjs", ".java", ".rb", ".pl", ".lua", ".php", ".r", ".R", ".jl", ".m")
_BUILDS = {
    ".c": "cc -O2 {file} -lm -o {program}",
    ".java": "javac {file}",
    ".rs": "rustc -O {file} -o {program}",
    ".go": "go build -o {program} {file}",
} | dict.fromkeys((".cpp", ".cc", ".cxx"), "c++ -O2 -std=c++17 {file} -o {program}")
"""How the sources of compiled languages are built, if the user does not say it."""
_MOST_FILES = 200  # that are copied


def compiled_sources(words: Sequence[str], folder: Path) -> list[Path]:
    """The sources beside a compiled program: of ``./solver`` in its folder, of ``java Main`` in the current one."""
    if Path(words[0]).name in ("java", "java.exe"):
        place, suffixes = folder, [".java"]
    elif "/" in words[0]:
        place, suffixes = (folder / words[0]).parent, [*_BUILDS]
    else:
        return []
    with suppress(OSError):
        files = [file for file in islice(sorted(place.iterdir()), _MOST_FILES) if file.suffix in suffixes]
        named = Path(words[-1] if suffixes == [".java"] else words[0]).stem
        small = [file for file in files if file.is_file() and file.stat().st_size <= _MOST_BYTES]
        return sorted(small, key=lambda file: file.stem != named)
    return []


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
