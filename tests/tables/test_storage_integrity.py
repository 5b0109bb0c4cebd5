"""Checks of tables: every byte once for each version of a file, in the background for large ones."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any, NoReturn

import pytest

from taquin import _native
from taquin.tables.cache import CacheError, CacheFile
from taquin.tables.storage import integrity, mapping, records
from taquin.tables.storage.folder import make_read_only
from taquin.tables.storage.integrity import Check, copied_tables, deferred_checks
from taquin.tables.storage.mapping import MappedTable
from waiting import PATIENCE, wait_until

FILE = CacheFile("numbers.table", "numbers", 1, {"size": 3})
TABLE = Random(1).randbytes(60_000)
OFFSET = 4096

needs_core = pytest.mark.skipif(not _native.is_available(), reason=_native.describe())


@pytest.fixture(autouse=True)
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a table that counts as large, and was written long ago."""
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    monkeypatch.setattr(integrity, "LARGEST_COPY", 0)
    FILE.write(TABLE, {})
    make_old(FILE.path)
    return FILE.path


def make_old(path: Path, seconds: float = 100) -> None:
    """Let the file look as if it was modified some time ago. Its other time cannot be set."""
    os.utime(path, (time.time() - seconds,) * 2)


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every check counts as late enough to be recorded."""
    monkeypatch.setattr(records, "_SETTLED", 0)


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of blocks of every check."""
    compare, counts = integrity._compare, list[int]()

    def count(blocks: Any, header: Any) -> str:
        counts.append(len(header.checksums))
        return compare(blocks, header)

    monkeypatch.setattr(integrity, "_compare", count)
    return counts


def flip(path: Path, position: int, *, keeps_time: bool = False) -> None:
    found = path.stat()
    with path.open("r+b") as file:
        file.seek(OFFSET + position)
        byte = file.read(1)[0]
        file.seek(OFFSET + position)
        file.write(bytes([byte ^ 1]))
    if keeps_time:
        os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))


def test_every_flipped_byte_is_found(path: Path) -> None:
    """As found before: 64 blocks of a large table were checked, and one flipped byte was missed 27 times of 60."""
    for position in Random(2).sample(range(len(TABLE)), 60):
        flip(path, position)
        with pytest.raises(CacheError, match="checksum"):
            FILE.open()
        flip(path, position)
        assert FILE.open() is not None


@needs_core
@pytest.mark.usefixtures("settled")
def test_a_version_is_checked_once(path: Path, checked: list[int]) -> None:
    for _ in range(3):
        stored = FILE.open()
        assert stored is not None
        assert bytes(stored.table) == TABLE
    assert len(checked) == 1
    flip(path, 12, keeps_time=True)  # the time of the change differs
    with pytest.raises(CacheError, match="checksum"):
        FILE.open()
    assert len(checked) == 2


@needs_core
def test_a_check_right_after_a_change_is_not_recorded(path: Path, checked: list[int]) -> None:
    """Another change could leave the same times: clocks of file systems tick slowly."""
    FILE.open()
    FILE.open()
    assert len(checked) == 2
    assert not records.record_path(path).exists()


@needs_core
@pytest.mark.usefixtures("settled")
@pytest.mark.parametrize("content", [b"", b"{}", b"[" * 5000, b"null", b"\xff", b'{"began": 1}'])
def test_a_damaged_record_is_none(path: Path, checked: list[int], content: bytes) -> None:
    FILE.open()
    records.record_path(path).write_bytes(content)
    assert FILE.open() is not None
    assert len(checked) == 2


@needs_core
@pytest.mark.usefixtures("settled")
def test_processes_that_store_nothing_record_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.tables.storage.folder._is_read_only", False)
    make_read_only()
    FILE.open()
    assert not records.record_path(path).exists()


@needs_core
@pytest.mark.usefixtures("settled")
def test_verifying_checks_again_and_records(path: Path, checked: list[int]) -> None:
    assert FILE.find_damage(is_thorough=True) == FILE.find_damage(is_thorough=True) == ""
    assert FILE.open() is not None
    assert len(checked) == 2
    flip(path, 7)
    assert FILE.find_damage() == ""  # header and size only
    assert FILE.find_damage(is_thorough=True) == "its checksum is wrong"
    assert FILE.find_damage() == "its checksum is wrong"  # known now


