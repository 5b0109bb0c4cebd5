"""``taquin random`` as users see it."""

from __future__ import annotations

import json
import re

import pytest

from command_line import error_line
from looping import for_each
from taquin.cli import run
from taquin.puzzle.board import Board
from taquin.puzzle.formats import Format, read_document
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import snail
from taquin.puzzle.problem import Problem
from taquin.tables.distances import DistanceTable


def lines(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert run(["random", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_the_same_seed_gives_the_same_boards(capsys: pytest.CaptureFixture[str]) -> None:
    expected = ["5 6 7 / 4 3 0 / 8 2 1", "7 5 1 / 4 6 0 / 8 2 3"]
    assert lines(capsys, "--seed", "1", "--count", "2") == expected
    assert lines(capsys, "3x3", "--seed", "1", "--count", "1") == expected[:1]
    assert lines(capsys, "--seed", "2") != expected[:1]


def test_with_a_seed_standard_error_is_silent(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["random", "4x4", "--seed", "5"]) == 0
    assert capsys.readouterr().err == ""


def test_without_a_seed_one_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["random", "8x8", "--count", "2"]) == 0
    captured = capsys.readouterr()
    match = re.fullmatch(r"seed (\d+) \(use --seed (\d+) to repeat\)\n", captured.err)
    assert match is not None
    assert match[1] == match[2]
    assert lines(capsys, "8x8", "--count", "2", "--seed", match[1]) == captured.out.splitlines()


def test_an_exact_depth(capsys: pytest.CaptureFixture[str], corner: DistanceTable) -> None:
    boards = [Board(line) for line in lines(capsys, "3x3", "--depth", "20", "--count", "5", "--seed", "1")]
    assert [corner.distance(board) for board in boards] == [20] * 5
    assert len(set(boards)) > 1


def test_random_moves(capsys: pytest.CaptureFixture[str], corner: DistanceTable) -> None:
    for line in lines(capsys, "3x3", "--moves", "9", "--count", "20", "--seed", "1"):
        distance = corner.distance(Board(line))
        assert distance <= 9
        assert distance % 2 == 1
    assert lines(capsys, "--moves", "0", "--seed", "0") == ["1 2 3 / 4 5 6 / 7 8 0"]


def test_another_goal(capsys: pytest.CaptureFixture[str]) -> None:
    for line in lines(capsys, "3x5", "--goal", "snail", "--count", "10", "--seed", "1"):
        assert Problem(Board(line), "snail").is_solvable
    assert lines(capsys, "3x3", "--goal", "snail", "--depth", "0", "--seed", "1") == ["1 2 3 / 8 0 4 / 7 6 5"]
    assert lines(capsys, "2x2", "--goal", "0 1 2 3", "--moves", "0", "--seed", "1") == ["0 1 / 2 3"]


@for_each("form", Format)
@for_each("shape", [Shape(3, 3), Shape(2, 4), Shape(1, 5), Shape(5, 1)])
def test_every_format_reads_back(form: Format, shape: Shape, capsys: pytest.CaptureFixture[str]) -> None:
    size = f"{shape.rows}x{shape.columns}"
    arguments = ["random", size, "--count", "3", "--seed", "7"]
    assert run([*arguments, "--json"]) == 0
    boards = [Board(text, shape) for text in json.loads(capsys.readouterr().out)["boards"]]
    assert run([*arguments, "--format", form.value]) == 0
    captured = capsys.readouterr()
    asks_for_size = f"these boards do not show their size: read them with taquin solve --size {size}\n"
    assert captured.err in ("", asks_for_size)
    assert list(read_document(captured.out, shape if captured.err else None).boards) == boards


def test_a_single_row_needs_its_size(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["random", "1x4", "--seed", "1"]) == 0
    assert capsys.readouterr().err == "these boards do not show their size: read them with taquin solve --size 1x4\n"


def test_boards_in_rows_are_separated_by_empty_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["random", "--format", "rows", "--count", "2", "--seed", "1"]) == 0
    assert capsys.readouterr().out == "5 6 7\n4 3 0\n8 2 1\n\n7 5 1\n4 6 0\n8 2 3\n"


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["random", "3x3", "--depth", "0", "--goal", "snail", "--seed", "3", "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert json.loads(captured.out) == {
        "rows": 3,
        "columns": 3,
        "goal": "1 2 3 / 8 0 4 / 7 6 5",
        "depth": 0,
        "moves": None,
        "seed": 3,
        "boards": ["1 2 3 / 8 0 4 / 7 6 5"],
    }
    assert run(["random", "5x5", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert Problem(Board(found["boards"][0])).is_solvable
    assert lines(capsys, "5x5", "--seed", str(found["seed"])) == found["boards"]


def test_large_boards(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = lines(capsys, "20x30", "--goal", "snail", "--seed", "1")
    board = Board(line)
    assert board.shape == Shape(20, 30)
    assert Problem(board, snail(board.shape)).is_solvable


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["4x4", "--depth", "30"], "--depth takes boards of up to 12 cells, found 4×4 with 16 (--moves 30 takes any"),
        (["3x3", "--depth", "32"], "no board is at distance 32"),
        (["3x3", "--depth", "0", "--moves", "0"], "expected one of --depth and --moves, found both"),
        (["3x3", "--depth", "-1"], "expected --depth to be a whole number, 0 or more, found '-1'"),
        (["3x3", "--count", "0"], "expected --count to be a whole number, 1 or more, found '0'"),
        (["big"], "expected a size such as 3x4"),
        (["1x1"], "at least 2 cells"),
        (["300x3"], "1 to 256 rows"),
        (["4x4", "--format", "compact"], "up to 10 cells"),
        (["3x3", "--format", "xml"], "'xml' is not one of"),
        (["3x3", "--goal", "corner"], "expected a goal"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in error_line(capsys, "random", *arguments)
