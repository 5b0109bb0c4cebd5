"""Exhaustive distance tables, checked against published counts and against their definition."""

from __future__ import annotations

import pytest

from taquin import _native
from taquin.errors import BackendError, BoardError, TableError
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import blank_first, snail, standard
from taquin.puzzle.moves import Move
from taquin.tables.distances import DistanceTable, ready_table

# fmt: off
CORNER_COUNTS = (
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110, 23952,
    20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
)
# fmt: on


@pytest.fixture(scope="module")
def corner() -> DistanceTable:
    return DistanceTable(standard(Shape(3, 3)))


def test_counts_of_the_8_puzzle_with_the_blank_in_a_corner(corner: DistanceTable) -> None:
    assert corner.counts == CORNER_COUNTS
    assert corner.radius == 31
    assert len(corner) == sum(corner.counts) == 181_440
    assert corner.mean == pytest.approx(21.9724, abs=1e-4)


def test_tables_with_the_blank_in_another_corner_in_the_centre_and_at_an_edge() -> None:
    assert DistanceTable(blank_first(Shape(3, 3))).counts == CORNER_COUNTS
    assert DistanceTable(snail(Shape(3, 3))).radius == 30
    assert DistanceTable(Board([1, 2, 3, 4, 5, 6, 7, 0, 8])).radius == 31


@pytest.mark.parametrize(
    ("size", "states", "radius"),
    # Radii: sequence A151944 of the OEIS.
    [
        ("2x2", 12, 6),
        ("2x3", 360, 21),
        ("3x2", 360, 21),
        ("2x4", 20_160, 36),
        ("1x5", 5, 4),
        ("9x1", 9, 8),
        ("1x2", 2, 1),
    ],
)
def test_sizes_of_other_spaces(size: str, states: int, radius: int) -> None:
    table = DistanceTable(standard(Shape.parse(size)))
    assert len(table) == states
    assert table.radius == radius


def test_every_distance_is_one_more_than_that_of_the_best_neighbour(corner: DistanceTable) -> None:
    table = DistanceTable(Board([4, 1, 0, 2, 5, 3], "2x3"))
    for depth in range(table.radius + 1):
        for state in table.states_at(depth):
            board = Board.from_state(state, table.goal.shape)
            after = {move: table.distance(board.play(move)) for move in board.moves()}
            assert table.distance(board) == table.distance(state) == table.get(board) == depth
            assert depth == (0 if board == table.goal else 1 + min(after.values()))
            best = tuple(move for move in board.moves() if after[move] == depth - 1)
            assert table.best_moves(board) == table.best_moves(state) == best
    assert corner.best_moves(corner.goal) == ()
    assert corner.best_moves(corner.goal.play("Up")) == (Move.DOWN,)


def test_states_at_a_depth_are_sorted_and_complete(corner: DistanceTable) -> None:
    assert corner.states_at(0) == (corner.goal.state,)
    assert corner.states_at(31) == (bytes([6, 4, 7, 8, 5, 0, 3, 2, 1]), bytes([8, 6, 7, 2, 5, 4, 3, 0, 1]))
    assert list(corner.states_at(20)) == sorted(set(corner.states_at(20)))
    for depth in (-1, 32):
        with pytest.raises(BoardError, match="expected 0 to 31"):
            corner.states_at(depth)


def test_boards_that_cannot_reach_the_goal(corner: DistanceTable) -> None:
    board = corner.goal.swapped(7, 8)
    assert corner.get(board) is None
    for wrong in (board, board.state):
        with pytest.raises(BoardError, match="cannot reach"):
            corner.distance(wrong)
        with pytest.raises(BoardError, match="cannot reach"):
            corner.best_moves(wrong)
    with pytest.raises(BoardError, match="expected the same shape"):
        corner.distance(standard(Shape(2, 3)))


def test_large_boards_are_refused() -> None:
    for shape in (Shape(1, 13), Shape(4, 4), Shape(256, 256)):
        with pytest.raises(BoardError, match="the limit is 12 cells"):
            DistanceTable(standard(shape))


def test_without_the_core_the_limit_is_9_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_native, "_probe", lambda: (None, "not built"))
    table = DistanceTable(standard(Shape(2, 3)))
    assert (table.backend, table.radius) == ("python", 21)
    for shape in (Shape(2, 5), Shape(3, 4)):
        with pytest.raises(
            BoardError, match=f"a distance table for {shape} needs the native core.* limit is 9 cells"
        ) as caught:
            DistanceTable(standard(shape))
        assert caught.value.hint.startswith("install taquin where there is a C++ compiler; this is pure Python")
        assert ready_table(standard(shape)) is None
    assert len(DistanceTable(standard(Shape(1, 12)))) == 12
    with pytest.raises(BackendError, match="builds no distance table for 2×3 boards: pure Python"):
        DistanceTable(standard(Shape(2, 3)), backend="native")


def test_a_best_path_is_a_shortest_solution(corner: DistanceTable) -> None:
    board = Board("8 6 7 / 2 5 4 / 3 0 1")
    path = corner.best_path(board)
    assert len(path) == 31
    assert path[0] == corner.best_moves(board)[0]
    for move in path:
        board = board.play(move)
    assert board == corner.goal
    assert corner.best_path(board) == ()


def test_wrong_distances_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """As of a forged file whose sample looks right."""
    table = DistanceTable(standard(Shape(2, 3)), backend="python")
    far = Board("1 2 0 / 4 5 3")
    assert len(table.best_path(far)) == 1
    right = table._distances.get
    monkeypatch.setattr(table._distances, "get", lambda state: right(state) and 3)
    with pytest.raises(TableError, match="the distance table of 2×3 has wrong entries"):
        table.best_path(far)
