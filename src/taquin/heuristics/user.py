"""Heuristics that users write: a function in a file, named ``path/to/file.py:name``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from taquin.errors import HeuristicError
from taquin.heuristics.base import Heuristic
from taquin.heuristics.source_lines import definition_line, error_line
from taquin.heuristics.user_errors import is_user_error
from taquin.heuristics.user_file import describe, load_object
from taquin.puzzle.arguments import LARGEST_REAL, as_real
from taquin.puzzle.board import Board, State
from taquin.run.result import one_line

UserFunction: TypeAlias = Callable[[Board, Board], float] | Callable[[Board], float]
"""A user's function: from a board and the goal, or from a board alone, to an estimate."""


class UserHeuristic(Heuristic):
    """A user's function or class as a heuristic. Its values must be finite numbers that are not negative.

    It may be inadmissible or inconsistent; ``taquin examine`` checks that.

    >>> from taquin.puzzle.board import Board
    >>> goal = Board([1, 2, 3, 0])
    >>> wrong_cells = UserHeuristic(goal, lambda board, goal: sum(map(int.__ne__, board, goal)))
    >>> wrong_cells(Board([1, 2, 0, 3]).state)
    2
    """

    __slots__ = ("_estimate", "_function", "_heuristic", "name")

    def __init__(self, goal: Board, function: UserFunction | type[Heuristic] | Heuristic, name: str = "") -> None:
        """Take a function of ``(board, goal)`` or of ``(board)``, a ``Heuristic`` or a class that derives from it.

        Raises ``HeuristicError`` if it is none of these.
        """
        super().__init__(goal)
        source = type(function) if isinstance(function, Heuristic) else function
        self.name = name or getattr(source, "__qualname__", "") or repr(source)
        self._function = source
        self._heuristic: Heuristic | None = None
        self._estimate: Callable[[State], object]
        if isinstance(function, Heuristic):
            self._heuristic = self._estimate = function
            return
        function_: Callable[..., object] = function
        shape = goal.shape
        match _count_parameters(function, self.name):
            case 0:
                self._heuristic = self._estimate = self._construct(function_)
            case 1:
                self._estimate = lambda state: function_(Board.from_state(state, shape))
            case _:
                self._estimate = lambda state: function_(Board.from_state(state, shape), goal)

    @property
    def is_incremental(self) -> bool:
        """Whether the user wrote an ``update``."""
        return self._heuristic is not None and self._heuristic.is_incremental

    def __call__(self, state: State) -> float:
        """Call the user's function. Raises ``HeuristicError`` that names file, line and board if it fails."""
        try:
            value = self._estimate(state)
        except BaseException as error:
            if not is_user_error(error):
                raise
            raise self._failed(state, error) from error
        return self._checked(value, state)

    def update(self, value: float, parent: State, child: State) -> float:
        """Call ``update`` of the user's class; a function is called from scratch."""
        if self._heuristic is None:
            return self(child)
        try:
            result = self._heuristic.update(value, parent, child)
        except BaseException as error:
            if not is_user_error(error):
                raise
            raise self._failed(child, error) from error
        return self._checked(result, child)

    def _construct(self, kind: Callable[..., object]) -> Heuristic:
        try:
            heuristic = kind(self.goal)
        except HeuristicError:
            raise  # the class itself says that it is not defined here
        except BaseException as error:
            if not is_user_error(error):
                raise
            where = self._located(error_line(error, kind))
            raise HeuristicError(
                f"{where} cannot be constructed for the goal {one_line(self.goal)}: {describe(error)}"
            ) from error
        assert isinstance(heuristic, Heuristic)
        return heuristic

    def _failed(self, state: State, error: BaseException) -> HeuristicError:
        where = self._located(error_line(error, self._function))
        return HeuristicError(f"{where} failed on the board {self._board_text(state)}: {describe(error)}")

    def _located(self, line: str) -> str:
        """``file.py, line 4: name``: where to look in the user's file."""
        return f"{line}: {self.name.rpartition(':')[2]}" if line else self.name

    def _board_text(self, state: State) -> str:
        return one_line(Board.from_state(state, self.goal.shape))

    def _checked(self, value: object, state: State) -> float:
        number = as_estimate(value)
        if number is not None:
            return number
        where = self._located(definition_line(self._function))
        raise no_estimate(f"{where} returned {describe(value)} for the board {self._board_text(state)}", value)


def as_estimate(value: object) -> float | None:
    """What a user's function returned, as an int or a float; None if it is no estimate."""
    number = int(value) if isinstance(value, bool) else as_real(value)
    return number if number is not None and 0 <= number <= LARGEST_REAL else None


def no_estimate(returned: str, value: object) -> HeuristicError:
    """The error for a value that is no estimate; ``returned`` says which function returned it, and for what."""
    number = as_real(value)
    is_large = number is not None and number > LARGEST_REAL
    return HeuristicError(
        f"{returned}: expected a {f'number up to {LARGEST_REAL:g}' if is_large else 'finite number, 0 or more'}",
        hint="a function that ends without return gives None" if value is None else "",
    )


def load_function(text: str) -> UserFunction | type[Heuristic]:
    """Read ``path/to/file.py:name``: run the file and return its object of this name, for a ``UserHeuristic``.

    Raises ``HeuristicError`` if there is no such file or name, if the file fails, or if the name is neither a function
    of ``(board, goal)`` or ``(board)`` nor a class that derives from ``Heuristic``.
    """
    function: Any = load_object(text, "a heuristic", HeuristicError)
    _count_parameters(function, text)  # finds a wrong signature before the first call
    return function  # type: ignore[no-any-return]


def _count_parameters(function: object, name: str) -> int:
    """2 for a function of (board, goal), 1 for one of (board), 0 for a class derived from ``Heuristic``."""
    import inspect  # slow to import, and needed only for heuristics of users

    if isinstance(function, type):
        if issubclass(function, Heuristic):
            return 0
        raise HeuristicError(
            f"{name} is a class that does not derive from Heuristic",
            hint="from taquin import Heuristic, or write a function of (board, goal)",
        )
    if not callable(function):
        raise HeuristicError(
            f"{name} is {_with_article(function)}, not a function", hint="write a function of (board, goal)"
        )
    try:
        signature = inspect.signature(function)
    except ValueError:  # some built-in functions have no signature
        return 2
    for count in (2, 1):
        try:
            signature.bind(*[None] * count)
        except TypeError:
            continue
        return count
    raise HeuristicError(f"{name}{signature} cannot be called: expected the parameters (board, goal) or (board)")


def _with_article(thing: object) -> str:
    kind = type(thing).__name__
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"
