"""Databases for slides: for the blank's cell and the cells of six tiles, the least number of slides to the goal.

A slide may move tiles of several patterns at once, so entries of different databases may not be added, only
compared: the largest is a lower bound. The blank belongs to the pattern, because a slide over tiles of other patterns
counts too. The native core builds a database in a few seconds; they are for boards of 13 to 16 cells, beyond which
they are too large, and below which there is a table of all distances.

The entries are numbered as follows. Without the blank, the other cells in reading order are *slots*. A triple of tiles
has the number of its three slots among all ordered triples of slots, and a state has the number (blank · triples +
first triple) · triples + last triple. A horizontal slide changes only the blank's cell in it. Numbers in which two
tiles share a slot are unused: half of all, in return for which a slide takes two look-ups.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from taquin import _native
from taquin.errors import HeuristicError
from taquin.puzzle.geometry import Shape
from taquin.puzzle.slides import slide_lines
from taquin.system.cores import core_count
from taquin.tables.cache import CacheFile, Table
from taquin.tables.ranked_distances import are_distances, describe_cost, new_table
from taquin.tables.storage.folder import is_read_only
from taquin.tables.symmetry import describe_goals, served_goals

MINIMUM_CELLS = 13
MAXIMUM_CELLS = 16
TILES = 6

_VERSION = 1
_KIND = "slides"
_NANOSECONDS = 90  # per state, on one core

_Cells: TypeAlias = tuple[int, tuple[int, ...]]
_Lines: TypeAlias = Sequence[Sequence[tuple[int, Sequence[int]]]]


def can_build(shape: Shape) -> bool:
    """Whether boards of this shape have databases for slides: the native core builds and searches them."""
    is_right_size = MINIMUM_CELLS <= shape.cells <= MAXIMUM_CELLS and not shape.is_line
    return is_right_size and hasattr(_native.load(), "SlideDatabases")


@dataclass(frozen=True, slots=True)
class SlidePattern:
    """Six goal cells and the blank's, in the standard form of ``taquin.tables.symmetry``."""

    shape: Shape
    blank: int
    homes: tuple[int, ...]

    @property
    def triples(self) -> int:
        slots = self.shape.cells - 1
        return slots * (slots - 1) * (slots - 2)

    @property
    def size(self) -> int:
        return self.shape.cells * self.triples**2

    def number(self, blank: int, cells: Sequence[int]) -> int:
        slots = [cell - (cell > blank) for cell in cells]
        return (blank * self.triples + self._triple(*slots[:3])) * self.triples + self._triple(*slots[3:])

    def _triple(self, first: int, second: int, third: int) -> int:
        count = self.shape.cells - 1
        second_left = second - (first < second)
        third_left = third - (first < third) - (second < third)
        return (first * (count - 1) + second_left) * (count - 2) + third_left

    @property
    def file(self) -> CacheFile:
        homes = "-".join(map(str, self.homes))
        key = {"rows": self.shape.rows, "columns": self.shape.columns, "blank": self.blank, "homes": list(self.homes)}
        name = f"slides-{self.shape.text}-blank-{self.blank}-tiles-{homes}.table"
        return CacheFile(name, _KIND, _VERSION, key, size=self.size, is_possible=self._is_possible)

    def _is_possible(self, entries: Table) -> bool:
        def neighbours(state: _Cells) -> list[_Cells]:
            return _slides(slide_lines(self.shape), *state)

        def distance(state: _Cells) -> int:
            return entries[self.number(*state)]

        return are_distances((self.blank, self.homes), neighbours, distance, [4] * 10 + [20] * 5)


def _slides(lines: _Lines, blank: int, cells: tuple[int, ...]) -> list[_Cells]:
    """The blank's cell and the tiles' cells after every slide."""
    after = []
    for _, line in lines[blank]:
        for length, target in enumerate(line, start=1):
            to = dict(zip(line[:length], (blank, *line), strict=False))
            after.append((target, tuple(to.get(cell, cell) for cell in cells)))
    return after


def slide_patterns(shape: Shape, blank: int) -> tuple[SlidePattern, ...]:
    """The three patterns for a standard form, whose blank is in the upper left quarter. They hold every tile.

    The first has the last six cells. The second has the first six of the others column by column. The third has what is
    left, and is filled up row by row, without the blank's column. On 4×4, of a dozen choices that were measured, this
    one leads to the fewest nodes.

    >>> [pattern.homes for pattern in slide_patterns(Shape(4, 4), 0)]
    [(10, 11, 12, 13, 14, 15), (4, 8, 1, 5, 9, 2), (3, 6, 7, 1, 2, 5)]
    >>> slide_patterns(Shape(4, 4), 5)[2].homes
    (3, 6, 7, 0, 2, 4)
    """
    cells = [cell for cell in range(shape.cells) if cell != blank]
    last, others = cells[-TILES:], cells[:-TILES]
    by_columns = sorted(others, key=lambda cell: shape.position(cell)[::-1])[:TILES]
    left = [cell for cell in others if cell not in by_columns]
    left += [cell for cell in others if cell not in left and (cell - blank) % shape.columns]
    return tuple(SlidePattern(shape, blank, tuple(homes)) for homes in (last, by_columns, left[:TILES]))


def obtain(pattern: SlidePattern) -> Table:
    """The entries of a database from its file, which is built first if it is missing.

    Raises ``HeuristicError`` where files may not be written, as in a worker of the web server: building takes seconds.
    """
    if is_read_only() and not pattern.file.exists():
        raise HeuristicError(
            f"the databases for slides on {pattern.shape} are not in the cache",
            hint="`taquin solve BOARD --metric slides` builds them",
        )
    return pattern.file.obtain(partial(_build, pattern)).table


def _build(pattern: SlidePattern) -> tuple[Table, Mapping[str, object]]:
    table, report = new_table(pattern.size)
    _native.core.fill_slide_database(
        pattern.shape.rows, pattern.shape.columns, pattern.blank, bytes(pattern.homes), table, core_count(), report
    )
    return table.toreadonly(), {}


def describe_building(patterns: Sequence[SlidePattern]) -> str:
    """The time and space for the databases that have to be built first; empty if all exist."""
    missing = [pattern for pattern in patterns if not pattern.file.exists()]
    if not missing:
        return ""
    what, size = f"databases for slides on {missing[0].shape}", sum(pattern.size for pattern in missing)
    return describe_cost(what, size, _NANOSECONDS, missing[0].file)


def file_named(name: str) -> tuple[CacheFile, str] | None:
    """The cache file with this name, and what it serves; None for other names."""
    match = re.fullmatch(r"slides-(\d{1,2})x(\d{1,2})-blank-(\d{1,2})-tiles-(\d{1,2}(?:-\d{1,2})*)\.table", name)
    if match is None:
        return None
    shape, blank = Shape(int(match[1]), int(match[2])), int(match[3])
    homes = tuple(map(int, match[4].split("-")))
    if shape.cells > MAXIMUM_CELLS or len(homes) != TILES or max(*homes, blank) >= shape.cells:
        return None
    serves = f"lower bounds on slides for {describe_goals(served_goals(shape, [blank]))}"
    return SlidePattern(shape, blank, homes).file, serves
