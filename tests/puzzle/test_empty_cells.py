"""Forms of boards as users have them: an empty cell is the blank, code and LaTeX are read, and files and text cells."""

from __future__ import annotations

import csv
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import boards, shapes
from taquin.errors import BoardError, FormatError
from taquin.puzzle.board import Board
from taquin.puzzle.conversion import BLANKS
from taquin.puzzle.formats import Format, format_board, parse_board, read_document
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
