"""Phases in which code runs that a user wrote, such as a heuristic in a file.

A program that uses Taquin as a library calls its own functions: nothing happens there. A command redirects what such
code prints to standard error (``cli/streams.py``), and its forked workers do too.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

redirection: Callable[[], AbstractContextManager[None]] = nullcontext
"""What a command does with the output of user code."""


def user_code() -> AbstractContextManager[None]:
    """A phase in which user code runs: a file is loaded, or a search calls a user's function."""
    return redirection()
