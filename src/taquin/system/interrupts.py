"""The signals that ask a process for an orderly end, all treated alike: Ctrl-C, SIGTERM, and SIGHUP.

A signal that the process was started to ignore stays ignored, such as SIGHUP under ``nohup``. This module imports next
to nothing: it handles signals while the rest is imported.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import sleep
from types import FrameType
from typing import Any, TypeAlias

from taquin.system.user_calls import end_process

Handler: TypeAlias = Callable[[int, FrameType | None], object]

END_SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that ask for an orderly end; Windows has no SIGHUP."""

INTERRUPTED = 130
"""The exit code of a process that was asked to end."""


def handle_with(handler: Handler) -> dict[int, Any]:
    """Let a handler receive the end signals, and return the handlers before it. Only the main thread can do so."""
    before: dict[int, Any] = {}
    with suppress(ValueError):  # in another thread
        for number in END_SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, handler)
    return before


@contextmanager
def handled_by(handler: Handler) -> Iterator[None]:
    before = handle_with(handler)
    try:
        yield
    finally:
        for number, previous in before.items():
            signal.signal(number, previous)


@contextmanager
def end_signals_held() -> Iterator[None]:
    """Hold back the end signals while a process is started: in this one, and in the new one until it ignores them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, END_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def interrupting() -> Handler:
    """A handler that raises ``KeyboardInterrupt``, once. The next signal ends the process without further delay."""
    is_raised = False

    def handle(number: int, frame: FrameType | None) -> None:
        nonlocal is_raised
        if is_raised or _is_importing(frame):
            leave()
        is_raised = True
        raise KeyboardInterrupt

    return handle


def _is_importing(frame: FrameType | None) -> bool:
    """Whether a module is being imported: there an exception can be printed, swallowed or replaced by another."""
    while frame is not None:
        if frame.f_code.co_filename == "<frozen importlib._bootstrap>":
            return True
        frame = frame.f_back
    return False


def leave(number: int | None = None, frame: FrameType | None = None) -> None:
    """End the process at once, with one line on standard error."""
    with suppress(BaseException):  # a stream may be closed, or in the middle of a write
        if is_writable(1):
            sys.stdout.flush()
    write_error_line("taquin: interrupted")
    end_process(INTERRUPTED)


def write_error_line(line: str) -> None:
    """Write a line to standard error just before the process ends, unless the write would block."""
    with suppress(OSError):
        if is_writable(2):
            os.write(2, f"{line}\n".encode())


def is_writable(descriptor: int) -> bool:
    """Whether a write would not block: False for a full pipe whose reader does not read."""
    return os.name != "posix" or bool(select.select([], [descriptor], [], 0)[1])


@contextmanager
def ending_within(seconds: float) -> Iterator[None]:
    """End the process this long after the first end signal in the block, whatever it does then, also after the block.

    Python writes the number of every signal into a pipe, at which a thread waits: it notices a signal also while the
    main thread is blocked. Only the main thread can set that up; in another one, and on Windows, nothing happens.
    """
    from threading import Thread

    receiver, sender = os.pipe()
    os.set_blocking(sender, False)
    try:
        before = signal.set_wakeup_fd(sender, warn_on_full_buffer=False)
    except ValueError:  # in another thread; on Windows it must be a socket
        os.close(receiver)
        os.close(sender)
        yield
        return
    Thread(target=_end_after_signal, args=(receiver, seconds), daemon=True).start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        os.close(sender)


def _end_after_signal(receiver: int, seconds: float) -> None:
    while number := os.read(receiver, 1):
        if number[0] in END_SIGNALS:
            sleep(seconds)
            write_error_line(f"taquin: error: the process did not stop within {seconds:g} s, and was ended")
            end_process(INTERRUPTED)
    os.close(receiver)


def leave_if_ignored() -> None:
    """Let ``KeyboardInterrupt`` end the process also where Python would print and ignore it, as in ``__del__``."""
    default = sys.unraisablehook

    def end(unraisable: sys.UnraisableHookArgs) -> None:
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            leave()
        default(unraisable)

    sys.unraisablehook = end


def ignore_interrupt() -> None:
    """Ignore Ctrl-C, which a terminal sends to all processes of a command at once: it is for the command itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def ignore() -> None:
    """Ignore the end signals from now on: the process is about to end with the exit code of its run."""
    for number in END_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
