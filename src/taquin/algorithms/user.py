"""Algorithms that users write: a function of a space, and what it returns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, SupportsIndex, TypeAlias, cast

from taquin.errors import AlgorithmError, TaquinError
from taquin.heuristics.base import Estimate
from taquin.heuristics.user_code import describe, error_line, is_user_error, load_object
from taquin.puzzle.board import Board, State, one_line
from taquin.puzzle.moves import as_moves
from taquin.puzzle.problem import S, StateSpace, TileSpace
from taquin.run.result import Outcome, Status
from taquin.run.run import Run

SearchFunction: TypeAlias = Callable[..., object]
"""A user's algorithm: a function of ``(space)``, and optionally of ``heuristic``, ``run`` and options with defaults.

It returns the moves of a solution, None if it found none, or an ``Outcome``.
"""

_STATES = "a state is bytes, the numbers in reading order; space.successors(state) makes pairs of a move and a state"
_HINT = "write a function of (space), (space, heuristic) or (space, heuristic, run), and options with defaults"


@dataclass(frozen=True)
class UserAlgorithm:
    """A user's function and its parameters.

    Without a parameter ``run`` the calls of ``space.successors`` are counted: each is an expansion, and each successor
    is a generated node; limits are checked there. A function with a parameter ``run`` reports its steps itself, as the
    algorithms of Taquin do, and can then be recorded.
    """

    name: str
    function: SearchFunction
    uses_heuristic: bool
    reports: bool  # whether it takes ``run``
    options: tuple[tuple[str, str | int | float | bool], ...]  # the other parameters, with their defaults

    @property
    def short_name(self) -> str:
        return self.name.rpartition(":")[2]

    @classmethod
    def from_function(cls, function: object, name: str = "") -> UserAlgorithm:
        """Look at the parameters. Raises ``AlgorithmError`` if it is not a function of a space.

        >>> def walk(space, heuristic, *, steps=10): ...
        >>> made = UserAlgorithm.from_function(walk)
        >>> made.uses_heuristic, made.reports, made.options
        (True, False, (('steps', 10),))
        """
        import inspect  # slow to import

        name = name or getattr(function, "__qualname__", "").rpartition("<locals>.")[2] or repr(function)
        if not callable(function) or isinstance(function, type):
            raise AlgorithmError(f"expected an algorithm, found {describe(function)}", hint=_HINT)
        try:
            parameters = list(inspect.signature(function).parameters.values())
        except ValueError as error:  # some built-in functions have no signature
            raise AlgorithmError(f"expected an algorithm, found {describe(function)}", hint=_HINT) from error
        if not parameters:
            raise AlgorithmError(f"{name}() cannot be called: it takes no space", hint=_HINT)
        names = {parameter.name for parameter in parameters[1:]}
        options = {
            parameter.name: parameter.default
            for parameter in parameters[1:]
            if parameter.name not in ("heuristic", "run")
        }
        for option, default in options.items():
            if not isinstance(default, str | int | float):
                raise AlgorithmError(f"{name} cannot be called: {option!r} is not an option with a default", hint=_HINT)
        return cls(name, function, "heuristic" in names, "run" in names, tuple(options.items()))

    @classmethod
    def load(cls, text: str) -> UserAlgorithm:
        """Read ``path/to/file.py:name`` or ``package.module:name``, and run the file. Raises ``AlgorithmError``."""
        return cls.from_function(load_object(text, "an algorithm", AlgorithmError), text)

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """Pickle a function in a file by its name: another process has to run the file."""
        return (UserAlgorithm.load, (self.name,)) if ":" in self.name else super().__reduce_ex__(protocol)

    def search(
        self, space: StateSpace[S], run: Run, heuristic: Estimate[S] | None, options: Mapping[str, object]
    ) -> Outcome:
        """Call the function, and check what it returns. Raises ``AlgorithmError`` if it fails."""
        arguments = dict(options)
        if self.uses_heuristic:
            arguments["heuristic"] = heuristic
        if self.reports:
            arguments["run"] = run
        elif run.observer is not None:
            raise AlgorithmError(
                f"{self.name} cannot be recorded: it has no parameter run", hint="add one, and report the steps to it"
            )
        try:
            returned = self.function(space if self.reports else _CountedSpace(space, run), **arguments)
        except TaquinError:
            raise
        except BaseException as error:
            if not is_user_error(error):
                raise
            where = error_line(error, self.function)
            place = f"{where}: {self.short_name}" if where else self.short_name
            hint = _STATES if isinstance(error, AttributeError) and isinstance(error.obj, bytes) else ""
            raise AlgorithmError(f"{place} failed: {describe(error)}", hint=hint) from error
        return self._outcome(space, run, returned)

    def _outcome(self, space: StateSpace[S], run: Run, returned: object) -> Outcome:
        if returned is None:
            return run.failed(Status.EXHAUSTED, f"{self.short_name} found no solution")
        outcome = returned if isinstance(returned, Outcome) else None
        if outcome is not None and outcome.moves is None:
            return outcome
        moves = self._moves(space, returned if outcome is None else outcome.moves)
        self._replay(space, moves)
        return run.solved(moves) if outcome is None else replace(outcome, moves=moves)

    def _moves(self, space: object, returned: object) -> tuple[int, ...]:
        try:
            given = cast("Iterable[int]", returned)  # anything else raises an error
            moves: tuple[int, ...] = as_moves(given) if isinstance(space, TileSpace) else tuple(given)
        except (TypeError, TaquinError) as error:
            raise AlgorithmError(
                f"{self.name} returned {describe(returned)}: expected moves, None or an Outcome ({error})"
            ) from error
        return moves

    def _replay(self, space: StateSpace[S], moves: Sequence[int]) -> None:
        """Raise ``AlgorithmError`` unless the moves lead to a goal."""
        state = space.start
        for number, move in enumerate(moves, start=1):
            ways = dict(space.successors(state))
            if move not in ways:
                shown = getattr(move, "word", move)
                raise AlgorithmError(f"{self.name} returned moves that cannot be made: move {number} is {shown}")
            state = ways[move]
        if not space.is_goal(state):
            raise AlgorithmError(
                f"{self.name} returned moves that do not lead to the goal, but to {_shown(space, state)}"
            )


def _shown(space: object, state: object) -> str:
    return (
        one_line(Board.from_state(cast("State", state), space.shape)) if isinstance(space, TileSpace) else repr(state)
    )


class _CountedSpace(Generic[S]):
    """A space that counts its successors for an algorithm that does not report them, and checks the limits."""

    def __init__(self, space: StateSpace[S], run: Run) -> None:
        self._space, self._run = space, run
        self.start = space.start
        self.is_goal = space.is_goal
        run.add_root(0, 0)

    def successors(self, state: S) -> Sequence[tuple[int, S]]:
        """The successors; the call counts as an expansion."""
        self._run.expand(0)
        children = self._space.successors(state)
        self._run.counters.generated += len(children)
        return children

    def __getattr__(self, name: str) -> Any:
        """Everything else: goal, predecessors, cost."""
        return getattr(self._space, name)
