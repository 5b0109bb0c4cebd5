"""Gaschnig's relaxed puzzle: any tile may jump into the blank's cell."""

from __future__ import annotations

from taquin.heuristics.base import LARGE, Explanation, Heuristic, Part
from taquin.puzzle.board import Board, State
from taquin.puzzle.geometry import tile_cells
from taquin.puzzle.words import plural
from taquin.run.limits import check_limits, checking_limits


class Gaschnig(Heuristic):
    """The least number of jumps to the goal if any tile may jump into the blank's cell.

    This is the exact distance in a graph that contains all slides and further moves, so it is admissible and
    consistent. Never less than misplaced tiles. O(n), by counting cycles of the permutation: a cycle of k cells needs
    k - 1 jumps if it contains the blank; otherwise the blank must enter and leave it, which needs k + 1.

    Gaschnig, *A problem similarity approach to devising heuristics: first results*, IJCAI 1979.

    >>> goal = Board([1, 2, 3, 4, 5, 6, 7, 8, 0])
    >>> Gaschnig(goal)(Board([2, 1, 3, 4, 5, 6, 8, 7, 0]).state)
    6
    """

    __slots__ = ("_home",)

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        self._home = tile_cells(goal.state)

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

    def explain(self, state: State) -> Explanation:
        home, seen, parts = self._home, set[int](), []
        for first in checking_limits(range(len(state))):
            cells = []
            while first not in seen:
                seen.add(first)
                cells.append(first)
                first = home[state[first]]
            if len(cells) > 1:
                parts.append(_cycle(state, cells))
        total = int(sum(part.value for part in parts))
        words = f"{plural(len(parts), 'cycle')} of cells: {plural(total, 'jump')} into the blank"
        return Explanation(total, words, tuple(parts))


def _cycle(state: State, cells: list[int]) -> Part:
    tiles = tuple(state[cell] for cell in cells)
    named = ", ".join(str(tile) for tile in tiles if tile)
    if 0 in tiles:
        jumps, words = len(cells) - 1, f"the blank fills the homes of {named} one after another"
    else:
        jumps, words = len(cells) + 1, f"{named} change places; the blank enters and leaves"
    return Part(kind="cycle", value=jumps, words=words, tiles=tiles, cells=tuple(cells))
