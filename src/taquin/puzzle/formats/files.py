"""Reading files of boards. Files that are not UTF-8 text raise an error."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from taquin.errors import FormatError
from taquin.puzzle.arrangement import Arrangement
from taquin.puzzle.formats.reading import Fault, Reading, read_text
from taquin.puzzle.geometry import Shape
from taquin.puzzle.words import near_hint, shown
from taquin.system.files import open_input, reason

_LOOKS_LIKE_A_BOARD = re.compile(r"\d\s+(/\s*)?\d")

MAXIMUM_BYTES = 64 * 2**20  # the largest file that is read: several million boards
_MAXIMUM_TOML = 2**20


def load_file(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a file; one more than the maximum if it has more. Raises ``FormatError`` if it cannot be read."""
    name = str(path)
    try:
        with open_input(Path(path)) as file:
            return file.read(MAXIMUM_BYTES + 1)
    except FileNotFoundError:
        raise FormatError(f"no such file: {shown(name, 200)}") from None
    except IsADirectoryError:
        raise FormatError(f"expected a file, found a directory: {shown(name, 200)}") from None
    except (OSError, ValueError) as error:
        raise FormatError(f"cannot read {shown(name, 200)}: {reason(error)}") from None


def load_toml(path: Path) -> dict[str, object]:
    """The table in a TOML file. Raises ``FormatError`` that names the fault."""
    from tomllib import loads  # most programs read none

    data = load_file(path)
    if len(data) > _MAXIMUM_TOML:
        raise FormatError(f"{path}: expected at most {_MAXIMUM_TOML // 2**20} MiB, found more")
    try:
        return loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise FormatError(f"cannot read {path}: {reason(error)}") from None
    except (ValueError, RecursionError) as error:  # ValueError also for a number of thousands of digits
        raise FormatError(f"{path}: expected TOML: {str(error)[:1].lower()}{str(error)[1:]}") from None


def check_table(table: Mapping[str, object], kinds: Mapping[str, tuple[Any, str]], place: object) -> None:
    """Check the keys of a table of a TOML file: ``kinds`` has those that it may have, with types and words for them.

    Raises ``FormatError`` that names the fault, and the nearest key.
    """
    for name, value in table.items():
        if name not in kinds:
            hint = near_hint(name, kinds, f"expected one of {', '.join(kinds)}")
            raise FormatError(f"{place}: unknown key {shown(name)}", hint=hint)
        types, words = kinds[name]
        if isinstance(value, bool) or not isinstance(value, types):
            raise FormatError(f"{place}: expected {name} to be {words}, found {shown(value)}")


def read_source(source: object, shape: Shape | None) -> Reading:
    """The boards of a path or an open file. Raises ``FormatError`` or ``BoardError``, which name the file."""
    if isinstance(source, str | os.PathLike):
        try:
            return read_data(load_file(source), shape, source=str(source), faults=None)
        except FormatError as error:
            if isinstance(source, str) and not Path(source).suffix and _LOOKS_LIKE_A_BOARD.search(source):
                raise FormatError(error.message, hint="Board(text) reads a board from text") from None
            raise
    if not hasattr(source, "read"):
        raise FormatError(f"expected a path or an open file, found {shown(source)}")
    content = source.read()
    name = str(getattr(source, "name", "text"))
    data = content.encode("utf-8") if isinstance(content, str) else content
    return read_data(data, shape, source=name, faults=None)


def read_only_board(source: object, shape: Shape | None) -> Arrangement:
    """The only board of a path or an open file. Raises ``FormatError`` if it has several."""
    _, found = read_source(source, shape)
    if len(found) > 1:
        raise FormatError(f"expected one board, found {len(found)}", hint="taquin.read_boards returns all of a file")
    return found[0].board


def read_data(data: bytes, shape: Shape | None, *, source: str, faults: list[Fault] | None) -> Reading:
    """The boards of a file's bytes, in UTF-8. Raises ``FormatError`` or ``BoardError``, which name the source."""
    if not data.strip():
        raise FormatError(f"{source}: expected a board, found an empty file")
    return read_text(decode_text(data, source), shape, source=source, faults=faults)


def decode_text(data: bytes, source: str) -> str:
    """The text of a file's bytes, in UTF-8, without a byte order mark. Raises ``FormatError``, which names the source.

    ``data`` is what ``load_file`` returns.
    """
    if len(data) > MAXIMUM_BYTES:
        raise FormatError(f"{source}: expected at most {MAXIMUM_BYTES // 2**20} MiB, found more")
    try:
        text = data.decode("utf-8")
        place = data.find(0)
    except UnicodeDecodeError as error:
        text, place = "", error.start
    if place >= 0:
        raise FormatError(
            f"{source}: expected text in UTF-8, found byte 0x{data[place]:02x} at position {place + 1}",
            hint="it is a picture or another binary file, or it has another encoding, such as UTF-16",
        )
    return text.removeprefix("\ufeff")
