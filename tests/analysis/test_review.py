"""The review of a game: its distances are those of the table or of searches, its detours cost what it is too long."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from taquin.analysis.review import find_detours, review
from taquin.errors import MoveError
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.puzzle.moves import Move
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric
from taquin.solving.solver import solve


def wandering_game(shape: Shape, length: int, random: Random) -> tuple[Board, list[Move]]:
    """A board, and random moves that lead from it to the goal."""
    board, moves = standard(shape), list[Move]()
    for _ in range(length):
        move = random.choice([*board.moves()])
        board = board.play(move)
        moves.append(move.opposite)
    return board, moves[::-1]


@pytest.mark.parametrize("metric", Metric)
def test_the_detours_of_random_games_cost_what_they_are_too_long(metric: Metric) -> None:
    random = Random(46)
    for _ in range(20):
        start, moves = wandering_game(Shape(3, 3), random.randrange(2, 60), random)
        found = review(Problem(start, metric=metric), moves)
        shortest = solve(start, metric=metric).length
        assert shortest is not None
        assert found["distances"][0] == shortest
        assert found["distances"][-1] == 0
        assert len(found["distances"]) == metric.cost(moves) + 1
        assert sum(end - begin for begin, end in found["detours"]) == metric.cost(moves) - shortest
        assert all(before[1] <= after[0] for before, after in pairwise(found["detours"]))
        for begin, end in found["detours"]:
            assert found["distances"][begin] == found["distances"][end]
            assert all(found["distances"][begin] <= distance for distance in found["distances"][begin:end])


def test_larger_boards_are_searched_and_a_review_may_be_impossible() -> None:
    start, moves = wandering_game(Shape(4, 4), 14, Random(7))
    problem = Problem(start)
    found = review(problem, moves, time=600)
    assert found["distances"][0] == solve(start).length
    assert len(found["distances"]) == 15
    late = review(problem, moves, time=0)
    assert (late["distances"], late["sentence"]) == ([], "No review: a distance was not proven in time.")
    with pytest.raises(MoveError, match="expected moves that reach the goal"):
        review(problem, moves[:-1])


def test_a_game_without_detours_says_so() -> None:
    assert review(Problem("1 2 3 / 4 0 5 / 7 8 6"), "RD")["sentence"] == "No detours."
    assert find_detours([0]) == []
