"""Scores of answers: every part follows from a replay and from proven distances."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

import taquin
from taquin.gym import SCORE_FORMAT, score
from taquin.gym.scores import measure_moves
from taquin.puzzle.problem import Problem

BOARD = "8 1 3 / 4 0 2 / 7 6 5"


def walk(board: taquin.Board, count: int, seed: int) -> list[taquin.Move]:
    """A random walk."""
    rng, moves = Random(seed), list[taquin.Move]()
    for _ in range(count):
        moves.append(rng.choice(board.moves()))
        board = board.play(moves[-1])
    return moves


def test_a_shortest_solution() -> None:
    found = score(BOARD, f"Answer: {taquin.solve(BOARD).solution}")
    assert (found.is_legal, found.is_solved, found.is_shortest, found.length) == (True, True, True, 14)
    assert (found.distances, found.distance_source) == (tuple(range(14, -1, -1)), "table")
    assert (found.progress, found.reward, found.reason, SCORE_FORMAT) == (14, 1, "", 1)


def test_a_longer_solution() -> None:
    found = score("1 2 3 / 4 0 5 / 7 8 6", "Answer: L R R D")
    assert (found.is_solved, found.is_shortest, found.distances) == (True, False, (2, 3, 2, 1, 0))
    assert found.reward == 0.75


def test_moves_that_end_elsewhere() -> None:
    found = score("1 2 3 / 4 0 5 / 7 8 6", "Answer: R D U")
    assert (found.is_legal, found.is_solved, found.is_shortest, found.progress) == (True, False, False, 1)
    assert (found.reward, found.reason) == (0.25, "not at the goal after 3 steps")
    assert score("1 2 3 / 4 0 5 / 7 8 6", "Answer: L").reward == 0
    assert score("1 2 3 / 4 5 6 / 7 8 0", "Answer: L").reward == 0


def test_an_illegal_move_after_the_goal() -> None:
    found = score("1 2 3 / 4 0 5 / 7 8 6", "Answer: R D D")
    assert (found.is_legal, found.is_solved, found.progress, found.reward) == (False, False, 2, 0)
    assert found.reason == "step 3 (Down) is illegal: the blank is in the bottom row"


def test_searches_and_the_table_agree() -> None:
    """On 3×4 without the file of its table the distances are searched; on 3×3 they are looked up."""
    start = taquin.random_board("3x4", moves=14, seed=2)
    problem, moves = Problem(start), walk(start, 12, seed=3)
    distances, source = measure_moves(problem, moves)
    assert source in ("search", "table")
    boards = [start, *(taquin.Solution(start, moves[:count]).end for count in range(1, len(moves) + 1))]
    assert list(distances) == [taquin.solve(board).length for board in boards]


def test_a_4x4() -> None:
    start = taquin.random_board("4x4", moves=16, seed=1)
    found = score(start, f"Answer: {taquin.solve(start).solution}", time=60)
    assert (found.is_shortest, found.distance_source, found.reward) == (True, "search", 1)


def test_without_time_there_are_bounds() -> None:
    start = taquin.random_board("4x4", seed=1)
    found = score(start, f"Answer: {start.moves()[0].letter}", time=0)
    assert (found.distance_source, found.is_exact, found.is_shortest) == ("lower bound", False, False)


@pytest.mark.parametrize("size", ["5x5", "6x7", "17x17"])
def test_large_boards_have_lower_bounds(size: str) -> None:
    start = taquin.random_board(size, seed=1)
    moves = walk(start, 100, seed=2)
    found = score(start, f"Answer: {' '.join(move.word for move in moves)}")
    boards = [start, *(taquin.Solution(start, moves[:count]).end for count in range(1, 101))]
    assert found.distance_source == "lower bound"
    assert list(found.distances) == [Problem(board).lower_bound for board in boards]


def test_a_long_solution_of_a_large_board_may_be_shortest() -> None:
    goal = taquin.Problem(taquin.random_board("5x5", seed=1)).goal
    assert score(taquin.Solution(goal, "U").end, "Answer: D").is_shortest is True
    assert score(taquin.Solution(goal, "U").end, "Answer: L R D").is_shortest is None


def test_a_line() -> None:
    found = score(taquin.Board([1, 0, 2, 3], "1x4"), "Answer: R R")
    assert (found.is_shortest, found.distances, found.is_exact) == (True, (2, 1, 0), True)


def test_a_board_that_cannot_be_solved() -> None:
    with pytest.raises(taquin.BoardError, match="the board cannot reach the goal"):
        score("1 2 3 / 4 5 6 / 8 7 0", "Answer: L")


def test_scores_need_no_gymnasium() -> None:
    code = (
        "import sys\nsys.modules['gymnasium'] = sys.modules['numpy'] = None\n"
        "import taquin, taquin.gym\nprint(taquin.gym.score('1 2 / 0 3', 'Answer: R').reward)\n"
        "try:\n    import taquin.gym.environment\nexcept taquin.TaquinError as error:\n    print(error.message)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["1.0", "the environment is made with gymnasium, which is not installed"]
