"""Tables of all distances in slides, compared with a breadth-first search that is not Taquin's."""

from __future__ import annotations

from random import Random
from typing import Literal

import pytest

from exhaustive import distance, neighbours, slide_distances
from taquin import _native
from taquin.analysis.random_boards import scrambled_board
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import blank_first, make_goal, standard
from taquin.puzzle.slides import Metric
from taquin.puzzle.solution import Solution
from taquin.tables.distances import DistanceTable
from taquin.tables.inventory import stored_tables

needs_core = pytest.mark.skipif("slides" not in _native.capabilities(), reason=_native.describe())


@needs_core
@pytest.mark.parametrize("backend", [pytest.param("python", marks=pytest.mark.slow), "native"])
def test_every_board_of_3x3_has_the_distance_of_an_independent_search(backend: Literal["python", "native"]) -> None:
    expected = slide_distances(bytes([1, 2, 3, 4, 5, 6, 7, 8, 0]), 3, 3)
    table = DistanceTable(standard(Shape(3, 3)), backend=backend, metric="slides")
    assert len(table) == len(expected) == 181_440
    assert all(table.get(cells) == slides for cells, slides in expected.items())
    assert (table.radius, table.counts[-1], round(table.mean, 2)) == (24, 1, 16.55)


@pytest.mark.parametrize(
    "goal", [blank_first(Shape(2, 4)), standard(Shape(4, 2)), Board("1 2 / 0 3"), make_goal(None, "1x5")], ids=str
)
@pytest.mark.parametrize("backend", ["python", "auto"])
def test_other_shapes_and_goals(goal: Board, backend: Literal["python", "auto"]) -> None:
    table = DistanceTable(goal, backend=backend, metric="slides")
    expected = slide_distances(goal.state, goal.shape.rows, goal.shape.columns)
    assert len(table) == len(expected)
    assert all(table.get(cells) == slides for cells, slides in expected.items())


@needs_core
def test_samples_of_2x5() -> None:
    goal = standard(Shape(2, 5))
    table, rng = DistanceTable(goal, metric="slides"), Random(5)
    assert len(table) == 1_814_400
    for _ in range(8):
        board = scrambled_board(goal, rng.randrange(40), rng=rng)
        assert table.distance(board) == distance(board.state, goal.state, 2, 5, slides=True)


@needs_core
@pytest.mark.slow
def test_samples_of_3x4() -> None:
    goal = standard(Shape(3, 4))
    table, rng = DistanceTable(goal, metric="slides"), Random(5)
    assert (len(table), table.radius) == (239_500_800, 33)
    for _ in range(20):
        board = scrambled_board(goal, rng.randrange(24), rng=rng)
        assert table.distance(board) == distance(board.state, goal.state, 3, 4, slides=True)
    # Far boards: one neighbour is nearer, and none is nearer by more.
    for depth, index in [(depth, index) for depth in (31, 32, 33) for index in range(5)]:
        board = Board.from_state(table.state_at(depth, index), goal.shape)
        near = {table.distance(cells) for cells in neighbours(board.state, 3, 4, slides=True)}
        assert min(near) == depth - 1
        assert max(near) <= depth + 1
    assert any(each.serves.startswith("all distances in slides") for each in stored_tables())


def test_the_best_slides_lead_nearer_and_the_path_has_that_many() -> None:
    table, rng = DistanceTable(metric="slides"), Random(1)
    for _ in range(50):
        board = Board.from_state(table.state_at(20, rng.randrange(table.count_at(20))), table.goal.shape)
        slides = table.best_slides(board)
        assert slides
        for move, tiles in slides:
            after = Solution(board, [move] * tiles).end
            assert table.distance(after) == 19
        path = Solution(board, table.best_path(board))
        assert path.end == table.goal
        assert Metric.SLIDES.cost(path.moves) == 20
