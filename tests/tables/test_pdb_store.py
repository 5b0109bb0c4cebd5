"""Files of databases: intact or rebuilt, written completely or not at all, built once."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock

from taquin import _native
from taquin.heuristics.pattern_database import PatternDatabases, preferred_partition
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.run.limits import Cancellation
from taquin.tables.cache import CacheFile, CacheWarning
from taquin.tables.pdb import pattern as patterns
from taquin.tables.pdb import store
from taquin.tables.pdb.build import build_in_python
from taquin.tables.pdb.pattern import Pattern
from waiting import PATIENCE

PATTERN = Pattern(Shape(3, 3), 8, (0, 1, 3))
OTHER = Pattern(Shape(3, 3), 8, (0, 1, 4))
LARGE = Pattern(Shape(4, 4), 15, (0, 1, 2, 3, 4, 5))

needs_core = pytest.mark.skipif(not _native.is_available(), reason=_native.describe())


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    return tmp_path / "pdb"


def names(folder: Path) -> list[str]:
    """The names of the files in the folder, without locks."""
    return sorted(path.name for path in folder.iterdir() if path.suffix != ".lock") if folder.is_dir() else []


def expected(pattern: Pattern = PATTERN) -> bytes:
    return build_in_python(pattern) or b""


def test_a_file_is_built_and_opened(folder: Path) -> None:
    assert store.load(PATTERN) is None
    assert store.stored_paths() == []
    stored = store.ensure(PATTERN)
    assert stored is not None
    assert bytes(stored.table) == expected()
    assert stored.path == folder / "3x3-8-0.1.3.pdb"
    assert names(folder) == ["3x3-8-0.1.3.pdb"]
    again = store.load(PATTERN)
    assert again is not None
    assert isinstance(again.entries, memoryview)
    assert again.entries.readonly
    assert store.stored_paths() == [stored.path]
    assert store.file_of(PATTERN).find_damage(is_thorough=True) == ""
    assert store.has_files((PATTERN,))
    assert not store.has_files((PATTERN, OTHER))


def test_goals_with_other_names_share_files() -> None:
    goal = standard(Shape(3, 3))
    for pattern in PatternDatabases(goal, partition="4-4").partition.patterns:
        store.ensure(pattern)
    renamed = goal.swapped(1, 2).swapped(5, 7)
    partition = PatternDatabases(renamed, partition="4-4").partition
    assert store.has_files(partition.patterns)


def test_preferred_partition(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer, larger patterns are used if all their files exist."""
    goal = standard(Shape(3, 3))
    assert preferred_partition(standard(Shape(4, 4))) == "5-5-5"
    monkeypatch.setattr(patterns, "DEFAULT_ENTRIES", 1000)
    for larger in PatternDatabases(goal, partition="4-4").partition.patterns:
        assert preferred_partition(goal) == "3-3-2"
        assert PatternDatabases(goal).partition.text == "3-3-2"
        store.ensure(larger)
    assert preferred_partition(goal) == "4-4"
    assert PatternDatabases(goal).partition.text == "4-4"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_not_used() -> None:
    store.ensure(PATTERN)
    store.file_of(PATTERN).path.chmod(0)
    with pytest.warns(CacheWarning, match="is not used: .*denied"):
        assert store.load(PATTERN) is None


def damage_header(data: bytearray) -> bytearray:
    data[30] ^= 1
    return data


def damage_entries(data: bytearray) -> bytearray:
    data[-5] ^= 4
    return data


def other_pattern(data: bytearray) -> bytearray:
    store.ensure(OTHER)
    return bytearray(store.file_of(OTHER).path.read_bytes())


def other_version(data: bytearray) -> bytearray:
    file = store.file_of(PATTERN)
    CacheFile(file.name, file.kind, file.version + 1, file.key).write(expected(), {})
    return bytearray(file.path.read_bytes())


DAMAGES = {
    "header": (damage_header, "header is damaged"),
    "entries": (damage_entries, "checksum is wrong"),
    "version": (other_version, "another version"),
    "another": (other_pattern, "belongs to another key"),
    "cut": (lambda data: data[:-1], "bytes, found"),
    "longer": (lambda data: data + b"x", "bytes, found"),
    "short": (lambda data: data[:5], "not a Taquin table"),
    "empty": (lambda data: bytearray(), "not a Taquin table"),
    "foreign": (lambda data: bytearray(b"\x89PNG" + bytes(5000)), "not a Taquin table"),
}


