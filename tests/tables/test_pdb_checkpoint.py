"""Checkpoints of builds: written at intervals, resumed after an interruption or a kill, removed when complete."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from taquin import _native
from taquin.cli import run
from taquin.puzzle.geometry import Shape
from taquin.tables.cache import CacheFile
from taquin.tables.pdb import build as checkpoint
from taquin.tables.pdb import store
from taquin.tables.pdb.build import BuildProgress, build
from taquin.tables.pdb.pattern import Pattern

pytestmark = pytest.mark.skipif(not _native.is_available(), reason=_native.describe())

PATTERN = Pattern(Shape(4, 4), 15, (0, 1, 4, 5, 6))
NAME = f"{PATTERN.name}.part"


@pytest.fixture(autouse=True)
def folder(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Save small builds too, at every poll."""
    monkeypatch.setattr(checkpoint, "LEAST_ENTRIES", 0)
    monkeypatch.setattr(checkpoint, "SECONDS_BETWEEN", 0.0)
    monkeypatch.setattr(checkpoint, "SHARE_OF_TIME", float("inf"))
    return own_cache / "pdb"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.suffix != ".lock")


def entries(pattern: Pattern = PATTERN) -> bytes:
    found = build(pattern)
    return bytes(found)


LEVEL = 5
"""A build is interrupted at the second poll from this level on. The first one was saved."""


def interrupt_when_saved(folder: Path) -> None:
    """Build until a checkpoint of some level is written, then interrupt it as Ctrl-C does."""
    polls: list[int] = []

    def interrupt(progress: BuildProgress) -> None:
        if progress.level >= LEVEL:
            polls.append(progress.level)
        if len(polls) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.ensure(PATTERN, threads=1, progress=interrupt)
    assert names(folder) == [NAME]


def finish(**arguments: Any) -> list[BuildProgress]:
    """Build the rest, and compare the entries with those of a build without interruption."""
    seen: list[BuildProgress] = []
    stored = store.ensure(PATTERN, threads=1, progress=seen.append, **arguments)
    assert bytes(stored.table) == entries()
    return seen


def test_an_interrupted_build_is_resumed(folder: Path) -> None:
    interrupt_when_saved(folder)
    saved = checkpoint.checkpoint_file(PATTERN).open()
    assert saved is not None
    known = PATTERN.size - bytes(saved.table[: PATTERN.size]).count(255)
    level = saved.facts["level"]
    assert isinstance(level, int)
    assert level >= LEVEL
    assert known > LEVEL
    seen = finish()
    assert all(progress.level >= level and progress.reached >= known for progress in seen)
    assert all(0 < progress.fraction <= 1 for progress in seen)
    assert names(folder) == [f"{PATTERN.name}.pdb"]


def test_a_damaged_checkpoint_is_not_used(folder: Path) -> None:
    interrupt_when_saved(folder)
    path = folder / NAME
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    finish()


def test_a_build_finishes_without_a_checkpoint_that_cannot_be_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = CacheFile.write
    tried = []

    def fail(self: CacheFile, *arguments: Any) -> None:
        if self.kind == checkpoint.CHECKPOINT_KIND:
            tried.append(self.name)
            raise OSError(errno.ENOSPC, "no space left on device")
        write(self, *arguments)

    monkeypatch.setattr(CacheFile, "write", fail)
    finish()
    assert len(tried) == 1
    assert names(folder) == [f"{PATTERN.name}.pdb"]


def test_small_builds_are_not_saved(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoint, "LEAST_ENTRIES", PATTERN.size + 1)
    seen: list[list[str]] = []
    store.ensure(PATTERN, threads=1, progress=lambda progress: seen.append(names(folder)))
    assert seen
    assert not any(seen)


def test_checkpoints_take_a_small_share_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkpoint that took 10 s is followed by 200 s of work."""
    now = 1000.0
    monkeypatch.setattr(checkpoint, "monotonic", lambda: now)
    monkeypatch.setattr(checkpoint, "SECONDS_BETWEEN", 30.0)
    monkeypatch.setattr(checkpoint, "SHARE_OF_TIME", 0.05)

    class SlowBuild:
        level = 3

        def workspace(self) -> bytes:
            nonlocal now
            now += 10
            return b"known"

    saved = checkpoint.Checkpoint(PATTERN)
    for seconds, is_due in ((29, False), (1, True)):
        now += seconds
        assert saved.is_due() == is_due
    saved.save(SlowBuild())
    for seconds, is_due in ((199, False), (1, True)):
        now += seconds
        assert saved.is_due() == is_due


def test_unfinished_builds_are_listed_and_removed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    interrupt_when_saved(folder)
    (folder / "notes.part").write_bytes(b"")
    assert run(["pdb", "list"]) == 0
    listed = capsys.readouterr().out
    assert f"{NAME}  " in listed
    assert "an unfinished build: pdb build continues it" in listed
    assert "notes.part" in listed
    assert run(["pdb", "verify", NAME]) == 0
    assert run(["pdb", "remove", NAME, "notes.part"]) == 0
    assert names(folder) == []


@pytest.mark.slow
def test_a_killed_build_is_resumed(folder: Path) -> None:
    code = f"""
import time
from taquin.tables.pdb import build as checkpoint, store
from taquin.tables.pdb.pattern import Pattern
checkpoint.LEAST_ENTRIES, checkpoint.SECONDS_BETWEEN, checkpoint.SHARE_OF_TIME = 0, 0.0, float("inf")
polls = []
def wait(progress):
    if progress.level >= {LEVEL}:
        polls.append(progress.level)
    if len(polls) == 2:
        print("saved", flush=True)
        time.sleep(3600)
store.ensure(Pattern.parse({PATTERN.name!r}), threads=1, progress=wait)
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=os.environ.copy())
    assert process.stdout is not None
    assert process.stdout.readline() == "saved\n"
    process.kill()
    process.communicate()
    (folder / f".{NAME}.00112233445566aa.part").write_bytes(b"half a checkpoint")
    assert NAME in names(folder)
    assert all(progress.level >= LEVEL for progress in finish())
    assert names(folder) == [f"{PATTERN.name}.pdb"]
