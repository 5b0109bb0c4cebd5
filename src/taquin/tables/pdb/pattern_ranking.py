"""Indices of the placements of a pattern's tiles. Both kinds of index are sums of digit × weight.

``RankedIndex`` has no gaps and is used in files; ``DirectIndex`` has gaps, but a slide changes it by one addition. The
native core has classes of the same names; these are the reference definitions.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import perm


class RankedIndex:
    """The lexicographic index of a placement, without gaps, as a mixed-radix number.

    The digit of a tile is the number of cells before its own that are not occupied by an earlier tile.

    >>> ranked = RankedIndex(4, 2)
    >>> ranked.size, [ranked.rank(places) for places in ((0, 1), (0, 2), (1, 0), (3, 2))]
    (12, [0, 1, 3, 11])
    """

    __slots__ = ("size", "weights")

    def __init__(self, cells: int, tiles: int) -> None:
        self.size = perm(cells, tiles)
        self.weights = [perm(cells - tile - 1, tiles - tile - 1) for tile in range(tiles)]

    def rank(self, places: Sequence[int]) -> int:
        """The index of a placement. O(tiles)."""
        taken = rank = 0
        for cell, weight in zip(places, self.weights, strict=True):
            bit = 1 << cell
            rank += (cell - (taken & bit - 1).bit_count()) * weight
            taken |= bit
        return rank


class DirectIndex:
    """A number in base ``cells`` with one digit per tile, the last tile's the lowest.

    Indices with two tiles on one cell are unused.

    >>> direct = DirectIndex(16, 5)
    >>> direct.size, direct.rank((1, 2, 0, 0, 15))
    (1048576, 73743)
    """

    __slots__ = ("size", "weights")

    def __init__(self, cells: int, tiles: int) -> None:
        self.size: int = cells**tiles
        self.weights: list[int] = [cells ** (tiles - 1 - tile) for tile in range(tiles)]

    def rank(self, places: Sequence[int]) -> int:
        return sum([cell * weight for cell, weight in zip(places, self.weights, strict=True)])
