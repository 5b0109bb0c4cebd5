"""``taquin solve`` with long solutions: what is cut, and the file that has everything."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from command_line import Capture, answer, error_line, printed
from taquin.analysis.random_boards import random_board
from taquin.cli import run
from taquin.cli.output.solve_text import most_steps
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Notation
from taquin.puzzle.solution import Solution

BOARD = "8 1 3 / 4 0 2 / 7 6 5"
LONG = ["-a", "annealing(seed=0)"]  # finds a solution of more than 1,000 moves at once


@pytest.fixture
def moves(capsys: Capture) -> str:
    found: str = answer(capsys, "solve", BOARD, *LONG)["moves"]
    assert len(found) > 1000
    return found


def test_a_long_solution_is_cut(capsys: Capture, moves: str) -> None:
    out = printed(capsys, "solve", BOARD, *LONG)
    found = re.search(r"^moves +([UDLR]+) … ([\d,]+) more … ([UDLR]+)$", out, re.MULTILINE)
    assert found is not None
    first, count, last = found[1], int(found[2].replace(",", "")), found[3]
    assert (moves.startswith(first), moves.endswith(last)) == (True, True)
    assert len(first) + count + len(last) == len(moves)
    assert "(--json prints all moves, -o FILE writes them)" in out
    assert max(map(len, out.splitlines())) < 300


def test_several_boards_have_one_line_each(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text(f"{BOARD}\n{BOARD}\n")
    out = printed(capsys, "solve", str(path), *LONG)
    assert max(map(len, out.splitlines())) < 200
    assert out.endswith("Long solutions are cut: -o FILE writes all moves.\n")
    assert "are cut" not in printed(capsys, "solve", str(path))


def test_steps_are_cut(capsys: Capture, moves: str) -> None:
    out = printed(capsys, "solve", BOARD, *LONG, "--steps")
    assert "\n100. " in out
    assert "\n101. " not in out
    assert out.endswith(f"… {len(moves) - 100:,} more steps (-o FILE writes all)\n")


def test_the_file_has_everything(capsys: Capture, moves: str, tmp_path: Path) -> None:
    path = tmp_path / "solution.txt"
    assert printed(capsys, "solve", BOARD, *LONG, "--steps", "-o", str(path)) == (
        f"wrote {path}: solved in {len(moves):,} moves\n"
    )
    text = path.read_text(encoding="utf-8")
    assert f"moves      {moves}\n" in text
    assert f"\n{len(moves)}. " in text


def test_the_ending_selects_the_form(capsys: Capture, tmp_path: Path) -> None:
    boards = tmp_path / "boards.txt"
    boards.write_text(f"{BOARD}\n1 2 3 / 4 5 6 / 8 7 0\n")
    one, many, lines = (tmp_path / name for name in ("one.json", "many.JSON", "many.jsonl"))
    printed(capsys, "solve", BOARD, "-o", str(one))
    assert json.loads(one.read_text())["moves"] == "RDLLUURDLDRURD"
    assert printed(capsys, "solve", str(boards), "-o", str(many), code=1).startswith(
        f"wrote {many}: 2 boards: 1 solved, 1 unsolvable"
    )
    assert [item["line"] for item in json.loads(many.read_text())] == [1, 2]
    printed(capsys, "solve", str(boards), "-o", str(lines), code=1)
    assert [json.loads(line)["status"] for line in lines.read_text().splitlines()] == ["solved", "unsolvable"]


def test_verify_says_how_many_moves_it_leaves_out(capsys: Capture, moves: str) -> None:
    out = printed(capsys, "verify", BOARD, moves, "--no-optimum")
    assert re.search(
        rf"^moves +{len(moves):,}: [UDLR]+ … {len(moves) - 200:,} more … [UDLR]+ \(--json", out, re.MULTILINE
    )


def test_an_error_replaces_no_file(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "old.txt"
    path.write_text("kept")
    large = " ".join(map(str, [*range(1, 24), 0, 24]))
    assert run(["solve", large, "-a", "astar", "-e", "walking_distance", "-o", str(path)]) == 2
    assert path.read_text() == "kept"


def test_verify_says_that_a_list_is_cut(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "report.txt"
    path.write_text(printed(capsys, "solve", BOARD, *LONG))
    assert "found a list that leaves out 904 of them (taquin solve -o FILE writes all)" in error_line(
        capsys, "verify", BOARD, str(path)
    )


def test_steps_of_large_boards_are_cut(capsys: Capture) -> None:
    assert most_steps(Shape(10, 10), is_file=False) == 100
    assert most_steps(Shape(256, 256), is_file=False) == 0
    board = one_line(random_board(Shape(40, 40), rng=Random(2)))
    out = printed(capsys, "solve", board, "-a", "constructive", "--steps")
    assert "\n\n12. " in out
    assert "\n\n13. " not in out
    assert re.search(r"\n… [\d,]+ more steps \(--json prints all moves\)\n", out)


@pytest.mark.parametrize(
    ("command", "file"),
    [
        (["draw", BOARD], "a.svg"),
        (["shortest", BOARD], "a.svg"),
        (["solve", BOARD], "a.txt"),
        (["solve", "boards.txt"], "a.jsonl"),
        (["trace", BOARD], "a.jsonl"),
        (["tree", BOARD], "a.svg"),
    ],
)
def test_a_replaced_file_is_reported(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str], file: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("boards.txt").write_text(f"{BOARD}\n{BOARD}\n")
    assert "replacing" not in printed(capsys, *command, "-o", file)
    assert f" {file}, replacing an earlier file" in printed(capsys, *command, "-o", file)


def test_numbers_of_tiles_are_cut_between_numbers(capsys: Capture, moves: str) -> None:
    numbers = Solution(Board(BOARD), moves).text(Notation.NUMBERS).split()
    out = printed(capsys, "solve", BOARD, *LONG, "--report", "numbers")
    found = re.search(r"^moves +([\d ]+) … ([\d,]+) more … ([\d ]+)$", out, re.MULTILINE)
    assert found is not None
    first, last = found[1].split(), found[3].split()
    assert (first, last) == (numbers[: len(first)], numbers[-len(last) :])
    assert len(first) + int(found[2].replace(",", "")) + len(last) == len(numbers)
