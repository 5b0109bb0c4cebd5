"""``taquin hint`` as users see it, and the library behind it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest

from command_line import error_line, printed
from taquin.analysis.hints import hint as find_hint
from taquin.analysis.random_boards import random_board, scrambled_board
from taquin.cli import run, terminal
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.run.limits import Cancellation, Limits
from taquin.run.result import Status
from taquin.solving.default_methods import proving_method
from taquin.tables.distances import DistanceTable
from taquin.tables.plans.store import _plans_of

KORF_1 = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"


def test_the_only_best_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "hint", "8 1 3 / 4 0 2 / 7 6 5") == (
        "slide tile 2 left (the blank goes Right); 14 moves are left, this one included\n"
    )


def test_several_best_moves(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "hint", "0 3 / 2 1") == (
        "slide tile 2 up (the blank goes Down); 6 moves are left, this one included\n"
        "just as good: slide tile 3 left (the blank goes Right)\n"
    )


def test_the_last_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "hint", "1 2 3 / 4 5 6 / 7 0 8") == (
        "slide tile 8 left (the blank goes Right); 1 move is left, this one included\n"
    )


def test_only_the_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "hint", "8 1 3 / 4 0 2 / 7 6 5", "--count") == "14 moves are left\n"
    assert printed(capsys, "hint", "1 2 3 / 4 5 6 / 7 0 8", "--count") == "1 move is left\n"


def test_at_the_goal(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["1 2 3 / 4 5 6 / 7 8 0"], ["1 2 3 / 8 0 4 / 7 6 5", "--goal", "snail", "--count"]):
        assert printed(capsys, "hint", *arguments) == "the board is the goal: no move is left\n"


def test_an_unsolvable_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["hint", "0 3 1 4 2 5 7 8 6"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("the goal cannot be reached: the start has an odd number of inversions")
    assert out.endswith("no move changes that (`taquin check` explains why)\n")


def test_a_single_row(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "hint", "1 0 2 3 4", "--size", "1x5").startswith(
        "slide tile 2 left (the blank goes Right); 3 moves"
    )


def test_a_24_puzzle_near_the_goal_is_proven(capsys: pytest.CaptureFixture[str]) -> None:
    board = scrambled_board(standard(Shape(5, 5)), 10, rng=Random(1))
    assert printed(capsys, "hint", one_line(board), "--count") == "10 moves are left\n"


def test_following_hints_of_separate_commands_ends_at_the_goal() -> None:
    """Every command is a process of its own, as it were: what one has found is read from the cache by the next."""
    board, lefts = random_board(Shape(5, 6), rng=Random(7)), list[int]()
    while not lefts or lefts[-1] > 1:
        _plans_of.cache_clear()
        found = find_hint(board, limits=None if lefts else Limits(time=60, nodes=20_000))
        assert found.left is not None
        assert found.result.spec == "plan" or not lefts
        lefts.append(found.left)
        board = board.play(found.moves[0])
    assert board == standard(board.shape)
    assert lefts == list(range(lefts[0], 0, -1))


def test_a_slow_machine_gets_a_constructed_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.analysis.hints.QUICK_TIME", 0.0)
    found = find_hint(random_board(Shape(7, 6), rng=Random(5)))
    assert found.result.algorithm == "constructive"
    assert found.moves


def test_a_good_move_where_nothing_is_proven(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "hint", KORF_1, "--goal", "blank-first", "--limit", "nodes=5000")
    assert re.fullmatch(
        r"a good move: slide tile \d+ \w+ \(the blank goes \w+\)\n"
        r"at least \d\d moves are left; the solution found has \d\d, this one included\n",
        out,
    )
    counted = printed(capsys, "hint", KORF_1, "--goal", "blank-first", "--limit", "nodes=5000", "--count")
    assert counted == out.splitlines()[1].removesuffix(", this one included") + "\n"


def test_no_hint_in_time(capsys: pytest.CaptureFixture[str]) -> None:
    board = random_board(Shape(6, 6), rng=Random(2))
    assert run(["hint", one_line(board), "--time", "0"]) == 3
    out = capsys.readouterr().out
    assert out.startswith("no hint was found: the time limit of 0 s is reached; at least ")
    assert out.endswith(" moves are left\n")


def test_interrupted(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def at_once() -> Iterator[Cancellation]:
        cancellation = Cancellation()
        cancellation.cancel()
        yield cancellation

    monkeypatch.setattr(terminal, "cancel_on_interrupt", at_once)
    assert run(["hint", KORF_1, "--goal", "blank-first"]) == 130
    assert capsys.readouterr().out.startswith("interrupted; at least ")


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(printed(capsys, "hint", "0 3 / 2 1", "--json"))
    assert found == {
        "status": "solved",
        "quality": "optimal",
        "start": "0 3 / 2 1",
        "goal": "1 2 / 3 0",
        "left": 6,
        "lower_bound": 6,
        "moves": "DR",
        "words": ["slide tile 2 up (the blank goes Down)", "slide tile 3 left (the blank goes Right)"],
        "all_best": True,
        "spec": "distance_table",
        "reason": None,
    }
    counted = json.loads(printed(capsys, "hint", "0 3 / 2 1", "--json", "--count"))
    assert counted["left"] == 6
    assert counted["moves"] is counted["words"] is counted["all_best"] is None
    assert run(["hint", "1 2 / 0 3", "--goal", "2 1 / 0 3", "--json"]) == 1
    unsolvable = json.loads(capsys.readouterr().out)
    assert (unsolvable["status"], unsolvable["left"], unsolvable["moves"]) == ("unsolvable", None, "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["1 2 3 / 4 5 5 / 7 8 0"], "tile 5 appears twice"),
        (["0 3 / 2 1", "--time", "soon"], "expected a time limit such as 10s"),
        (["1 2 3 0\n1 2 0 3"], "expected one board, found 2"),
        (["0 3 / 2 1", "--goal", "snial"], "did you mean 'snail'?"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in error_line(capsys, "hint", *arguments)


def test_hints_are_the_best_moves_of_the_table(corner: DistanceTable) -> None:
    rng = Random(3)
    for _ in range(25):
        board = random_board(Shape(3, 3), rng=rng)
        hint = find_hint(board)
        assert hint.left == hint.lower_bound == corner.distance(board)
        assert hint.is_complete
        assert tuple(sorted(hint.moves)) == corner.best_moves(board)


def test_without_time_other_moves_are_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.analysis.hints._OTHER_MOVES_TIME", 0.0)
    monkeypatch.setattr("taquin.analysis.hints._look_up", lambda problem, warn: None)
    hint = find_hint(Board("8 6 7 / 2 5 4 / 3 0 1"))
    assert hint.left == 31
    assert hint.is_proven
    assert not hint.is_complete
    assert len(hint.moves) == 1


def test_a_node_limit_is_kept() -> None:
    hint = find_hint(KORF_1, "blank-first", limits=Limits(nodes=100))
    assert hint.result.status is Status.LIMIT
    assert "100 nodes" in hint.result.reason
    assert hint.moves == ()


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(3, 3), Shape(4, 4), Shape(5, 5), Shape(1, 30), Shape(10, 10)])
def test_the_proving_method_proves(shape: Shape) -> None:
    assert proving_method(shape).algorithm.claims.optimal == "if h is admissible"
