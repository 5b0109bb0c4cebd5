"""Random boards: uniform, repeatable, and at the requested distance."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from taquin import _native
from taquin.analysis import random_boards
from taquin.analysis.random_boards import board_harder_than, board_of_depth, random_board, scrambled_board
from taquin.errors import BoardError
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import blank_first, snail, standard
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric
from taquin.solving.solver import solve
from taquin.tables.distances import DistanceTable, distance_table
from taquin.tables.slide_databases import can_build

SHAPES = [Shape(*sides) for sides in ((1, 2), (2, 1), (1, 7), (7, 1), (2, 2), (2, 3), (3, 2), (3, 3), (4, 4), (5, 3))]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_random_boards_can_reach_their_goal(shape: Shape) -> None:
    rng = Random(1)
    for goal in (None, "snail", blank_first(shape)):
        for _ in range(50):
            board = random_board(shape, goal, rng=rng)
            assert Board(board.cells, shape) == board
            assert Problem(board, goal).is_solvable


def chi_square(counts: Counter[Board], kinds: int) -> float:
    expected = counts.total() / kinds
    return sum((counts[board] - expected) ** 2 / expected for board in counts) + (kinds - len(counts)) * expected


@pytest.mark.parametrize(
    ("shape", "kinds", "threshold"),  # exceeded by chance once in a thousand cases
    [(Shape(2, 2), 12, 31.3), (Shape(1, 5), 5, 18.5), (Shape(2, 3), 360, 446.0)],
    ids=str,
)
def test_random_boards_are_uniform(shape: Shape, kinds: int, threshold: float) -> None:
    rng = Random(2)
    counts = Counter(random_board(shape, rng=rng) for _ in range(kinds * 40))
    assert len(counts) == kinds
    assert chi_square(counts, kinds) < threshold


def test_same_seed_same_boards() -> None:
    rng = Random(1)
    boards = [random_board(Shape(3, 3), rng=rng), random_board(Shape(3, 3), rng=rng)]
    boards += [scrambled_board(snail(Shape(3, 3)), 30, rng=rng), board_of_depth(standard(Shape(3, 3)), 20, rng=rng)]
    assert boards == EXPECTED  # these must never change, on any version of Python


EXPECTED = [
    Board([5, 6, 7, 4, 3, 0, 8, 2, 1]),
    Board([7, 5, 1, 4, 6, 0, 8, 2, 3]),
    Board([0, 2, 5, 6, 3, 8, 7, 1, 4]),
    Board([1, 3, 7, 6, 0, 4, 5, 2, 8]),
]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_distance_of_scrambled_boards(shape: Shape) -> None:
    goal = standard(shape)
    rng = Random(3)
    for moves in range(25):
        board = scrambled_board(goal, moves, rng=rng)
        assert Problem(board, goal).is_solvable
        assert shape.taxicab(board.blank, goal.blank) % 2 == moves % 2
        if shape.cells <= 9:
            distance = distance_table(goal).distance(board)
            assert distance <= moves
            assert distance % 2 == moves % 2
    with pytest.raises(BoardError, match=r"expected moves to be a whole number from 0 to .*, found -1"):
        scrambled_board(goal, -1, rng=Random(1))


def test_scrambling_never_undoes_a_move() -> None:
    goal = standard(Shape(3, 3))
    for seed in range(200):
        # Up to 5 moves of which none undoes the one before always lead to a board at that distance.
        for moves in range(6):
            assert distance_table(goal).distance(scrambled_board(goal, moves, rng=Random(seed))) == moves


@pytest.mark.parametrize(
    "goal", [standard(Shape(3, 3)), snail(Shape(3, 3)), standard(Shape(2, 4)), standard(Shape(1, 4))]
)
def test_boards_at_a_depth(goal: Board) -> None:
    rng = Random(4)
    table = distance_table(goal)
    for depth in range(table.radius + 1):
        assert table.distance(board_of_depth(goal, depth, rng=rng)) == depth
    beyond = table.radius + 1
    with pytest.raises(BoardError, match=f"no board is at distance {beyond} from .*: expected 0 to {table.radius}"):
        board_of_depth(goal, beyond, rng=rng)


def test_boards_at_a_depth_are_uniform() -> None:
    goal = standard(Shape(3, 3))
    rng = Random(5)
    counts = Counter(board_of_depth(goal, 4, rng=rng) for _ in range(1600))
    assert len(counts) == 16
    assert chi_square(counts, 16) < 37.7


@pytest.mark.parametrize("metric", list(Metric))
def test_boards_harder_than_a_distance_are_chosen_uniformly_among_those(metric: Metric) -> None:
    goal = standard(Shape(2, 3))
    table, rng = DistanceTable(goal, metric=metric), Random(4)
    least = table.radius - 2
    wanted = {state for depth in range(least + 1, table.radius + 1) for state in table.states_at(depth)}
    found = {board_harder_than(goal, least, metric=metric, rng=rng).state for _ in range(60 * len(wanted))}
    assert found == wanted
    with pytest.raises(BoardError, match="no board is farther than"):
        board_harder_than(goal, table.radius, metric=metric, rng=rng)


@pytest.mark.parametrize("metric", [Metric.MOVES, pytest.param(Metric.SLIDES, marks=pytest.mark.slow)])
@pytest.mark.skipif(not can_build(Shape(2, 7)), reason=_native.describe())
def test_boards_beyond_the_tables_are_proven_by_the_solver(metric: Metric) -> None:
    goal, rng = standard(Shape(2, 7)), Random(3)
    for depth in (0, 1, 9, 20):
        board = board_of_depth(goal, depth, metric=metric, rng=rng)
        assert solve(board, goal, metric=metric).length == depth
    calls: list[tuple[int, int]] = []
    harder = board_harder_than(goal, 30, metric=metric, rng=rng, listener=lambda *numbers: calls.append(numbers))
    assert (solve(harder, goal, metric=metric).length or 0) > 30
    assert calls[0] == (0, 0)
    assert [solved for solved, _ in calls] == list(range(len(calls)))


@pytest.mark.skipif(not can_build(Shape(2, 7)), reason=_native.describe())
@pytest.mark.parametrize(
    ("shape", "goal", "metric", "most"),
    [
        ("4x4", "standard", "moves", "80 moves"),
        ("4x4", "snail", "moves", "82 moves"),  # two moves bring the blank into a corner
        ("4x4", "standard", "slides", "43 slides"),
        ("5x3", "standard", "moves", "84 moves"),
    ],
)
def test_nothing_is_searched_beyond_a_known_maximum(shape: str, goal: str, metric: str, most: str) -> None:
    number = int(most.split(maxsplit=1)[0])
    with pytest.raises(BoardError, match=f"no .* board is farther than {most} from this goal"):
        random_board(shape, goal, metric=metric, harder_than=number)
    with pytest.raises(BoardError, match=f"no .* board is farther than {most} from this goal"):
        random_board(shape, goal, metric=metric, depth=number + 1)


def test_a_board_that_is_too_near_is_left_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a table, and from the goal itself: every step proves a larger distance."""
    goal = standard(Shape(3, 3))
    monkeypatch.setattr(random_boards, "table_unsupported_reason", lambda shape, metric: "tested without")
    monkeypatch.setattr(random_boards, "difficulty_unsupported_reason", lambda shape, metric: "")
    monkeypatch.setattr(random_boards, "random_board", lambda shape, goal, rng: goal)
    table = DistanceTable(goal, metric="slides")
    board = board_of_depth(goal, 12, metric=Metric.SLIDES, rng=Random(2))
    assert table.distance(board) == 12
    monkeypatch.setattr(random_boards, "_MOST_PROOFS", 5)
    with pytest.raises(BoardError, match="found no 3×3 board of 24 slides or more"):
        board_of_depth(goal, 24, metric=Metric.SLIDES, rng=Random(2))


def test_without_a_seed_boards_differ() -> None:
    assert random_board(Shape(8, 8)) != random_board(Shape(8, 8))


def test_boards_at_a_depth_need_a_small_shape() -> None:
    with pytest.raises(BoardError, match="cells"):
        board_of_depth(standard(Shape(5, 5)), 10, rng=Random(1))
