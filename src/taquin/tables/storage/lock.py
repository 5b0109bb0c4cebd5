"""The lock of a table file: of several processes that need a table, one builds it and the others wait.

The lock file is empty and never written to, because it could be a link to another file. A note beside it names the
process that holds the lock.
"""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from taquin.run.limits import check_limits
from taquin.tables.storage.folder import WarningHandler, read_note, write_note

if TYPE_CHECKING:
    from filelock import BaseFileLock

_POLL = 0.05  # seconds
_PATIENCE = 20  # polls until a holder without a note is called "another process"


def lock_path(path: Path) -> Path:
    return path.with_name(f".{path.name}.lock")


def holder_path(path: Path) -> Path:
    return path.with_name(f".{path.name}.builder")


@contextmanager
def locked(path: Path, inform: WarningHandler) -> Iterator[bool]:
    """Hold the lock of a table file. Yields False if the folder does not allow locks.

    If another process holds the lock, ``inform`` is called with its name. The limits of a run that waits are checked.
    """
    if sys.platform == "emscripten":  # in a browser each worker has files of its own
        yield True
        return
    from filelock import FileLock

    lock = FileLock(lock_path(path))
    with suppress(OSError, NotImplementedError):  # read-only, or a file system without locks
        path.parent.mkdir(parents=True, exist_ok=True)
        _acquire(lock, path, inform)
    try:
        if lock.is_locked:
            write_note(holder_path(path), {"pid": os.getpid(), "since": time.time(), "host": platform.node()})
        yield lock.is_locked
    finally:
        if lock.is_locked:
            with suppress(OSError):
                holder_path(path).unlink(missing_ok=True)
        lock.release()


def _acquire(lock: BaseFileLock, path: Path, inform: WarningHandler) -> None:
    polls = 0
    while not _try(lock):
        check_limits()
        polls += 1
        if polls <= _PATIENCE:
            holder = describe_holder(path)
            if holder or polls == _PATIENCE:
                inform(f"waiting for {holder or 'another process'}, which builds {path}")
                polls = _PATIENCE
        time.sleep(_POLL)


def _try(lock: BaseFileLock) -> bool:
    """Acquire the lock unless another process holds it. Returns whether it is acquired."""
    from filelock import Timeout

    try:
        lock.acquire(timeout=0)
    except Timeout:
        return False
    return True


def is_locked(path: Path) -> bool:
    """Whether another process holds the lock of a table file at this moment."""
    from filelock import FileLock

    if not os.path.lexists(lock_path(path)):
        return False
    lock = FileLock(lock_path(path))
    try:
        is_free = _try(lock)
    except (OSError, NotImplementedError):
        return False
    lock.release()
    return not is_free


def describe_holder(path: Path) -> str:
    """The process that holds the lock of a table file, and since when; empty if that is unknown."""
    note = read_note(holder_path(path))
    try:
        pid, since, host = int(note["pid"]), float(note["since"]), str(note["host"])
        began = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(since))
        if host != platform.node():
            return f"process {pid} on {host} (since {began})"
        os.kill(pid, 0)  # raises an error if the process has ended: it was killed, and left its note behind
    except (OSError, ValueError, TypeError, KeyError, OverflowError):
        return ""
    return f"process {pid} (since {began})"
