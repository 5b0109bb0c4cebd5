"""The blind heuristic: 0 for every board."""

from __future__ import annotations

from taquin.heuristics.base import Heuristic
from taquin.heuristics.explanation import Explanation
from taquin.puzzle.board import State


class Blind(Heuristic):
    """0 everywhere. Admissible and consistent; A* becomes uniform-cost search with it."""

    __slots__ = ()

    def __call__(self, state: State) -> int:
        """Always 0."""
        return 0

    def update(self, value: float, parent: State, child: State) -> float:
        """Always 0."""
        return 0

    def explain(self, state: State) -> Explanation:
        """No parts: it looks at nothing."""
        return Explanation(0, "the estimate is 0 on every board")
