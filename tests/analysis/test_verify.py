"""Verification of given solutions, in every notation."""

from __future__ import annotations

import pytest
from hypothesis import given

from cases import each_case
from strategies import boards_with_walks
from taquin.analysis.verify import IllegalStep, verify
from taquin.errors import BoardError, FormatError, MoveError, SpecError, TaquinError
from taquin.puzzle.board import Board
from taquin.puzzle.moves import Move, Notation
from taquin.puzzle.problem import Problem
from taquin.puzzle.solution import Solution

START = Board("1 2 3 / 4 0 5 / 7 8 6")
PROBLEM = Problem(START)


@each_case(
    ("text", "notation"),
    [
        ("RD", Notation.BLANK),
        ("Right, down", Notation.BLANK),
        ("R -> D", Notation.BLANK),
        ("1. Right\n2. Down\n", Notation.BLANK),
        ("# my homework\nR\nD # done\n", Notation.BLANK),
        ("path_to_goal: ['Right', 'Down']\ncost_of_path: 2\nnodes_expanded: 3\n", Notation.BLANK),
        ('{\n  "length": 2,\n  "moves": "RD",\n  "status": "solved"\n}\n', Notation.BLANK),
        ("→↓", Notation.BLANK),
        ("➡\ufe0f ⬇\ufe0f # arrows as emoji", Notation.BLANK),
        ("5 6", Notation.NUMBERS),
        ("1 2 3\n4 5 0\n7 8 6\n↓\n1 2 3\n4 5 6\n7 8 0\n", Notation.BOARDS),
        ("[5, 6]", Notation.NUMBERS),
        ("1 2 3 / 4 0 5 / 7 8 6\n1 2 3 / 4 5 0 / 7 8 6\n1 2 3 / 4 5 6 / 7 8 0", Notation.BOARDS),
        ("step 1: Right\n1 2 3\n4 5 0\n7 8 6\nstep 2: Down\n1 2 3\n4 5 6\n7 8 0\n", Notation.BOARDS),
        ("123405786 -> 123450786 -> 123456780", Notation.BOARDS),
        ("1 1 2 3 4 5 0 7 8 6\n2 1 2 3 4 5 6 7 8 0\n", Notation.BOARDS),  # with an index
        ("| 1 | 2 | 3 |\n| 4 | 5 |   |\n| 7 | 8 | 6 |\n\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n| 7 | 8 |   |", Notation.BOARDS),
        ("r d", Notation.BLANK),
        ("['Right', 'Down']", Notation.BLANK),
        ("R→D", Notation.BLANK),
        ("R-D", Notation.BLANK),
        ("R/D", Notation.BLANK),
        ("step 1: right\nstep 2: down\n", Notation.BLANK),
        ("length     2\nmoves      RD\n", Notation.BLANK),
        ("5 → 6", Notation.NUMBERS),
        ("5-6", Notation.NUMBERS),
        ("1 2 3 / 4 5 0 / 7 8 6\n1 2 3 / 4 5 6 / 7 8 0", Notation.BOARDS),
        ("1 2 3 4 5 _ 7 8 6 1 2 3 4 5 6 7 8 _", Notation.BOARDS),
        ("1 2 3\n4 5 0\n7 8 6\n1 2 3\n4 5 6\n7 8 0\n", Notation.BOARDS),
        ("[[[1,2,3],[4,5,0],[7,8,6]],[[1,2,3],[4,5,6],[7,8,0]]]", Notation.BOARDS),
    ],
)
def test_the_same_solution_in_many_notations(text: str, notation: Notation) -> None:
    found = verify(PROBLEM, text)
    assert found.notation is notation
    assert found.is_correct
    assert found.moves == (Move.RIGHT, Move.DOWN)
    assert (found.given, found.end, found.goal_after, found.illegal_step) == (2, PROBLEM.goal, 2, None)


