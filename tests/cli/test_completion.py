"""What the shell completes."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from click.shell_completion import ShellComplete

from taquin.cli import cli
from taquin.puzzle.goals import GOALS
from taquin.solving.registry import ALGORITHMS, HEURISTICS

BOARD = "8 1 3 / 4 0 2 / 7 6 5"
FILE = ["file"]


def completed(*words: str) -> list[str]:
    """What the last word is completed to; ``["file"]`` if the shell completes a file name."""
    *arguments, incomplete = words
    found = ShellComplete(cli, {}, "taquin", "_TAQUIN_COMPLETE").get_completions(arguments, incomplete)
    return [item.type if item.type != "plain" else item.value for item in found]


@pytest.mark.parametrize(
    "command", ["solve", "check", "compare", "trace", "tree", "shortest", "hint", "examine", "random", "verify"]
)
def test_goals(command: str) -> None:
    assert completed(command, "--goal", "") == list(GOALS)
    assert completed(command, "--goal", "sn") == ["snail"]
    assert completed(command, "--goal", "goals/") == FILE


def test_options_of_algorithms() -> None:
    assert completed("solve", BOARD, "-a", "wastar", "-O", "") == [
        "weight=",
        "priority=linear",
        "priority=xdp",
        "priority=xup",
        "tie_break=fifo",
        "tie_break=lifo",
        "tie_break=low-h",
        "tie_break=random",
        "seed=",
    ]
    assert completed("tree", BOARD, "-a", "hill_climbing(manhattan)", "-O", "nev") == ["never_undo"]
    assert "schedule=linear" in completed("trace", BOARD, "-O", "sch")


def test_names_of_the_registry() -> None:
    assert completed("solve", BOARD, "-a", "") == [spec.key for spec in ALGORITHMS]
    assert completed("solve", BOARD, "--heuristic", "") == [spec.key for spec in HEURISTICS]
    assert completed("solve", BOARD, "-e", "mine/") == FILE
    assert completed("examine", "man") == ["manhattan"]
    assert completed("examine", "./mi") == FILE
    assert completed("examine", "manhattan", "--against", "lin") == ["linear_conflict"]


def test_lists_with_commas() -> None:
    assert completed("compare", BOARD, "-a", "ast") == ["astar"]
    assert completed("compare", BOARD, "-a", "de") == ["default", "depth_limited"]
    assert completed("compare", BOARD, "-a", "astar,id") == ["astar,iddfs", "astar,ida_star"]
    assert completed("compare", BOARD, "-a", "bfs,astar,gr") == ["bfs,astar,greedy"]
    assert "manhattan,manhattan" not in completed("compare", BOARD, "-e", "manhattan,")
    assert "manhattan,misplaced" in completed("compare", BOARD, "-e", "manhattan,")
    assert completed("compare", BOARD, "-a", "astar,zzz") == []
    assert completed("compare", BOARD, "-e", "mine/") == FILE


def test_boards_are_files() -> None:
    assert completed("solve", "boa") == FILE
    assert completed("verify", "boards.txt", "mo") == FILE


def test_the_script_for_bash_is_printed() -> None:
    """Also without arguments, where ``taquin`` shows its start page."""
    found = subprocess.run(
        [sys.executable, "-m", "taquin"],
        env={**os.environ, "_TAQUIN_COMPLETE": "bash_source"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "_TAQUIN_COMPLETE=bash_complete" in found.stdout
    assert "complete -o nosort -F _taquin_completion taquin" in found.stdout


def test_units_and_question_types() -> None:
    assert completed("quiz", "me") == ["memory", "measuring"]
    assert "astar.fill_f" in completed("quiz", "astar.fi")
    assert completed("course", "gr") == ["graph"]
