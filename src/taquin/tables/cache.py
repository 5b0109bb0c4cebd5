"""Large tables as files in the user's cache folder: built once, checked when opened, and mapped into memory.

``taquin.tables.storage`` has the parts: the folder, the header and the checks of a file, the lock of a builder. A file
gets its name only when it is complete and on the disk. A table that cannot be read or written, because the disk is full
or the folder belongs to another user, is built and used in memory.
"""

from __future__ import annotations

import os
import shutil
import stat
import sys
from array import array
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from errno import EACCES, ENOSPC
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from taquin.system.files import PIECE, Bytes, open_regular, reason, remove_drafts, replace_file
from taquin.tables.storage.folder import (
    CacheError,
    MissingFileError,
    WarningHandler,
    cache_folder,
    create_folder,
    foreign_reason,
    is_read_only,
    issue_warning,
    list_folder,
    sharing_reason,
    warn_once,
)
from taquin.tables.storage.header import Header, encode_header, read_header
from taquin.tables.storage.loading import WRONG_CHECKSUM, FileVersion, damaged, load_table
from taquin.tables.storage.lock import locked

Table: TypeAlias = Bytes

_REBUILT = "cannot be used: {}; it is built again"


def to_bytes(numbers: array[int]) -> bytes:
    """The numbers of an array in the byte order of files, which is little-endian."""
    return _little_endian(numbers[:]).tobytes()


def to_numbers(code: str, content: bytes) -> array[int]:
    """The array whose numbers, of this type code, are stored in these bytes."""
    return _little_endian(array(code, content))


def _little_endian(numbers: array[int]) -> array[int]:
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


@dataclass(frozen=True, slots=True)
class Stored:
    """A table and the facts from its builder. ``path`` is None if the table is in memory only."""

    table: Table
    facts: Mapping[str, object]
    path: Path | None


