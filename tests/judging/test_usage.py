"""The usage message of a program says which arguments it takes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from test_dialogues import BOARDS, SOLVE

from taquin.judging.judge import judge
from taquin.judging.usage import usage_arguments, usage_blank
from taquin.puzzle.geometry import Shape

SHAPE = Shape(3, 3)


USAGES = {
    "--algo astar --start {digits}": "usage: a.py [-h] --algo {bfs,dfs,astar} --start START [-v]",
    "3 manhattan {digits}": "Usage: python a.py <size> <heuristic> <board>\n  heuristic: hamming | manhattan",
    "{cells:,}": "Usage: a.py <board>, e.g. 1,2,3,4,5,6,7,8,0",
    '"{cell1}{cell2}{cell3}/{cell4}{cell5}{cell6}/{cell7}{cell8}{cell9}"': "Usage: a.py BOARD\nsuch as 123/456/780",
    "{file}": "Usage: ./solver FILE [ALGO]",
    "{digits} {goal_digits}": "Usage: java Main <initial state> <goal state>",
    "bfs {digits}": "usage: node dist/main.js <bfs|ucs> state",
    "{digits} 50": "Usage: ./solver <board> <max depth>",
}


@pytest.mark.parametrize("first", USAGES)
def test_the_arguments_of_a_usage_message(first: str) -> None:
    assert usage_arguments(USAGES[first], ["python3", "a.py"], SHAPE)[0] == first


@pytest.mark.parametrize("text", ["", "no arguments", "usage: a.py [-h] --seed SEED"])
def test_what_asks_for_no_board_gives_no_arguments(text: str) -> None:
    assert usage_arguments(text, ["python3", "a.py"], SHAPE) == []


def test_the_method_of_the_user_is_taken() -> None:
    usage = "usage: a.py --algo {bfs,astar} --start START"
    assert usage_arguments(usage, ["python3", "a.py"], SHAPE, "bfs")[0] == "--algo bfs --start {digits}"


@pytest.mark.parametrize(
    ("text", "sign"),
    [("Usage: ./a BOARD (x for the empty square)", "x"), ("Usage: ./a BOARD", "0"), ("x for the empty square", "0")],
)
def test_the_blank_of_a_usage_message(text: str, sign: str) -> None:
    assert usage_blank(text) == sign


def test_start_and_goal_have_one_form() -> None:
    every = usage_arguments("Usage: a.py START GOAL", ["python3", "a.py"], SHAPE)
    assert len(every) > 2
    assert all(one.split(maxsplit=1)[1] == one.split(maxsplit=1)[0].replace("{", "{goal_") for one in every[:2])


def test_a_program_with_required_options_is_judged(tmp_path: Path) -> None:
    path = tmp_path / "solver.py"
    path.write_text(
        f"{SOLVE}import argparse\nparser = argparse.ArgumentParser()\n"
        "parser.add_argument('--algo', choices=['bfs', 'astar'], required=True)\n"
        "parser.add_argument('--start', required=True)\n"
        "show(int(x) for x in parser.parse_args().start.split(','))"
    )
    report = judge(f"{sys.executable} {path}", BOARDS, explains=False)
    assert report.is_right
    assert report.program.text.endswith("--algo astar --start {cells:,}")
