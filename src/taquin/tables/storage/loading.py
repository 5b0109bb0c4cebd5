"""Loads a table from its file: a small table is copied, a large one is mapped into memory that all processes share.

All checksums are compared when a table is opened, so no search begins on damaged bytes. That takes about a second per
gigabyte. For a mapped table it happens once per version of the file: a record beside the file names the version that
was found intact.

The memory of a mapping is the file itself, which another program may change or truncate later. Reading a page that the
file no longer has would end the process (SIGBUS). The core guards mappings against that; without the core every table
is copied. A user of a mapped table asks ``is_unchanged`` before a result depends on what was read.
"""

from __future__ import annotations

import os
import struct
import time
import zlib
from contextlib import suppress
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import NamedTuple

from taquin import _native
from taquin.run.limits import check_limits
from taquin.system.files import Bytes, open_regular, read_fully, read_into, replace_file
from taquin.tables.storage.folder import CacheError, is_read_only
from taquin.tables.storage.header import BLOCK, Header, block_checksums

LARGEST_COPY = 8 << 20  # bytes of the largest table that is always copied: reading and checking it takes about 10 ms

_SETTLED = 2 * 10**9  # nanoseconds after which another change gives a file another time, on every file system


class FileVersion(NamedTuple):
    """What distinguishes one content of a file from another: where it is, its size, and its times."""

    device: int
    inode: int
    size: int
    modified: int
    changed: int

    @classmethod
    def of(cls, descriptor: int) -> FileVersion:
        status = os.fstat(descriptor)
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


damaged: set[FileVersion] = set()  # with a wrong checksum, as this process has found
WRONG_CHECKSUM = "its checksum is wrong"


def load_table(
    descriptor: int,
    path: Path,
    version: FileVersion,
    header: Header,
    *,
    is_copied: bool = False,
    is_trusted: bool = True,
) -> Bytes:
    """The table of an open file, checked. Raises ``CacheError`` if it is damaged.

    ``is_copied`` copies a large table too. Without ``is_trusted`` a record of an earlier check is ignored.
    """
    mapped = None if is_copied or header.size <= LARGEST_COPY else MappedTable.open(descriptor, version, header)
    if mapped is None:
        table = _copy(descriptor, header)
        _compare(table, version, header)
        return table
    table = memoryview(mapped)[header.offset :]
    if not (is_trusted and _is_recorded(path, version, header)):
        began = time.time_ns()
        _compare(table, version, header)
        _write_record(path, version, header, began)
    return table


def _compare(table: Bytes, version: FileVersion, header: Header) -> None:
    """Compare all checksums. Raises ``CacheError`` if one is wrong, and remembers that for this version."""
    for start, checksum in zip(range(0, header.size, BLOCK), header.checksums, strict=True):
        if zlib.crc32(table[start : start + BLOCK]) != checksum:
            damaged.add(version)
            raise CacheError(WRONG_CHECKSUM)
        check_limits()


def _copy(descriptor: int, header: Header) -> memoryview:
    """A copy of the table. Raises ``CacheError`` if the file was truncated after its header was read."""
    os.lseek(descriptor, header.offset, os.SEEK_SET)
    table = bytearray(header.size)
    if (count := read_into(descriptor, table)) != header.size:
        raise CacheError(f"expected {header.offset + header.size:,} bytes, found {header.offset + count:,}")
    return memoryview(table).toreadonly()


class MappedTable(mmap):
    """A file that is mapped into memory and guarded. A ``memoryview`` of it keeps it alive."""

    checksums: list[int]
    _version: FileVersion
    _descriptor: int
    _guard: _native.core.MappingGuard
    _is_unchanged = True

    @classmethod
    def open(cls, descriptor: int, version: FileVersion, header: Header) -> MappedTable | None:
        """Map an open file of this version; None if that is not possible. The caller closes the descriptor."""
        if not _native.is_available():
            return None
        try:
            mapped = cls(descriptor, version.size, access=ACCESS_READ)
            mapped._guard = _native.core.MappingGuard(memoryview(mapped))
            mapped._descriptor = os.dup(descriptor)
        except (OSError, ValueError, MemoryError):  # no memory, no descriptor, too many mappings, or already truncated
            return None
        mapped._version, mapped.checksums = version, header.checksums
        return mapped

    def __del__(self) -> None:
        if hasattr(self, "_descriptor"):
            with suppress(OSError):
                os.close(self._descriptor)

    @property
    def is_unchanged(self) -> bool:
        """Whether the mapped file still has the content that was checked, and every read from it succeeded.

        The file may be removed or replaced under its name: the mapping keeps the old content. After one check that
        failed, all later ones fail: the first ends a search, and the next says why.
        """
        self._is_unchanged = self._is_unchanged and self._has_version() and not self._guard.is_broken
        return self._is_unchanged

    def _has_version(self) -> bool:
        try:
            now = FileVersion.of(self._descriptor)
        except OSError:
            return False
        return (now.size, now.modified) == (self._version.size, self._version.modified)


def is_unchanged(table: Bytes) -> bool:
    """Whether a table still has the content that it had when it was loaded. A copy always does."""
    mapped = getattr(table, "obj", None)
    return not isinstance(mapped, MappedTable) or mapped.is_unchanged


def table_checksum(table: Bytes) -> int:
    """A checksum of a table: for a mapped one from the header of its file, which is faster."""
    mapped = getattr(table, "obj", None)
    checksums = mapped.checksums if isinstance(mapped, MappedTable) else block_checksums(table)
    return zlib.crc32(struct.pack(f"<{len(checksums)}I", *checksums))


def is_settled(changed: int, now: int | None = None) -> bool:
    """Whether another change would give a file another time than this one, in nanoseconds."""
    return (time.time_ns() if now is None else now) - changed >= _SETTLED


# Records of checks


def record_path(path: Path) -> Path:
    return path.with_name(f".{path.name}.checked")


def _is_recorded(path: Path, version: FileVersion, header: Header) -> bool:
    """Whether this process or another one found this version of a file intact."""
    record = _record(version, header)
    with suppress(OSError):
        descriptor = open_regular(record_path(path))
        try:
            return read_fully(descriptor, len(record) + 1) == record
        finally:
            os.close(descriptor)
    return False


def _write_record(path: Path, version: FileVersion, header: Header, began: int) -> None:
    """Record that a check that began at this time (in nanoseconds) found this version intact.

    A check soon after the file was written is not recorded: a change right after it could leave the same times.
    """
    if not is_read_only() and is_settled(max(version.modified, version.changed), began):
        with suppress(OSError):
            replace_file(record_path(path), [_record(version, header)], is_synced=False, mode=0o644)


def _record(version: FileVersion, header: Header) -> bytes:
    return " ".join(map(str, (*version, header.checksum))).encode()
