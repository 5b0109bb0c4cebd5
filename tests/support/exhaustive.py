"""Exact distances and a replay of moves, written without Taquin, to check its answers.

Boards are ``bytes`` in reading order and 0 is the blank. A breadth-first search from the goal visits every board that
can reach it, layer by layer; only two layers are in memory at once.
"""

from __future__ import annotations

from collections.abc import Iterator

LETTERS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
"""Where the blank goes: rows down and columns to the right."""


def neighbours(board: bytes, rows: int, columns: int) -> Iterator[bytes]:
    """The boards after one move."""
    blank = board.index(0)
    row, column = divmod(blank, columns)
    for down, right in LETTERS.values():
        if 0 <= row + down < rows and 0 <= column + right < columns:
            target = blank + down * columns + right
            cells = bytearray(board)
            cells[blank], cells[target] = cells[target], 0
            yield bytes(cells)


def layers(goal: bytes, rows: int, columns: int) -> Iterator[set[bytes]]:
    """The boards at distance 0 from the goal, at distance 1, and so on to the last."""
    before: set[bytes] = set()
    layer = {goal}
    while layer:
        yield layer
        after = {other for board in layer for other in neighbours(board, rows, columns)}
        before, layer = layer, after - before - layer


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
