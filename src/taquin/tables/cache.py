"""Large tables as files in the user's cache folder: built once, checked, and mapped into memory.

A file is a header of whole pages and the table behind it. The header is JSON and says what the table is: a kind, a
version, a key, facts that the builder found out, the size and a checksum for every megabyte (CRC-32: against accidents,
not against enemies). A file appears under its name only when it is complete and on the disk; a lock beside it makes two
processes that need the same table build it once. What cannot be kept, because the disk is full or the folder cannot be
written, is used from memory.
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

_PREFIX = struct.Struct("<12sI")  # magic, length of the JSON text; behind the text comes the checksum of both
_MAGIC = b"taquin table"
_PAGE = 4096
_BLOCK = 1 << 20
_LONGEST_HEADER = 1 << 24

Table: TypeAlias = "memoryview | bytes | bytearray"
Say: TypeAlias = Callable[[str], None]


class CacheError(Exception):
    """A file in the cache cannot be used; the message says what is wrong with it. Whoever needs it builds it anew."""


class CacheWarning(UserWarning):
    """A file in the cache was damaged, or could not be written. Everything works, but takes longer."""


def warn(message: str) -> None:
    """Say it as a Python warning: what is done with a word for people unless the caller takes it."""
    warnings.warn(message, CacheWarning, stacklevel=3)


def cache_folder() -> Path:
    """Where tables are kept: ``TAQUIN_CACHE``, or the place that the system has for such files. Need not exist."""
    chosen = os.environ.get("TAQUIN_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    from platformdirs import user_cache_path

    return user_cache_path("taquin", appauthor=False)


@dataclass(frozen=True, slots=True)
class Stored:
    """A table and the facts that its builder found out. ``path`` is None if it is in memory only."""

    table: Table
    facts: Mapping[str, object]
    path: Path | None


@dataclass(frozen=True)
class CacheFile:
    """One table in the cache, there or not. ``key`` is what the table depends on: plain values that JSON can hold.

    ``name`` is that of the file, below the cache folder. ``version`` is that of the table's meaning, to be counted up
    by whoever changes it.
    """

    name: str
    kind: str
    version: int
    key: Mapping[str, object]

    @property
    def path(self) -> Path:
        """The file's place; it need not be there."""
        return cache_folder() / self.name

    def exists(self) -> bool:
        """Whether there is a file of this name. Opening it may still find it damaged."""
        return self.path.is_file()

    def open(self, *, blocks_checked: int | None = None) -> Stored | None:
        """Map the table into memory; None if there is none. Raises ``CacheError`` if the file cannot be used.

        The header and the size are always checked. The checksums take a second a gigabyte: ``blocks_checked`` is how
        many megabytes, spread over the table, are looked at; all of them if it is None.
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

    def write(self, table: Table, facts: Mapping[str, object]) -> None:
        """Write the file, whole or not at all. Raises ``OSError`` where that cannot be done, and leaves nothing."""
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
                for start in range(0, len(table), _BLOCK):  # in pieces, so that Ctrl-C is heard
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
        say: Say = warn,
    ) -> Stored:
        """Open the table, or build and keep it (in any case, if it is forced). Two processes at once build it once.

        A file that cannot be used is replaced, and a table that cannot be kept is returned from memory: ``say`` is told
        of both. What ``build`` raises, Ctrl-C included, leaves no file behind.
        """
        if not is_forced and (stored := self._open_or_none(blocks_checked, None)) is not None:
            return stored
        with self._locked() as is_locked:
            # Another process may have built it in the meantime.
            if not is_forced and (stored := self._open_or_none(blocks_checked, say)) is not None:
                return stored
            if is_locked:
                self._remove_leftovers()
            table, facts = build()
            try:
                self.write(table, facts)
            except OSError as error:
                reason = error.strerror or error
                say(f"the table could not be kept in {self.path.parent}: {reason}; it is in memory only")
                return Stored(table, facts, None)
        return self._open_or_none(0, None) or Stored(table, facts, None)

    def _open_or_none(self, blocks_checked: int | None, say: Say | None) -> Stored | None:
        try:
            return self.open(blocks_checked=blocks_checked)
        except CacheError as error:
            if say is not None:
                say(f"{self.path} cannot be used: {error}; it is built again")
            return None

    @contextmanager
    def _locked(self) -> Iterator[bool]:
        """Hold the lock, waiting for whoever has it; False where the folder takes no lock."""
        from filelock import FileLock

        lock = FileLock(self.path.with_name(f".{self.path.name}.lock"))
        with suppress(OSError, NotImplementedError):  # read-only, or a file system without locks
            self.path.parent.mkdir(parents=True, exist_ok=True)
            lock.acquire(poll_interval=0.05)
        try:
            yield lock.is_locked
        finally:
            lock.release()

    def _remove_leftovers(self) -> None:
        """Remove what a process that was killed left; we have the lock, so nobody is writing."""
        for path in self.path.parent.glob(f".{self.path.name}.*.tmp"):
            with suppress(OSError):
                path.unlink()

    def _read_header(self, file: BinaryIO) -> tuple[dict[str, Any], int]:
        """The header and its size in pages, if it is intact and the right one for this file."""
        prefix = file.read(_PREFIX.size)
        if len(prefix) < _PREFIX.size or not prefix.startswith(_MAGIC):
            raise CacheError("it is not a table of Taquin's")
        length = _PREFIX.unpack(prefix)[1]
        text = file.read(min(length, _LONGEST_HEADER))
        if file.read(4) != struct.pack("<I", zlib.crc32(prefix + text)):
            raise CacheError("its header is damaged")
        header: dict[str, Any] = json.loads(text)
        offset, size = _pages(_PREFIX.size + length + 4), os.fstat(file.fileno()).st_size
        if (header.get("kind"), header.get("version")) != (self.kind, self.version):
            raise CacheError("it was written by another version, or is another kind of table")
        if header.get("key") != dict(self.key):
            raise CacheError("it is the table of something else")
        if header.get("size") != size - offset:
            raise CacheError(f"it has {size:,} bytes, more or fewer than it should")
        return header, offset


def _pages(size: int) -> int:
    """The size in whole pages."""
    return -(-size // _PAGE) * _PAGE


def _spread(count: int, most: int | None) -> list[int]:
    """All numbers below ``count``, or at most so many of them, spread over all."""
    if most is None or count <= most:
        return list(range(count))
    return [number * count // most for number in range(most)]
