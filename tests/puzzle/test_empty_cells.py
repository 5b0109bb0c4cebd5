"""Forms of boards as users have them: an empty cell is the blank, code and LaTeX are read, and files and text cells."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import boards, shapes
from taquin.errors import BoardError, FormatError
from taquin.puzzle.board import Board
from taquin.puzzle.conversion import BLANKS
from taquin.puzzle.documents import parse_board, read_document
from taquin.puzzle.formats import Format, format_board
from taquin.puzzle.formats.empty_cells import with_blanks
from taquin.puzzle.formats.text import Text

EXAMPLE = Board("1 2 3 / 4 0 5 / 6 7 8")


@pytest.mark.parametrize(
    "text",
    [
        "1,2,3\n4,,5\n6,7,8",
        "1,2,3,4,,5,6,7,8",
        "1;2;3\n4;;5\n6;7;8",
        "1\t2\t3\n4\t\t5\n6\t7\t8",
        '"1","2","3"\n"4","","5"\n"6","7","8"',
        "1 2 3\n4   5\n6 7 8",
        "1 2 3 / 4   5 / 6 7 8",
        "|1|2|3|\n|4||5|\n|6|7|8|",
        "[[1, 2, 3], [4, ' ', 5], [6, 7, 8]]",
        "[[1, 2, 3], [4, , 5], [6, 7, 8]]",
        '[1, 2, 3, 4, "", 5, 6, 7, 8]',
        "[[1, 2, 3], [4, None, 5], [6, 7, 8]]",
        "np.array([[1, 2, 3],\n          [4, 0, 5],\n          [6, 7, 8]])",
        "array([[1, 2, 3], [4, 0, 5], [6, 7, 8]], dtype=int8)",
        "start = [[1, 2, 3], [4, 0, 5], [6, 7, 8]]",
        "int board[3][3] = {{1, 2, 3}, {4, 0, 5}, {6, 7, 8}};",
        "Board('1 2 3 / 4 0 5 / 6 7 8')",
        "1 2 3\\n4 0 5\\n6 7 8",
        r"\begin{bmatrix} 1 & 2 & 3 \\ 4 & 0 & 5 \\ 6 & 7 & 8 \end{bmatrix}",
        "\\begin{bmatrix}\n1 & 2 & 3 \\\\\n4 &   & 5 \\\\\n6 & 7 & 8\n\\end{bmatrix}",
        r"\begin{tabular}{|c|c|c|}\hline 1&2&3\\\hline 4&&5\\\hline 6&7&8\\\hline\end{tabular}",
        r"$\left[\begin{array}{ccc}1&2&3\\4&\square&5\\6&7&8\end{array}\right]$",
        r"\begin{pmatrix} 1 & 2 & 3 \ 4 & 0 & 5 \ 6 & 7 & 8 \end{pmatrix}",  # as a shell leaves it
        *[f"1 2 3 / 4 {mark} 5 / 6 7 8" for mark in sorted(BLANKS)],
        *[f"1234{mark}5678" for mark in sorted(BLANKS) if len(mark) == 1],
        "123 405 678",
    ],
)
def test_texts_of_one_board(text: str) -> None:
    assert parse_board(text) == EXAMPLE
    assert read_document(text).boards == (EXAMPLE,)


@pytest.mark.parametrize(
    "board",
    [
        [["1", "2", "3"], ["4", "0", "5"], ["6", "7", "8"]],
        [["1", "2", "3"], ["4", "", "5"], ["6", "7", "8"]],
        [[1, 2, 3], [4, None, 5], [6, 7, 8]],
        [[1, 2, 3], [4, " ", 5], [6, 7, 8]],
        [[1.0, 2.0, 3.0], [4.0, float("nan"), 5.0], [6.0, 7.0, 8.0]],
        [1, 2, 3, 4, None, 5, 6, 7, 8],
        list("123405678"),
        ["1 2 3", "4 0 5", "6 7 8"],
        ("123", "405", "678"),
        csv.reader(["1,2,3", "4,,5", "6,7,8"]),
        StringIO("1,2,3\n4,,5\n6,7,8\n"),
        BytesIO(b"1 2 3\n4 0 5\n6 7 8\n"),
    ],
    ids=lambda board: type(board).__name__,
)
def test_values_of_one_board(board: object) -> None:
    assert Board(board) == EXAMPLE  # type: ignore[arg-type]


def test_files_of_one_board(tmp_path: Path) -> None:
    path = tmp_path / "board.csv"
    path.write_text("1,2,3\n4,,5\n6,7,8\n")
    assert Board(path) == EXAMPLE
    with path.open() as file:
        assert Board(file) == EXAMPLE
    path.write_text("123405678\n123456780\n")
    with pytest.raises(FormatError, match=r"expected one board, found 2 .*read_boards"):
        Board(path)


def written(board: Board, separator: str, width: int) -> str:
    return "\n".join(separator.join(f"{tile or '':>{width}}" for tile in row) for row in board.rows())


@given(boards(shapes(maximum_cells=20).filter(lambda shape: min(shape.rows, shape.columns) > 1)), st.data())
def test_an_empty_cell_is_the_blank_in_any_place(board: Board, data: st.DataObject) -> None:
    separator = data.draw(st.sampled_from([",", ", ", ";", "\t", " ", "  "]))
    width = 2 if not separator.strip(" ") else data.draw(st.integers(0, 3))
    assert parse_board(written(board, separator, width), board.shape) == board
    rows = [[tile or "" for tile in row] for row in board.rows()]
    assert Board(rows) == board
    assert parse_board(str(rows)) == board


@given(boards(shapes(maximum_cells=20)), st.sampled_from(Format))
def test_no_form_is_read_with_marks_where_it_is_a_board_without(board: Board, form: Format) -> None:
    if form in (Format.COMPACT, Format.HEX) and len(board) > 10:
        return
    text = Text.from_raw(format_board(board, form))
    assert form is Format.JSON or with_blanks(text).body.split() == text.body.split()


@given(boards(shapes(maximum_cells=20).filter(lambda shape: min(shape.rows, shape.columns) > 1)), st.data())
def test_an_empty_cell_is_no_tile(board: Board, data: st.DataObject) -> None:
    tile = data.draw(st.integers(1, len(board) - 1))
    rows = [["" if each == tile else each for each in row] for row in board.rows()]
    with pytest.raises((BoardError, FormatError)):
        Board(rows)
    with pytest.raises((BoardError, FormatError)):
        parse_board("\n".join(",".join(map(str, row)) for row in rows), board.shape)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 2 3\n4 5\n6 7 8", r"row 2 \(line 2\) has 2; 0 \(the blank\) is missing"),  # no column shows where
        ("1 2 3 / 4 5 / 6 7 8", r"row 2 has 2; 0 \(the blank\) is missing"),
        ("1 2 3 / 4 9 5 / 6 7 8", r"is 9 the blank\? Then write 0 for it"),
        ("123495678", r"is 9 the blank"),
        ("board.csv", r"Board\(open\(path\)\) reads a file"),
        ("1 2 9 / 4 9 5 / 6 7 8", r"0 is the blank"),
        ("np.array([[1, 2, 3], [4, 0, 5], [6, 7, 7]])", "tile 7 appears twice"),
        (r"\begin{bmatrix} 1 & 2 \\ 2 & 0 \end{bmatrix}", "tile 2 appears twice"),
        ("[[1, 2, 3], [4, foo, 5], [6, 7, 8]]", "row 2: expected a number, found 'foo'"),
        ("1,2,3\n,,5\n6,7,8", "rows of different lengths"),
    ],
)
def test_what_is_refused(text: str, words: str) -> None:
    with pytest.raises((BoardError, FormatError), match=words):
        parse_board(text)


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3 4 / 5 6 7 8 / 9 10 11",  # the last row does not line up with the others
        "1 2 3 / 4 5 6 / 7 8 9 / 10 11",
        "3 1 2 / 4 5 6 / 7 8 9 / 11 10",
        "1 2 3 4\n5 6 7 8\n9 10 11",
        "1 2 3\n4  5\n6 7 8",
        "1 2 3\n4 5 \n6 7 8",
        "1|3\n2|.|1",
        "1 3 / 2 0 1",
        "[[1, 3], [2, 0, 1]]",
        "1,3\n2,0,1",
    ],
)
def test_rows_of_different_lengths_are_refused_with_a_hint(text: str) -> None:
    with pytest.raises(FormatError, match=r"^rows of different lengths: .* \(write 0 or _ for the blank\)$"):
        parse_board(text)
    with pytest.raises(FormatError, match=r"^rows of different lengths"):
        read_document(text)


@pytest.mark.parametrize(
    ("text", "board"),
    [
        (" 1  2  3\n11     5\n 6  7  8\n 9 10  4", "1 2 3 / 11 0 5 / 6 7 8 / 9 10 4"),  # right edges
        ("1  2  3\n11    5\n6  7  8\n9  10 4", "1 2 3 / 11 0 5 / 6 7 8 / 9 10 4"),  # left edges
        ("1 2 3\n4 5  \n6 7 8", "1 2 3 / 4 5 0 / 6 7 8"),
        ("1 2 3\n  4 5\n6 7 8", "1 2 3 / 0 4 5 / 6 7 8"),
    ],
)
def test_a_free_column_is_the_blank_where_all_rows_line_up(text: str, board: str) -> None:
    assert parse_board(text) == Board(board)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 2 3 4 5 6 7 8, 9 10 11 12 13 14 15 0", "expected the same separator between all numbers"),
        ("1,2,3,4,5,6,7,8 9,10,11,12,13,14,15,0", "expected the same separator between all numbers"),
        ("1 2 3 4 5 6 7 8 | 9 10 11 12 13 14 15 0", "found spaces and bars"),
        ('["1 2 3 4 5 6 7 8", "9 10 11 12 13 14 15 0"]', "expected the same separator"),
        ("1 2 3 4 5 6 7 8  9 10 11 12 13 14 15 0", "the spaces show 2 rows of 8 numbers, expected 4 rows of 4"),
        ("[1 2 3 4 5 6 7 8\n 9 10 11 12 13 14 15 0]", "the spaces show 2 rows of 8 numbers"),
        ("1,,2,3,0", "expected a number in every cell, found an empty one"),
        ("1,,2\n,3,0", "expected a number in every cell, found an empty one"),
        ("[1, 2, 3,]", "3 cells do not fill a square"),
        ("[[1, 2, 0,]]", "expected a number after the last comma"),
        ("1 / 0 / ", "rows of different lengths"),
        (" / 1 / 0", "rows of different lengths"),
        ('{"start": "1 2 3 0", "start": "0 1 2 3"}', "expected every key once, found 'start' twice"),
        ("int board[2][3] = {{1, 2}, {3, 0}};", "expected a 2×3 board, found 2 rows of 2 cells"),
        ("int board[][3] = {2, 1, 3, 0};", r"expected rows of 3 numbers, as declared in \[\]\[3\], found 4 numbers"),
        ("int board[5] = {2, 1, 3, 0};", r"expected 5 numbers, as declared in \[5\], found 4 numbers"),
        ("int board[1][4 = {2, 1, 3, 0};", "expected a number, found 'int'"),
        ("Board('2 1 3 0', '14')", r"expected a number, found 'Board\('"),
        ("Board('2 1 3 0', 1x4')", r"expected a number, found 'Board\('"),
        ('{"start": "2 1 3 0", "columns": 4}', "expected rows and columns as numbers, found columns alone"),
        ("9\t14\t13\t11\t6\t15\t\t10 2\t3\t8\t5\t7\t12\t1\t4", "15 cells do not fill a square"),  # a lost line end
        (" | 1 | 2 | 3\n4 || 5 | 6 | 7", "rows of different lengths"),  # a bar too many
        ('"4,,"5",""\n"2","7","8"\n"1","3","6"', "rows of different lengths"),
        ("_,\n1,\n3,2", "rows of different lengths"),
        ("3&,\n1,\n_,\n2", "expected a number, found '3&'"),  # no header
        ("2,3\n2,1,3\n4,0,5", "rows of different lengths"),
    ],
)
def test_a_text_that_may_mean_another_board_is_refused(text: str, words: str) -> None:
    for read in (parse_board, read_document):
        with pytest.raises((BoardError, FormatError), match=words) as raised:
            read(text)
        assert raised.type in (BoardError, FormatError)


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("1 2 3, 4 0 5, 6 7 8", EXAMPLE),  # the commas are where the rows end
        ("1 2 3  4 0 5  6 7 8", EXAMPLE),
        (
            "10  1 11  2 12  3 13  4 14  5 15  6  0  7  8  9",
            Board([10, 1, 11, 2, 12, 3, 13, 4, 14, 5, 15, 6, 0, 7, 8, 9]),
        ),
        (
            "[10, 1, 11, 2,\n 12, 3, 13, 4, 14, 5, 15,\n 6, 0, 7, 8, 9]",
            Board([10, 1, 11, 2, 12, 3, 13, 4, 14, 5, 15, 6, 0, 7, 8, 9]),
        ),
        ("1 2 3 4 0 5\u20286 7 8 9 10 11", Board("1 2 3 4 0 5 / 6 7 8 9 10 11")),
        ("1 2 3 / 4 0 5 /\n6 7 8", EXAMPLE),
        ("5;1;2;3\n10;11;12;13\n4;6;7;8\n0;9;14;15", Board("5 1 2 3 / 10 11 12 13 / 4 6 7 8 / 0 9 14 15")),
        ("+--+--+--+--+\n| 1| 2| 3|  |\n+--+--+--+--+", Board([1, 2, 3, 0], "1x4")),
        (r"\begin{matrix} 1 & 2 & 3 & 0 \end{matrix}", Board([1, 2, 3, 0], "1x4")),
        ("int board[1][4] = {1, 2, 3, 0};", Board([1, 2, 3, 0], "1x4")),
        ("int board[][8] = {1, 2, 3, 4, 5, 6, 7, 0};", Board([1, 2, 3, 4, 5, 6, 7, 0], "1x8")),
        ("int board[9] = {1, 2, 3, 4, 0, 5, 6, 7, 8};", EXAMPLE),
        ("boards[3] = [1, 2, 3, 4, 0, 5, 6, 7, 8]", EXAMPLE),  # an index
        ("Board('1 2 3 0', '1x4')", Board([1, 2, 3, 0], "1x4")),
        ('Board("""1 2 3\n4 0 5\n6 7 8""")', EXAMPLE),
        ("Puzzle('1 2 3', '4 0 5', '6 7 8')", EXAMPLE),
        ("3,3\n1,2,3\n4,0,5\n6,7,8", EXAMPLE),  # a size, because no row has a number twice
        ("[[1, 2, 3], [4, 5,], [7, 8, 6]]", Board("1 2 3 / 4 5 0 / 7 8 6")),
        ("1 | 2 | 3\n | 4 | 5\n7 | 8 | 6", Board("1 2 3 / 0 4 5 / 7 8 6")),
        ("3 | 5\n4 | \n1 | 2", Board("3 5 / 4 0 / 1 2")),
        (" 1  2  3 /  4     5 / 10 11  6 /  7  8  9", Board("1 2 3 / 4 0 5 / 10 11 6 / 7 8 9")),  # right edges
        (" 1  2  3/ 4     5/10 11  6/ 7  8  9", Board("1 2 3 / 4 0 5 / 10 11 6 / 7 8 9")),
    ],
)
def test_the_rows_are_those_that_a_text_shows(text: str, board: Board) -> None:
    assert parse_board(text) == board
    assert read_document(text).boards == (board,)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3 0 1 2 3", "line 1: the board may begin at number 1 or at number 2"),
        ("1,1,8,3,,4,5,6,2,7,0,43", "line 1: expected a number in every cell, found an empty one"),
        ("1;2;3;;0;41", "line 1: expected a number in every cell, found an empty one"),
        ("1\t\t2\t3\t0\t1\t29", "line 1: the board may begin at number 2 or at number 1"),
        ("7, x, 3, 2, 1, 6, 5, 4}};", "line 1: expected a number, found"),
        ("a 1 2 3 0 5\nb| 1 2 0 3 6\nc 1 3 2 0 7", r"line 2: expected the same separators as .*, found '\|'"),
        ("b' 1 2 3 4 0 5 6 7 8 14", "line 1: expected quotes in pairs, found ' alone"),
        ("1230 45678", "is a board of 9 cells in several words"),
        ("0123 4567 89ab cdef", "is a board of 16 cells in several words"),
        ("1 2 3 0 1 2 0 3", "8 cells do not fill a square"),
    ],
)
def test_other_columns_are_not_guessed(text: str, words: str) -> None:
    with pytest.raises((BoardError, FormatError), match=words):
        read_document(text)


def test_an_empty_cell_beside_other_columns_is_the_blank_if_nothing_else_is() -> None:
    for text in ("p1,1,2,3,4,,5,6,7,8,20", "1,1,2,3,4,,5,6,7,8,20\n2,1,2,3,4,,5,6,7,8,0"):
        assert set(read_document(text).boards) == {EXAMPLE}


def test_a_label_may_have_brackets() -> None:
    for label in ("1)", "a]", "p(1)"):
        assert [entry.label for entry in read_document(f"{label} 1 2 3 4 0 5 6 7 8 (easy)").entries] == [label]


def test_a_board_in_quotes_has_its_columns() -> None:
    assert [entry.columns for entry in read_document('3,"0 1 2 3"').entries] == [("3",)]


def test_a_data_frame_is_read_by_its_rows() -> None:
    class Frame:
        """As pandas and polars have them: iterating gives the columns."""

        columns = (0, 1, 2, 3)

        def __iter__(self) -> Iterator[int]:
            return iter(self.columns)

        def to_numpy(self) -> list[list[int]]:
            return [[5, 1, 2, 3], [4, 0, 6, 7]]

    assert Board(Frame()) == Board("5 1 2 3 / 4 0 6 7")


def test_a_line_that_is_shorter_than_its_columns_is_refused() -> None:
    with pytest.raises((BoardError, FormatError), match="line"):
        read_document("p1, 1, 2, 3, 0, 5\np2, 1, 2, 0, 3, 5\n7\n")
    with pytest.raises((BoardError, FormatError), match="line"):
        read_document("p1 | 1 | 2 | 3 | 0 | 5 | 6 | 7\n,7\n")


@pytest.mark.parametrize("text", ["1,2,3,4,5,6,7,013", "0, 1, 2, 3, 013", "1 2 3 / 4 05 6 / 7 8 _"])
def test_zeros_before_one_number_are_no_padding(text: str) -> None:
    with pytest.raises(FormatError, match=r"expected numbers of \d digits, such as .* \(is a space missing\?\)"):
        parse_board(text)


@pytest.mark.parametrize(
    "text",
    [
        "1 2\n1  ",  # a size line is no row with which another one lines up
        "[[[0, 1,  ]], [[1, 0]]]",
        "+---+---+---+---+\n| 2 | _   1 | 3 |\n+---+---+---+---+",
        r"\begin{matrix} 2 & 1 3 & 0 \end{matrix}",
        "p1,1,2,3,0,,5\np2,1,2,0,3,5",
    ],
)
def test_a_lost_cell_is_not_made_up(text: str) -> None:
    with pytest.raises((BoardError, FormatError)):
        read_document(text)
