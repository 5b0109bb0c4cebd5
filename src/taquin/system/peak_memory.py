"""How much memory a process has held."""

from __future__ import annotations

import sys


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
