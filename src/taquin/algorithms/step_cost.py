"""The cost of a step in a state space: 1, unless the space says otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from taquin.errors import SpaceError
from taquin.puzzle.arguments import LARGEST_REAL
from taquin.puzzle.problem import S, StateSpace
from taquin.puzzle.rounding import as_exact
from taquin.puzzle.words import shown

Cost: TypeAlias = Callable[[S, int, S], float]


def step_cost(space: StateSpace[S], *, takes_zero: bool = True) -> Cost[S] | None:
    """The function ``cost(state, move, child)`` of a space with other costs than 1, checked; None where all are 1.

    The function raises ``SpaceError`` for a cost that is negative or not finite, and for 0 unless ``takes_zero``: a
    search that does not remember its states would go round in circles. Integers and fractions stay exact.
    """
    cost: Cost[S] | None = getattr(space, "cost", None)
    if cost is None:
        return None
    wanted = "0 or more" if takes_zero else "more than 0, because the algorithm does not remember its states"

    def checked(state: S, move: int, child: S) -> float:
        value = cost(state, move, child)
        number = as_exact(value)
        if number is not None and (0 < number <= LARGEST_REAL or (number == 0 and takes_zero)):
            return number
        raise SpaceError(f"expected a cost of {wanted}, found {shown(value)} for the move {move} from {shown(state)}")

    return checked
