"""Grades of moves, compared with the table of all distances and with searches."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import GOALS
from taquin.analysis.grading import Verdict, grade
from taquin.analysis.random_boards import random_board, scrambled_board
from taquin.errors import MoveError
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Move
from taquin.run.limits import Limits
from taquin.tables.distances import DistanceTable
from waiting import PATIENCE


@given(seed=st.integers(0, 10_000), choice=st.integers(0, 3))
def test_one_move_on_3x3_is_graded_by_the_table(corner: DistanceTable, seed: int, choice: int) -> None:
    start = random_board(Shape(3, 3), rng=Random(seed))
    move = start.moves()[choice % len(start.moves())]
    found = grade(start, [move])
    nearer = [each for each in start.moves() if corner.distance(start.play(each)) < corner.distance(start)]
    assert (found.before, found.after) == (corner.distance(start), corner.distance(start.play(move)))
    assert list(found.best) == nearer
    wanted = Verdict.WORSE if move not in nearer else Verdict.BEST if len(nearer) == 1 else Verdict.EQUAL
    assert found.verdict is wanted


def test_several_slides_are_one_move() -> None:
    """A click on a tile in the blank's line slides all tiles between: here 2 moves, which get one grade."""
    start = Board("1 2 3 / 4 5 6 / 0 7 8")
    assert grade(start, "RR").verdict is Verdict.BEST
    away = grade(start, "UU")
    assert (away.before, away.after, away.verdict) == (2, 4, Verdict.WORSE)


@pytest.mark.parametrize("goal", GOALS)
def test_moves_are_graded_for_other_goals(goal: str) -> None:
    target = GOALS[goal]
    move = target.moves()[0]
    found = grade(target, [move], target)
    assert (found.before, found.after, found.verdict) == (0, 1, Verdict.WORSE)


def test_a_larger_board_is_graded_by_searches() -> None:
    goal = Board("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0")
    start = scrambled_board(goal, 12, rng=Random(3))
    moves = [grade(start, [move], limits=Limits(time=PATIENCE)) for move in start.moves()]
    assert all(found.before is not None and found.after is not None for found in moves)
    assert {found.verdict for found in moves} == {Verdict.BEST, Verdict.WORSE}


def test_distances_that_are_not_proven_in_time_are_none() -> None:
    hard = Board("0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1")
    found = grade(hard, [Move.RIGHT], limits=Limits(time=0.01))
    assert (found.before, found.after, found.verdict) == (None, None, None)
    assert json.loads(json.dumps(found.to_dict()))["verdict"] is None


def test_an_unsolvable_board_has_no_distances() -> None:
    assert grade("1 2 3 / 4 5 6 / 8 7 0", "L").verdict is None


def test_a_move_off_the_board_is_an_error() -> None:
    with pytest.raises(MoveError):
        grade("1 2 3 / 4 5 6 / 7 8 0", "R")
