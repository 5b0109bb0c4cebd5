"""Checkpoints of large builds in cache files, so that an interrupted or killed build can be resumed."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from time import monotonic
from typing import Any

from taquin.system.files import remove_drafts
from taquin.tables.cache import CacheError, CacheFile
from taquin.tables.pdb.pattern import UNREACHABLE, Pattern
from taquin.tables.storage.folder import is_read_only

FOLDER = "pdb"  # the folder of databases in the cache folder
KIND = "unfinished pattern database"
VERSION = 1
SUFFIX = ".part"
LEAST_ENTRIES = 20_000_000  # smaller databases are built within seconds, without checkpoints
SECONDS_BETWEEN = 30.0  # the shortest time between two checkpoints
SHARE_OF_TIME = 0.05  # the largest share of its time that a build spends on checkpoints


class Checkpoint:
    """The file of an unfinished build: the workspace of the native builder, three bytes per entry, and its level.

    It is written like every table: complete and checked, or not at all. The caller holds the lock of the database.
    """

    def __init__(self, pattern: Pattern) -> None:
        self.file = checkpoint_file(pattern)
        self.is_enabled = pattern.size >= LEAST_ENTRIES and not is_read_only()
        self._saved = monotonic()
        self._interval = SECONDS_BETWEEN

    def is_due(self) -> bool:
        return self.is_enabled and monotonic() - self._saved >= self._interval

    def save(self, build: Any) -> None:
        """Save the core's build. If that fails, as on a full disk, the build continues without checkpoints."""
        began = monotonic()
        try:
            self.file.write(build.workspace(), {"level": build.level})
        except OSError:
            self.is_enabled = False
        self._saved = monotonic()
        self._interval = max(SECONDS_BETWEEN, (self._saved - began) / SHARE_OF_TIME)

    def restore(self, build: Any) -> None:
        """Resume the core's build from its checkpoint, if it has one. A damaged file is ignored and replaced."""
        if not self.is_enabled:
            return
        with suppress(CacheError, ValueError):
            stored = self.file.open(is_copied=True)  # the core reads it once, and nothing may change it meanwhile
            if stored is not None:
                build.restore(stored.facts["level"], stored.table)

    def remove(self) -> None:
        """Remove the file and the drafts of killed processes: the database is complete."""
        path = self.file.path
        with suppress(OSError):
            path.unlink(missing_ok=True)
        if self.is_enabled:
            remove_drafts(path)


def checkpoint_file(pattern: Pattern) -> CacheFile:
    """The cache file of the unfinished build of a pattern's database, whether it exists or not."""
    return CacheFile(f"{FOLDER}/{pattern.name}{SUFFIX}", KIND, VERSION, {"pattern": pattern.name}, _find_fault)


def _find_fault(facts: Mapping[str, object], size: int) -> str:
    level = facts.get("level")
    return "" if type(level) is int and 0 <= level <= UNREACHABLE else "expected the level of the build"
