"""Weights of single tiles: a finer score for one shape and goals with the blank in a corner.

The weights of ``weights`` belong to displacements and serve all tiles alike. But a tile of the last row is not moved
like one of the first. *Placed* weights belong to places. They are of the same three kinds, separate for every label.

* *singles*: a label on a cell;
* *pairs*: two related labels, each on a cell;
* *edges*: two adjacent cells, each with a label.

They are made in training by adding what single tiles have learned to what all tiles share. Labels are those of a goal
with the blank on the last cell. The score is in units of 1/64 move, and 0 at the goal.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from taquin.puzzle.geometry import Shape
from taquin.run.limits import checking_limits
from taquin.tables.scores.score import DisplacementScore, adjacent_cells
from taquin.tables.scores.weights import LARGEST, UNIT, Layout


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


@dataclass(frozen=True)
class PlacedWeights:
    """Placed weights for boards of one shape, in units of 1/64 move."""

    shape: Shape
    values: Sequence[int]

    @classmethod
    def from_training(cls, score: DisplacementScore, learned: Sequence[float]) -> PlacedWeights:
        """Add what single tiles have learned to what all tiles share; both in moves, in the order of their layouts."""
        layout, shared_size = PlacedLayout(score.shape), score.layout.size
        values = array("h", bytes(2 * layout.size))
        for shared, placed in checking_limits(_all_weights(score, layout)):
            weight = learned[shared] + learned[shared_size + placed]
            values[placed] = round(max(-LARGEST, min(LARGEST, weight * UNIT)))
        return cls(score.shape, values)


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


class PlacedScore:
    """The score of labelled boards by placed weights: the reference of the core's ``DisplacementScore`` with them."""

    def __init__(self, weights: PlacedWeights) -> None:
        self.shape = weights.shape
        self.blank = weights.shape.cells - 1
        self.values = weights.values
        self._layout = PlacedLayout(weights.shape)

    def __call__(self, labels: Sequence[int]) -> int:
        return sum(map(self.values.__getitem__, self._layout.features(labels)))
