"""Atomic writes of files, and files opened only if they are what they should be.

A file is first written as a *draft*: a hidden file beside it with a random name, which must not exist, so that a
planted link is never followed. It gets its final name when it is complete and on the disk. A process that is killed
leaves its draft behind; the next one that writes the same file removes it. The writer of a draft holds a lock on it, so
that no draft in use is removed. All calls go through ``os``, where the tests let each of them fail in turn.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, TypeAlias

from taquin.errors import SpecError

Bytes: TypeAlias = bytes | bytearray | memoryview

PIECE = 1 << 20
"""Bytes that are read or written at once, so that Ctrl-C can interrupt."""

_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_NO_BLOCK = getattr(os, "O_NONBLOCK", 0)  # a FIFO without a writer must not block
_BINARY = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_DRAFT = re.compile(r"\.(?P<name>.+)\.[a-z0-9_]{8,16}\.part", re.DOTALL)
_ANY = 0o777  # permissions
_LONGEST_NAME = 200  # of the 255 bytes that file systems allow
_LOCKED_BYTE = 2**31 - 2
"""The byte that Windows locks: nobody else can read a locked one, so it is behind the end of most files."""


def expand_user(text: str) -> Path:
    """The path, with ``~`` and ``~user`` replaced. Raises ``SpecError`` if there is no such user."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        user = text.split("/", maxsplit=1)[0]
        raise SpecError(
            f"the home folder of {user!r} in {text!r} is unknown", hint="write the path in full, without ~"
        ) from None


def check_name(name: str) -> None:
    """Raise ``SpecError`` for the name of a file or folder that a record in UTF-8 cannot have."""
    if not name.isascii() and name.encode("utf-8", "ignore").decode() != name:
        raise SpecError(f"expected a file name in UTF-8, found {name!r}", hint="rename it")


def reason(error: OSError | ValueError) -> str:
    """What went wrong, without the number and the name of the file."""
    return ((error.strerror if isinstance(error, OSError) else None) or str(error)).lower()


def open_regular(path: Path) -> int:
    """Open a regular file for reading and return its descriptor. Raises ``OSError`` for anything else.

    No link is followed (links in the folders above are), no device is opened, and a FIFO does not block.
    """
    if not _NO_FOLLOW and path.is_symlink():
        raise OSError(errno.ELOOP, "it is a link", str(path))
    try:
        descriptor = os.open(path, os.O_RDONLY | _NO_FOLLOW | _NO_BLOCK | _BINARY)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.EMLINK) and path.is_symlink():
            raise OSError(errno.ELOOP, "it is a link, not a regular file", str(path)) from error
        raise
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    return descriptor


def read_regular(path: Path, most: int) -> bytes:
    """The first bytes of a regular file. Raises ``OSError`` for anything else, also for a link."""
    descriptor = open_regular(path)
    try:
        return read_fully(descriptor, most)
    finally:
        os.close(descriptor)


def open_input(path: Path) -> BinaryIO:
    """Open a file that the user has named, for reading. Raises ``OSError`` for a device: it may have no end.

    A pipe, a terminal and the null device are opened.
    """
    file = path.open("rb")
    mode = os.fstat(file.fileno()).st_mode
    is_bounded = file.isatty() or os.path.samestat(os.fstat(file.fileno()), Path(os.devnull).stat())
    if stat.S_ISBLK(mode) or (stat.S_ISCHR(mode) and not is_bounded):
        file.close()
        raise OSError(errno.EINVAL, "it is a device, not a file", str(path))
    return file


def read_fully(descriptor: int, size: int) -> bytes:
    """The next bytes of a file: as many as asked for, fewer at the end of the file."""
    pieces = []
    while size > 0 and (piece := os.read(descriptor, min(size, 16 * PIECE))):
        pieces.append(piece)
        size -= len(piece)
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def read_into(descriptor: int, buffer: bytearray) -> int:
    """Fill a buffer with the next bytes of a file. Returns how many there were: fewer at the end of the file."""
    remaining = memoryview(buffer)
    while remaining and (data := os.read(descriptor, min(len(remaining), 16 * PIECE))):
        remaining[: len(data)] = data
        remaining = remaining[len(data) :]
    return len(buffer) - len(remaining)


