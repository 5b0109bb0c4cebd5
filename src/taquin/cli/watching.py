"""Long work at the terminal: Ctrl-C that ends it in order, and a line that says how far it is."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType

from taquin.run.limits import Cancellation
from taquin.run.progress import Progress, ProgressListener
from taquin.tables.ranked_distances import TableListener

_QUIET_SECONDS = 0.5


@contextmanager
def cancel_on_interrupt() -> Iterator[Cancellation]:
    """Make the first Ctrl-C cancel the run, which then says what it knows; a second one interrupts at once."""
    cancellation = Cancellation()

    def handle(number: int, frame: FrameType | None) -> None:
        if cancellation.is_cancelled:
            raise KeyboardInterrupt
        cancellation.cancel()

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield cancellation
    finally:
        signal.signal(signal.SIGINT, before)


def say(message: str) -> None:
    """A word of the library's, on standard error."""
    sys.stderr.write(f"taquin: {message}\n")


@contextmanager
def table_line() -> Iterator[TableListener | None]:
    """A line on standard error that says how much of a table is built; nothing if that is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    began = monotonic()
    shown = False

    def show(done: int, total: int) -> None:
        nonlocal shown
        seconds = monotonic() - began
        if seconds < _QUIET_SECONDS:
            return
        shown = True
        sys.stderr.write(f"\r\033[K{seconds:.0f} s, {done:,} of {total:,}, {done / total:.0%}")
        sys.stderr.flush()

    try:
        yield show
    finally:
        if shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()


@contextmanager
def progress_line() -> Iterator[ProgressListener | None]:
    """A line on standard error that changes in place, after half a second; nothing if that is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    shown = False

    def show(progress: Progress) -> None:
        nonlocal shown
        if progress.seconds < _QUIET_SECONDS:
            return
        shown = True
        parts = [f"{progress.seconds:.0f} s", f"expanded {progress.expanded:,}"]
        if progress.lower_bound:
            parts.append(f"at least {progress.lower_bound:g} moves")
        if progress.best_h is not None:
            parts.append(f"best h {progress.best_h:g}")
        if progress.memory:
            parts.append(f"{progress.memory / 1e6:,.0f} MB")
        sys.stderr.write("\r\033[K" + ", ".join(parts))
        sys.stderr.flush()

    try:
        yield show
    finally:
        if shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
