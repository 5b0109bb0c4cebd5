"""Exact distances and a replay of moves, written without Taquin, to check its answers.

Boards are ``bytes``, or tuples if they have more than 256 cells, in reading order; 0 is the blank. A step is a move of
the blank, or with ``slides`` a slide, which moves a line of tiles between the blank and another cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import TypeVar

Cells = TypeVar("Cells", bound=bytes | tuple[int, ...])

LETTERS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
"""Where the blank goes: rows down and columns to the right."""


def neighbours(board: Cells, rows: int, columns: int, *, slides: bool = False) -> Iterator[Cells]:
    """The boards after one step."""
    blank = board.index(0)
    row, column = divmod(blank, columns)
    for down, right in LETTERS.values():
        cells, here = list(board), blank
        for step in count(1):
            if not (0 <= row + step * down < rows and 0 <= column + step * right < columns):
                break
            target = here + down * columns + right
            cells[here], cells[target], here = cells[target], 0, target
            yield type(board)(cells)
            if not slides:
                break


def layers(goal: Cells, rows: int, columns: int, *, slides: bool = False) -> Iterator[set[Cells]]:
    """The boards at distance 0 from the goal, at distance 1, and so on to the last. Two layers are in memory."""
    before: set[Cells] = set()
    layer = {goal}
    while layer:
        yield layer
        after = {other for board in layer for other in neighbours(board, rows, columns, slides=slides)}
        before, layer = layer, after - before - layer


def slide_distances(goal: Cells, rows: int, columns: int) -> dict[Cells, int]:
    """The number of slides from every board to the goal."""
    found = enumerate(layers(goal, rows, columns, slides=True))
    return {board: distance for distance, layer in found for board in layer}


def distance(start: Cells, goal: Cells, rows: int, columns: int, *, slides: bool = False) -> int:
    """The number of steps between two boards, by layers from both."""
    sides = [layers(board, rows, columns, slides=slides) for board in (start, goal)]
    outer = [next(side) for side in sides]
    for steps in count():
        if outer[0] & outer[1]:
            return steps
        place = int(len(outer[1]) < len(outer[0]))
        outer[place] = next(sides[place])
    raise AssertionError


def replay(start: bytes, moves: str, columns: int) -> bytes:
    """The board after these moves of the blank. Raises ``ValueError`` if one leads off the board."""
    board = bytearray(start)
    blank = board.index(0)
    row, column = divmod(blank, columns)
    for letter in moves:
        down, right = LETTERS[letter]
        row, column = row + down, column + right
        target = row * columns + column
        if not (0 <= column < columns and 0 <= target < len(board)):
            raise ValueError(f"{letter} leads off the board")
        board[blank], board[target] = board[target], 0
        blank = target
    return bytes(board)
