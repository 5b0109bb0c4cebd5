"""Moves and their three notations."""

from __future__ import annotations

import pytest
from hypothesis import given

from strategies import boards_with_walks, shapes
from taquin.errors import MoveError
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Move, blank_path, parse_moves, slid_tiles, steps
from taquin.puzzle.solution import Solution


def test_successors_are_made_up_down_left_right() -> None:
    assert [move.letter for move in Move] == ["U", "D", "L", "R"]
    assert [move.word for move in Move] == ["Up", "Down", "Left", "Right"]
    assert [move for move, _ in steps(Shape(3, 3))[4]] == [Move.UP, Move.DOWN, Move.LEFT, Move.RIGHT]


@pytest.mark.parametrize("move", Move)
def test_the_names_of_a_move_can_be_parsed(move: Move) -> None:
    for text in (move.letter, move.word, move.letter.lower(), move.word.upper(), f" {move.word} "):
        assert Move.parse(text) is move


@pytest.mark.parametrize("text", ["", "Q", "UU", "upp", "0", "ú"])
def test_text_that_is_not_a_move(text: str) -> None:
    with pytest.raises(MoveError, match="where the blank goes"):
        Move.parse(text)


@given(shapes())
def test_steps_are_the_neighbours_in_order(shape: Shape) -> None:
    table = steps(shape)
    assert len(table) == shape.cells
    for cell, ways in enumerate(table):
        expected = [(move, shape.neighbour(cell, *move.offset)) for move in Move]
        assert list(ways) == [(move, target) for move, target in expected if target is not None]


def test_blank_path_names_the_move_that_leads_off_the_board() -> None:
    with pytest.raises(MoveError, match=r"move 3 \(Down\).*row 2, column 2"):
        blank_path(Shape(2, 3), 0, parse_moves("RDD"))


def test_moves_in_text() -> None:
    words = "['Up', 'Left', 'Down', 'Right']"
    for text in ("ULDR", "uldr", "U L D R", "Up, Left, Down, Right", "up;left;d;R", words, '("UL", "DR")'):
        assert parse_moves(text) == (Move.UP, Move.LEFT, Move.DOWN, Move.RIGHT)
    assert parse_moves("") == parse_moves(" [] ") == ()


def test_the_error_names_the_character_that_is_not_a_move() -> None:
    with pytest.raises(MoveError, match="'X' as character 3 of 'ULXR'"):
        parse_moves("D ULXR")


def test_a_solution_without_moves_is_true_and_its_moves_can_be_iterated() -> None:
    assert Solution("1 2 / 3 0", "")
    assert list(Solution("1 2 3 / 4 5 6 / 0 7 8", "RR")) == [Move.RIGHT, Move.RIGHT]


@pytest.mark.parametrize("move", Move)
def test_opposites_cancel(move: Move) -> None:
    down, right = move.offset
    assert move.opposite.opposite is move
    assert move.opposite.offset == (-down, -right)
    assert abs(down) + abs(right) == 1


def test_steps_in_a_corner_and_in_a_line() -> None:
    assert steps(Shape(3, 3))[0] == ((Move.DOWN, 3), (Move.RIGHT, 1))
    assert steps(Shape(1, 3))[1] == ((Move.LEFT, 0), (Move.RIGHT, 2))
    assert steps(Shape(3, 1))[1] == ((Move.UP, 0), (Move.DOWN, 2))


@given(boards_with_walks())
def test_slid_tiles_are_those_that_play_moves(case: tuple[Board, tuple[Move, ...]]) -> None:
    board, moves = case
    expected = []
    here = board
    for move in moves:
        after = here.play(move)
        expected.append(after.cells[here.blank])
        here = after
    assert slid_tiles(board.shape, board.cells, moves) == expected