@each_case(
    ("text", "expected", "end"),
    [
        ("RRD", IllegalStep(2, "Right", "the blank is in the rightmost column"), "1 2 3 / 4 5 0 / 7 8 6"),
        ("5 7", IllegalStep(2, "tile 7", "tile 7 is not next to the blank"), "1 2 3 / 4 5 0 / 7 8 6"),
        ("9", IllegalStep(1, "tile 9", "a 3×3 board has no tile 9"), "1 2 3 / 4 0 5 / 7 8 6"),
        ("123405786 123456780", IllegalStep(1, "to board 2", "tiles 5 and 6 move at once"), "1 2 3 / 4 0 5 / 7 8 6"),
        ("123450786 123450786", IllegalStep(2, "to board 2", "the board does not change"), "1 2 3 / 4 5 0 / 7 8 6"),
        ("123475086", IllegalStep(1, "to board 1", "tile 7 is not next to the blank"), "1 2 3 / 4 0 5 / 7 8 6"),
        ("231405786", IllegalStep(1, "to board 1", "tiles 1, 2 and 3 move at once"), "1 2 3 / 4 0 5 / 7 8 6"),
        ("876543210", IllegalStep(1, "to board 1", "8 tiles move at once"), "1 2 3 / 4 0 5 / 7 8 6"),
        ("UU", IllegalStep(2, "Up", "the blank is in the top row"), "1 0 3 / 4 2 5 / 7 8 6"),
        ("DD", IllegalStep(2, "Down", "the blank is in the bottom row"), "1 2 3 / 4 8 5 / 7 0 6"),
        ("LL", IllegalStep(2, "Left", "the blank is in the leftmost column"), "1 2 3 / 0 4 5 / 7 8 6"),
        ("132405786", IllegalStep(1, "to board 1", "tiles 2 and 3 move at once"), "1 2 3 / 4 0 5 / 7 8 6"),
    ],
)
def test_the_first_illegal_step(text: str, expected: IllegalStep, end: str) -> None:
    found = verify(PROBLEM, text)
    assert found.illegal_step == expected
    assert found.end == Board(end)
    assert not found.is_legal
    assert not found.is_correct


def test_an_unknown_notation_and_large_tiles_with_zeros() -> None:
    with pytest.raises(SpecError, match=r"expected the notation blank, .* or boards, found 'nonsense'"):
        verify(PROBLEM, "RD", notation="nonsense")
    start = Board([*range(1, 110), 0], "10x11")
    start = start.play(Move.LEFT)
    assert verify(Problem(start), "109").is_correct
    start = Board([*range(1, 100), 0, *range(101, 110), 100], "10x11")
    assert verify(Problem(start), "100").illegal_step is not None


@given(boards_with_walks())
def test_all_notations_give_the_same_moves(board_and_walk: tuple[Board, tuple[Move, ...]]) -> None:
    start, walk = board_and_walk
    solution = Solution(start, walk)
    problem = Problem(start, solution.end)
    for notation in Notation:
        text = solution.text(notation)
        for chosen in (notation, *([None] if walk and notation is not Notation.TILES else [])):
            found = verify(problem, text, notation=chosen)
            assert found.notation is notation
            assert found.is_correct
            assert found.moves == walk


@pytest.mark.parametrize(
    "text",
    [
        "R,D,",  # as programs print lists
        "R, D;",
        "[R, D,]",
        "5, 6, ",
        "- Right\n- Down",
        "* R\n* D\n",
        "2: RD",
        "moves    2: RD\nread as  where the blank goes",  # as verify prints them
        "0: 1 2 3 4 0 5 7 8 6\n1: 1 2 3 4 5 0 7 8 6\n2: 1 2 3 4 5 6 7 8 0",
        "1 2 3\n4 5  \n7 8 6\n\n1 2 3\n4 5 6\n7 8  ",  # boards with empty cells, not tiles
    ],
)
def test_a_solution_is_read_as_people_write_it(text: str) -> None:
    assert verify(Problem("1 2 3 / 4 0 5 / 7 8 6"), text).is_correct


