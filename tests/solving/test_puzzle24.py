"""The 24-puzzle with real databases: built once, shared by symmetric patterns, and proven lengths as published."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from taquin import _native
from taquin.heuristics.manhattan import Manhattan
from taquin.heuristics.pattern_database import PatternDatabases, preferred_partition
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import blank_first, standard
from taquin.run.result import Quality
from taquin.solving.solver import solve

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not _native.is_available(), reason=_native.describe())]

# Korf and Felner 2002, instance 40.
BOARD = Board("2 17 4 13 7 / 12 10 3 0 16 / 21 24 8 5 18 / 20 15 19 14 9 / 22 11 6 1 23")
LENGTH = 82


def test_6_6_6_6(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    goal = blank_first(Shape(5, 5))
    databases = PatternDatabases.build(standard(Shape(5, 5)), partition="6-6-6-6")
    assert len(list((tmp_path / "pdb").glob("*.pdb"))) == 2  # three of the four patterns are symmetric
    assert not list((tmp_path / "pdb").glob("*.part"))
    assert preferred_partition(goal) == "6-6-6-6"
    check_estimates(databases)
    result = solve(BOARD, goal, algorithm="ida_star(pdb, lookback=12, threads=0)", backend="native")
    assert (result.length, result.quality) == (LENGTH, Quality.OPTIMAL)


def check_estimates(databases: PatternDatabases) -> None:
    """Never below Manhattan distance, never above the length of a walk, and of the same parity."""
    random = Random(24)
    manhattan = Manhattan(databases.goal)
    for _ in range(20):
        board = databases.goal
        for moves in range(1, 101):
            board = board.play(random.choice(board.moves()))
            estimate = databases(board.state)
            assert manhattan(board.state) <= estimate <= moves
            assert (estimate - moves) % 2 == 0
