"""The base classes of heuristics."""

from __future__ import annotations

from typing import Generic, TypeVar

from taquin.puzzle.board import Board, State

S_contra = TypeVar("S_contra", contravariant=True)


class Estimate(Generic[S_contra]):
    """A callable from states of any space to an estimate of the distance to the goal.

    ``update`` computes the estimate of a child from its parent's. Searches call it for every generated node, so a
    heuristic that can compute the difference in O(1) overrides it. The result must equal a call from scratch.
    """

    __slots__ = ()

    def __call__(self, state: S_contra) -> float:
        """The estimate for this state: 0 at the goal."""
        raise NotImplementedError

    def update(self, value: float, parent: S_contra, child: S_contra) -> float:
        """The estimate for ``child``, one move away from ``parent``, whose estimate is ``value``."""
        return self(child)

    @property
    def is_incremental(self) -> bool:
        """Whether ``update`` is overridden."""
        return type(self).update is not Estimate.update


class NoEstimate(Estimate[object]):
    """0 for every state of every space, for searches without a heuristic."""

    __slots__ = ()

    def __call__(self, state: object) -> float:
        return 0

    def update(self, value: float, parent: object, child: object) -> float:
        """0, without another call."""
        return 0


class Heuristic(Estimate[State]):
    """An estimate for sliding-tile boards and one goal. Derive from this class to write a heuristic of your own."""

    __slots__ = ("goal",)

    def __init__(self, goal: Board) -> None:
        """Prepare for this goal. Raises ``HeuristicError`` on shapes where the heuristic is not defined."""
        self.goal = goal