@each_case(
    ("text", "message"),
    [
        ("↑L↓→", "expected a step before and after every arrow"),
        ("R -> ", "expected a step before and after every arrow"),
        ("R, , D", "expected a step beside every ','"),
        ("['Right', 'D", "expected brackets and quotes in pairs, found ' alone"),
        ("['Right', '']", "expected a step beside every"),
        ("[5, 6", r"expected brackets and quotes in pairs, found \[ alone"),
        ("[5][6]", "expected one list of steps, found '\\['"),
        ("[5, 61 2]", "expected commas between all steps or between none"),
        ("U' R", "expected brackets and quotes in pairs, found ' alone"),
        ("R#D", "expected moves .*, found '#'"),
        ("1. Right\n3. Down", "expected step 2 on a line of its own, found '3. Down'"),
        ("1. Right\n2. ", "expected a move after every number, found '2. '"),
        ("2. Right\n3. Down", "expected step 1 on a line of its own"),
        ("2: R", "expected step 1 on a line of its own"),
        ("123450786 12", "expected boards of 9 cells, found '12' after board 1"),
        ('123450786\n"123456780', 'expected boards, found " alone'),
        ("1 2 3 / 4 5 0 / 7 8 6#1 2 3 / 4 5 6 / 7 8 0", "expected boards, found # alone"),
        ("R\n/\nD", "expected moves .*, found '/'"),
        ("R,D,,", "expected a step beside every ',', found none after 'D'"),
        ("- R\nD", "expected moves .*, found '-'"),
        ("moves: R\nmoves: D", "expected one solution, found 2"),
        ("1 2 3 4 5 0 q7 8 6\n1 2 3 4 5 6 7 8 0", "."),
        ("123450786 -> 123456780 ->", "expected a step before and after every arrow"),
        ("1 2 3\n4 5 0\n7 8 6\n1 2 3\n\n4 5 6\n7 8 0", "expected boards with rows of 3 cells"),
        ("123450786 123456780123456780", "."),
    ],
)
def test_a_damaged_solution_is_refused(text: str, message: str) -> None:
    with pytest.raises((MoveError, FormatError), match=message):
        verify(PROBLEM, text)


def test_a_comment_ends_with_its_line_in_every_system() -> None:
    assert verify(PROBLEM, "R # first\rD # second\r").is_correct


def test_arrows_behind_numbers_are_moves() -> None:
    assert verify(PROBLEM, "1. →\n2. ↓\n").is_correct


def test_no_moves_and_the_goal_on_the_way() -> None:
    assert verify(Problem(PROBLEM.goal), "").is_correct
    assert verify(Problem(PROBLEM.goal), "").goal_after == 0
    found = verify(PROBLEM, "  \n")
    assert (found.is_legal, found.reaches_goal, found.given) == (True, False, 0)
    found = verify(PROBLEM, "RDU")
    assert (found.is_legal, found.reaches_goal, found.goal_after) == (True, False, 2)
    found = verify(PROBLEM, "RDUD")
    assert (found.is_correct, found.goal_after) == (True, 2)


def test_directions_of_tiles_are_opposite() -> None:
    assert verify(PROBLEM, "LU", notation=Notation.TILES).is_correct
    assert verify(PROBLEM, "LL", notation=Notation.TILES).illegal_step == IllegalStep(
        2, "Left", "the blank is in the rightmost column"
    )


def test_the_other_notation_is_named_only_if_it_is_correct() -> None:
    for text, notation, other in (
        ("LU", None, Notation.TILES),
        ("LU", Notation.BLANK, Notation.TILES),
        ("RD", Notation.TILES, Notation.BLANK),
        ("RD", None, None),
        ("LL", None, None),
        ("4", None, None),
    ):
        assert verify(PROBLEM, text, notation=notation).other_notation is other
    start = Board("1 2 3 / 4 5 6 / 7 0 8")
    found = verify(Problem(start, "1 2 3 / 4 5 6 / 0 7 8"), "R")  # tile 7 slides right
    assert found.is_legal
    assert found.other_notation is Notation.TILES
    found = verify(Problem("0 1 / 2 3", "1 0 / 2 3"), "L")
    assert found.illegal_step is not None
    assert found.other_notation is Notation.TILES


@pytest.mark.parametrize(
    ("text", "notation", "error", "message"),
    [
        ("hello", None, MoveError, "expected moves .*, found 'h'"),
        ("R 5", None, MoveError, "found '5'"),
        ("R", Notation.NUMBERS, MoveError, "expected the number of a tile, found 'R'"),
        ("99999999999999999999", None, MoveError, "expected the number of a tile"),
        ("1 2 3 4 5 0 7 8 6 1 2 3 4 5 6 7 8 8", None, BoardError, "board 2: tile 8 appears twice"),
        ("1 2 3 / 4 0 5", None, BoardError, "expected a 3×3 board, found 2 rows of 3 cells"),
    ],
)
def test_text_that_is_not_a_solution(
    text: str, notation: Notation | None, error: type[TaquinError], message: str
) -> None:
    with pytest.raises(error, match=message):
        verify(PROBLEM, text, notation=notation)
