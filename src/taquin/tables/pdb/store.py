"""Databases in cache files: opened, checked, and built once. ``taquin.tables.cache`` reads and writes the files."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from taquin import _native
from taquin.errors import HeuristicError, TaquinError
from taquin.run.limits import Cancellation
from taquin.tables.cache import CacheError, CacheFile, Stored, WarningHandler, cache_folder, issue_warning
from taquin.tables.pdb.build import BuildListener, Entries, build
from taquin.tables.pdb.pattern import Pattern

KIND = "pattern database"
VERSION = 1
FOLDER = "pdb"
SUFFIX = ".pdb"
BLOCKS_CHECKED = 64
"""Megabytes whose checksums are checked when a database is opened; ``taquin pdb verify`` checks all of them."""

LARGEST_ON_THE_FLY = 8_000_000
"""The most entries of all patterns together that are built in memory if they have no files: 1 to 2 s on two cores."""
LARGEST_ON_THE_FLY_IN_PYTHON = 200_000


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file in the cache folder. ``damage`` says what is wrong with it; empty if it is intact."""

    path: Path
    bytes: int
    damage: str = ""


def file_of(pattern: Pattern) -> CacheFile:
    """The cache file of this pattern's database, whether it exists or not."""
    return CacheFile(f"{FOLDER}/{pattern.name}{SUFFIX}", KIND, VERSION, {"pattern": pattern.name})


def load(pattern: Pattern, *, warn: WarningHandler = issue_warning) -> Entries | None:
    """The memory-mapped entries of a stored database; None without a file. ``warn`` is called for a damaged one."""
    file = file_of(pattern)
    try:
        stored = file.open(blocks_checked=BLOCKS_CHECKED)
    except CacheError as error:
        warn(f"{file.path} is not used: {error}")
        return None
    return None if stored is None or len(stored.table) != pattern.size else stored.table


class _Cancelled(Exception):
    """Ends ``CacheFile.obtain`` when the build is cancelled."""


def ensure(
    pattern: Pattern,
    *,
    threads: int | None = None,
    progress: BuildListener | None = None,
    cancellation: Cancellation | None = None,
    is_forced: bool = False,
    warn: WarningHandler = issue_warning,
) -> Stored | None:
    """The entries from the file, which is built first if it is missing or damaged; None if the build was cancelled.

    Of several processes that need the same file one builds it. Ctrl-C, cancellation and a full disk leave no file
    behind; if the disk is full, ``warn`` is called and the entries are in memory only.
    """

    def make() -> tuple[Entries, dict[str, object]]:
        entries = build(pattern, threads=threads, progress=progress, cancellation=cancellation)
        if entries is None:
            raise _Cancelled
        return entries, {}

    try:
        return file_of(pattern).obtain(make, blocks_checked=BLOCKS_CHECKED, is_forced=is_forced, warn=warn)
    except _Cancelled:
        return None


# The folder


def stored_files() -> list[StoredFile]:
    """All database files in the cache folder, sorted by name. Headers and sizes are checked, checksums are not."""
    folder = cache_folder() / FOLDER
    return [inspect_file(path) for path in sorted(folder.glob("*" + SUFFIX))] if folder.is_dir() else []


def inspect_file(path: Path, *, is_thorough: bool = False) -> StoredFile:
    """Check a file: its header and size, and with ``is_thorough`` every checksum."""
    size = path.stat().st_size
    try:
        file_of(Pattern.parse(path.name.removesuffix(SUFFIX))).open(blocks_checked=None if is_thorough else 0)
    except (TaquinError, CacheError) as error:
        return StoredFile(path, size, str(error))
    return StoredFile(path, size)


def remove_file(path: Path) -> None:
    """Remove a file and its lock."""
    path.unlink()
    path.with_name(f".{path.name}.lock").unlink(missing_ok=True)


# For heuristics


def obtain(patterns: tuple[Pattern, ...]) -> tuple[Entries, ...]:
    """The entries of these databases, from files or, if they are small, built in memory. The result is cached.

    Raises ``HeuristicError`` if the missing databases are too large: ``taquin pdb build`` builds them.
    """
    return _obtain(patterns, str(cache_folder()))


@lru_cache(maxsize=16)
def _obtain(patterns: tuple[Pattern, ...], folder: str) -> tuple[Entries, ...]:
    found = [load(pattern) for pattern in patterns]
    missing = sum(pattern.size for pattern, entries in zip(patterns, found, strict=True) if entries is None)
    if missing > (LARGEST_ON_THE_FLY if _native.is_available() else LARGEST_ON_THE_FLY_IN_PYTHON):
        raise HeuristicError(
            f"pattern databases of {missing / 1e6:,.1f} MB are not in the cache and too large to be built during a run",
            hint="`taquin pdb build` builds them" if _native.is_available() else f"this is {_native.describe()}",
        )
    result = []
    for pattern, entries in zip(patterns, found, strict=True):
        built = build(pattern) if entries is None else entries
        assert built is not None  # it is never cancelled
        result.append(built)
    return tuple(result)


def has_files(patterns: tuple[Pattern, ...]) -> bool:
    """Whether all these databases have intact files, judged by headers and sizes."""
    return all(file_of(pattern).exists() and not inspect_file(file_of(pattern).path).damage for pattern in patterns)
