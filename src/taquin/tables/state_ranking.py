"""Numbers for all boards that can reach a goal: the definition of the order that tables of distances have.

The goal is first brought into a standard form, so that as many goals as possible share one table. Tiles are only names:
renamed in the order in which the goal has them, every goal with the same shape and the same cell of the blank is the
same. And a board that is turned over its middle or its diagonal slides like the board itself: so the blank's goal is
always in the upper left quarter of a board that is not higher than wide. For 3×4 and 4×3 together four tables are left.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import factorial

from taquin.puzzle.board import Board, State
from taquin.puzzle.geometry import Shape


@dataclass(frozen=True, slots=True)
class StandardForm:
    """Where the cells of a board lie in the standard form: what is in cell i there is in ``cells[i]`` here."""

    shape: Shape
    blank: int
    cells: bytes


@lru_cache(maxsize=64)
def standard_form(shape: Shape, blank: int) -> StandardForm:
    """The standard form of boards whose goal has the blank in this cell; for up to 256 cells.

    >>> form = standard_form(Shape(3, 2), 5)
    >>> form.shape, form.blank, list(form.cells)
    (Shape(rows=2, columns=3), 0, [5, 3, 1, 4, 2, 0])
    """
    rows, columns = shape.rows, shape.columns
    turned = []
    for is_transposed in (rows > columns,) if rows != columns else (False, True):
        form = Shape(columns, rows) if is_transposed else shape
        for down in (1, -1):
            for right in (1, -1):
                order = [(row, column) for row in range(form.rows)[::down] for column in range(form.columns)[::right]]
                cells = bytes(shape.cell(*(place[::-1] if is_transposed else place)) for place in order)
                turned.append(StandardForm(form, cells.index(blank), cells))
    return min(turned, key=lambda form: form.blank)


class StateRanking:
    r"""A number for every state that can reach the goal, from 0, without gaps.

    In the standard form a state is the blank's cell and the order of the other tiles. Its number is the cell times the
    number of orders that go with one cell, (n - 1)!/2, plus half the place of the order among all orders: parity leaves
    every other order, so that the last two tiles say nothing. For boards of two rows and columns at least.

    >>> ranking = StateRanking(Board("1 2 3 / 4 5 0"))
    >>> len(ranking), ranking.rank(bytes([1, 2, 3, 4, 5, 0])), ranking.unrank(359)
    (360, 0, b'\x00\x05\x04\x03\x02\x01')
    """

    def __init__(self, goal: Board) -> None:
        self.goal = goal
        self.form = standard_form(goal.shape, goal.blank)
        size = goal.shape.cells
        tiles = [goal.cells[cell] for cell in self.form.cells]
        tiles.remove(0)
        self.labels = bytes([0, *tiles])
        """The goal's name for each tile of the standard form."""
        self._names = bytes.maketrans(self.labels, bytes(range(size)))
        self._block = factorial(size - 1) // 2
        self._weights = [factorial(size - 2 - place) // 2 for place in range(size - 1)]

    def __len__(self) -> int:
        """The number of states."""
        return self.goal.shape.cells * self._block

    def rank(self, state: State) -> int | None:
        """The number of a state, or None if it cannot reach the goal. O(n)."""
        size = self.goal.shape.cells
        if len(state) != size or len(set(state)) != size or max(state) >= size:
            return None
        order = bytes([state[cell] for cell in self.form.cells]).translate(self._names)
        blank = order.index(0)
        rank = inversions = seen = 0
        for tile, weight in zip(order[:blank] + order[blank + 1 :], self._weights, strict=True):
            smaller = tile - 1 - (seen & ((1 << tile) - 1)).bit_count()  # how many smaller tiles follow
            seen |= 1 << tile
            inversions += smaller
            rank += smaller * weight
        return blank * self._block + rank if inversions % 2 == self._parity(blank) else None

    def unrank(self, number: int) -> State:
        """The state with a number from 0 to ``len(self) - 1``. O(n²)."""
        blank, rank = divmod(number, self._block)
        left = list(range(1, self.goal.shape.cells))
        parity = self._parity(blank)
        order = []
        for weight in self._weights[:-2]:
            smaller, rank = divmod(rank, weight)
            parity ^= smaller & 1
            order.append(left.pop(smaller))
        order += [left.pop(parity), *left]
        order.insert(blank, 0)
        state = bytearray(len(order))
        for cell, tile in zip(self.form.cells, order, strict=True):
            state[cell] = self.labels[tile]
        return bytes(state)

    def _parity(self, blank: int) -> int:
        """The parity of the orders that go with a cell: a slide between rows takes a tile past all others of a row."""
        shape = self.form.shape
        return (blank // shape.columns - self.form.blank // shape.columns) * (shape.columns - 1) % 2
