"""Runs of a race: loading tables is not a part of their time, and its limits hold."""

from __future__ import annotations

import pytest

from taquin import _native
from taquin.heuristics import pattern_database
from taquin.puzzle.board import Board
from taquin.puzzle.problem import Problem
from taquin.run.limits import Cancellation, Limits
from taquin.run.result import Status
from taquin.solving import heuristic_choice, solver
from taquin.solving.method import choose_method
from taquin.solving.solver import run_method, run_prepared
from taquin.tables.pdb import store
from taquin.tables.pdb.pattern import Pattern

PROBLEM = Problem("4 5 3 / 1 0 2")
LOADING = 1000.0


@pytest.fixture
def slow_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading databases takes 1000 s of a clock that stands still otherwise."""
    now = 0.0

    def load(patterns: tuple[Pattern, ...]) -> object:
        nonlocal now
        now += LOADING
        return store.obtain(patterns)

    heuristic_choice._build.cache_clear()
    monkeypatch.setattr(pattern_database, "obtain", load)
    monkeypatch.setattr(solver, "perf_counter", lambda: now)


@pytest.mark.usefixtures("slow_loading")
@pytest.mark.parametrize(
    ("text", "loads"),
    [
        ("ida_star(pdb(3-2), lookback=6)", 1),
        ("astar(pdb(3-2))", 1),
        ("rbfs(pdb(3-2))", 1),
        ("bidirectional_astar(pdb(3-2))", 2),  # for the start too
    ],
)
def test_loading_does_not_count(text: str, loads: int) -> None:
    method = choose_method(text)
    plain = run_method(PROBLEM, method)
    assert plain.seconds == loads * LOADING
    heuristic_choice._build.cache_clear()
    prepared = run_prepared(PROBLEM, method)
    assert prepared.seconds == 0
    assert (prepared.solution, prepared.stats, prepared.spec) == (plain.solution, plain.stats, plain.spec)


def test_a_board_that_is_too_large_for_the_searches_of_the_core_is_constructed() -> None:
    state = [*range(1, 100), 0]
    state[0], state[1], state[2] = state[1], state[2], state[0]
    result = run_prepared(Problem(Board(state)), choose_method("constructive"))
    assert result.status is Status.SOLVED


@pytest.mark.skipif(not _native.is_available(), reason=_native.describe())
def test_limits_and_cancellation_hold_while_tables_are_loaded() -> None:
    problem = Problem("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 0 14 15")
    method = choose_method("ida_star(pdb(5-5-5))")
    cancellation = Cancellation()
    cancellation.cancel()
    for limits, given, status in ((Limits(time=0), None, Status.LIMIT), (Limits(), cancellation, Status.CANCELLED)):
        heuristic_choice._build.cache_clear()
        store._obtain.cache_clear()
        result = run_prepared(problem, method, limits=limits, cancellation=given)
        assert result.status is status
        assert heuristic_choice._build.cache_info().currsize == 0  # it ended while the databases were built


def test_an_unsolvable_board_loads_nothing() -> None:
    heuristic_choice._build.cache_clear()
    result = run_prepared(Problem("1 2 3 / 5 4 0"), choose_method("astar(pdb)"))
    assert result.status is Status.UNSOLVABLE
    assert heuristic_choice._build.cache_info().currsize == 0
