"""Random starts that differ from the goal, for the environments."""

from __future__ import annotations

from random import Random

from taquin.analysis.random_boards import random_board
from taquin.errors import SpecError
from taquin.puzzle.board import Board

_MOST_DRAWN = 1000  # starts that are drawn until one is not the goal


def check_starts(moves: int | None, depth: int | None) -> None:
    """Raise ``SpecError`` if every start would be the goal."""
    if moves == 0 or depth == 0:
        raise SpecError("expected moves and depth above 0, found 0", hint="a start must differ from the goal")


def draw_start(goal: Board, rng: Random, *, moves: int | None, depth: int | None) -> Board:
    """A random start that is not the goal. Raises ``SpecError`` if none is found: on 2×2, 12 moves lead back."""
    for _ in range(_MOST_DRAWN):
        board = random_board(goal.shape, goal, moves=moves, depth=depth, rng=rng)
        if board != goal:
            return board
    raise SpecError(f"{moves} moves always lead back to the goal on {goal.shape}: choose another number")
