"""Reading files of boards. Files that are not UTF-8 text raise an error."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from taquin.errors import FormatError
from taquin.puzzle.formats.reading import Document, Fault, read_document

if TYPE_CHECKING:
    from taquin.puzzle.geometry import Shape

MAXIMUM_BYTES = 64 * 2**20
"""The largest file that is read: several million boards."""


def read_file(path: str | Path, shape: Shape | None = None, *, faults: list[Fault] | None = None) -> Document:
    """Read the boards of a file; ``faults`` as in ``read_document``.

    Raises ``FormatError`` if it cannot be opened, and as ``read_bytes`` does.
    """
    name = str(path)
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAXIMUM_BYTES + 1)
    except FileNotFoundError:
        raise FormatError(f"no such file: {name!r}") from None
    except IsADirectoryError:
        raise FormatError(f"expected a file, found a directory: {name!r}") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise FormatError(f"cannot read {name!r}: {reason.lower()}") from None
    return read_bytes(data, shape, source=name, faults=faults)


def read_bytes(
    data: bytes,
    shape: Shape | None = None,
    *,
    source: str = "standard input",
    faults: list[Fault] | None = None,
) -> Document:
    """Read the boards of a file's bytes, in UTF-8. Raises ``FormatError`` or ``BoardError``, which name the source."""
    if not data.strip():
        raise FormatError(f"{source}: expected a board, found an empty file")
    if len(data) > MAXIMUM_BYTES:
        raise FormatError(f"{source}: expected at most {MAXIMUM_BYTES // 2**20} MiB, found more")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise FormatError(f"{source}: expected UTF-8, found UTF-16", hint="save the file as UTF-8")
    if b"\0" in data:
        raise FormatError(f"{source}: expected text, found a binary file (byte {data.index(0) + 1} is zero)")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FormatError(
            f"{source}: expected text in UTF-8, found byte 0x{data[error.start]:02x} at position {error.start + 1}",
            hint="it is a binary file, or it has another encoding",
        ) from None
    return read_document(text, shape, source=source, faults=faults)
