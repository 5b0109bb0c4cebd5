"""Whether the bytes of a table are those that its builder wrote.

A small table is read into memory and checked whenever it is opened. A large one is mapped, and all of its checksums are
checked once for every version of the file: a record says which version was found intact. Without a record the check
runs in a thread of its own. Whoever opens a table waits for it, except a run that says otherwise (``deferred_checks``):
that searches at once, and asks ``is_sound`` before it returns a result. So a damaged entry can make a search slow or
wrong, but never a result.

The memory of a mapped file is the file: it may be changed or truncated during the search. ``is_sound`` finds that too.
"""

from __future__ import annotations

import os
import time
import weakref
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, TypeVar

from taquin.run.limits import check_limits
from taquin.system.files import Bytes, read_fully, reason
from taquin.tables.storage.folder import CacheError, WarningHandler, issue_warning
from taquin.tables.storage.header import BLOCK, Header
from taquin.tables.storage.mapping import LARGEST_COPY, FileVersion, MappedTable, copy_table
from taquin.tables.storage.records import is_recorded, write_record

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

_POLL = 0.02  # seconds
_WRONG_CHECKSUM = "its checksum is wrong"

_is_deferred: ContextVar[bool] = ContextVar("is_deferred", default=False)
_is_copied: ContextVar[bool] = ContextVar("is_copied", default=False)

Made = TypeVar("Made")


def load_table(descriptor: int, path: Path, version: FileVersion, header: Header) -> Bytes:
    """The table of an open file, checked. Raises ``CacheError`` if it is damaged.

    With ``deferred_checks`` the check of a large table has only begun when this returns.
    """
    if damage := known_damage(version):
        raise CacheError(damage)
    is_small = header.size <= LARGEST_COPY or _is_copied.get()
    mapped = None if is_small else MappedTable.open(descriptor, path, version)
    if mapped is not None:
        _watch(mapped, header)
        return mapped.content(header.offset)
    table = copy_table(descriptor, header)
    if damage := _compare((table[start : start + BLOCK] for start in range(0, header.size, BLOCK)), header):
        _damaged[version] = damage
        raise CacheError(damage)
    return table


def check_file(descriptor: int, path: Path, version: FileVersion, header: Header) -> str:
    """What is wrong with the table of an open file; empty if all of its checksums are right, which is recorded."""
    began = time.time_ns()
    os.lseek(descriptor, header.offset, os.SEEK_SET)
    try:
        damage = _compare((read_fully(descriptor, BLOCK) for _ in header.checksums), header)
    except OSError as error:
        return f"it cannot be read: {reason(error)}"
    if damage:
        _damaged[version] = damage
    else:
        write_record(path, version, header, began)
    return damage


def _compare(blocks: Iterable[Bytes], header: Header) -> str:
    for block, checksum in zip(blocks, header.checksums, strict=True):
        if zlib.crc32(block) != checksum:
            return _WRONG_CHECKSUM
        check_limits()
    return ""


class Check:
    """A check that runs in a thread of its own, or in that of the caller where no thread can be started."""

    def __init__(self, check: Callable[[], str] | None) -> None:
        """Start a check, a function that returns what is wrong. None stands for one that has found nothing."""
        self._check = check
        self._damage = ""
        self._is_done = Event()
        self._process = os.getpid()
        if check is None:
            self._is_done.set()
            return
        try:
            Thread(target=self._run_in_thread, name="taquin-check", daemon=True).start()
        except (RuntimeError, MemoryError):  # no thread can be started
            self._process = -1

    def _run(self) -> None:
        assert self._check is not None
        self._damage = self._check()
        self._check = None  # it holds the table
        self._is_done.set()

    def _run_in_thread(self) -> None:
        try:
            self._run()
        except Exception as error:  # noqa: BLE001 - such as no memory: whoever waits must not wait for ever
            self._damage = f"it cannot be checked: {error}"
            self._is_done.set()

    @property
    def is_done(self) -> bool:
        """Whether it has ended."""
        return self._is_done.is_set()

    @property
    def has_failed(self) -> bool:
        """Whether damage is found already."""
        return bool(self._damage)

    def wait(self) -> str:
        """Wait for the end; what is wrong, empty if nothing is. The limits of the run that waits are checked."""
        if not self.is_done and self._process != os.getpid():  # a fork has no threads
            self._run()
        while not self._is_done.wait(_POLL):
            check_limits()
        return self._damage


# Mapped tables

