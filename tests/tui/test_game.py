"""The game behind ``taquin play``: moves, undo, the clock, kept results, sentences."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random

import pytest

from looping import for_each
from taquin.analysis.grading import grade
from taquin.analysis.hints import hint
from taquin.analysis.random_boards import random_board
from taquin.errors import MoveError
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.puzzle.moves import Move
from taquin.puzzle.solution import Solution
from taquin.tui import records, words
from taquin.tui.game import Game

NEAR = Board("1 2 3 / 4 0 5 / 7 8 6")


def test_undo_and_redo_follow_the_same_boards_back_and_forth() -> None:
    rng = Random(3)
    game = Game(random_board("4x4", rng=rng), standard(Shape(4, 4)))
    boards = [game.board]
    for _ in range(40):
        slides = [moves for cell in range(16) if (moves := game.sliding(cell))]
        game.play(rng.choice(slides))
        boards.append(game.board)
    assert boards[0] == game.start
    for board in reversed(boards[:-1]):
        assert game.undo()
        assert game.board == board
    assert not game.undo()
    assert game.count == 0
    for board in boards[1:]:
        assert game.redo()
        assert game.board == board
    assert not game.redo()
    assert Solution(game.start, game.moves).end == game.board


def test_the_clock_runs_from_the_first_move_to_the_solution() -> None:
    now = 100.0
    game = Game(NEAR, standard(Shape(3, 3)), clock=lambda: now)
    now += 50
    assert game.seconds == 0
    game.play([Move.RIGHT])
    now += 7
    assert game.seconds == 7
    game.play([Move.DOWN])
    now += 100
    assert game.is_solved
    assert game.seconds == 7
    game.undo()
    assert game.seconds == 107


def test_records_are_stored_and_a_damaged_line_costs_only_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAQUIN_DATA", str(tmp_path / "new"))
    assert records.load() == []
    times = iter([100.0, 107.129])
    game = Game(NEAR, standard(Shape(3, 3)), kind="daily", clock=lambda: next(times))
    game.play([Move.RIGHT])
    game.play([Move.DOWN])
    records.add(game.record)
    with records.records_file().open("a") as file:
        file.write('{"date": "2026-')  # of a process that was killed
    records.add(replace(game.record, hints=True))
    first, second = records.load()
    assert (first.size, first.start, first.goal) == ("3x3", "1 2 3 / 4 0 5 / 7 8 6", "1 2 3 / 4 5 6 / 7 8 0")
    assert (first.moves, first.seconds, first.kind) == (2, 7.12, "daily")
    assert first.date[:10] == str(date.today())
    assert [first.hints, second.hints] == [False, True]


@for_each("seed", range(20))
def test_the_words_of_a_hint_and_a_grade_speak_of_the_tile_that_slides(seed: int) -> None:
    board, goal = random_board("3x3", seed=seed), standard(Shape(3, 3))
    found = hint(board, goal)
    text = words.hint_move(board, found)
    tile, direction, key = re.match(r"Slide tile (\d) (up|down|left|right): press (.)\.", text).groups()  # type: ignore[union-attr]
    assert {"up": "↑", "down": "↓", "left": "←", "right": "→"}[direction] == key
    after = board.play(found.moves[0])
    assert after.find(int(tile)) == board.blank
    row, column = board.shape.position(board.find(int(tile)))
    moved = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}[direction]
    assert (row + moved[0], column + moved[1]) == board.shape.position(board.blank)
    assert f"{found.left} moves left" in words.hint_count(found)
    for move in board.moves():
        judged = words.grade(grade(board, [move], goal))
        assert ("est move" in judged and "Not" not in judged) == (move in found.moves)


def test_a_new_move_forgets_what_was_taken_back() -> None:
    game = Game(NEAR, standard(Shape(3, 3)))
    game.play([Move.UP])
    game.undo()
    game.play([Move.RIGHT])
    assert not game.redo()
    with pytest.raises(MoveError):
        game.play([Move.RIGHT])
    assert game.count == 1
