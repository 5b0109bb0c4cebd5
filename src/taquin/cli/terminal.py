"""Long work at the terminal: Ctrl-C cancels it, and a line on standard error shows its progress."""

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

_SECONDS_BEFORE_SHOWN = 0.5


@contextmanager
def cancel_on_interrupt() -> Iterator[Cancellation]:
    """Make the first Ctrl-C cancel the run, which then reports what it found; a second one interrupts at once."""
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


def warn(message: str) -> None:
    """Print a warning of the library on standard error."""
    sys.stderr.write(f"taquin: {message}\n")


@contextmanager
def table_progress_line() -> Iterator[TableListener | None]:
    """A line on standard error that shows how much of a table is built; None unless that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    began = monotonic()
    shown = False

    def show(done: int, total: int) -> None:
        nonlocal shown
        seconds = monotonic() - began
        if seconds < _SECONDS_BEFORE_SHOWN:
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
    """A line on standard error that shows the progress of a search; None unless that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    shown = False

    def show(progress: Progress) -> None:
        nonlocal shown
        if progress.seconds < _SECONDS_BEFORE_SHOWN:
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
