"""Placements of a pattern's tiles as numbers: the index of a table. Two ways, both sums of digit × weight.

``RankedIndex`` has no gaps and is what files hold; ``DirectIndex`` has one bit field for each tile, so that a slide
changes the index by one addition. The native core has both; these are their definitions.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import perm


def count_placements(cells: int, tiles: int) -> int:
    """How many ways there are to put so many tiles on different cells."""
    return perm(cells, tiles)


class RankedIndex:
    """Numbers without gaps: mixed radix, the lexicographic order of the placements.

    The digit of a tile is the number of cells before its own that no earlier tile has taken.

    >>> ranked = RankedIndex(4, 2)
    >>> ranked.size, [ranked.rank(places) for places in ((0, 1), (0, 2), (1, 0), (3, 2))], ranked.unrank(11)
    (12, [0, 1, 3, 11], (3, 2))
    """

    __slots__ = ("cells", "size", "tiles", "weights")

    def __init__(self, cells: int, tiles: int) -> None:
        self.cells = cells
        self.tiles = tiles
        self.size = count_placements(cells, tiles)
        self.weights = [count_placements(cells - tile - 1, tiles - tile - 1) for tile in range(tiles)]

    def rank(self, places: Sequence[int]) -> int:
        """The number of a placement, in O(tiles)."""
        taken = rank = 0
        for cell, weight in zip(places, self.weights, strict=True):
            bit = 1 << cell
            rank += (cell - (taken & bit - 1).bit_count()) * weight
            taken |= bit
        return rank

    def unrank(self, rank: int) -> tuple[int, ...]:
        """The placement with this number."""
        free = list(range(self.cells))
        places = []
        for weight in self.weights:
            digit, rank = divmod(rank, weight)
            places.append(free.pop(digit))
        return tuple(places)


class DirectIndex:
    """Bit fields, the first tile's cell in the lowest ones; placements with two tiles on one cell are gaps.

    >>> direct = DirectIndex(16, 5)
    >>> direct.size, direct.rank((1, 2, 0, 0, 15)), direct.unrank(0xF0021)
    (1048576, 983073, (1, 2, 0, 0, 15))
    """

    __slots__ = ("bits", "cells", "size", "tiles", "weights")

    def __init__(self, cells: int, tiles: int) -> None:
        self.cells = cells
        self.tiles = tiles
        self.bits = (cells - 1).bit_length()
        self.size = 1 << self.bits * tiles
        self.weights = [1 << self.bits * tile for tile in range(tiles)]

    def rank(self, places: Sequence[int]) -> int:
        """The index of a placement."""
        return sum([cell * weight for cell, weight in zip(places, self.weights, strict=True)])

    def unrank(self, rank: int) -> tuple[int, ...]:
        """The placement with this index."""
        return tuple(rank >> self.bits * tile & (1 << self.bits) - 1 for tile in range(self.tiles))
