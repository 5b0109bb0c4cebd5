"""Tables in memory: a copy of a small one, a mapping of a large one, which all processes share.

A mapping that is read after its file was truncated would end the process (SIGBUS). The core guards mappings against
that; without the core every table is copied.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any

from taquin import _native
from taquin.system.files import read_into, reason
from taquin.tables.storage.folder import CacheError
from taquin.tables.storage.header import Header

LARGEST_COPY = 8 << 20
"""Bytes of the largest table that is always copied: to read and check it takes about 10 ms."""


@dataclass(frozen=True, slots=True)
class FileVersion:
    """What tells one content of a file from another: where it is, its size, and when it was modified and changed."""

    device: int
    inode: int
    size: int
    modified: int
    changed: int

    @classmethod
    def of(cls, descriptor: int) -> FileVersion:
        """The version of an open file."""
        found = os.fstat(descriptor)
        return cls(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


class MappedTable(mmap):
    """A file that is mapped into memory and guarded. A ``memoryview`` of it keeps it alive."""

    path: Path
    version: FileVersion
    _descriptor: int
    _guard: Any

    @classmethod
    def open(cls, descriptor: int, path: Path, version: FileVersion) -> MappedTable | None:
        """Map an open file of this version; None if that is not possible. The caller closes the descriptor."""
        core: Any = _native.load()
        if core is None:
            return None
        try:
            mapped = cls(descriptor, version.size, access=ACCESS_READ)
            mapped._guard = core.MappingGuard(memoryview(mapped))
            mapped._descriptor = os.dup(descriptor)
        except (OSError, ValueError, MemoryError):  # no memory, no descriptor, too many mappings, or already truncated
            return None
        mapped.path, mapped.version = path, version
        return mapped

    def __del__(self) -> None:
        if hasattr(self, "_descriptor"):
            with suppress(OSError):
                os.close(self._descriptor)

    def content(self, offset: int) -> memoryview:
        """The memory after the header."""
        return memoryview(self)[offset:]

    @property
    def is_broken(self) -> bool:
        """Whether the file could not be read when its memory was used."""
        return bool(self._guard.is_broken)

    def find_change(self) -> str:
        """What happened to the file since it was mapped; empty if its content is the same.

        Other names of the file do not matter: it may be removed or replaced while it is in use.
        """
        try:
            now = FileVersion.of(self._descriptor)
        except OSError as error:
            return f"it could not be read while it was in use: {reason(error)}"
        if self.is_broken or now.size != self.version.size:
            return "it was truncated, or could not be read, while it was in use"
        return "" if now.modified == self.version.modified else "it was changed while it was in use"


def copy_table(descriptor: int, header: Header) -> memoryview:
    """The table of an open file as a copy. Raises ``CacheError`` if the file was truncated in the meantime."""
    os.lseek(descriptor, header.offset, os.SEEK_SET)
    table = bytearray(header.size)
    if (count := read_into(descriptor, table)) != header.size:
        raise CacheError(f"expected {header.offset + header.size:,} bytes, found {header.offset + count:,}")
    return memoryview(table).toreadonly()
