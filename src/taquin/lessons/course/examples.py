"""Boards and runs for the texts of units."""

from __future__ import annotations

from functools import cache

from taquin.puzzle.board import Board
from taquin.puzzle.goals import make_goal
from taquin.render.text.layout import side_by_side
from taquin.run.result import Result
from taquin.solving.solver import solve
from taquin.tables.distances import DistanceTable, distance_table


def boards_block(*boards: tuple[str, Board]) -> str:
    """Boards side by side, indented: a paragraph that is shown as it is."""
    text = side_by_side([(label, str(board).replace("0", "·")) for label, board in boards])
    return "\n".join(f"    {line}" for line in text.splitlines())


@cache
def run_of(board: str, method: str) -> Result:
    """The result of a search; both backends have the same counters."""
    return solve(board, algorithm=method)


def distances(board: str) -> DistanceTable:
    """All distances to the standard goal, for boards of the size of this one."""
    return distance_table(make_goal("standard", Board(board).shape))
