"""Hints: the best moves, and plans that later hints follow."""

from __future__ import annotations

from random import Random

import pytest

from taquin.analysis.hints import hint as find_hint
from taquin.analysis.random_boards import random_board
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.run.limits import Limits
from taquin.run.result import Status
from taquin.tables.distances import DistanceTable
from taquin.tables.plans.store import _plans_of


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


def test_a_slow_machine_gets_a_hint_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.analysis.hints.QUICK_TIME", 0.0)
    assert find_hint(random_board(Shape(7, 6), rng=Random(5))).moves


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


KORF_1 = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"


def test_a_node_limit_is_kept() -> None:
    hint = find_hint(KORF_1, "blank-first", limits=Limits(nodes=100))
    assert hint.result.status is Status.LIMIT
    assert "100 nodes" in hint.result.reason
    assert hint.moves == ()
