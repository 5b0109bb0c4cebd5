"""``taquin random`` as users see it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from command_line import Capture, answer, error_line, printed
from taquin.cli import run
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import Problem


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
