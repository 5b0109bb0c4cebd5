"""What is said of unsolvable boards, and the words of results, limits and errors."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from command_line import Capture, answer, printed
from taquin.cli import COMMANDS, run
from taquin.cli.output.solve_text import describe
from taquin.puzzle.goals import GOALS
from taquin.puzzle.problem import Problem
from taquin.render.text import layout
from taquin.run.limits import Cancellation
from taquin.solving.solver import solve
from terminal import Terminal

UNSOLVABLE = "1 2 3 / 4 5 6 / 8 7 0"
HARDEST = "8 6 7 2 5 4 3 0 1"


@pytest.mark.parametrize("arguments", [["solve"], ["shortest"], ["compare", "-a", "astar,bfs"]])
def test_an_unsolvable_board(arguments: list[str], capsys: Capture) -> None:
    text = printed(capsys, arguments[0], UNSOLVABLE, *arguments[1:], code=1)
    assert "unsolvable: the start has an odd number of inversions" in text
    assert re.search(r"^solvable for +--goal snail$", text, re.MULTILINE)
    assert re.search(r"^repair +swap tiles 7 and 8: 1 2 3 / 4 5 6 / 7 8 0$", text, re.MULTILINE)
    assert re.search(r'^why +taquin check "1 2 3 / 4 5 6 / 8 7 0"$', text, re.MULTILINE)
    assert not re.search("^method|backend|astar|expanded", text, re.MULTILINE)


def test_a_board_that_reaches_no_named_goal(capsys: Capture) -> None:
    text = printed(capsys, "solve", "3 1 2 0", "--size", "1x4", code=1)
    assert "none of the named goals (standard, blank-first, snail, center)" in text
    assert "no swap of two tiles helps" in text
    assert 'taquin check "3 1 2 0" --size 1x4' in text


def test_json_names_no_method_that_never_ran(capsys: Capture) -> None:
    found = answer(capsys, "solve", UNSOLVABLE, "-a", "bfs", code=1)
    assert [found[key] for key in ("algorithm", "heuristic", "backend", "spec")] == [None] * 4
    assert answer(capsys, "check", UNSOLVABLE, code=1)["reachable_goals"] == ["snail"]
    assert repr(solve(UNSOLVABLE)).startswith("<Result: unsolvable: the start has an odd number")
    assert "by " not in repr(solve(UNSOLVABLE))


def test_an_unsolvable_board_in_a_file(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "boards.txt"
    file.write_text(f"{UNSOLVABLE}\n1 2 3 / 4 5 6 / 7 0 8\n")
    lines = printed(capsys, "solve", str(file), code=1).splitlines()
    assert lines[0] == "1: 1 2 3 / 4 5 6 / 8 7 0: unsolvable (odd, and the goal even; swap tiles 7 and 8)"
    assert lines[1].startswith("2: 1 move: R (")


def test_a_missing_database_names_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    monkeypatch.setattr("taquin._native.is_available", lambda: True)
    board = "2 1 3 4 5 6 7 8 9 10 11 12 13 15 14 0"
    for goal, command in (
        ([], "taquin pdb build 4x4 -p 7-8)"),
        (["--goal", "blank-first"], "taquin pdb build 4x4 -p 7-8 --goal blank-first)"),
    ):
        start = board if not goal else "1 0 " + " ".join(map(str, range(2, 16)))
        assert run(["solve", start, "-a", "ida_star", "-e", "pdb(partition=7-8)", "--backend", "python", *goal]) == 2
        assert f"(build them for taquin solve and taquin serve: {command}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([HARDEST, "-a", "bfs", "--limit", "memory=5kB"], "reached the memory limit of 5 kB"),
        ([HARDEST, "-a", "astar", "--limit", "depth=1"], "no solution within the depth limit of 1 move\n"),
        (
            ["1 2 3 4 5 6 7 0 8", "--limit", "depth=0"],
            "lower bound  1 move: the heuristic shows that no solution is shorter\n",
        ),
        ([HARDEST, "-a", "hill_climbing", "-O", "restarts=3"], "restarts     3\n"),
        ([HARDEST, "-a", "bfs", "--limit", "memory=800"], "reached the memory limit of 800 bytes"),
    ],
)
def test_words_of_results(arguments: list[str], words: str, capsys: Capture) -> None:
    assert words in printed(capsys, "solve", *arguments, code=3)


def test_bounds_are_whole_numbers_in_json(capsys: Capture) -> None:
    for command in (["solve"], ["trace"], ["tree"]):
        text = printed(capsys, *command, "1 2 3 4 5 6 0 7 8", "-a", "ida_star", "-e", "euclidean", "--json")
        assert not re.search(r'"(lower_bound|bound|length)": \d+\.0\b', text)


def test_no_line_breaks_inside_a_word_at_a_terminal() -> None:
    opened = Terminal("solve", UNSOLVABLE, environment={"COLUMNS": "60"})
    text = opened.read_rest()
    assert opened.leave() == 1
    assert (
        "status        unsolvable: the start has an odd number of\n"
        "              inversions, the goal an even one; no move\n"
        "              changes that\n"
        "solvable for  --goal snail\n"
    ) in text.replace("\r", "")


def test_a_run_that_only_built_databases_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    arguments = ["solve", "2 1 3 4 5 6 7 8 9 10 11 12 13 15 14 0", "-a", "ida_star(pdb)", "--time", "0"]
    assert "building databases; `taquin pdb build 4x4` stores them\n" in printed(capsys, *arguments, code=3)


def test_an_estimate_without_parts_is_printed_once(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "own.py"
    path.write_text("def h(board, goal):\n    return 123\n")
    monkeypatch.chdir(tmp_path)
    assert printed(capsys, "estimate", HARDEST, "-e", "own.py:h").count("123") == 1


def test_no_summary_of_a_command_is_cut_at_80_columns(capsys: Capture) -> None:
    shown = printed(capsys, "--help") + printed(capsys, "pdb", "--help")
    listed = re.findall(r"(?m)^  ([a-z-]+) {2,}([A-Z].*)$", shown)
    assert {name for name, _ in listed} > set(COMMANDS)
    assert [name for name, summary in listed if not summary.endswith(".")] == []


def test_help_shows_examples_on_lines_of_their_own(capsys: Capture) -> None:
    shown = {name: printed(capsys, name, "--help") for name in COMMANDS}
    assert [name for name, text in shown.items() if "\\b" in text] == []


def test_the_named_goals_can_be_reached() -> None:
    for board in (UNSOLVABLE, HARDEST, "1 2 3 / 4 5 0", "2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 0"):
        reachable = Problem(board).reachable_goals
        assert set(reachable) == {name for name in GOALS if Problem(board, name).is_solvable}


def test_wide_boards_are_stacked_and_the_widest_not_shown() -> None:
    wide, widest = "x" * 100, "x" * 200
    assert layout.side_by_side([("start", "a\nb"), ("goal", "c\nd")]) == "start    goal\na        c\nb        d"
    assert layout.side_by_side([("start", wide), ("goal", wide)]) == f"start\n{wide}\n\ngoal\n{wide}"
    assert layout.side_by_side([("start", widest), ("goal", "a")]) == "start: not shown, 200 columns wide\n\ngoal\na"


def test_a_cancelled_run_says_so_once() -> None:
    cancellation = Cancellation()
    cancellation.cancel()
    result = solve(HARDEST, algorithm="bfs", cancellation=cancellation)
    assert re.search(r"^status +cancelled$", describe(result), re.MULTILINE)
