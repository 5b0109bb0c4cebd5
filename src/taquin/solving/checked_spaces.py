"""Spaces of users as searches see them: every successor is checked, and moves of any kind are numbered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from numbers import Real
from typing import Any, Generic, NoReturn, cast

from taquin.algorithms.step_cost import step_cost
from taquin.algorithms.user import UserAlgorithm
from taquin.errors import SpaceError
from taquin.puzzle.problem import M_co, MoveSpace, S, StateSpace
from taquin.puzzle.words import shown


class CheckedSpace(Generic[S, M_co]):
    """A space whose successors are lists of pairs of a move and a state. It has all other attributes of the space.

    Searches report moves as numbers, in the order in which the moves appear, and ``names`` gets the moves. An algorithm
    of the user gets the moves as they are, unless it reports its steps, and they are no numbers.
    """

    def __init__(self, space: Any, own: UserAlgorithm | None) -> None:  # a ``MoveSpace``, or more: see ``_check``
        self._space = space
        self._own = own
        self._is_numbered = own is None
        self._wants_numbers = False
        self._numbers: dict[M_co, int] = {}
        self.names: list[M_co] = []
        self.start, self.is_goal = space.start, space.is_goal
        self.has_fractions = False
        """Whether a move had a cost that is a fraction."""
        self.cost = None if getattr(space, "cost", None) is None else self._cost

    def __getattr__(self, name: str) -> Any:
        return getattr(self._space, name)

    def check_start(self) -> None:
        """Raise ``SpaceError`` if the start, or one of its successors or moves, is of the wrong kind."""
        _check_hashable(self.start, "states")
        has_numbers = True
        for move, child in successors(self._space, self.start):
            _check_hashable(move, "moves")
            if isinstance(child, Real) and type(move) is type(self.start) and not isinstance(self.start, Real):
                raise SpaceError(
                    f"expected successors as pairs of a move and a state, found {shown((move, child))}",
                    hint="it looks like a state and a cost: swap them if the number is the move; costs go into "
                    "a method cost(state, move, child)",
                )
            has_numbers = has_numbers and isinstance(move, int)
        if self._own is not None and self._own.reports:
            self._is_numbered, self._wants_numbers = not has_numbers, has_numbers

    def successors(self, state: S) -> list[tuple[Any, S]]:
        return self._as_reported(successors(self._space, state))

    def predecessors(self, state: S) -> list[tuple[Any, S]]:
        return self._as_reported(_pairs(self._space.predecessors(state), state, "predecessors"))

    def reverse(self, move: Any) -> Any:
        return self._number(self._space.reverse(self.names[move])) if self._is_numbered else self._space.reverse(move)

    def _cost(self, state: S, move: Any, child: S) -> Any:
        value = self._space.cost(state, self.names[move] if self._is_numbered else move, child)
        if isinstance(value, Fraction):
            self.has_fractions = True
        return value

    def _as_reported(self, pairs: Iterator[tuple[M_co, S]]) -> list[tuple[Any, S]]:
        if self._is_numbered:
            return [(self._number(move), child) for move, child in pairs]
        made = list(pairs)
        for move, _ in made if self._wants_numbers else ():
            if not isinstance(move, int):
                raise SpaceError(
                    f"expected moves that are numbers, as those of the start are, found {shown(move)}",
                    hint="an algorithm that reports its steps needs numbers, or texts from the start on",
                )
        return made

    def _number(self, move: Any) -> int:
        try:
            number = self._numbers.setdefault(move, len(self.names))
        except TypeError:
            _check_hashable(move, "moves")
            raise
        if number == len(self.names):
            self.names.append(move)
        return number


def successors(space: MoveSpace[S, M_co], state: S) -> Iterator[tuple[M_co, S]]:
    """The successors of a state. Raises ``SpaceError`` for what are no pairs of a move and a state."""
    return _pairs(space.successors(state), state, "successors")


def _pairs(pairs: object, state: object, name: str) -> Iterator[tuple[Any, Any]]:
    try:
        iterator = iter(cast("Iterable[object]", pairs))
    except TypeError:
        refuse(pairs, state, name)
    for pair in iterator:
        if not isinstance(pair, tuple) or len(pair) != 2:
            refuse(pair, state, name)
        try:
            hash(pair[1])
        except TypeError:
            refuse(pair, state, name)
        yield pair


def refuse(found: object, state: object, name: str = "successors") -> NoReturn:
    """Raise the ``SpaceError`` of a state whose successors cannot be iterated, or have this item."""
    if isinstance(found, tuple) and len(found) == 2:
        for value, kind in zip(found, ("moves", "states"), strict=True):
            _check_hashable(value, kind)
    raise SpaceError(
        f"expected {name} as pairs of a move and a state, found {shown(found)} for {shown(state)}",
        hint="an empty list says that there are none" if found is None else "as in [(move, child), ...]",
    )


def _check_hashable(value: object, name: str) -> None:
    try:
        hash(value)
    except TypeError:
        kind = type(value).__name__
        raise SpaceError(f"expected {name} that can be hashed, found a {kind}", hint="use tuples") from None


def replay(space: MoveSpace[S, M_co], moves: Sequence[M_co]) -> tuple[tuple[S, ...], float]:
    """Make the moves; return the states and the cost. Raises ``SpaceError`` unless they lead to a goal."""
    cost: Any = step_cost(cast("StateSpace[S]", space))  # it takes the moves of the space, whatever they are
    states: list[S] = [space.start]
    total: float = 0
    for move in moves:
        state = states[-1]
        ways = [child for other, child in successors(space, state) if other == move]
        if not ways:
            raise SpaceError(
                f"the move {move} of the solution cannot be made from {shown(state)}",
                hint="do successors() and predecessors() agree, and does a state always have the same successors?",
            )
        total += 1 if cost is None else cost(state, move, ways[0])
        states.append(ways[0])
    if not space.is_goal(states[-1]):
        raise SpaceError(
            f"the moves of the solution lead to {shown(states[-1])}, which is not a goal",
            hint="does successors() return the same move twice?",
        )
    return tuple(states), total
