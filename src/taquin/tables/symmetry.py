"""Rotations and reflections of a shape, and the ranks of all boards that can reach a goal.

A rank is the index of a board in a distance table. The goal is first brought into a standard form, so that many goals
share one table. The tiles are renamed in the order in which the goal shows them, so all goals with the same shape and
the same cell of the blank are equal. Then symmetry is used: a board can be mirrored and transposed without changing
distances, so the blank of the goal is always in the upper left quarter of a board that has at least as many columns as
rows. For 3×4 and 4×3 together this leaves four tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import factorial

from taquin.errors import BoardError
from taquin.puzzle.board import Board, State
from taquin.puzzle.geometry import Shape

Served = tuple[tuple[Shape, frozenset[int]], ...]
"""For each shape, the cells of the blank in the goals that a table serves."""


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
    by_name: dict[str, Callable[[int, int], tuple[int, int]]] = {
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
    for name, turn in by_name.items():
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
    maps = [(shape, symmetry.cells) for symmetry in symmetries(shape)]
    if not shape.is_square:
        other = Shape(shape.columns, shape.rows)
        transposed = tuple(other.cell(*shape.position(cell)[::-1]) for cell in range(shape.cells))
        maps += [(other, tuple(transposed[cell] for cell in cells)) for _, cells in maps]
    return tuple(maps)


def served_goals(shape: Shape, blanks: Iterable[int]) -> Served:
    """The goals onto which a rotation or reflection maps one with the blank on one of these cells."""
    served: dict[Shape, set[int]] = {}
    for turned, cells in turns(shape):
        served.setdefault(turned, set()).update(cells[blank] for blank in blanks)
    return tuple((turned, frozenset(cells)) for turned, cells in served.items())


def orbits(shape: Shape, cells: frozenset[int]) -> list[frozenset[int]]:
    """The cells in sets of symmetric ones, in the order of their first cells."""
    return sorted({dict(served_goals(shape, [cell]))[shape] for cell in cells}, key=min)


def describe_goals(served: Served) -> str:
    """A description of goals by shape and by the cell of the blank.

    >>> describe_goals(((Shape(2, 3), frozenset({0, 2, 3, 5})), (Shape(3, 2), frozenset({0, 1, 4, 5}))))
    '2×3 and 3×2 goals with the blank in a corner'
    >>> describe_goals(((Shape(3, 3), frozenset({0, 2, 4, 6, 8})),))
    '3×3 goals with the blank in a corner or in row 2 and column 2 (or a symmetric cell)'
    """
    shape, cells = served[0]
    shapes = " and ".join(str(one) for one, _ in served)
    if len(cells) == shape.cells:
        return f"{shapes} goals with the blank anywhere"
    firsts = [min(orbit) for orbit in orbits(shape, cells)]
    places = ["in a corner"] if firsts[0] == 0 else []
    for row, column in (shape.position(cell) for cell in firsts if cell):
        places.append(f"in row {row + 1} and column {column + 1}")
    others = "" if firsts == [0] else " (or a symmetric cell)"
    return f"{shapes} goals with the blank {' or '.join(places)}{others}"


def turn_to_standard(shape: Shape, blank: int) -> tuple[Shape, tuple[int, ...]]:
    """The turn of a goal with the blank in this cell that leaves no more rows than columns and the blank last."""
    return min(turns(shape), key=lambda turn: (turn[0].rows > turn[0].columns, -turn[1][blank]))


@dataclass(frozen=True, slots=True)
class StandardForm:
    """The mapping of cells to the standard form: cell i of the standard form is cell ``cells[i]`` of the board."""

    shape: Shape
    blank: int
    cells: bytes


@lru_cache(maxsize=64)
def standard_form(shape: Shape, blank: int) -> StandardForm:
    """The standard form of boards whose goal has the blank in this cell. For up to 256 cells.

    >>> form = standard_form(Shape(3, 2), 5)
    >>> form.shape, form.blank, list(form.cells)
    (Shape(rows=2, columns=3), 0, [5, 3, 1, 4, 2, 0])
    """
    form, cells = min(turns(shape), key=lambda turn: (turn[0].rows > turn[0].columns, turn[1][blank]))
    return StandardForm(form, cells[blank], bytes(map(cells.index, range(shape.cells))))


class StateRanking:
    """A number for every state that can reach the goal, from 0, without gaps.

    In the standard form a state is the blank's cell and the order of the other tiles. Its rank is the blank's cell
    times the number of orders for one cell, (n - 1)!/2, plus half the lexicographic index of the order: parity allows
    only half of the orders, and the order of the last two tiles follows from it. For boards with at least two rows and
    two columns.

    >>> ranking = StateRanking(Board("1 2 3 / 4 5 0"))
    >>> len(ranking), ranking.rank(bytes([1, 2, 3, 4, 5, 0])), ranking.rank(bytes([0, 5, 4, 3, 2, 1]))
    (360, 0, 359)
    """

    def __init__(self, goal: Board) -> None:
        self.goal = goal
        self.form = standard_form(goal.shape, goal.blank)
        size = goal.shape.cells
        tiles = [goal.cells[cell] for cell in self.form.cells]
        tiles.remove(0)
        self.labels = bytes([0, *tiles])  # the goal's tile for each tile of the standard form
        self._names = bytes.maketrans(self.labels, bytes(range(size)))
        self._block = factorial(size - 1) // 2
        self._weights = [factorial(size - 2 - place) // 2 for place in range(size - 1)]

    def __len__(self) -> int:
        return self.goal.shape.cells * self._block

    def rank(self, state: State) -> int | None:
        """The rank of a state, or None if it cannot reach the goal. O(n)."""
        size = self.goal.shape.cells
        if len(state) != size or len(set(state)) != size or max(state) >= size:
            return None
        order = bytes([state[cell] for cell in self.form.cells]).translate(self._names)
        blank = order.index(0)
        rank = inversions = seen = 0
        for tile, weight in zip(order[:blank] + order[blank + 1 :], self._weights, strict=True):
            smaller = tile - 1 - (seen & ((1 << tile) - 1)).bit_count()  # smaller tiles that follow
            seen |= 1 << tile
            inversions += smaller
            rank += smaller * weight
        return blank * self._block + rank if inversions % 2 == self._parity(blank) else None

    def _parity(self, blank: int) -> int:
        """The parity of the orders for a cell of the blank: a vertical slide moves a tile past columns - 1 others."""
        shape = self.form.shape
        return (blank // shape.columns - self.form.blank // shape.columns) * (shape.columns - 1) % 2
