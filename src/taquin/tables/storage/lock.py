"""The lock of a table file: of several processes that need a table, one builds it and the others wait.

The lock file is empty and never written to. Where there are no locks (some file systems that clusters share, a
read-only folder), every process builds the table, and the last to finish replaces the file.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from taquin.run.limits import check_limits
from taquin.system.files import LocksUnsupported, open_locked
from taquin.tables.storage.folder import WarningHandler, create_folder

_POLL = 0.05  # seconds
_without_locks: set[Path] = set()
"""Folders on file systems without locks, of which the user was told."""


def lock_path(path: Path) -> Path:
    return path.with_name(f".{path.name}.lock")


@contextmanager
def locked(path: Path, inform: WarningHandler) -> Iterator[None]:
    """Hold the lock of a table file.

    ``inform`` is called if another process holds the lock, and once if there are no locks. The limits of a run that
    waits are checked.
    """
    descriptor = _wait(path, inform)
    try:
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _wait(path: Path, inform: WarningHandler) -> int | None:
    """The descriptor of the lock once no other process holds it; None if the folder allows no locks."""
    is_informed = False
    while True:
        try:
            create_folder(path.parent)
            mode = 0o600  # nobody else may hold it
            return open_locked(lock_path(path), follows_links=False, mode=mode, needs_lock=True)
        except BlockingIOError:
            if not is_informed:
                inform(f"waiting for another process, which builds {path}")
            is_informed = True
            check_limits()
            time.sleep(_POLL)
        except LocksUnsupported:
            if path.parent not in _without_locks:
                _without_locks.add(path.parent)
                inform(f"{path.parent} is on a file system without locks: several processes may build the same table")
            return None
        except OSError:
            return None


def is_locked(path: Path) -> bool:
    """Whether another process holds the lock of a table file at this moment."""
    try:
        if os.path.lexists(lock_path(path)):
            os.close(open_locked(lock_path(path), follows_links=False))
    except OSError as error:
        return isinstance(error, BlockingIOError)
    return False
