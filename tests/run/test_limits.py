"""Limits and cancellation: a run that reaches a limit ends with a result."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
from itertools import product
from pathlib import Path
from random import Random
from time import sleep

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import GOALS
from taquin.analysis.random_boards import board_of_depth
from taquin.errors import LimitError
from taquin.puzzle.board import Board
from taquin.run.budget import POLL_EVERY, Stop
from taquin.run.limits import Cancellation, Limits
from taquin.run.progress import ProgressListener
from taquin.run.result import Result, Status
from taquin.run.run import Run
from taquin.solving.registry import ALGORITHMS, AlgorithmSpec
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


@pytest.mark.parametrize("name", ["time", "nodes", "memory", "depth"])
def test_limits_from_code_are_checked_too(name: str) -> None:
    for value in (-1, float("inf"), float("nan")):
        with pytest.raises(LimitError, match=name):
            Limits(**{name: value})  # type: ignore[arg-type]


GOING_BACK = {"dfs", "depth_limited", "iddfs", "ida_star", "anytime"}


@pytest.mark.parametrize("backend", ["python", "auto"])
@pytest.mark.parametrize("spec", ALGORITHMS, ids=lambda spec: spec.key)
def test_by_how_much_a_limit_of_nodes_is_exceeded(spec: AlgorithmSpec, backend: Backend) -> None:
    counts = (0, 5, 100) if spec.needs_board else (0, 1, 2, 5, 100, 576, 2462)  # they solve a whole 3×3 first
    for nodes, depth in product(counts, (None, 9)):
        result = solve("8 6 7 / 2 5 4 / 3 0 1", algorithm=spec.key, nodes=nodes, depth=depth, backend=backend)
        extra = 2 * int(result.stats.max_depth) if spec.key in GOING_BACK else 0
        assert result.stats.generated <= nodes + 3 + extra or result.is_solved


@pytest.mark.parametrize("backend", ["python", "auto"])
def test_a_depth_first_search_generates_children_on_its_way_back(backend: Backend) -> None:
    board = "8 14 10 11 / 4 15 12 3 / 1 6 13 9 / 7 0 5 2"
    result = solve(board, algorithm="ida_star", heuristic="manhattan", nodes=16_865, backend=backend)
    assert (result.status, result.stats.generated) == (Status.LIMIT, 16_872)


def test_time_limit_stops_a_slow_heuristic() -> None:
    evaluated = 0

    def slow(board: Board, goal: Board) -> float:
        nonlocal evaluated
        evaluated += 1
        sleep(0.001)
        return float(board != goal)

    result = solve(KORF_1, "blank-first", algorithm="astar", heuristic=slow, limits=Limits(time=0.05))
    assert result.status is Status.LIMIT
    assert evaluated <= 50 + 4 * POLL_EVERY  # at least 1 ms each; then at most one poll and its children


every_algorithm = pytest.mark.parametrize(  # the constructive solver ends at once: its own tests have its limits
    "spec", [spec for spec in ALGORITHMS if not spec.needs_board], ids=lambda spec: spec.key
)


def run_endlessly(
    spec: AlgorithmSpec,
    limits: Limits | None = None,
    cancellation: Cancellation | None = None,
    progress: ProgressListener | None = None,
) -> Result:
    return solve(
        KORF_1,
        "blank-first",
        algorithm=ENDLESS.get(spec.key, spec.key),
        limits=limits,
        cancellation=cancellation,
        progress=progress,
        backend="python",
    )


@every_algorithm
def test_time_limit_of_zero(spec: AlgorithmSpec) -> None:
    result = run_endlessly(spec, Limits(time=0))
    assert result.status is Status.LIMIT
    assert result.stats.expanded == 0


@given(st.text(max_size=12), st.sampled_from(["time", "nodes", "memory", "depth"]))
def test_parsing_any_text_gives_limits_or_a_limit_error(text: str, name: str) -> None:
    try:
        limits = Limits.parse(**{name: text})
    except LimitError:
        return
    assert getattr(limits, name) >= 0


MEASURE = """
import re
from pathlib import Path
from taquin.run.limits import Limits
from taquin.solving.solver import solve

def peak():
    return 1024 * int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1])

solve({start!r}, "blank-first", algorithm={text!r}, limits=Limits(nodes=100), backend="python")
before = peak()
result = solve({start!r}, "blank-first", algorithm={text!r}, limits=Limits(memory={limit}), backend="python")
assert result.status == "limit" and "memory" in result.reason, result
print(peak() - before)
"""


on_linux = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")


def measure_growth(text: str, limit: int) -> float:
    """The growth of a whole process, in units of the limit."""
    code = MEASURE.format(start=KORF_1, text=text, limit=limit)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return int(done.stdout) / limit


@on_linux
def test_bfs_on_the_15_puzzle_stops_near_its_memory_limit() -> None:
    assert 0.5 <= measure_growth("bfs", 50_000_000) <= 1.6


@pytest.mark.slow
@on_linux
@pytest.mark.parametrize("text", ["bfs", "dfs", "astar", "bidirectional", "bidirectional_astar", "beam(width=1000000)"])
def test_process_stays_near_200_megabytes(text: str) -> None:
    assert 0.5 <= measure_growth(text, 200_000_000) <= 1.6
