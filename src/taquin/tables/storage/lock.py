"""The lock of a table file: of several processes that need a table, one builds it and the others wait.

The lock file is empty and never written to, because it could be a link to another file.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from taquin.run.limits import check_limits
from taquin.tables.storage.folder import WarningHandler

if TYPE_CHECKING:
    from filelock import BaseFileLock

_POLL = 0.05  # seconds


def lock_path(path: Path) -> Path:
    return path.with_name(f".{path.name}.lock")


@contextmanager
def locked(path: Path, inform: WarningHandler) -> Iterator[bool]:
    """Hold the lock of a table file. Yields False if the folder does not allow locks.

    If another process holds the lock, ``inform`` is called. The limits of a run that waits are checked.
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
        yield lock.is_locked
    finally:
        lock.release()


def _acquire(lock: BaseFileLock, path: Path, inform: WarningHandler) -> None:
    is_informed = False
    while not _try(lock):
        if not is_informed:
            inform(f"waiting for another process, which builds {path}")
            is_informed = True
        check_limits()
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
