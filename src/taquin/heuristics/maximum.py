"""The largest of several heuristics."""

from __future__ import annotations

from collections.abc import Sequence

from taquin.errors import HeuristicError
from taquin.heuristics.base import Explanation, Heuristic
from taquin.puzzle.board import State


class Maximum(Heuristic):
    """The largest value of its parts, which must have the same goal.

    Admissible if all parts are, consistent if all parts are. Costs as much as all parts together. Every value is
    computed from scratch, because the maximum of the parent does not contain the values of its parts.

    >>> from taquin import Board
    >>> from taquin.heuristics.gaschnig import Gaschnig
    >>> from taquin.heuristics.manhattan import Manhattan
    >>> goal = Board([1, 2, 3, 4, 5, 6, 7, 8, 0])
    >>> Maximum([Manhattan(goal), Gaschnig(goal)])(Board([2, 1, 3, 4, 5, 6, 8, 7, 0]).state)
    6
    """

    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[Heuristic]) -> None:
        """Take one part or more. Raises ``HeuristicError`` for none, or for parts that have different goals."""
        if not parts:
            raise HeuristicError("a maximum needs at least one heuristic", hint="such as max(manhattan, gaschnig)")
        super().__init__(parts[0].goal)
        if any(part.goal != self.goal for part in parts):
            raise HeuristicError("the heuristics of a maximum were made for different goals")
        self.parts = tuple(parts)

    def __call__(self, state: State) -> float:
        return max([part(state) for part in self.parts])

    def explain(self, state: State) -> Explanation:
        """The parts of the largest one; the first of equal ones."""
        every = [part.explain(state) for part in self.parts]
        best = max(every, key=lambda one: one.value)
        values = ", ".join(f"{one.value:g}" for one in every)
        return Explanation(best.value, f"the largest of {values}; {best.words}", best.parts)

    @property
    def has_intact_tables(self) -> bool:
        return all(part.has_intact_tables for part in self.parts)

    def table_checksums(self) -> list[str]:
        return [table for part in self.parts for table in part.table_checksums()]
