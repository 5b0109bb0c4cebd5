"""What holds for every worker process, whoever starts it: it ends with its parent, always.

The parent holds the write end of a pipe, the lifeline of the worker, and never writes to it. However the parent ends,
the system closes that end, and the worker ends: on Linux the kernel kills it, in the middle of anything; elsewhere a
thread that waits at the read end exits. A worker that starts after its parent has ended finds a closed pipe.

Signals that ask for an orderly end are for the parent, which then asks its workers for what they have found. A worker
ignores them, because terminals and service managers send them to all processes of a group at once.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from weakref import WeakSet

from taquin.system.cores import share_cores
from taquin.system.interrupts import END_SIGNALS

_ORPHANED = 1  # the exit code of a worker whose parent has ended


_parent_ends: WeakSet[Connection] = WeakSet()


def keep_from_forks(parent_end: Connection) -> Connection:
    """Let forked processes close their copies of a parent's end: a pipe ends when its last copy is closed."""
    _parent_ends.add(parent_end)
    return parent_end


def _close_copies() -> None:
    for parent_end in _parent_ends:
        parent_end.close()
    _parent_ends.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_copies)


class Lifeline:
    """The pipe by which a worker learns that its parent has ended."""

    def __init__(self) -> None:
        self.reader, writer = Pipe(duplex=False)
        self._writer = keep_from_forks(writer)

    def hand_over(self) -> None:
        """Close the read end in this process, after the worker has received its own."""
        self.reader.close()

    def cut(self) -> None:
        """Close both ends: the worker ends at once."""
        self._writer.close()
        self.reader.close()


@contextmanager
def end_signals_held() -> Iterator[None]:
    """Hold back the end signals while a worker is started: in this process, and in the worker until it ignores them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, END_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin_worker(lifeline: Connection | None, sharing: int) -> None:
    """What a worker does first: ignore the end signals, end with its parent, use its share of the cores.

    ``lifeline`` is the read end that the worker has received, or None where another pipe has its task, and ``sharing``
    the number of workers that share the cores. Raises ``RuntimeError`` if the worker could outlive its parent, because
    no thread can be started.
    """
    for number in END_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, END_SIGNALS)
    if lifeline is not None:
        _end_with_parent(lifeline)
    share_cores(sharing)


_own_lifelines: list[Connection] = []  # of this process, which must not close them


def _end_with_parent(lifeline: Connection) -> None:
    _own_lifelines.append(lifeline)
    if not _is_killed_at_end_of(lifeline):
        threading.Thread(target=_exit_at_end_of, args=(lifeline,), daemon=True).start()
    elif lifeline.poll():  # the parent had ended before
        os._exit(_ORPHANED)


def _is_killed_at_end_of(lifeline: Connection) -> bool:
    """Let the kernel kill this process when the pipe is closed; False if it cannot.

    Unlike a thread it needs nobody to release the GIL, and unlike ``PR_SET_PDEATHSIG`` it does not mistake the end of
    the thread that started this process for the end of the parent.
    """
    if sys.platform != "linux":
        return False
    import fcntl

    try:
        fcntl.fcntl(lifeline.fileno(), fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(lifeline.fileno(), fcntl.F_SETSIG, signal.SIGKILL)
        flags = fcntl.fcntl(lifeline.fileno(), fcntl.F_GETFL)
        fcntl.fcntl(lifeline.fileno(), fcntl.F_SETFL, flags | os.O_ASYNC)
    except OSError:
        return False
    return True


def _exit_at_end_of(lifeline: Connection) -> None:
    lifeline.poll(None)
    os._exit(_ORPHANED)
