"""A sliding-tile puzzle in its plainest form: rows of numbers, and breadth-first search by brute force."""

from __future__ import annotations

from functools import cache
from typing import Any

Rows = tuple[tuple[int, ...], ...]
DIRECTIONS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
OPPOSITE = {"U": "D", "D": "U", "L": "R", "R": "L"}


def rows_of(record: dict[str, Any], place: int = 0) -> Rows:
    return tuple(map(tuple, record["boards"][place]["rows"]))


def goal_of(rows: Rows) -> Rows:
    count, width = len(rows) * len(rows[0]), len(rows[0])
    cells = [*range(1, count), 0]
    return tuple(tuple(cells[first : first + width]) for first in range(0, count, width))


def place_of(rows: Rows, tile: int) -> tuple[int, int]:
    return next((y, x) for y, row in enumerate(rows) for x, value in enumerate(row) if value == tile)


def play(rows: Rows, letter: str) -> Rows | None:
    """The board after a move; None off the board."""
    y, x = place_of(rows, 0)
    down, right = DIRECTIONS[letter]
    new_y, new_x = y + down, x + right
    if not (0 <= new_y < len(rows) and 0 <= new_x < len(rows[0])):
        return None
    cells = [list(row) for row in rows]
    cells[y][x], cells[new_y][new_x] = cells[new_y][new_x], 0
    return tuple(map(tuple, cells))


def children(rows: Rows) -> dict[str, Rows]:
    """The successors in the order Up, Down, Left, Right."""
    return {letter: board for letter in "UDLR" if (board := play(rows, letter)) is not None}


def play_all(rows: Rows, moves: str) -> Rows:
    for letter in moves:
        board = play(rows, letter)
        assert board is not None
        rows = board
    return rows


def slid(rows: Rows, moves: str) -> list[int]:
    tiles = []
    for letter in moves:
        after = play_all(rows, letter)
        y, x = place_of(after, 0)
        tiles.append(rows[y][x])
        rows = after
    return tiles


def text(rows: Rows) -> str:
    return " / ".join(" ".join(map(str, row)) for row in rows)


def cells_of(rows: Rows) -> tuple[int, ...]:
    return tuple(tile for row in rows for tile in row)


def tiles_of(rows: Rows) -> list[int]:
    return [tile for tile in cells_of(rows) if tile]


@cache
def distances(goal: Rows) -> dict[tuple[int, ...], int]:
    """The distance of every board that can reach the goal, boards as their cells."""
    start, columns = cells_of(goal), len(goal[0])
    places = [divmod(cell, columns) for cell in range(len(start))]
    near = [[at for at, (b, a) in enumerate(places) if abs(b - y) + abs(a - x) == 1] for y, x in places]
    found, boards = {start: 0}, [start]
    for board in boards:  # the list grows during the loop
        blank = board.index(0)
        for cell in near[blank]:
            cells = list(board)
            cells[blank], cells[cell] = cells[cell], 0
            child = tuple(cells)
            if child not in found:
                found[child] = found[board] + 1
                boards.append(child)
    return found


def far(rows: Rows) -> int:
    """The distance of a board to the standard goal."""
    return distances(goal_of(rows))[cells_of(rows)]


def distance(rows: Rows, other: Rows, most: int = 12) -> int | None:
    """The number of moves between two boards, by breadth-first search; None beyond ``most``."""
    layer, known = {rows}, {rows}
    for depth in range(most + 1):
        if other in layer:
            return depth
        layer = {child for board in layer for child in children(board).values()} - known
        known |= layer
    return None


def shortest_solutions(rows: Rows, goal: Rows) -> list[str]:
    """All shortest solutions, by trying every path of each length."""
    paths = [("", rows)]
    while True:
        found = [path for path, board in paths if board == goal]
        if found:
            return found
        paths = [
            (path + letter, child)
            for path, board in paths
            for letter, child in children(board).items()
            if not path or letter != OPPOSITE[path[-1]]
        ]


def inversions(rows: Rows) -> int:
    tiles = tiles_of(rows)
    return sum(tiles[i] > tiles[j] for i in range(len(tiles)) for j in range(i + 1, len(tiles)))


def is_even(order: list[int]) -> bool:
    """The parity of a permutation, by its cycles."""
    seen: set[int] = set()
    swaps = 0
    for first in range(len(order)):
        length, place = 0, first
        while place not in seen:
            seen.add(place)
            place = order[place]
            length += 1
        swaps += max(length - 1, 0)
    return swaps % 2 == 0


def can_reach(rows: Rows, goal: Rows) -> bool:
    """By the parity of the permutation and of the way of the blank, not by inversions."""
    cells, wanted = cells_of(rows), cells_of(goal)
    (y, x), (goal_y, goal_x) = place_of(rows, 0), place_of(goal, 0)
    return is_even([wanted.index(tile) for tile in cells]) == ((abs(y - goal_y) + abs(x - goal_x)) % 2 == 0)


def swapped(rows: Rows) -> Rows:
    """The board with the tiles 1 and 2 swapped: in the other half of the space."""
    swap = {1: 2, 2: 1}
    return tuple(tuple(swap.get(tile, tile) for tile in row) for row in rows)


def tile_distance(rows: Rows, goal: Rows, tile: int) -> tuple[int, int]:
    (y, x), (goal_y, goal_x) = place_of(rows, tile), place_of(goal, tile)
    return abs(y - goal_y), abs(x - goal_x)


def manhattan(rows: Rows, goal: Rows | None = None) -> int:
    goal = goal or goal_of(rows)
    return sum(sum(tile_distance(rows, goal, tile)) for tile in tiles_of(rows))
