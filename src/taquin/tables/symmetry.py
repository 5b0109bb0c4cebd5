"""Rotations and reflections of a shape."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from taquin.errors import BoardError
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A rotation or reflection that maps a shape onto itself: cell ``cell`` is mapped to ``cells[cell]``."""

    name: str
    cells: tuple[int, ...]

    def tiles(self, goal: Board) -> tuple[int, ...]:
        """The renaming of tiles that maps the goal onto itself: tile t becomes ``tiles(goal)[t]``.

        Raises ``BoardError`` if the symmetry moves the blank's goal cell.
        """
        if self.cells[goal.blank] != goal.blank:
            raise BoardError(f"the symmetry {self.name!r} moves the blank's goal cell")
        names = [0] * len(goal)
        for cell, tile in enumerate(goal):
            names[tile] = goal.state[self.cells[cell]]
        return tuple(names)


@lru_cache(maxsize=64)
def symmetries(shape: Shape, *, fixed: int | None = None) -> tuple[Symmetry, ...]:
    """All symmetries of a shape, the identity first; with ``fixed``, those that map this cell to itself.

    A board and its image under a symmetry that fixes the goal's blank are equally far from the goal.

    >>> [symmetry.name for symmetry in symmetries(Shape(4, 4), fixed=15)]
    ['identity', 'transposed']
    """
    last_row, last_column = shape.rows - 1, shape.columns - 1
    found: dict[str, Callable[[int, int], tuple[int, int]]] = {
        "identity": lambda row, column: (row, column),
        "half turn": lambda row, column: (last_row - row, last_column - column),
        "transposed": lambda row, column: (column, row),
        "anti-transposed": lambda row, column: (last_column - column, last_row - row),
        "left-right": lambda row, column: (row, last_column - column),
        "upside-down": lambda row, column: (last_row - row, column),
        "quarter turn": lambda row, column: (column, last_row - row),
        "three-quarter turn": lambda row, column: (last_column - column, row),
    }
    images: dict[tuple[int, ...], Symmetry] = {}
    for name, turn in found.items():
        if shape.is_square or name in ("identity", "left-right", "upside-down", "half turn"):
            cells = tuple(shape.cell(*turn(*shape.position(cell))) for cell in range(shape.cells))
            if fixed is None or cells[fixed] == fixed:
                images.setdefault(cells, Symmetry(name, cells))  # on a single line some are identical
    return tuple(images.values())


@lru_cache(maxsize=64)
def turns(shape: Shape) -> tuple[tuple[Shape, tuple[int, ...]], ...]:
    """All rotations and reflections of a shape, also onto the transposed shape: each as a shape and a map of cells.

    >>> [str(turned) for turned, cells in turns(Shape(2, 3))]
    ['2×3', '2×3', '2×3', '2×3', '3×2', '3×2', '3×2', '3×2']
    """
    found = [(shape, symmetry.cells) for symmetry in symmetries(shape)]
    if not shape.is_square:
        other = Shape(shape.columns, shape.rows)
        transposed = tuple(other.cell(*shape.position(cell)[::-1]) for cell in range(shape.cells))
        found += [(other, tuple(transposed[cell] for cell in cells)) for _, cells in found]
    return tuple(found)


def turn_to_standard(shape: Shape, blank: int) -> tuple[Shape, tuple[int, ...]]:
    """The turn of a goal with the blank in this cell that leaves no more rows than columns and the blank last."""
    return min(turns(shape), key=lambda turn: (turn[0].rows > turn[0].columns, -turn[1][blank]))
