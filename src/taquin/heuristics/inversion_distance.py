"""Inversion distance: the least number of moves that puts the tiles in order, by rows and by columns."""

from __future__ import annotations

from taquin.heuristics.base import LARGE, Explanation, Heuristic, Part
from taquin.puzzle.board import Board, State
from taquin.puzzle.geometry import Shape, tile_cells
from taquin.puzzle.words import plural
from taquin.run.limits import checking_limits


class InversionDistance(Heuristic):
    """A lower bound for the vertical slides from the inversions by rows, plus one for the horizontal slides by columns.

    Number the tiles in the order in which the goal shows them. A horizontal slide does not change the reading order of
    the tiles. A vertical slide moves a tile past columns - 1 others, so it changes the number of inversions by one of
    -(columns - 1), -(columns - 3), …, columns - 1. The least number of such changes that removes all inversions is a
    lower bound for the vertical slides. Reading by columns gives a lower bound for the horizontal slides, and the two
    may be added because no slide is both. Admissible and consistent. O(n) operations on n-bit numbers.

    Ken'ichiro Takahashi (takaken), *How to write a 15 puzzle solver* (in Japanese), for 4×4; here for every shape.

    >>> goal = Board([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0])
    >>> InversionDistance(goal)(Board([15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]).state)
    58
    """

    __slots__ = ("_by_columns", "_by_rows", "_shape")

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        self._shape = goal.shape
        self._by_rows = tile_cells(goal.state)
        self._by_columns = tile_cells(_down_columns(goal.state, goal.shape))

    def __call__(self, state: State) -> int:
        shape = self._shape
        vertical = least_changes(_inversions(state, self._by_rows), shape.columns - 1)
        horizontal = least_changes(_inversions(_down_columns(state, shape), self._by_columns), shape.rows - 1)
        return vertical + horizontal

    def update(self, value: float, parent: State, child: State) -> float:
        """Count the inversions of one order only: a slide changes one of them, by the tiles that it passes."""
        shape = self._shape
        source, target = child.index(0), parent.index(0)
        if abs(source - target) == shape.columns:
            cells, places, step = parent, self._by_rows, shape.columns - 1
        else:
            cells, places, step = _down_columns(parent, shape), self._by_columns, shape.rows - 1
            source = source % shape.columns * shape.rows + source // shape.columns
            target = target % shape.columns * shape.rows + target // shape.columns
        before = _inversions(cells, places)
        after = before + _change(cells, places, source, target)
        return value + least_changes(after, step) - least_changes(before, step)

    def explain(self, state: State) -> Explanation:
        shape = self._shape
        by_rows = _order_part(_inversions(state, self._by_rows), shape.columns - 1, "rows", "vertical")
        down = _down_columns(state, shape)
        by_columns = _order_part(_inversions(down, self._by_columns), shape.rows - 1, "columns", "horizontal")
        total = by_rows.value + by_columns.value
        return Explanation(total, f"at least {plural(int(total), 'move')} remove all inversions", (by_rows, by_columns))


def _order_part(inversions: int, step: int, order: str, direction: str) -> Part:
    words = f"{plural(inversions, 'inversion')} by {order}; a {direction} move changes at most {step}"
    return Part(kind="order", value=least_changes(inversions, step), words=words)


def least_changes(inversions: int, step: int) -> int:
    """The least number of changes, each one of -step, -step + 2, …, step, that add up to this many inversions.

    The sums of m changes are all numbers from -m × step to m × step with the parity of m × step. With an even step that
    parity is even, like the number of inversions of every solvable board; with an odd step m must have the parity of
    the inversions. A step of 0 (a single line) gives the bound 0.

    >>> [least_changes(inversions, 3) for inversions in range(8)]
    [0, 1, 2, 1, 2, 3, 2, 3]
    """
    if step == 0:
        return 0
    changes = -(-inversions // step)
    return changes + (step & 1 and (changes ^ inversions) & 1)


def _down_columns(state: State, shape: Shape) -> State:
    """The cells in the order of columns, each from top to bottom."""
    columns = shape.columns
    if isinstance(state, bytes):
        return b"".join([state[column::columns] for column in range(columns)])
    return tuple(tile for column in range(columns) for tile in state[column::columns])


def _inversions(cells: State, places: list[int]) -> int:
    """The number of inversions: for each tile, the tiles before it whose goal place is later."""
    seen = 0
    inversions = 0
    # On 100×100 this takes milliseconds, on 256×256 a quarter of a second.
    for tile in cells if len(cells) <= LARGE else checking_limits(cells):
        if tile:
            place = places[tile]
            inversions += (seen >> place).bit_count()
            seen |= 1 << place
    return inversions


def _change(cells: State, places: list[int], source: int, target: int) -> int:
    """The change in inversions when the tile at ``source`` moves to ``target``, past all tiles between them."""
    place = places[cells[source]]
    passed = cells[target + 1 : source] if target < source else cells[source + 1 : target]
    later = sum([places[tile] > place for tile in passed])
    return len(passed) - 2 * later if target < source else 2 * later - len(passed)
