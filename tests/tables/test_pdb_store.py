"""Files of databases: which patterns they serve, which are preferred, and what is left after a failure."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from taquin import _native
from taquin.heuristics import pattern_database
from taquin.heuristics.pattern_database import PatternDatabases, preferred_partition
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.solving.solver import solve
from taquin.tables.pdb import pattern as patterns
from taquin.tables.pdb import store
from taquin.tables.pdb.build import BuildProgress, build_in_python
from taquin.tables.pdb.pattern import Pattern
from taquin.tables.storage import loading
from taquin.tables.storage.folder import CacheWarning

pytestmark = pytest.mark.usefixtures("own_cache")

PATTERN = Pattern(Shape(3, 3), 8, (0, 1, 3))
OTHER = Pattern(Shape(3, 3), 8, (0, 1, 4))


def names(own_cache: Path) -> list[str]:
    """The names of the files of databases, without locks."""
    return sorted(path.name for path in (own_cache / "pdb").iterdir() if path.suffix != ".lock")


def test_a_file_is_built_and_opened(own_cache: Path) -> None:
    assert store.load(PATTERN) is None
    assert store.stored_paths() == []
    stored = store.ensure(PATTERN)
    assert bytes(stored.table) == build_in_python(PATTERN)
    assert stored.path == own_cache / "pdb" / "3x3-8-0.1.3.pdb"
    assert names(own_cache) == ["3x3-8-0.1.3.pdb"]
    again = store.load(PATTERN)
    assert again is not None
    assert isinstance(again.entries, memoryview)
    assert again.entries.readonly
    assert store.stored_paths() == [stored.path]
    assert store.has_files((PATTERN,))
    assert not store.has_files((PATTERN, OTHER))


def test_goals_with_other_tile_numbers_share_files() -> None:
    goal = standard(Shape(3, 3))
    for pattern in PatternDatabases(goal, partition="4-4").partition.patterns:
        store.ensure(pattern)
    renamed = goal.swapped(1, 2).swapped(5, 7)
    assert store.has_files(PatternDatabases(renamed, partition="4-4").partition.patterns)


def test_fewer_larger_patterns_are_preferred_if_all_their_files_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    goal = standard(Shape(3, 3))
    assert preferred_partition(standard(Shape(4, 4))) == "5-5-5"
    monkeypatch.setattr(patterns, "DEFAULT_ENTRIES", 1000)
    method = "ida_star(max(pdb, manhattan))"
    assert solve(goal, goal, algorithm=method).spec == "ida_star(max(pdb(3-3-2), manhattan))"
    for larger in PatternDatabases(goal, partition="4-4").partition.patterns:
        assert preferred_partition(goal) == PatternDatabases(goal).partition.text == "3-3-2"
        store.ensure(larger)
    assert preferred_partition(goal) == PatternDatabases(goal).partition.text == "4-4"
    assert solve(goal, goal, algorithm=method).spec == "ida_star(max(pdb(4-4), manhattan))"


def test_searches_look_for_files_again_only_if_the_folder_changes(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patterns, "DEFAULT_ENTRIES", 1000)
    monkeypatch.setattr(loading, "_SETTLED", -(10**18))  # also a folder that was changed just now
    looked_for = []

    def has_files(searched: tuple[Pattern, ...]) -> bool:
        looked_for.append(searched)
        return store.has_files(searched)

    monkeypatch.setattr(pattern_database, "has_files", has_files)
    goal = standard(Shape(3, 3))
    assert [solve(goal, goal, algorithm="ida_star(pdb)").heuristic for _ in range(3)] == ["pdb(3-3-2)"] * 3
    assert len(looked_for) == 1
    assert not solve(goal, goal.swapped(1, 2), algorithm="ida_star(pdb)").is_searched  # no table is needed
    assert len(looked_for) == 1
    larger = PatternDatabases(goal, partition="4-4").partition.patterns
    for pattern in larger:
        store.ensure(pattern)
    assert [solve(goal, goal, algorithm="ida_star(pdb)").heuristic for _ in range(3)] == ["pdb(4-4)"] * 3
    assert len(looked_for) == 2
    for path in store.stored_paths():
        path.unlink()
    assert solve(goal, goal, algorithm="ida_star(pdb)").heuristic == "pdb(3-3-2)"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_not_used() -> None:
    store.ensure(PATTERN)
    store.file_of(PATTERN).path.chmod(0)
    with pytest.warns(CacheWarning, match="is not used: .*denied"):
        assert store.load(PATTERN) is None


def test_a_damaged_file_is_not_used_and_built_again() -> None:
    store.ensure(OTHER)
    store.ensure(PATTERN)
    path = store.file_of(PATTERN).path
    flipped = bytearray(path.read_bytes())
    flipped[-5] ^= 4
    another = store.file_of(OTHER).path.read_bytes()
    for content, message in ((flipped, "checksum is wrong"), (another, "belongs to another key")):
        path.write_bytes(content)
        assert message in store.file_of(PATTERN).find_damage(is_thorough=True)
        with pytest.warns(CacheWarning, match=f"is not used: .*{message}"):
            assert store.load(PATTERN) is None
        with pytest.warns(CacheWarning, match="it is built again"):
            stored = store.ensure(PATTERN)
        assert bytes(stored.table) == build_in_python(PATTERN)
        assert store.file_of(PATTERN).find_damage(is_thorough=True) == ""


def test_a_failure_keeps_the_old_file(monkeypatch: pytest.MonkeyPatch) -> None:
    store.ensure(PATTERN)

    def fail(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(store, "build", fail)
    with pytest.raises(KeyboardInterrupt):
        store.ensure(PATTERN, is_forced=True)
    assert store.file_of(PATTERN).find_damage(is_thorough=True) == ""


LARGE = Pattern(Shape(4, 4), 15, (0, 1, 2, 3, 4, 5))


@pytest.mark.skipif(not _native.is_available(), reason=_native.describe())
def test_an_interruption_leaves_no_file(own_cache: Path) -> None:
    def interrupt(progress: BuildProgress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.ensure(LARGE, progress=interrupt)
    assert names(own_cache) == []


def test_heuristics_ignore_a_damaged_file() -> None:
    goal = standard(Shape(3, 3))
    patterns = PatternDatabases(goal, partition="4-4").partition.patterns
    store._obtain.cache_clear()
    store.ensure(patterns[0])
    store.file_of(patterns[0]).path.write_bytes(b"nonsense")
    with pytest.warns(CacheWarning, match="is not used"):
        assert PatternDatabases(goal, partition="4-4")(goal.state) == 0
