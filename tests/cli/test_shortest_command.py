"""``taquin shortest`` as users see it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from taquin.analysis import shortest
from taquin.analysis.shortest import shortest_solutions
from taquin.analysis.solution_graph import SolutionGraph
from taquin.cli import run
from taquin.puzzle.board import Board
from taquin.puzzle.solution import Solution
from taquin.render.drawing.svg import from_drawing
from taquin.render.shortest.picture import shortest_drawing
from taquin.render.shortest.view import view_of

HARDEST = "8 6 7 / 2 5 4 / 3 0 1"
EASY = "2 4 3 / 8 6 7 / 1 5 0"
FIFTEEN = "1 4 3 11 / 9 6 2 7 / 10 5 0 8 / 13 14 15 12"
HARD = "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3"


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert run(["shortest", *arguments]) == code
    captured = capsys.readouterr()
    assert captured.err == ""
    return re.sub(r"\d+\.\d{3} s$", "TIME", captured.out, flags=re.MULTILINE)


def answer(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(printed(capsys, *arguments, "--json", code=code))
    return found


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
    said = printed(capsys, HARD, "--goal", "blank-first", "--limit", "nodes=1000", code=3)
    assert "status       limit: the limit of 1,000 nodes is reached\n" in said
    assert "lower bound  " in said
    said = printed(capsys, FIFTEEN, "--limit", "memory=500", code=3)
    assert "status     limit: the memory limit of 500 bytes is reached, after one shortest solution was found\n" in said
    assert "solutions  1 or more of this length\n" in said
    assert answer(capsys, FIFTEEN, "--limit", "memory=500", code=3)["is_complete"] is False
    assert "depth limit of 30 moves" in printed(capsys, HARDEST, "--limit", "depth=30", code=3)


def test_several_boards(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("1 2 3 4 5 6 7 8 0\n1 2 3 4 5 6 7 0 8\n", encoding="utf-8")
    assert run(["shortest", str(path)]) == 2
    assert capsys.readouterr().err == f"taquin: error: expected one board, found 2 in {path}\n"


# The graph


def test_files_of_every_form(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for board, name, beginning, said in (
        (HARDEST, "a.svg", "<svg", "40 shortest solutions of 31 moves each"),
        (EASY, "a.dot", "digraph", "2 shortest solutions of 16 moves each"),
        (EASY, "a.mmd", "---\ntitle", "2 shortest solutions of 16 moves each"),
        (EASY, "a.json", "{", "2 shortest solutions of 16 moves each"),
        (EASY, "a.txt", "2 shortest solutions", "2 shortest solutions of 16 moves each"),
    ):
        path = tmp_path / name
        assert run(["shortest", board, "-o", str(path)]) == 0
        assert capsys.readouterr().out.endswith(f"{path}: {said}\n")
        assert path.read_text(encoding="utf-8").startswith(beginning)
    assert run(["shortest", EASY, "-o", str(tmp_path / "a.png"), "--theme", "dark"]) == 0
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    svg_file = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert svg_file == from_drawing(shortest_drawing(graph()))


def graph() -> SolutionGraph:
    found = shortest_solutions(HARDEST).graph
    assert found is not None
    return found


def test_more_or_fewer_states(capsys: pytest.CaptureFixture[str]) -> None:
    for given_, shown in (
        (["--max-states", "34"], 32),
        (["--max-states", "1000"], 527),
        ([], view_of(graph(), 150).states),
    ):
        assert run(["shortest", HARDEST, "--format", "text", *given_]) == 0
        assert len(capsys.readouterr().out.split("\n\n")[1].splitlines()) == shown + 1
    assert run(["shortest", HARDEST, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["states_left_out"] == 0


def test_nothing_to_draw(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    assert run(["shortest", "1 2 3 4 5 6 8 7 0", "-o", str(path)]) == 1
    captured = capsys.readouterr()
    assert captured.err.startswith("taquin: nothing was drawn: unsolvable: ")
    assert captured.out == ""
    assert not path.exists()
    assert run(["shortest", "1 2 3 4 5 6 8 7 0", "--format", "json"]) == 1
    assert json.loads(capsys.readouterr().out)["status"] == "unsolvable"


def test_a_search_that_reached_a_limit(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The memory suffices for the tables of the first search, whether they exist already or not."""
    monkeypatch.setattr(shortest, "_STATE_BYTES", 10**12)
    assert run(["shortest", FIFTEEN, "--format", "text", "--limit", "memory=1GB"]) == 3
    assert capsys.readouterr().out.startswith("1 or more shortest solutions of 26 moves\n")
