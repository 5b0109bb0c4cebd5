"""Limits that the system imposes on this process, so that code that checks no limits obeys them too."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from math import ceil
from pathlib import Path
from time import process_time
from typing import Any


@contextmanager
def process_limits(*, cpu_seconds: float | None = None, memory: int | None = None) -> Iterator[None]:
    """Limit what this process may use in the block, beyond what it has used before.

    An allocation of more than ``memory`` bytes fails: Python raises ``MemoryError``. Mapped files do not count. After
    ``cpu_seconds``, rounded up, the system kills the process by SIGXCPU. Memory is limited on Linux only, CPU time not
    on Windows.
    """
    try:
        import resource
    except ImportError:  # Windows
        yield
        return
    with ExitStack() as undo:
        if cpu_seconds is not None:
            undo.callback(_set(resource, resource.RLIMIT_CPU, ceil(process_time() + cpu_seconds)))
        if memory is not None and (held := _data_bytes()) is not None:
            undo.callback(_set(resource, resource.RLIMIT_DATA, held + memory))
        yield


def _set(resource: Any, kind: int, most: int) -> Any:
    """Set a soft limit that is not above the hard one; return a function that restores what it was."""
    before = resource.getrlimit(kind)
    hard = before[1]
    resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
    return lambda: resource.setrlimit(kind, before)


def _data_bytes() -> int | None:
    """The bytes of memory that count for ``RLIMIT_DATA``: private and writable; None where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return None
