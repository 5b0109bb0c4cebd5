"""Keys of boards: hash values that a move changes by two additions."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence

from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Move, steps
from taquin.run.limits import checking_limits
from taquin.tables.scores.random_numbers import mix

_MASK = (1 << 64) - 1
_SPREAD = 0x9E3779B97F4A7C15


def board_key(board: Board) -> int:
    """The key of a board. Two different boards of a shape share a key with a chance of 1 in 2^64."""
    cells = board.shape.cells
    return sum(_tile_key(tile, cell, cells) for cell, tile in enumerate(board.state) if tile) & _MASK


def keys_along(board: Board, moves: Iterable[int]) -> array[int]:
    """The keys of all boards on a path, the first one included. The moves must be legal."""
    key = board_key(board)
    keys = array("Q", [key])
    tiles, blank = list(board.state), board.blank
    for cell in checking_limits(_blank_cells(board.shape, blank, moves)):
        key = key + slide_change(tiles[cell], cell, blank, len(tiles)) & _MASK
        tiles[blank], tiles[cell], blank = tiles[cell], 0, cell
        keys.append(key)
    return keys


def places_without_circles(keys: Sequence[int]) -> list[int]:
    """The indices of the moves of a path that remain when its cycles are removed.

    >>> places_without_circles([5, 7, 9, 7, 8])
    [0, 3]
    """
    last = {key: place for place, key in enumerate(keys)}
    kept, place = [], last[keys[0]]
    while place < len(keys) - 1:
        kept.append(place)
        place = last[keys[place + 1]]
    return kept


def slide_change(tile: int, source: int, target: int, cells: int) -> int:
    """The change of a key, modulo 2^64, when a tile slides from one cell to another."""
    return _tile_key(tile, target, cells) - _tile_key(tile, source, cells)


def keys_near(board: Board, reach: int) -> Iterator[tuple[int, bytes]]:
    """The keys of all boards within ``reach`` moves, with the moves: the nearest first, without undone moves."""
    shape, cells = board.shape, board.shape.cells
    layer = [(board_key(board), b"", list(board.state), board.blank)]
    yield layer[0][0], b""
    for _ in range(reach):
        following = []
        for key, moves, tiles, blank in layer:
            for move, cell in steps(shape)[blank]:
                if moves and move is Move(moves[-1]).opposite:
                    continue
                after = tiles.copy()
                after[blank], after[cell] = tiles[cell], 0
                changed = key + slide_change(tiles[cell], cell, blank, cells) & _MASK
                following.append((changed, moves + bytes([move]), after, cell))
                yield changed, following[-1][1]
        layer = following


def _tile_key(tile: int, cell: int, cells: int) -> int:
    return mix((tile * cells + cell) * _SPREAD & _MASK)


def _blank_cells(shape: Shape, blank: int, moves: Iterable[int]) -> Iterator[int]:
    changes = [down * shape.columns + right for down, right in (move.offset for move in Move)]
    for move in moves:
        blank += changes[move]
        yield blank
