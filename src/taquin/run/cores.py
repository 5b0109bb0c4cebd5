"""How many cores the native core may keep busy."""

from __future__ import annotations

import os

_sharing = 1


def core_count() -> int:
    """The cores that this process may use; its share of them after ``share_cores``."""
    affinity = getattr(os, "sched_getaffinity", None)
    cores = len(affinity(0)) if affinity else os.cpu_count() or 1
    return max(1, cores // _sharing)


def share_cores(processes: int) -> None:
    """Say that so many processes like this one work at once, so that each takes its share."""
    global _sharing  # noqa: PLW0603 - a fact about the process
    _sharing = processes
