"""How a search is executed: until it ends, a limit stops it, or a user's function in it does not return.

A search checks its limits between the calls of a user's function; a function that never returns is a loop without a
check. So a watchdog, which is a thread, watches runs with user code. When the time limit has passed by ``GRACE``
seconds, or the run was cancelled that long ago, it raises an exception in the thread of the run, at the next
instruction of Python: a loop in Python ends there.

It cannot interrupt a function in C that does not return, such as a long sleep, nor a loop that catches every exception.
The command line then ends the whole process (``ending_the_process``), and the server kills its worker. A function in C
that holds the GIL, such as ``10**10**10``, blocks the watchdog and Ctrl-C too: kill the process.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from time import perf_counter
from traceback import walk_tb
from types import FrameType
from typing import TYPE_CHECKING

from taquin.errors import HeuristicError
from taquin.run.budget import OUT_OF_MEMORY, Stop
from taquin.run.limits import Cancellation, PolledCancellation, limits_checked_by
from taquin.run.result import Outcome, Status
from taquin.run.run import Run
from taquin.system.user_calls import user_code

if TYPE_CHECKING:
    from taquin.system.worker_process import Channel

GRACE = 0.5  # seconds from the time limit, or from a cancellation, until the watchdog interrupts the run
LAST_GRACE = 2.0  # seconds from then until the process is ended, if it may be

_TICK = 0.05
_PACKAGE = Path(__file__).parents[1]
_end_process: Callable[[str], None] | None = None


def execute(
    search: Callable[[], Outcome],
    run: Run,
    header: Callable[[], Mapping[str, object]],
    *,
    calls_user_code: bool = False,
) -> Outcome:
    """Run a search until it ends or is stopped, and report its start and its finish to the observer.

    ``header`` makes what the start tells the observer: it is called only if one is attached.
    A search that runs out of memory ends like one that reaches a limit. An error, such as one in a user's heuristic,
    is raised after the observer has received its finish.
    """
    observer = run.observer
    if observer is not None:
        observer.start(header())
    outcome: Outcome | None = None
    try:
        with limits_checked_by(run.check), watched(run) if calls_user_code else nullcontext():
            outcome = search()
    except Stop as stop:
        outcome = run.failed(stop.status, stop.reason)
    except MemoryError:
        run.budget.memory = lambda: 0  # releases the nodes; the frames of the search are released after this block
    except BaseException as error:
        if observer is not None:
            text = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
            observer.finish(run.failed(Status.CANCELLED, f"ended by an error: {text}"))
        raise
    if outcome is None:
        outcome = run.failed(Status.LIMIT, OUT_OF_MEMORY)
    if observer is not None:
        observer.finish(outcome)
    return outcome


class NotInterruptible(HeuristicError):
    """A user's function that neither returns nor can be interrupted has cost its process."""


class _Interruption(Stop):
    """Raised in the thread of a run by its watchdog. Python creates it without arguments."""

    def __init__(self) -> None:
        super().__init__(Status.LIMIT, "interrupted")


@contextmanager
def ending_the_process(end: Callable[[str], None]) -> Iterator[None]:
    """Let watchdogs call ``end``, with a reason, if a run continues although it was interrupted."""
    global _end_process  # noqa: PLW0603 - a fact about the process
    before, _end_process = _end_process, end
    try:
        yield
    finally:
        _end_process = before


@contextmanager
def run_in_worker(channel: Channel) -> Iterator[Cancellation]:
    """The cancellation of a run in a worker process; the process ends with an error if a function never returns."""

    def end(reason: str) -> None:
        channel.fail(NotInterruptible(f"{reason}; it cannot be interrupted"))

    with ending_the_process(end):
        yield PolledCancellation(channel.is_cancelled)


@contextmanager
def watched(run: Run) -> Iterator[None]:
    """Watch a block of code: ``Stop`` is raised in it if it does not end in time."""
    watchdog = _Watchdog(run, sys._getframe(2))  # the frame of the block; that of contextlib is between
    try:
        with user_code(), watchdog:
            yield
    except _Interruption as interruption:
        watchdog.is_over.set()  # it may be raised while the watchdog is left
        raise watchdog.stop(_user_place(walk_tb(interruption.__traceback__))) from None


class _Watchdog:
    """Watches one run, from the thread in which it is entered."""

    def __init__(self, run: Run, frame: FrameType) -> None:
        self._run = run
        self._frame = id(frame)  # a reference would keep the frame alive
        self._thread = threading.get_ident()
        self._lock = threading.Lock()
        self.is_over = threading.Event()
        self._has_raised = False

    def __enter__(self) -> None:
        with suppress(RuntimeError):  # the system has no more threads: the run is not watched
            threading.Thread(target=self._watch, name="taquin watchdog", daemon=True).start()

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        with self._lock:
            self.is_over.set()
        if self._has_raised and kind is not _Interruption:  # the block ended at the same moment: it is raised here
            with suppress(_Interruption):
                _raise_in(self._thread, _Interruption)  # again, in case the block has dropped it
                while True:
                    pass

    def stop(self, place: str) -> Stop:
        """The reason of the interruption; ``place`` is where the user's code was."""
        has_not_returned = f", and {place} has not returned" if place else ""
        if self._run.budget.cancellation.is_cancelled:
            return Stop(Status.CANCELLED, f"cancelled{has_not_returned}")
        return Stop(Status.LIMIT, f"{self._run.budget.out_of_time}{has_not_returned}")

    def _stack(self) -> list[tuple[FrameType, int]]:
        """The frames of the thread that the block has called, from the outermost inwards, and their lines."""
        frames: list[tuple[FrameType, int]] = []
        frame: FrameType | None = sys._current_frames().get(self._thread)
        while frame is not None and id(frame) != self._frame:
            frames.insert(0, (frame, frame.f_lineno))
            frame = frame.f_back
        return frames

    def _watch(self) -> None:
        sys.settrace(None)  # a traced thread of Python 3.11 hangs while an exception is pending in another thread
        cancelled: float | None = None
        while not self.is_over.wait(_TICK):
            now = perf_counter()
            if cancelled is None and self._run.budget.cancellation.is_cancelled:
                cancelled = now
            if self._run.seconds_left() <= -GRACE or (cancelled is not None and now >= cancelled + GRACE):
                self._interrupt()
                return

    def _interrupt(self) -> None:
        with self._lock:
            if self.is_over.is_set() or not _raise_in(self._thread, _Interruption):
                return
            self._has_raised = True
        if _end_process is not None and not self.is_over.wait(LAST_GRACE):
            _end_process(self.stop(_user_place(self._stack())).reason)


def _raise_in(thread: int, error: type[BaseException]) -> bool:
    """Raise an exception in a thread at its next instruction. False if this Python cannot do that.

    It cannot be withdrawn: Python 3.11 would then look for one in every later call, and hang with a debugger.
    """
    import ctypes  # slow to import

    interpreter = getattr(ctypes, "pythonapi", None)
    if interpreter is None:
        return False
    return bool(interpreter.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error)))


def _user_place(frames: Iterable[tuple[FrameType, int]]) -> str:
    """``h (own.py, line 3)``: the user's function that was called, and where it is; empty if there is none."""
    for frame, line in frames:
        path = Path(frame.f_code.co_filename)
        if _PACKAGE not in path.parents:
            return f"{frame.f_code.co_qualname} ({path.name}, line {line})"
    return ""
