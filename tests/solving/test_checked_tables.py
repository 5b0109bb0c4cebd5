"""Runs on tables that are checked while the search runs: a damaged table never makes a wrong result."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest

from taquin import _native
from taquin.errors import TableError
from taquin.heuristics.manhattan import Manhattan
from taquin.heuristics.pattern_database import PatternDatabases
from taquin.puzzle.board import Board
from taquin.run.observer import Observer
from taquin.run.result import Quality, Status
from taquin.solving.solver import Backend, solve
from taquin.tables.cache import CacheWarning
from taquin.tables.distances import DistanceTable
from taquin.tables.pdb import store
from taquin.tables.pdb.pattern import parse_partition
from taquin.tables.storage import integrity, records
from waiting import PATIENCE, wait_until

pytestmark = pytest.mark.skipif(not _native.is_available(), reason=_native.describe())

GOAL = Board([1, 2, 3, 4, 5, 6, 7, 8, 0])
START = Board("8 6 7 / 2 5 4 / 3 0 1")
HARDEST = 31
EASIER = Board("1 2 3 / 4 0 5 / 6 7 8")  # 14 moves
HEURISTIC = "pdb(4-4)"


@pytest.fixture(autouse=True)
def paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Path]]:
    """Stored databases, which count as large."""
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    monkeypatch.setattr(integrity, "LARGEST_COPY", 0)
    integrity._forget_tables()
    for pattern in parse_partition("4-4", GOAL).patterns:
        store.ensure(pattern)
    yield store.stored_paths()
    integrity._forget_tables()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """Holds all checks in threads until it is set."""
    compare, opened = integrity._compare, Event()

    def wait(blocks: Any, header: Any) -> str:
        assert opened.wait(PATIENCE)
        return compare(blocks, header)

    monkeypatch.setattr(integrity, "_compare", wait)
    yield opened
    opened.set()


def spoil(path: Path) -> None:
    """Let every entry overestimate, by an even number, so that no search notices."""
    content = path.read_bytes()
    path.write_bytes(content[:4096] + bytes(min(entry + 6, 254) if entry else 0 for entry in content[4096:]))


@pytest.mark.parametrize("backend", ["native", "python"])
@pytest.mark.parametrize("algorithm", ["astar", "ida_star"])
def test_a_damaged_table_yields_no_wrong_result(
    paths: list[Path], corner: DistanceTable, algorithm: str, backend: Backend
) -> None:
    for path in paths:
        spoil(path)
    random = Random(3)
    with warnings.catch_warnings(record=True) as issued:
        warnings.simplefilter("always")
        for depth in (12, 20, 27):
            start = Board.from_state(corner.state_at(depth, random.randrange(corner.counts[depth])), GOAL.shape)
            result = solve(start, algorithm=algorithm, heuristic=HEURISTIC, backend=backend)
            assert (result.length, result.quality) == (depth, Quality.OPTIMAL)
            assert result.lower_bound == depth
    assert {warning.category for warning in issued} == {CacheWarning}
    assert "its checksum is wrong" in str(issued[0].message)


def test_without_the_check_the_result_would_be_wrong(paths: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Or an error: what the tests above find is not found by chance."""
    for path in paths:
        spoil(path)
    monkeypatch.setattr(integrity, "_compare", lambda blocks, header: "")
    result = solve(EASIER, algorithm="astar", heuristic=HEURISTIC, backend="native")
    assert result.length != 14 or result.lower_bound != 14 or result.stats.expanded != 127


def test_a_limit_does_not_wait_for_the_check(gate: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "_SETTLED", 0)  # a check of a new file is recorded too
    result = solve(START, algorithm="ida_star", heuristic=HEURISTIC, nodes=5)
    assert not gate.is_set()
    assert result.status is Status.LIMIT
    assert result.lower_bound == Manhattan(GOAL)(START.state)  # what the databases say is not proven yet
    gate.set()
    wait_until(lambda: integrity.TableUse().is_checked)
    assert solve(START, algorithm="ida_star", heuristic=HEURISTIC, nodes=5).lower_bound > result.lower_bound


def test_a_solution_whose_check_takes_longer_than_the_limit_is_not_proven(
    gate: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock of the run stands still until the search waits for the check."""
    wait, now = integrity.Check.wait, 0.0

    def wait_long(check: integrity.Check) -> str:
        nonlocal now
        now += 3600
        return wait(check)

    monkeypatch.setattr(integrity.Check, "wait", wait_long)
    monkeypatch.setattr("taquin.run.run.perf_counter", lambda: now)
    result = solve(START, algorithm="ida_star", heuristic=HEURISTIC, time=60)
    assert not gate.is_set()
    assert (result.status, result.length, result.quality) == (Status.SOLVED, HARDEST, Quality.UNPROVEN)
    gate.set()
    result = solve(START, algorithm="ida_star", heuristic=HEURISTIC)
    assert (result.length, result.quality) == (HARDEST, Quality.OPTIMAL)


class Truncating(Observer):
    """Truncates the files when a search begins to expand nodes."""

    def __init__(self, paths: list[Path]) -> None:
        self.paths = paths

    def expand(self, node: int) -> None:
        while self.paths:
            os.truncate(self.paths.pop(), 100)


def test_a_file_that_is_truncated_under_an_observer_is_an_error(paths: list[Path]) -> None:
    observer = Truncating([*paths])
    with pytest.warns(CacheWarning, match="truncated"), pytest.raises(TableError, match="was changed while"):
        solve(EASIER, algorithm="astar", heuristic=HEURISTIC, observer=observer)


def test_a_damaged_table_is_left_out_under_an_observer(paths: list[Path]) -> None:
    for path in paths:
        spoil(path)
    with pytest.warns(CacheWarning, match="checksum"):
        result = solve(EASIER, algorithm="astar", heuristic=HEURISTIC, observer=Observer())
    assert (result.length, result.quality) == (14, Quality.OPTIMAL)


def test_a_file_that_is_truncated_during_a_run_is_left_out(paths: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    left = [*paths]

    def truncate(progress: object) -> None:
        while left:
            os.truncate(left.pop(), 100)

    monkeypatch.setattr("taquin.run.run.PROGRESS_EVERY", 0)
    with pytest.warns(CacheWarning, match="is not used"):
        result = solve(EASIER, algorithm="astar", heuristic=HEURISTIC, backend="python", progress=truncate)
    assert not left
    assert (result.length, result.quality) == (14, Quality.OPTIMAL)


def test_a_heuristic_whose_file_changed_is_an_error(paths: list[Path]) -> None:
    heuristic = PatternDatabases(GOAL, partition="4-4")
    assert solve(START, algorithm="astar", heuristic=heuristic).length == HARDEST
    assert heuristic.estimate(START) > 0
    for path in paths:
        spoil(path)
        os.utime(path, (1, 1))
    with (
        pytest.warns(CacheWarning),
        pytest.raises(TableError, match=r"was changed after it was opened \(construct the heuristic again\)"),
    ):
        solve(START, algorithm="astar", heuristic=heuristic)
    with pytest.raises(TableError, match="was changed after it was opened"):
        heuristic.estimate(START)


def test_auto_passes_over_damaged_databases(paths: list[Path]) -> None:
    for path in paths:
        spoil(path)
    with pytest.warns(CacheWarning, match="is not used"):
        result = solve(START, algorithm="astar", heuristic="pdb")
    assert (result.length, result.quality) == (HARDEST, Quality.OPTIMAL)
