"""Boards, shapes, goals, moves and limits in every form that callers may give."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from cases import each_case
from taquin import BoardError, HeuristicError, LimitError, MoveError, SpecError, TaquinError
from taquin.analysis.examine import examine
from taquin.analysis.grading import grade
from taquin.analysis.hints import hint
from taquin.analysis.random_boards import random_board
from taquin.analysis.shortest import shortest_solutions
from taquin.analysis.verify import verify
from taquin.heuristics.base import Heuristic
from taquin.heuristics.manhattan import Manhattan
from taquin.heuristics.maximum import Maximum
from taquin.heuristics.pattern_database import PatternDatabases
from taquin.puzzle.board import Board, State, as_board
from taquin.puzzle.conversion import as_shape
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import make_goal, snail
from taquin.puzzle.moves import Move, as_moves
from taquin.puzzle.problem import Problem
from taquin.puzzle.solution import Solution
from taquin.run.limits import Limits, as_limits
from taquin.solving.heuristic_choice import HeuristicLike
from taquin.solving.method import choose_method
from taquin.solving.solver import solve
from taquin.tables.distances import DistanceTable

ROWS = [[8, 1, 3], [4, 0, 2], [7, 6, 5]]
CELLS = [8, 1, 3, 4, 0, 2, 7, 6, 5]
BOARD = Board(ROWS)
FORMS = {
    "a board": BOARD,
    "text": "8 1 3 / 4 0 2 / 7 6 5",
    "lines": "8 1 3\n4 0 2\n7 6 5",
    "compact text": "813402765",
    "rows": ROWS,
    "tuples": tuple(map(tuple, ROWS)),
    "cells": CELLS,
    "bytes": bytes(CELLS),
    "an array of rows": np.array(ROWS),
    "an array of small integers": np.array(CELLS, dtype=np.uint8),
    "a standard array": array("i", CELLS),
    "a generator": None,
}
TAKERS: dict[str, Callable[[Any], object]] = {
    "Board": Board,
    "as_board": as_board,
    "Problem": lambda board: Problem(board).start,
    "the goal of a problem": lambda board: Problem(BOARD, board).goal,
    "Solution": lambda board: Solution(board, "").start,
    "solve": lambda board: solve(board, nodes=100).start,
    "the goal of solve": lambda board: solve(BOARD, board).goal,
    "hint": lambda board: hint(board).result.start,
    "grade": lambda board: grade(board, "R").solution.start,
    "verify": lambda board: verify(board, "R").problem.start,
    "shortest_solutions": lambda board: shortest_solutions(board).start,
    "DistanceTable": lambda board: BOARD if DistanceTable(shape="3x3").distance(board) == 14 else None,
    "the goal of DistanceTable": lambda board: DistanceTable(board).goal,
    "the goal of random_board": lambda board: random_board("3x3", board, moves=0),
}


@each_case("taker", TAKERS)
@each_case("form", FORMS)
def test_a_board_is_taken_in_every_form(form: str, taker: str) -> None:
    board = iter(CELLS) if form == "a generator" else FORMS[form]
    assert TAKERS[taker](board) == BOARD


@pytest.mark.parametrize(
    "shape", [Shape(3, 4), "3x4", "3 by 4", (3, 4), [3, 4], np.array([3, 4]), np.zeros((3, 4)).shape]
)
def test_a_shape_is_taken_in_every_form(shape: Any) -> None:
    assert as_shape(shape) == Shape(3, 4)
    assert random_board(shape, seed=1).shape == Shape(3, 4)


@pytest.mark.parametrize("shape", [None, 3.5, (3,), (3, 4, 5), (3, "x"), "three"])
def test_what_is_no_shape(shape: Any) -> None:
    with pytest.raises(BoardError, match="expected a size such as"):
        as_shape(shape)


def test_a_goal_is_a_name_a_function_or_a_board() -> None:
    assert make_goal("snail") == make_goal(snail) == make_goal(snail, 3) == snail(Shape(3, 3))
    assert make_goal([1, 2, 3, 4, 5, 0], "2x3") == make_goal(None, (2, 3))
    assert make_goal([[1, 2], [3, 0]]) == make_goal(None, 2)
    assert examine("manhattan", snail, shape="2x3").goal == snail(Shape(2, 3))
    assert solve(BOARD, lambda shape: BOARD).length == 0


def test_a_problem_is_taken_where_a_start_is() -> None:
    problem = Problem("1 2 3 / 8 4 0 / 7 6 5", "snail")
    assert solve(problem).length == hint(problem).left == 1
    assert grade(problem, "L").verdict == "best"
    assert verify(problem, "L").is_correct
    assert not verify(problem, "L", goal="standard").is_correct
    assert shortest_solutions(problem).length == 1


def test_moves_in_every_form() -> None:
    wanted = (Move.RIGHT, Move.DOWN)
    for moves in ("RD", "right, down", ["Right", "D"], [3, 1], np.array([3, 1]), wanted):
        assert as_moves(moves) == wanted
        assert verify("1 2 3 / 4 0 5 / 7 8 6", moves).is_correct
        assert grade(BOARD, moves).solution.moves == wanted
    assert verify("1 2 3 / 4 0 5 / 7 8 6", Solution("1 2 3 / 4 0 5 / 7 8 6", "RD")).is_correct
    for bad in ([4], ["up", None], "RX"):
        with pytest.raises(MoveError):
            as_moves(bad)  # type: ignore[arg-type]


def test_a_random_board_has_a_number_of_moves_or_a_depth() -> None:
    with pytest.raises(SpecError, match="found several"):
        random_board("3x3", moves=5, depth=5)


def test_limits_one_by_one() -> None:
    assert as_limits(time=5) == as_limits(time="5s") == Limits(time=5)
    assert as_limits(Limits(nodes=10, time=1), nodes="2k") == Limits(nodes=2000, time=1)
    assert as_limits(memory="1MB", depth=np.int64(3)) == Limits(memory=10**6, depth=3)  # type: ignore[arg-type]
    hard = "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3"
    assert solve(hard, "blank-first", algorithm="bfs", nodes=1000).reason == "reached the limit of 1,000 nodes"
    assert solve(hard, "blank-first", algorithm="bfs", time=0).reason == "reached the time limit of 0 s"
    for bad in (-1, float("inf"), float("nan"), "soon", True, [5]):
        with pytest.raises(LimitError, match=r"expected (the|a) time limit"):
            as_limits(time=bad)  # type: ignore[arg-type]
    with pytest.raises(LimitError, match=r"Limits\.parse reads text"):
        Limits(time="5s")  # type: ignore[arg-type]


def rows_only(board: Board, goal: Board) -> int:
    """The rows between each tile and its goal cell."""
    rows = [
        board.shape.position(board.find(tile))[0] - goal.shape.position(goal.find(tile))[0]
        for tile in range(1, len(goal))
    ]
    return sum(map(abs, rows))


class Rows(Heuristic):
    """The same as a class."""

    def __call__(self, state: State) -> float:
        return rows_only(Board.from_state(state, self.goal.shape), self.goal)


def test_a_heuristic_is_taken_in_every_form() -> None:
    goal = Problem(BOARD).goal
    manhattan = [solve(BOARD, algorithm="astar", heuristic=form) for form in ("manhattan", Manhattan, Manhattan(goal))]
    assert len({(each.spec, each.stats, each.backend, each.quality) for each in manhattan}) == 1
    functions: list[HeuristicLike] = [rows_only, lambda board: rows_only(board, goal), Rows, Rows(goal)]
    mine = [solve(BOARD, algorithm="astar", heuristic=form) for form in functions]
    assert {each.length for each in mine} == {14}
    assert len({each.stats for each in mine}) == 1
    small = [examine(form, shape="2x3").mean for form in (rows_only, Rows)]
    assert small[0] == small[1]


def test_a_heuristic_that_is_an_object_has_its_options_and_its_goal() -> None:
    goal = Problem(BOARD).goal
    result = solve(BOARD, algorithm="ida_star", heuristic=PatternDatabases(goal, partition="4-4"))
    assert result.spec == "ida_star(pdb(4-4))"
    assert result.quality == "optimal"
    both = Maximum([Manhattan(goal), Rows(goal)])
    assert solve(BOARD, algorithm="astar", heuristic=both).spec == "astar(max(manhattan, Rows))"
    with pytest.raises(HeuristicError, match="was constructed for the goal"):
        solve("1 2 3 / 8 4 0 / 7 6 5", "snail", algorithm="astar", heuristic=Manhattan(goal))


def test_a_method_is_taken_where_an_algorithm_is() -> None:
    method = choose_method("wastar(manhattan, weight=2)")
    assert solve(BOARD, algorithm=method).spec == "wastar(manhattan, weight=2)"
    changed = solve(BOARD, algorithm=method, heuristic="misplaced", options={"weight": 3})
    assert changed.spec == "wastar(misplaced, weight=3)"


@pytest.mark.parametrize("arguments", [(None,), (BOARD, 5), (BOARD, None, 5), (BOARD, None, None, 5)])
def test_every_error_is_one_of_taquin(arguments: tuple[Any, ...]) -> None:
    start, goal, algorithm, heuristic, *_ = *arguments, None, None, None
    with pytest.raises(TaquinError, match="expected"):
        solve(start, goal, algorithm=algorithm, heuristic=heuristic)


def test_cells_without_a_shape_that_make_no_square() -> None:
    with pytest.raises(
        BoardError, match=r"6 cells do not fill a square.*such as 2x3, or separate the rows: 1 2 3 / 4 5 0"
    ):
        solve([1, 2, 3, 4, 5, 0])


def test_random_boards_by_seed_moves_and_depth() -> None:
    board = random_board("3x3", seed=7, depth=20)
    assert board == random_board((3, 3), seed=7, depth=20)
    assert solve(board).length == 20
    assert DistanceTable().distance(random_board(3, seed=1, moves=5)) <= 5
    with pytest.raises(SpecError, match="found several"):
        random_board("3x3", moves=5, depth=5)
