"""How many processor cores the native core may use."""

from __future__ import annotations

import os

MOST_THREADS = 256
"""The most threads that the native core may be asked for. It starts no more than the machine has cores, or 4."""

_sharing = 1


def core_count() -> int:
    """The number of cores that this process may use, up to 256; after ``share_cores``, its share of them."""
    affinity = getattr(os, "sched_getaffinity", None)
    cores = len(affinity(0)) if affinity else os.cpu_count() or 1
    return max(1, min(cores // _sharing, MOST_THREADS))


def share_cores(processes: int) -> None:
    """Divide the cores of the machine among this number of processes, of which this is one."""
    global _sharing  # noqa: PLW0603 - a fact about the process
    _sharing = processes
