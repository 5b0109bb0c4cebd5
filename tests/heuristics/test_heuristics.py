"""Heuristics, checked against exhaustive tables and independent slow definitions."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, permutations, product
from random import Random

import numpy as np
import pytest

from taquin.errors import HeuristicError
from taquin.heuristics.base import Blind, Heuristic
from taquin.heuristics.gaschnig import Gaschnig
from taquin.heuristics.inversion_distance import InversionDistance
from taquin.heuristics.learned import Learned
from taquin.heuristics.linear_conflict import LinearConflict
from taquin.heuristics.manhattan import Euclidean, Manhattan, Misplaced
from taquin.heuristics.maximum import Maximum
from taquin.heuristics.walking_distance import WalkingDistance, walking_table
from taquin.puzzle.board import Board, State
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import blank_first, snail, standard
from taquin.puzzle.problem import Problem, TileSpace
from taquin.solving.registry import HEURISTICS, HeuristicSpec
from taquin.tables.distances import DistanceTable
from taquin.tables.scores.store import score_weights
from taquin.tables.scores.weights import DISPLACEMENTS, TABLE, UNIT, displacement

ROUNDING = 1e-9


def build(spec: HeuristicSpec, goal: Board) -> Heuristic:
    heuristic = spec.load()([Manhattan(goal), Gaschnig(goal)] if spec.takes_parts else goal)
    assert isinstance(heuristic, Heuristic)
    return heuristic


# The claims, on whole spaces ------------------------------------------------------------------------------------


class Space:
    """All states that reach a goal, their true distances, and every pair of neighbours."""

    def __init__(self, goal: Board) -> None:
        table = DistanceTable(goal)
        self.states = [state for depth in range(table.radius + 1) for state in table.states_at(depth)]
        self.distances = np.repeat(np.arange(table.radius + 1), table.counts)
        index = {state: number for number, state in enumerate(self.states)}
        successors = TileSpace(goal.state, goal.state, goal.shape).successors
        children = [[index[child] for _, child in successors(state)] for state in self.states]
        self.parents = np.repeat(np.arange(len(children)), [len(some) for some in children])
        self.children = np.array([child for some in children for child in some])


@cache
def space_of(goal: Board) -> Space:
    return Space(goal)


GOALS = [
    *[standard(Shape(rows, columns)) for rows, columns in ((2, 2), (2, 3), (3, 2), (2, 4), (1, 7), (7, 1))],
    Board([4, 1, 0, 2, 5, 3], "2x3"),
    Board([5, 0, 3, 4, 1, 2], "3x2"),
]
LARGE_GOALS = [
    standard(Shape(4, 2)),
    Board([2, 7, 1, 0, 6, 4, 3, 5], "2x4"),
    Board([1, 2, 3, 4, 5, 6, 7, 0, 8]),  # the blank at an edge
    Board([1, 2, 3, 4, 5, 6, 7, 8, 0]),  # in a corner
    Board([1, 2, 3, 8, 0, 4, 7, 6, 5]),  # in the centre
]


@pytest.mark.parametrize("spec", HEURISTICS, ids=lambda spec: spec.key)
@pytest.mark.parametrize(
    "goal", [*GOALS, *(pytest.param(goal, marks=pytest.mark.slow) for goal in LARGE_GOALS)], ids=repr
)
def test_claims_hold_on_all_states_and_all_moves(goal: Board, spec: HeuristicSpec) -> None:
    space = space_of(goal)
    heuristic = build(spec, goal)
    values = np.array([heuristic(state) for state in space.states])
    assert heuristic(goal.state) == 0
    assert values.min() >= 0
    is_admissible = (values <= space.distances + ROUNDING).all()
    assert is_admissible or not spec.admissible
    is_consistent = (values[space.parents] <= 1 + values[space.children] + ROUNDING).all()
    assert is_consistent or not spec.consistent  # databases are consistent on small shapes, but do not claim it


@pytest.mark.parametrize("spec", [spec for spec in HEURISTICS if not spec.admissible], ids=lambda spec: spec.key)
def test_heuristics_without_the_claim_overestimate(spec: HeuristicSpec) -> None:
    goal = standard(Shape(2, 4))
    space, heuristic = space_of(goal), build(spec, goal)
    assert any(heuristic(state) > distance for state, distance in zip(space.states, space.distances, strict=True))


def random_walk(goal: Board, length: int, rng: Random) -> Iterator[tuple[State, State]]:
    state = goal.state
    space = TileSpace(state, state, goal.shape)
    for _ in range(length):
        child = rng.choice(space.successors(state))[1]
        yield state, child
        state = child


def pairs(text: str) -> set[tuple[str, str]]:
    return {(name, size) for name, size in map(str.split, text.split(", "))}


TAKE_LONG = pairs("inversion_distance 16x17, walking_distance 5x3, walking_distance 4x4, learned 1x256")
WALKED_SIZES = ("1x2", "2x1", "1x6", "6x1", "3x3", "2x5", "5x3", "4x4", "5x5", "17x16", "1x256")
UNDEFINED = pairs("walking_distance 5x5, walking_distance 17x16, pdb 17x16, pdb 1x256, learned 17x16")


@pytest.mark.parametrize(
    ("size", "spec"),
    [
        pytest.param(size, spec, id=f"{size}-{spec.key}", marks=[pytest.mark.slow] * ((spec.key, size) in TAKE_LONG))
        for size, spec in product(WALKED_SIZES, HEURISTICS)
        if (spec.key, size) not in UNDEFINED
    ],
)
def test_update_equals_a_call_from_scratch_on_walks(size: str, spec: HeuristicSpec) -> None:
    rng = Random(1)
    for goal in (standard(Shape.parse(size)), random_goal(size, rng)):
        heuristic = build(spec, goal)
        value: float = 0
        for parent, child in random_walk(goal, 8 if len(goal) > 100 else 60, rng):
            value = heuristic.update(value, parent, child)
            assert value == heuristic(child)


def random_goal(size: str, rng: Random) -> Board:
    shape = Shape.parse(size)
    cells = list(range(shape.cells))
    rng.shuffle(cells)
    return Board(cells, shape)


# The values, by slow definitions --------------------------------------------------------------------------------


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


def test_every_heuristic_has_a_slow_definition() -> None:
    """Pattern databases are compared with searches of their patterns, in tests/tables."""
    others = {"blind", "pdb", "max"}
    assert DEFINITIONS.keys() == {spec.key for spec in HEURISTICS} - others, "see CONTRIBUTING.md, Add a heuristic"


DEFINED_SIZES = ("1x2", "2x1", "1x6", "2x2", "2x5", "5x2", "3x3", "3x4", "4x4", "6x7", "16x17")
TOO_LARGE = pairs("walking_distance 6x7, walking_distance 16x17, linear_conflict 16x17, learned 16x17")


@pytest.mark.parametrize(
    ("key", "size"),
    [
        pytest.param(*case, marks=[pytest.mark.slow] if case in TAKE_LONG else [])
        for case in product(DEFINITIONS, DEFINED_SIZES)
        if case not in TOO_LARGE
    ],
)
def test_values_are_those_of_a_slow_definition(key: str, size: str) -> None:
    make, slow = DEFINITIONS[key]
    rng = Random(2)
    for goal in (standard(Shape.parse(size)), blank_first(Shape.parse(size)), random_goal(size, rng)):
        heuristic = make(goal)
        for _ in range(3 if len(goal) > 100 else 15):
            near = goal
            for _, child in random_walk(goal, rng.randrange(150), rng):
                near = Board.from_state(child, goal.shape)
            far = random_goal(size, rng)
            if not Problem(far, goal).is_solvable:
                far = goal if goal.shape.is_line or len(goal) < 4 else far.swapped(1, 2)
            for board in (near, far):
                assert heuristic(board.state) == pytest.approx(slow(board, goal), abs=ROUNDING)


def test_published_values() -> None:
    start, goal = Board([1, 2, 3, 4, 0, 6, 7, 5, 8]), Board([6, 2, 3, 4, 5, 1, 7, 8, 0])
    assert Manhattan(goal)(start.state) == 8
    assert Misplaced(goal)(start.state) == 4
    # Russell and Norvig, Artificial Intelligence: A Modern Approach, section 3.6: h1 = 8, h2 = 18, solution 26.
    start, goal = Board([7, 2, 4, 5, 0, 6, 8, 3, 1]), blank_first(Shape(3, 3))
    assert Misplaced(goal)(start.state) == 8
    assert Manhattan(goal)(start.state) == 18
    assert DistanceTable(goal).distance(start) == 26
    # Korf 1985, the first of the hundred instances: Manhattan 41.
    start = Board([14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3])
    assert Manhattan(blank_first(Shape(4, 4)))(start.state) == 41


# Walking distance tables ----------------------------------------------------------------------------------------


def test_walking_distance_of_the_15_puzzle_has_the_published_table() -> None:
    table = walking_table(4, 4, 3)
    assert len(table) == 24_964
    assert max(table.values()) == 35


@pytest.mark.parametrize("size", ["2x7", "7x2", "4x5", "5x4", "5x5", "3x256", "256x3", "100x100", "256x256"])
def test_walking_distance_refuses_large_tables(size: str) -> None:
    goal = standard(Shape.parse(size))
    with pytest.raises(HeuristicError, match="is too large: the limits are 2×6, 3×5 and 4×4") as caught:
        WalkingDistance(goal)
    assert "linear_conflict" in caught.value.hint


def test_learned_scores_refuse_large_boards() -> None:
    with pytest.raises(HeuristicError, match="learned takes boards of up to 256 cells, found 17×16 with 272"):
        Learned(standard(Shape(17, 16)))


# Tables and parts -----------------------------------------------------------------------------------------------


def test_huge_boards_need_no_tables() -> None:
    goal = standard(Shape(128, 128))  # a table would have 268 million entries
    with pytest.raises(HeuristicError, match="too large"):
        Manhattan(standard(Shape(17, 17))).tables()
    moved = goal.play("Up")
    for kind in (Blind, Misplaced, Manhattan, Euclidean, Gaschnig, LinearConflict, InversionDistance):
        heuristic: Heuristic = kind(goal)
        value = heuristic(moved.state)
        assert value == (kind is not Blind)
        assert heuristic.update(0, goal.state, moved.state) == value


def test_linear_conflict_clears_a_full_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.heuristics.linear_conflict.MAXIMUM_MEMORY", 24)
    rng = Random(5)
    goal = standard(Shape(4, 4))
    heuristic = LinearConflict(goal)
    for _ in range(50):
        board = random_goal("4x4", rng)
        assert heuristic(board.state) == slow_linear_conflict(board, goal)
    assert all(len(line) <= 3 for line, _ in heuristic._lines)


def test_maximum_takes_parts_with_one_goal() -> None:
    goal = standard(Shape(3, 3))
    heuristic = Maximum([Manhattan(goal), Gaschnig(goal), LinearConflict(goal)])
    assert not heuristic.is_incremental
    for _, state in random_walk(goal, 200, Random(6)):
        assert heuristic(state) == max(part(state) for part in heuristic.parts)
    with pytest.raises(HeuristicError, match="at least one"):
        Maximum([])
    with pytest.raises(HeuristicError, match="different goals"):
        Maximum([Manhattan(goal), Manhattan(blank_first(Shape(3, 3)))])


@pytest.mark.parametrize("spec", HEURISTICS, ids=lambda spec: spec.key)
def test_heuristics_can_be_pickled(spec: HeuristicSpec) -> None:
    goal = snail(Shape(3, 3))
    heuristic = build(spec, goal)
    copied = pickle.loads(pickle.dumps(heuristic))
    assert all(copied(state) == heuristic(state) for _, state in random_walk(goal, 50, Random(7)))
