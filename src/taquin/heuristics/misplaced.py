"""Misplaced tiles, also known as the Hamming distance."""

from __future__ import annotations

from operator import ne

from taquin.heuristics.explanation import Explanation, tile_parts
from taquin.heuristics.tile_sum import TileSum
from taquin.puzzle.board import Board, State
from taquin.puzzle.words import plural


class Misplaced(TileSum):
    """The number of tiles that are not on their goal cells. The blank is not counted: that would overestimate.

    Admissible and consistent: a slide moves one tile. O(n) from scratch, O(1) per slide. h1 of Russell and Norvig,
    *Artificial Intelligence: A Modern Approach*, section 3.6.

    >>> from taquin.puzzle.board import Board
    >>> goal = Board([1, 2, 3, 4, 5, 6, 7, 8, 0])
    >>> Misplaced(goal)(Board([1, 2, 3, 4, 0, 5, 6, 7, 8]).state)
    4
    """

    __slots__ = ("_blank", "_cells")

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        self._cells = goal.state
        self._blank = goal.blank

    def __call__(self, state: State) -> int:
        """The number of cells that differ from the goal, without the blank's goal cell."""
        differing: int = sum(map(ne, state, self._cells))
        return differing - (state[self._blank] != 0)

    def update(self, value: float, parent: State, child: State) -> float:
        """Only the tile that slid changes: it may have left or reached its goal cell."""
        cells = self._cells
        tile_now = parent.index(0)
        tile_before = child.index(0)
        tile = child[tile_now]
        return value + (cells[tile_before] == tile) - (cells[tile_now] == tile)

    def cost(self, rows: int, columns: int) -> int:
        """1 for a tile that is not on its goal cell."""
        return 1 if rows or columns else 0

    def explain(self, state: State) -> Explanation:
        """1 for each tile that is not at home."""
        parts = tile_parts(self.goal, state, self.cost, "line")
        verb = "is" if len(parts) == 1 else "are"
        return Explanation(len(parts), f"{plural(len(parts), 'tile')} {verb} not at home", parts)
