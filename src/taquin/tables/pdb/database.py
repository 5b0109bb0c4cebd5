"""Look-ups in a pattern database."""

from __future__ import annotations

from taquin.errors import HeuristicError
from taquin.puzzle.board import Board, one_line
from taquin.tables.cache import Table
from taquin.tables.pdb.image import Image, same_image
from taquin.tables.pdb.pattern import Pattern
from taquin.tables.pdb.pattern_ranking import RankedIndex

UNREACHABLE = 255
"""The entry of a placement from which the tiles cannot reach their goal cells."""


class PatternDatabase:
    """For every placement of a pattern's tiles, the least number of their slides to their goal cells.

    Only slides of the pattern's own tiles count, so the values of disjoint patterns may be added and still never
    overestimate. The entry is the minimum over all cells of the blank. So a sum is admissible but not consistent: after
    a slide the blank may be in a region where more slides are needed than the minimum.
    """

    __slots__ = ("_ranked", "cells", "entries", "goal", "pattern", "tiles")

    def __init__(self, pattern: Pattern, goal: Board, entries: Table, image: Image | None = None) -> None:
        """Take entries in the order of ``RankedIndex``: those of ``image`` if they were built for a symmetric pattern.

        Raises ``HeuristicError`` if they do not fit the pattern.
        """
        if pattern.shape != goal.shape or pattern.blank != goal.blank:
            raise HeuristicError(f"the database {pattern.name} was made for another goal than {one_line(goal)}")
        if len(entries) != pattern.size:
            raise HeuristicError(
                f"expected {pattern.size:,} entries for the database {pattern.name}, found {len(entries):,}"
            )
        self.pattern = pattern
        self.goal = goal
        self.entries = entries
        image = image or same_image(pattern)
        self.tiles = image.tiles(goal)
        """The pattern's tiles in the order of the entries' digits."""
        self.cells = image.cells
        """The number of every cell in the entries."""
        self._ranked = RankedIndex(pattern.shape.cells, len(pattern.homes))

    def __len__(self) -> int:
        return len(self.entries)

    def look_up(self, cells: list[int]) -> int:
        """The entry where tile t is on ``cells[t]``; ``UNREACHABLE`` if the tiles cannot reach their goals."""
        names = self.cells
        return self.entries[self._ranked.rank([names[cells[tile]] for tile in self.tiles])]
