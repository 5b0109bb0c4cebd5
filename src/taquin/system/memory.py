"""The memory and the CPU time of this process: what it holds, and what it may use."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from math import ceil
from pathlib import Path
from time import process_time
from types import ModuleType

resource: ModuleType | None = None
with suppress(ImportError):  # Windows has no such module
    import resource

_RESIDENT = 1
_SHARED = 2
_DATA = 5


def _held(field: int) -> int | None:
    """A field of ``/proc/self/statm`` in bytes; None where the system has no such file."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[field])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


def peak_memory() -> int | None:
    """The most bytes that this process has held in memory at once; None where the system does not say it.

    A forked process begins with what its parent holds at that moment.
    """
    if resource is None:
        return None
    peak: int = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def cpu_time() -> float:
    """The CPU time of this process in seconds, with that of its ended threads.

    Where the system has ``getrusage``, which counts microseconds: while RLIMIT_CPU is set, ``process_time`` on Linux
    advances in steps of 4 ms.
    """
    if resource is None:
        return process_time()
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return float(usage.ru_utime + usage.ru_stime)


def resident_bytes() -> int:
    """The memory of this process in bytes, without mapped files; 0 where the system does not report it."""
    return (_held(_RESIDENT) or 0) - (_held(_SHARED) or 0)


@contextmanager
def process_limits(*, cpu_seconds: float | None = None, memory: int | None = None) -> Iterator[None]:
    """Limit what this process may use in the block, beyond what it has used before.

    The system imposes the limits, so that code that checks none obeys them too. An allocation of more than ``memory``
    bytes fails: Python raises ``MemoryError``. Mapped files do not count. After ``cpu_seconds``, rounded up, the system
    kills the process by SIGXCPU. Memory is limited on Linux only, CPU time not on Windows.
    """
    with ExitStack() as undo:
        if resource is not None and cpu_seconds is not None:
            undo.callback(_set(resource.RLIMIT_CPU, ceil(cpu_time() + cpu_seconds)))
        if resource is not None and memory is not None and (held := _held(_DATA)) is not None:
            undo.callback(_set(resource.RLIMIT_DATA, held + memory))
        yield


def _set(kind: int, most: int) -> Callable[[], None]:
    """Set a soft limit that is not above the hard one; return a function that restores what it was."""
    assert resource is not None
    before = resource.getrlimit(kind)
    hard = before[1]
    resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
    return partial(resource.setrlimit, kind, before)
