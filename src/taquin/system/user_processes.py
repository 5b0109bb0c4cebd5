"""Processes that a user's code starts, such as a heuristic in a file: a command ends them when it ends itself.

Linux only. The command becomes their subreaper: a process whose parent has ended becomes a child of the command, also
if it has left its session or if its parent was a worker. A command that is killed by SIGKILL leaves them behind. A
program that uses Taquin as a library never calls this: its children are its own.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

from taquin.system import interrupts

_PR_SET_CHILD_SUBREAPER = 36
_SECONDS = 1.0
"""The longest time for which ``end`` tries: a process of another user cannot be killed."""

_before: set[int] = set()


def own() -> None:
    """Let this process end the processes that are started from now on, when ``interrupts.end_process`` ends it."""
    if sys.platform != "linux" or end in interrupts.before_end:
        return
    import ctypes  # slow to import

    _before.update(_children())  # a shell that has started some and then became this command by exec
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    interrupts.before_end.append(end)


def end() -> None:
    """Kill the children until there are none: those of a killed process become children of this one."""
    until = monotonic() + _SECONDS
    while (left := _children() - _before) and monotonic() < until:
        for process in left:
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        sleep(0.001)


def _children() -> set[int]:
    """The children of this process that have not ended."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has just ended
            state, parent = (process / "stat").read_text(errors="replace").rpartition(")")[2].split()[:2]
            if int(parent) == os.getpid() and state not in "ZX":
                found.add(int(process.name))
    return found
