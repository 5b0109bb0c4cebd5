"""Manhattan distance, also known as the taxicab distance."""

from __future__ import annotations

from operator import getitem

from taquin.heuristics.explanation import Explanation, tile_parts
from taquin.heuristics.tile_sum import TileSum, tile_entries
from taquin.puzzle.board import Board, State
from taquin.puzzle.words import plural


class Manhattan(TileSum):
    """The sum of the rows and columns between each tile and its goal cell. The blank is not counted.

    Admissible and consistent: a slide moves one tile by one cell. O(n) from scratch, O(1) per slide, with a table of n²
    entries for up to 256 cells. h2 of Russell and Norvig, *Artificial Intelligence: A Modern Approach*, section 3.6.

    >>> from taquin.puzzle.board import Board
    >>> goal = Board([1, 2, 3, 4, 5, 6, 7, 8, 0])
    >>> Manhattan(goal)(Board([1, 2, 3, 4, 0, 5, 6, 7, 8]).state)
    6
    """

    __slots__ = ("_entries",)

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        self._entries = tile_entries(goal, self.cost)

    def __call__(self, state: State) -> int:
        """The sum over all cells of the entry of the tile on it."""
        return sum(map(getitem, map(self._entries.__getitem__, state), range(len(state))))

    def update(self, value: float, parent: State, child: State) -> float:
        """Only the tile that slid changes: it is now where the blank was."""
        tile_now = parent.index(0)
        entries = self._entries[child[tile_now]]
        return value + entries[tile_now] - entries[child.index(0)]

    def cost(self, rows: int, columns: int) -> int:
        """Rows plus columns."""
        return rows + columns

    def explain(self, state: State) -> Explanation:
        """The way of each tile that is not at home."""
        parts = tile_parts(self.goal, state, self.cost, "path")
        total = self(state)
        return Explanation(total, f"the ways of the tiles to their homes have {plural(total, 'step')} in all", parts)
