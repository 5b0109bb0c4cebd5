"""Phases in which code runs that a user wrote, such as a heuristic in a file.

A program that uses Taquin as a library calls its own functions: nothing happens there. A command redirects what such
code prints to standard error (``cli/streams.py``), its forked workers do too, and ``os._exit`` becomes an error.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

end_process = os._exit
"""The system's function: while user code runs, a command replaces the one in ``os``."""

redirection: Callable[[], AbstractContextManager[None]] = nullcontext
"""What a command does with the output of user code."""


def user_code() -> AbstractContextManager[None]:
    """A phase in which user code runs: a file is loaded, or a search calls a user's function."""
    return redirection()
