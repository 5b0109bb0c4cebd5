"""Boards in Taquin's own JSON, in hexadecimal, and in files that give the place of the blank in the goal."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from cases import each_case
from strategies import boards, shapes
from taquin.errors import BoardError, FormatError
from taquin.puzzle.board import Board
from taquin.puzzle.documents import Document, parse_board, read_document
from taquin.puzzle.formats import Format, format_board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import make_goal

ONE, TWO = Board("1 2 3 / 4 0 5 / 6 7 8"), Board("8 1 3 / 4 0 2 / 7 6 5")
HARD = Board("15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2")


def fault(text: str, shape: Shape | None = None) -> str:
    with pytest.raises((FormatError, BoardError)) as caught:
        read_document(text, shape)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def facts(document: Document) -> list[tuple[Board, int, str, Board | None]]:
    assert document.format is Format.JSON
    return [(entry.board, entry.line, entry.label, entry.goal) for entry in document.entries]


# JSON


def test_an_object() -> None:
    text = '{\n  "status": "solved",\n  "start": "1 2 3 / 4 0 5 / 6 7 8",\n  "goal": "0 1 2 / 3 4 5 / 6 7 8"\n}\n'
    assert facts(read_document(text)) == [(ONE, 1, "", make_goal("blank-first", Shape(3, 3)))]


def test_one_object_per_line() -> None:
    text = '{"start": "1 2 3 / 4 0 5 / 6 7 8", "label": "a # b"}\n\n{"start": "8 1 3 / 4 0 2 / 7 6 5", "label": 7}\n'
    assert facts(read_document(text)) == [(ONE, 1, "a # b", None), (TWO, 3, "7", None)]


def test_a_list_of_objects() -> None:
    text = json.dumps([{"start": "1 2 3 / 4 0 5 / 6 7 8"}, {"board": [[8, 1, 3], [4, 0, 2], [7, 6, 5]]}], indent=2)
    assert facts(read_document(text)) == [(ONE, 2, "", None), (TWO, 5, "", None)]


def test_random_boards_in_one_object() -> None:
    boards_ = ["1 2 3 / 4 0 5 / 6 7 8", "8 1 3 / 4 0 2 / 7 6 5", "8 1 3 / 4 0 2 / 7 6 5"]
    text = json.dumps({"rows": 3, "columns": 3, "seed": 1, "boards": boards_}, indent=2)
    wanted = [(ONE, 6, "", None), (TWO, 7, "", None), (TWO, 8, "", None)]
    assert facts(read_document(text)) == wanted
    again = [(board, line + 10, label, goal) for board, line, label, goal in wanted]
    assert facts(read_document(f"{text}\n{text}\n")) == wanted + again


def test_goals_may_have_names_and_labels_are_one_line() -> None:
    text = '{"board": "1 2 3 / 4 0 5 / 6 7 8", "goal": "snail", "label": "a\\n\\ud800 b"}'
    assert facts(read_document(text)) == [(ONE, 1, "a ? b", make_goal("snail", Shape(3, 3)))]


@given(boards(shapes(maximum_side=6, maximum_cells=20)))
def test_the_shape_of_a_result_is_known(board: Board) -> None:
    """Also that of a single row, which has no slash."""
    text = json.dumps({"start": " / ".join(" ".join(map(str, row)) for row in board.rows()), "spec": "bfs"})
    assert parse_board(text) == board


def test_a_board_without_slashes_in_a_request_is_a_square() -> None:
    assert parse_board('{"board": "1 2 3 4 0 5 6 7 8"}') == ONE
    assert parse_board('{"board": "123405678"}') == ONE


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"start": "1 2 3', "line 1, column 11: expected a JSON object: unterminated string"),
        ('{"a": 1}', "line 1: expected a board under 'start', 'board' or 'boards', found 'a'"),
        ("{}", "found nothing"),
        ('{"boards": []}', "line 1: expected a board under 'boards', found an empty list"),
        ('{"start": "1 2 3 / 4 0 5 / 6 7 8"}\n[1, 2]', "line 2: expected a JSON object with a board, found [1, 2]"),
        ('{"start": "1 2 3 / 4 0 5 / 6 7 8"}\n{"start": "1 2 / 2 0"}', "line 2: tile 2 appears twice"),
        ('{"start": "1 2 / 3 0", "goal": "1 2 3 0 4"}', "line 1: "),
        ('\n{"start": "1 2 / 3 0", "goal": "snale"}', "line 2: expected a goal (standard, blank-first, snail, center)"),
        ('[{"start": "1 2 / 3 0"},\n', "expected ']' after the last JSON object, found the end"),
        ('{"start": 5}', "line 1: expected a board as text or as a list under 'start', found 5"),
        ('\n\n{"start": "1 2 / q 0"}', "line 3: row 2: expected a number, found 'q'"),
    ],
)
def test_faults_name_the_line(text: str, words: str) -> None:
    assert words in fault(text)


def test_braces_without_keys_are_still_lists() -> None:
    assert read_document("{{1, 2}, {3, 0}}").format is Format.LIST


def test_bad_objects_among_good_ones_are_noted() -> None:
    faults: list[object] = []
    text = '{"start": "1 2 3 / 4 0 5 / 6 7 8"}\n{"start": "1 2 / 2 0"}\n'
    document = read_document(text, faults=faults)  # type: ignore[arg-type]
    assert document.boards == (ONE,)
    assert len(faults) == 1


# Hexadecimal


def test_hexadecimal_boards() -> None:
    assert parse_board("fe169b4c0a73d852") == parse_board("FE169B4C0A73D852") == HARD
    assert parse_board("0123456789ab", Shape(3, 4)) == Board("0 1 2 3 / 4 5 6 7 / 8 9 10 11")
    document = read_document("1 fe169b4c0a73d852 57\n2 fe169b4c0a73d852 57\n")
    assert (document.format, document.boards) == (Format.INSTANCES, (HARD, HARD))
    assert [entry.label for entry in document.entries] == ["1", "2"]
    assert "tile 15 appears twice" in fault("ff169b4c0a73d852")
    assert "12 cells do not fill a square" in fault("0123456789ab")


# The place of the blank


@each_case(
    ("head", "goal"),
    [
        ("3 -1", "1 2 3 / 4 5 6 / 7 8 0"),
        ("3 0", "0 1 2 / 3 4 5 / 6 7 8"),
        ("3 4", "1 2 3 / 4 0 5 / 6 7 8"),
        ("8 4", "1 2 3 / 4 0 5 / 6 7 8"),
        ("3\n2", "1 2 0 / 3 4 5 / 6 7 8"),
        ("# course\n3 -1 # last", "1 2 3 / 4 5 6 / 7 8 0"),
        ("3 8", "1 2 3 / 4 5 6 / 7 8 0"),
        ("8 -1", "1 2 3 / 4 5 6 / 7 8 0"),
        ("8\n-1", "1 2 3 / 4 5 6 / 7 8 0"),
    ],
)
@each_case("body", ["8 1 3\n4 0 2\n7 6 5", "8 1 3 4 0 2 7 6 5"])
def test_the_goal_follows_from_the_place(head: str, goal: str, body: str) -> None:
    document = read_document(f"{head}\n{body}\n")
    (entry,) = document.entries
    assert (document.format, entry.board, entry.goal) == (Format.PLACED, TWO, Board(goal))


@pytest.mark.parametrize("rows", [9, 18])
def test_a_board_whose_first_row_looks_like_a_size(rows: int) -> None:
    """15 and 16 above sixteen cells: a 4×4 board and the place of the blank, if the sixteen were such a board."""
    cells = [15, 16, *(cell for cell in range(18) if cell not in (15, 16))]
    board = Board(cells, Shape(rows, 18 // rows))
    assert read_document(format_board(board, "slash")).entries[0].board == board


def test_rows_and_columns_are_still_a_size() -> None:
    document = read_document("3 4\n1 2 3 4\n5 6 7 8\n9 10 11 0\n")
    assert (document.format, document.entries[0].goal) == (Format.ALGS4, None)
    assert read_document("3\n1 2 3\n4 5 6\n7 8 0\n").entries[0].goal is None
    assert read_document("2 1\n4 3\n5 0\n").format is Format.ROWS  # a board of three rows


def test_several_boards_with_places() -> None:
    document = read_document("3 -1\n1 2 3\n4 0 5\n6 7 8\n\n3 0\n8 1 3\n4 0 2\n7 6 5\n")
    assert document.boards == (ONE, TWO)
    assert [entry.goal and entry.goal.blank for entry in document.entries] == [8, 0]


def test_a_place_outside_the_board() -> None:
    text = "3 9\n1 2 3\n4 0 5\n6 7 8\n"
    assert "line 1: expected the place of the blank in the goal, from 0 to 8 or -1 for the last, found 9" in fault(text)
