"""In a worker process: how it calls its function, and how it ends with its parent, always.

The parent holds the write end of a pipe, the lifeline of the worker, and never writes to it. However the parent ends,
the system closes that end, and the worker ends: on Linux the kernel kills it, in the middle of anything; elsewhere a
thread that waits at the read end exits. A worker that starts after its parent has ended finds a closed pipe.

Signals that ask for an orderly end are for the parent, which then asks its workers for what they have found. A worker
ignores them, because terminals and service managers send them to all processes of a group at once.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from traceback import format_exception
from typing import Any, NoReturn, TypeAlias
from weakref import WeakSet

from taquin.errors import BackendError, InternalError, TaquinError
from taquin.system.cores import share_cores
from taquin.system.files import write_fully
from taquin.system.interrupts import END_SIGNALS
from taquin.system.memory import resident_bytes
from taquin.system.tasks import Request, Value
from taquin.system.user_calls import end_process

READY, BEGUN, REPORT, RESULT, ERROR = range(5)
"""The kinds of messages of a worker. A message is a kind, a value, and whether the worker ends after it."""
CANCEL = None
"""The message that cancels the task of a worker; the request of a task is sent as a tuple of one."""

_ORPHANED = 1  # the exit code of a worker whose parent has ended
_STUCK = 1  # that of a worker whose function cannot be interrupted


class Channel:
    """The connection of a task to the pool: it tells whether the task is cancelled, and sends reports."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe

    def is_cancelled(self) -> bool:
        """Whether the task is cancelled. The message stays in the pipe, so that several threads can ask."""
        return self._pipe.poll()

    def report(self, value: object) -> None:
        _send(self._pipe, _packed(REPORT, value))

    def fail(self, error: Exception) -> NoReturn:
        """End the task with an error, and this process, because the function does not return."""
        with suppress(OSError):
            _send(self._pipe, _packed(ERROR, error, is_last=True))
        end_process(_STUCK)


Function: TypeAlias = Callable[[Request, Channel], Value]
"""What a worker calls with a request: a function of a module, or a ``partial`` of one. Its value is the result."""


@dataclass(frozen=True)
class WorkerSettings:
    """What a worker needs to know when it starts. The fields are those of ``Pool``."""

    function: Function[Any, Any]
    prepare: Callable[[], None] | None
    sharing: int
    """The number of workers that share the cores."""
    is_fresh: bool
    memory: int | None


def work(pipe: Connection, lifeline: Connection, settings: WorkerSettings) -> None:
    """Perform tasks until the pool closes the pipe."""
    with suppress(EOFError, OSError):
        try:
            begin_worker(lifeline, settings.sharing)
        except RuntimeError as error:
            _send(pipe, _packed(ERROR, BackendError(f"cannot start worker processes: {error}"), is_last=True))
            return
        if settings.prepare is not None:
            settings.prepare()
        _send(pipe, _packed(READY))
        begun, is_last = _packed(BEGUN), False
        while not is_last:
            message = pipe.recv()
            if message is CANCEL:  # of a task that has ended meanwhile
                continue
            _send(pipe, begun)
            kind, value = _call(settings.function, message[0], Channel(pipe))
            is_last = settings.is_fresh or (settings.memory is not None and resident_bytes() > settings.memory)
            _send(pipe, _packed(kind, value, is_last=is_last))


def _call(function: Function[Request, Value], request: Request, channel: Channel) -> tuple[int, object]:
    """The result or the error. An unexpected error keeps its traceback as a note."""
    try:
        return RESULT, function(request, channel)
    except BaseException as error:  # noqa: BLE001 - raised in the process that waits for the result
        if not isinstance(error, TaquinError):
            error.add_note("".join(format_exception(error)))
        return ERROR, error


def _packed(kind: int, value: object = None, *, is_last: bool = False) -> bytes:
    """A message as bytes; one with an error if the value cannot be sent."""
    try:
        packed = pickle.dumps((kind, value, is_last))
        if kind == ERROR:
            pickle.loads(packed)  # the class of an error may not accept its own arguments
    except Exception:  # noqa: BLE001 - pickle raises errors of many kinds
        return pickle.dumps((ERROR, InternalError(f"{type(value).__name__}: {value}"), is_last))
    return packed


_PIECE = 1 << 16  # bytes; a buffer of a megabyte would take longer to allocate than most messages to read

HEADER = struct.Struct("<Q")
"""The number of bytes of the message that follows. The pool reads what has come, and never waits for the rest."""


def _send(pipe: Connection, message: bytes) -> None:
    if sys.platform == "win32":
        pipe.send_bytes(message)
    else:
        write_fully(pipe.fileno(), HEADER.pack(len(message)) + message)


def received(pipe: Connection, buffer: bytearray) -> list[Any]:
    """The messages that are complete; ``buffer`` keeps the beginning of the next. Raises ``EOFError`` or ``OSError``.

    It does not wait if the pipe is readable; on Windows it waits for the end of one message.
    """
    if sys.platform == "win32":
        return [pickle.loads(pipe.recv_bytes())]
    data = os.read(pipe.fileno(), _PIECE)
    if not data:
        raise EOFError
    buffer += data
    messages = []
    while len(buffer) >= HEADER.size and len(buffer) >= (end := HEADER.size + HEADER.unpack_from(buffer)[0]):
        messages.append(pickle.loads(buffer[HEADER.size : end]))
        del buffer[:end]
    return messages


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


def begin_worker(lifeline: Connection, sharing: int) -> None:
    """What a worker does first: ignore the end signals, end with its parent, use its share of the cores.

    ``lifeline`` is the read end that the worker has received, ``sharing`` the number of workers that share the cores.
    Raises ``RuntimeError`` if the worker could outlive its parent, because no thread can be started.
    """
    for number in END_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, END_SIGNALS)
    _end_with_parent(lifeline)
    share_cores(sharing)


_own_lifelines: list[Connection] = []  # of this process, which must not close them


def _end_with_parent(lifeline: Connection) -> None:
    _own_lifelines.append(lifeline)
    if not _is_killed_at_end_of(lifeline):
        threading.Thread(target=_exit_at_end_of, args=(lifeline,), daemon=True).start()
    elif lifeline.poll():  # the parent had ended before
        end_process(_ORPHANED)


def _is_killed_at_end_of(lifeline: Connection) -> bool:
    """Let the kernel kill this process when the pipe is closed; False if it cannot.

    Unlike a thread it does not need the GIL, and unlike ``PR_SET_PDEATHSIG`` it does not mistake the end of
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
    end_process(_ORPHANED)
