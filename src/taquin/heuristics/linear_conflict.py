"""Manhattan distance with linear conflicts."""

from __future__ import annotations

from bisect import bisect_left

from taquin.heuristics.base import Explanation, Heuristic, Part
from taquin.heuristics.tile_sum import tile_parts
from taquin.puzzle.board import Board, State
from taquin.puzzle.words import plural
from taquin.run.limits import checking_limits

MAXIMUM_MEMORY = 1 << 19  # the most contents of lines that one heuristic caches, for all rows and columns together


class LinearConflict(Heuristic):
    """Manhattan distance, plus 2 for every tile that must leave its goal line to let others pass.

    Of the tiles in their goal row, those that never leave it must be in the order of the goal. So at most the longest
    increasing subsequence stays; each of the others leaves and returns, which takes two slides that Manhattan does not
    count. The same holds for columns. Counting conflicting *pairs* instead of tiles that leave overestimates: three
    tiles in reverse order have three conflicts, but only two must leave.

    Admissible and consistent. A row adds the distances of its tiles to their goal rows, and its conflicts; a column
    does the same for columns. The value of a line depends only on its contents and is cached, so a call takes rows +
    columns look-ups. An update takes four: a slide changes only the two lines that the tile leaves and enters.

    Hansson, Mayer and Yung, *Criticizing solutions to relaxed models yields powerful admissible heuristics*,
    Information Sciences 63, 1992.

    >>> goal = Board([1, 2, 3, 4, 5, 6, 7, 8, 0])
    >>> LinearConflict(goal)(Board([3, 2, 1, 4, 5, 6, 7, 8, 0]).state)
    8
    """

    __slots__ = ("_changes", "_lines")

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        shape = goal.shape
        rows, columns = [0] * len(goal), [0] * len(goal)
        for cell, tile in enumerate(goal):
            rows[tile], columns[tile] = shape.position(cell)
        room = MAXIMUM_MEMORY // (shape.rows + shape.columns)
        by_row = [
            (_Line(row, rows, columns, room), slice(row * shape.columns, (row + 1) * shape.columns))
            for row in range(shape.rows)
        ]
        by_column = [
            (_Line(column, columns, rows, room), slice(column, None, shape.columns)) for column in range(shape.columns)
        ]
        self._lines = by_row + by_column
        self._changes = [
            (by_row[cell // shape.columns], by_column[cell % shape.columns]) for cell in range(shape.cells)
        ]

    def __call__(self, state: State) -> int:
        return sum([line[state[cells]] for line, cells in self._lines])

    def update(self, value: float, parent: State, child: State) -> float:
        """Recompute the two lines that the tile left and entered."""
        before, after = parent.index(0), child.index(0)
        left, entered = self._changes[after], self._changes[before]
        which = left[0] is entered[0]  # the same row: the tile moved to another column
        line, cells = left[which]
        value += line[child[cells]] - line[parent[cells]]
        line, cells = entered[which]
        return value + line[child[cells]] - line[parent[cells]]

    def explain(self, state: State) -> Explanation:
        paths = tile_parts(self.goal, state, lambda rows, columns: rows + columns, "path")
        rows = self.goal.shape.rows
        conflicts = [
            part
            for place, (line, cells) in checking_limits(enumerate(self._lines))
            for part in line.conflicts(
                state, range(len(state))[cells], f"row {place + 1}" if place < rows else f"column {place - rows + 1}"
            )
        ]
        steps = int(sum(part.value for part in paths))
        words = f"the tiles' distances add up to {steps}"
        if conflicts:
            verb = "adds" if len(conflicts) == 1 else "add"
            words += f", and {plural(len(conflicts), 'tile')} in conflict {verb} {2 * len(conflicts)}"
        return Explanation(self(state), words, (*paths, *conflicts))


class _Line(dict[State, int]):
    """A cache of the values of one row or column, by its contents."""

    __slots__ = ("_across", "_along", "_line", "_room")

    def __init__(self, line: int, across: list[int], along: list[int], room: int) -> None:
        self._line = line
        self._across = across  # the goal line of each tile
        self._along = along  # the goal place of each tile along that line
        self._room = room

    def __missing__(self, contents: State) -> int:
        distance = sum([abs(self._across[tile] - self._line) for tile in contents if tile])
        places = [self._along[tile] for tile in contents if tile and self._across[tile] == self._line]
        value = distance + 2 * (len(places) - longest_increase(places))
        if len(self) >= self._room:
            self.clear()
        self[contents] = value
        return value

    def conflicts(self, state: State, cells: range, name: str) -> list[Part]:
        """The tiles that must leave this line, each with the tiles that it lets pass."""
        here = [cell for cell in cells if state[cell] and self._across[state[cell]] == self._line]
        places = [self._along[state[cell]] for cell in here]
        staying = increasing_places(places)
        parts = []
        for index in sorted(set(range(len(here))) - set(staying)):
            passing = [here[other] for other in staying if (other < index) != (places[other] < places[index])]
            tiles = [state[cell] for cell in (here[index], *passing)]
            words = f"tile {tiles[0]} must leave {name} to let {' and '.join(map(str, tiles[1:]))} pass"
            parts.append(Part(kind="conflict", value=2, words=words, tiles=tuple(tiles), cells=(here[index], *passing)))
        return parts


def increasing_places(values: list[int]) -> list[int]:
    """The places of one longest increasing subsequence of distinct values.

    >>> increasing_places([2, 5, 3, 1, 4])
    [0, 2, 4]
    """
    ends: list[int] = []  # ends[k] is the place of the least value that a subsequence of length k + 1 ends with
    before: list[int] = []
    for place, value in enumerate(values):
        rank = bisect_left(ends, value, key=values.__getitem__)
        before.append(ends[rank - 1] if rank else -1)
        ends[rank : rank + 1] = [place]
    backwards = []
    place = ends[-1] if ends else -1
    while place >= 0:
        backwards.append(place)
        place = before[place]
    return backwards[::-1]


def longest_increase(values: list[int]) -> int:
    """The length of the longest increasing subsequence of distinct values, in O(n log n) (Schensted, 1961).

    >>> longest_increase([2, 5, 3, 1, 4])
    3
    """
    ends: list[int] = []  # ends[k] is the least value that an increasing subsequence of length k + 1 ends with
    for value in values:
        place = bisect_left(ends, value)
        ends[place : place + 1] = [value]
    return len(ends)
