"""The weights of a score: what the position of each tile, and of each two related tiles, adds to it.

A weight belongs to *displacements* (how far a tile is from its home, in rows and columns), not to tiles: so few weights
serve all tiles, any goal, and boards of other sizes. There are three kinds:

* *singles*: a tile, or the blank, with the rows and the columns to its home;
* *pairs*: two tiles, or a tile and the blank, whose homes are in one row, in one column or diagonal neighbours, with
  the displacement of each;
* *edges*: the tiles of two adjacent cells, with the displacement of each; one of them may be the blank.

The score of a board is the sum over all its tiles, pairs and edges, in units of 1/64 move. It is 0 at the goal.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache, cached_property
from itertools import combinations

from taquin.puzzle.geometry import Shape
from taquin.run.limits import check_limits, checking_limits

UNIT = 64  # the weight of one move
REACH = 3  # displacements of pairs and edges are limited to this many rows and columns in each direction
SIDE = 2 * REACH + 1
DISPLACEMENTS = SIDE * SIDE
TABLE = DISPLACEMENTS * DISPLACEMENTS  # the weights of one kind of pair or edge: one for each two displacements
_LONGEST_FULL_LINE = 13  # pair weights are used unchanged in lines of up to this many cells
LARGEST = 32000  # the largest absolute value of a weight


def displacement(rows: int, columns: int) -> int:
    """The number, 0 to 48, of a displacement by these rows down and columns right; 24 is none."""
    limited = [max(-REACH, min(REACH, steps)) + REACH for steps in (rows, columns)]
    return limited[0] * SIDE + limited[1]


def steps_of(number: int) -> tuple[int, int]:
    """The rows and columns of a displacement, limited to ``REACH``."""
    return number // SIDE - REACH, number % SIDE - REACH


def turned(number: int) -> int:
    """The displacement in the opposite direction, as it is after half a turn of the board."""
    return DISPLACEMENTS - 1 - number


@dataclass(frozen=True)
class Layout:
    """Where the weights for boards of a shape stand in one list: singles, pairs, edges.

    >>> Layout(Shape(5, 5)).size
    62476
    """

    shape: Shape

    @cached_property
    def pairs(self) -> int:
        """The first weight of a pair."""
        return 2 * self.shape.cells

    @cached_property
    def blank_pairs(self) -> int:
        """The first weight of a pair of a tile and the blank."""
        return self.pairs + len(self.offsets) * TABLE

    @cached_property
    def edges(self) -> int:
        """The first weight of an edge."""
        return self.blank_pairs + len(self.offsets) * TABLE

    @cached_property
    def size(self) -> int:
        return self.edges + 6 * TABLE

    @cached_property
    def offsets(self) -> tuple[tuple[int, int], ...]:
        """How the homes of a pair may lie: rows and columns from the first to the second, in reading order."""
        in_row = [(0, columns) for columns in range(1, self.shape.columns)]
        in_column = [(rows, 0) for rows in range(1, self.shape.rows)]
        return (*in_row, *in_column, (1, 1), (1, -1))

    def single(self, rows: int, columns: int, *, is_blank: bool) -> int:
        """The weight of a tile or the blank at this distance from its home."""
        return (is_blank * self.shape.rows + abs(rows)) * self.shape.columns + abs(columns)

    def find_offset(self, rows: int, columns: int) -> int | None:
        """The number of the offset by these rows and columns, in reading order; None if it is not used."""
        if rows == 0:
            return columns - 1
        if columns == 0:
            return self.shape.columns + rows - 2
        if rows == 1 and abs(columns) == 1:
            return self.shape.rows + self.shape.columns - (2 if columns == 1 else 1)
        return None

    def related_labels(self, shape: Shape) -> Iterator[tuple[int, int, int]]:
        """The pairs of labels of a board that have weights, in order: both labels, and the number of their offset."""
        for label, other in checking_limits(combinations(range(shape.cells), 2)):
            (row, column), (other_row, other_column) = shape.position(label), shape.position(other)
            offset = self.find_offset(other_row - row, other_column - column)
            if offset is not None:
                yield label, other, offset


@dataclass(frozen=True)
class ScoreWeights:
    """Weights for boards of one shape, in units of 1/64 move."""

    shape: Shape
    values: Sequence[int]

    @property
    def layout(self) -> Layout:
        return Layout(self.shape)

    @classmethod
    def convex(cls, shape: Shape) -> ScoreWeights:
        """The score without learning: d^1.5 for a tile d moves from home, and 2 for two tiles in linear conflict.

        Training begins with it.
        """
        layout = Layout(shape)
        values = array("h", bytes(2 * layout.size))
        for cell in range(shape.cells):
            rows, columns = shape.position(cell)
            values[layout.single(rows, columns, is_blank=False)] = min(LARGEST, round(UNIT * (rows + columns) ** 1.5))
        for number, (rows, columns) in enumerate(layout.offsets[:-2]):
            check_limits()
            for first in range(DISPLACEMENTS):
                for second in range(DISPLACEMENTS):
                    if _is_conflict(rows, columns, steps_of(first), steps_of(second)):
                        values[layout.pairs + number * TABLE + first * DISPLACEMENTS + second] = 2 * UNIT
        return cls(shape, values)

    def resized(self, shape: Shape) -> ScoreWeights:
        """The weights for boards of another shape.

        A pair whose homes are farther apart than in any trained pair has the weights of the farthest one, and a tile
        that is farther from home than any was in training continues the increase of the last step.

        In lines of more than 13 cells pairs count less. Tiles of a line that are all displaced alike have a low score,
        because pairs of them do. A longer line has more pairs: with weights from a shorter one, a line that is shifted
        as a whole would have a lower score than one at home, and beams would end there. So the share of each distance
        in all pairs of a tile stays as it was in training.
        """
        if shape == self.shape:
            return self
        old, layout = self.layout, Layout(shape)
        values = array("h", bytes(2 * layout.size))
        for cell in range(shape.cells):
            rows, columns = shape.position(cell)
            for is_blank in (False, True):
                weight = self._extended_single(rows, columns, is_blank=is_blank)
                values[layout.single(rows, columns, is_blank=is_blank)] = max(-LARGEST, min(LARGEST, weight))
        for start, old_start in ((layout.pairs, old.pairs), (layout.blank_pairs, old.blank_pairs)):
            for number, offset in enumerate(layout.offsets):
                table = old_start + old.offsets.index(self._nearest_offset(offset)) * TABLE
                weights = _slice(self.values, table, TABLE)
                if start == layout.pairs:
                    weights = _thinned(weights, offset, self.shape, shape)
                values[start + number * TABLE : start + (number + 1) * TABLE] = weights
        values[layout.edges :] = _slice(self.values, old.edges, 6 * TABLE)
        return ScoreWeights(shape, values)

    def _extended_single(self, rows: int, columns: int, *, is_blank: bool) -> int:
        inner_rows, inner_columns = min(rows, self.shape.rows - 1), min(columns, self.shape.columns - 1)
        layout = self.layout
        here = self.values[layout.single(inner_rows, inner_columns, is_blank=is_blank)]
        outside = rows - inner_rows + columns - inner_columns
        if not outside or is_blank:
            return here
        distance = inner_rows + inner_columns
        before_rows, before_columns = (inner_rows - 1, inner_columns) if inner_rows else (0, inner_columns - 1)
        before = self.values[layout.single(before_rows, before_columns, is_blank=is_blank)]
        step = here - before if distance > 1 else UNIT
        return here + outside * max(step, UNIT)

    def _nearest_offset(self, offset: tuple[int, int]) -> tuple[int, int]:
        rows, columns = offset
        if abs(rows) == abs(columns) == 1:
            return offset
        nearest = min(rows, self.shape.rows - 1), min(columns, self.shape.columns - 1)
        if nearest == (0, 0):  # a board of one line was trained
            return (1, 1)
        return nearest

    def symmetric(self) -> ScoreWeights:
        """The mean of these weights and the transposed ones, for square boards: half the noise of training."""
        pairs = checking_limits(zip(self.values, self.transposed().values, strict=True))
        return ScoreWeights(self.shape, array("h", [(one + other) // 2 for one, other in pairs]))

    def transposed(self) -> ScoreWeights:
        """The weights for transposed boards: rows become columns."""
        shape = Shape(self.shape.columns, self.shape.rows)
        old, layout = self.layout, Layout(shape)
        values = array("h", bytes(2 * layout.size))
        for cell in range(self.shape.cells):
            rows, columns = self.shape.position(cell)
            for is_blank in (False, True):
                values[layout.single(columns, rows, is_blank=is_blank)] = self.values[
                    old.single(rows, columns, is_blank=is_blank)
                ]
        for target, source, order in _transposed_tables(old, layout):
            check_limits()
            values[target : target + TABLE] = array("h", [self.values[source + index] for index in _transposing(order)])
        return ScoreWeights(shape, values)


def _slice(values: Sequence[int], start: int, count: int) -> array[int]:
    return array("h", values[start : start + count])


def _thinned(weights: array[int], offset: tuple[int, int], trained: Shape, shape: Shape) -> array[int]:
    """The weights of pairs with this offset for a longer line, so that all pairs of a tile count as much as before."""
    rows, columns = offset
    before, after = (trained.columns, shape.columns) if rows == 0 else (trained.rows, shape.rows)
    if (rows and columns) or after <= max(before, _LONGEST_FULL_LINE):
        return weights
    distance = rows or columns
    share, whole = after * max(0, before - distance), before * (after - distance)
    return array("h", [(2 * weight * share + whole) // (2 * whole) for weight in weights])


def _is_conflict(rows: int, columns: int, first: tuple[int, int], second: tuple[int, int]) -> bool:
    """Whether two tiles of one line are both in it in the wrong order, ``rows`` and ``columns`` between their homes."""
    if rows:  # a column: the same with rows and columns exchanged
        rows, columns, first, second = columns, rows, first[::-1], second[::-1]
    return first[0] == second[0] == 0 and first[1] > second[1] + columns


def _transpose(number: int) -> int:
    rows, columns = divmod(number, SIDE)
    return columns * SIDE + rows


class _Order(Enum):
    """What transposing does to the order of two homes."""

    KEPT = auto()
    EXCHANGED = auto()  # the home of the second tile now comes first
    TURNED = auto()  # the blank's home now comes before the tile's: half a turn of the board restores the order


@cache
def _transposing(order: _Order) -> list[int]:
    """Where each weight of a transposed table comes from. Transposing twice restores every order."""
    sources = []
    for one in range(DISPLACEMENTS):
        for other in range(DISPLACEMENTS):
            first, second = _transpose(one), _transpose(other)
            if order is _Order.EXCHANGED:
                first, second = second, first
            if order is _Order.TURNED:
                first, second = turned(first), turned(second)
            sources.append(first * DISPLACEMENTS + second)
    return sources


def _transposed_tables(old: Layout, new: Layout) -> Iterator[tuple[int, int, _Order]]:
    for start, old_start, turn in (
        (new.pairs, old.pairs, _Order.EXCHANGED),
        (new.blank_pairs, old.blank_pairs, _Order.TURNED),
    ):
        for number, (rows, columns) in enumerate(old.offsets):
            is_rising = (rows, columns) == (1, -1)
            target = new.offsets.index((1, -1) if is_rising else (columns, rows))
            yield start + target * TABLE, old_start + number * TABLE, turn if is_rising else _Order.KEPT
    for direction in range(2):
        for kind in range(3):
            source, target = 3 * direction + kind, 3 * (1 - direction) + kind
            yield new.edges + target * TABLE, old.edges + source * TABLE, _Order.KEPT
