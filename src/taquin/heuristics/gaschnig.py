"""Gaschnig's relaxed puzzle: any tile may jump into the blank's cell."""

from __future__ import annotations

from taquin.heuristics.base import LARGE, Heuristic
from taquin.puzzle.board import Board, State
from taquin.run.limits import check_limits


class Gaschnig(Heuristic):
    """The least number of jumps to the goal if any tile may jump into the blank's cell.

    This is the exact distance in a graph that contains all slides and further moves, so it is admissible and
    consistent. Never less than misplaced tiles. O(n), by counting cycles of the permutation: a cycle of k cells needs
    k - 1 jumps if it contains the blank; otherwise the blank has to enter and leave it, which needs k + 1.

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
        """The number of wrong cells, plus 1 for each cycle of them, minus 2 if the blank is in a cycle."""
        if len(state) > LARGE:
            check_limits()
        home = self._home
        wrong = [home[tile] != cell for cell, tile in enumerate(state)]
        jumps = wrong.count(True)
        if wrong[home[0]]:
            jumps -= 2
        for first in range(len(state)):
            if wrong[first]:
                jumps += 1
                cell = first
                while wrong[cell]:
                    wrong[cell] = False
                    cell = home[state[cell]]
        return jumps
