"""Runs on tables from files: a file that is damaged or changes never makes a wrong result."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from taquin import _native
from taquin.errors import TableError
from taquin.heuristics import pattern_database
from taquin.heuristics.pattern_database import PatternDatabases
from taquin.puzzle.board import Board
from taquin.puzzle.goals import standard
from taquin.run.limits import Cancellation
from taquin.run.observer import Observer
from taquin.run.progress import Progress
from taquin.run.result import Quality, Status
from taquin.solving import heuristic_choice
from taquin.solving.solver import Backend, solve
from taquin.tables.distances import DistanceTable
from taquin.tables.pdb import store
from taquin.tables.pdb.pattern import parse_partition
from taquin.tables.storage import loading
from taquin.tables.storage.folder import CacheWarning

pytestmark = pytest.mark.skipif(not _native.is_available(), reason=_native.describe())

GOAL = Board([1, 2, 3, 4, 5, 6, 7, 8, 0])
START = Board("8 6 7 / 2 5 4 / 3 0 1")
HARDEST = 31
HEURISTIC = "pdb(4-4)"


def forget_tables() -> None:
    """Empty the caches of what was made from tables."""
    for cached in (store._obtain, heuristic_choice._build, pattern_database._arrange):
        cached.cache_clear()


@pytest.fixture(autouse=True)
def paths(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Path]]:
    """Stored databases, which count as large."""
    monkeypatch.setattr(loading, "LARGEST_COPY", 0)
    forget_tables()
    for pattern in parse_partition("4-4", GOAL).patterns:
        store.ensure(pattern)
    yield store.stored_paths()
    forget_tables()


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


@pytest.mark.parametrize("heuristic", [HEURISTIC, "pdb"])
def test_a_limit_ends_the_check(monkeypatch: pytest.MonkeyPatch, heuristic: str) -> None:
    clock = count(0.0, 3600.0)
    monkeypatch.setattr("taquin.run.budget.perf_counter", lambda: next(clock))
    monkeypatch.setattr("taquin.tables.pdb.pattern.DEFAULT_ENTRIES", 1000)  # pdb prefers the stored databases
    result = solve(START, algorithm="ida_star", heuristic=heuristic, time=60)
    assert (result.status, result.length) == (Status.LIMIT, None)
    assert store._obtain.cache_info().currsize == 0


def test_a_heuristic_whose_file_changed_is_an_error(paths: list[Path]) -> None:
    heuristic = PatternDatabases(GOAL, partition="4-4")
    assert solve(START, algorithm="astar", heuristic=heuristic).length == HARDEST
    assert heuristic.estimate(START) > 0
    for path in paths:
        spoil(path)
        os.utime(path, (1, 1))
    with pytest.raises(TableError, match=r"a heuristic object must be constructed again"):
        solve(START, algorithm="astar", heuristic=heuristic)
    with pytest.raises(TableError, match="was changed while it was in use"):
        heuristic.estimate(START)


@pytest.mark.parametrize("backend", ["native", "python"])
def test_a_search_stops_soon_after_its_table_changes(backend: Backend) -> None:
    """With a truncated table, whose entries read as 0, IDA* would not end for hours."""
    reports, cancellation = count(1), Cancellation()

    def truncate(progress: Progress) -> None:
        if next(reports) > 20:
            cancellation.cancel()
        for path in store.stored_paths():
            os.truncate(path, 4096)

    far = Board("0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1")  # 80 moves
    for pattern in parse_partition("5-5-5", standard(far.shape)).patterns:
        store.ensure(pattern)
    with pytest.raises(TableError, match="was changed while it was in use"):
        solve(
            far,
            algorithm="ida_star",
            heuristic="pdb(5-5-5)",
            backend=backend,
            progress=truncate,
            cancellation=cancellation,
        )
    assert not cancellation.is_cancelled
    with pytest.warns(CacheWarning, match="is not used"):  # the next run opens the files again
        assert solve(far.play("R"), far, algorithm="astar", heuristic="pdb(5-5-5)").length == 1


def test_auto_passes_over_damaged_databases(paths: list[Path]) -> None:
    for path in paths:
        spoil(path)
    with pytest.warns(CacheWarning, match="is not used"):
        result = solve(START, algorithm="astar", heuristic="pdb")
    assert (result.length, result.quality) == (HARDEST, Quality.OPTIMAL)


EASIER = Board("1 2 3 / 4 0 5 / 6 7 8")  # 14 moves


class Truncating(Observer):
    """Truncates the files when a search begins to expand nodes."""

    def __init__(self, paths: list[Path]) -> None:
        self.paths = paths

    def expand(self, node: int) -> None:
        while self.paths:
            os.truncate(self.paths.pop(), 100)

    def report(self, progress: Progress) -> None:
        if progress.expanded:
            self.expand(0)


@pytest.mark.parametrize("how", ["observer", "progress"])
def test_a_file_that_is_truncated_during_a_run_is_an_error(
    paths: list[Path], monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    truncating = Truncating([*paths])
    monkeypatch.setattr("taquin.run.progress.PROGRESS_EVERY", 0)
    watch: Any = {"observer": truncating} if how == "observer" else {"progress": truncating.report}
    with pytest.raises(TableError, match="was changed while it was in use"):
        solve(EASIER, algorithm="astar", heuristic=HEURISTIC, backend="python", **watch)
    with pytest.warns(CacheWarning, match="is not used"):  # the next run opens the files again
        assert solve(EASIER, algorithm="astar", heuristic=HEURISTIC).length == 14
