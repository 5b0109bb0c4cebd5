"""The backend ``cuda`` on a GPU: ``pytest -m gpu tests/gpu``."""

from __future__ import annotations

import threading
from random import Random
from time import perf_counter

import pytest

from taquin.experiments import instance_set
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import make_goal
from taquin.puzzle.problem import Problem
from taquin.run.limits import Cancellation
from taquin.run.progress import Progress
from taquin.run.result import Quality, Status
from taquin.solving.batch import solve_many
from taquin.solving.solver import solve

pytestmark = pytest.mark.gpu

METHOD = "ida_star(pdb, lookback=12)"


def walk(goal: Board, moves: int, seed: int) -> Board:
    """A board of a random walk."""
    random, board = Random(seed), goal
    for _ in range(moves):
        board = random.choice(board.neighbours())
    return board


@pytest.mark.parametrize(
    ("goal", "heuristic", "lookback"),
    [
        ("1 2 3 / 4 5 6 / 7 8 0", "pdb(5-3)", 6),
        ("1 2 3 4 / 5 6 0 8 / 9 10 11 7", "pdb(4-4-3)", 10),
        ("0 1 2 3 4 5 / 6 7 8 9 10 11", "max(pdb(4-4-3), pdb(3-4-4))", 6),
        ("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0", "pdb(5-5-5)", 12),
    ],
)
def test_counters_are_those_of_the_other_backends(goal: str, heuristic: str, lookback: int) -> None:
    for seed in range(5):
        problem = Problem(walk(Board(goal), 200, seed), Board(goal))
        method = {"algorithm": "ida_star", "heuristic": heuristic, "options": {"lookback": lookback}}
        result = solve(problem, backend="cuda", **method)  # type: ignore[arg-type]
        expected = solve(problem, **method)  # type: ignore[arg-type]
        assert (result.length, result.quality) == (expected.length, Quality.OPTIMAL)
        assert result.iterations[:-1] == expected.iterations[:-1]
        assert result.backend == "cuda"


@pytest.mark.parametrize(
    ("size", "goal"), [("5x5", "snail"), ("4x6", "standard"), ("3x8", "blank-first"), ("12x2", "snail")]
)
def test_other_shapes_and_goals(size: str, goal: str) -> None:
    home = make_goal(goal, Shape.parse(size))
    for seed in range(3):
        problem = Problem(walk(home, 60, seed), home)
        expected = solve(problem, algorithm="ida_star", heuristic="linear_conflict")
        result = solve(problem, backend="cuda")
        assert (result.length, result.quality) == (expected.length, Quality.OPTIMAL)


def test_wide_beam() -> None:
    home = Board([*range(1, 36), 0])
    problem = Problem(walk(home, 2000, 1), home)
    result = solve(problem, algorithm="beam", heuristic="learned", options={"width": 100_000}, backend="cuda")
    assert result.is_solved
    assert (result.length or 0) <= (solve(problem, algorithm="anytime", nodes=100_000).length or 0)


def test_published_24_puzzles() -> None:
    for instance in instance_set("korf24(1, 3, 5, 8, 11)").instances:
        result = solve(instance.problem, backend="cuda")
        assert (result.length, result.quality) == (instance.optimum, Quality.OPTIMAL)
        assert result.spec == "ida_star(pdb(6-6-6-6), lookback=12)"
        assert [each.bound for each in result.iterations[1:]] == [each.bound + 2 for each in result.iterations[:-1]]


def test_many_boards() -> None:
    goal = Board([*range(1, 16), 0])
    unsolvable = goal.swapped(1, 2)
    starts = [*(walk(goal, 60, seed) for seed in range(500)), unsolvable, goal]
    results = list(solve_many(starts, goal, backend="cuda"))
    assert [result.start for result in results] == starts
    assert results[-2].status is Status.UNSOLVABLE
    for start, result in zip(starts[::50], results[::50], strict=True):
        assert result.length == solve(start, goal).length


def test_hard_board_stops_at_once() -> None:
    hard = instance_set("korf24(50)").instances[0].problem
    solve(instance_set("korf24(5)").instances[0].problem, backend="cuda")  # builds the databases
    reports: list[Progress] = []
    limited = solve(hard, algorithm=METHOD, backend="cuda", time=1, progress=reports.append)
    assert (limited.status, limited.quality) == (Status.SOLVED, Quality.BOUNDED)  # by a beam
    assert limited.seconds < 1.2
    counts = [each.generated for each in reports]
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]
    assert limited.lower_bound >= reports[-1].lower_bound > 80
    answered = solve(hard, backend="cuda", time=3)
    assert (answered.status, answered.quality) == (Status.SOLVED, Quality.BOUNDED)  # by anytime
    assert solve(hard, backend="cuda", nodes="1G").status is Status.LIMIT
    cancellation = Cancellation()
    threading.Timer(1, cancellation.cancel).start()
    began = perf_counter()
    assert solve(hard, backend="cuda", cancellation=cancellation).status is Status.CANCELLED
    assert perf_counter() - began < 1.2
