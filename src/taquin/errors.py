"""Every error that Taquin raises on purpose.

::

    TaquinError
    ├── BoardError       not a legal board: not a permutation, a bad shape
    ├── FormatError      text or a file that cannot be read as a board
    ├── MoveError        a move that cannot be played, or text that is not a move
    ├── SpecError        an unknown algorithm, heuristic, goal or option
    ├── HeuristicError   a heuristic that is not defined on this shape, or that failed
    ├── LimitError       an invalid limit
    ├── BackendError     a backend that does not support the request
    ├── TraceError       a trace file that cannot be read or written
    └── InternalError    a mistake in Taquin itself: please report it

All but ``InternalError`` mean that the caller can correct the input; ``hint`` says how. The command line prints the
message and the hint on one line and exits with code 2 (70 for ``InternalError``).
"""

from __future__ import annotations


class TaquinError(Exception):
    """The base class: a message that says what is wrong and a hint that says how to correct it."""

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
    """The move cannot be played on this board, or the text is not a move."""


class SpecError(TaquinError, ValueError):
    """No algorithm, heuristic, goal or option has this name or takes this value."""


class HeuristicError(TaquinError, ValueError):
    """The heuristic is not defined on this shape, cannot be loaded, or failed while it ran."""


class LimitError(TaquinError, ValueError):
    """The limit is invalid, for example negative."""


class BackendError(TaquinError, RuntimeError):
    """The chosen backend does not support the request."""


class TraceError(TaquinError, ValueError):
    """The trace cannot be read or written."""


class InternalError(TaquinError, RuntimeError):
    """A result failed an internal check. This is never the caller's fault."""
