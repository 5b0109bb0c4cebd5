"""Large tables as files in the user's cache folder: built once, checked, and mapped into memory.

A file is a header of whole pages, followed by the table. The header is JSON: the kind and version of the table, its
key, facts from the builder, the size, and a checksum for every megabyte (CRC-32: it detects damage, not manipulation).
A file is renamed to its final name only when it is complete and on the disk. A lock file ensures that two processes
that need the same table build it once. A table that cannot be written, because the disk is full or the folder is
read-only, is used from memory.
"""

from __future__ import annotations

import json
import os
import shutil
import struct
import warnings
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from errno import ENOSPC
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

_PREFIX = struct.Struct("<12sI")  # magic, length of the JSON text; the checksum of both follows the text
_MAGIC = b"taquin table"
_PAGE = 4096
_BLOCK = 1 << 20
_LONGEST_HEADER = 1 << 24
_is_read_only = False

Table: TypeAlias = "memoryview | bytes | bytearray"
WarningHandler: TypeAlias = Callable[[str], None]
"""Takes the text of a warning."""


class CacheError(Exception):
    """A file in the cache cannot be used; the message says why. The table has to be built again."""


class CacheWarning(UserWarning):
    """A file in the cache is damaged or cannot be written. Results stay correct, but take longer."""


def issue_warning(message: str) -> None:
    """Issue a ``CacheWarning``: the default handler of warnings."""
    warnings.warn(message, CacheWarning, stacklevel=3)


def make_read_only() -> None:
    """From now on this process stores no tables: those without a file are built in memory. Server workers do this."""
    global _is_read_only  # noqa: PLW0603 - a fact about the process
    _is_read_only = True


def can_write() -> bool:
    """Whether this process stores tables."""
    return not _is_read_only


