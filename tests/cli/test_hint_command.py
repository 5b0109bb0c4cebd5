"""``taquin hint`` as users see it, and the library behind it."""

from __future__ import annotations

import re
from random import Random

import pytest

from cases import each_case
from command_line import Capture, answer, cancel_after, printed
from taquin.analysis.random_boards import random_board, scrambled_board
from taquin.puzzle.board import one_line
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.solving.default_methods import proving_method
from taquin.solving.method import make_method

MIDDLE = "8 1 3 / 4 0 2 / 7 6 5"
NEAR = "1 2 3 / 4 5 6 / 7 0 8"
KORF_1 = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"


def test_a_24_puzzle_near_the_goal_is_proven(capsys: Capture) -> None:
    board = scrambled_board(standard(Shape(5, 5)), 10, rng=Random(1))
    assert printed(capsys, "hint", one_line(board), "--count") == "10 moves are left\n"


def test_a_good_move_where_nothing_is_proven(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """No machine proves 57 moves in a tenth of a second by breadth-first search."""
    monkeypatch.setattr("taquin.analysis.hints.quick_method", lambda shape, metric, goal: make_method("bfs"))
    arguments = ["hint", KORF_1, "--goal", "blank-first", "--time", "100ms"]
    out = printed(capsys, *arguments)
    assert re.fullmatch(
        r"a good move: slide tile \d+ \w+ \(the blank goes \w+\)\n"
        r"at least \d\d moves are left; the solution found has \d\d+, this one included\n",
        out,
    )
    counted = printed(capsys, *arguments, "--count")
    assert re.fullmatch(r"at least \d\d moves are left; the solution found has \d\d+\n", counted)


def test_no_hint_in_time(capsys: Capture) -> None:
    board = random_board(Shape(6, 6), rng=Random(2))
    out = printed(capsys, "hint", one_line(board), "--time", "0", code=3)
    assert out.startswith("no hint was found: reached the time limit of 0 s; at least ")
    assert out.endswith(" moves are left\n")


def test_interrupted(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    cancel_after(monkeypatch, 0)
    assert printed(capsys, "hint", KORF_1, "--goal", "blank-first", code=130).startswith("interrupted; at least ")


def test_json(capsys: Capture) -> None:
    found = answer(capsys, "hint", "0 3 / 2 1")
    assert found == {
        "status": "solved",
        "quality": "optimal",
        "start": "0 3 / 2 1",
        "goal": "1 2 / 3 0",
        "left": 6,
        "lower_bound": 6,
        "metric": "moves",
        "moves": "DR",
        "tiles": [1, 1],
        "words": ["slide tile 2 up (the blank goes Down)", "slide tile 3 left (the blank goes Right)"],
        "all_best": True,
        "spec": "distance_table",
        "reason": None,
    }
    counted = answer(capsys, "hint", "0 3 / 2 1", "--count")
    assert counted["left"] == 6
    assert counted["moves"] is counted["words"] is counted["all_best"] is None
    unsolvable = answer(capsys, "hint", "1 2 / 0 3", "--goal", "2 1 / 0 3", code=1)
    assert (unsolvable["status"], unsolvable["left"], unsolvable["moves"]) == ("unsolvable", None, "")


@each_case(
    ("arguments", "code", "expected"),
    [
        ([MIDDLE], 0, "slide tile 2 left (the blank goes Right); 14 moves are left, this one included\n"),
        (
            ["0 3 / 2 1"],
            0,
            "slide tile 2 up (the blank goes Down); 6 moves are left, this one included\njust as good: ",
        ),
        ([NEAR], 0, "slide tile 8 left (the blank goes Right); 1 move is left, this one included\n"),
        ([MIDDLE, "--count"], 0, "14 moves are left\n"),
        ([NEAR, "--count"], 0, "1 move is left\n"),
        (["1 2 3 / 4 5 6 / 7 8 0"], 0, "the board is the goal: no move is left\n"),
        (["1 2 3 / 8 0 4 / 7 6 5", "--goal", "snail", "--count"], 0, "the board is the goal: no move is left\n"),
        (
            ["1 0 2 3 4", "--size", "1x5"],
            0,
            "slide tile 2 left (the blank goes Right); 3 moves are left, this one included\n",
        ),
        (["0 3 1 4 2 5 7 8 6"], 1, "the goal cannot be reached: the start has an odd number of inversions"),
    ],
)
def test_what_is_printed(capsys: Capture, arguments: list[str], code: int, expected: str) -> None:
    assert printed(capsys, "hint", *arguments, code=code).startswith(expected)


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(3, 3), Shape(4, 4), Shape(5, 5), Shape(1, 30), Shape(10, 10)])
def test_the_proving_method_proves(shape: Shape) -> None:
    assert proving_method(shape).algorithm.claims.optimal == "if h is admissible"
