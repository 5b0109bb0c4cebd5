"""The second and third phases: fill one outer line after another, then solve the remaining block."""

from __future__ import annotations

from collections.abc import Callable

from taquin.algorithms.construction.placement import bring
from taquin.algorithms.construction.working_board import Rectangle, WorkingBoard

BLOCK = 3
"""The last block has at most this many rows and columns."""

NEAR = 4
"""Up to this distance a tile is brought home in one piece, farther ones in hops."""

HOP = 3
"""The most rows, and the most columns, that a hop brings a tile nearer."""

ROUNDS = 3
"""How often the last two tiles of a line are brought near, because one may carry the other away."""


def peel(board: WorkingBoard, poll: Callable[[int], None]) -> None:
    """Fill one outer line after another until a block remains, then solve the block."""
    rest = Rectangle(0, board.rows - 1, 0, board.columns - 1)
    while rest.rows > BLOCK or rest.columns > BLOCK:
        poll(len(board.moves))
        line, remaining = _next_line(board, rest)
        _fill(board, line, rest)
        rest = remaining
    tiles = {board.wanted[cell]: cell for cell in board.cells(rest) if cell != board.home[0]}
    bring(board, tiles, rest, set())


def _next_line(board: WorkingBoard, rest: Rectangle) -> tuple[list[int], Rectangle]:
    """The outer line to fill next, and the rectangle that remains.

    It is one of the shorter lines, so that the rest stays nearly square; not the home of the blank, which is filled
    last; of two such lines the one whose tiles are nearer to their homes.
    """
    row, column = board.position(board.home[0])
    top, bottom, left, right = rest
    choices = []
    if rest.rows >= rest.columns:
        if row != top:
            choices.append((Rectangle(top, top, left, right), Rectangle(top + 1, bottom, left, right)))
        if row != bottom:
            choices.append((Rectangle(bottom, bottom, left, right), Rectangle(top, bottom - 1, left, right)))
    else:
        if column != left:
            choices.append((Rectangle(top, bottom, left, left), Rectangle(top, bottom, left + 1, right)))
        if column != right:
            choices.append((Rectangle(top, bottom, right, right), Rectangle(top, bottom, left, right - 1)))
    lines = [(board.cells(line), remaining) for line, remaining in choices]
    return min(lines, key=lambda choice: sum(board.distance_to_fill(cell) for cell in choice[0]))


def _fill(board: WorkingBoard, line: list[int], area: Rectangle) -> None:
    """Bring the tiles of an outer line home, the last two together: there is no room to insert the last one alone."""
    if board.distance(board.blank, line[-1]) < board.distance(board.blank, line[0]):
        line.reverse()
    fixed: set[int] = set()
    for cell in line[:-2]:
        tile = board.wanted[cell]
        _bring_near(board, tile, cell, area, fixed)
        bring(board, {tile: cell}, area, fixed)
        fixed.add(cell)
    pair = {board.wanted[cell]: cell for cell in line[-2:]}
    for _ in range(ROUNDS):
        for tile, cell in pair.items():
            _bring_near(board, tile, cell, area, fixed)
    bring(board, pair, area, fixed)


def _bring_near(board: WorkingBoard, tile: int, cell: int, area: Rectangle, fixed: set[int]) -> None:
    """Bring a tile near to a cell, in hops.

    A hop goes along the diagonal, the cheapest way, and never into the line that is being filled.
    """
    row, column = board.position(cell)
    while board.distance(board.where[tile], cell) > NEAR:
        here_row, here_column = board.position(board.where[tile])
        hop_row = here_row + max(-HOP, min(HOP, row - here_row))
        hop_column = here_column + max(-HOP, min(HOP, column - here_column))
        if area.rows >= area.columns and hop_row == row:
            hop_row += 1 if row == area.top else -1
        elif area.rows < area.columns and hop_column == column:
            hop_column += 1 if column == area.left else -1
        bring(board, {tile: board.padded(hop_row, hop_column)}, area, fixed)
