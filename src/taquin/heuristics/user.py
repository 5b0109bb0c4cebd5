"""Heuristics that users write: for boards, a function or a class; for a space of their own, a function of a state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NoReturn, TypeAlias, cast

from taquin.errors import HeuristicError, SpecError
from taquin.heuristics.base import Estimate, Heuristic, NoEstimate
from taquin.heuristics.user_code import definition_line, describe, error_line, is_user_error, load_object
from taquin.puzzle.arguments import LARGEST_REAL, as_real
from taquin.puzzle.board import Board, State, one_line
from taquin.puzzle.problem import S
from taquin.puzzle.rounding import as_exact, is_exact, is_near, plain
from taquin.puzzle.words import shown

UserFunction: TypeAlias = Callable[[Board, Board], float] | Callable[[Board], float]
"""A user's function: from a board and the goal, or from a board alone, to an estimate."""

EstimateLike: TypeAlias = Callable[[S], float] | Estimate[S]
"""A heuristic of a space: a function from a state to a number, or an ``Estimate``."""


class _Checked(Estimate[S]):
    """Calls a user's code. Raises ``HeuristicError`` if it fails, and for values that are not finite numbers >= 0."""

    __slots__ = ()
    name: str
    _source: object  # the function or the class, where an error is located
    _function: Callable[[S], object]
    _update: Callable[[float, S, S], object] | None  # None if every estimate is made from scratch

    def __call__(self, state: S) -> float:
        try:
            value = self._function(state)
        except BaseException as error:  # noqa: BLE001 - raised again
            self._fail(state, error)
        return value if type(value) is int and 0 <= value <= LARGEST_REAL else self._check(value, state)

    def update(self, value: float, parent: S, child: S) -> float:
        """Call ``update`` of the user's object; a function is called from scratch."""
        if self._update is None:
            return self(child)
        try:
            result = self._update(value, parent, child)
        except BaseException as error:  # noqa: BLE001 - raised again
            self._fail(child, error)
        return result if type(result) is int and 0 <= result <= LARGEST_REAL else self._check(result, child)

    @property
    def is_incremental(self) -> bool:
        return self._update is not None

    @property
    def functions(
        self,
    ) -> tuple[Callable[..., Any], Callable[..., Any] | None, Callable[..., float], Callable[..., NoReturn]]:
        """What the core calls: the user's functions, and what handles values that are not ints, and errors."""
        return self._function, self._update, self._check, self._fail

    def _fail(self, state: S, error: BaseException) -> NoReturn:
        if not is_user_error(error):
            raise error
        where = self._located(error_line(error, self._source))
        raise HeuristicError(f"{where} failed on {self._shown(state)}: {describe(error)}") from error

    def _check(self, value: object, state: S) -> float:
        number = int(value) if isinstance(value, bool) else self._read(value)
        if number is not None and 0 <= number <= LARGEST_REAL:
            return number
        where = self._located(definition_line(self._source))
        is_large = number is not None and number > LARGEST_REAL
        expected = f"number up to {LARGEST_REAL:g}" if is_large else "finite number, 0 or more"
        raise HeuristicError(
            f"{where} returned {describe(value)} for {self._shown(state)}: expected a {expected}",
            hint="a function that ends without return gives None" if value is None else "",
        )

    def _read(self, value: object) -> float | None:
        return as_real(value)

    def _located(self, line: str) -> str:
        """``file.py, line 4: name``: where to look in the user's file."""
        return f"{line}: {self.name.rpartition(':')[2]}" if line else self.name

    def _shown(self, state: S) -> str:
        return shown(state)


