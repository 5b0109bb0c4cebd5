"""The score of boards for one goal, from the weights of its shape: the reference of the core's ``DisplacementScore``.

Boards are *labelled* (see ``labelling``): the goal has label c on every cell c.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from taquin.puzzle.geometry import Shape
from taquin.tables.scores.weights import DISPLACEMENTS, TABLE, ScoreWeights, displacement, turned


@dataclass(frozen=True)
class _Partner:
    """A tile that is related to another one, and how to find the weight of the pair."""

    label: int
    table: int
    own_factor: int
    factor: int
    is_turned: bool

    def weight(self, own: int, other: int) -> int:
        """Where the weight of the pair is, for the displacement of the tile and that of its partner."""
        if self.is_turned:
            own, other = turned(own), turned(other)
        return self.table + own * self.own_factor + other * self.factor


class DisplacementScore:
    """The score of labelled boards, in units of 1/64 move. It is 0 at the goal."""

    def __init__(self, weights: ScoreWeights, shape: Shape, blank: int) -> None:
        """Prepare for boards of this shape, at most that of the weights, and a goal with the blank on this cell."""
        self.shape = shape
        self.blank = blank
        self.values = weights.values
        self._layout = layout = weights.layout
        self.displacements = [
            [
                displacement(row - home_row, column - home_column)
                for row, column in map(shape.position, range(shape.cells))
            ]
            for home_row, home_column in map(shape.position, range(shape.cells))
        ]
        """The displacement of each label on each cell."""
        self._singles = [
            [
                layout.single(row - home_row, column - home_column, is_blank=home == blank)
                for row, column in map(shape.position, range(shape.cells))
            ]
            for home, (home_row, home_column) in enumerate(map(shape.position, range(shape.cells)))
        ]
        self._partners = [list(self._find_partners(label)) for label in range(shape.cells)]

    def _find_partners(self, label: int) -> list[_Partner]:
        """The labels that are related to this one."""
        found = []
        for other in range(self.shape.cells):
            offset = None if other == label else self._find_offset(min(label, other), max(label, other))
            if offset is None:
                continue
            if self.blank not in (label, other):
                table = self._layout.pairs + offset * TABLE
                is_first, is_turned = label < other, False
            else:  # the tile is the first of the pair; the board is turned if its home comes after the blank's
                table = self._layout.blank_pairs + offset * TABLE
                is_first, is_turned = other == self.blank, self.blank < max(label, other)
            factors = (DISPLACEMENTS, 1) if is_first else (1, DISPLACEMENTS)
            found.append(_Partner(other, table, *factors, is_turned))
        return found

    def _find_offset(self, first: int, second: int) -> int | None:
        row, column = self.shape.position(first)
        other_row, other_column = self.shape.position(second)
        return self._layout.find_offset(other_row - row, other_column - column)

    def features(self, labels: Sequence[int]) -> list[int]:
        """The weights whose sum is the score, always in the same order."""
        cells = [0] * len(labels)
        for cell, label in enumerate(labels):
            cells[label] = cell
        moved = [self.displacements[label][cell] for label, cell in enumerate(cells)]
        found = [self._singles[label][cell] for label, cell in enumerate(cells)]
        for label, partners in enumerate(self._partners):
            found += [p.weight(moved[label], moved[p.label]) for p in partners if p.label > label]
        for cell in range(len(labels)):
            if (cell + 1) % self.shape.columns:
                found.append(self._edge(0, labels[cell], labels[cell + 1], moved))
            if cell + self.shape.columns < len(labels):
                found.append(self._edge(1, labels[cell], labels[cell + self.shape.columns], moved))
        return found

    def _edge(self, direction: int, first: int, second: int, moved: Sequence[int]) -> int:
        """The weight of two labels on adjacent cells: the second to the right of the first (0) or below it (1)."""
        kind = 1 if first == self.blank else 2 if second == self.blank else 0
        table = self._layout.edges + (3 * direction + kind) * TABLE
        return table + moved[first] * DISPLACEMENTS + moved[second]

    def __call__(self, labels: Sequence[int]) -> int:
        """The score of a board."""
        return sum(map(self.values.__getitem__, self.features(labels)))
