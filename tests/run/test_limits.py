"""Limits and cancellation: a run that reaches a limit ends with a result."""

from __future__ import annotations

import tracemalloc
from random import Random

import pytest

from conftest import GOALS
from taquin.analysis.random_boards import board_of_depth
from taquin.errors import LimitError
from taquin.puzzle.board import Board
from taquin.run.budget import POLL_EVERY, Stop
from taquin.run.limits import Cancellation, Limits
from taquin.run.result import Status
from taquin.run.run import Run
from taquin.solving.solver import Backend, solve
from toy import ENDLESS

KORF_1 = "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3"  # 57 moves: out of reach for what these tests allow


# Reading them ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amounts", "limits"),
    [
        ({"time": "1.5h"}, Limits(time=5400)),
        ({"time": "250 ms"}, Limits(time=0.25)),
        ({"nodes": "1e6"}, Limits(nodes=1_000_000)),
        ({"time": "2m30s"}, Limits(time=150)),
        ({"nodes": "2.5M"}, Limits(nodes=2_500_000)),
        ({"memory": "1GiB"}, Limits(memory=2**30)),
        ({"depth": "30"}, Limits(depth=30)),
        ({"time": "0", "nodes": "0", "memory": "0", "depth": "0"}, Limits(time=0, nodes=0, memory=0, depth=0)),
        ({}, Limits()),
        ({"time": "10"}, Limits(time=10)),
        ({"nodes": "10k"}, Limits(nodes=10_000)),
        ({"time": "1h30"}, Limits(time=5400)),
        ({"memory": "200MB"}, Limits(memory=200_000_000)),
    ],
)
def test_limits_as_people_write_them(amounts: dict[str, str], limits: Limits) -> None:
    assert Limits.parse(**amounts) == limits


@pytest.mark.parametrize("name", ["time", "nodes", "memory", "depth"])
def test_invalid_limits_raise(name: str) -> None:
    for text in ("", "-1", "x", "1 parsec", "nan", "inf", "1..2", "9" * 30, "1 2"):
        with pytest.raises(LimitError, match=name):
            Limits.parse(**{name: text})


def test_minutes_behind_hours_are_less_than_60() -> None:
    for text in ("1h60", "1h300m", "2m99s"):
        with pytest.raises(
            LimitError, match=f"expected less than 60 minutes or seconds in a time limit, found '{text}'"
        ):
            Limits.parse(time=text)


# Nodes -------------------------------------------------------------------------------------------------------------


def test_a_limit_of_nodes_holds_between_two_expansions_alone() -> None:
    """The core and the builders of tables check limits as often as time passes: no number of nodes depends on that."""
    run = Run(Limits(nodes=0))
    run.check()
    with pytest.raises(Stop, match="reached the limit of 0 nodes"):
        run.poll()


# Time --------------------------------------------------------------------------------------------------------------


def test_the_clock_is_looked_at_more_often_where_expansions_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock goes 20 ms with every evaluation."""
    evaluated = 0

    def slow(board: Board, goal: Board) -> float:
        nonlocal evaluated
        evaluated += 1
        return float(board != goal)

    monkeypatch.setattr("taquin.run.budget.perf_counter", lambda: evaluated / 50)
    result = solve(KORF_1, "blank-first", algorithm="astar", heuristic=slow, limits=Limits(time=0.5))
    assert result.status is Status.LIMIT
    assert 25 <= evaluated < 25 + 4 * 2  # at most one more expansion than necessary


def test_the_clock_is_looked_at_less_often_where_expansions_take_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = 0

    def still_clock() -> float:
        nonlocal looks
        looks += 1
        return 0.0

    monkeypatch.setattr("taquin.run.budget.perf_counter", still_clock)
    result = solve("8 6 7 / 2 5 4 / 3 0 1", algorithm="astar(manhattan)", backend="python")
    assert looks < result.stats.expanded / POLL_EVERY + 10


# Memory ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "bfs",
        "dfs",
        "dfs(frontier=stack)",
        "astar",
        "bidirectional_astar",
        "beam(width=100000)",
        "focal(weight=1.1)",
        "dps(weight=1.1)",
        "ees(weight=1.1)",
        "ara_star(weight=1.1)",
        "bfida_star",
    ],
)
def test_memory_estimate_is_near_what_python_allocates(text: str) -> None:
    """The search stops where ``tracemalloc`` has counted as much as the limit, give or take a growing table."""
    limit = 3_000_000
    arguments = {"algorithm": text, "limits": Limits(memory=limit), "backend": "python"}
    solve(KORF_1, "blank-first", algorithm=text, limits=Limits(nodes=100))  # loads what is loaded once
    tracemalloc.start()
    try:
        result = solve(KORF_1, "blank-first", **arguments)  # type: ignore[arg-type]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert result.status is Status.LIMIT
    assert result.reason == "reached the memory limit of 3 MB"
    assert 0.5 * limit <= peak <= 1.6 * limit, f"{peak / limit:.2f} times the limit"


def test_searches_in_linear_memory_need_no_limit() -> None:
    for text in ("ida_star", "rbfs", "iddfs", ENDLESS["depth_limited"], ENDLESS["hill_climbing"], ENDLESS["annealing"]):
        result = solve(
            KORF_1, "blank-first", algorithm=text, limits=Limits(memory=1_000, nodes=20_000), backend="python"
        )
        assert "nodes" in result.reason
        assert result.stats.max_stored < 200


# Depth: see tests/contracts for every algorithm -----------------------------------------------


@pytest.mark.parametrize("backend", ["python", "auto"])
def test_a_complete_search_proves_that_a_depth_limit_allows_no_solution(backend: Backend) -> None:
    start = board_of_depth(GOALS["corner"], 10, rng=Random(3))
    for text in ("bfs", "iddfs", "ucs", "astar", "ida_star", "rbfs", "bidirectional", "bidirectional_astar"):
        result = solve(start, algorithm=text, depth=9, backend=backend)
        assert (result.status, result.lower_bound) == (Status.EXHAUSTED, 10)
        assert result.reason == "no solution within the depth limit of 9 moves"
    assert solve("1 2 / 0 3", "2 0 / 1 3", depth=1, backend=backend).reason.endswith("the depth limit of 1 move")


@pytest.mark.parametrize("backend", ["python", "auto"])
def test_an_incomplete_search_proves_nothing_about_a_depth_limit(backend: Backend) -> None:
    """Depth-first search, for one, knows states by long paths."""
    for text in ("dfs", "dfs(frontier=stack)", "greedy", "beam", "annealing", "constructive", "anytime(width=1)"):
        result = solve("8 6 7 / 2 5 4 / 3 0 1", algorithm=text, depth=3, backend=backend)
        assert result.status is Status.EXHAUSTED
        assert result.reason == "found no solution within the depth limit of 3 moves"


# Cancellation ------------------------------------------------------------------------------------------------------


def test_cancellation_comes_before_limits() -> None:
    """A run that is cancelled and at a limit is cancelled: the user asked for that."""
    cancellation = Cancellation()
    cancellation.cancel()
    result = solve(KORF_1, "blank-first", algorithm="bfs", limits=Limits(nodes=0, time=0), cancellation=cancellation)
    assert result.status is Status.CANCELLED


# Progress ----------------------------------------------------------------------------------------------------------