class UserHeuristic(_Checked[State], Heuristic):
    """A user's function or class as a heuristic. Its values must be finite numbers that are not negative.

    It may be inadmissible or inconsistent; ``taquin examine`` checks that.

    >>> goal = Board([1, 2, 3, 0])
    >>> wrong_cells = UserHeuristic(goal, lambda board, goal: sum(map(int.__ne__, board, goal)))
    >>> wrong_cells(Board([1, 2, 0, 3]).state)
    2
    """

    __slots__ = ("_function", "_source", "_update", "name")

    def __init__(self, goal: Board, function: UserFunction | type[Heuristic] | Heuristic, name: str = "") -> None:
        """Take a function of ``(board, goal)`` or of ``(board)``, a ``Heuristic`` or a class that derives from it.

        Raises ``HeuristicError`` if it is none of these.
        """
        super().__init__(goal)
        source = type(function) if isinstance(function, Heuristic) else function
        self.name = name or getattr(source, "__qualname__", "") or repr(source)
        self._source = source
        self._update = None
        if isinstance(function, Heuristic):
            self._take(function)
            return
        call: Callable[..., object] = function
        shape = goal.shape
        match _count_parameters(function, self.name):
            case 0:
                self._take(self._construct(call))
            case 1:
                self._function = lambda state: call(Board.from_state(state, shape))
            case _:
                self._function = lambda state: call(Board.from_state(state, shape), goal)

    def _take(self, heuristic: Heuristic) -> None:
        self._function = heuristic
        self._update = heuristic.update if heuristic.is_incremental else None

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

    def _shown(self, state: State) -> str:
        return f"the board {one_line(Board.from_state(state, self.goal.shape))}"


def load_function(text: str) -> UserFunction | type[Heuristic]:
    """Read ``path/to/file.py:name``: run the file and return its object of this name, for a ``UserHeuristic``.

    Raises ``HeuristicError`` if there is no such file or name, if the file fails, or if the name is neither a function
    of ``(board, goal)`` or ``(board)`` nor a class that derives from ``Heuristic``.
    """
    function = load_object(text, "a heuristic", HeuristicError)
    _count_parameters(function, text)  # finds a wrong signature before the first call
    return cast("UserFunction | type[Heuristic]", function)


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
        kind = type(function).__name__
        article = "an" if kind[0] in "aeiou" else "a"
        raise HeuristicError(f"{name} is {article} {kind}, not a function", hint="write a function of (board, goal)")
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


class UserEstimate(_Checked[S]):
    """A user's heuristic of a state space. For ``update``, an object has a method of this name.

    For a heuristic that is a method of the space, such as ``gap``, the space has ``update_gap``.
    """

    __slots__ = ("_function", "_is_exact", "_source", "_update", "has_floats", "name")

    def __init__(self, function: EstimateLike[S], *, is_exact: bool = False) -> None:
        """With ``is_exact`` integers and fractions stay exact, and floats that are whole become integers."""
        self._is_exact = is_exact
        self.has_floats = False
        """Whether a value was neither an integer nor a fraction."""
        self._function = self._source = function
        self.name = getattr(function, "__qualname__", type(function).__qualname__)
        beside = f"update_{self.name.rpartition('.')[2]}"
        update = getattr(function, "update", getattr(getattr(function, "__self__", None), beside, None))
        self._update = update if callable(update) else None

    def _read(self, value: object) -> float | None:
        self.has_floats = self.has_floats or not is_exact(value)
        return as_exact(value) if self._is_exact else as_real(value)

    def check_updates(self, states: Sequence[S]) -> None:
        """Raise ``HeuristicError`` if ``update`` does not give what a call gives on the states of a path."""
        for parent, child in pairwise(states):
            updated, expected = self.update(self(parent), parent, child), self(child)
            if self.has_floats:
                is_equal = is_near(plain(updated), plain(expected), unit=plain(self(parent)))
            else:
                is_equal = updated == expected
            if not is_equal:
                raise HeuristicError(
                    f"update of {self.name} gives {updated} for {self._shown(child)}, and a call gives {expected}",
                    hint="both must be equal",
                )


def read_estimate(heuristic: EstimateLike[S] | None, *, is_exact: bool = False) -> Estimate[S]:
    """Convert a heuristic of a space; None is 0 everywhere. Those of Taquin need no check. See ``UserEstimate``."""
    if heuristic is None:
        return NoEstimate()
    if isinstance(heuristic, Estimate) and type(heuristic).__module__.startswith("taquin."):
        return heuristic
    given: object = heuristic
    if not callable(given):
        hint = "a function of a state" + (", such as estimates.__getitem__" if isinstance(given, Mapping) else "")
        raise SpecError(f"expected a heuristic, found {shown(given)}", hint=hint)
    return UserEstimate(heuristic, is_exact=is_exact)
