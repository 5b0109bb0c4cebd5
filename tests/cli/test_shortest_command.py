"""``taquin shortest`` as users see it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cases import each_case
from command_line import Capture, answer, printed
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


def test_one_of_the_hardest_8_puzzles(capsys: Capture) -> None:
    out = printed(capsys, "shortest", HARDEST, "--show", "2")
    assert re.sub(r"\d+\.\d{3} s", "TIME", out) == (
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


# The graph


def test_files_of_every_form(capsys: Capture, tmp_path: Path) -> None:
    for board, name, beginning, said in (
        (HARDEST, "a.svg", "<svg", "40 shortest solutions of 31 moves each"),
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


def test_nothing_to_draw(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    assert run(["shortest", "1 2 3 4 5 6 8 7 0", "-o", str(path)]) == 1
    captured = capsys.readouterr()
    assert captured.err.startswith("taquin: nothing was drawn: unsolvable: ")
    assert captured.out == ""
    assert not path.exists()
    assert (
        json.loads(printed(capsys, "shortest", "1 2 3 4 5 6 8 7 0", "--format", "json", code=1))["status"]
        == "unsolvable"
    )


NEAR, GOAL = "1 2 3 / 4 0 5 / 7 8 6", "1 2 3 / 4 5 6 / 7 8 0"


@each_case(
    ("arguments", "code", "parts"),
    [
        ([FIFTEEN], 0, ["solutions  22 of this length\n", "expanded ", "… 2 more (--show N lists more)\n"]),
        ([NEAR, "--moves", "tiles"], 0, ["\nLU\n"]),
        ([NEAR, "--moves", "numbers"], 0, ["\n5 6\n"]),
        ([GOAL], 0, ["\nno move: the start is the goal\n"]),
        (["1 0 2 / 3 4 5 / 6 7 8", "--goal", "blank-first"], 0, ["\nL\n"]),
        (
            [HARD, "--goal", "blank-first", "--limit", "nodes=1000"],
            3,
            ["status       limit: reached the limit of 1,000 nodes\n", "lower bound  "],
        ),
        (
            [FIFTEEN, "--limit", "memory=500"],
            3,
            [
                "reached the memory limit of 500 bytes, after one shortest solution was found\n",
                "solutions  1 or more of this length\n",
            ],
        ),
        ([HARDEST, "--limit", "depth=30"], 3, ["depth limit of 30 moves"]),
        ([HARDEST, "--show", "100"], 0, ["40 of this length"]),
        ([NEAR], 0, ["\nRD\n"]),
        (["1 2 3 4 5 6 8 7 0"], 1, ["status        unsolvable: "]),
    ],
)
def test_what_is_printed(capsys: Capture, arguments: list[str], code: int, parts: list[str]) -> None:
    out = printed(capsys, "shortest", *arguments, code=code)
    for part in parts:
        assert part in out


def test_json(capsys: Capture) -> None:
    found = answer(capsys, "shortest", FIFTEEN)
    assert (found["count"], found["length"], found["is_complete"], found["solutions_left_out"]) == (22, 26, True, 2)
    assert len(found["solutions"]) == 20
    assert answer(capsys, "shortest", HARDEST, "--show", "0")["solutions"] == []
    assert answer(capsys, "shortest", FIFTEEN, "--limit", "memory=500", code=3)["is_complete"] is False
    assert answer(capsys, "shortest", "1 2 3 4 5 6 8 7 0", code=1)["count"] is None


def test_the_list_can_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "shortest", HARDEST, "--show", "100").split("\n\n")[2].split()
    assert len(lines) == len(set(lines)) == 40
    assert {Solution(Board(HARDEST), line).end for line in lines} == {Board([1, 2, 3, 4, 5, 6, 7, 8, 0])}


def test_more_or_fewer_states(capsys: Capture) -> None:
    for given_, shown in (
        (["--max-states", "34"], 32),
        (["--max-states", "1000"], 527),
        ([], view_of(graph(), 150).states),
    ):
        assert run(["shortest", HARDEST, "--format", "text", *given_]) == 0
        assert len(capsys.readouterr().out.split("\n\n")[1].splitlines()) == shown + 1
    assert json.loads(printed(capsys, "shortest", HARDEST, "--format", "json"))["states_left_out"] == 0


def test_only_the_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert re.search(r"time +\S+ s\n\Z", printed(capsys, "shortest", HARDEST, "--show", "0"))
    assert answer(capsys, "shortest", HARDEST, "--show", "0")["solutions"] == []
