"""Named goals."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given

from cases import each_case
from strategies import shapes
from taquin.errors import BoardError, SpecError, TaquinError
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import GOALS, blank_first, make_goal, named_goal, snail, standard

SNAILS = {
    "1x5": "1 2 3 4 0",
    "2x3": "1 2 3 / 0 5 4",
    "3x3": "1 2 3 / 8 0 4 / 7 6 5",
    "3x4": "1 2 3 4 / 10 11 0 5 / 9 8 7 6",
    "4x4": "1 2 3 4 / 12 13 14 5 / 11 0 15 6 / 10 9 8 7",
    "5x5": "1 2 3 4 5 / 16 17 18 19 6 / 15 24 0 20 7 / 14 23 22 21 8 / 13 12 11 10 9",
}


@each_case(("size", "text"), SNAILS.items())
def test_snail(size: str, text: str) -> None:
    shape = Shape.parse(size)
    assert snail(shape) == Board(text, shape)


@given(shapes())
def test_snail_goes_from_cell_to_neighbouring_cell(shape: Shape) -> None:
    goal = snail(shape)
    path = [goal.find(tile) for tile in (*range(1, shape.cells), 0)]
    assert path[0] == 0
    assert all(shape.taxicab(one, other) == 1 for one, other in pairwise(path))


@pytest.mark.parametrize("name", GOALS)
@given(shape=shapes())
def test_every_named_goal_is_a_legal_board_of_any_shape(name: str, shape: Shape) -> None:
    goal = named_goal(name, shape)
    assert goal.shape == shape
    assert sorted(goal) == list(range(shape.cells))
    assert make_goal(name, shape) == goal


def test_names_in_any_case_and_with_underlines() -> None:
    assert named_goal(" Blank_First ", Shape(2, 2)) == blank_first(Shape(2, 2))


def test_an_unknown_name_suggests_a_similar_one() -> None:
    with pytest.raises(SpecError, match="did you mean 'snail'") as caught:
        named_goal("snali", Shape(3, 3))
    assert "'snali'" in caught.value.message
    with pytest.raises(SpecError, match="standard, blank-first, snail, center"):
        named_goal("zzz", Shape(3, 3))


@pytest.mark.parametrize("goal", [Board("1 2 / 3 0"), "1 2 / 3 0", "1 2 3 4 5 6 7 8", "snale 3", "²", ""])
def test_a_goal_that_does_not_fit(goal: Board | str) -> None:
    with pytest.raises(TaquinError):
        make_goal(goal, Shape(3, 3))


def test_standard_and_blank_first() -> None:
    assert standard(Shape(2, 3)) == Board("1 2 3 / 4 5 0")
    assert blank_first(Shape(2, 3)) == Board("0 1 2 / 3 4 5")
    assert standard(Shape(1, 3)) == Board("1 2 0", "1x3")


def test_make_goal_from_board_text_name_or_none() -> None:
    shape = Shape(2, 2)
    board = Board("3 0 / 1 2")
    assert make_goal(None, shape) == standard(shape)
    assert make_goal(board, shape) is board
    assert make_goal("snail", shape) == snail(shape)
    for text in ("3 0 1 2", "3 _ / 1 2", "30\n12", "3_12", "[[3, 0], [1, 2]]"):
        assert make_goal(text, shape) == board
    assert make_goal("0 1 2 3 4 5", Shape(3, 2)) == blank_first(Shape(3, 2))
    with pytest.raises(BoardError, match=r"2×2.*3×3"):
        make_goal(board, Shape(3, 3))


def test_a_legal_goal_of_the_largest_shape() -> None:
    goal = snail(Shape(256, 256))
    assert sorted(goal) == list(range(65536))
