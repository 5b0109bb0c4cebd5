"""Building databases: the reference in Python, the native builder, and checkpoints of large builds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic, perf_counter
from typing import Protocol, TypeAlias, cast

from taquin import _native
from taquin.errors import BackendError, LimitError
from taquin.puzzle.moves import blank_targets, steps
from taquin.run.limits import check_limits, checking_limits
from taquin.system.cores import MOST_THREADS, core_count
from taquin.system.files import remove_drafts
from taquin.tables.cache import CacheFile, Table
from taquin.tables.pdb.pattern import MAXIMUM_CELLS_ON_CORE, UNREACHABLE, Pattern
from taquin.tables.pdb.pattern_ranking import RankedIndex
from taquin.tables.storage.folder import CacheError, is_read_only

Entries: TypeAlias = Table  # one byte for every placement, in the order of ``RankedIndex``

LARGEST_IN_PYTHON = 200_000  # the most entries of a database that is built without the native core: several seconds

_SECONDS_PER_ENTRY = 4e-7  # on one core, measured on a 2.1 GHz Xeon with 5 to 8 tiles
_PYTHON_SECONDS_PER_ENTRY = 4e-5
_PYTHON_BYTES_PER_ENTRY = 400


@dataclass(frozen=True, slots=True)
class Estimate:
    """The cost of a build: bytes of the file, bytes of memory at the peak, seconds (a rough estimate)."""

    bytes: int
    memory: int
    seconds: float


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """The progress of a build: slides from the goal, known entries, all entries, elapsed seconds."""

    level: int
    reached: int
    size: int
    seconds: float

    @property
    def fraction(self) -> float:
        return self.reached / self.size


BuildListener: TypeAlias = Callable[[BuildProgress], None]


def count_threads(threads: int | None = None) -> int:
    """The number of threads of a build: the given number, or all cores that this process may use, at most 64."""
    if threads is None:
        return min(64, core_count())
    if not 1 <= threads <= MOST_THREADS:
        raise LimitError(f"expected 1 to {MOST_THREADS} threads, found {threads}")
    return threads


def estimate(pattern: Pattern, threads: int | None = None) -> Estimate:
    if not _is_for_core(pattern):
        return Estimate(pattern.size, _PYTHON_BYTES_PER_ENTRY * pattern.size, pattern.size * _PYTHON_SECONDS_PER_ENTRY)
    seconds = pattern.size * _SECONDS_PER_ENTRY / count_threads(threads)
    return Estimate(pattern.size, pattern.size * (1 + 2 * _mask_bytes(pattern)), seconds)


def _mask_bytes(pattern: Pattern) -> int:
    """The bytes of a set of blank regions: some path visits all cells, and n tiles cut it into at most n + 1 pieces."""
    tiles = len(pattern.homes)
    return 1 if min(tiles + 1, pattern.shape.cells - tiles) <= 8 else 2


def build(
    pattern: Pattern,
    *,
    threads: int | None = None,
    progress: BuildListener | None = None,
    checkpoint: Checkpoint | None = None,
) -> Entries:
    """All entries of a database in the order of ``RankedIndex``.

    The native core takes about 0.4 µs per entry and core. Without the core small databases are built in Python, and
    larger ones raise ``BackendError``. Many times a second the calling thread calls ``progress`` and checks for Ctrl-C
    and for the limits of a run that waits for the database. The core resumes from ``checkpoint`` and saves its work
    there. The entries depend neither on that nor on the number of threads.
    """
    began = perf_counter()
    memory = estimate(pattern, threads).memory
    check_limits(memory)

    def report(level: int, reached: int, size: int) -> None:
        check_limits(memory)
        if progress is not None:
            progress(BuildProgress(level, reached, size, perf_counter() - began))

    if _is_for_core(pattern):
        return _build_on_core(pattern, count_threads(threads), report, checkpoint)
    check_size(pattern)
    return build_in_python(pattern, report)


def _is_for_core(pattern: Pattern) -> bool:
    """Whether there is a core, and it builds databases for this shape."""
    return _native.is_available() and pattern.shape.cells <= MAXIMUM_CELLS_ON_CORE


def check_size(pattern: Pattern) -> None:
    """Raise ``BackendError`` if the database is too large to be built here."""
    if pattern.size > LARGEST_IN_PYTHON and not _is_for_core(pattern):
        is_large = pattern.shape.cells > MAXIMUM_CELLS_ON_CORE
        core = f"it takes up to {MAXIMUM_CELLS_ON_CORE} cells" if is_large else f"this is {_native.describe()}"
        raise BackendError(
            f"a database of {pattern.size:,} entries needs the native core, but {core}",
            hint=f"choose smaller groups of tiles, of up to {LARGEST_IN_PYTHON:,} entries each",
        )


def _build_on_core(
    pattern: Pattern,
    threads: int,
    report: Callable[[int, int, int], None],
    checkpoint: Checkpoint | None,
) -> Entries:
    def should_pause(level: int, reached: int, size: int) -> bool:
        report(level, reached, size)
        return checkpoint is not None and checkpoint.is_due()

    work = _native.core.PatternBuild(
        _native.core.Grid(blank_targets(pattern.shape)), bytes(pattern.homes), pattern.blank, threads
    )
    if checkpoint is not None:
        checkpoint.restore(work)
    while not work.run(should_pause):
        assert checkpoint is not None  # nothing else pauses it
        checkpoint.save(work)
    entries: Entries = work.take_entries()
    return entries


def build_in_python(
    pattern: Pattern, report: Callable[[int, int, int], None] = lambda level, reached, size: None
) -> bytes:
    """The reference: breadth-first search from the goal over placements of the pattern's tiles and the blank.

    A level is everything that is reached with the same number of slides of the pattern's tiles; within a level the
    blank moves through the other cells at no cost. The entry of a placement is the first level that contains it, with
    the blank on any cell.
    """
    ranked = RankedIndex(pattern.shape.cells, len(pattern.homes))
    neighbours = [[target for _, target in moves] for moves in steps(pattern.shape)]
    entries = bytearray([UNREACHABLE]) * ranked.size
    reached: dict[tuple[int, ...], set[int]] = {}  # for every placement the cells that the blank has reached
    level, known = 0, 0
    frontier = [(pattern.homes, pattern.blank)]
    while frontier:
        following = []
        for places, blank in checking_limits(frontier, lambda: _PYTHON_BYTES_PER_ENTRY * len(reached)):
            blanks = reached.setdefault(places, set())
            if not blanks:
                entries[ranked.rank(places)] = level
                known += 1
            waiting = [] if blank in blanks else [blank]
            blanks.update(waiting)
            for cell in waiting:
                for target in neighbours[cell]:
                    if target in places:
                        digit = places.index(target)
                        following.append(((*places[:digit], cell, *places[digit + 1 :]), target))
                    elif target not in blanks:
                        blanks.add(target)
                        waiting.append(target)
        report(level, known, ranked.size)
        frontier = following
        level += 1
    return bytes(entries)


# Checkpoints in cache files, from which an interrupted or killed build is resumed

FOLDER = "pdb"  # the folder of databases in the cache folder
CHECKPOINT_KIND = "unfinished pattern database"
CHECKPOINT_SUFFIX = ".part"
LEAST_ENTRIES = 20_000_000  # smaller databases are built within seconds, without checkpoints
SECONDS_BETWEEN = 30.0  # the shortest time between two checkpoints
SHARE_OF_TIME = 0.05  # the largest share of its time that a build spends on checkpoints


class Unfinished(Protocol):
    """What a checkpoint keeps of the builder of the core."""

    @property
    def level(self) -> int: ...

    def workspace(self) -> bytes | memoryview: ...


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

    def save(self, build: Unfinished) -> None:
        """Save the core's build. If that fails, as on a full disk, the build continues without checkpoints."""
        began = monotonic()
        try:
            self.file.write(build.workspace(), {"level": build.level})
        except OSError:
            self.is_enabled = False
        self._saved = monotonic()
        self._interval = max(SECONDS_BETWEEN, (self._saved - began) / SHARE_OF_TIME)

    def restore(self, build: _native.core.PatternBuild) -> None:
        """Resume the core's build from its checkpoint, if it has one. A damaged file is ignored and replaced."""
        if not self.is_enabled:
            return
        with suppress(CacheError, ValueError):
            stored = self.file.open(is_copied=True)  # the core reads it once, and nothing may change it meanwhile
            if stored is not None:
                build.restore(cast("int", stored.facts["level"]), stored.table)

    def remove(self) -> None:
        """Remove the file and the drafts of killed processes: the database is complete."""
        with suppress(OSError):
            self.file.remove()
        if self.is_enabled:
            remove_drafts(self.file.path)


def checkpoint_file(pattern: Pattern) -> CacheFile:
    """The cache file of the unfinished build of a pattern's database, whether it exists or not."""
    name = f"{FOLDER}/{pattern.name}{CHECKPOINT_SUFFIX}"
    return CacheFile(name, CHECKPOINT_KIND, 1, {"pattern": pattern.name}, _find_fault)


def _find_fault(facts: Mapping[str, object], size: int) -> str:
    level = facts.get("level")
    return "" if type(level) is int and 0 <= level <= UNREACHABLE else "expected the level of the build"
