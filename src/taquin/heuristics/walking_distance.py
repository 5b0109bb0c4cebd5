"""Walking distance: the exact cost of bringing every tile to its row, plus the cost of bringing it to its column."""

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import TypeAlias

from taquin.errors import HeuristicError
from taquin.heuristics.base import Explanation, Heuristic, Kind, Part
from taquin.puzzle.board import Board, State
from taquin.puzzle.words import plural
from taquin.run.limits import checking_limits

LONGEST_SIDE = {2: 6, 3: 5, 4: 4}
"""The longest side of a board by its shorter one: up to there both tables have less than 400,000 states, which take
seconds. 4×4 has 24,964 states per direction; 2×7 has 5 million in one of them, and 5×5 tens of millions."""

_BYTES_PER_STATE = 125  # of a dictionary with an entry for every state


class WalkingDistance(Heuristic):
    """The least number of vertical slides that brings every tile to its goal row, plus the same for columns.

    In the abstract puzzle for rows a state is the row of the blank and a matrix of counts: how many tiles of goal row j
    are in row i. A vertical slide moves any tile of an adjacent row into the blank's row. The exact distances in this
    small puzzle come from a breadth-first search from the goal, once for all boards of a shape whose goals have the
    blank in the same row. Horizontal slides change nothing in it, so the values for rows and columns may be added.

    Admissible and consistent; never less than Manhattan, and often more than linear conflict. A call takes rows +
    columns + 2 look-ups. Defined on boards of up to 2×6, 3×5 and 4×4, their transposes, and all single lines. On other
    shapes, whose tables are too large, the constructor raises ``HeuristicError``.

    Ken'ichiro Takahashi (takaken), *How to write a 15 puzzle solver* (in Japanese).

    >>> goal = Board([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0])
    >>> WalkingDistance(goal)(Board([15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]).state)
    56
    """

    __slots__ = ("_blank", "_horizontal", "_vertical", "_width")

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        shape = goal.shape
        self._width = shape.columns
        self._blank = goal.blank
        self._vertical = self._horizontal = None
        if shape.is_line:
            return
        shorter, longer = sorted((shape.rows, shape.columns))
        if longer > LONGEST_SIDE.get(shorter, 0):
            raise HeuristicError(
                f"the table of the walking distance on {shape} is too large: the limits are 2×6, 3×5 and 4×4",
                hint="linear_conflict and inversion_distance work on every shape",
            )
        rows, columns = [0] * len(goal), [0] * len(goal)
        for cell, tile in enumerate(goal):
            rows[tile], columns[tile] = shape.position(cell)
        every_row = [slice(first, first + shape.columns) for first in range(0, shape.cells, shape.columns)]
        every_column = [slice(column, None, shape.columns) for column in range(shape.columns)]
        self._vertical = _Direction(rows, every_row, shape.columns)
        self._horizontal = _Direction(columns, every_column, shape.rows)

    def __call__(self, state: State) -> int:
        """Vertical slides plus horizontal slides; in a single line, the distance of the blank from its goal cell."""
        if self._vertical is None or self._horizontal is None:
            return abs(state.index(0) - self._blank)
        return self._vertical.distance(state) + self._horizontal.distance(state)

    def tables(self, state: State) -> list[tuple[WalkTable, int]]:
        """Both directions in the form of the native core, each with the number of this state. Not for single lines."""
        return [half.table(state) for half in (self._vertical, self._horizontal) if half is not None]

    def update(self, value: float, parent: State, child: State) -> float:
        """Recompute only the direction of the slide."""
        if self._vertical is None or self._horizontal is None:
            return abs(child.index(0) - self._blank)
        before, after, width = parent.index(0), child.index(0), self._width
        if before // width == after // width:
            return value + self._horizontal.change(parent, child[before], before % width, after % width)
        return value + self._vertical.change(parent, child[before], before // width, after // width)

    def explain(self, state: State) -> Explanation:
        if self._vertical is None or self._horizontal is None:
            away = abs(state.index(0) - self._blank)
            words = f"the blank is {plural(away, 'cell')} from home"
            return Explanation(away, words, (Part(kind="sum", value=away, words=words),))
        parts = (self._vertical.part(state, "rows", "vertical"), self._horizontal.part(state, "columns", "horizontal"))
        total = int(sum(part.value for part in parts))
        words = f"{_moves_that_bring(total, 'move')} every tile into its row and into its column"
        return Explanation(total, words, parts)


def _moves_that_bring(count: int, noun: str) -> str:
    """The subject and the verb of a sentence: "1 move brings", "2 moves bring"."""
    return f"{plural(count, noun)} {'brings' if count == 1 else 'bring'}"


WalkTable: TypeAlias = tuple[int, bytes, "array[int]", bytes]
"""One direction in the form of the native core: lines, distances of numbered states, following states, goal lines.

``following[(state * 2 + direction) * lines + goal_line]`` is the state after a slide of a tile that belongs to
``goal_line``, or -1; direction 0 moves the blank to the line before, 1 to the line after.
"""


class _Direction:
    """Distances in one direction: by rows or by columns."""

    __slots__ = ("_capacity", "_goal_lines", "_lines", "_table")

    def __init__(self, goal_lines: list[int], lines: list[slice], capacity: int) -> None:
        self._goal_lines = goal_lines
        self._capacity = capacity
        self._table = walking_table(len(lines), capacity, goal_lines[0])
        self._lines = [(_LineCodes(line, goal_lines, len(lines), capacity), cells) for line, cells in enumerate(lines)]

    def distance(self, state: State) -> int:
        """The distance of this state. The code of the matrix is the sum of the codes of its lines."""
        return self._table[sum([codes[state[cells]] for codes, cells in self._lines])]

    def part(self, state: State, kind: Kind, direction: str) -> Part:
        """The distance, the tiles that are not in their line, and the counts that the table is indexed by."""
        goal_lines, count = self._goal_lines, len(self._lines)
        table = [[0] * count for _ in range(count)]
        cells = []
        for place, (_, group) in enumerate(self._lines):
            for cell in range(len(state))[group]:
                if state[cell]:
                    table[place][goal_lines[state[cell]]] += 1
                    if goal_lines[state[cell]] != place:
                        cells.append(cell)
        value = self.distance(state)
        return Part(
            kind=kind,
            value=value,
            words=f"{_moves_that_bring(value, f'{direction} move')} every tile into its {kind[:-1]}",
            tiles=tuple(state[cell] for cell in cells),
            cells=tuple(cells),
            table=tuple(map(tuple, table)),
        )

    def table(self, state: State) -> tuple[WalkTable, int]:
        numbers, distances, following = walking_graph(len(self._lines), self._capacity, self._goal_lines[0])
        number = numbers[sum([codes[state[cells]] for codes, cells in self._lines])]
        return (len(self._lines), distances, following, bytes(self._goal_lines)), number

    def change(self, state: State, tile: int, blank: int, other: int) -> int:
        """The change in distance when the tile moves from line ``other`` into the blank's line."""
        matrix = sum([codes[state[cells]] for codes, cells in self._lines])
        entered, left = self._lines[blank][0].single, self._lines[other][0].single
        return self._table[matrix + entered[tile] - entered[0] + left[0] - left[tile]] - self._table[matrix]


class _LineCodes(dict[State, int]):
    """A cache of what one line adds to the code of the matrix, by its contents."""

    __slots__ = ("single",)

    def __init__(self, line: int, goal_lines: list[int], lines: int, capacity: int) -> None:
        code = _Code(lines, capacity)
        self.single = [code.tile(line, goal_line) for goal_line in goal_lines]  # by tile; index 0 is the blank
        self.single[0] = code.blank(line)

    def __missing__(self, contents: State) -> int:
        self[contents] = value = sum([self.single[tile] for tile in contents])
        return value


class _Code:
    """A matrix as one number: a bit field for each count, row by row, and the blank's line in the highest bits."""

    __slots__ = ("_bits", "_lines")

    def __init__(self, lines: int, capacity: int) -> None:
        self._lines = lines
        self._bits = capacity.bit_length()

    def tile(self, line: int, goal_line: int) -> int:
        """What a tile in ``line`` with goal line ``goal_line`` adds."""
        return 1 << self._bits * (line * self._lines + goal_line)

    def field(self, line: int, goal_line: int) -> int:
        """The bit mask of the count of such tiles."""
        return self.tile(line, goal_line) * ((1 << self._bits) - 1)

    def blank(self, line: int) -> int:
        return line << self._bits * self._lines**2

    def blank_line(self, code: int) -> int:
        return code >> self._bits * self._lines**2


@lru_cache(maxsize=32)
def walking_table(lines: int, capacity: int, goal_blank: int) -> dict[int, int]:
    """The exact distance of every matrix to the goal's, whose blank is in line ``goal_blank``, by breadth-first search.

    The table is cached and shared: callers must not change it. 4 lines of 4 take less than 0.1 s.
    """
    code = _Code(lines, capacity)
    slides = [
        [
            (code.field(other, goal), code.tile(blank, goal) - code.tile(other, goal) + code.blank(other - blank))
            for other in (blank - 1, blank + 1)
            if 0 <= other < lines
            for goal in range(lines)
        ]
        for blank in range(lines)
    ]
    start = sum(code.tile(line, line) * (capacity - (line == goal_blank)) for line in range(lines))
    frontier = [start + code.blank(goal_blank)]
    table = {frontier[0]: 0}
    distance = 0
    while frontier:
        distance += 1
        following = []
        for matrix in checking_limits(frontier, lambda: _BYTES_PER_STATE * len(table)):
            for field, change in slides[code.blank_line(matrix)]:
                if matrix & field and (child := matrix + change) not in table:
                    table[child] = distance
                    following.append(child)
        frontier = following
    return table


@lru_cache(maxsize=8)
def walking_graph(lines: int, capacity: int, goal_blank: int) -> tuple[dict[int, int], bytes, array[int]]:
    """The table as a graph: a number for every matrix, its distance, and the result of every slide (``WalkTable``)."""
    code = _Code(lines, capacity)
    table = walking_table(lines, capacity, goal_blank)
    following = array("i")
    memory = (2 * _BYTES_PER_STATE + 2 * lines * following.itemsize) * len(table)
    numbers = {matrix: number for number, matrix in enumerate(checking_limits(table, lambda: memory))}
    for matrix in checking_limits(table, lambda: memory):
        blank = code.blank_line(matrix)
        for other in (blank - 1, blank + 1):
            for goal in range(lines):
                leads = 0 <= other < lines and matrix & code.field(other, goal)
                slide = code.tile(blank, goal) - code.tile(other, goal) + code.blank(other - blank) if leads else 0
                following.append(numbers[matrix + slide] if leads else -1)
    return numbers, bytes(table.values()), following
