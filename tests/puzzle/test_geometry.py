"""Shapes, inversions, and the parity rule against exhaustive search."""

from __future__ import annotations

import itertools
import pickle
from collections import deque
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import each_case
from strategies import boards, shapes
from taquin.errors import BoardError
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import MAXIMUM_SIDE, Shape, count_inversions, is_connected, permutation_parity
from taquin.puzzle.goals import blank_first, snail, standard


def reachable(goal: Board) -> set[tuple[int, ...]]:
    """Every arrangement that slides lead to, by a search that uses only rows and columns."""
    rows, columns = goal.shape.rows, goal.shape.columns
    seen = {goal.cells}
    queue = deque(seen)
    while queue:
        cells = queue.popleft()
        row, column = divmod(cells.index(0), columns)
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if 0 <= row + down < rows and 0 <= column + right < columns:
                slid = list(cells)
                target = (row + down) * columns + column + right
                slid[row * columns + column], slid[target] = slid[target], 0
                if tuple(slid) not in seen:
                    seen.add(tuple(slid))
                    queue.append(tuple(slid))
    return seen


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(1, 4), Shape(4, 1), Shape(1, 2), Shape(3, 1)], ids=str)
def test_is_connected_agrees_with_search_for_every_pair(shape: Shape) -> None:
    for goal in itertools.permutations(range(shape.cells)):
        component = reachable(Board(goal, shape))
        for start in itertools.permutations(range(shape.cells)):
            assert is_connected(shape, start, goal) == (start in component)


@pytest.mark.parametrize("shape", [Shape(2, 3), Shape(3, 2)], ids=str)
@pytest.mark.parametrize(
    "make",
    [
        standard,
        blank_first,
        snail,
        lambda shape: standard(shape).swapped(1, 2),
        lambda shape: Board([3, 1, 5, 2, 0, 4], shape),
    ],
    ids=["standard", "blank-first", "snail", "swapped", "other"],
)
def test_is_connected_agrees_with_search_for_every_start(shape: Shape, make: object) -> None:
    assert callable(make)
    goal = make(shape)
    component = reachable(goal)
    assert len(component) == 360
    for start in itertools.permutations(range(shape.cells)):
        assert is_connected(shape, start, goal.cells) == (start in component)


@given(boards(shapes(lines=False)), st.data())
def test_swapping_two_tiles_changes_whether_a_goal_can_be_reached(board: Board, data: st.DataObject) -> None:
    one, other = data.draw(st.lists(st.integers(1, len(board) - 1), min_size=2, max_size=2, unique=True))
    goal = standard(board.shape)
    swapped = board.swapped(one, other)
    assert is_connected(board.shape, board.cells, goal.cells) != is_connected(board.shape, swapped.cells, goal.cells)


@given(st.permutations(range(9)))
def test_inversions_are_the_pairs_in_the_wrong_order(values: list[int]) -> None:
    assert count_inversions(values) == sum(one > other for one, other in itertools.combinations(values, 2))


def test_inversions_of_few_and_of_sparse_values() -> None:
    assert count_inversions([]) == 0
    assert count_inversions([7]) == 0
    assert count_inversions([900, 3, 40]) == 2
    assert count_inversions(list(range(2000, 0, -1))) == 2000 * 1999 // 2


@given(st.permutations(range(8)), st.permutations(range(8)))
def test_parity_is_that_of_the_inversions(start: list[int], goal: list[int]) -> None:
    assert permutation_parity(start, goal) == (count_inversions(start) + count_inversions(goal)) % 2


def test_invalid_shapes() -> None:
    for rows, columns in ((0, 3), (3, 0), (-1, 3), (MAXIMUM_SIDE + 1, 2), (2, MAXIMUM_SIDE + 1)):
        with pytest.raises(BoardError, match=r"1 to 256 (rows|columns), not"):
            Shape(rows, columns)
    with pytest.raises(BoardError, match="at least 2 cells"):
        Shape(1, 1)


