"""Patterns that share one database, because a rotation or a reflection maps one onto the other.

A database does not depend on the numbers of the tiles, and a rotated or reflected board needs the same number of
slides. The goal cell of the blank matters only through the region of cells that the blank can reach without a slide of
the pattern's tiles: such moves cost nothing. So the databases of the standard goal also serve the goals with the blank
in another corner.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from taquin.puzzle.board import Board
from taquin.puzzle.moves import steps
from taquin.tables.pdb.pattern import Partition, Pattern
from taquin.tables.symmetry import Served, Symmetry, served_goals, symmetries, turn_to_standard, turns


@dataclass(frozen=True, slots=True)
class Image:
    """A pattern whose database serves another one: cell ``cell`` of the other's board is cell ``cells[cell]`` here."""

    pattern: Pattern
    cells: tuple[int, ...]

    def tiles(self, goal: Board) -> tuple[int, ...]:
        """The tiles of the other pattern's goal in the order of this pattern's digits."""
        return tuple(goal.state[self.cells.index(home)] for home in self.pattern.homes)


def same_image(pattern: Pattern) -> Image:
    return Image(pattern, tuple(range(pattern.shape.cells)))


@lru_cache(maxsize=256)
def standard_image(pattern: Pattern) -> Image:
    """One of the images, the same for all symmetric patterns: patterns are symmetric if these are equal."""
    return min(images(pattern), key=lambda image: _order(image.pattern))


@lru_cache(maxsize=256)
def image_to_build(pattern: Pattern) -> Image:
    """The image for which a missing database is built: the goal is turned so that the blank is as late as possible.

    All patterns of a goal are turned in the same way, and for a blank in a corner no rows become columns: then the
    search computes the next index as fast as in a database of the goal itself.

    >>> from taquin.puzzle.geometry import Shape
    >>> blank_first = Pattern(Shape(4, 4), blank=0, homes=(1, 2, 3, 4, 5, 6, 7))
    >>> image_to_build(blank_first).pattern.name
    '4x4-15-8.9.10.11.12.13.14'
    """
    shape, cells = turn_to_standard(pattern.shape, pattern.blank)
    return next(image for image in images(pattern) if (image.pattern.shape, image.cells) == (shape, cells))


def image_through(pattern: Pattern, other: Pattern) -> Image | None:
    """The other pattern as an image of this one; None if they are not symmetric."""
    there, here = standard_image(other), standard_image(pattern)
    if there.pattern != here.pattern:
        return None
    back = {cell: number for number, cell in enumerate(there.cells)}
    return Image(other, tuple(back[cell] for cell in here.cells))


def images(pattern: Pattern) -> Iterator[Image]:
    """All images of a pattern, each with the blank on the last cell of its region."""
    region = blank_region(pattern)
    for shape, cells in turns(pattern.shape):
        homes = tuple(sorted(cells[home] for home in pattern.homes))
        yield Image(Pattern(shape, max(cells[cell] for cell in region), homes), cells)


def blank_region(pattern: Pattern) -> frozenset[int]:
    """The cells that the blank reaches from its goal cell while the pattern's tiles stay on theirs."""
    reached = {pattern.blank}
    waiting = [pattern.blank]
    for cell in waiting:
        following = {target for _, target in steps(pattern.shape)[cell]} - reached - set(pattern.homes)
        reached |= following
        waiting += following
    return frozenset(reached)


def served_blanks(pattern: Pattern) -> Served:
    """Which goals a database serves: for each shape, the cells of the blank in goals with a symmetric pattern."""
    return served_goals(pattern.shape, blank_region(pattern))


def reflection(partition: Partition) -> Symmetry | None:
    """The first symmetry of the goal that gives other look-ups: one that does not map the partition onto itself."""
    groups = {frozenset(pattern.homes) for pattern in partition.patterns}
    for symmetry in symmetries(partition.goal.shape, fixed=partition.goal.blank):
        if {frozenset(symmetry.cells[home] for home in group) for group in groups} != groups:
            return symmetry
    return None


def _order(pattern: Pattern) -> tuple[object, ...]:
    return pattern.shape.rows > pattern.shape.columns, -pattern.blank, pattern.homes
