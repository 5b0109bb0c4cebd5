"""Distances of single tiles: Manhattan, also known as the taxicab distance, and Euclidean, along straight lines."""

from __future__ import annotations

from math import fsum, hypot
from operator import getitem

from taquin.heuristics.base import Heuristic
from taquin.heuristics.explanation import Explanation, tile_parts
from taquin.heuristics.tile_sum import TileSum, tile_entries
from taquin.puzzle.board import Board, State


class Manhattan(TileSum):
    """The sum of the rows and columns between each tile and its goal cell. The blank is not counted.

    Admissible and consistent: a slide moves one tile by one cell. O(n) from scratch, O(1) per slide, with a table of n²
    entries for up to 256 cells. h2 of Russell and Norvig, *Artificial Intelligence: A Modern Approach*, section 3.6.

    >>> goal = Board([1, 2, 3, 4, 5, 6, 7, 8, 0])
    >>> Manhattan(goal)(Board([1, 2, 3, 4, 0, 5, 6, 7, 8]).state)
    6
    """

    __slots__ = ("_entries",)

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        self._entries = tile_entries(goal, self.cost)

    def __call__(self, state: State) -> int:
        return sum(map(getitem, map(self._entries.__getitem__, state), range(len(state))))

    def update(self, value: float, parent: State, child: State) -> float:
        """Only the tile that slid changes: it is now where the blank was."""
        tile_now = parent.index(0)
        entries = self._entries[child[tile_now]]
        return value + entries[tile_now] - entries[child.index(0)]

    def cost(self, rows: int, columns: int) -> int:
        return rows + columns

    def explain(self, state: State) -> Explanation:
        parts = tile_parts(self.goal, state, self.cost, "path")
        total = self(state)
        return Explanation(total, f"the tiles' distances add up to {total}", parts)


class Euclidean(Heuristic):
    """The sum of the straight-line distances between each tile and its goal cell: never more than Manhattan.

    Admissible and consistent. O(n). Every value is a correctly rounded sum (``math.fsum``) from scratch, so equal sets
    of distances give equal values, independent of the order of the tiles and of the path.

    >>> goal = Board([1, 2, 3, 4, 5, 6, 7, 8, 0])
    >>> round(Euclidean(goal)(Board([1, 2, 3, 4, 0, 5, 6, 7, 8]).state), 3)
    5.236
    """

    __slots__ = ("_entries",)

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        self._entries = tile_entries(goal, hypot)

    def __call__(self, state: State) -> float:
        return fsum(map(getitem, map(self._entries.__getitem__, state), range(len(state))))

    def explain(self, state: State) -> Explanation:
        total = self(state)
        words = f"the tiles' straight-line distances add up to {total:.2f}"
        return Explanation(total, words, tile_parts(self.goal, state, hypot, "line"))
