"""A cache folder that others may write, and tables that Taquin did not write: right answers, and one warning."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace as replace_fields
from pathlib import Path
from random import Random
from typing import Any

import pytest

from figures import Tally
from taquin import _native
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.tables import detours, ranked_distances
from taquin.tables.cache import CacheFile
from taquin.tables.pdb import store
from taquin.tables.pdb.pattern import parse_partition
from taquin.tables.scores import store as scores
from taquin.tables.slide_databases import slide_patterns
from taquin.tables.symmetry import standard_form
from waiting import PATIENCE

BOARD = "8 6 7 / 2 5 4 / 3 0 1"
SMALL = "0 7 6 5 / 4 3 2 1"
NOBODY = 65534
COMMANDS: dict[str, list[str]] = {
    "database": ["solve", BOARD, "-a", "ida_star(pdb(4-4))", "--json"],
    "database, Python": ["solve", BOARD, "-a", "ida_star(pdb(4-4))", "--json", "--backend", "python"],
    "detours": ["solve", BOARD, "-a", "ida_star(manhattan, lookback=10)", "--json"],
    "distances": ["hint", SMALL, "--json"],
    "slides": ["solve", "1 2 3 0 5 6 7 / 8 9 10 4 12 13 11", "--metric", "slides", "--json"],
    "score": ["estimate", "5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 0 14 15 12", "-e", "learned", "--json"],
}
PROGRAM = """
import sys
from taquin.tables import ranked_distances
ranked_distances.FILE_STATES = 300
from taquin.cli import run
sys.exit(run(sys.argv[1:]))
"""


def files_of(name: str) -> list[CacheFile]:
    """The files that a command reads."""
    if name.startswith("database"):
        partition = parse_partition("4-4", standard(Shape(3, 3)))
        return [store.file_of(store.image_to_store(pattern).pattern) for pattern in partition.patterns]
    if name == "slides":
        goal = standard(Shape(2, 7))
        form = standard_form(goal.shape, goal.blank)
        return [pattern.file for pattern in slide_patterns(form.shape, form.blank)]
    goal = standard(Shape(2, 4))
    return {
        "detours": [detours.table_file(Shape(3, 3), 10)],
        "distances": [ranked_distances.table_file(standard_form(goal.shape, goal.blank))],
        "score": [scores._user_file(Shape(4, 4))],
    }[name]


def answer(name: str, cache: Path) -> tuple[dict[str, Any], str]:
    """What a command answers, without times, and what it prints on standard error."""
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, *COMMANDS[name]],
        env={**os.environ, "TAQUIN_CACHE": str(cache)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    content: Any = json.loads(ended.stdout)
    found = content[0] if isinstance(content, list) else content
    return {key: found.get(key) for key in ("status", "quality", "length", "moves", "value", "best")}, ended.stderr


def forge(file: CacheFile, change: Callable[[bytes], bytes]) -> None:
    """Write a table with right checksums and other entries."""
    stored = file.open()
    assert stored is not None
    facts, table = dict(stored.facts), bytes(stored.table)
    file.write(change(table), facts)


def state(folder: Path) -> dict[str, object]:
    return {str(path): path.read_bytes() if path.is_file() else path.lstat().st_mode for path in folder.rglob("*")}


def give_away(path: Path) -> None:
    os.chown(path, NOBODY, -1, follow_symlinks=False)


def share(path: Path) -> None:
    os.chown(path, -1, 100)
    path.chmod(0o775)


def hide_behind_link(path: Path) -> None:
    path.rename(f"{path}.real")
    path.symlink_to(f"{path}.real")


def hide_behind_foreign_link(path: Path) -> None:
    hide_behind_link(path)
    give_away(path)


def replace(path: Path, make: Callable[[Path], object]) -> None:
    path.unlink()
    make(path)


def plus_two(table: bytes) -> bytes:
    return table.translate(bytes([0, *(min(entry + 2, 254) for entry in range(1, 256))]))


def shuffled(table: bytes) -> bytes:
    entries = bytearray(table)
    Random(1).shuffle(entries)
    return bytes(entries)


FORGERIES: dict[str, Callable[[bytes], bytes]] = {
    "larger entries": plus_two,
    "other order": lambda table: shuffled(table) if len(table) < 10**6 else table[::-1],
    "only zeros": lambda table: bytes(len(table)),
    "only ones": lambda table: b"\xff" * len(table),
    "random entries": lambda table: Random(1).randbytes(len(table)),
}


@pytest.fixture
def prepared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Makes a private cache folder with the tables that a command reads."""
    if not _native.is_available():
        pytest.skip(_native.describe())
    monkeypatch.setattr(ranked_distances, "FILE_STATES", 300)

    def prepare(name: str) -> Path:
        cache = tmp_path / "cache"
        monkeypatch.setenv("TAQUIN_CACHE", str(cache))
        for file in files_of(name):
            file.remove()
        if name.startswith("database"):
            for pattern in parse_partition("4-4", standard(Shape(3, 3))).patterns:
                store.ensure(pattern)
        elif name == "score":
            scores.write_user(scores.packaged_weights(Shape(4, 4)), {})
        elif name == "distances":
            ranked_distances.RankedDistances(standard(Shape(2, 4)))
        else:
            answer(name, cache)
        assert all(file.exists() for file in files_of(name))
        return cache

    return prepare