def write_fully(descriptor: int, data: Bytes) -> None:
    """Write all bytes, however few the system takes at once. It waits for the reader of a pipe."""
    remaining = memoryview(data).cast("B")
    while remaining:
        written = os.write(descriptor, remaining[:PIECE])
        remaining = remaining[written:]


def write_file(path: Path, pieces: Iterable[Bytes]) -> None:
    """Write a file that the user has named, completely or not at all. Raises ``OSError`` if that fails.

    A link stays a link, and the file that it names is replaced. A device or a FIFO, such as /dev/stdout, cannot be
    replaced: it is written to.
    """
    write_files({path: pieces})


def write_files(contents: Mapping[Path, Iterable[Bytes]]) -> None:
    """The same for files that belong together: none of them is replaced before all are on the disk."""
    with ExitStack() as stack:
        drafts = []
        for path, pieces in contents.items():
            if _can_replace(path):
                target = Path(os.path.realpath(path))
                drafts.append((stack.enter_context(_written_draft(target, pieces, is_synced=True)), target))
                continue
            with path.open("wb", buffering=0) as file:
                for piece in pieces:
                    write_fully(file.fileno(), piece)
        for draft, target in drafts:
            draft.replace(target)


def _can_replace(path: Path) -> bool:
    return path.is_file() or not path.exists()


def replace_file(path: Path, pieces: Iterable[Bytes], *, is_synced: bool = True, mode: int = _ANY) -> None:
    """Write a file completely or not at all. Raises ``OSError`` if that fails, and then leaves no draft behind.

    What had the name before, also a link or a FIFO, is replaced; the permissions of a file are kept. With ``is_synced``
    the content is on the disk before the file gets its name. ``mode`` has all permissions that it may have.
    """
    with _written_draft(path, pieces, is_synced=is_synced, mode=mode) as draft:
        draft.replace(path)


@contextmanager
def _written_draft(target: Path, pieces: Iterable[Bytes], *, is_synced: bool, mode: int = _ANY) -> Iterator[Path]:
    """The complete draft of a file, to be renamed. An exception removes it."""
    remove_drafts(target)
    with _draft(target, mode) as (draft, descriptor):
        for piece in pieces:
            write_fully(descriptor, piece)
        if is_synced:
            os.fsync(descriptor)
        yield draft


class GrowingFile:
    """A file that grows line by line, so that a process that is killed leaves what it wrote.

    It begins with its first part, which replaces a file as ``write_file`` does: if the disk is full, the old one stays.
    """

    _is_synced = False

    def __init__(self, path: Path, first: bytes) -> None:
        is_replaced = _can_replace(path)
        if is_replaced:
            write_file(path, [first])
        self._descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | _BINARY)
        if not is_replaced:
            try:
                self.append(first)
            except BaseException:
                self.close()
                raise

    def append(self, data: bytes) -> None:
        """Write to the end. Raises ``OSError`` if that fails, and then takes back what was written of this part."""
        size = os.fstat(self._descriptor).st_size
        try:
            write_fully(self._descriptor, data)
            if self._is_synced:
                os.fsync(self._descriptor)
        except BaseException:
            with suppress(OSError):  # a device or a FIFO has no size
                os.ftruncate(self._descriptor, size)
            raise

    def close(self) -> None:
        os.close(self._descriptor)


class AppendedFile(GrowingFile):
    """A file to which one process at a time adds lines; each is on the disk when ``append`` returns.

    Opening it keeps what it has. Raises ``BlockingIOError`` if another process has opened it in this way,
    ``LocksUnsupported`` if that cannot be known and ``needs_lock``, and ``OSError`` if it cannot be opened or is not a
    regular file.
    """

    _is_synced = True

    def __init__(self, path: Path, *, needs_lock: bool = False) -> None:
        self._descriptor = open_locked(path, follows_links=True, needs_lock=needs_lock)

    def read(self) -> bytes:
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        return read_fully(self._descriptor, os.fstat(self._descriptor).st_size)

    def lines(self) -> Iterator[bytes]:
        """The lines, each with its end; the last one may have none."""
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        with os.fdopen(self._descriptor, "rb", closefd=False) as file:
            yield from file

    def truncate(self, size: int) -> None:
        """Remove everything after the first ``size`` bytes."""
        os.ftruncate(self._descriptor, size)
        os.fsync(self._descriptor)


class LocksUnsupported(OSError):
    """A file is on a file system without locks, such as some that clusters share."""


