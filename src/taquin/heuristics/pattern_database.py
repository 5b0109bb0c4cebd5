"""Look-ups in pattern databases, and the heuristic that adds them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache, partial

from taquin import _native
from taquin.errors import HeuristicError, TableError
from taquin.heuristics.base import Explanation, Heuristic, Part
from taquin.puzzle.arguments import check_kind
from taquin.puzzle.board import Board, State
from taquin.puzzle.geometry import tile_cells
from taquin.puzzle.goals import GoalLike, make_goal
from taquin.puzzle.words import plural
from taquin.tables.pdb.build import Entries
from taquin.tables.pdb.image import reflection, same_image
from taquin.tables.pdb.pattern import (
    MAXIMUM_CELLS_ON_CORE,
    Partition,
    Pattern,
    default_partition,
    larger_partitions,
    parse_partition,
)
from taquin.tables.pdb.pattern_ranking import DirectIndex, RankedIndex
from taquin.tables.pdb.store import Source, ensure, folder_version, has_files, obtain
from taquin.tables.storage.folder import is_read_only
from taquin.tables.storage.loading import is_unchanged, table_checksum

LARGEST_DIRECT = 1 << 30
"""The most entries of all direct tables of a partition together. Above this the databases are used as they are."""

LARGEST_DIRECT_IN_WORKERS = 1 << 22
"""The same limit in server workers: each would have direct tables of its own, while mapped files are shared."""

_SMALL = 1 << 24  # entries; more small tables than large ones stay cached


class PatternDatabase:
    """For every placement of a pattern's tiles, the least number of their slides to their goal cells.

    Only slides of the pattern's own tiles count, so the values of disjoint patterns may be added and still never
    overestimate. The entry is the minimum over all cells of the blank. So a sum is admissible but not consistent: after
    a slide the blank may be in a region where more slides are needed than the minimum.
    """

    __slots__ = ("_ranked", "cells", "entries", "pattern", "tiles")

    def __init__(self, source: Source, goal: Board) -> None:
        self.pattern = pattern = source.image.pattern  # the one that the entries were built for
        self.entries = source.entries
        self.tiles = source.image.tiles(goal)  # the pattern's tiles in the order of the entries' digits
        self.cells = source.image.cells  # the number of every cell in the entries
        self._ranked = RankedIndex(pattern.shape.cells, len(pattern.homes))

    def look_up(self, cells: list[int]) -> int:
        """The entry where tile t is on ``cells[t]``; ``UNREACHABLE`` if the tiles cannot reach their goals."""
        names = self.cells
        return self.entries[self._ranked.rank([names[cells[tile]] for tile in self.tiles])]


class PatternDatabases(Heuristic):
    """The sum of the exact costs of disjoint sets of tiles, where each set counts only its own moves.

    If the goal has a suitable symmetry, the mirrored board is looked up too, and the larger sum is used. Admissible,
    not consistent. A call takes one look-up per pattern, or two with the mirrored board. The databases come from the
    cache folder (``taquin pdb build``); small missing ones are built in memory. Raises ``HeuristicError`` if they are
    too large for that, and for boards of more than 32 cells; ``SpecError`` for an invalid partition.

    Korf and Felner, *Disjoint pattern database heuristics*, Artificial Intelligence 134, 2002.

    >>> goal = Board([1, 2, 3, 4, 5, 6, 7, 8, 0])
    >>> databases = PatternDatabases(goal, partition="4-4")
    >>> databases.estimate("8 6 7 / 2 5 4 / 3 0 1")
    27
    """

    __slots__ = ("_mirror_cells", "_mirror_tiles", "databases", "has_symmetry", "mirror", "partition")

    def __init__(self, goal: GoalLike, *, partition: str = "auto", symmetry: bool = True) -> None:
        goal = make_goal(goal)
        super().__init__(goal)
        check_kind("partition", partition, str, "a partition such as '5-5-5'")
        is_auto = partition.strip().lower() == "auto"
        self.partition, sources = _obtain(preferred_partition(goal) if is_auto else partition, goal)
        self.databases = tuple(PatternDatabase(source, goal) for source in sources)
        self.has_symmetry = symmetry
        self.mirror = reflection(self.partition) if symmetry else None
        if self.mirror is not None:
            self._mirror_cells = self.mirror.cells
            self._mirror_tiles = self.mirror.tiles(goal)

    @classmethod
    def build(
        cls, goal: GoalLike, *, partition: str = "auto", symmetry: bool = True, threads: int | None = None
    ) -> PatternDatabases:
        """The databases from the cache folder; those that are missing are built and saved first, whatever their size.

        ``taquin pdb build`` does the same: 5-5-5 on 4×4 takes half a second, 7-8 some minutes and 577 MB.
        """
        board = make_goal(goal)
        for pattern in parse_partition(partition, board).patterns:
            ensure(pattern, threads=threads)
        return cls(board, partition=partition, symmetry=symmetry)

    def __call__(self, state: State) -> int:
        """The sum over all databases, for the board or its mirror image, whichever is larger."""
        cells = tile_cells(state)
        value = sum([database.look_up(cells) for database in self.databases])
        if self.mirror is None:
            return value
        mirrored = self._mirrored(cells)
        return max(value, sum([database.look_up(mirrored) for database in self.databases]))

    def _mirrored(self, cells: list[int]) -> list[int]:
        """The cells of the tiles in the mirror image."""
        mirrored = [0] * len(cells)
        for tile, cell in enumerate(cells):
            mirrored[self._mirror_tiles[tile]] = self._mirror_cells[cell]
        return mirrored

    def explain(self, state: State) -> Explanation:
        cells = tile_cells(state)
        total = self(state)
        costs = [database.look_up(cells) for database in self.databases]
        groups = [tuple(database.tiles) for database in self.databases]
        is_mirrored = sum(costs) < total
        if is_mirrored:
            costs = [database.look_up(self._mirrored(cells)) for database in self.databases]
            originals = {image: tile for tile, image in enumerate(self._mirror_tiles)}
            groups = [tuple(originals[tile] for tile in group) for group in groups]
        parts = tuple(
            Part(
                kind="pattern",
                value=cost,
                words=f"the tiles {', '.join(map(str, sorted(group)))} need {plural(cost, 'move')}",
                tiles=group,
                cells=tuple(cells[tile] for tile in group),
            )
            for cost, group in zip(costs, groups, strict=True)
        )
        image = "; the mirrored board has the larger sum" if is_mirrored else ""
        return Explanation(total, f"{len(parts)} groups of tiles{image}", parts)

    @property
    def has_intact_tables(self) -> bool:
        return all(is_unchanged(database.entries) for database in self.databases)

    def table_checksums(self) -> list[str]:
        """The name of every database, and a checksum of its entries: the same whether it has a file or not."""
        return [f"pdb {table.pattern.name} {table_checksum(table.entries):08x}" for table in self.databases]

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the arguments only: another process opens the database files itself."""
        return partial(PatternDatabases, partition=self.partition.text, symmetry=self.has_symmetry), (self.goal,)

    def tables(self) -> tuple[tuple[tuple[bytes, Entries, bytes], ...], tuple[bytes, bytes] | None, bool]:
        """The arguments of the native core: the databases, the mirror, and whether the index is ``DirectIndex``.

        A database is given by its tiles in the order of their digits, its entries, and its number for every cell: where
        it was built for a symmetric goal, the core's tables of index changes include that mapping, at no cost.
        """
        is_direct = _is_direct({database.pattern for database in self.databases})
        mirror = None if self.mirror is None else (bytes(self._mirror_cells), bytes(self._mirror_tiles))
        databases = [
            (bytes(database.tiles), _direct_entries(database) if is_direct else database.entries, bytes(database.cells))
            for database in self.databases
        ]
        return tuple(databases), mirror, is_direct