@pytest.mark.parametrize(
    "name", ["database", *(pytest.param(name, marks=pytest.mark.attack) for name in COMMANDS if name != "database")]
)
def test_forged_tables(name: str, prepared: Callable[[str], Path], tally: Tally) -> None:
    cache = prepared(name)
    expected, warnings = answer(name, cache)
    assert warnings == ""
    for how, change in FORGERIES.items():
        for file in files_of(name):
            forge(file, change)
        found, warnings = answer(name, cache)
        is_right = found == expected or name == "score"  # any weights are a score
        tally.add("" if is_right and "Traceback" not in warnings else f"{found}, {warnings}", (name, how))
        prepared(name)


@pytest.mark.parametrize(
    "name", ["database", *(pytest.param(name, marks=pytest.mark.attack) for name in COMMANDS if name != "database")]
)
def test_tables_of_other_versions(name: str, prepared: Callable[[str], Path], tally: Tally) -> None:
    cache = prepared(name)
    expected, _ = answer(name, cache)
    for change in (-1, 1):
        for file in files_of(name):
            other = replace_fields(file, version=file.version + change)
            other.write(FORGERIES["only ones"](bytes(file.size or 4096)), {})
        found, warnings = answer(name, cache)
        is_right = found == expected and "Traceback" not in warnings
        tally.add("" if is_right else f"{found}, {warnings}", (name, change))
        prepared(name)
    assert tally.failures == []


@pytest.mark.attack
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize("name", COMMANDS)
def test_a_cache_that_others_may_write(
    name: str, prepared: Callable[[str], Path], tally: Tally, tmp_path: Path
) -> None:
    cache = prepared(name)
    expected, _ = answer(name, cache)
    for file in files_of(name):
        forge(file, plus_two if name != "detours" else shuffled)
    paths = [file.path for file in files_of(name)]
    for_cache: dict[str, Callable[[Path], None]] = {
        "a folder for all": lambda path: path.chmod(0o777),
        "a folder for all, sticky": lambda path: path.chmod(0o1777),
        "a folder for a group": share,
        "a folder of another user": give_away,
        "a link of another user": hide_behind_foreign_link,
    }
    for_files: dict[str, Callable[[Path], None]] = {
        "files of another user": give_away,
        "files for all": lambda path: path.chmod(0o666),
        "links": hide_behind_link,
        "FIFOs": lambda path: replace(path, os.mkfifo),
        "folders": lambda path: replace(path, Path.mkdir),
        "links to a device": lambda path: replace(path, lambda path: path.symlink_to("/dev/zero")),
    }
    tables = {path: path.read_bytes() for path in paths}
    for how, make in (for_cache | for_files).items():
        for path in [cache] if how in for_cache else paths:
            make(path)
        before = state(tmp_path) if "folder" in how and "folders" not in how else None
        found, warnings = answer(name, cache)
        complaint = "" if found == expected else f"{found} instead of {expected}"
        if before is not None and state(tmp_path) != before:
            complaint = "the folder was written"
        if before is not None and warnings.count("is not used") != 1:
            complaint = f"expected one warning, found {warnings!r}"
        tally.add(complaint if "Traceback" not in warnings else warnings, (name, how))
        restore(cache, tables)


def restore(cache: Path, tables: dict[Path, bytes]) -> None:
    """A private folder with the forged tables."""
    if cache.is_symlink():
        cache.unlink()
        Path(f"{cache}.real").rename(cache)
    os.chown(cache, os.geteuid(), os.getegid())
    cache.chmod(0o755)
    for path, content in tables.items():
        for extra in path.parent.glob(f"*{path.name}*"):
            if extra.is_dir() and not extra.is_symlink():
                extra.rmdir()
            else:
                extra.unlink()
        path.write_bytes(content)
        path.chmod(0o644)
