"""The score of boards for one goal, without and with placed weights: the reference of the core's ``DisplacementScore``.

Boards are *labelled* by the homes of the tiles, so that the goal has label c on every cell c, and turned as in
training, where the blank's home was in the lower right quarter.

The weights of ``weights`` belong to displacements and serve all tiles alike. But a tile of the last row is not moved
like one of the first. *Placed* weights, for one shape and goals with the blank in a corner, belong to places. They are
of the same three kinds, separate for every label:

* *singles*: a label on a cell;
* *pairs*: two related labels, each on a cell;
* *edges*: two adjacent cells, each with a label.

They are made in training by adding what single tiles have learned to what all tiles share. Labels are those of a goal
with the blank on the last cell. A score is in units of 1/64 move, and 0 at the goal.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from operator import getitem

from taquin.puzzle.board import State
from taquin.puzzle.geometry import Shape
from taquin.run.limits import checking_limits
from taquin.tables.scores.weights import DISPLACEMENTS, LARGEST, TABLE, UNIT, Layout, ScoreWeights, displacement, turned


class Labelling:
    r"""How boards with one goal are labelled and turned.

    The label of a tile is its home. Where the blank's home is in the upper half, the board is turned upside down; where
    it is in the left half, left and right change places.

    >>> labelling = Labelling(Shape(2, 2), bytes([0, 1, 2, 3]))
    >>> labelling.blank, labelling.labels(bytes([1, 0, 2, 3])), labelling.original(b"\x00\x03")
    (3, b'\x00\x01\x03\x02', b'\x01\x02')
    """

    def __init__(self, shape: Shape, goal: State) -> None:
        row, column = shape.position(goal.index(0))
        is_flipped, is_mirrored = 2 * row < shape.rows - 1, 2 * column < shape.columns - 1
        rows, columns = range(shape.rows), range(shape.columns)
        self._cells = [
            shape.cell(row, column)
            for row in (reversed(rows) if is_flipped else rows)
            for column in (reversed(columns) if is_mirrored else columns)
        ]
        """The original cell of each cell of the turned board, and vice versa."""
        self._label_of = {goal[cell]: label for label, cell in enumerate(self._cells)}
        self.blank = self._label_of[0]  # the label of the blank
        self.turns = *((1, 0) if is_flipped else (0, 1)), *((3, 2) if is_mirrored else (2, 3))
        """For each move on the turned board the move on the original board."""

    def labels(self, state: State) -> bytes:
        return bytes([self._label_of[state[cell]] for cell in self._cells])

    def original(self, moves: Iterable[int]) -> bytes:
        """The moves or slides on the original board for those on the turned board, or vice versa."""
        return bytes([self.turns[move % 4] + move - move % 4 for move in moves])


def adjacent_cells(shape: Shape) -> list[tuple[int, int, int]]:
    """All pairs of adjacent cells: the direction, 0 for right and 1 for below, the first cell and the second."""
    pairs = []
    for cell in range(shape.cells):
        if (cell + 1) % shape.columns:
            pairs.append((0, cell, cell + 1))
        if cell + shape.columns < shape.cells:
            pairs.append((1, cell, cell + shape.columns))
    return pairs


class DisplacementScore:
    """The score of labelled boards, in units of 1/64 move. It is 0 at the goal."""

    def __init__(self, weights: ScoreWeights, shape: Shape, blank: int) -> None:
        """Prepare for boards of this shape, at most that of the weights, and a goal with the blank on this cell."""
        self.shape = shape
        self.blank = blank
        self.values = weights.values
        self.layout = layout = weights.layout
        self.displacements = [
            [
                displacement(row - home_row, column - home_column)
                for row, column in map(shape.position, range(shape.cells))
            ]
            for home_row, home_column in map(shape.position, range(shape.cells))
        ]
        """The displacement of each label on each cell."""
        self.singles = [
            [
                layout.single(row - home_row, column - home_column, is_blank=home == blank)
                for row, column in map(shape.position, range(shape.cells))
            ]
            for home, (home_row, home_column) in enumerate(map(shape.position, range(shape.cells)))
        ]
        self.pairs = list(self._find_pairs())
        self.edges = [self._edge_parts(label) for label in range(shape.cells)]
        self._neighbours = adjacent_cells(shape)

    def _find_pairs(self) -> Iterator[tuple[int, int, int, list[int], list[int]]]:
        """The pairs of labels that are related.

        Of each: both labels, the table, and for each label a number for each of its cells. The weight is at the sum of
        the table and the numbers.
        """
        forward = _scaled(self.displacements)
        backward = _scaled([list(map(turned, cells)) for cells in self.displacements])
        for label, other, offset in self.layout.related_labels(self.shape):
            if self.blank not in (label, other):
                yield label, other, self.layout.pairs + offset * TABLE, forward[1][label], forward[0][other]
                continue
            # the tile is the first of the pair; the board is turned if its home comes after the blank's
            table, (numbers, factor) = self.layout.blank_pairs + offset * TABLE, (forward, 1)
            if label == self.blank:
                numbers, factor = backward, 0
            yield label, other, table, numbers[factor][label], numbers[1 - factor][other]

    def _edge_parts(self, label: int) -> tuple[tuple[list[int], list[int]], tuple[list[int], list[int]]]:
        """For both directions: for each cell of the label a number, as the first of two adjacent cells or the second.

        The weight of two adjacent labels is at the sum of their numbers.
        """
        moved, is_blank = self.displacements[label], label == self.blank
        tables = [self.layout.edges + 3 * direction * TABLE for direction in range(2)]
        horizontal, vertical = (
            (
                [table + is_blank * TABLE + displacement * DISPLACEMENTS for displacement in moved],
                [2 * is_blank * TABLE + displacement for displacement in moved],
            )
            for table in tables
        )
        return horizontal, vertical

    @property
    def edge_count(self) -> int:
        """The number of features about adjacent cells: the last ones of ``features``."""
        return len(self._neighbours)

    def features(self, labels: Sequence[int]) -> list[int]:
        """The weights whose sum is the score, always in the same order."""
        cells = [0] * len(labels)
        for cell, label in enumerate(labels):
            cells[label] = cell
        edges = self.edges
        return [
            *map(getitem, self.singles, cells),
            *[table + one[cells[label]] + two[cells[other]] for label, other, table, one, two in self.pairs],
            *[
                edges[labels[cell]][direction][0][cell] + edges[labels[there]][direction][1][there]
                for direction, cell, there in self._neighbours
            ],
        ]

    def __call__(self, labels: Sequence[int]) -> int:
        return sum(map(self.values.__getitem__, self.features(labels)))


def _scaled(displacements: list[list[int]]) -> tuple[list[list[int]], list[list[int]]]:
    """The displacements as the second of two in a table, and as the first."""
    return displacements, [[DISPLACEMENTS * displacement for displacement in cells] for cells in displacements]


class PlacedLayout:
    """Where the placed weights for boards of a shape stand in one list: singles, pairs, edges.

    >>> PlacedLayout(Shape(5, 5)).size
    114375
    """

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        square = shape.cells**2
        self.neighbours = adjacent_cells(shape)
        self.pairs = [(label, other) for label, other, _ in Layout(shape).related_labels(shape)]
        """The pairs of labels that are related, in the order of their tables."""
        self.first_edge = square * (1 + len(self.pairs))
        self.size = self.first_edge + square * 2 * shape.cells

    def features(self, labels: Sequence[int]) -> list[int]:
        """The weights whose sum is the score, in the same order as those of ``DisplacementScore``."""
        count = len(labels)
        cells = [0] * count
        for cell, label in enumerate(labels):
            cells[label] = cell
        return [
            *[label * count + cell for label, cell in enumerate(cells)],
            *[
                ((1 + number) * count + cells[label]) * count + cells[other]
                for number, (label, other) in enumerate(self.pairs)
            ],
            *[
                self.first_edge + ((2 * cell + direction) * count + labels[cell]) * count + labels[there]
                for direction, cell, there in self.neighbours
            ],
        ]


class PlacedScore:
    """The score of labelled boards of one shape by placed weights, in units of 1/64 move.

    The reference of the core's ``DisplacementScore`` with such weights.
    """

    def __init__(self, shape: Shape, values: Sequence[int]) -> None:
        self.shape = shape
        self.blank = shape.cells - 1
        self.values = values
        self.layout = PlacedLayout(shape)

    @classmethod
    def from_training(cls, score: DisplacementScore, learned: Sequence[float]) -> PlacedScore:
        """Add what single tiles have learned to what all tiles share; both in moves, in the order of their layouts."""
        layout, shared_size = PlacedLayout(score.shape), score.layout.size
        values = array("h", bytes(2 * layout.size))
        for shared, placed in checking_limits(_all_weights(score, layout)):
            weight = learned[shared] + learned[shared_size + placed]
            values[placed] = round(max(-LARGEST, min(LARGEST, weight * UNIT)))
        return cls(score.shape, values)

    def __call__(self, labels: Sequence[int]) -> int:
        return sum(map(self.values.__getitem__, self.layout.features(labels)))


def _all_weights(score: DisplacementScore, layout: PlacedLayout) -> Iterator[tuple[int, int]]:
    """Every placed weight that a board can have, after the weight that it shares with other tiles."""
    count = layout.shape.cells
    for label, singles in enumerate(score.singles):
        for cell, shared in enumerate(singles):
            yield shared, label * count + cell
    for number, (_, _, table, one, two) in enumerate(score.pairs):
        for cell, first in enumerate(one):
            start = ((1 + number) * count + cell) * count
            for there, second in enumerate(two):
                if cell != there:
                    yield table + first + second, start + there
    for direction, cell, there in layout.neighbours:
        for label in range(count):
            first = score.edges[label][direction][0][cell]
            start = layout.first_edge + ((2 * cell + direction) * count + label) * count
            for other in range(count):
                if label != other:
                    yield first + score.edges[other][direction][1][there], start + other