def _obtain(text: str, goal: Board) -> tuple[Partition, tuple[Source, ...]]:
    """A partition and its databases. The error for missing databases names the command that builds them."""
    partition = parse_partition(text, goal)
    try:
        return partition, obtain(partition.patterns)
    except HeuristicError as error:
        if not _native.is_available():
            raise
        raise HeuristicError(
            error.message, hint=f"build them for taquin solve and taquin serve: {partition.build_command}"
        ) from None


def preferred_partition(goal: Board) -> str:
    """The partition that ``auto`` stands for: the fewest patterns whose databases are all in the cache and intact.

    Fewer, larger patterns give higher estimates. Without such databases it is the default partition. As every search
    asks for it, the choice is kept until the folder of databases changes.
    """
    version = folder_version()
    stored, default = _find_partitions(goal) if version is None else _kept_partitions(goal, version)
    if stored is not None and not _can_obtain(stored):  # it was damaged meanwhile
        stored, default = _find_partitions(goal)
    return default if stored is None else stored.text


@lru_cache(maxsize=16)
def _kept_partitions(goal: Board, version: tuple[str, int]) -> tuple[Partition | None, str]:
    return _find_partitions(goal)


def _find_partitions(goal: Board) -> tuple[Partition | None, str]:
    """The partition whose databases are in the cache, if there is one, and the text of the default one."""
    return next(filter(_can_obtain, _stored_partitions(goal)), None), default_partition(goal).text


def _can_obtain(partition: Partition) -> bool:
    with suppress(HeuristicError):
        obtain(partition.patterns)
        return True
    return False


def has_large_databases(goal: Board) -> bool:
    """Whether the cache has the databases of a partition with fewer patterns than the default one."""
    return goal.shape.cells <= MAXIMUM_CELLS_ON_CORE and any(True for _ in _stored_partitions(goal))


def _stored_partitions(goal: Board) -> Iterator[Partition]:
    return (partition for partition in larger_partitions(goal) if has_files(partition.patterns))


def _is_direct(patterns: set[Pattern]) -> bool:
    """Whether a search uses the databases of these patterns with ``DirectIndex``.

    A slide changes that index by one addition, and the search makes up to twice as many nodes per second. The gaps take
    memory: the databases of 6-6-6-6 on 5×5 have 488 MB instead of 255 MB, and arranging them takes a second.
    """
    sizes = [DirectIndex(pattern.shape.cells, len(pattern.homes)).size for pattern in patterns]
    return sum(sizes) <= (LARGEST_DIRECT_IN_WORKERS if is_read_only() else LARGEST_DIRECT)


def _direct_entries(database: PatternDatabase) -> Entries:
    """The same entries in the order of ``DirectIndex``. Symmetric patterns share them as they share the file."""
    shared = Source(database.entries, same_image(database.pattern))
    return _arrange(shared) if len(database.entries) <= _SMALL else _arrange_large(shared)


@lru_cache(maxsize=16)
def _arrange(source: Source) -> Entries:
    return _arranged(source)


@lru_cache(maxsize=4)
def _arrange_large(source: Source) -> Entries:
    return _arranged(source)


def _arranged(source: Source) -> Entries:
    pattern = source.image.pattern
    entries = _native.core.direct_entries(pattern.shape.cells, len(pattern.homes), source.entries)
    if not is_unchanged(source.entries):
        raise TableError(
            f"the file of the database {pattern.name} was changed while it was in use", hint="run it again"
        )
    return entries
