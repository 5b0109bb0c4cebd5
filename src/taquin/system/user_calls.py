"""Calls of code that a user wrote, such as a heuristic in a file, and the guard that a command sets up for them.

A program that uses Taquin as a library calls its own functions: nothing is guarded there. A command sets a guard, so
that a user's code can neither write into its output nor close its streams (``cli/streams.py``). Workers that are forked
inherit the guard.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any, Protocol, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


class Guard(Protocol):
    """Protects the streams of a process."""

    def protect(self) -> None:
        """User code begins to run. Called several times."""

    def restore(self) -> None:
        """User code has returned: take back what it has changed."""


before_first: Callable[[], None] | None = None
"""Called before user code runs under a guard for the first time."""

_guard: Guard | None = None
_has_run = False
_callers: set[CodeType] = set()


@contextmanager
def guarded_by(guard: Guard) -> Iterator[None]:
    """Let a guard protect the streams from the user code that runs in the block."""
    global _guard  # noqa: PLW0603 - a fact about the process
    before, _guard = _guard, guard
    try:
        yield
    finally:
        _guard = before


@contextmanager
def user_code() -> Iterator[None]:
    """A phase in which user code runs: a file is loaded, or a search calls a user's function."""
    global _has_run  # noqa: PLW0603 - a fact about the process
    guard = _guard
    if guard is None:
        yield
        return
    if before_first is not None and not _has_run:
        before_first()
    _has_run = True
    guard.protect()
    try:
        yield
    finally:
        guard.restore()


def has_run() -> bool:
    """Whether user code has run under a guard: threads and exit functions of it may be left."""
    return _has_run


def calls_user_code(function: F) -> F:
    """Mark a function that calls a user's code. What is printed meanwhile is printed by that code."""
    _callers.add(function.__code__)
    return function


def is_running() -> bool:
    """Whether a function so marked is being called in this thread.

    It looks at the stack, because a counter would be wrong after an exception that a signal or a watchdog raises.
    """
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code not in _callers:
        frame = frame.f_back
    return frame is not None