def cache_folder() -> Path:
    """The folder of the tables: ``TAQUIN_CACHE``, or the user's cache folder of the system. It may not exist yet."""
    chosen = os.environ.get("TAQUIN_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    from platformdirs import user_cache_path

    return user_cache_path("taquin", appauthor=False)


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
    must be increased when the meaning of the table changes.
    """

    name: str
    kind: str
    version: int
    key: Mapping[str, object]

    @property
    def path(self) -> Path:
        """The full path; the file may not exist."""
        return cache_folder() / self.name

    def exists(self) -> bool:
        """Whether the file exists. It may still be damaged."""
        return self.path.is_file()

    def open(self, *, blocks_checked: int | None = None) -> Stored | None:
        """Map the table into memory; None if there is no file. Raises ``CacheError`` if the file cannot be used.

        The header and the size are always checked. Checking the checksums takes a second per gigabyte:
        ``blocks_checked`` is the number of megabytes to check, spread over the table; None checks all of them.
        """
        path = self.path
        try:
            with path.open("rb") as file:
                header, offset = self._read_header(file)
                mapped = mmap(file.fileno(), 0, access=ACCESS_READ)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise CacheError(f"it cannot be read: {error.strerror or error}") from error
        table = memoryview(mapped)[offset:]
        for block in _spread(len(header["checksums"]), blocks_checked):
            if zlib.crc32(table[block * _BLOCK : (block + 1) * _BLOCK]) != header["checksums"][block]:
                raise CacheError("its checksum is wrong")
        return Stored(table, header["facts"], path)

    def find_damage(self, *, is_thorough: bool = False) -> str:
        """What is wrong with the file, empty if nothing is: header and size, with ``is_thorough`` every checksum."""
        try:
            stored = self.open(blocks_checked=None if is_thorough else 0)
        except CacheError as error:
            return str(error)
        return "" if stored is not None else "it does not exist"

    def write(self, table: Table, facts: Mapping[str, object]) -> None:
        """Write the whole file. Raises ``OSError`` if that fails, and then leaves no file behind."""
        header = {
            "kind": self.kind,
            "version": self.version,
            "key": dict(self.key),
            "facts": dict(facts),
            "size": len(table),
            "checksums": [zlib.crc32(table[start : start + _BLOCK]) for start in range(0, len(table), _BLOCK)],
        }
        text = json.dumps(header, sort_keys=True).encode()
        text = _PREFIX.pack(_MAGIC, len(text)) + text
        text += struct.pack("<I", zlib.crc32(text))
        path = self.path
        path.parent.mkdir(parents=True, exist_ok=True)
        if shutil.disk_usage(path.parent).free < _pages(len(text)) + len(table):
            raise OSError(ENOSPC, os.strerror(ENOSPC), str(path))
        temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
        try:
            with temporary.open("wb") as file:
                file.write(text.ljust(_pages(len(text)), b"\0"))
                for start in range(0, len(table), _BLOCK):  # in pieces, so that Ctrl-C can interrupt it
                    file.write(table[start : start + _BLOCK])
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise

    def obtain(
        self,
        build: Callable[[], tuple[Table, Mapping[str, object]]],
        *,
        blocks_checked: int | None = None,
        is_forced: bool = False,
        warn: WarningHandler = issue_warning,
    ) -> Stored:
        """Open the table, or build and store it; with ``is_forced`` build it even if the file exists.

        Of several processes that need the same table, one builds it and the others wait. A file that cannot be used is
        replaced, and a table that cannot be stored is returned from memory: ``warn`` is called in both cases. If
        ``build`` raises an exception (also Ctrl-C), no file is left behind.
        """
        if not is_forced and (stored := self._open_or_none(blocks_checked, None)) is not None:
            return stored
        if _is_read_only:
            return Stored(*build(), None)
        with self._locked() as is_locked:
            # Another process may have built it in the meantime.
            if not is_forced and (stored := self._open_or_none(blocks_checked, warn)) is not None:
                return stored
            if is_locked:
                self.remove_leftovers()
            table, facts = build()
            try:
                self.write(table, facts)
            except OSError as error:
                reason = error.strerror or error
                warn(f"the table cannot be stored in {self.path.parent}: {reason}; it is in memory only")
                return Stored(table, facts, None)
        return self._open_or_none(0, None) or Stored(table, facts, None)

    def _open_or_none(self, blocks_checked: int | None, warn: WarningHandler | None) -> Stored | None:
        try:
            return self.open(blocks_checked=blocks_checked)
        except CacheError as error:
            if warn is not None:
                warn(f"{self.path} cannot be used: {error}; it is built again")
            return None

    @contextmanager
    def _locked(self) -> Iterator[bool]:
        """Wait for the lock and hold it. Yields False if the folder does not allow locks."""
        from filelock import FileLock

        lock = FileLock(self.path.with_name(f".{self.path.name}.lock"))
        with suppress(OSError, NotImplementedError):  # read-only, or a file system without locks
            self.path.parent.mkdir(parents=True, exist_ok=True)
            lock.acquire(poll_interval=0.05)
        try:
            yield lock.is_locked
        finally:
            lock.release()

    def remove_leftovers(self) -> None:
        """Remove temporary files of killed processes. The caller holds the lock, so no other process is writing."""
        for path in self.path.parent.glob(f".{self.path.name}.*.tmp"):
            with suppress(OSError):
                path.unlink()

    def _read_header(self, file: BinaryIO) -> tuple[dict[str, Any], int]:
        """The header and the offset of the table. Raises ``CacheError`` if the header is damaged or does not match."""
        prefix = file.read(_PREFIX.size)
        if len(prefix) < _PREFIX.size or not prefix.startswith(_MAGIC):
            raise CacheError("it is not a Taquin table")
        length = _PREFIX.unpack(prefix)[1]
        text = file.read(min(length, _LONGEST_HEADER))
        if file.read(4) != struct.pack("<I", zlib.crc32(prefix + text)):
            raise CacheError("its header is damaged")
        header: dict[str, Any] = json.loads(text)
        offset, size = _pages(_PREFIX.size + length + 4), os.fstat(file.fileno()).st_size
        if (header.get("kind"), header.get("version")) != (self.kind, self.version):
            raise CacheError("it was written by another version of Taquin, or is another kind of table")
        if header.get("key") != dict(self.key):
            raise CacheError("it belongs to another key")
        if header.get("size") != size - offset:
            raise CacheError(f"expected {header.get('size', 0) + offset:,} bytes, found {size:,}")
        return header, offset


def _pages(size: int) -> int:
    """The size, rounded up to whole pages."""
    return -(-size // _PAGE) * _PAGE


def _spread(count: int, most: int | None) -> list[int]:
    """All numbers below ``count``, or ``most`` of them, evenly spread."""
    if most is None or count <= most:
        return list(range(count))
    return [number * count // most for number in range(most)]
