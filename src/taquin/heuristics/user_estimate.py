"""Heuristics that users write for a state space of their own: functions of a state."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeAlias, TypeVar

from taquin.errors import HeuristicError, SpecError
from taquin.heuristics.base import Estimate, NoEstimate
from taquin.heuristics.source_lines import error_line
from taquin.heuristics.user import as_estimate, no_estimate
from taquin.heuristics.user_errors import is_user_error
from taquin.heuristics.user_file import describe
from taquin.puzzle.words import shown

S = TypeVar("S", bound=Hashable)

EstimateLike: TypeAlias = Callable[[S], float] | Estimate[S]
"""A heuristic of a space: a function from a state to a number, or an ``Estimate``."""


class UserEstimate(Estimate[S]):
    """A heuristic of the caller. Raises ``HeuristicError`` if it fails, or for a value that is no estimate."""

    __slots__ = ("_function", "_name")

    def __init__(self, function: EstimateLike[S]) -> None:
        self._function = function
        self._name = getattr(function, "__qualname__", type(function).__qualname__)

    def __call__(self, state: S) -> float:
        try:
            value: object = self._function(state)
        except BaseException as error:
            if not is_user_error(error):
                raise
            raise self._failed(state, error) from error
        return self._checked(value, state)

    def update(self, value: float, parent: S, child: S) -> float:
        """The caller's ``update``, where it has one."""
        if not isinstance(self._function, Estimate):
            return self(child)
        try:
            result: object = self._function.update(value, parent, child)
        except BaseException as error:
            if not is_user_error(error):
                raise
            raise self._failed(child, error) from error
        return self._checked(result, child)

    def _failed(self, state: S, error: BaseException) -> HeuristicError:
        where = error_line(error, self._function)
        place = f"{where}: " if where else ""
        return HeuristicError(f"{place}{self._name} failed on {shown(state)}: {describe(error)}")

    def _checked(self, value: object, state: S) -> float:
        number = as_estimate(value)
        if number is None:
            raise no_estimate(f"{self._name} returned {shown(value)} for {shown(state)}", value)
        return number


def read_estimate(heuristic: EstimateLike[S] | None) -> Estimate[S]:
    """Convert a heuristic of a space; None is 0 everywhere. Those of Taquin need no check."""
    if heuristic is None:
        return NoEstimate()
    if isinstance(heuristic, Estimate) and type(heuristic).__module__.startswith("taquin."):
        return heuristic
    if not callable(heuristic):
        raise SpecError(f"expected a heuristic, found {shown(heuristic)}", hint="a function of a state")
    return UserEstimate(heuristic)
