"""Pattern databases on the GPU, and the tables with which kernels look boards up in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np

from taquin.errors import BackendError
from taquin.gpu.card import Array, Card
from taquin.puzzle.board import Board
from taquin.puzzle.moves import steps
from taquin.puzzle.words import size_text
from taquin.tables.pdb.image import reflection, standard_image
from taquin.tables.pdb.pattern import UNREACHABLE, Partition, Pattern
from taquin.tables.pdb.pattern_ranking import DirectIndex

MAXIMUM_VIEWS = 4
_ALIGNMENT = 256  # bytes
_THREADS = 256
_LARGEST_SHORT_INDEX = 1 << 32


@dataclass(frozen=True)
class Lookups:
    """What kernels need to look up boards of one goal. A view is a partition, or a partition seen in a mirror."""

    goal: Board
    views: int
    slots: int
    index: np.dtype[Any]  # the type of an index into ``entries``
    stride: int  # 0, or the size of every database; see ``Slide`` of common.cuh
    entries: Array
    slides: Array
    contributions: Array
    origins: Array
    largest_change: int  # of an entry, by one slide: 7 with 6 tiles on 5×5

    @property
    def defines(self) -> dict[str, object]:
        return {
            "CELLS": self.goal.shape.cells,
            "COLUMNS": self.goal.shape.columns,
            "VIEWS": self.views,
            "SLOTS": self.slots,
            "INDEX": "unsigned" if self.index.itemsize == 4 else "size_t",
            "STRIDE": self.stride,
        }

    @property
    def arrays(self) -> tuple[Array, ...]:
        return self.entries, self.slides, self.contributions, self.origins

    @property
    def slide_bytes(self) -> int:
        """The size of the slides, which kernels copy to shared memory."""
        return int(self.slides.nbytes)

    @property
    def lane_words(self) -> int:
        """The words of shared memory that a thread needs for its board and its look-ups."""
        return -(-self.goal.shape.cells // 4) + -(-self.slots // 4) + self.slots * self.index.itemsize // 4


def make_lookups(
    card: Card, goal: Board, partitions: Sequence[tuple[Partition, bool]], check: Callable[[], None]
) -> Lookups:
    """Build the databases of these partitions of the goal's tiles on the GPU; True if the mirrored board counts too.

    Symmetric patterns share a database. Those of 6-6-6-6 on 5×5 take half a second. Raises ``BackendError`` if they do
    not fit.
    """
    patterns = {standard_image(pattern).pattern for partition, _ in partitions for pattern in partition.patterns}
    ordered = sorted(patterns, key=lambda pattern: pattern.name)
    sizes = [-(-_size(pattern) // _ALIGNMENT) * _ALIGNMENT for pattern in ordered]
    stride = max(sizes) if sum(sizes) >= _LARGEST_SHORT_INDEX else 0
    if stride:
        sizes = [stride] * len(sizes)
    *beginnings, size = accumulate(sizes, initial=0)
    origins = dict(zip(ordered, beginnings, strict=True))
    _check_memory(card, goal, size + 3 * _cell_set(goal.shape.cells).itemsize * max(map(_size, patterns)))
    entries = card.arrays.full(size + _ALIGNMENT, UNREACHABLE, dtype="uint8")
    entries[size] = 0  # for slots without a pattern
    changes = [
        _build(card, pattern, entries[origin : origin + _size(pattern)], check) for pattern, origin in origins.items()
    ]
    index = np.dtype("uint32" if (stride or size) < _LARGEST_SHORT_INDEX else "uint64")
    views = [view for partition, symmetry in partitions for view in _make_views(partition, origins, symmetry=symmetry)]
    if len(views) > MAXIMUM_VIEWS:
        raise BackendError(
            f"the cuda backend adds up at most {MAXIMUM_VIEWS} views, found {len(views)}",
            hint="give fewer partitions; each counts twice with its mirror image",
        )
    per_view = max(len(view.origins) for view in views)
    upload = card.arrays.asarray
    return Lookups(
        goal=goal,
        views=len(views),
        slots=per_view * len(views),
        index=index,
        stride=stride,
        entries=entries,
        slides=upload(_make_slides(goal, views, per_view, index, stride).view("uint8")),
        contributions=upload(np.array([view.contributions for view in views], dtype=index)),
        origins=upload(np.array([(*view.origins, *[size] * per_view)[:per_view] for view in views], dtype="uint64")),
        largest_change=max(changes),
    )


@dataclass(frozen=True)
class _View:
    contributions: np.ndarray[Any, np.dtype[np.int64]]  # to the index of its pattern, by tile and cell
    patterns: np.ndarray[Any, np.dtype[np.int64]]  # the number of the pattern of each tile
    origins: tuple[int, ...]  # where the database of each pattern begins


def _make_views(partition: Partition, origins: dict[Pattern, int], *, symmetry: bool) -> list[_View]:
    cells = partition.goal.shape.cells
    contributions = np.zeros((cells, cells), dtype="int64")
    patterns = np.zeros(cells, dtype="int64")
    images = [standard_image(pattern) for pattern in partition.patterns]
    for number, image in enumerate(images):
        tiles = image.tiles(partition.goal)
        for tile, weight in zip(tiles, DirectIndex(cells, len(tiles)).weights, strict=True):
            contributions[tile] = np.array(image.cells) * weight
            patterns[tile] = number
    view = _View(contributions, patterns, tuple(origins[image.pattern] for image in images))
    mirror = reflection(partition) if symmetry else None
    if mirror is None:
        return [view]
    names = np.array(mirror.tiles(partition.goal))
    mirrored = contributions[names][:, np.array(mirror.cells)]
    return [view, _View(mirrored, patterns[names], view.origins)]


def _make_slides(
    goal: Board, views: Sequence[_View], per_view: int, index: np.dtype[Any], stride: int
) -> np.ndarray[Any, Any]:
    """``Slide`` of common.cuh for every tile and move."""
    end = len(views) * index.itemsize
    slide = np.dtype(
        {
            "names": ["change", "slots", "databases"],
            "formats": [(index, len(views)), "uint32", "uint32"],
            "offsets": [0, end, end + 4],
            "itemsize": -(-(end + 8) // 16) * 16,
        }
    )
    slides = np.zeros((goal.shape.cells, 4), dtype=slide)
    for number, view in enumerate(views):
        slides["slots"] |= ((number * per_view + view.patterns) << 8 * number).astype("uint32")[:, None]
        if stride:
            databases = np.array(view.origins)[view.patterns] // stride
            slides["databases"] |= (databases << 8 * number).astype("uint32")[:, None]
        for blank, moves in enumerate(steps(goal.shape)):
            for move, target in moves:
                change = view.contributions[:, blank] - view.contributions[:, target]
                slides["change"][:, move, number] = change.astype(index)
    return slides.reshape(-1)


def _size(pattern: Pattern) -> int:
    return DirectIndex(pattern.shape.cells, len(pattern.homes)).size


def _cell_set(cells: int) -> np.dtype[Any]:
    """``CellSet`` of databases.cu."""
    return np.dtype("uint32" if cells <= 32 else "uint64")


def _check_memory(card: Card, goal: Board, needed: int) -> None:
    free = card.free_memory()
    if needed > free:
        cells, tiles = goal.shape.cells, goal.shape.cells - 1
        per_entry = 3 * _cell_set(cells).itemsize
        size = next(size for size in range(tiles, 0, -1) if cells**size * (per_entry + -(-tiles // size)) <= free)
        sizes = [size] * (tiles // size) + [tiles % size] * (tiles % size > 0)
        raise BackendError(
            f"building the databases needs {size_text(needed)} on {card.name}, which has {size_text(free)} free",
            hint=f"use smaller patterns: pdb({'-'.join(map(str, sizes))})",
        )


def _build(card: Card, pattern: Pattern, entries: Array, check: Callable[[], None]) -> int:
    """Compute the entries of a database, in the order of ``DirectIndex``; return the largest change by one slide."""
    arrays, shape, tiles = card.arrays, pattern.shape, len(pattern.homes)
    defines = {"CELLS": shape.cells, "COLUMNS": shape.columns, "TILES": tiles}
    expand = card.compile(["databases.cu"], "expand_level", defines, threads=_THREADS)
    measure = card.compile(["databases.cu"], "measure_changes", defines, threads=_THREADS)
    size = _size(pattern)
    reached, frontier, following = (arrays.zeros(size, dtype=_cell_set(shape.cells)) for _ in range(3))
    frontier[DirectIndex(shape.cells, tiles).rank(pattern.homes)] = 1 << pattern.blank
    blocks, level = -(-size // _THREADS), 0
    is_unfinished = arrays.ones(1, dtype="uint32")
    while int(is_unfinished[0]):
        is_unfinished.fill(0)
        expand(blocks, reached, frontier, following, entries, np.uint64(size), np.uint32(level), is_unfinished)
        card.wait(check)
        frontier, following, level = following, frontier, level + 1
    largest = arrays.zeros(1, dtype="uint32")
    measure(blocks, entries, np.uint64(size), largest)
    return int(largest[0])
