"""Pattern databases in cache files: built once, checked when opened. ``taquin.tables.cache`` handles the files.

Symmetric patterns share a file: a database is built only if no image of its pattern has one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from random import Random

from taquin import _native
from taquin.errors import HeuristicError, LimitError, TaquinError
from taquin.puzzle.moves import steps
from taquin.puzzle.words import size_text
from taquin.tables.cache import CacheFile, Stored
from taquin.tables.pdb.build import FOLDER, BuildListener, Checkpoint, Entries, build, estimate
from taquin.tables.pdb.image import Image, image_through, image_to_build, same_image
from taquin.tables.pdb.pattern import Pattern
from taquin.tables.pdb.pattern_ranking import RankedIndex
from taquin.tables.storage.folder import WarningHandler, cache_folder, issue_warning, list_folder
from taquin.tables.storage.loading import is_settled, is_unchanged

KIND = "pattern database"
VERSION = 1
SUFFIX = ".pdb"
LARGEST_ON_THE_FLY = 8_000_000
"""The most entries of all missing databases together that are built in memory: 1 to 2 s on two cores."""
LARGEST_ON_THE_FLY_IN_PYTHON = 200_000


@dataclass(frozen=True, slots=True)
class Source:
    """The entries of a database, and the pattern that they were built for, as an image of the pattern that they serve.

    Only the image is compared: it determines the entries.
    """

    entries: Entries = field(compare=False)
    image: Image


def file_of(pattern: Pattern) -> CacheFile:
    name = f"{FOLDER}/{pattern.name}{SUFFIX}"
    is_possible = partial(_is_possible, pattern)
    return CacheFile(name, KIND, VERSION, {"pattern": pattern.name}, size=pattern.size, is_possible=is_possible)


def _is_possible(pattern: Pattern, entries: Entries) -> bool:
    """Whether the goal has entry 0, and a sample of placements has entries between two bounds, of the same parity.

    The placements are those on short random paths from the goal: the slides of the pattern's tiles on the path are an
    upper bound, and the tiles' distances from home are a lower one.
    """
    shape, random = pattern.shape, Random(1)
    ranked, ways = RankedIndex(shape.cells, len(pattern.homes)), steps(shape)
    homes = [shape.position(home) for home in pattern.homes]
    for length in range(40):
        places, blank, slides = list(pattern.homes), pattern.blank, 0
        for _ in range(length):
            _, target = random.choice(ways[blank])
            if target in places:
                places[places.index(target)], slides = blank, slides + 1
            blank = target
        at = [shape.position(cell) for cell in places]
        least = sum(abs(row - r) + abs(column - c) for (row, column), (r, c) in zip(at, homes, strict=True))
        entry = entries[ranked.rank(places)]
        if not least <= entry <= slides or (entry - least) % 2:
            return False
    return True


def stored_images(pattern: Pattern) -> Iterator[Image]:
    """The symmetric patterns that have a file, ``image_to_build`` first. The files may be damaged."""
    usual = image_to_build(pattern)
    if file_of(usual.pattern).exists():
        yield usual
    for path in stored_paths():
        try:
            image = image_through(pattern, pattern_named(path))
        except TaquinError:
            continue  # not the name of a pattern
        if image is not None and image.pattern != usual.pattern:
            yield image


def image_to_store(pattern: Pattern) -> Image:
    """The symmetric pattern whose file serves this one: an intact file, a damaged one, or the one to build."""
    images = list(stored_images(pattern))
    intact = (image for image in images if not file_of(image.pattern).find_damage())
    return next(intact, images[0] if images else image_to_build(pattern))


def load(pattern: Pattern, *, warn: WarningHandler = issue_warning) -> Source | None:
    """The memory-mapped entries of a stored database; None without a file. ``warn`` is called for a damaged one."""
    for image in stored_images(pattern):
        stored = file_of(image.pattern).open_usable(warn, "is not used: {}")
        if stored is not None:
            return Source(stored.table, image)
    return None


def ensure(
    pattern: Pattern,
    *,
    threads: int | None = None,
    progress: BuildListener | None = None,
    is_forced: bool = False,
    warn: WarningHandler = issue_warning,
    inform: WarningHandler | None = None,
) -> Stored:
    """The entries from the file, which is built first if it is missing or damaged.

    The file is that of ``image_to_store``: entries of a symmetric pattern are in the order of that pattern.
    Of several processes that need the same file one builds it; ``inform`` is called in those that wait. Ctrl-C
    and a full disk leave no file behind, except the last checkpoint of a large database, from which the
    next build resumes; if the disk is full, ``warn`` is called and the entries are in memory only. Raises
    ``LimitError`` if there is not enough memory.
    """
    stored = image_to_store(pattern).pattern
    checkpoint = Checkpoint(stored)

    def make() -> tuple[Entries, dict[str, object]]:
        try:
            return build(stored, threads=threads, progress=progress, checkpoint=checkpoint), {}
        except MemoryError:
            needed = size_text(estimate(stored, threads).memory)
            raise LimitError(
                f"out of memory while building {stored.name}, which needs {needed}", hint="choose smaller patterns"
            ) from None

    obtained = file_of(stored).obtain(make, is_forced=is_forced, warn=warn, inform=inform)
    checkpoint.remove()
    return obtained


def stored_paths() -> list[Path]:
    """The files of databases, sorted by name."""
    return [path for path in list_folder(cache_folder() / FOLDER) if path.suffix == SUFFIX]


def pattern_named(path: Path) -> Pattern:
    """The pattern of a database or checkpoint file. Raises a ``TaquinError`` if its name is not that of a pattern."""
    return Pattern.parse(path.name.removesuffix(path.suffix))


# For heuristics


def obtain(patterns: tuple[Pattern, ...]) -> tuple[Source, ...]:
    """The entries of these databases, from files or, if they are small, built in memory. The result is cached.

    Raises ``HeuristicError`` if the missing databases are too large: ``taquin pdb build`` builds them.
    """
    folder = str(cache_folder())
    sources = _obtain(patterns, folder)
    if all(is_unchanged(source.entries) for source in sources):
        return sources
    _obtain.cache_clear()
    return _obtain(patterns, folder)


@lru_cache(maxsize=16)
def _obtain(patterns: tuple[Pattern, ...], folder: str) -> tuple[Source, ...]:
    loaded = [load(pattern) for pattern in patterns]
    missing = sum(pattern.size for pattern, source in zip(patterns, loaded, strict=True) if source is None)
    if missing > (LARGEST_ON_THE_FLY if _native.is_available() else LARGEST_ON_THE_FLY_IN_PYTHON):
        raise HeuristicError(
            f"pattern databases of {missing / 1e6:,.1f} MB are not in the cache and too large to be built during a run",
            hint="`taquin pdb build` builds them" if _native.is_available() else f"this is {_native.describe()}",
        )
    return tuple(
        Source(build(pattern), same_image(pattern)) if source is None else source
        for pattern, source in zip(patterns, loaded, strict=True)
    )


def has_files(patterns: tuple[Pattern, ...]) -> bool:
    """Whether all these databases have files with intact headers and the right sizes."""
    return not any(file_of(image_to_store(pattern).pattern).find_damage() for pattern in patterns)


def folder_version() -> tuple[str, int] | None:
    """The folder of databases and when files were last added to it or removed; None if that was just now."""
    folder = os.path.join(cache_folder(), FOLDER)  # noqa: PTH118 - every search asks for it, and this is faster
    try:
        changed = os.stat(folder).st_ctime_ns  # noqa: PTH116
    except OSError:
        return folder, 0
    return (folder, changed) if is_settled(changed) else None