@dataclass(frozen=True)
class CacheFile:
    """The file of one table, which may not exist yet.

    ``name`` is the path below the cache folder. ``key`` is what the table depends on, in plain JSON values. ``version``
    must be increased when the meaning of the table changes. ``size`` is the bytes of the table, where the key decides
    them. ``find_fault`` returns the error in the facts and the size of a header, which another program may have
    written; empty if there is none. ``is_possible`` returns False for a table that Taquin cannot have written: it looks
    at what the code relies on, or at a sample.
    """

    name: str
    kind: str
    version: int
    key: Mapping[str, object]
    find_fault: Callable[[Mapping[str, object], int], str] = field(default=lambda facts, size: "", compare=False)
    size: int | None = None
    is_possible: Callable[[Table], bool] = field(default=lambda table: True, compare=False)

    @property
    def path(self) -> Path:
        return cache_folder() / self.name

    def exists(self) -> bool:
        """Whether the file exists. It may still be damaged."""
        path = self.path
        try:
            return stat.S_ISREG(path.lstat().st_mode)
        except (OSError, ValueError):
            return False

    def open(self, *, is_copied: bool = False) -> Stored | None:
        """The table of the file; None if there is no file. Raises ``CacheError`` if the file cannot be used.

        Header, size and checksums are checked first. A large table is mapped, unless ``is_copied`` is set, and its
        checksums are compared once per version of the file.
        """
        try:
            with self._opened() as (descriptor, version, header):
                table = load_table(descriptor, self.path, version, header, is_copied=is_copied)
                self._check_table(table)
                return Stored(table, header.facts, self.path)
        except MissingFileError:
            return None

    def open_usable(self, warn: WarningHandler | None = None, text: str = "cannot be used: {}") -> Stored | None:
        """The same, but None also if the file cannot be used; then ``warn`` is called with the path and this text."""
        try:
            return self.open()
        except CacheError as error:
            if warn is not None and list_folder(self.path.parent, warn):  # it warns of a folder that cannot be read
                warn(f"{self.path} {text.format(error)}")
            return None

    def find_damage(self, *, is_thorough: bool = False) -> str:
        """The damage of the header and the size, with ``is_thorough`` also of the table; empty if there is none."""
        try:
            with self._opened() as (descriptor, version, header):
                if is_thorough:
                    self._check_table(load_table(descriptor, self.path, version, header, is_trusted=False))
        except CacheError as error:
            return str(error)
        return ""

    def write(self, table: Table, facts: Mapping[str, object]) -> None:
        """Write the whole file. Raises ``OSError`` if that fails, and then leaves no file behind."""
        header = encode_header(self.kind, self.version, self.key, facts, table)
        path = self.path
        create_folder(path.parent)
        if fault := sharing_reason(path.parent):
            raise OSError(EACCES, fault, str(path))
        remove_drafts(path)
        if shutil.disk_usage(path.parent).free < len(header) + len(table):
            raise OSError(ENOSPC, os.strerror(ENOSPC), str(path))
        pieces = (table[start : start + PIECE] for start in range(0, len(table), PIECE))
        replace_file(path, chain([header], pieces), mode=0o644)

    def remove(self) -> bool:
        """Remove the file. Returns whether there was one. Raises ``OSError``."""
        is_there = self.exists()
        if is_there:
            self.path.unlink(missing_ok=True)
        return is_there

    def obtain(
        self,
        build: Callable[[], tuple[Table, Mapping[str, object]]],
        *,
        is_forced: bool = False,
        warn: WarningHandler = issue_warning,
        inform: WarningHandler | None = None,
    ) -> Stored:
        """Open the table, or build and store it; with ``is_forced`` build it even if the file exists.

        Of several processes that need the same table, one builds it and the others wait; ``inform`` (by default
        ``warn``) is called in these. A file that cannot be used is replaced, and a table that
        cannot be stored is returned from memory: ``warn`` is called in both cases. If ``build`` raises an exception
        (also Ctrl-C), no file is left behind.
        """
        if not is_forced and (stored := self.open_usable()) is not None:
            return stored
        fault = sharing_reason(self.path.parent)
        if fault:
            warn_once(f"the cache folder {self.path.parent} is not used: {fault}; tables are in memory only", warn)
        if fault or is_read_only():
            return Stored(*build(), None)
        with locked(self.path, inform or warn):
            # Another process may have built it in the meantime.
            if not is_forced and (stored := self.open_usable(warn, _REBUILT)) is not None:
                return stored
            table, facts = build()
            try:
                self.write(table, facts)
            except OSError as error:
                folder = self.path.parent
                warn_once(f"the table cannot be stored in {folder}: {reason(error)}; it is in memory only", warn)
                return Stored(table, facts, None)
        return self.open_usable(warn, _REBUILT) or Stored(table, facts, None)

    @contextmanager
    def _opened(self) -> Iterator[tuple[int, FileVersion, Header]]:
        """The descriptor, version and header of the file. Raises ``CacheError``."""
        path = self.path
        try:
            descriptor = open_regular(path)
        except (FileNotFoundError, NotADirectoryError) as error:
            raise MissingFileError("it does not exist") from error
        except (OSError, ValueError) as error:
            raise CacheError(f"it cannot be read: {reason(error)}") from error
        try:
            if fault := sharing_reason(path.parent):
                warn_once(f"the cache folder {path.parent} is not used: {fault}", issue_warning)
            if fault := fault or foreign_reason(os.fstat(descriptor)):
                raise CacheError(f"another user may have written it: {fault}")
            version = FileVersion.of(descriptor)
            header = read_header(descriptor, version.size)
            self._check(header)
            if version in damaged:
                raise CacheError(WRONG_CHECKSUM)
            yield descriptor, version, header
        except OSError as error:
            raise CacheError(f"it cannot be read: {reason(error)}") from error
        finally:
            os.close(descriptor)

    def _check_table(self, table: Table) -> None:
        if not self.is_possible(table):
            raise CacheError("it was not written by Taquin: its entries are wrong")

    def _check(self, header: Header) -> None:
        if (header.kind, header.version) != (self.kind, self.version):
            raise CacheError("it was written by another version of Taquin, or is another kind of table")
        if header.key != self.key:
            raise CacheError("it belongs to another key")
        fault = self.find_fault(header.facts, header.size)
        if self.size not in (None, header.size):
            fault = f"expected {self.size:,} bytes, found {header.size:,}"
        if fault:
            raise CacheError(f"it was not written by Taquin: {fault}")
