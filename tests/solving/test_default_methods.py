"""The methods that run when none is named."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cases import each_case
from taquin import _native
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import make_goal
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric
from taquin.run.limits import Cancellation, Limits
from taquin.run.progress import Improvement
from taquin.run.result import Quality, Status
from taquin.solving import default_methods
from taquin.solving.default_methods import default_method, proving_method, quick_method, recording_limits
from taquin.solving.results import join_results
from taquin.solving.solver import solve

ASTAR, PLAIN_IDA = "astar(linear_conflict)", "ida_star(linear_conflict)"
DATABASES, ANYTIME = "ida_star(pdb, lookback=10, threads=0)", "anytime"

METHODS = {  # with the core, without it, for a quick answer, for a proof
    "3x3": (ASTAR, ASTAR, ASTAR, ASTAR),
    "2x5": (ASTAR, ASTAR, ASTAR, ASTAR),
    "1x20": (ASTAR, ASTAR, ASTAR, ASTAR),
    "11x1": (ASTAR, ASTAR, ASTAR, ASTAR),
    "2x6": (DATABASES, PLAIN_IDA, DATABASES, DATABASES),
    "4x4": (DATABASES, PLAIN_IDA, DATABASES, DATABASES),
    "3x6": (DATABASES, ANYTIME, ANYTIME, DATABASES),
    "5x4": (DATABASES, ANYTIME, ANYTIME, DATABASES),
    "2x10": (ANYTIME, ANYTIME, ANYTIME, PLAIN_IDA),
    "10x2": (ANYTIME, ANYTIME, ANYTIME, PLAIN_IDA),
    "3x7": (ANYTIME, ANYTIME, ANYTIME, PLAIN_IDA),
}


@each_case("size", METHODS)
def test_the_default_depends_on_the_shape_and_the_core(size: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shape = Shape.parse(size)
    with_core, without, quick, proving = METHODS[size]
    monkeypatch.setattr(_native, "is_available", lambda: True)
    assert default_method(shape).text == with_core
    assert quick_method(shape).text == quick
    assert proving_method(shape).text == proving
    monkeypatch.setattr(_native, "is_available", lambda: False)
    assert default_method(shape).text == without


def test_a_proof_uses_large_databases_for_moves_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_native, "is_available", lambda: True)
    monkeypatch.setattr(default_methods, "has_large_databases", lambda goal: True)
    goal = make_goal("standard", shape := Shape(5, 5))
    assert proving_method(shape, goal).text == "ida_star(pdb, lookback=12, threads=0)"
    assert proving_method(shape, goal, Metric.SLIDES).text == PLAIN_IDA
    assert proving_method(shape).text == PLAIN_IDA


def test_a_recorded_run_of_unlimited_length_gets_a_limit_of_nodes() -> None:
    shape, anytime = Shape(4, 7), default_method(Shape(4, 7))
    assert recording_limits(Limits(), anytime, shape) == Limits(nodes=2000 + 3 * 28 * 7)
    assert recording_limits(Limits(time=1), anytime, shape) == Limits(time=1)
    assert recording_limits(Limits(), default_method(Shape(3, 3)), shape) == Limits()


HARD = Board("0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1")
"""80 moves: Python cannot prove this in two seconds on any machine."""


@pytest.mark.usefixtures("ticking_clock")
def test_a_default_run_that_cannot_prove_its_solution_in_time_has_one() -> None:
    result = solve(HARD, backend="python", time=2)
    assert result.quality is Quality.BOUNDED
    assert Problem(HARD).lower_bound <= result.lower_bound <= (result.length or 0)
    assert "reached the time limit of 2 s" in result.reason
    assert solve(HARD, algorithm="ida_star(manhattan)", backend="python", time=0.1).status is Status.LIMIT


def test_a_cancelled_default_run_says_so() -> None:
    """It is cancelled when anytime has its first solution, after four fifths of the time."""
    cancellation = Cancellation()
    seconds: list[float] = []

    def cancel(found: Improvement) -> None:
        seconds.append(found.seconds)
        cancellation.cancel()

    result = solve(HARD, backend="python", time=1, cancellation=cancellation, improvement=cancel)
    assert (result.is_solved, result.reason) == (True, "cancelled")
    assert seconds[0] > 0.8


def test_joined_results_have_both_bounds_and_the_counters_of_both() -> None:
    first = solve(HARD, algorithm="ida_star(manhattan)", backend="python", nodes=500)
    second = solve(HARD, algorithm="anytime", backend="python", nodes=2000)
    joined = join_results(replace(first, lower_bound=70), second, "reason")
    assert (joined.lower_bound, joined.quality, joined.reason) == (70, Quality.BOUNDED, "reason")
    assert joined.stats.expanded == first.stats.expanded + second.stats.expanded
    assert joined.stats.max_depth == max(first.stats.max_depth, second.stats.max_depth)
    proven = join_results(replace(first, lower_bound=second.length or 0), second, "reason")
    assert (proven.quality, proven.reason) == (Quality.OPTIMAL, "")
