"""How much memory this process has held, and how much it may still allocate."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def peak_memory() -> int | None:
    """The most bytes that this process has held in memory at once; None where the system does not say it.

    A forked process begins with what its parent holds at that moment.
    """
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def allocatable_memory() -> int | None:
    """The bytes that this process may still allocate under its limit of address space (``ulimit -v``).

    None without such a limit, or where the system does not say how much is in use.
    """
    try:
        import resource

        limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except (ImportError, OSError):
        return None
    return None if limit == resource.RLIM_INFINITY else max(0, limit - pages * os.sysconf("SC_PAGE_SIZE"))
