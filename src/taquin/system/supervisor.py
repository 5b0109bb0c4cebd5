"""The supervisor of a program: a process that starts it, and ends only when nothing that it has started is left.

Processes whose parents have ended become children of the supervisor (it is a *subreaper*, Linux only), also if they
have left the session or emptied their environment. At the end of the program, or of the process that asked for it, all
are killed. It is a script of the standard library, because importing the package takes too long.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from time import monotonic

_SET_CHILD_SUBREAPER = 36  # of prctl(2)
_END_TIME = 5.0  # seconds in which killed processes must have ended


def descendants(process: int, most: int = 5_000) -> list[int]:
    """The processes that a process has started, with those that they have started (Linux only); at most so many."""
    found: list[int] = []
    waiting = [process]
    while waiting and len(found) < most:
        children = _children(waiting.pop())
        found += children
        waiting += children
    return found


def _children(process: int) -> list[int]:
    children: list[int] = []
    with suppress(OSError):
        for task in os.listdir(f"/proc/{process}/task"):  # noqa: PTH208 - pathlib takes longer to import than the rest
            with suppress(OSError), open(f"/proc/{process}/task/{task}/children", "rb") as file:  # noqa: PTH123
                children += map(int, file.read().split())
    return children


def kill_descendants(process: int) -> None:
    """Kill everything that a process has started. Those that start others meanwhile are killed in the next round."""
    end = monotonic() + _END_TIME
    while (found := descendants(process)) and monotonic() < end:
        for one in found:
            with suppress(OSError):
                os.kill(one, signal.SIGKILL)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def _start(command: list[str], largest: int) -> int:
    """Start the program; its files have at most ``largest`` bytes. Its error is the exit status 127 and a message."""
    import resource  # Windows has no such module

    program = os.fork()
    if program:
        return program
    for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    signal.set_wakeup_fd(-1)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        os.execvp(command[0], command)
    except (OSError, ValueError) as error:
        message = error.strerror if isinstance(error, OSError) else str(error)
        os.write(2, f"{NOT_STARTED}{message}".encode())
        os._exit(NOT_STARTED_CODE)


NOT_STARTED = "taquin: not started: "
"""Begins what is on standard error if there is no such program."""
NOT_STARTED_CODE = 127


def main(arguments: list[str]) -> None:
    """Run a program. At the end of the pipe ``parent`` everything ends; the exit code is written to ``status``."""
    import ctypes  # these take longer to import than the rest
    from select import select

    parent, status, largest = map(int, arguments[:3])
    for descriptor in (parent, status):
        os.set_inheritable(descriptor, False)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
        signal.signal(number, lambda *_: None)
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    woken, wakes = os.pipe()
    for descriptor in (woken, wakes):
        os.set_blocking(descriptor, False)
    signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
    program = _start(arguments[3:], largest)
    null = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):  # a terminal has ended for its reader when the program has closed it
        os.dup2(null, stream)
    exit_status = None
    while exit_status is None:
        ready, _, _ = select([parent, woken], [], [])
        with suppress(BlockingIOError):
            os.read(woken, 4096)
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                if ended[0] == program:
                    exit_status = ended[1]
        if parent in ready:
            break
    kill_descendants(os.getpid())
    if exit_status is not None:
        with suppress(OSError):
            os.write(status, str(os.waitstatus_to_exitcode(exit_status)).encode())


if __name__ == "__main__":
    main(sys.argv[1:])
