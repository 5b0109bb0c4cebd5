"""Heuristics that look at single tiles: misplaced tiles, Manhattan (taxicab) and Euclidean distance."""

from __future__ import annotations

from math import fsum, hypot
from operator import getitem
from typing import ClassVar

from taquin.heuristics.base import Explanation, Heuristic, Kind
from taquin.heuristics.tile_sum import TileSum, tile_entries, tile_parts
from taquin.puzzle.board import Board, State
from taquin.puzzle.words import plural


class Misplaced(TileSum):
    """The number of tiles that are not on their goal cells. The blank is not counted: that would overestimate.

    Admissible and consistent: a slide moves one tile. O(n) from scratch, O(1) per slide. h1 of Russell and Norvig,
    *Artificial Intelligence: A Modern Approach*, section 3.6.

    >>> goal = Board([1, 2, 3, 4, 5, 6, 7, 8, 0])
    >>> Misplaced(goal)(Board([1, 2, 3, 4, 0, 5, 6, 7, 8]).state)
    4
    """

    __slots__ = ()

    kind: ClassVar[Kind] = "line"

    def cost(self, rows: int, columns: int) -> int:
        return 1 if rows or columns else 0

    def words(self, total: int) -> str:
        return f"{plural(total, 'tile')} {'is' if total == 1 else 'are'} not at home"


class Manhattan(TileSum):
    """The sum of the rows and columns between each tile and its goal cell. The blank is not counted.

    Admissible and consistent: a slide moves one tile by one cell. O(n) from scratch, O(1) per slide, with a table of n²
    entries for up to 256 cells. h2 of Russell and Norvig, *Artificial Intelligence: A Modern Approach*, section 3.6.

    >>> goal = Board([1, 2, 3, 4, 5, 6, 7, 8, 0])
    >>> Manhattan(goal)(Board([1, 2, 3, 4, 0, 5, 6, 7, 8]).state)
    6
    """

    __slots__ = ()

    def cost(self, rows: int, columns: int) -> int:
        return rows + columns

    def words(self, total: int) -> str:
        return f"the tiles' distances add up to {total}"


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
