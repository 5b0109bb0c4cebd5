"""An independent judge of solutions: it plays moves on the text of a board, and uses no other code of Taquin."""

from __future__ import annotations

_STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


def leads_to(board: str, goal: str, moves: str) -> bool:
    """Whether moving the blank as these letters say leads from a board to a goal. All three are the text of a record.

    >>> leads_to("1 2 3 / 4 0 5 / 7 8 6", "1 2 3 / 4 5 6 / 7 8 0", "RD")
    True
    >>> leads_to("1 2 3 / 4 0 5 / 7 8 6", "1 2 3 / 4 5 6 / 7 8 0", "RRD")
    False
    """
    cells = [row.split() for row in board.split("/")]
    row, column = next((r, c) for r, line in enumerate(cells) for c, tile in enumerate(line) if tile == "0")
    for letter in moves:
        if letter not in _STEPS:
            return False
        down, right = _STEPS[letter]
        if not (0 <= row + down < len(cells) and 0 <= column + right < len(cells[0])):
            return False
        cells[row][column] = cells[row + down][column + right]
        row, column = row + down, column + right
        cells[row][column] = "0"
    return cells == [line.split() for line in goal.split("/")]
