"""Every error that Taquin raises on purpose.

::

    TaquinError
    ├── BoardError       not a legal board: not a permutation, a bad shape
    ├── FormatError      text or a file that cannot be read as a board
    ├── MoveError        a move that cannot be played, or text that names none
    ├── SpecError        an unknown algorithm, heuristic, goal or option
    ├── HeuristicError   a heuristic that is not defined here, or that failed
    ├── LimitError       a limit that makes no sense
    ├── BackendError     a backend that cannot run what was asked of it
    ├── TraceError       a trace file that cannot be read or written
    └── InternalError    Taquin caught itself in a mistake: please report it

All but ``InternalError`` mean that the input can be mended; ``hint`` says how. The command line prints the message and
the hint on one line and exits with code 2 (70 for ``InternalError``).
"""

from __future__ import annotations


class TaquinError(Exception):
    """The root of the tree: a message that says what is wrong and a hint that says how to mend it."""

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} ({self.hint})" if self.hint else self.message


class BoardError(TaquinError, ValueError):
    """The cells do not make a legal board."""


class FormatError(TaquinError, ValueError):
    """The text cannot be read as a board or as a file of boards."""


class MoveError(TaquinError, ValueError):
    """The move cannot be played on this board, or the text names no move."""


class SpecError(TaquinError, ValueError):
    """No algorithm, heuristic, goal or option has this name or takes this value."""


class HeuristicError(TaquinError, ValueError):
    """The heuristic is not defined on this shape, cannot be loaded, or failed while it ran."""


class LimitError(TaquinError, ValueError):
    """The limit is not a sensible amount."""


class BackendError(TaquinError, RuntimeError):
    """The chosen backend cannot run this."""


class TraceError(TaquinError, ValueError):
    """The trace cannot be read or written."""


class InternalError(TaquinError, RuntimeError):
    """A result failed its own check. This is never the caller's fault."""
