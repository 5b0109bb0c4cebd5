"""``taquin random`` as users see it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from command_line import Capture, answer, error_line, printed
from looping import for_each
from taquin.cli import run
from taquin.puzzle.board import Board
from taquin.puzzle.documents import read_document
from taquin.puzzle.formats import Format
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import snail
from taquin.puzzle.problem import Problem
from taquin.tables.distances import DistanceTable


def lines(capsys: Capture, *arguments: str) -> list[str]:
    assert run(["random", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_the_same_seed_gives_the_same_boards(capsys: Capture) -> None:
    expected = ["5 6 7 / 4 3 0 / 8 2 1", "7 5 1 / 4 6 0 / 8 2 3"]
    assert lines(capsys, "--seed", "1", "--count", "2") == expected
    assert lines(capsys, "3x3", "--seed", "1", "--count", "1") == expected[:1]
    assert lines(capsys, "--seed", "2") != expected[:1]


def test_the_number_of_a_puzzle_is_a_side_and_a_line_says_so(capsys: Capture) -> None:
    assert run(["random", "8", "--seed", "1"]) == 0
    captured = capsys.readouterr()
    assert Board(captured.out).shape == Shape(8, 8)
    assert captured.err == "taquin: the size 8 is 8x8; the 8-puzzle is 3x3\n"


def test_without_a_seed_one_is_printed(capsys: Capture) -> None:
    assert run(["random", "8x8", "--count", "2"]) == 0
    captured = capsys.readouterr()
    match = re.fullmatch(r"seed (\d+) \(use --seed (\d+) to repeat\)\n", captured.err)
    assert match is not None
    assert match[1] == match[2]
    assert lines(capsys, "8x8", "--count", "2", "--seed", match[1]) == captured.out.splitlines()


def test_another_goal(capsys: Capture) -> None:
    for line in lines(capsys, "3x5", "--goal", "snail", "--count", "10", "--seed", "1"):
        assert Problem(Board(line), "snail").is_solvable
    assert lines(capsys, "3x3", "--goal", "snail", "--depth", "0", "--seed", "1") == ["1 2 3 / 8 0 4 / 7 6 5"]
    assert lines(capsys, "2x2", "--goal", "0 1 2 3", "--moves", "0", "--seed", "1") == ["0 1 / 2 3"]


def test_a_single_row_needs_its_size(capsys: Capture) -> None:
    assert run(["random", "1x4", "--seed", "1"]) == 0
    assert capsys.readouterr().err == "these boards do not show their size: read them with taquin solve --size 1x4\n"


def test_json(capsys: Capture) -> None:
    assert run(["random", "3x3", "--depth", "0", "--goal", "snail", "--seed", "3", "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert json.loads(captured.out) == {
        "rows": 3,
        "columns": 3,
        "goal": "1 2 3 / 8 0 4 / 7 6 5",
        "metric": "moves",
        "depth": 0,
        "harder_than": None,
        "moves": None,
        "seed": 3,
        "boards": ["1 2 3 / 8 0 4 / 7 6 5"],
    }
    found = answer(capsys, "random", "5x5")
    assert Problem(Board(found["boards"][0])).is_solvable
    assert lines(capsys, "5x5", "--seed", str(found["seed"])) == found["boards"]


def test_boards_are_written_to_a_file(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    arguments = ["random", "--count", "3", "--seed", "1", "--format", "rows"]
    assert printed(capsys, *arguments, "-o", str(path)) == f"wrote {path}: 3 boards\n"
    assert path.read_text() == printed(capsys, *arguments)
    assert printed(capsys, *arguments, "-o", str(path)) == f"wrote {path}, replacing an earlier file: 3 boards\n"


@pytest.mark.parametrize(("name", "content"), [("notes.txt", "buy milk\n"), ("boards.py", "[[1, 2], [3, 0]]\n")])
def test_a_file_without_boards_is_not_replaced(capsys: Capture, tmp_path: Path, name: str, content: str) -> None:
    path = tmp_path / name
    path.write_text(content)
    assert run(["random", "-o", str(path)]) == 2
    assert f"'{path}' exists and holds no boards" in capsys.readouterr().err
    assert path.read_text() == content


def test_distances_that_are_too_rare_are_refused_at_once(capsys: Capture) -> None:
    message = error_line(capsys, "random", "4x4", "--depth", "80")
    assert "about 1 in 135 random 4×4 boards is 65 moves or more from the goal" in message
    assert "hardest15" in message


@for_each("form", Format)
@for_each("shape", [Shape(3, 3), Shape(2, 4), Shape(1, 5), Shape(5, 1)])
def test_every_format_reads_back(form: Format, shape: Shape, capsys: Capture) -> None:
    size = f"{shape.rows}x{shape.columns}"
    arguments = ["random", size, "--count", "3", "--seed", "7"]
    boards = [Board(text, shape) for text in answer(capsys, *arguments)["boards"]]
    assert run([*arguments, "--format", form.value]) == 0
    captured = capsys.readouterr()
    asks_for_size = f"these boards do not show their size: read them with taquin solve --size {size}\n"
    assert captured.err in ("", asks_for_size)
    assert list(read_document(captured.out, shape if captured.err else None).boards) == boards


def test_boards_in_rows_are_separated_by_empty_lines(capsys: Capture) -> None:
    assert (
        printed(capsys, "random", "--format", "rows", "--count", "2", "--seed", "1")
        == "5 6 7\n4 3 0\n8 2 1\n\n7 5 1\n4 6 0\n8 2 3\n"
    )


def test_an_exact_depth(capsys: Capture, corner: DistanceTable) -> None:
    boards = [Board(line) for line in lines(capsys, "3x3", "--depth", "20", "--count", "5", "--seed", "1")]
    assert [corner.distance(board) for board in boards] == [20] * 5
    assert len(set(boards)) > 1


def test_random_moves(capsys: Capture, corner: DistanceTable) -> None:
    for line in lines(capsys, "3x3", "--moves", "9", "--count", "20", "--seed", "1"):
        distance = corner.distance(Board(line))
        assert distance <= 9
        assert distance % 2 == 1
    assert lines(capsys, "--moves", "0", "--seed", "0") == ["1 2 3 / 4 5 6 / 7 8 0"]


def test_with_a_seed_standard_error_is_silent(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["random", "4x4", "--seed", "5"]) == 0
    assert capsys.readouterr().err == ""


def test_large_boards(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = lines(capsys, "20x30", "--goal", "snail", "--seed", "1")
    board = Board(line)
    assert board.shape == Shape(20, 30)
    assert Problem(board, snail(board.shape)).is_solvable
