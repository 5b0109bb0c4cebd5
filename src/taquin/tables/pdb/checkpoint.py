"""Unfinished builds of large databases in cache files, so that a build that was interrupted or killed goes on."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from taquin.system.files import remove_drafts
from taquin.tables.cache import CacheError, CacheFile
from taquin.tables.pdb.database import UNREACHABLE
from taquin.tables.pdb.pattern import Pattern
from taquin.tables.storage.folder import is_read_only

KIND = "unfinished pattern database"
VERSION = 1
SUFFIX = ".part"
LEAST_ENTRIES = 20_000_000
"""Smaller databases are built within seconds; they are not saved in between."""
SECONDS_BETWEEN = 30.0
"""How long a build works, at least, before it is saved again."""
SHARE_OF_TIME = 0.05
"""How much of its time a build may spend on saving, at most."""


class Checkpoint:
    """The file of an unfinished build: what the native builder knows, three bytes for every entry, and its level.

    It is written like every table: complete and checked, or not at all. The caller holds the lock of the database.
    """

    def __init__(self, folder: str, pattern: Pattern) -> None:
        self.file = checkpoint_file(folder, pattern)
        self.is_enabled = pattern.size >= LEAST_ENTRIES and not is_read_only()
        self._saved = monotonic()
        self._interval = SECONDS_BETWEEN

    def is_due(self) -> bool:
        """Whether the build should be saved now."""
        return self.is_enabled and monotonic() - self._saved >= self._interval

    def save(self, build: Any) -> None:
        """Save the core's build. If the disk is full or the folder cannot be written, the build goes on unsaved."""
        began = monotonic()
        try:
            self.file.write(build.workspace(), {"level": build.level})
        except OSError:
            self.is_enabled = False
        self._saved = monotonic()
        self._interval = max(SECONDS_BETWEEN, (self._saved - began) / SHARE_OF_TIME)

    def restore(self, build: Any) -> None:
        """Let the core's build go on from where it was saved, if it was. A damaged file is ignored and replaced."""
        if not self.is_enabled:
            return
        with suppress(CacheError, ValueError):
            stored = self.file.open(is_copied=True)  # the core reads it once, and nothing may change it meanwhile
            if stored is not None:
                build.restore(stored.facts["level"], stored.table)

    def remove(self) -> None:
        """Remove the file, and what a killed process has left of it: the database is complete."""
        path = self.file.path
        with suppress(OSError):
            path.unlink(missing_ok=True)
        if self.is_enabled:
            remove_drafts(path)


def checkpoint_file(folder: str, pattern: Pattern) -> CacheFile:
    """The cache file of the unfinished build of a pattern's database, whether it exists or not."""
    return CacheFile(f"{folder}/{pattern.name}{SUFFIX}", KIND, VERSION, {"pattern": pattern.name}, _find_fault)


def _find_fault(facts: Mapping[str, object], size: int) -> str:
    level = facts.get("level")
    return "" if type(level) is int and 0 <= level <= UNREACHABLE else "expected the level of the build"


def pattern_named(path: Path) -> Pattern:
    """The pattern whose unfinished build this is. Raises a ``TaquinError`` if the name is not that of a pattern."""
    return Pattern.parse(path.name.removesuffix(SUFFIX))
