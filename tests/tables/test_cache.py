"""Tables in files: built once, opened again, and replaced when they are damaged."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from taquin import _native
from taquin.analysis.known_solutions import look_up
from taquin.errors import SpecError, TableError
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import blank_first, standard
from taquin.puzzle.problem import Problem
from taquin.tables import distances
from taquin.tables.cache import CacheFile
from taquin.tables.distances import DistanceTable, ready_table
from taquin.tables.ranked_distances import describe_building
from taquin.tables.storage.folder import CacheError, CacheWarning, cache_folder
from waiting import PATIENCE

HEADER_SIZE = 4096  # of small tables: one page
FILE = CacheFile("numbers.table", "numbers", 1, {"size": 3})
TABLE, FACTS = bytes(range(256)) * 40, {"mean": 127.5}


@pytest.fixture(autouse=True)
def folder(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder that does not exist yet."""
    folder = own_cache / "new" / "cache"
    monkeypatch.setenv("TAQUIN_CACHE", str(folder))
    return folder


class Builder:
    """Builds a table and counts its calls."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self) -> tuple[bytes, dict[str, object]]:
        self.calls += 1
        return TABLE, dict(FACTS)


def files(folder: Path) -> list[str]:
    """The tables; a record of a check depends on when it was made."""
    if not folder.is_dir():
        return []
    return sorted(path.name for path in folder.iterdir() if path.suffix not in (".lock", ".checked"))


def test_a_table_is_built_once(folder: Path) -> None:
    build = Builder()
    assert not FILE.exists()
    assert FILE.open() is None
    for _ in range(3):
        stored = FILE.obtain(build)
        assert bytes(stored.table) == TABLE
        assert stored.facts == FACTS
        assert stored.path == FILE.path == folder / "numbers.table"
    assert build.calls == 1
    assert files(folder) == ["numbers.table"]
    assert FILE.path.stat().st_size == HEADER_SIZE + len(TABLE)


def flip(position: int) -> Callable[[bytes], bytes]:
    return lambda data: data[:position] + bytes([data[position] ^ 1]) + data[position + 1 :]


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (flip(HEADER_SIZE + 5000), "checksum is wrong"),
        (flip(30), "header is damaged"),
        (flip(13), "header is damaged"),
        (flip(15), "header is damaged"),
        (flip(HEADER_SIZE - 1), "header is damaged"),  # padding
        (flip(0), "not a Taquin table"),
        (lambda data: data[:-1], r"expected [\d,]+ bytes, found"),
        (lambda data: data[:HEADER_SIZE], r"expected [\d,]+ bytes, found"),
        (lambda data: data[:100], "header is damaged"),
        (lambda data: data + b"\0", r"expected [\d,]+ bytes, found"),
        (lambda data: b"", "not a Taquin table"),
        (lambda data: b"\x89PNG" + data, "not a Taquin table"),
        (lambda data: bytes(len(data)), "not a Taquin table"),
    ],
)
def test_a_damaged_file_is_built_again(damage: Callable[[bytes], bytes], reason: str, folder: Path) -> None:
    build, issued = Builder(), list[str]()
    FILE.obtain(build)
    FILE.path.write_bytes(damage(FILE.path.read_bytes()))
    with pytest.raises(CacheError, match=reason):
        FILE.open()
    assert bytes(FILE.obtain(build, warn=issued.append).table) == TABLE
    assert build.calls == 2
    assert len(issued) == 1
    assert re.search(reason, issued[0])
    assert issued[0].startswith(str(FILE.path))
    assert files(folder) == ["numbers.table"]
    FILE.open()


@pytest.mark.parametrize(
    "other",
    [
        CacheFile("numbers.table", "numbers", 2, {"size": 3}),
        CacheFile("numbers.table", "patterns", 1, {"size": 3}),
        CacheFile("numbers.table", "numbers", 1, {"size": 4}),
    ],
)
def test_a_file_of_another_table_is_replaced(other: CacheFile) -> None:
    other.write(b"something else", {})
    with pytest.warns(CacheWarning, match="cannot be used: it .* built again"):
        assert bytes(FILE.obtain(Builder()).table) == TABLE


def test_a_build_can_be_forced() -> None:
    build = Builder()
    FILE.obtain(build)
    FILE.obtain(build, is_forced=True)
    assert build.calls == 2


@pytest.mark.parametrize("error", [KeyboardInterrupt(), MemoryError()])
def test_a_build_that_fails_leaves_no_file(error: BaseException, folder: Path) -> None:
    def build() -> NoReturn:
        raise error

    with pytest.raises(type(error)):
        FILE.obtain(build)
    assert files(folder) == []
    assert bytes(FILE.obtain(Builder()).table) == TABLE  # the lock is released


def test_a_full_disk_leaves_no_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(descriptor: int) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fail)
    issued = list[str]()
    stored = FILE.obtain(Builder(), warn=issued.append)
    assert bytes(stored.table) == TABLE
    assert stored.path is None
    assert issued == [f"the table cannot be stored in {folder}: no space left on device; it is in memory only"]
    assert files(folder) == []


def test_an_unknown_home_folder_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", "~nosuchuser/tables")
    with pytest.raises(SpecError, match="home folder of '~nosuchuser'"):
        FILE.open()


def test_the_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", "~/tables")
    assert cache_folder() == Path.home() / "tables"
    monkeypatch.setenv("TAQUIN_CACHE", "")
    assert cache_folder().name == "taquin"


# Distance tables in files: the limit is lowered, so that small tables are stored


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    if "distance_table" not in _native.capabilities():
        pytest.skip(_native.describe())
    monkeypatch.setattr("taquin.tables.ranked_distances.FILE_STATES", 300)
    monkeypatch.setattr("taquin.tables.storage.loading.LARGEST_COPY", 0)
    monkeypatch.setattr(distances, "_recent", {})


@pytest.mark.usefixtures("large")
def test_distances_are_read_from_a_file(folder: Path) -> None:
    goal = standard(Shape(2, 3))
    assert "360 boards of 2×3" in describe_building(goal)
    assert ready_table(goal) is None
    assert look_up(Problem("0 3 2 / 1 5 4", goal)) is None
    made = DistanceTable(goal)
    assert describe_building(goal) == ""
    assert files(folder) == ["distances-2x3-blank-0.table"]
    reference = DistanceTable(goal, backend="python")
    ready = ready_table(goal)
    assert ready is not None
    for table in (made, ready):
        assert table.counts == reference.counts
        assert all(table.states_at(depth) == reference.states_at(depth) for depth in range(22))
    found = look_up(Problem(Board("0 5 4 / 3 2 1"), blank_first(Shape(2, 3))))  # another goal, from the same file
    assert found is not None
    assert found.length == DistanceTable(found.goal, backend="python").distance(found.start)
    assert files(folder) == ["distances-2x3-blank-0.table"]


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize(
    "change", [lambda path: os.truncate(path, 5000), lambda path: path.write_bytes(flip(5000)(path.read_bytes()))]
)
def test_a_table_whose_file_changes_is_not_used(folder: Path, change: Callable[[Path], None]) -> None:
    goal = standard(Shape(2, 4))
    far = Board("0 7 6 5 / 4 3 2 1")
    distance = distances.distance_table(goal).distance(far)
    found = distances.distance_table(goal)
    path = folder / "distances-2x4-blank-0.table"
    os.utime(path, (1, 1))
    assert ready_table(goal) is not found  # it is opened again
    ready = ready_table(goal)
    assert ready is not None
    change(path)
    with pytest.raises(TableError, match="was changed while it was in use"):
        ready.distance(far)
    with pytest.raises(TableError, match="was changed while it was in use"):
        ready.states_at(3)
    with pytest.warns(CacheWarning, match="cannot be used"):
        assert ready_table(goal) is None
    with pytest.warns(CacheWarning, match="cannot be used"):
        assert distances.distance_table(goal).distance(far) == distance


def test_leftovers_of_a_killed_process_are_removed(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / ".numbers.table.0123456789abcdef.part").write_bytes(b"half")
    (folder / ".other.table.00112233445566aa.part").write_bytes(b"not ours")
    FILE.obtain(Builder())
    assert files(folder) == [".other.table.00112233445566aa.part", "numbers.table"]


def test_a_folder_that_cannot_be_created(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path / "file"))
    with pytest.warns(CacheWarning, match="cannot be stored"):
        assert bytes(FILE.obtain(Builder()).table) == TABLE


def test_a_link_a_fifo_and_a_folder_are_not_opened(folder: Path) -> None:
    FILE.obtain(Builder())
    other = FILE.path.rename(folder / "elsewhere")
    plants: list[Callable[[], None]] = [lambda: FILE.path.symlink_to(other), lambda: os.mkfifo(FILE.path)]
    for plant in plants:
        plant()
        assert not FILE.exists()
        with pytest.raises(CacheError, match="it is "):
            FILE.open()
        with pytest.warns(CacheWarning, match="built again"):
            assert bytes(FILE.obtain(Builder()).table) == TABLE
        assert FILE.exists()  # what was planted is replaced
        FILE.path.unlink()
    assert other.is_file()
    FILE.path.mkdir()
    issued = list[str]()
    assert bytes(FILE.obtain(Builder(), warn=issued.append).table) == TABLE
    assert len(issued) == 2
    assert "cannot be stored" in issued[1]


@pytest.mark.skipif(sys.platform != "linux", reason="the variables of Linux")
def test_the_cache_folder_is_looked_up_again_only_if_a_variable_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_up: list[str] = []

    def look_up_folder(name: str, *, appauthor: bool) -> Path:
        looked_up.append(name)
        return Path(os.environ["XDG_CACHE_HOME"], name)

    monkeypatch.setattr("platformdirs.user_cache_path", look_up_folder)
    monkeypatch.delenv("TAQUIN_CACHE", raising=False)
    for caches in (tmp_path / "one", tmp_path / "two"):
        monkeypatch.setenv("XDG_CACHE_HOME", str(caches))
        assert [cache_folder() for _ in range(3)] == [caches / "taquin"] * 3
    assert len(looked_up) == 2


def test_three_processes_build_it_once(folder: Path, tmp_path: Path) -> None:
    code = (
        "import pathlib, sys, time\n"
        "from taquin.tables.cache import CacheFile\n"
        "def build():\n"
        "    print('built', flush=True)\n"
        "    while len([*begun.glob('*')]) < 3:\n"  # the others have begun, and have to wait
        "        time.sleep(0.01)\n"
        "    return bytes(10_000), {}\n"
        "begun, name = pathlib.Path(sys.argv[1]), sys.argv[2]\n"
        "(begun / name).touch()\n"
        "assert len(CacheFile('slow.table', 'slow', 1, {}).obtain(build).table) == 10_000\n"
    )
    begun = tmp_path / "begun"
    begun.mkdir()
    started = [
        subprocess.Popen([sys.executable, "-c", code, str(begun), name], stdout=subprocess.PIPE, text=True)
        for name in ("first", "second", "third")
    ]
    output = "".join(process.communicate(timeout=PATIENCE)[0] for process in started)
    assert [process.returncode for process in started] == [0, 0, 0]
    assert output == "built\n"
    assert files(folder) == ["slow.table"]


@pytest.mark.usefixtures("large")
def test_a_damaged_table_is_not_looked_up(folder: Path) -> None:
    goal = standard(Shape(2, 3))
    counts = DistanceTable(goal).counts
    path = folder / "distances-2x3-blank-0.table"
    path.write_bytes(flip(HEADER_SIZE + 100)(path.read_bytes()))
    with pytest.warns(CacheWarning, match="checksum"):
        assert look_up(Problem("1 2 3 / 4 0 5", goal)) is None
    with pytest.warns(CacheWarning, match="built again"):
        assert DistanceTable(goal).counts == counts
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ready_table(goal) is not None
