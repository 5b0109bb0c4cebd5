"""Boards: construction, comparison, text, moves and symmetries."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import each_case
from strategies import boards, boards_with_walks, shapes
from taquin.errors import BoardError, FormatError, MoveError
from taquin.puzzle.board import Board, pack
from taquin.puzzle.conversion import check_permutation, square_shape
from taquin.puzzle.geometry import Shape, is_connected
from taquin.puzzle.goals import blank_first, snail, standard
from taquin.puzzle.moves import Move

EXAMPLE = Board("1 2 3 / 4 0 5 / 6 7 8")


# Construction


@each_case(
    ("cells", "message"),
    [
        ([1, 2, 3, 4, 5, 6, 7, 8, 8], "tile 8 appears twice, at row 3, column 2 and at row 3, column 3, and the blank"),
        (
            [1, 0, 0, 3],
            "the blank \\(0\\) appears twice, at row 1, column 2 and at row 2, column 1, and tile 2 is miss",
        ),
        ([1, 2, 3, 4, 5, 6, 7, 8, 9], "9 at row 3, column 3 is too large: a 3×3 board has the numbers 0 to 8"),
        ([1, 2, -3, 0], "-3 at row 2, column 1 is negative"),
        ([1, 2, 3, 4, 5, 6, 7, 8], "8 cells do not fill a square: expected 9 for 3×3"),
        ([], "0 cells do not fill a square"),
        ([1, 2.5, 3, 0], "whole number at row 1, column 2, found 2.5"),
        ([1, True, 3, 0], "whole number at row 1, column 2, found True"),
        ([[1, 2], [3]], "rows of different lengths: row 1 has 2 cells, row 2 has 1"),
        ([[1, 2], 3, 0], "not both"),
        ({3, 1, 2, 0}, "expected a board, found {0, 1, 2, 3}"),
        ([[]], "1 to 256 columns, not 0"),
        ([10**5000, 1, 2, 0], "a number of about 5,000 digits at row 1, column 1 is too large"),
        ([1, 2, 3, 4, 4, 5, 6, 7, 0], "tile 4 appears twice, at row 2, column 1 and at row 2, column 2, and tile 8 is"),
        ([0], "1 cells do not fill a square"),
        ([0, 1], "2 cells do not fill a square"),
        ({1: "a", 0: "b", 2: "c", 3: "d"}, "expected a board, found {"),
        ([-(10**5000), 1, 2, 0], "a number of about 5,000 digits at row 1, column 1 is negative"),
    ],
)
def test_cells_that_are_not_a_board(cells: list[int], message: str) -> None:
    with pytest.raises(BoardError, match=message) as caught:
        Board(cells)
    assert "\n" not in str(caught.value)


def test_cells_that_do_not_fit_the_shape() -> None:
    with pytest.raises(BoardError, match="expected 6 cells for a 2×3 board, found 4"):
        Board([0, 1, 2, 3], "2x3")
    with pytest.raises(BoardError, match="expected a 3×2 board, found 2 rows of 3 cells"):
        Board([[0, 1, 2], [3, 4, 5]], "3x2")
    with pytest.raises(BoardError, match="expected a size"):
        Board([0, 1, 2, 3], "square")
    with pytest.raises(FormatError):
        Board("no board")


@given(st.lists(st.integers(-2, 10), max_size=12))
def test_a_list_is_a_board_exactly_if_it_is_a_permutation_in_a_square(cells: list[int]) -> None:
    is_board = len(cells) in (4, 9) and sorted(cells) == list(range(len(cells)))
    try:
        Board(cells)
    except BoardError:
        assert not is_board
    else:
        assert is_board


# Properties


def test_what_is_not_on_the_board() -> None:
    for position in ((3, 0), (0, 3), (-1, 0), (0, -1)):
        with pytest.raises(IndexError, match="outside a 3×3 board"):
            EXAMPLE[position]
    for tile in (-1, 9):
        with pytest.raises(BoardError, match=f"0 to 8, not {tile}"):
            EXAMPLE.find(tile)
    with pytest.raises(TypeError, match=r"expected board\[row, column\], found board\[3\]"):
        EXAMPLE[3]  # type: ignore[index]
    with pytest.raises(MoveError, match=r"row 1, column 2 of a 2×2 board.*Down, Left"):
        Board("1 0 / 2 3").play("Up")
    with pytest.raises(MoveError, match="found 'North'"):
        EXAMPLE.play("North")


@given(boards())
def test_equal_boards_have_equal_hashes(board: Board) -> None:
    for other in (Board(board.cells, board.shape), Board(board.rows()), Board.from_state(board.state, board.shape)):
        assert other == board
        assert hash(other) == hash(board)
        assert len({other, board}) == 1


def test_boards_of_different_shapes_are_not_equal() -> None:
    one, other = Board([1, 2, 3, 0], "1x4"), Board([1, 2, 3, 0], "2x2")
    assert one != other
    assert len({one, other}) == 2
    assert one != (1, 2, 3, 0)
    assert one != one.state


@given(boards())
def test_repr_rebuilds_the_board(board: Board) -> None:
    assert eval(repr(board)) == board


def test_str_aligns_columns() -> None:
    assert str(Board("10 2 3 / 4 11 6 / 7 8 9 / 1 5 0")) == "10  2  3\n 4 11  6\n 7  8  9\n 1  5  0"


@given(boards())
def test_pickle_and_copies(board: Board) -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(board, protocol)) == board
    assert copy.copy(board) == board
    assert copy.deepcopy(board) == board


def test_a_board_is_frozen() -> None:
    board = Board("1 2 / 3 0")
    for name in ("shape", "state", "_state", "_shape", "colour"):
        with pytest.raises(AttributeError, match="frozen"):
            setattr(board, name, None)
    with pytest.raises(AttributeError, match="frozen"):
        del board._state
    with pytest.raises(TypeError):
        board[0, 0] = 5  # type: ignore[index]
    assert repr(board) == "Board('1 2 / 3 0')"


def test_states_are_bytes_up_to_256_cells() -> None:
    assert isinstance(standard(Shape(16, 16)).state, bytes)
    assert isinstance(standard(Shape(16, 17)).state, tuple)
    assert pack(iter([1, 0])) == b"\x01\x00"
    large = standard(Shape(256, 256))
    assert large.play("Up")[254, 255] == 0
    assert pickle.loads(pickle.dumps(large)) == large


# Moves


@given(boards_with_walks())
def test_opposite_moves_undo_a_walk(case: tuple[Board, tuple[Move, ...]]) -> None:
    board, moves = case
    here = board
    for move in moves:
        here = here.play(move)
    assert is_connected(board.shape, board.cells, here.cells)
    for move in reversed(moves):
        here = here.play(move.opposite)
    assert here == board


@given(boards(), st.sampled_from(Move))
def test_play_is_checked(board: Board, move: Move) -> None:
    row, column = board.shape.position(board.blank)
    row, column = row + move.offset[0], column + move.offset[1]
    is_legal = 0 <= row < board.shape.rows and 0 <= column < board.shape.columns
    assert (move in board.moves()) == is_legal
    if is_legal:
        after = board.play(move)
        assert after[row, column] == 0
        assert after.cells[board.blank] == board[row, column]
        assert sum(one != other for one, other in zip(board, after, strict=True)) == 2
        assert after == board.play_unchecked(move) == board.play(move.word) == board.play(move.letter)
    else:
        with pytest.raises(MoveError, match=f"cannot play {move.word}.*legal here"):
            board.play(move)


@given(boards(), st.data())
def test_swapped(board: Board, data: st.DataObject) -> None:
    tiles = st.integers(0, len(board) - 1)
    one, other = data.draw(tiles), data.draw(tiles)
    swapped = board.swapped(one, other)
    assert swapped.find(one) == board.find(other)
    assert swapped.find(other) == board.find(one)
    assert swapped.swapped(one, other) == board
    assert (swapped == board) == (one == other)


# Symmetries


SYMMETRIES: dict[str, tuple[Callable[[Board, Board | None], Board], str]] = {
    # the symmetry, and the images of Up, Down, Left, Right
    "none": (lambda board, goal: board.rotated(0, goal=goal), "UDLR"),
    "quarter": (lambda board, goal: board.rotated(1, goal=goal), "RLUD"),
    "half": (lambda board, goal: board.rotated(2, goal=goal), "DURL"),
    "three quarters": (lambda board, goal: board.rotated(3, goal=goal), "LRDU"),
    "reflected": (lambda board, goal: board.reflected(goal=goal), "UDRL"),
    "transposed": (lambda board, goal: board.transposed(goal=goal), "LRUD"),
}


@pytest.mark.parametrize("name", SYMMETRIES)
@given(case=boards_with_walks(shapes(maximum_cells=16)), data=st.data())
def test_symmetries_map_paths_to_paths(name: str, case: tuple[Board, tuple[Move, ...]], data: st.DataObject) -> None:
    start, moves = case
    goal = data.draw(st.sampled_from([standard, blank_first, snail]))(start.shape)
    turn, directions = SYMMETRIES[name]
    here, turned = start, turn(start, goal)
    for move in moves:
        here, turned = here.play(move), turned.play(directions[move])
        assert turned == turn(here, goal)
    tiles = [tile for tile in turn(goal, goal) if tile]
    assert tiles == list(range(1, len(start)))
    assert (turned == turn(goal, goal)) == (here == goal)


@pytest.mark.parametrize("name", SYMMETRIES)
def test_the_goal_must_have_the_same_shape(name: str) -> None:
    with pytest.raises(BoardError, match="the goal is 2×2, the board 3×3"):
        SYMMETRIES[name][0](EXAMPLE, Board("1 2 / 3 0"))


def test_the_ways_to_make_one_board() -> None:
    cells = [1, 2, 3, 4, 0, 5, 6, 7, 8]
    rows = [[1, 2, 3], [4, 0, 5], [6, 7, 8]]
    assert Board(cells) == EXAMPLE
    assert Board(iter(cells)) == EXAMPLE
    assert Board(rows) == EXAMPLE
    assert Board(tuple(map(tuple, rows))) == EXAMPLE
    assert Board(row for row in rows) == EXAMPLE
    assert Board(bytes(cells)) == EXAMPLE
    assert Board(EXAMPLE) == EXAMPLE


@pytest.mark.parametrize("shape", [Shape(2, 3), "2x3", (2, 3)])
def test_the_ways_to_give_a_shape(shape: Shape | str | tuple[int, int]) -> None:
    assert Board([5, 4, 3, 2, 1, 0], shape).shape == Shape(2, 3)
    assert Board("5 4 3 2 1 0", shape).shape == Shape(2, 3)
    assert Board([[5, 4, 3], [2, 1, 0]], shape).shape == Shape(2, 3)


def test_properties() -> None:
    assert EXAMPLE.shape == Shape(3, 3)
    assert EXAMPLE.cells == (1, 2, 3, 4, 0, 5, 6, 7, 8)
    assert EXAMPLE.blank == 4
    assert EXAMPLE.rows() == ((1, 2, 3), (4, 0, 5), (6, 7, 8))
    assert (EXAMPLE[0, 0], EXAMPLE[1, 1], EXAMPLE[2, 0]) == (1, 0, 6)
    assert len(EXAMPLE) == 9
    assert list(EXAMPLE) == [1, 2, 3, 4, 0, 5, 6, 7, 8]
    assert [EXAMPLE.find(tile) for tile in (0, 1, 8)] == [4, 0, 8]
    assert Board("1 0 2", "1x3").moves() == (Move.LEFT, Move.RIGHT)


@given(boards())
def test_str_can_be_parsed(board: Board) -> None:
    assert Board(str(board), board.shape) == board
    if board.shape.rows > 1:
        assert Board(str(board)) == board


def test_the_order_of_moves() -> None:
    assert EXAMPLE.moves() == (Move.UP, Move.DOWN, Move.LEFT, Move.RIGHT)
    assert Board("0 1 / 2 3").moves() == (Move.DOWN, Move.RIGHT)
    assert Board("1 0 2", "1x3").moves() == (Move.LEFT, Move.RIGHT)


def test_swapped_tiles_must_exist() -> None:
    with pytest.raises(BoardError, match="not 9"):
        EXAMPLE.swapped(1, 9)


@given(boards(), st.integers(-9, 9))
def test_symmetries_make_a_group(board: Board, turns: int) -> None:
    assert board.rotated(4) == board.rotated(0) == board
    assert board.rotated().rotated().rotated().rotated() == board
    assert board.rotated(turns).rotated(-turns) == board
    assert board.rotated(turns) == board.rotated(turns % 4)
    assert board.reflected().reflected() == board
    assert board.transposed().transposed() == board
    assert board.transposed().reflected() == board.rotated()
    assert board.reflected().transposed() == board.rotated(3)


def test_symmetries_of_one_example() -> None:
    board = Board("1 2 3 / 4 5 0")
    assert board.rotated() == Board("4 1 / 5 2 / 0 3")
    assert board.rotated(2) == Board("0 5 4 / 3 2 1")
    assert board.rotated(3) == Board("3 0 / 2 5 / 1 4")
    assert board.rotated(-1) == board.rotated(3)
    assert board.reflected() == Board("3 2 1 / 0 5 4")
    assert board.transposed() == Board("1 4 / 2 5 / 3 0")


KORF = {  # numbers 1 and 2 of Korf's 15-puzzles (Artificial Intelligence 27, 1985); the goal has the blank first
    1: "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3",
    2: "13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6",
}


@pytest.mark.parametrize("number", KORF)
def test_korf_boards_rotated_by_a_half_turn_have_the_standard_goal(number: int) -> None:
    start = Board(KORF[number])
    goal = blank_first(start.shape)
    cells = [16 - tile if tile else 0 for tile in reversed(start.cells)]
    assert start.rotated(2, goal=goal) == Board(cells)
    assert goal.rotated(2, goal=goal) == standard(start.shape)
    assert is_connected(start.shape, start.cells, goal.cells)


def test_check_permutation_and_square_shape() -> None:
    check_permutation([2, 0, 1], Shape(1, 3))
    assert square_shape(range(25)) == Shape(5, 5)
    with pytest.raises(BoardError, match="expected 16 for 4×4"):
        square_shape(range(15))
    with pytest.raises(BoardError, match="such as 3x4, or separate the rows: 0 1 2 3 / 4 5 6 7 / 8 9 10 11"):
        square_shape(range(12))
    for cells in (range(30), [10.5, *range(29)], [-(10**5000), *range(5)]):
        with pytest.raises(BoardError, match=r"give the size, such as \dx\d\)$"):
            square_shape(cells)
    with pytest.raises(BoardError, match="is too large: is a space missing"):
        square_shape([10**5000, *range(5)])
