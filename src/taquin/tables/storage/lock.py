"""The lock of a table file: of several processes that need a table, one builds it and the others wait.

The lock file is empty and never written to, because it could be a link to something else; a file beside it says who
holds the lock and since when.
"""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from taquin.run.limits import check_limits
from taquin.system.files import open_regular, read_fully, replace_file
from taquin.tables.storage.folder import WarningHandler

_POLL = 0.05  # seconds
_PATIENCE = 20  # polls until a holder that has not said who it is is called "another process"
_LONGEST_NOTE = 4096


def lock_path(path: Path) -> Path:
    """The lock file of a table file."""
    return path.with_name(f".{path.name}.lock")


def holder_path(path: Path) -> Path:
    """The file that says who holds the lock."""
    return path.with_name(f".{path.name}.builder")


@contextmanager
def locked(path: Path, inform: WarningHandler) -> Iterator[bool]:
    """Hold the lock of a table file; ``inform`` is called if another process holds it, and for whom this one waits.

    The limits of a run that waits are checked. Yields False if the folder does not allow locks.
    """
    from filelock import FileLock

    lock = FileLock(lock_path(path))
    with suppress(OSError, NotImplementedError):  # read-only, or a file system without locks
        path.parent.mkdir(parents=True, exist_ok=True)
        _acquire(lock, path, inform)
    try:
        if lock.is_locked:
            _write_holder(path)
        yield lock.is_locked
    finally:
        if lock.is_locked:
            with suppress(OSError):
                holder_path(path).unlink(missing_ok=True)
        lock.release()


def _acquire(lock: object, path: Path, inform: WarningHandler) -> None:
    from filelock import FileLock, Timeout

    assert isinstance(lock, FileLock)
    polls = 0
    while not lock.is_locked:
        try:
            lock.acquire(timeout=0)
        except Timeout:
            check_limits()
            polls += 1
            if polls <= _PATIENCE:
                holder = describe_holder(path)
                if holder or polls == _PATIENCE:
                    inform(f"waiting for {holder or 'another process'}, which builds {path}")
                    polls = _PATIENCE
            time.sleep(_POLL)


def is_locked(path: Path) -> bool:
    """Whether another process holds the lock of a table file at this moment."""
    from filelock import FileLock, Timeout

    if not os.path.lexists(lock_path(path)):
        return False
    lock = FileLock(lock_path(path))
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return True
    except (OSError, NotImplementedError):
        return False
    lock.release()
    return False


def describe_holder(path: Path) -> str:
    """Who holds the lock of a table file, in words; empty if that is not known."""
    try:
        descriptor = open_regular(holder_path(path))
        try:
            note = json.loads(read_fully(descriptor, _LONGEST_NOTE))
        finally:
            os.close(descriptor)
        pid, since, host = int(note["pid"]), float(note["since"]), str(note["host"])
        began = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(since))
        if host != platform.node():
            return f"process {pid} on {host} (since {began})"
        os.kill(pid, 0)  # raises an error if it has ended: the note is that of a killed process
    except (OSError, ValueError, TypeError, KeyError, OverflowError, RecursionError):
        return ""
    return f"process {pid} (since {began})"


def _write_holder(path: Path) -> None:
    note = {"pid": os.getpid(), "since": time.time(), "host": platform.node()}
    with suppress(OSError):
        replace_file(holder_path(path), [json.dumps(note).encode()], is_synced=False)
