"""When a run of anytime solving builds the databases of a large board, and when it does without."""

from __future__ import annotations

from typing import Any

import pytest

from taquin import _native
from taquin.analysis.random_boards import random_board
from taquin.puzzle.problem import Problem
from taquin.run.limits import Limits, check_limits
from taquin.run.run import Run
from taquin.solving import native_proofs
from taquin.solving.method import Method, make_method
from taquin.solving.native_proofs import partition_to_build, seconds_to_build
from taquin.tables.pdb.build import Estimate
from taquin.tables.pdb.image import standard_image
from taquin.tables.pdb.pattern import Pattern

pytestmark = pytest.mark.skipif(not _native.is_available(), reason=_native.describe())

PROBLEM = Problem(random_board("5x5", seed=1))
SECONDS = 100.0  # for a database; 6-6-6-6 has two, because three of its patterns are symmetric


@pytest.fixture(autouse=True)
def estimates(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same estimate on machines with any number of cores."""
    monkeypatch.setattr(native_proofs, "estimate", lambda pattern: Estimate(pattern.size, pattern.size, SECONDS))


def test_a_long_run_builds_the_recommended_partition() -> None:
    partition = partition_to_build(PROBLEM, Limits(time=10**6))
    assert partition is not None
    assert partition.text == "6-6-6-6"


@pytest.mark.parametrize(
    ("size", "limits"),
    [("5x5", Limits()), ("5x5", Limits(time=10**6, nodes=10**9)), ("6x6", Limits(time=10**6))],
    ids=["no time limit", "a limit of nodes", "a board that is too large"],
)
def test_other_runs_build_nothing(size: str, limits: Limits) -> None:
    assert partition_to_build(Problem(random_board(size, seed=1)), limits) is None


@pytest.mark.parametrize(("time", "builds"), [(4 * SECONDS, True), (4 * SECONDS - 1, False)])
def test_a_run_builds_only_if_half_of_its_time_is_left_for_the_search(time: float, builds: bool) -> None:
    assert (partition_to_build(PROBLEM, Limits(time=time)) is not None) is builds


def test_databases_in_the_cache_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    partition = partition_to_build(PROBLEM, Limits(time=10**6))
    assert partition is not None
    assert seconds_to_build(partition) == 2 * SECONDS
    stored = standard_image(partition.patterns[0])
    monkeypatch.setattr(native_proofs, "has_files", lambda patterns: standard_image(*patterns) == stored)
    assert seconds_to_build(partition) == SECONDS


@pytest.mark.usefixtures("ticking_clock")
def test_a_build_that_is_slower_than_estimated_leaves_time_for_a_proof_without(monkeypatch: pytest.MonkeyPatch) -> None:
    def build_for_ever(pattern: Pattern) -> None:
        while True:
            check_limits()

    proofs: list[tuple[str, float]] = []

    def prove(problem: Problem, method: Method, *_: Any) -> None:
        proofs.append((method.text, run.seconds_left()))

    monkeypatch.setattr(native_proofs, "ensure", build_for_ever)
    monkeypatch.setattr(native_proofs, "_prove", prove)
    without = make_method("ida_star", "linear_conflict")
    run = Run(Limits(time=4 * SECONDS))
    native_proofs._build_and_prove(run, without, PROBLEM, make_method("ida_star", "pdb"), lambda *_: False, Limits())
    [(text, left)] = proofs
    assert text == "ida_star(linear_conflict)"
    assert left > SECONDS
