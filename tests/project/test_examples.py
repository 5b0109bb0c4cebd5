"""The examples do what they say."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from taquin.cli import run

EXAMPLES = Path(__file__).parents[2] / "examples"
OWN = EXAMPLES / "algorithms" / "own_algorithm.py"
BOARD = "8 1 3 / 4 0 2 / 7 6 5"


def output(path: Path) -> list[str]:
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_the_pancakes() -> None:
    pancakes = runpy.run_path(str(EXAMPLES / "puzzles" / "pancake.py"))
    for space in pancakes["stacks"](size=6):
        for _, child in space.successors(space.start):
            assert space.update_gap(space.gap(space.start), space.start, child) == space.gap(child)
    lines = output(EXAMPLES / "puzzles" / "pancake.py")
    assert [line.split()[:3] for line in lines[:3]] == [[name, "5", "turns"] for name in ("bfs", "astar", "ida_star")]
    assert lines[3].endswith("as published")
    assert lines[5:] == ["the fewest turns: 5, which lift 97", "the least weight: 64, in 6 turns"]


def test_top_spin() -> None:
    lines = output(EXAMPLES / "puzzles" / "topspin.py")
    assert all(line.endswith("as expected") for line in lines[:2])
    assert [line.split()[1] for line in lines[2:]] == ["4"] * 3


def test_the_map_of_romania() -> None:
    lines = output(EXAMPLES / "puzzles" / "romania.py")
    assert [line.split()[1] for line in lines] == ["418", "450", "418", "418", "418", "3"]
    assert lines[2].endswith("expanded  5: Arad Sibiu Rimnicu Pitesti Bucharest")


@pytest.mark.slow  # tests/gym has quick tests of the environment
def test_the_agents() -> None:
    pytest.importorskip("gymnasium", reason="gymnasium is not installed")
    means = [float(line.split()[-1]) for line in output(EXAMPLES / "gymnasium" / "agents.py")]
    assert means[0] < means[1] < means[2] == -8


def test_the_own_algorithm(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(OWN)[1] == "enforced_hill_climbing(manhattan): 20 moves, expanded 199"
    assert run(["solve", BOARD, "-a", f"{OWN}:enforced_hill_climbing", "-e", "manhattan"]) == 0
    printed = capsys.readouterr().out
    assert "expanded   199" in printed
    assert "at least 10 moves" in printed
    assert run(["solve", BOARD, "-a", str(OWN)]) == 2
    assert "expected a function in a file" in capsys.readouterr().err
    assert run(["solve", BOARD, "-a", f"{OWN}:nothing"]) == 2
    assert "did you mean" not in capsys.readouterr().err