def open_locked(path: Path, *, follows_links: bool, mode: int = 0o666, needs_lock: bool = False) -> int:
    """Open a file for appending, lock it until its descriptor is closed, and return that. A missing file is created.

    Raises ``BlockingIOError`` if another process has locked it, and ``OSError`` if it cannot be opened or is not a
    regular file. Where there are no locks, it is opened without, or with ``needs_lock`` raises ``LocksUnsupported``.
    """
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | _NO_BLOCK | _BINARY | (0 if follows_links else _NO_FOLLOW)
    descriptor = os.open(path, flags, mode)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file", str(path))
        is_locked = _lock(descriptor)
        if is_locked is False:
            raise BlockingIOError(errno.EAGAIN, "another process writes to it", str(path))
        if is_locked is None and needs_lock:
            raise LocksUnsupported(errno.ENOLCK, "its file system has no locks", str(path))
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


@contextmanager
def _draft(target: Path, mode: int) -> Iterator[tuple[Path, int]]:
    """A new draft, locked: its path and its descriptor. It is removed at the end unless it was renamed."""
    permissions = _permissions(target)
    while True:
        draft = target.with_name(f".{_short(target.name)}.{_token()}.part")
        try:
            descriptor = _create(draft, permissions, mode)
        except FileExistsError:
            continue
        except OSError as error:
            error.filename = str(target)  # the name that the caller knows
            raise
        try:
            if _lock(descriptor) is False or os.fstat(descriptor).st_nlink == 0:
                continue  # another process took it for a leftover, before it was locked
            yield draft, descriptor
            return
        except BaseException:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
            raise
        finally:
            os.close(descriptor)


def drafts(folder: Path) -> list[tuple[Path, str]]:
    """All drafts in a folder, with the names of the files that they were to become (the first 200 characters)."""
    with os.scandir(folder) as entries:
        matches = [(entry.name, _DRAFT.fullmatch(entry.name)) for entry in entries if entry.name.startswith(".")]
    return [(folder / name, match["name"]) for name, match in sorted(matches) if match is not None]


def remove_drafts(target: Path) -> None:
    """Remove the drafts that killed processes have left beside this file. Those that are being written stay."""
    with suppress(OSError):
        for draft, name in drafts(target.parent):
            if name == _short(target.name):
                remove_draft(draft)


def remove_draft(draft: Path) -> bool:
    """Remove a draft unless another process is writing it. Returns whether it is gone."""
    try:
        if not stat.S_ISREG(draft.lstat().st_mode):  # planted: no process writes to it
            draft.unlink()
            return True
        descriptor = open_regular(draft)
    except OSError:
        return not os.path.lexists(draft)
    try:
        if not _lock(descriptor):
            return False
        draft.unlink(missing_ok=True)
        return True
    except OSError:
        return False
    finally:
        os.close(descriptor)


def _short(name: str) -> str:
    return os.fsdecode(os.fsencode(name)[:_LONGEST_NAME])


def _permissions(path: Path) -> int | None:
    """The permissions of the file that a draft will replace; None if there is no such file."""
    with suppress(OSError):
        mode = path.lstat().st_mode
        return stat.S_IMODE(mode) if stat.S_ISREG(mode) else None
    return None


def _token() -> str:
    return os.urandom(8).hex()


def _create(draft: Path, permissions: int | None, mode: int) -> int:
    """Create a draft with these permissions, or with those that the system gives a new file; none but those of a mode.

    They are set for the open file, not for its name, under which another user of the folder may have put a link to a
    private file.
    """
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | _NO_FOLLOW | _BINARY
    descriptor = os.open(draft, flags, mode & 0o666 if permissions is None else 0o600)
    if permissions is not None and hasattr(os, "fchmod"):  # not on Windows
        with suppress(OSError):  # the file system has no permissions
            os.fchmod(descriptor, permissions & mode)
    return descriptor


def _lock(descriptor: int) -> bool | None:
    """Lock a file for this process. Returns False if another one holds it, and None if there are no locks."""
    if sys.platform == "emscripten":
        return True  # a browser has no other process
    if sys.platform == "win32":
        import msvcrt

        place = os.lseek(descriptor, 0, os.SEEK_CUR)
        try:
            os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            return False if error.errno in (errno.EACCES, errno.EDEADLK) else None
        finally:
            os.lseek(descriptor, place, os.SEEK_SET)
        return True
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True
