"""Gaschnig's relaxed puzzle: any tile may jump into the blank's cell."""

from __future__ import annotations

from taquin.heuristics.base import Heuristic
from taquin.puzzle.board import Board, State


class Gaschnig(Heuristic):
    """The least number of jumps to the goal if any tile, near or far, may jump into the blank's cell.

    The exact distance in a graph that has every slide and more, hence admissible and consistent. Never less than
    misplaced tiles. O(n), by counting cycles of the permutation instead of jumping: a cycle of k cells is mended by
    k - 1 jumps if the blank lies in it; otherwise the blank has to enter and to leave, which makes k + 1.

    Gaschnig, *A problem similarity approach to devising heuristics: first results*, IJCAI 1979.

    >>> from taquin.puzzle.board import Board
    >>> goal = Board([1, 2, 3, 4, 5, 6, 7, 8, 0])
    >>> Gaschnig(goal)(Board([2, 1, 3, 4, 5, 6, 8, 7, 0]).state)
    6
    """

    __slots__ = ("_home",)

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        self._home = [0] * len(goal)
        for cell, tile in enumerate(goal):
            self._home[tile] = cell

    def __call__(self, state: State) -> int:
        """Cells to mend, one more for each cycle of them, two less if the blank is in one."""
        home = self._home
        waiting = [home[tile] != cell for cell, tile in enumerate(state)]
        jumps = waiting.count(True)
        if waiting[home[0]]:
            jumps -= 2
        for first in range(len(state)):
            if waiting[first]:
                jumps += 1
                cell = first
                while waiting[cell]:
                    waiting[cell] = False
                    cell = home[state[cell]]
        return jumps
