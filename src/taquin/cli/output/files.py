"""Files that commands write: checks before a search that may take hours, and writing them safely."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from taquin.cli import other_words
from taquin.errors import SpecError
from taquin.puzzle.words import alternatives, printable_line
from taquin.render import formats
from taquin.system import files


def check_file(path: Path, endings: Iterable[str] = (), *, kind: str = "file", hint: str = "") -> str:
    """The ending of a file name, without its dot. Raises ``SpecError`` if no file can be written there.

    If ``endings`` are given, it must be one of them.

    >>> check_file(Path("board.SVG"), ("svg", "pdf"))
    'svg'
    """
    ending = path.suffix.lower().removeprefix(".")
    if endings and ending not in endings:
        expected = alternatives(f".{name}" for name in endings)
        name = f"{path.suffix} in {str(path)!r}" if ending else f"none in {str(path)!r}"
        hint = other_words.ENDINGS.get(ending, hint)
        raise SpecError(f"expected a {kind} that ends in {expected}, found {name}", hint=hint)
    if path.is_dir():
        raise SpecError(f"expected a file to write, found the directory {str(path)!r}")
    if not path.parent.is_dir():
        raise SpecError(f"cannot write {str(path)!r}: there is no directory {str(path.parent)!r}")
    return ending


def refuse_picture(path: Path, content: str, drawing: str) -> None:
    """Raise ``SpecError`` if the name of a file for ``content`` ends as one of a picture, which ``drawing`` makes."""
    ending = path.suffix.lower()
    if ending.removeprefix(".") in formats.endings(formats.PICTURES):
        raise SpecError(f"expected a file for {content}, found {ending} in {str(path)!r}", hint=f"`taquin {drawing}")


def write_file(path: Path, data: bytes) -> str:
    """Write a file completely or not at all. Returns its ``written_name``. Raises ``SpecError`` if that fails."""
    name = written_name(path)
    write_files({path: data})
    return name


def write_files(contents: Mapping[Path, bytes]) -> None:
    """Write files that belong together, all of them or none. Raises ``SpecError`` if that fails."""
    try:
        files.write_files({path: [data] for path, data in contents.items()})
    except (OSError, ValueError) as error:
        names = " and ".join(repr(str(path)) for path in contents)
        raise SpecError(f"cannot write {names}: {files.reason(error)}") from error


def written_name(path: Path) -> str:
    """What a message calls a file that is about to be written."""
    name = printable_line(str(path))
    return f"{name}, replacing an earlier file" if path.is_file() else name