class Gate:
    """Holds checks until it is opened."""

    def __init__(self, compare: Callable[..., str]) -> None:
        self._compare, self._opened = compare, Event()

    def open(self) -> None:
        self._opened.set()

    def __call__(self, blocks: Any, header: Any) -> str:
        assert self._opened.wait(PATIENCE)
        return self._compare(blocks, header)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    made = Gate(integrity._compare)
    monkeypatch.setattr(integrity, "_compare", made)
    yield made
    made.open()


@needs_core
def test_a_deferred_check_is_waited_for_before_a_result_is_trusted(path: Path, gate: Gate) -> None:
    flip(path, 40_000)
    issued = list[str]()
    with deferred_checks() as use:
        stored = FILE.open()
        assert stored is not None
        assert stored.table[40_000] != TABLE[40_000]  # used before it is checked
        assert not use.is_checked
        opener = Thread(target=gate.open)
        opener.start()
        assert not use.is_sound(issued.append)
        opener.join()
        assert issued == [f"{path} is not used: its checksum is wrong"]
        assert not use.is_sound(issued.append)  # what was made before stays unsound
        with pytest.raises(CacheError, match="checksum"):
            FILE.open()
    with deferred_checks() as use:
        assert use.is_sound(issued.append)
    assert len(issued) == 1


@needs_core
def test_what_is_made_from_unchecked_tables_is_not_kept(gate: Gate) -> None:
    made = []

    @integrity.cached_from_tables(4)
    def make(number: int) -> int:
        made.append(number)
        return number

    with deferred_checks():
        stored = FILE.open()
        make(1)
        make(1)
    assert made == [1]
    make(1)
    assert made == [1, 1]
    gate.open()
    with deferred_checks() as use:
        assert use.is_sound()
        make(1)
    make(1)
    assert made == [1, 1]
    assert stored is not None


@needs_core
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda path: os.truncate(path, OFFSET + 100), "truncated"),
        (lambda path: flip(path, 5), "changed while it was in use"),
    ],
)
def test_a_file_that_changes_during_use_is_found(path: Path, change: Callable[[Path], None], reason: str) -> None:
    issued = list[str]()
    with deferred_checks() as use:
        stored = FILE.open()
        assert stored is not None
        assert use.is_sound(issued.append)
        change(path)
        assert len(bytes(stored.table)) == len(TABLE)  # no signal ends the process
        assert not use.is_sound(issued.append)
    assert len(issued) == 1
    assert reason in issued[0]
    assert not integrity.is_unchanged(stored.table)


@needs_core
def test_a_file_that_is_removed_or_replaced_stays_in_use(path: Path) -> None:
    with deferred_checks() as use:
        stored = FILE.open()
        assert stored is not None
        path.unlink()
        FILE.write(TABLE[::-1], {})
        assert use.is_sound()
        assert bytes(stored.table) == TABLE


@needs_core
def test_a_copy_does_not_change(path: Path) -> None:
    with copied_tables():
        stored = FILE.open()
    assert stored is not None
    os.truncate(path, 0)
    assert bytes(stored.table) == TABLE
    assert integrity.is_unchanged(stored.table)


@needs_core
def test_mappings_are_released(path: Path) -> None:
    def count() -> int:
        gc.collect()
        return len(list(Path("/proc/self/fd").iterdir())) if Path("/proc/self/fd").exists() else 0

    before = count()
    for _ in range(5):
        stored = FILE.open()
        assert stored is not None
        assert isinstance(stored.table, memoryview)
        assert isinstance(stored.table.obj, MappedTable)
        del stored
    wait_until(lambda: count() == before)


def test_a_mapping_that_is_refused_is_a_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: Any, **options: Any) -> NoReturn:
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr(mapping.MappedTable, "__new__", refuse)
    stored = FILE.open()
    assert stored is not None
    assert bytes(stored.table) == TABLE


def test_a_check_runs_in_the_caller_where_no_thread_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Thread) -> NoReturn:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", refuse)
    check = Check(lambda: "damaged")
    assert not check.is_done
    assert check.wait() == "damaged"
    assert check.is_done


def test_a_check_that_fails_counts_as_damage() -> None:
    def fail() -> NoReturn:
        raise MemoryError

    assert "cannot be checked" in Check(fail).wait()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_a_fork_continues_a_check() -> None:
    release = Event()

    def wait() -> str:
        return "" if release.wait(PATIENCE) else "too slow"

    check = Check(wait)
    process = os.fork()
    if process == 0:
        release.set()
        os._exit(0 if check.wait() == "" else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0
    release.set()
    assert check.wait() == ""
