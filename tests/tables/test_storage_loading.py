"""Loading tables: every byte is checked, once per version of a file for large ones."""

from __future__ import annotations

import errno
import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import pytest

from taquin import _native
from taquin.tables.cache import CacheFile
from taquin.tables.storage import loading
from taquin.tables.storage.folder import CacheError, make_read_only
from taquin.tables.storage.loading import MappedTable, is_unchanged, record_path
from waiting import PATIENCE, wait_until

FILE = CacheFile("numbers.table", "numbers", 1, {"size": 3})
TABLE = Random(1).randbytes(60_000)
OFFSET = 4096

needs_core = pytest.mark.skipif(not _native.is_available(), reason=_native.describe())


@pytest.fixture(autouse=True)
def path(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a table that counts as large, and was modified 100 s ago. The time of its last change is now."""
    monkeypatch.setattr(loading, "LARGEST_COPY", 0)
    FILE.write(TABLE, {})
    os.utime(FILE.path, (time.time() - 100,) * 2)
    return FILE.path


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every check counts as late enough to be recorded."""
    monkeypatch.setattr(loading, "_SETTLED", 0)


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of blocks of every check."""
    compare, counts = loading._compare, list[int]()

    def count(table: Any, version: Any, header: Any) -> None:
        counts.append(len(header.checksums))
        compare(table, version, header)

    monkeypatch.setattr(loading, "_compare", count)
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
    """A check of samples would miss some."""
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
    assert not record_path(path).exists()


@needs_core
@pytest.mark.usefixtures("settled")
@pytest.mark.parametrize("content", [b"", b"{}", b"[" * 5000, b"null", b"\xff", b'{"began": 1}'])
def test_a_damaged_record_is_ignored(path: Path, checked: list[int], content: bytes) -> None:
    FILE.open()
    record_path(path).write_bytes(content)
    assert FILE.open() is not None
    assert len(checked) == 2


@needs_core
@pytest.mark.usefixtures("settled")
def test_processes_that_store_nothing_record_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.tables.storage.folder._is_read_only", False)
    make_read_only()
    FILE.open()
    assert not record_path(path).exists()


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


@needs_core
@pytest.mark.parametrize("change", [lambda path: os.truncate(path, OFFSET + 100), lambda path: flip(path, 5)])
def test_a_file_that_changes_during_use_is_found(path: Path, change: Callable[[Path], None]) -> None:
    stored = FILE.open()
    assert stored is not None
    assert is_unchanged(stored.table)
    change(path)
    assert len(bytes(stored.table)) == len(TABLE)  # no signal ends the process
    assert not is_unchanged(stored.table)


@needs_core
def test_a_file_that_could_not_be_checked_once_stays_distrusted(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the check that ends a search would be followed by one that finds nothing to report."""
    stored = FILE.open()
    assert stored is not None

    def fail(_descriptor: int) -> os.stat_result:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fstat", fail)
        assert not is_unchanged(stored.table)
    assert not is_unchanged(stored.table)


@needs_core
def test_a_file_that_is_removed_or_replaced_stays_in_use(path: Path) -> None:
    stored = FILE.open()
    assert stored is not None
    path.unlink()
    FILE.write(TABLE[::-1], {})
    assert is_unchanged(stored.table)
    assert bytes(stored.table) == TABLE


def test_a_copy_does_not_change(path: Path) -> None:
    stored = FILE.open(is_copied=True)
    assert stored is not None
    os.truncate(path, 0)
    assert bytes(stored.table) == TABLE
    assert is_unchanged(stored.table)


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

    monkeypatch.setattr(MappedTable, "__new__", refuse)
    stored = FILE.open()
    assert stored is not None
    assert bytes(stored.table) == TABLE


@needs_core
@pytest.mark.skipif(os.name == "nt", reason="a mapped file cannot be truncated")
def test_an_unguarded_mapping_that_is_truncated_ends_the_process_as_before(tmp_path: Path) -> None:
    code = (
        "import mmap, os, sys\n"
        "from taquin import _native\n"
        "other = mmap.mmap(-1, 4096)\n"
        "guard = _native.load().MappingGuard(memoryview(other))\n"
        "mapped = mmap.mmap(os.open(sys.argv[1], os.O_RDONLY), 0, access=mmap.ACCESS_READ)\n"
        "os.truncate(sys.argv[1], 0)\n"
        "print(mapped[0])\n"
    )
    file = tmp_path / "file"
    file.write_bytes(bytes(4096))
    ended = subprocess.run([sys.executable, "-c", code, str(file)], capture_output=True, timeout=PATIENCE, check=False)
    assert ended.returncode != 0  # of the handler that was installed before: a sanitizer has its own
    assert ended.stdout == b""
