"""Every error that Taquin raises on purpose.

::

    TaquinError
    ├── BoardError       not a legal board: not a permutation, a bad shape
    ├── FormatError      text or a file that cannot be read as a board
    ├── MoveError        a move that cannot be played, or text that is not a move
    ├── SpecError        an unknown algorithm, heuristic, goal or option
    ├── HeuristicError   a heuristic that is not defined on this shape, or that failed
    ├── LimitError       an invalid limit, or too little memory to build a table
    ├── AlgorithmError   an algorithm of the caller that cannot be loaded, or that failed
    ├── SpaceError       a state space of the caller without a method that is needed, or with an invalid cost
    ├── BackendError     a backend that does not support the request
    ├── TraceError       a trace file that cannot be read or written
    ├── TableError       a file of a table that was changed while it was in use
    └── InternalError    a mistake in Taquin itself: please report it

All but ``InternalError`` mean that the caller can correct the input; ``hint`` says how. The command line prints the
message and the hint on one line and exits with code 2 (70 for ``InternalError``).
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, which takes a while to import

if TYPE_CHECKING:
    from typing import Self


class TaquinError(Exception):
    """The base class: a message that says what is wrong and a hint that says how to correct it.

    >>> import taquin
    >>> try:
    ...     taquin.Board("1 2 3 / 4 0 5 / 6 7 7")
    ... except taquin.TaquinError as error:
    ...     print(error.message)
    tile 7 appears twice, at row 3, column 2 and at row 3, column 3, and tile 8 is missing
    """

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} ({self.hint})" if self.hint else self.message

    def within(self, place: str) -> Self:
        """The same error with the place in front of its message."""
        placed = type(self)(f"{place}: {self.message}", hint=self.hint)
        vars(placed).update({**vars(self), "message": placed.message})
        return placed


class TaquinWarning(UserWarning):
    """Something was changed or left out, but results stay correct. The command line prints the message on one line."""


class BoardError(TaquinError, ValueError):
    """The cells do not make a legal board.

    >>> import taquin
    >>> taquin.Board([1, 2, 3])
    Traceback (most recent call last):
    taquin.errors.BoardError: 3 cells do not fill a square...
    """

    blank = 0
    """The highest number of cells 1..n, which may stand for the blank; 0 for another mistake."""


class FormatError(TaquinError, ValueError):
    """The text cannot be read as a board or as a file of boards.

    >>> import taquin
    >>> taquin.Board("one two")
    Traceback (most recent call last):
    taquin.errors.FormatError: ...expected a number, found 'one'...
    """


class MoveError(TaquinError, ValueError):
    """The move cannot be played on this board, or the text is not a move.

    >>> import taquin
    >>> taquin.Board("1 2 / 3 0").play("Down")
    Traceback (most recent call last):
    taquin.errors.MoveError: cannot play Down: the blank is at row 2, column 2 of a 2×2 board (legal here: Up, Left)
    """


class SpecError(TaquinError, ValueError):
    """No algorithm, heuristic, goal or option has this name or takes this value.

    >>> import taquin
    >>> taquin.solve("1 2 / 0 3", algorithm="astr")
    Traceback (most recent call last):
    taquin.errors.SpecError: no algorithm is called 'astr'... (did you mean 'astar'?)
    """


class HeuristicError(TaquinError, ValueError):
    """The heuristic is not defined on this shape, cannot be loaded, or failed while it ran.

    >>> import taquin
    >>> taquin.solve("1 2 / 0 3", algorithm="astar", heuristic=lambda board: -1)
    Traceback (most recent call last):
    taquin.errors.HeuristicError: ...returned -1 for the board 1 2 / 0 3: expected a finite number, 0 or more
    """


class AlgorithmError(TaquinError, ValueError):
    """The caller's algorithm cannot be loaded, failed while it ran, or did not return a solution.

    >>> import taquin
    >>> taquin.solve("1 2 / 0 3", algorithm=lambda space: "U")
    Traceback (most recent call last):
    taquin.errors.AlgorithmError: ... returned moves that do not lead to the goal...
    """


class SpaceError(TaquinError, ValueError):
    """The caller's state space lacks a method that the algorithm needs, or has an invalid cost or successor.

    >>> import taquin
    >>> taquin.search(object(), "bfs")
    Traceback (most recent call last):
    taquin.errors.SpaceError: expected a space with start, is_goal and successors: object has no start
    """


class LimitError(TaquinError, ValueError):
    """The limit is invalid, for example negative; or a table needs more memory than the process may allocate.

    >>> import taquin
    >>> taquin.solve("1 2 / 0 3", time="soon")
    Traceback (most recent call last):
    taquin.errors.LimitError: expected a time limit such as 10s, 2m or 1h, found 'soon'
    """


class BackendError(TaquinError, RuntimeError):
    """The chosen backend does not support the request.

    >>> import taquin
    >>> taquin.solve("1 2 / 0 3", algorithm="annealing", backend="native")
    Traceback (most recent call last):
    taquin.errors.BackendError: the native backend cannot run annealing...
    """


class TraceError(TaquinError, ValueError):
    """The trace cannot be read or written.

    >>> import taquin
    >>> taquin.Recorder().trace()
    Traceback (most recent call last):
    taquin.errors.TraceError: nothing is recorded yet: the run has not finished
    """


class TableError(TaquinError, RuntimeError):
    """The file of a precomputed table was changed while it was in use, so what was read from it cannot be trusted.

    >>> import taquin
    >>> issubclass(taquin.TableError, taquin.TaquinError)
    True
    """


class InternalError(TaquinError, RuntimeError):
    """A result failed an internal check. This is never the caller's fault.

    >>> import taquin
    >>> issubclass(taquin.InternalError, taquin.TaquinError)
    True
    """


def missing_package(message: str, extra: str) -> BackendError:
    """The error for an optional package that is not installed.

    Its hint names the packages of the extra. Installing ``taquin[extra]`` would replace an editable installation.
    """
    return BackendError(f"{message}, which is not installed", hint=install_command(extra))


def install_command(extra: str) -> str:
    """The command that installs the packages of an extra, as the metadata of Taquin has them.

    >>> install_command("tui")
    'pip install "textual>=6" "rich>=13.7"'
    """
    from importlib.metadata import PackageNotFoundError, requires

    try:
        requirements = [line.partition(";") for line in requires("taquin") or ()]
    except PackageNotFoundError:  # Taquin runs from its source
        requirements = []
    names = [name.strip() for name, _, marker in requirements if marker.split("extra ==")[-1].strip(" '\"") == extra]
    return "pip install " + " ".join(f'"{name}"' for name in names or [f"taquin[{extra}]"])
