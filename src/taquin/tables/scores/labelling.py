"""Boards in the form that scores take: labelled by the homes of the tiles, and turned as in training.

In training the blank's home was in the lower right quarter.
"""

from __future__ import annotations

from collections.abc import Iterable

from taquin.puzzle.board import State
from taquin.puzzle.geometry import Shape


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
        self.blank = self._label_of[0]
        """The label of the blank."""
        self.turns = *((1, 0) if is_flipped else (0, 1)), *((3, 2) if is_mirrored else (2, 3))
        """For each move on the turned board the move on the original board."""

    def labels(self, state: State) -> bytes:
        """The label of each cell of the turned board."""
        return bytes([self._label_of[state[cell]] for cell in self._cells])

    def original(self, moves: Iterable[int]) -> bytes:
        """The moves on the original board for moves on the turned board, or vice versa."""
        return bytes([self.turns[move] for move in moves])
