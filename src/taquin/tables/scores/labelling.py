"""Boards as scores see them: labelled by the homes of the tiles, and turned like those of the training.

There the blank's home was in the lower right quarter.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from taquin.puzzle.board import State
from taquin.puzzle.geometry import Shape


@dataclass(frozen=True)
class Labelling:
    r"""How boards with one goal are labelled and turned.

    The label of a tile is its home. Where the blank's home is in the upper half, the board is turned upside down; where
    it is in the left half, left and right change places.

    >>> labelling = Labelling(Shape(2, 2), bytes([0, 1, 2, 3]))
    >>> labelling.blank, labelling.labels(bytes([1, 0, 2, 3])), labelling.original(b"\x00\x03")
    (3, b'\x00\x01\x03\x02', b'\x01\x02')
    """

    shape: Shape
    goal: State

    @cached_property
    def _is_flipped(self) -> bool:
        return 2 * (self.goal.index(0) // self.shape.columns) < self.shape.rows - 1

    @cached_property
    def _is_mirrored(self) -> bool:
        return 2 * (self.goal.index(0) % self.shape.columns) < self.shape.columns - 1

    @cached_property
    def _cells(self) -> tuple[int, ...]:
        """The original cell of each cell of the turned board; also the other way round."""
        rows, columns = self.shape.rows, self.shape.columns
        return tuple(
            (rows - 1 - row if self._is_flipped else row) * columns
            + (columns - 1 - column if self._is_mirrored else column)
            for row, column in map(self.shape.position, range(self.shape.cells))
        )

    @cached_property
    def _label_of(self) -> dict[int, int]:
        return {self.goal[cell]: label for label, cell in enumerate(self._cells)}

    @cached_property
    def blank(self) -> int:
        """The label of the blank."""
        return self._label_of[0]

    def labels(self, state: State) -> bytes:
        """The label of each cell of the turned board."""
        return bytes([self._label_of[state[cell]] for cell in self._cells])

    def original(self, moves: Iterable[int]) -> bytes:
        """The moves on the original board for moves on the turned board. Also the other way round."""
        return bytes([self.turns[move] for move in moves])

    @cached_property
    def turns(self) -> tuple[int, ...]:
        """For each move on the turned board that on the original board."""
        return *((1, 0) if self._is_flipped else (0, 1)), *((3, 2) if self._is_mirrored else (2, 3))
