"""Patterns, and partitions of a goal's tiles into patterns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, pairwise
from math import perm
from shlex import join

from taquin.errors import BoardError, HeuristicError, SpecError
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import GOALS
from taquin.puzzle.words import shown
from taquin.tables.symmetry import symmetries, turn_to_standard

MAXIMUM_CELLS = 36  # larger boards have no databases
MAXIMUM_CELLS_ON_CORE = 32
"""The native core has no databases of larger boards: a GPU has, and Python has small ones as the reference."""

UNREACHABLE = 255  # the entry of a placement from which the tiles cannot reach their goal cells

MAXIMUM_ENTRIES = 1 << 32
DEFAULT_ENTRIES = 2_000_000
"""The most entries of a database of the default partition: it takes a fifth of a second to build."""
RECOMMENDED_ENTRIES = 150_000_000
"""The most entries of a database of the partition that is worth building once: it takes about a minute."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """The goal cells of some tiles, in reading order, and the goal cell of the blank.

    The numbers of the tiles do not matter: two goals that differ only in them share their databases, and so do goals
    that a rotation or a reflection maps onto each other (``taquin.tables.pdb.image``).

    >>> Pattern(Shape(4, 4), blank=15, homes=(0, 1, 4)).name
    '4x4-15-0.1.4'
    """

    shape: Shape
    blank: int
    homes: tuple[int, ...]

    def __post_init__(self) -> None:
        cells = range(self.shape.cells)
        is_sorted = list(self.homes) == sorted(set(self.homes))
        if not (self.homes and is_sorted and {*self.homes, self.blank} <= set(cells)) or self.blank in self.homes:
            raise BoardError(f"expected different goal cells of a {self.shape} board in order, found {self.homes}")

    @property
    def size(self) -> int:
        """The number of placements: the entries of the database, one byte each."""
        return perm(self.shape.cells, len(self.homes))

    @property
    def name(self) -> str:
        """The name of its file, such as ``4x4-15-0.1.4``: shape, goal cell of the blank, goal cells of the tiles."""
        return f"{self.shape.text}-{self.blank}-{'.'.join(map(str, self.homes))}"

    @classmethod
    def parse(cls, name: str) -> Pattern:
        """Read ``name``. Raises ``SpecError`` for any other text."""
        match = re.fullmatch(r"(\d{1,3})x(\d{1,3})-(\d{1,3})-(\d{1,3}(?:\.\d{1,3})*)", name, re.ASCII)
        if match is None:
            raise SpecError(f"expected the name of a pattern such as 4x4-15-0.1.4, found {shown(name)}")
        shape = Shape(int(match[1]), int(match[2]))
        return cls(shape, int(match[3]), tuple(map(int, match[4].split("."))))

    def tiles(self, goal: Board) -> tuple[int, ...]:
        return tuple(goal.state[home] for home in self.homes)


@dataclass(frozen=True, slots=True)
class Partition:
    """All tiles of a goal, each in exactly one pattern, so that the entries may be added."""

    goal: Board
    patterns: tuple[Pattern, ...]
    text: str = field(compare=False)

    @property
    def size(self) -> int:
        return sum(pattern.size for pattern in self.patterns)

    @property
    def build_command(self) -> str:
        shape = self.goal.shape
        name = next((name for name, make in GOALS.items() if make(shape) == self.goal), None)
        goal = " / ".join(" ".join(map(str, row)) for row in self.goal.rows()) if name is None else name
        words = ["taquin", "pdb", "build", shape.text, "-p", self.text]
        return join([*words, *(() if goal == "standard" else ("--goal", goal))])

    def __str__(self) -> str:
        return "|".join(",".join(map(str, sorted(pattern.tiles(self.goal)))) for pattern in self.patterns)


# Published partitions, as goal cells of a goal with the blank in the first cell; for goals with the blank in another
# corner they are rotated. 7-8 and 6-6-6-6 are from Korf and Felner 2002; Felner, Korf and Hanan 2004 compare 7-8 with
# partitions of the sizes 6-6-3 and 5-5-5.
_PUBLISHED: dict[tuple[Shape, str], tuple[tuple[int, ...], ...]] = {
    (Shape(4, 4), "5-5-5"): ((1, 4, 5, 8, 12), (2, 3, 6, 7, 11), (9, 10, 13, 14, 15)),
    (Shape(4, 4), "6-6-3"): ((1, 2, 4, 5, 8, 9), (3, 6, 7, 10, 11, 15), (12, 13, 14)),
    (Shape(4, 4), "7-8"): ((1, 2, 3, 4, 5, 6, 7), (8, 9, 10, 11, 12, 13, 14, 15)),
    (Shape(5, 5), "6-6-6-6"): (
        (1, 2, 5, 6, 7, 12),
        (3, 4, 8, 9, 13, 14),
        (10, 11, 15, 16, 20, 21),
        (17, 18, 19, 22, 23, 24),
    ),
}


_GROUP = r"\s*+(?:[0-9]++(?:(?:\s*+,\s*+|\s++)[0-9]++)*+\s*+)?+"
_GROUPS = re.compile(rf"{_GROUP}(?:\|{_GROUP})*+")


def parse_partition(text: str, goal: Board) -> Partition:
    """Read ``5-5-5`` (sizes), ``1 2 5 6 | 3 4 7 8 | …`` (tiles, also with commas), or ``auto``.

    The sizes of a published partition give that partition; for other sizes a path through the goal is cut into compact
    pieces. Raises ``SpecError`` for text that is not a partition and ``HeuristicError`` for boards that are too large.

    >>> print(parse_partition("4-4", Board([1, 2, 3, 4, 5, 6, 7, 8, 0])))
    1,2,4,5|3,6,7,8
    """
    _check_cells(goal.shape, MAXIMUM_CELLS)
    plain = text.strip().lower()
    if plain == "auto":
        return default_partition(goal)
    if re.fullmatch(r"[0-9]{1,2}(\s*+-\s*+[0-9]{1,2})*+", plain):
        return _partition_of_sizes([int(size) for size in plain.split("-")], goal)
    if not plain or not _GROUPS.fullmatch(plain):
        raise SpecError(
            f"expected a partition such as 5-5-5 (sizes) or 1 2 5 6 | 3 4 7 8 (tiles), found {shown(text)}",
        )
    groups = [[int(tile) for tile in re.findall(r"[0-9]{1,4}", group)] for group in plain.split("|")]
    _check_tiles(groups, goal)
    canonical = "|".join(" ".join(map(str, group)) for group in groups)
    return _make(goal, [[goal.find(tile) for tile in group] for group in groups], canonical)


def default_partition(goal: Board) -> Partition:
    """The default partition: the fewest patterns that ``DEFAULT_ENTRIES`` allows, at least 2, of equal size.

    (Sizes may differ by 1.) 5-5-5 on 4×4, 4-4 on 3×3, 6-5 on 3×4, 5-5-5-4 on 4×5, six patterns of 4 tiles on 5×5.
    """
    tiles = goal.shape.cells - 1
    count = _count_patterns(goal.shape, DEFAULT_ENTRIES)
    sizes = [tiles // count + (number < tiles % count) for number in range(count)]
    return _partition_of_sizes(sizes, goal)


def recommended_partition(goal: Board) -> Partition:
    """The partition to build once: the fewest patterns that ``RECOMMENDED_ENTRIES`` allows; else the default one.

    5-5-5 on 4×4, 6-6-5 on 3×6, 6-6-6-2 on 3×7, 6-6-6-5 on 3×8, 6-6-5-6 on 4×6, 6-6-6-6 on 5×5.
    """
    count = _count_patterns(goal.shape, RECOMMENDED_ENTRIES)
    partitions = (partition for partition in larger_partitions(goal) if len(partition.patterns) == count)
    return next(partitions, default_partition(goal))


@lru_cache(maxsize=16)
def card_partition(goal: Board) -> str:
    """What ``auto`` stands for on a GPU. Databases in the cache do not matter.

    On 4×4 7-7-1 is built in a second, and leaves a quarter of the nodes of 6-6-3. On boards of more than 25 cells
    patterns have up to six tiles. The means of 5-6-6-5-5 on 4×7 and 5-5-5-6-6 are 99.1 and 97.7; docs/lab/gpu.md
    compares others.
    """
    rows, columns = sorted((goal.shape.rows, goal.shape.columns))
    if text := {(4, 4): "7-7-1", (4, 7): "5-6-6-5-5", (4, 8): "6-5-5-5-5-5"}.get((rows, columns)):
        return text
    if goal.shape.cells <= 25:
        return recommended_partition(goal).text
    return "-".join(map(str, _even_sizes(goal, -(-(goal.shape.cells - 1) // 6), 6)))


def _count_patterns(shape: Shape, entries: int) -> int:
    """The least number of patterns, at least 2, with at most this many entries each."""
    _check_cells(shape, MAXIMUM_CELLS_ON_CORE)
    tiles = shape.cells - 1
    return min(tiles, max(2, -(-tiles // _largest_pattern(shape, entries))))


def _largest_pattern(shape: Shape, entries: int) -> int:
    """The most tiles of a pattern with at most this many entries."""
    return max(size for size in range(1, shape.cells) if perm(shape.cells, size) <= entries)


def larger_partitions(goal: Board) -> Iterator[Partition]:
    """Partitions into fewer patterns than the default one, of about equal sizes: 7-8 on 4×4, 6-6-5-6 on 4×6."""
    for count in range(2, len(default_partition(goal).patterns)):
        sizes = _even_sizes(goal, count, _largest_pattern(goal.shape, RECOMMENDED_ENTRIES))
        if perm(goal.shape.cells, max(sizes)) <= MAXIMUM_ENTRIES:
            yield _partition_of_sizes(sizes, goal)


def _even_sizes(goal: Board, count: int, largest: int) -> list[int]:
    """The sizes of a published partition; else those of equal pieces of the path, the blank's cell included.

    Then the pattern beside the blank is the smaller one, and the others have shapes that are often symmetric. If equal
    pieces are smaller than necessary, the last one takes the difference: with 6-6-6-2 on 3×7 the proven bounds of
    random boards are up to 4 moves higher than with 5-5-5-5 after as many nodes.
    """
    for shape, text in _PUBLISHED:
        sizes = [int(size) for size in text.split("-")]
        if shape == goal.shape and len(sizes) == count and max(sizes) <= min(sizes) + 1:
            return sizes
    sizes = [(goal.shape.cells + number) // count for number in range(count)]
    ends = accumulate(sizes)
    blank = _path_of(goal).index(goal.blank)
    sizes[next(number for number, end in enumerate(ends) if blank < end)] -= 1
    rest = goal.shape.cells - 1 - largest * (count - 1)
    return [*[largest] * (count - 1), rest] if max(sizes) < largest and rest > 0 and goal.shape.cells > 16 else sizes


def known_partitions(goal: Board) -> list[Partition]:
    """The partitions that are known by their sizes: the default one, larger ones, and published ones."""
    published = [
        _partition_of_sizes([*map(int, text.split("-"))], goal) for shape, text in _PUBLISHED if shape == goal.shape
    ]
    by_text = {
        partition.text: partition for partition in [default_partition(goal), *published, *larger_partitions(goal)]
    }
    return list(by_text.values())


def _partition_of_sizes(sizes: Sequence[int], goal: Board) -> Partition:
    text = "-".join(map(str, sizes))
    tiles = goal.shape.cells - 1
    if sum(sizes) != tiles or 0 in sizes:
        raise SpecError(
            f"the sizes {text} add up to {sum(sizes)}: a {goal.shape} board has {tiles} tiles",
            hint=f"for example {default_partition(goal).text}" if sum(sizes) != tiles else "every pattern needs a tile",
        )
    published = _PUBLISHED.get((goal.shape, text))
    for symmetry in symmetries(goal.shape) if published else ():
        if symmetry.cells[0] == goal.blank:
            return _make(goal, [[symmetry.cells[cell] for cell in cells] for cells in published or ()], text)
    path = [cell for cell in _path_of(goal) if cell != goal.blank]
    cuts = [sum(sizes[:number]) for number in range(len(sizes) + 1)]
    return _make(goal, [path[cuts[number] : cuts[number + 1]] for number in range(len(sizes))], text)


def _path_of(goal: Board) -> list[int]:
    """All cells in an order whose pieces are compact.

    Goals that a rotation or a reflection maps onto each other get the same path, rotated or reflected, so that they
    share databases: the path of the one with no more rows than columns and the blank in the last cell possible.
    """
    shape, cells = turn_to_standard(goal.shape, goal.blank)
    return [cells.index(cell) for cell in _path(shape)]


def _make(goal: Board, groups: Sequence[Sequence[int]], text: str) -> Partition:
    partition = Partition(goal, tuple(Pattern(goal.shape, goal.blank, tuple(sorted(group))) for group in groups), text)
    for pattern in partition.patterns:
        if pattern.size > MAXIMUM_ENTRIES:
            raise HeuristicError(
                f"a pattern of {len(pattern.homes)} tiles on {goal.shape} has {pattern.size:,} placements",
                hint=f"the limit is {MAXIMUM_ENTRIES:,}; use smaller patterns",
            )
    return partition


def _path(shape: Shape) -> Iterator[int]:
    """All cells in an order whose pieces are compact: a zigzag through strips of two rows, alternately reversed.

    An odd number of rows would leave a single row for the last pieces: on wide boards the last strip has three rows,
    and the path goes down one of its columns and up the next. (The mean of 5-5-5-4-4 on 3×8 is 86.5 that way, and 85.4
    with strips of two rows; that of 6-6-6-6-5 on 5×6 106.5, and 104.9.)
    """
    tops = list(range(0, shape.rows, 2))
    if shape.rows % 2 and shape.rows > 1 and shape.columns >= 6:
        tops.pop()
    for strip, (top, end) in enumerate(pairwise([*tops, shape.rows])):
        for number in range(shape.columns):
            column = number if strip % 2 == 0 else shape.columns - 1 - number
            is_upward = end - top == 3 and number % 2
            for row in range(end - 1, top - 1, -1) if is_upward else range(top, end):
                yield shape.cell(row, column)


def _check_cells(shape: Shape, limit: int) -> None:
    if shape.cells > limit:
        raise HeuristicError(
            f"a {shape} board is too large for pattern databases: the limit is {limit} cells",
            hint="linear_conflict works on every shape",
        )


def _check_tiles(groups: Sequence[Sequence[int]], goal: Board) -> None:
    tiles = [tile for group in groups for tile in group]
    for tile in tiles:
        if not 0 < tile < goal.shape.cells:
            raise SpecError(f"a {goal.shape} board has the tiles 1 to {goal.shape.cells - 1}, not {tile}")
        if tiles.count(tile) > 1:
            raise SpecError(f"tile {tile} appears twice: expected every tile in one pattern")
    missing = sorted(set(range(1, goal.shape.cells)) - set(tiles))
    if missing:
        raise SpecError(f"the partition lacks {', '.join(map(str, missing))}: expected every tile in one pattern")
    if not all(groups):
        raise SpecError("expected a tile on both sides of every |")
