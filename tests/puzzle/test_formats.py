"""Reading and writing every text form of a board: errors name the place, and no text causes another exception."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cases import each_case
from looping import for_each
from strategies import boards, shapes
from taquin.errors import BoardError, FormatError, TaquinError
from taquin.puzzle.board import Board
from taquin.puzzle.documents import Document, Entry, parse_board, read_boards, read_bytes, read_document, read_file
from taquin.puzzle.formats import MAXIMUM_BYTES, Format, format_board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard

EXAMPLE = Board("1 2 3 / 4 0 5 / 6 7 8")
HARD = Board("15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2")
SMALL = Board("1 2 / 3 0")
BLANKS = "0_-.xX*"
KORF = """\
# index, tiles, length
1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3 57
2 13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6 55
3 14 7 8 2 13 11 10 4 9 12 5 0 3 6 1 15 59
"""


def message(text: str, shape: Shape | None = None, *, one: bool = False) -> str:
    """The message of the error for this text: one line, of a ``FormatError`` or ``BoardError``."""
    with pytest.raises((FormatError, BoardError)) as caught:
        parse_board(text, shape) if one else read_document(text, shape)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# Writing and reading


@pytest.mark.parametrize("form", [Format.ROWS, Format.LIST])
def test_the_largest_board_can_be_read(form: Format) -> None:
    board = standard(Shape(256, 256))
    assert parse_board(format_board(board, form)) == board


def test_written_forms() -> None:
    board = Board("5 1 2 / 3 4 0")
    assert format_board(board) == "5 1 2 / 3 4 0"
    assert {form.value: format_board(board, form) for form in Format} == {
        "line": "5 1 2 3 4 0",
        "rows": "5 1 2\n3 4 0",
        "slash": "5 1 2 / 3 4 0",
        "commas": "5, 1, 2, 3, 4, 0",
        "list": "[[5, 1, 2], [3, 4, 0]]",
        "compact": "512340",
        "hex": "512340",
        "subject42": "# 2x3\n2 3\n5 1 2\n3 4 0",
        "algs4": "2 3\n5 1 2\n3 4 0",
        "placed": "2 3\n5 1 2\n3 4 0",
        "json": '{"start": "5 1 2 / 3 4 0"}',
        "instances": "5 1 2 3 4 0",
        "csv": "5,1,2,3,4,0",
    }
    assert format_board(SMALL, "algs4") == "2\n1 2\n3 0"
    assert format_board(SMALL, "placed") == "2 -1\n1 2\n3 0"
    assert format_board(HARD, "hex") == "fe169b4c0a73d852"
    assert format_board(Board("1 0 2", Shape(1, 3)), "json") == '{"start": "1 0 2", "rows": 1, "columns": 3}'


def test_forms_that_cannot_be_written() -> None:
    with pytest.raises(FormatError, match="up to 10 cells: a 4×4 board has 16"):
        format_board(standard(Shape(4, 4)), Format.COMPACT)
    with pytest.raises(FormatError, match="up to 16 cells: a 5×5 board has 25"):
        format_board(standard(Shape(5, 5)), Format.HEX)
    with pytest.raises(FormatError, match=r"expected a format .*slash.*found 'pdf'"):
        format_board(SMALL, "pdf")


# Reading one board


@each_case(
    "text",
    [
        "1 2 3 4 0 5 6 7 8",
        "\ufeff1 2 3 4 0 5 6 7 8",
        "01 02 03 04 00 05 06 07 08",
        "1,2,3,4,0,5,6,7,8",
        "1;2;3;4;0;5;6;7;8",
        "'1', '2', '3', '4', '0', '5', '6', '7', '8'",
        "1 2 3/4 0 5/6 7 8",
        "1 2 3 / 4 0 5 / 6 7 8 / / \n",
        "1,2,3;4,0,5;6,7,8",
        "1 2 3\n4 0 5\n6 7 8",
        "1 2 3\r4 0 5\r6 7 8\r",
        "1 2 3 /\n4 0 5 /\n6 7 8\n",
        "\n\n1 2 3\n\n4 0 5\n\n6 7 8\n\n\n",
        "[1, 2, 3, 4, 0, 5, 6, 7, 8]",
        "[[1, 2, 3], [4, 0, 5], [6, 7, 8]]",
        "((1, 2, 3), (4, 0, 5), (6, 7, 8))",
        "[1, 2, 3]\n[4, 0, 5]\n[6, 7, 8]",
        "[[1 2 3]\n [4 0 5]\n [6 7 8]]",
        "[[1, 2, 3], [4, 0, 5], [6, 7, 8],];",
        '[["1", "2", "3"], ["4", "x", "5"], ["6", "7", "8"]]',
        json.dumps(EXAMPLE.rows(), indent=4),
        "123405678",
        "123\n405\n678",
        "3\n1 2 3\n4 0 5\n6 7 8",
        "3\n 1  2  3 \n 4  0  5 \n 6  7  8 \n\n",
        "3 3\n1 2 3\n4 0 5\n6 7 8",
        "# This puzzle is solvable\n3\n1 2 3 # top\n4 0 5#middle\n# between\n6 7 8",
        "1 | 2 | 3\n--+---+--\n4 |   | 5\n--+---+--\n6 | 7 | 8",
        "+---+---+---+\n| 1 | 2 | 3 |\n+---+---+---+\n| 4 |   | 5 |\n+---+---+---+\n| 6 | 7 | 8 |\n+---+---+---+",
        "┌───┬───┬───┐\n│ 1 │ 2 │ 3 │\n├───┼───┼───┤\n│ 4 │   │ 5 │\n├───┼───┼───┤\n│ 6 │ 7 │ 8 │\n└───┴───┴───┘",
        "╔═══╦═══╦═══╗\n║ 1 ║ 2 ║ 3 ║\n║ 4 ║ _ ║ 5 ║\n║ 6 ║ 7 ║ 8 ║\n╚═══╩═══╩═══╝\n",
        "|1|2|3|\n|:-|:-:|-:|\n|4| |5|\n|6|7|8|",
        "\t1  2 3 4\t0 5 6 7 8  \r\n\r\n",
        "1\u00a02\u00a03 4 0 5 6 7 8",
        "1;2;3;4;0;5;6;7;8;",
        "1 2 3 / 4 0 5 / 6 7 8 /",
        "1 2 3; 4 0 5; 6 7 8;",
        "1 2 3\r\n4 0 5\r\n6 7 8\r\n",
        "1 2 3;\n4 0 5;\n6 7 8;\n",
        "[[[1, 2, 3], [4, 0, 5], [6, 7, 8]]]",
        "[1 2 3; 4 0 5; 6 7 8]",
        "3\n\n1 2 3\n4 0 5\n6 7 8",
        "3\n1 2 3 4 0 5 6 7 8",
        "1 2 3 # no size\n4 0 5\n6 7 8",
        "-------------\n| 1 | 2 | 3 |\n-------------\n| 4 | - | 5 |\n-------------\n| 6 | 7 | 8 |\n-------------",
    ],
)
def test_texts_of_one_board(text: str) -> None:
    assert parse_board(text) == EXAMPLE
    assert parse_board(text, Shape(3, 3)) == EXAMPLE
    assert Board(text) == EXAMPLE
    assert read_document(text).boards == (EXAMPLE,)


@pytest.mark.parametrize(
    ("text", "size", "board"),
    [
        ("1 2 3 4 5 0", "2x3", "1 2 3 / 4 5 0"),
        ("1 2 3 4 5 0", "3x2", "1 2 / 3 4 / 5 0"),
        ("[1, 2, 3, 4, 5, 0]", "2x3", "1 2 3 / 4 5 0"),
        ("10", "2x1", "1 / 0"),
        ("1;2;0", "3x1", "1 / 2 / 0"),
        ("3412059876", "2x5", "3 4 1 2 0 / 5 9 8 7 6"),
        ("0 1", "2x1", "0 / 1"),
    ],
)
def test_the_shape_is_used_if_the_text_has_none(text: str, size: str, board: str) -> None:
    assert parse_board(text, Shape.parse(size)) == Board(board)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_line_end_ends_a_row(end: str) -> None:
    assert parse_board(f"1 2 3{end}4 5 0{end}") == Board("1 2 3 / 4 5 0")
    assert "line 2: expected a number, found 'q'" in message(f"1 2{end}3 q")


def test_one_row_needs_its_shape_or_brackets() -> None:
    row = Board([1, 2, 3, 0], "1x4")
    assert parse_board("1 2 3 0", Shape(1, 4)) == row
    assert parse_board("[[1, 2, 3, 0]]") == row
    assert parse_board("1 4\n1 2 3 0") == row
    assert parse_board("1 2 3 0") == SMALL


def test_a_single_column() -> None:
    column = Board([2, 1, 0], "3x1")
    for text in ("2\n1\n0", "2 / 1 / 0", "[[2], [1], [0]]", "3 1\n2\n1\n0"):
        assert parse_board(text) == column


# Reading files of boards


def test_korf_style() -> None:
    document = read_document(KORF, source="korf.txt")
    assert document.format is Format.INSTANCES
    assert document.source == "korf.txt"
    assert [(entry.line, entry.label, entry.columns) for entry in document.entries] == [
        (2, "1", ("1", "57")),
        (3, "2", ("2", "55")),
        (4, "3", ("3", "59")),
    ]
    assert document.boards[0] == Board("14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3")
    assert read_document(KORF, Shape(4, 4)).entries == document.entries


@for_each("before", [0, 1])
@for_each("after", [0, 1, 2, 3])
@for_each("separator", [" ", ",", ", ", "\t", ";", " | "])
def test_columns_before_and_after_the_cells(before: int, after: int, separator: str) -> None:
    several = [EXAMPLE, standard(Shape(3, 3)), Board("8 7 6 / 5 4 3 / 2 1 0")]
    lines = [
        [f"p{number}"] * before + [*map(str, board)] + ["31", "1234567890123", "easy"][:after]
        for number, board in enumerate(several)
    ]
    document = read_document("\n".join(separator.join(line) for line in lines))
    assert document.boards == tuple(several)
    assert document.format is (Format.CSV if "," in separator or ";" in separator else Format.INSTANCES)
    for line, entry in zip(lines, document.entries, strict=True):
        assert entry.columns == (*line[:before], *line[before + 9 :])
        assert entry.label == (line[0] if before else "")


def test_an_index_that_could_be_a_tile_is_recognised_by_the_other_lines() -> None:
    document = read_document("3 0 1 2 3\n1 1 0 2 3\n2 2 1 3 0\n")
    assert [entry.columns for entry in document.entries] == [("3",), ("1",), ("2",)]
    document = read_document("3 0 1 2 3\n1 0 2 3 3\n2 3 1 0 0\n")
    assert [entry.columns for entry in document.entries] == [("3",), ("3",), ("0",)]
    assert [entry.label for entry in document.entries] == ["", "", ""]


def test_any_number_of_columns_where_the_shape_is_given() -> None:
    document = read_document("7 1 2 3 4 5 0 a b c d e\n8 1 2 3 4 0 5 a b c d f\n", Shape(2, 3))
    assert document.boards == (Board("1 2 3 / 4 5 0"), Board("1 2 3 / 4 0 5"))
    assert document.entries[1].columns == ("8", "a", "b", "c", "d", "f")


def test_compact_boards_with_columns() -> None:
    document = read_document("867254301 31\n647850321 31\n")
    assert document.boards == (Board("8 6 7 / 2 5 4 / 3 0 1"), Board("6 4 7 / 8 5 0 / 3 2 1"))
    assert [entry.columns for entry in document.entries] == [("31",), ("31",)]


def test_a_quoted_board_in_a_csv_file() -> None:
    document = read_document('name,board,length\nfirst,"1 2 3 0",0\nsecond,"1 2 0 3",1\n')
    assert [(entry.label, entry.columns) for entry in document.entries] == [
        ("first", ("first", "0")),
        ("second", ("second", "1")),
    ]


def test_three_lines_of_nine_are_three_boards() -> None:
    line = "1 2 3 4 0 5 6 7 8\n"
    assert read_document(line * 3).boards == (EXAMPLE,) * 3
    assert read_document("1 2 3\n4 0 5\n6 7 8\n").boards == (EXAMPLE,)
    assert read_document("1 2 3 0\n" * 4).boards == (SMALL,) * 4
    assert read_document(f"{line}{line}\n{line}").boards == (EXAMPLE,) * 3  # an empty line between groups
    for board in (standard(Shape(3, 9)), standard(Shape(4, 4))):
        assert read_document(format_board(board, Format.ROWS)).boards == (board,)


def test_boards_of_different_sizes() -> None:
    document = read_document("1 2 3 0\n1 2 3 4 0 5 6 7 8\n")
    assert document.boards == (SMALL, EXAMPLE)
    document = read_document("1 2\n3 0\n\n1 2 3\n4 0 5\n6 7 8\n\n2 1 0 3")
    assert document.boards == (SMALL, EXAMPLE, Board("2 1 / 0 3"))
    assert [entry.line for entry in document.entries] == [1, 4, 8]


def test_blocks_with_size_lines() -> None:
    document = read_document("2\n1 2\n3 0\n\n3\n1 2 3\n4 0 5\n6 7 8\n")
    assert document.format is Format.ALGS4
    assert document.boards == (SMALL, EXAMPLE)


def test_lists_of_boards() -> None:
    other = Board("0 1 / 2 3")
    for text in (
        "[[[1, 2], [3, 0]], [[0, 1], [2, 3]]]",
        "[[1, 2], [3, 0]]\n[[0, 1], [2, 3]]",
        "[[1, 2, 3, 0], [0, 1, 2, 3]]",
        "[1, 2, 3, 0]\n[0, 1, 2, 3]\n",
    ):
        document = read_document(text)
        assert document.format is Format.LIST
        assert document.boards == (SMALL, other)
    assert [entry.line for entry in document.entries] == [1, 2]
    document = read_document("[\n[\n\n1, 2, 3, 0], [0,\n1, 2, 3],\n[3, 2, 1, 0]]")
    assert [entry.line for entry in document.entries] == [4, 4, 6]


# Faults


@each_case(
    ("text", "expected"),
    [
        ("", "expected a board, found no numbers"),
        ("# nothing\n# here\n", "expected a board, found only comments"),
        ("5", "expected a board, found only '5'"),
        ("1 2 3 4 5 6 7 8", "8 cells do not fill a square: expected 9 for 3×3"),
        ("1 2 3 4 5 0", "expected 4 for 2×2 (give the size, such as 2x3, or separate the rows: 1 2 3 / 4 5 0)"),
        ("1 2 3 / 4 5 6 / 7 0", "row 3 has 2; 8 is missing"),
        ("1 2 3 / 4 5 6 / 7 9 0", "a 3×3 board has the numbers 0 to 8 (8 is missing)"),
        ("5 1 3 4 210 6 8 7 9 0 11 12 13 14 15", "expected 16 for 4×4 (210 is too large: is a space missing?)"),
        ("5 1 0 2 3 5 6 7 8", "tile 5 appears twice, at row 1, column 1 and at row 2, column 3, and tile 4 is missing"),
        ("1 2 3\n4 0 q\n6 7 8", "line 2: expected a number, found 'q'"),
        ("1 2 3 /4 0 5/ 6 sieben 8", "row 3: expected a number, found 'sieben'"),
        ("[[1, 2],\n [q, 0]]", "line 2: expected a number, found 'q'"),
        ("# a comment\n2\n1 2\n3 ?", "line 4: expected a number, found '?'"),
        ("1 2 3.5 0", "line 1: expected a number, found '3.5'"),
        ("1 2 -3 0", "line 1: expected a number from 0, found '-3'"),
        ("1 2 ٣ 0", "line 1: expected a number, found '٣'"),
        ("1 2 3 " + "9" * 5001, "line 1: a number of 5001 digits is too large"),
        ("1 2 \ud800 0", r"found '\ud800'"),
        ("1 2 3\n4 5\n6 7 0", "rows of different lengths: row 1 (line 1) has 3 cells, row 2 (line 2) has 2"),
        ("1 2 / 3", "rows of different lengths: row 1 has 2 cells, row 2 has 1"),
        (
            "4\n1 2 3\n4 0 5\n6 7 8",
            "the size line (line 1) says 4, so 4 rows of 4 cells were expected: row 1 (line 2) has 3",
        ),
        ("# x\n3\n1 2 3\n4 0 5\n", "the size line (line 2) says 3, so 3 rows of 3 cells were expected, found 2 rows"),
        ("999\n1 2\n3 0", "line 1: expected a size from 2 to 256, found 999"),
        ("[1, 2, 3", "line 1: '[' is never closed"),
        ("[1, 2, 3, 0)", "line 1: ')' closes no list"),
        ("[[1, 2], []]", "line 1: an empty list"),
        ("[[[[1, 2]]]]", "line 1: expected a list of boards at most"),
        ("[1, [2, 3]]", "line 1: expected only numbers among numbers, found a list"),
        ("[1, 2, 3, 0] 5", "line 1: expected only lists among lists, found '5'"),
        ("[[1, 2], [[3, 0]]]", "expected lists of equal depth"),
        ("\n".join(map(str, range(300))), "a board has 1 to 256 rows, not 300"),
        (" \r\n\t\n", "expected a board, found no numbers"),
        ("12345678", "8 cells do not fill a square"),
        ("123405677", "tile 7 appears twice"),
        ("1 2 +3 0", "found '+3'"),
        ("1 2 1_0 0", "found '1_0'"),
        ("1 2 ² 0", "line 1: expected a number, found '²'"),
        ("1 2 3 -" + "9" * 5001, "line 1: expected a number from 0, found '-99999999999999999999"),
        ("1 2 " + "q" * 5000 + " 0", "found 'qqqqqqqqqqqqqqqqqqqq"),
        ("1 2 \x00 0", r"found '\x00'"),
        ("1 2 // 3 0", "row 2 has 0"),
        ("[[1, 2], [3]]", "rows of different lengths"),
        ("3\n1 2 3\n4 0\n5 6 7", "says 3, so 3 rows of 3 cells were expected: row 2 (line 3) has 2"),
        ("1\n1 2\n3 0", "line 1: expected a size from 2 to 256, found 1"),
        ("3\n1 2 3\n4 0 5\n6 7 7", "tile 7 appears twice"),
        ("[1, 2, 3, 0]]", "line 1: ']' closes no list"),
        ("[]", "line 1: an empty list"),
        ("[[2, 3], 1]", "line 1: expected only lists among lists, found '1'"),
        ("\n".join("1" for _ in range(300)), "line 1: expected a board, found only '1'"),
        ("---", "expected a board, found no numbers"),
        ("1 2 3 4 5 6 7 8 8", "tile 8 appears twice, at row 3, column 2 and at row 3, column 3, and the blank (0) is"),
        ("1 2 3\n4 5 6\n7 8 8", "tile 8 appears twice, at row 3, column 2 and at row 3, column 3"),
        ("1 2 3 4 9 6 7 8 0", "9 at row 2, column 2 is too large: a 3×3 board has the numbers 0 to 8"),
    ],
)
def test_faults_are_named_with_their_place(text: str, expected: str) -> None:
    assert expected in message(text)
    assert expected in message(text, one=True)


@pytest.mark.parametrize(
    ("text", "size", "expected"),
    [
        ("1 2 3 4 5 6 7 8", "3x3", "expected 9 cells for a 3×3 board, found 8"),
        ("1 2 3 / 4 5 0", "3x2", "expected a 3×2 board, found 2 rows of 3 cells"),
        ("2\n1 2\n3 0", "3x3", "the size line (line 1) says 2, but a 3×3 board was expected"),
        ("1 2 3\n4 5 0", "3x2", "expected a 3×2 board, found 2 rows of 3 cells"),
        ("123405678", "2x5", "expected 10 cells for a 2×5 board, found 9"),
    ],
)
def test_faults_against_the_shape(text: str, size: str, expected: str) -> None:
    assert expected in message(text, Shape.parse(size))
    assert expected in message(text, Shape.parse(size), one=True)


@each_case(
    ("text", "expected"),
    [
        ("1 2 3 0\n1 2 3 3\n0 1 2 3\n", "line 2: tile 3 appears twice"),
        ("1 2 3 0\n1 2 3\n0 1 2 3\n", "line 2: 3 cells do not fill a square"),
        (
            "1 2\n3 0\n\n1 2\n3 3\n\n0 1\n2 3\n",
            "line 4: tile 3 appears twice, at row 2, column 1 and at row 2, column 2",
        ),
        ("[[1,2],[3,0]]\n[[1,2],[3,3]]", "line 2: tile 3 appears twice"),
        (KORF.replace("13 5 4", "13 5 5"), "line 3: tile 5 appears twice, at row 1, column 2 and at row 1, column 3"),
        (KORF.replace("57\n", "57 extra\n"), "line 2: 17 cells do not fill a square: expected 16 for 4×4"),
        ("1,2,3,0\n1,2,3,0\nhello,1,2,3\n", "line 3: expected a number, found 'hello'"),
        ("1 2 3 3\n1 2 3 0\n0 1 2 3\n", "line 1: tile 3 appears twice"),
        ("1 2 3 0\n1 2 q 3\n0 1 2 3\n", "line 2: expected a number, found 'q'"),
        ("1 2 / 3 0\n1 2 / 3 3\n", "line 2: tile 3 appears twice"),
        (KORF.replace("13 5 4", "13 5"), "line 3: 15 cells do not fill a square: expected 16 for 4×4"),
        ("123405678 20\n123405677 20\n123456780 0", "line 2: tile 7 appears twice"),
    ],
)
def test_in_a_file_of_boards_the_line_is_named(text: str, expected: str) -> None:
    assert message(text).startswith(expected)


def test_parse_board_refuses_several_boards_and_other_columns() -> None:
    assert "expected one board, found 3: the second is on line 2" in message("1 2 3 0\n" * 3, one=True)
    assert "10 cells do not fill a square" in message("1 2 3 4 5 6 7 8 0 20", one=True)
    assert "expected 9 cells for a 3×3 board, found 10" in message("1 2 3 4 5 6 7 8 0 20", Shape(3, 3), one=True)
    assert read_document("1 2 3 4 5 6 7 8 0 20").entries[0].columns == ("20",)


def test_cells_that_are_no_square_are_not_read_as_columns() -> None:
    assert "6 cells do not fill a square" in message("0 1 2 3 5 4")
    assert "8 cells do not fill a square" in message("0 1 2 3 5 6 7 8")
    assert "10 cells do not fill a square" in message("1 2 3 4 5 6 7 8 0 9")


def test_the_source_is_named() -> None:
    with pytest.raises(FormatError, match=r"^boards\.txt: line 1: expected a number"):
        read_document("1 q 2 3", source="boards.txt")
    with pytest.raises(BoardError, match=r"^boards\.txt: 5 cells do not fill a square"):
        read_document("1 2 3 4 0", source="boards.txt")


# Files


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "korf.txt"
    path.write_bytes(b"\xef\xbb\xbf" + KORF.replace("\n", "\r\n").encode())
    document = read_file(path)
    assert document.source == str(path)
    assert document.entries == read_document(KORF).entries
    assert read_file(str(path), Shape(4, 4)).entries == document.entries


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "expected a board, found an empty file"),
        (b"\n \r\n", "expected a board, found an empty file"),
        (b"\xef\xbb\xbf", "expected a board, found no numbers"),
        (b"1 2 3 0\x00", "expected text in UTF-8, found byte 0x00 at position 8"),
        (b"\x89PNG\r\n\x1a\n1 2 3", "expected text in UTF-8, found byte 0x89 at position 1"),
        (b"1 2 3 \xe9", "expected text in UTF-8, found byte 0xe9 at position 7"),
        ("1 2 3 0".encode("utf-16"), "expected text in UTF-8, found byte 0xff at position 1"),
    ],
    ids=["empty", "blank", "mark", "zero", "png", "latin1", "utf16"],
)
def test_files_that_are_not_text(data: bytes, expected: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_bytes(data, source="puzzle.bin")
    assert str(caught.value).startswith(f"puzzle.bin: {expected}")


def test_a_file_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAXIMUM_BYTES == 64 * 2**20
    monkeypatch.setattr("taquin.puzzle.formats.files.MAXIMUM_BYTES", 2**20)
    path = tmp_path / "large.txt"
    path.write_bytes(b"1 2 3 0\n".ljust(2**20))
    assert read_file(path).boards == (SMALL,)
    path.write_bytes(b"1 2 3 0\n".ljust(2**20 + 1))
    with pytest.raises(FormatError, match=r"large\.txt: expected at most 1 MiB, found more"):
        read_file(path)


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"no such file: '.*missing\.txt'"):
        read_file(tmp_path / "missing.txt")
    with pytest.raises(FormatError, match="expected a file, found a directory"):
        read_file(tmp_path)
    with pytest.raises(FormatError, match="cannot read"):
        read_file("null\0byte")
    with pytest.raises(FormatError, match=r"cannot read.*too long"):
        read_file("x" * 5000)
    with pytest.raises(FormatError, match=r"cannot read.*not a directory"):
        read_file(Path(__file__) / "inside.txt")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "secret.txt"
    path.write_text("1 2 3 0")
    path.chmod(0)
    with pytest.raises(FormatError, match=r"cannot read.*permission denied"):
        read_file(path)


# Arbitrary text


BOARD_CHARACTERS = st.text(alphabet="0123456789 _-.xX*,;/|[](){}#'\"\n\t\r+=:q²│─┌\ufeff", max_size=60)
TOKENS = st.lists(
    st.sampled_from(
        [*map(str, range(10)), *"_-.xX*,;/|[](){}#'", "\n", "\n\n", "│", "--", "+", "1203", "q", "9" * 5000]
    ),
    max_size=30,
).map(" ".join)
ANY_SHAPE = st.none() | shapes()


@given(st.text() | BOARD_CHARACTERS | TOKENS, ANY_SHAPE)
@example("\u2028\x1c\x85 1", None)
@example("[" * 100_000, None)
@example("#" * 1000 + "\r", Shape(1, 2))
def test_text_is_read_or_refused(text: str, shape: Shape | None) -> None:
    try:
        document = read_document(text, shape)
    except (FormatError, BoardError):
        assert len(message(text, shape)) < 400
        return
    assert document.entries
    for board in document.boards:
        assert sorted(board) == list(range(len(board)))
        assert shape in (None, board.shape)
    with suppress(FormatError, BoardError):
        assert document.boards == (parse_board(text, shape),)


@given(boards(shapes(maximum_cells=16)), st.data())
def test_a_changed_tile_is_never_read_as_another_board(board: Board, data: st.DataObject) -> None:
    """With one wrong tile the cells are no permutation, so every form must be refused."""
    cells = list(board.cells)
    place = data.draw(st.integers(0, len(cells) - 1))
    cells[place] = data.draw(st.integers(0, 20).filter(lambda tile: tile != board.cells[place]))
    wrong = Board.from_state(bytes(cells), board.shape)
    form = data.draw(
        st.sampled_from([Format.LINE, Format.ROWS, Format.SLASH, Format.COMMAS, Format.LIST, Format.ALGS4])
    )
    with pytest.raises(TaquinError):
        parse_board(format_board(wrong, form), board.shape)


# Speed


def test_read_boards_from_a_path_or_an_open_file(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("1 2 3 4 0 5 6 7 8\n8 1 3 4 0 2 7 6 5\n", encoding="utf-8")
    boards = [Board("1 2 3 / 4 0 5 / 6 7 8"), Board("8 1 3 / 4 0 2 / 7 6 5")]
    assert read_boards(path) == read_boards(str(path)) == boards
    with path.open("rb") as binary, path.open(encoding="utf-8") as text:
        assert read_boards(binary) == read_boards(text) == boards
    path.write_text("1 2 3 4 5 0\n", encoding="utf-8")
    assert read_boards(path, "2x3") == [Board("1 2 3 / 4 5 0")]
    with pytest.raises(FormatError, match=r"no such file.*Board\(text\) reads a board from text"):
        read_boards("8 1 3 / 4 0 2 / 7 6 5")


def test_a_size_line_before_narrow_rows() -> None:
    assert parse_board("3 2\n1 0\n5 4\n2 3") == Board("1 0 / 5 4 / 2 3")
    assert parse_board("3 2\n1 0\n5 4\n7 6") == Board("3 2 / 1 0 / 5 4 / 7 6")


@given(st.lists(boards(), min_size=1, max_size=4))
def test_lists_include_the_shape_of_every_board(several: list[Board]) -> None:
    rows = [board.rows() for board in several]
    assert read_document(json.dumps(rows)).boards == tuple(several)
    assert read_document("\n".join(map(json.dumps, rows))).boards == tuple(several)


def test_a_header_is_ignored() -> None:
    document = read_document("index,a,b,c,d,optimal length\n1,1,2,3,0,0\n2,1,2,0,3,1\n")
    assert document.format is Format.CSV
    assert [(entry.line, entry.board) for entry in document.entries] == [(2, SMALL), (3, Board("1 2 / 0 3"))]


@pytest.mark.parametrize("form", [form for form in Format if form not in (Format.INSTANCES, Format.CSV, Format.HEX)])
@given(board=boards(st.sampled_from([Shape(2, 2), Shape(3, 3)])))
def test_the_written_form_is_detected(form: Format, board: Board) -> None:
    document = read_document(format_board(board, form))
    assert (document.format, document.boards) == (form, (board,))


def test_entries_and_documents_are_values() -> None:
    entry = Entry(SMALL, 3)
    assert entry == Entry(SMALL, 3, (), "")
    assert Document(Format.LINE, (entry,), "text").boards == (SMALL,)
    with pytest.raises(AttributeError):
        entry.line = 4  # type: ignore[misc]


def test_the_line_that_is_too_short_is_named_and_not_the_others() -> None:
    text = KORF.replace("14 13 15", "14 13")
    assert message(text, Shape(4, 4)).startswith("line 2: expected 16 cells for a 4×4 board, found 15")
