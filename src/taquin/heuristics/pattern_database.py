"""Additive pattern databases as a heuristic."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from taquin import _native
from taquin.heuristics.base import Heuristic
from taquin.puzzle.board import Board, State
from taquin.tables.pdb.build import Entries
from taquin.tables.pdb.database import PatternDatabase
from taquin.tables.pdb.pattern import MAXIMUM_ENTRIES, Pattern, default_partition, parse_partition, reflection
from taquin.tables.pdb.pattern_ranking import DirectIndex, count_placements
from taquin.tables.pdb.store import has_files, obtain

LARGEST_DIRECT = 1 << 22
"""Entries of the largest direct table: beyond, a table without gaps is quicker because less of it misses the cache."""


class PatternDatabases(Heuristic):
    """The exact costs of disjoint sets of tiles, each counting its own slides alone, added up.

    If the goal allows it, the board is looked up a second time, mirrored, and the larger sum is taken. Admissible, not
    consistent. A call costs one look-up for each pattern and view. The databases come from the cache folder
    (``taquin pdb build``); small ones are built in memory. ``HeuristicError`` where they are too large for that, and on
    boards of more than 32 cells; ``SpecError`` for a partition that is none.

    Korf and Felner, *Disjoint pattern database heuristics*, Artificial Intelligence 134, 2002.

    >>> goal = Board([1, 2, 3, 4, 5, 6, 7, 8, 0])
    >>> PatternDatabases(goal, partition="4-4")(Board([8, 6, 7, 2, 5, 4, 3, 0, 1]).state)
    27
    """

    __slots__ = ("_mirror_cells", "_mirror_tiles", "_symmetry", "databases", "mirror", "partition")

    def __init__(self, goal: Board, *, partition: str = "auto", symmetry: bool = True) -> None:
        super().__init__(goal)
        is_free = partition.strip().lower() == "auto"
        self.partition = parse_partition(preferred_partition(goal) if is_free else partition, goal)
        patterns = self.partition.patterns
        self.databases = tuple(
            PatternDatabase(pattern, goal, entries) for pattern, entries in zip(patterns, obtain(patterns), strict=True)
        )
        self._symmetry = symmetry
        self.mirror = reflection(self.partition) if symmetry else None
        if self.mirror is not None:
            self._mirror_cells = self.mirror.cells
            self._mirror_tiles = self.mirror.tiles(goal)

    def __call__(self, state: State) -> int:
        """The sum of all databases, or that for the mirrored board if it is larger."""
        cells = [0] * len(state)
        for cell, tile in enumerate(state):
            cells[tile] = cell
        value = sum([database.look_up(cells) for database in self.databases])
        if self.mirror is None:
            return value
        mirrored = [0] * len(state)
        for tile, cell in enumerate(cells):
            mirrored[self._mirror_tiles[tile]] = self._mirror_cells[cell]
        return max(value, sum([database.look_up(mirrored) for database in self.databases]))

    def __reduce__(self) -> tuple[object, ...]:
        """Copies for other processes look for the databases themselves: files are shared, not sent."""
        return _make, (self.goal, self.partition.text, self._symmetry)

    def tables(self) -> tuple[tuple[tuple[bytes, Entries], ...], tuple[bytes, bytes] | None, bool]:
        """What the native core takes: tiles and entries, the mirror, and whether the index is ``DirectIndex``."""
        patterns = self.partition.patterns
        cells = self.goal.shape.cells
        is_direct = all(DirectIndex(cells, len(pattern.homes)).size <= LARGEST_DIRECT for pattern in patterns)
        tables = tuple(_direct_entries(patterns)) if is_direct else obtain(patterns)
        mirror = None if self.mirror is None else (bytes(self._mirror_cells), bytes(self._mirror_tiles))
        tiles = [bytes(database.tiles) for database in self.databases]
        return tuple(zip(tiles, tables, strict=True)), mirror, is_direct


def preferred_partition(goal: Board) -> str:
    """The partition into the fewest patterns whose databases are all in the cache, or the one that is built unasked.

    Fewer and larger patterns see more. Those looked for are of about equal sizes, the smaller first: 7-8 on 4×4.
    """
    default = default_partition(goal)
    tiles = goal.shape.cells - 1
    for count in range(2, len(default.patterns)):
        sizes = [(tiles + number) // count for number in range(count)]
        if count_placements(tiles + 1, sizes[-1]) > MAXIMUM_ENTRIES:
            continue
        partition = parse_partition("-".join(map(str, sizes)), goal)
        if has_files(partition.patterns):
            return partition.text
    return default.text


def _make(goal: Board, partition: str, symmetry: bool) -> PatternDatabases:
    return PatternDatabases(goal, partition=partition, symmetry=symmetry)


@lru_cache(maxsize=4)
def _direct_entries(patterns: tuple[Pattern, ...]) -> tuple[Entries, ...]:
    """The same entries in the order of the direct index; kept for the next call."""
    core: Any = _native.load()
    cells = patterns[0].shape.cells
    return tuple(
        core.direct_entries(cells, len(pattern.homes), entries)
        for pattern, entries in zip(patterns, obtain(patterns), strict=True)
    )
