"""``taquin check`` as users see it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import error_line
from taquin.cli import run
from taquin.puzzle.board import Board
from taquin.puzzle.problem import Problem

UNSOLVABLE = """\
start    goal
0 3 1    1 2 3
4 2 5    4 5 6
7 8 6    7 8 0

legal         yes, a 3×3 board; read as line (the numbers in reading order on one line)
solvable      no
solvable for  --goal snail

                           start  goal
inversions                     5     0
blank's row, from the top      1     3
parity of inversions         odd  even

An inversion is a pair of tiles, the larger before the smaller in reading order; the blank does not count.
The rule: with an odd number of columns no move changes the parity of the inversions: both boards need the same.
Here the start is odd and the goal even, so the goal cannot be reached.
Swap tiles 1 and 3 to make it solvable:

0 1 3
4 2 5
7 8 6

On one line: 0 1 3 / 4 2 5 / 7 8 6
"""


def test_an_unsolvable_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "0 3 1 4 2 5 7 8 6"]) == 1
    captured = capsys.readouterr()
    assert captured.out == UNSOLVABLE
    assert captured.err == ""


def test_a_solvable_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "1 2 3 / 4 0 5 / 6 7 8"]) == 0
    out = capsys.readouterr().out
    assert "read as slash" in out
    assert "solvable  yes\n" in out
    assert out.endswith("Here both are even, so the goal can be reached.\n")


def test_the_goal_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "1 2 3 8 0 4 7 6 5", "--goal", "snail"]) == 0
    assert "solvable  yes: it is the goal\n" in capsys.readouterr().out


def test_an_even_number_of_columns_counts_the_row(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 0"]) == 1
    out = capsys.readouterr().out
    assert "parity of inversions + row    odd  even\n" in out
    assert "Swap tiles 14 and 15" in out


@pytest.mark.parametrize(("size", "cells"), [("1x4", "1 3 2 0"), ("4x1", "1 3 2 0")])
def test_a_single_line(size: str, cells: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", cells, "--size", size]) == 1
    out = capsys.readouterr().out
    assert "order of the tiles  1 3 2  1 2 3\n" in out
    assert "parity" not in out
    assert "tiles never pass each other" in out
    assert "Swap tiles 2 and 3 to make it solvable:" in out
    assert ("(with --size 1x4)" in out) == (size == "1x4")
    assert run(["check", "1 2 0 3", "--size", size]) == 0


def test_a_single_line_that_no_swap_makes_solvable(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "4 3 2 1 0", "--size", "1x5"]) == 1
    out = capsys.readouterr().out
    assert out.endswith("No swap of two tiles makes it solvable: more than two tiles are out of order.\n")
    assert run(["check", "4 3 2 1 0", "--size", "1x5", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["exchange"] is found["repaired"] is found["start_counts"]["parity"] is None


def test_several_boards(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("1 2 3 4 5 6 7 8 0\n2 1 3 4 5 6 7 8 0\n1 2 3 4 5 6 0 7 8\n")
    assert run(["check", str(path)]) == 1
    assert capsys.readouterr().out == (
        "1: 1 2 3 / 4 5 6 / 7 8 0: solvable\n"
        "2: 2 1 3 / 4 5 6 / 7 8 0: unsolvable (odd, and the goal even; swap tiles 1 and 2)\n"
        "3: 1 2 3 / 4 5 6 / 0 7 8: solvable\n"
        "3 boards, read as instances: 2 can be solved, 1 cannot\n"
    )
    assert run(["check", str(path), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [item["solvable"] for item in found] == [True, False, True]
    assert [item["line"] for item in found] == [1, 2, 3]


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "0 3 1 4 2 5 7 8 6", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found.pop("rule").startswith("with an odd number of columns")
    assert found == {
        "solvable": False,
        "start": "0 3 1 / 4 2 5 / 7 8 6",
        "goal": "1 2 3 / 4 5 6 / 7 8 0",
        "rows": 3,
        "columns": 3,
        "format": "line",
        "line": 1,
        "label": None,
        "start_counts": {"inversions": 5, "blank_row": 1, "parity": "odd"},
        "goal_counts": {"inversions": 0, "blank_row": 3, "parity": "even"},
        "exchange": [1, 3],
        "repaired": "0 1 3 / 4 2 5 / 7 8 6",
        "reachable_goals": ["snail"],
    }
    assert Problem(Board(found["repaired"])).is_solvable


@pytest.mark.parametrize(
    ("text", "name"),
    [("123405678", "compact"), ("[[1,2,3],[4,0,5],[6,7,8]]", "list"), ("1,2,3,4,0,5,6,7,8", "commas")],
)
def test_the_detected_format_is_printed(text: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", text]) == 0
    assert f"read as {name} (" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["1 2 3 / 4 5 5 / 7 8 0"], "tile 5 appears twice, at row 2, column 2 and at row 2, column 3"),
        (["1 2 3 4 5 6 7 8"], "8 cells do not fill a square"),
        (["boards.txt"], "no such file: 'boards.txt'"),
        (["1 2 3 / 4 0 5 / 6 7 8", "--goal", "1 2 3 / 4 0 5"], "3×3"),
        (["1 2 3 / 4 0 5 / 6 7 8", "--size", "big"], "expected a size such as 3x4"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in error_line(capsys, "check", *arguments)


def test_a_large_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", " ".join(map(str, range(400))), "--size", "1x400"]) == 2  # at most 256
    assert run(["check", " ".join(map(str, [*range(1, 200), 0])), "--size", "1x200"]) == 0
    assert " 20 …" in capsys.readouterr().out
