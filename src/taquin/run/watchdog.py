"""A watchdog for runs with code of a user: it ends a run whose function does not return.

A search checks its limits between the calls of a user's function; one that never returns is a loop without a check. The
watchdog is a thread. When the time limit has passed by ``GRACE`` seconds, or the run was cancelled that long ago, it
raises an exception in the thread of the run, at the next instruction of Python: a loop in Python ends there.

What cannot be interrupted so: a function in C that does not return, such as a long sleep, and a loop that catches every
exception. The command line then ends the whole process (``ending_the_process``), and the server kills its worker. Only
a function in C that keeps the GIL, such as ``10**10**10``, stops the watchdog and Ctrl-C too: kill the process.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import perf_counter
from traceback import walk_tb
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, TypeVar

from taquin.errors import HeuristicError
from taquin.run.limits import Cancellation, PolledCancellation
from taquin.run.result import Status
from taquin.run.run import Run, Stop

if TYPE_CHECKING:
    from taquin.system.worker_process import Channel

T = TypeVar("T")

GRACE = 0.5
"""Seconds from the time limit, or from a cancellation, until the watchdog interrupts the run."""
LAST_GRACE = 2.0
"""Seconds from then until the process is ended, if it may be."""

_TICK = 0.05
_PACKAGE = Path(__file__).parents[1]
_end_process: Callable[[str], None] | None = None


class _Interruption(Stop):
    """Raised in the thread of a run by its watchdog. Python creates it without arguments."""

    def __init__(self) -> None:
        super().__init__(Status.LIMIT, "interrupted")


@contextmanager
def ending_the_process(end: Callable[[str], None]) -> Iterator[None]:
    """Let watchdogs call ``end``, with a reason, if a run goes on although it was interrupted."""
    global _end_process  # noqa: PLW0603 - a fact about the process
    before, _end_process = _end_process, end
    try:
        yield
    finally:
        _end_process = before


@contextmanager
def run_in_worker(channel: Channel) -> Iterator[Cancellation]:
    """The cancellation of a run in a worker process, which ends with an error if a user's function never returns."""

    def end(reason: str) -> None:
        channel.fail(HeuristicError(f"{reason}; it cannot be interrupted"))

    with ending_the_process(end):
        yield PolledCancellation(channel.is_cancelled)


def watched(call: Callable[[], T], run: Run) -> Callable[[], T]:
    """The same function under a watchdog: ``Stop`` is raised in it if it does not return in time."""

    def call_watched() -> T:
        watchdog = _Watchdog(run)
        try:
            with watchdog:
                return call()
        except _Interruption as interruption:
            raise watchdog.stop(_user_place(walk_tb(interruption.__traceback__))) from None

    return call_watched


class _Watchdog:
    """Watches one run, from the thread in which it is entered."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._thread = threading.get_ident()
        self._lock = threading.Lock()
        self._is_over = threading.Event()
        self._has_raised = False

    def __enter__(self) -> None:
        with suppress(RuntimeError):  # the system has no more threads: the run is not watched
            threading.Thread(target=self._watch, name="taquin watchdog", daemon=True).start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with self._lock:
            self._is_over.set()
            if self._has_raised:  # the call may have returned in the last moment
                _raise_in(self._thread, None)

    def stop(self, place: str) -> Stop:
        """The reason of the interruption; ``place`` is where the user's code was."""
        has_not_returned = f", and {place} has not returned" if place else ""
        if self._run.cancellation.is_cancelled:
            return Stop(Status.CANCELLED, f"cancelled{has_not_returned}")
        return Stop(Status.LIMIT, f"the time limit of {self._run.limits.time:g} s is reached{has_not_returned}")

    def _watch(self) -> None:
        due = self._run.deadline + GRACE
        while not self._is_over.wait(_TICK):
            now = perf_counter()
            if self._run.cancellation.is_cancelled:
                due = min(due, now + GRACE)
            if now >= due:
                self._interrupt()
                return

    def _interrupt(self) -> None:
        with self._lock:
            if self._is_over.is_set() or not _raise_in(self._thread, _Interruption):
                return
            self._has_raised = True
        if _end_process is not None and not self._is_over.wait(LAST_GRACE):
            _end_process(self.stop(_user_place(_stack(self._thread))).reason)


def _raise_in(thread: int, error: type[BaseException] | None) -> bool:
    """Raise an exception in another thread at its next instruction; None withdraws one that it has not seen yet.

    False if this Python cannot do that.
    """
    import ctypes  # slow to import

    interpreter = getattr(ctypes, "pythonapi", None)
    if interpreter is None:
        return False
    raised = None if error is None else ctypes.py_object(error)
    return bool(interpreter.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)) or error is None


def _stack(thread: int) -> list[tuple[FrameType, int]]:
    """The frames of a thread, from the call that is watched inwards, and their lines."""
    found: list[tuple[FrameType, int]] = []
    frame: FrameType | None = sys._current_frames().get(thread)
    while frame is not None and frame.f_code.co_filename != __file__:
        found.insert(0, (frame, frame.f_lineno))
        frame = frame.f_back
    return found


def _user_place(frames: Iterable[tuple[FrameType, int]]) -> str:
    """``h (own.py, line 3)``: the function of the user that was called, and where it is; empty if there is none."""
    for frame, line in frames:
        path = Path(frame.f_code.co_filename)
        if _PACKAGE not in path.parents:
            return f"{frame.f_code.co_qualname} ({path.name}, line {line})"
    return ""