_checks: weakref.WeakKeyDictionary[MappedTable, Check] = weakref.WeakKeyDictionary()
_checks_lock = Lock()  # several threads may search at the same time
_damaged: dict[FileVersion, str] = {}
_caches: list[Callable[[], None]] = []
_damages_found = 0


def known_damage(version: FileVersion) -> str:
    """What this process knows to be wrong with a version of a file; empty if nothing is."""
    return _damaged.get(version, "")


def has_damage() -> bool:
    """Whether a table that this process uses is known to be damaged, so that a search may stop. Does not wait."""
    return any(check.has_failed or table.is_broken for table, check in _tables_in_use())


def _tables_in_use() -> list[tuple[MappedTable, Check]]:
    with _checks_lock:
        return list(_checks.items())


def _put_in_use(table: MappedTable, check: Check) -> None:
    with _checks_lock:
        _checks[table] = check


def is_unchanged(table: Bytes) -> bool:
    """Whether a table has still the content that it had when it was loaded. A copy has."""
    mapped = getattr(table, "obj", None)
    if not isinstance(mapped, MappedTable) or not mapped.find_change():
        return True
    _discard(mapped)
    return False


def _watch(table: MappedTable, header: Header) -> None:
    """Check a mapped table, unless there is a record of that. Raises ``CacheError`` if it is damaged."""
    if is_recorded(table.path, table.version, header):
        _put_in_use(table, Check(None))
        return
    content, path, version, began = table.content(header.offset), table.path, table.version, time.time_ns()

    def check() -> str:
        damage = _compare((content[start : start + BLOCK] for start in range(0, header.size, BLOCK)), header)
        if not damage:
            write_record(path, version, header, began)
        return damage

    _put_in_use(table, Check(check))
    if not _is_deferred.get() and (damage := _find_damage(table)):
        with _checks_lock:
            _checks.pop(table, None)  # nobody has used it
        raise CacheError(damage)


def _find_damage(table: MappedTable) -> str:
    """Wait for the check of a mapped table; what is wrong with it, empty if nothing is."""
    if (check := _checks.get(table)) is None:
        return ""
    damage = table.find_change() or check.wait() or table.find_change()
    if damage == _WRONG_CHECKSUM:
        _damaged[table.version] = damage
    return damage


def _discard(table: MappedTable) -> bool:
    """Forget a table that is not intact, and what was made from it. Returns False if that was done before."""
    global _damages_found  # noqa: PLW0603 - a count of the process
    with _checks_lock:
        if _checks.pop(table, None) is None:
            return False
    _forget_tables()
    _damages_found += 1
    return True


class TableUse:
    """A time in which tables are used: what was made from them is to be trusted if they are intact at its end."""

    def __init__(self) -> None:
        self._damages_before = _damages_found

    @property
    def is_checked(self) -> bool:
        """Whether all checks have ended, so that ``is_sound`` does not wait."""
        return all(check.is_done for _, check in _tables_in_use())

    def is_sound(self, warn: WarningHandler = issue_warning) -> bool:
        """Wait for all checks. Whether no damage was found since the use began; ``warn`` is called for what is found.

        A table that is damaged is forgotten: whoever opens it again gets an error, or another version of the file.
        """
        for table, _ in _tables_in_use():
            if (damage := _find_damage(table)) and _discard(table):
                warn(f"{table.path} is not used: {damage}")
        return _damages_found == self._damages_before


@contextmanager
def deferred_checks() -> Iterator[TableUse]:
    """Let large tables be used before they are checked. The caller asks ``is_sound`` before it trusts a result."""
    token, use = _is_deferred.set(True), TableUse()
    try:
        yield use
    finally:
        _is_deferred.reset(token)
        if not use.is_checked:
            _forget_tables()  # others get only what is made from tables that are checked


@contextmanager
def copied_tables() -> Iterator[None]:
    """Copy large tables too, so that nothing can change them while they are used."""
    token = _is_copied.set(True)
    try:
        yield
    finally:
        _is_copied.reset(token)
        _forget_tables()


def cached_from_tables(maximum: int) -> Callable[[Callable[..., Made]], _lru_cache_wrapper[Made]]:
    """``lru_cache`` for what is made from tables: it is emptied when a table turns out to be damaged."""

    def decorate(function: Callable[..., Made]) -> _lru_cache_wrapper[Made]:
        cached = lru_cache(maxsize=maximum)(function)
        _caches.append(cached.cache_clear)
        return cached

    return decorate


def _forget_tables() -> None:
    for clear in _caches:
        clear()
