"""A second definition of the values of every heuristic: slow, and written as the definition reads."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, permutations
from random import Random

from taquin.heuristics.base import Heuristic
from taquin.heuristics.gaschnig import Gaschnig
from taquin.heuristics.inversion_distance import InversionDistance
from taquin.heuristics.learned import Learned
from taquin.heuristics.linear_conflict import LinearConflict
from taquin.heuristics.manhattan import Euclidean, Manhattan, Misplaced
from taquin.heuristics.walking_distance import WalkingDistance
from taquin.puzzle.board import Board, State
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import TileSpace
from taquin.tables.scores.store import score_weights
from taquin.tables.scores.weights import DISPLACEMENTS, TABLE, UNIT, displacement


def positions(board: Board) -> list[tuple[int, int]]:
    return [board.shape.position(board.find(tile)) for tile in range(len(board))]


def slow_misplaced(board: Board, goal: Board) -> float:
    return sum(board.find(tile) != goal.find(tile) for tile in range(1, len(board)))


def slow_manhattan(board: Board, goal: Board) -> float:
    return sum(board.shape.taxicab(board.find(tile), goal.find(tile)) for tile in range(1, len(board)))


def slow_euclidean(board: Board, goal: Board) -> float:
    pairs = zip(positions(board)[1:], positions(goal)[1:], strict=True)
    return sum(math.dist(here, home) for here, home in pairs)


def slow_gaschnig(board: Board, goal: Board) -> float:
    """Jump step by step: the tile whose goal is the blank's cell, or any wrong tile if that is the blank's own goal."""
    cells = list(board)
    jumps = 0
    while cells != list(goal):
        blank = cells.index(0)
        tile = goal.cells[blank] or next(tile for tile, home in zip(cells, goal, strict=True) if tile != home)
        cells[cells.index(tile)], cells[blank] = 0, tile
        jumps += 1
    return jumps


def slow_linear_conflict(board: Board, goal: Board) -> float:
    """For every line, try all sets of tiles that leave it."""
    here, home = positions(board), positions(goal)
    leaving = 0
    for across, along in ((0, 1), (1, 0)):
        for line in range((board.shape.rows, board.shape.columns)[across]):
            tiles = [tile for tile in range(1, len(board)) if here[tile][across] == home[tile][across] == line]
            tiles.sort(key=lambda tile: here[tile][along])
            leaving += next(
                count
                for count in range(len(tiles) + 1)
                for staying in combinations(tiles, len(tiles) - count)
                if sorted(staying, key=lambda tile: home[tile][along]) == list(staying)
            )
    return slow_manhattan(board, goal) + 2 * leaving


def slow_walking_distance(board: Board, goal: Board) -> float:
    total = 0
    for axis in (0, 1):
        here, home = positions(board), positions(goal)
        lines = (board.shape.rows, board.shape.columns)[axis]

        def bags(where: list[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
            """For every line, the goal lines of the tiles in it."""
            return tuple(
                tuple(sorted(home[tile][axis] for tile in range(1, len(home)) if where[tile][axis] == line))  # noqa: B023
                for line in range(lines)  # noqa: B023
            )

        total += slow_walks(bags(home), home[0][axis])[bags(here), here[0][axis]]
    return total


@cache
def slow_walks(
    home: tuple[tuple[int, ...], ...], home_blank: int
) -> dict[tuple[tuple[tuple[int, ...], ...], int], int]:
    distances = {(home, home_blank): 0}
    queue = [(home, home_blank)]
    for bags, blank in queue:
        for other in (blank - 1, blank + 1):
            if not 0 <= other < len(bags):
                continue
            for tile in set(bags[other]):
                following = [list(bag) for bag in bags]
                following[other].remove(tile)
                following[blank].append(tile)
                state = tuple(tuple(sorted(bag)) for bag in following), other
                if state not in distances:
                    distances[state] = distances[bags, blank] + 1
                    queue.append(state)
    return distances


def slow_inversion_distance(board: Board, goal: Board) -> float:
    rows, columns = board.shape.rows, board.shape.columns
    by_rows = [tile for tile in board if tile], [tile for tile in goal if tile]
    by_columns = [
        [b[row, column] for column in range(columns) for row in range(rows) if b[row, column]] for b in (board, goal)
    ]
    total = 0
    for (here, home), step in ((by_rows, columns - 1), (by_columns, rows - 1)):
        if step:
            place = {tile: number for number, tile in enumerate(home)}
            inversions = sum(place[one] > place[other] for one, other in combinations(here, 2))
            total += slow_changes(inversions, step)
    return total


@cache
def slow_changes(inversions: int, step: int) -> int:
    """Breadth-first search over the number of inversions."""
    seen = {inversions}
    layer = seen
    count = 0
    while 0 not in layer:
        layer = {number + change for number in layer for change in range(-step, step + 1, 2)} - seen
        layer = {number for number in layer if 0 <= number <= inversions + step}
        seen = seen | layer
        count += 1
    return count


def slow_learned(board: Board, goal: Board) -> float:
    """Weight by weight, on boards that are turned so that the blank's home is in the lower right quarter."""
    rows, columns = board.shape.rows, board.shape.columns
    weights = score_weights(board.shape)
    layout, (blank_row, blank_column) = weights.layout, positions(goal)[0]

    def turn(place: tuple[int, int]) -> tuple[int, int]:
        row, column = place
        is_upper, is_left = 2 * blank_row < rows - 1, 2 * blank_column < columns - 1
        return rows - 1 - row if is_upper else row, columns - 1 - column if is_left else column

    here, home = list(map(turn, positions(board))), list(map(turn, positions(goal)))
    moved = [(there[0] - at_home[0], there[1] - at_home[1]) for there, at_home in zip(here, home, strict=True)]

    def entry(first: tuple[int, int], second: tuple[int, int]) -> int:
        return displacement(*first) * DISPLACEMENTS + displacement(*second)

    def related(first: int, second: int) -> int | None:
        """The weight of two tiles, the home of the first before that of the second."""
        offset = home[second][0] - home[first][0], home[second][1] - home[first][1]
        if offset not in layout.offsets:
            return None
        table = layout.offsets.index(offset) * TABLE
        if second == 0:
            return layout.blank_pairs + table + entry(moved[first], moved[0])
        if first == 0:  # as on the board after half a turn
            opposite = [(-moved[tile][0], -moved[tile][1]) for tile in (second, 0)]
            return layout.blank_pairs + table + entry(*opposite)
        return layout.pairs + table + entry(moved[first], moved[second])

    indices = [layout.single(*steps, is_blank=tile == 0) for tile, steps in enumerate(moved)]
    for first, second in permutations(range(len(board)), 2):
        if home[first] < home[second] and (index := related(first, second)) is not None:
            indices.append(index)
        steps = here[second][0] - here[first][0], here[second][1] - here[first][1]
        if steps in ((0, 1), (1, 0)):
            kind = 3 * steps[0] + (1 if first == 0 else 2 if second == 0 else 0)
            indices.append(layout.edges + kind * TABLE + entry(moved[first], moved[second]))
    return max(0, sum(weights.values[index] for index in indices)) / UNIT


DEFINITIONS: dict[str, tuple[Callable[[Board], Heuristic], Callable[[Board, Board], float]]] = {
    "misplaced": (Misplaced, slow_misplaced),
    "manhattan": (Manhattan, slow_manhattan),
    "euclidean": (Euclidean, slow_euclidean),
    "gaschnig": (Gaschnig, slow_gaschnig),
    "linear_conflict": (LinearConflict, slow_linear_conflict),
    "walking_distance": (WalkingDistance, slow_walking_distance),
    "inversion_distance": (InversionDistance, slow_inversion_distance),
    "learned": (Learned, slow_learned),
}


def random_walk(goal: Board, length: int, rng: Random) -> Iterator[tuple[State, State]]:
    state = goal.state
    space = TileSpace(state, state, goal.shape)
    for _ in range(length):
        child = rng.choice(space.successors(state))[1]
        yield state, child
        state = child


def random_goal(size: str, rng: Random) -> Board:
    shape = Shape.parse(size)
    cells = list(range(shape.cells))
    rng.shuffle(cells)
    return Board(cells, shape)
