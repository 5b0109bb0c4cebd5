"""Building databases: the definition in plain Python, and the native builder."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, TypeAlias

from taquin import _native
from taquin.errors import BackendError, LimitError
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import steps
from taquin.run.cores import core_count
from taquin.run.limits import Cancellation, obey
from taquin.tables.cache import Table
from taquin.tables.pdb.database import UNREACHABLE
from taquin.tables.pdb.pattern import Pattern
from taquin.tables.pdb.pattern_ranking import RankedIndex

Entries: TypeAlias = Table
"""One byte for every placement, in the order of ``RankedIndex``."""

LARGEST_IN_PYTHON = 200_000
"""Entries of the largest database that is built without the native core: some seconds."""

_SECONDS_PER_ENTRY = 4e-7  # of one core, seen on a 2.1 GHz Xeon from 5 tiles to 8
_PYTHON_SECONDS_PER_ENTRY = 4e-5


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a build will take: bytes of the file, bytes of memory at the peak, seconds (by rule of thumb)."""

    bytes: int
    memory: int
    seconds: float


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """How far a build is: slides from the goal, entries known, entries in all, seconds gone."""

    level: int
    reached: int
    size: int
    seconds: float

    @property
    def fraction(self) -> float:
        """The share of the entries that are known."""
        return self.reached / self.size


BuildListener: TypeAlias = "Callable[[BuildProgress], None]"


def count_threads(threads: int | None = None) -> int:
    """The number of threads to build with: as asked, or all cores that this process may use."""
    if threads is None:
        return min(64, core_count())
    if not 1 <= threads <= 1024:
        raise LimitError(f"expected 1 to 1024 threads, found {threads}")
    return threads


def estimate(pattern: Pattern, threads: int | None = None) -> Estimate:
    """What building this database will take, before it begins."""
    free = pattern.shape.cells - len(pattern.homes)
    mask = 1 if free <= 8 else 2 if free <= 16 else 4
    if not _native.is_available():
        return Estimate(pattern.size, 400 * pattern.size, pattern.size * _PYTHON_SECONDS_PER_ENTRY)
    seconds = pattern.size * _SECONDS_PER_ENTRY / count_threads(threads)
    return Estimate(pattern.size, pattern.size * (1 + 2 * mask), seconds)


def build(
    pattern: Pattern,
    *,
    threads: int | None = None,
    progress: BuildListener | None = None,
    cancellation: Cancellation | None = None,
) -> Entries | None:
    """All entries of a database in the order of ``RankedIndex``; None if it was cancelled.

    The native core does it on all cores, about 0.4 µs of one core for an entry; without the core small ones are built
    in Python, and larger ones raise ``BackendError``. ``progress`` is called from the calling thread, which also obeys
    Ctrl-C and the limits of a run that waits for it, many times a second. The entries do not depend on the number of
    threads.
    """
    core: Any = _native.load()
    began = perf_counter()

    def should_stop(level: int, reached: int, size: int) -> bool:
        obey()
        if progress is not None:
            progress(BuildProgress(level, reached, size, perf_counter() - began))
        return cancellation is not None and cancellation.is_cancelled

    if core is not None:
        grid = core.Grid(blank_targets(pattern.shape))
        homes = bytes(pattern.homes)
        entries: Entries | None = core.build_pattern(grid, homes, pattern.blank, count_threads(threads), should_stop)
        return entries
    if pattern.size > LARGEST_IN_PYTHON:
        raise BackendError(
            f"a database of {pattern.size:,} entries needs the native core: this is {_native.describe()}",
            hint=f"without it the most is {LARGEST_IN_PYTHON:,} entries",
        )
    return build_in_python(pattern, should_stop)


def build_in_python(
    pattern: Pattern, should_stop: Callable[[int, int, int], bool] = lambda level, reached, size: False
) -> bytes | None:
    """The definition: breadth-first search back from the goal over places of the tiles and of the blank.

    A level is all that is reached with so many slides of the pattern's tiles; within it the blank wanders through
    the other cells at no cost. The first level that has a placement, with the blank wherever, gives its entry.
    """
    ranked = RankedIndex(pattern.shape.cells, len(pattern.homes))
    neighbours = [[target for _, target in moves] for moves in steps(pattern.shape)]
    entries = bytearray([UNREACHABLE]) * ranked.size
    reached: dict[tuple[int, ...], set[int]] = {}  # for every placement the cells that the blank has been on
    level, known = 0, 0
    frontier = [(pattern.homes, pattern.blank)]
    while frontier:
        following = []
        for places, blank in frontier:
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
        if should_stop(level, known, ranked.size):
            return None
        frontier = following
        level += 1
    return bytes(entries)


def blank_targets(shape: Shape) -> array[int]:
    """For the core: where each move takes the blank from each cell, -1 beyond the edge."""
    targets = array("b", [-1] * (4 * shape.cells))
    for cell, moves in enumerate(steps(shape)):
        for move, target in moves:
            targets[4 * cell + move] = target
    return targets
