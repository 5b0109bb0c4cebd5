"""Euclidean distance: straight lines."""

from __future__ import annotations

from math import fsum, hypot
from operator import getitem

from taquin.heuristics.base import Heuristic
from taquin.heuristics.explanation import Explanation, tile_parts
from taquin.heuristics.tile_sum import tile_entries
from taquin.puzzle.board import Board, State


class Euclidean(Heuristic):
    """The sum of the straight-line distances between each tile and its goal cell: never more than Manhattan.

    Admissible and consistent. O(n). Every value is a correctly rounded sum (``math.fsum``) from scratch, so equal sets
    of distances give equal values, independent of the order of the tiles and of the path.

    >>> from taquin.puzzle.board import Board
    >>> goal = Board([1, 2, 3, 4, 5, 6, 7, 8, 0])
    >>> round(Euclidean(goal)(Board([1, 2, 3, 4, 0, 5, 6, 7, 8]).state), 3)
    5.236
    """

    __slots__ = ("_entries",)

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        self._entries = tile_entries(goal, hypot)

    def __call__(self, state: State) -> float:
        """The sum over all cells of the distance of the tile on it."""
        return fsum(map(getitem, map(self._entries.__getitem__, state), range(len(state))))

    def explain(self, state: State) -> Explanation:
        """The straight line of each tile that is not at home."""
        total = self(state)
        words = f"the straight lines of the tiles to their homes have the length {total:.2f} in all"
        return Explanation(total, words, tile_parts(self.goal, state, hypot, "line"))