@pytest.mark.parametrize("kind", DAMAGES)
def test_damaged_files_are_detected_and_built_again(kind: str) -> None:
    store.ensure(PATTERN)
    path = store.file_of(PATTERN).path
    damage, message = DAMAGES[kind]
    path.write_bytes(damage(bytearray(path.read_bytes())))
    assert message in store.file_of(PATTERN).find_damage(is_thorough=True)
    with pytest.warns(CacheWarning, match=f"is not used: .*{message}"):
        assert store.load(PATTERN) is None
    with pytest.warns(CacheWarning, match="it is built again"):
        stored = store.ensure(PATTERN)
    assert stored is not None
    assert bytes(stored.table) == expected()
    assert store.file_of(PATTERN).find_damage(is_thorough=True) == ""


def test_heuristics_ignore_a_damaged_file() -> None:
    goal = standard(Shape(3, 3))
    patterns = PatternDatabases(goal, partition="4-4").partition.patterns
    store._obtain.cache_clear()
    store.ensure(patterns[0])
    store.file_of(patterns[0]).path.write_bytes(b"nonsense")
    with pytest.warns(CacheWarning, match="is not used"):
        assert PatternDatabases(goal, partition="4-4")(goal.state) == 0


def test_a_full_disk_leaves_no_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    issued: list[str] = []
    stored = store.ensure(PATTERN, warn=issued.append)
    assert stored is not None
    assert stored.path is None
    assert bytes(stored.table) == expected()
    assert "No space left" in issued[0]
    assert names(folder) == []


def test_a_failure_keeps_the_old_file(monkeypatch: pytest.MonkeyPatch) -> None:
    store.ensure(PATTERN)

    def fail(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(store, "build", fail)
    with pytest.raises(KeyboardInterrupt):
        store.ensure(PATTERN, is_forced=True)
    assert store.file_of(PATTERN).find_damage(is_thorough=True) == ""


@needs_core
def test_cancellation_leaves_no_file(folder: Path) -> None:
    cancellation = Cancellation()
    assert store.ensure(LARGE, progress=lambda progress: cancellation.cancel(), cancellation=cancellation) is None
    assert names(folder) == []
    assert store.ensure(LARGE, cancellation=cancellation) is None


def test_leftovers_of_killed_builders_are_removed(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / ".3x3-8-0.1.3.pdb.00112233445566aa.part").write_bytes(b"half")
    store.ensure(PATTERN)
    assert names(folder) == ["3x3-8-0.1.3.pdb"]


BUILDER = """
import signal
import sys
from taquin.tables.pdb import store
from taquin.tables.pdb.pattern import Pattern
import taquin.tables.pdb.store as module
original = module.build
def build(*arguments, **options):
    print("building", flush=True)
    return original(*arguments, **options)
module.build = build
def wait_for_a_signal(progress):
    print("waiting", flush=True)
    signal.pause()
progress = wait_for_a_signal if sys.argv[2:] == ["wait"] else None
stored = store.ensure(Pattern.parse(sys.argv[1]), threads=1, progress=progress)
print(len(stored.table), flush=True)
"""


def start(pattern: Pattern, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", BUILDER, pattern.name, *arguments], stdout=subprocess.PIPE, text=True
    )


@needs_core
def test_two_processes_build_once(folder: Path) -> None:
    pattern = Pattern(Shape(4, 4), 15, (0, 1, 2, 3, 4))
    outputs = [process.communicate(timeout=PATIENCE)[0].split() for process in [start(pattern), start(pattern)]]
    assert sorted(map(len, outputs)) == [1, 2]
    assert all(output[-1] == str(pattern.size) for output in outputs)
    assert names(folder) == [pattern.name + ".pdb"]


@needs_core
@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_killed_builder_leaves_no_file_and_no_lock(folder: Path, number: signal.Signals) -> None:
    process = start(LARGE, "wait")
    assert process.stdout is not None
    assert process.stdout.readline() == "building\n"
    assert process.stdout.readline() == "waiting\n"
    process.send_signal(number)
    process.communicate(timeout=PATIENCE)
    assert process.returncode != 0
    assert [name for name in names(folder) if not name.startswith(".")] == []
    assert store.ensure(PATTERN) is not None
    with FileLock(folder / f".{LARGE.name}.pdb.lock").acquire(timeout=PATIENCE) as lock:
        assert lock.lock_counter == 1