def test_sizes_in_text() -> None:
    for text in ("3x4", " 3 X 4 ", "3×4", "3*4", "3, 4", "3 by 4"):
        assert Shape.parse(text) == Shape(3, 4)
    assert Shape.parse("5") == Shape.parse("24-puzzle") == Shape(5, 5)


@each_case(
    "text",
    ["", "x", "3x", "x4", "3x4x5", "three", "-3x4", "3.0", "0x4", "300x2", "1", "٣x4", "3x٤", "²", "9" * 5000, "3x4\0"],
)
def test_text_that_is_not_a_size(text: str) -> None:
    with pytest.raises(BoardError):
        Shape.parse(text)


@given(shapes())
def test_shape_is_a_value(shape: Shape) -> None:
    assert Shape.parse(str(shape)) == shape
    assert eval(repr(shape)) == shape
    assert pickle.loads(pickle.dumps(shape)) == shape
    assert hash(Shape(shape.rows, shape.columns)) == hash(shape)


@given(shapes(), st.data())
def test_neighbours_are_one_step_away_and_mutual(shape: Shape, data: st.DataObject) -> None:
    cell = data.draw(st.integers(0, shape.cells - 1))
    row, column = shape.position(cell)
    for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        target = shape.neighbour(cell, down, right)
        is_inside = 0 <= row + down < shape.rows and 0 <= column + right < shape.columns
        assert (target is not None) == is_inside
        if target is not None:
            assert shape.taxicab(cell, target) == 1
            assert shape.neighbour(target, -down, -right) == cell


@pytest.mark.parametrize(("shape", "size"), [(Shape(2, 2), 12), (Shape(1, 4), 4), (Shape(4, 1), 4)], ids=str)
def test_component_sizes(shape: Shape, size: int) -> None:
    goal = standard(shape)
    starts = itertools.permutations(range(shape.cells))
    assert sum(is_connected(shape, start, goal.cells) for start in starts) == size


@pytest.mark.parametrize(
    ("start", "is_solvable"),
    [
        ("1 2 3 4 0 5 6 7 8", True),
        ("0 3 1 4 2 5 7 8 6", False),
        ("2 0 1 5 4 6 7 8 3", False),
        ("1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0", False),  # the 14-15 puzzle of Sam Loyd
    ],
)
def test_known_boards(start: str, is_solvable: bool) -> None:
    board = Board(start)
    assert is_connected(board.shape, board.cells, standard(board.shape).cells) is is_solvable


def test_the_largest_shape() -> None:
    assert Shape(MAXIMUM_SIDE, MAXIMUM_SIDE).cells == 65536


def test_shape_is_frozen() -> None:
    shape = Shape(3, 3)
    with pytest.raises(FrozenInstanceError):
        shape.rows = 4  # type: ignore[misc]
    assert shape == Shape(3, 3)


@pytest.mark.parametrize(
    ("shape", "is_square", "is_line"),
    [(Shape(3, 3), True, False), (Shape(1, 4), False, True), (Shape(4, 1), False, True), (Shape(2, 3), False, False)],
    ids=str,
)
def test_square_and_line_shapes(shape: Shape, is_square: bool, is_line: bool) -> None:
    assert (shape.is_square, shape.is_line) == (is_square, is_line)


def test_taxicab() -> None:
    shape = Shape(3, 4)
    assert shape.taxicab(0, 11) == 5
    assert shape.taxicab(11, 0) == 5
    assert shape.taxicab(3, 4) == 4
    assert shape.taxicab(5, 5) == 0


@given(shapes(), st.data())
def test_cells_and_positions_are_inverse(shape: Shape, data: st.DataObject) -> None:
    cell = data.draw(st.integers(0, shape.cells - 1))
    row, column = shape.position(cell)
    assert 0 <= row < shape.rows
    assert 0 <= column < shape.columns
    assert shape.cell(row, column) == cell
