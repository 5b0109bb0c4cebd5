"""``taquin solve --all-optimal`` as users see it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from taquin.cli import run
from taquin.puzzle.board import Board
from taquin.puzzle.solution import Solution

HARDEST = "8 6 7 / 2 5 4 / 3 0 1"
FIFTEEN = "1 4 3 11 / 9 6 2 7 / 10 5 0 8 / 13 14 15 12"
HARD = "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3"


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert run(["solve", *arguments, "--all-optimal"]) == code
    captured = capsys.readouterr()
    assert captured.err == ""
    return re.sub(r"\d+\.\d{3} s$", "TIME", captured.out, flags=re.MULTILINE)


def answer(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(printed(capsys, *arguments, "--json", code=code))
    return found


def error_line(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["solve", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


def test_one_of_the_hardest_8_puzzles(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, HARDEST, "--show", "2") == (
        "start    goal\n"
        "8 6 7    1 2 3\n"
        "2 5 4    4 5 6\n"
        "3 0 1    7 8 0\n"
        "\n"
        "method     distance_table\n"
        "length     31 moves, proven shortest\n"
        "solutions  40 of this length\n"
        "states     527 on these solutions, at most 29 at one depth\n"
        "time       TIME\n"
        "\n"
        "UULDDRRUULDLDRRUULDLDRRUULLDDRR\n"
        "UURDLLDRRULLURRDLDLUURDDLUURRDD\n"
        "… 38 more (--show N lists more)\n"
    )


def test_the_list_can_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, HARDEST, "--show", "100").split("\n\n")[2].split()
    assert len(lines) == len(set(lines)) == 40
    assert {Solution(Board(HARDEST), line).end for line in lines} == {Board([1, 2, 3, 4, 5, 6, 7, 8, 0])}


def test_a_15_puzzle_is_searched(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, FIFTEEN)
    assert (found["count"], found["length"], found["is_complete"], found["solutions_left_out"]) == (22, 26, True, 2)
    assert len(found["solutions"]) == 20
    assert found["generated"] > found["expanded"] > 0
    assert "expanded" in printed(capsys, FIFTEEN)


def test_only_the_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, HARDEST, "--show", "0").endswith("time       TIME\n")
    assert answer(capsys, HARDEST, "--show", "0")["solutions"] == []


def test_other_notations(capsys: pytest.CaptureFixture[str]) -> None:
    blank, tiles, numbers = (
        answer(capsys, "1 2 3 / 4 0 5 / 7 8 6", "--moves", each)["solutions"] for each in ("blank", "tiles", "numbers")
    )
    assert (blank, tiles, numbers) == (["RD"], ["LU"], ["5 6"])


def test_the_goal_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "1 2 3 / 4 5 6 / 7 8 0").endswith("\nno move: the start is the goal\n")
    assert answer(capsys, "1 2 3 / 4 5 6 / 7 8 0")["solutions"] == [""]


def test_another_goal(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "1 0 2 / 3 4 5 / 6 7 8", "--goal", "blank-first")
    assert (found["count"], found["solutions"]) == (1, ["L"])


def test_an_unsolvable_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert "status        unsolvable: " in printed(capsys, "1 2 3 4 5 6 8 7 0", code=1)
    found = answer(capsys, "1 2 3 4 5 6 8 7 0", code=1)
    assert (found["status"], found["count"], found["length"], found["solutions"]) == ("unsolvable", None, None, [])


def test_limits(capsys: pytest.CaptureFixture[str]) -> None:
    said = printed(capsys, HARD, "--goal", "blank-first", "--nodes", "1000", code=3)
    assert "status       limit: the limit of 1,000 nodes is reached\n" in said
    assert "lower bound  " in said
    said = printed(capsys, FIFTEEN, "--memory", "500", code=3)
    assert "status     limit: the memory limit of 500 bytes is reached, after one shortest solution was found\n" in said
    assert "solutions  1 or more of this length\n" in said
    assert answer(capsys, FIFTEEN, "--memory", "500", code=3)["is_complete"] is False
    assert "depth limit of 30 moves" in printed(capsys, HARDEST, "--depth", "30", code=3)


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (["-a", "astar"], "--algorithm"),
        (["-e", "manhattan"], "--heuristic"),
        (["--width", "3"], "--width"),
        (["--never-undo"], "--never-undo"),
        (["--backend", "python"], "--backend"),
        (["--steps"], "--steps"),
        (["--states", "42"], "--states"),
        (["--report", "edx"], "--report"),
        (["--json-lines"], "--json-lines"),
        (["--draw", "a.svg"], "--draw"),
        (["--animate", "a.svg"], "--animate"),
    ],
)
def test_options_without_meaning_here(capsys: pytest.CaptureFixture[str], options: list[str], found: str) -> None:
    error = error_line(capsys, HARDEST, "--all-optimal", *options)
    assert f"expected one of --all-optimal and {found}, found both" in error


def test_show_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--show has no effect without --all-optimal" in error_line(capsys, HARDEST, "--show", "3")


def test_several_boards(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("1 2 3 4 5 6 7 8 0\n1 2 3 4 5 6 7 0 8\n", encoding="utf-8")
    assert f"expected one board with --all-optimal, found 2 in {path}" in error_line(capsys, str(path), "--all-optimal")
