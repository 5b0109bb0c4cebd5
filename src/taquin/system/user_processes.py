"""Processes that a user's code starts, such as a heuristic in a file: a command ends them when it ends itself.

Linux only. The command becomes their subreaper: a process whose parent has ended becomes a child of the command, also
if it has left its session or if its parent was a worker. A command that is killed by SIGKILL leaves them behind. A
program that uses Taquin as a library never calls ``own``: its children are its own.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import NoReturn

_PR_SET_CHILD_SUBREAPER = 36
_SECONDS = 1.0  # the longest time for which ``leave`` tries: a process of another user cannot be killed

_before: set[int] | None = None  # the children at the call of ``own``


def own() -> None:
    """Let ``leave`` end the processes that are started from now on."""
    global _before  # noqa: PLW0603 - a fact about the process
    if sys.platform != "linux" or _before is not None:
        return
    import ctypes  # slow to import

    _before = _children()  # a shell that has started some and then became this command by exec
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def leave(code: int) -> NoReturn:
    """End the process at once, without exit functions and threads, and with the processes that it owns."""
    with suppress(BaseException):
        until = monotonic() + _SECONDS
        while _before is not None and (left := _children() - _before) and monotonic() < until:
            for process in left:  # the children of a killed process become children of this one
                with suppress(OSError):
                    os.kill(process, signal.SIGKILL)
            sleep(0.001)
    os._exit(code)


def _children() -> set[int]:
    """The children of this process that have not ended."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has just ended
            state, parent = (process / "stat").read_text(errors="replace").rpartition(")")[2].split()[:2]
            if int(parent) == os.getpid() and state not in "ZX":
                found.add(int(process.name))
    return found
