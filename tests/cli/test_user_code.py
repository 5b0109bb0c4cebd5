"""Heuristics and algorithms in files of users: what they print and leave behind does not affect the command."""

from __future__ import annotations

import json
import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from processes import TAQUIN, started, wait_for_all
from waiting import wait_until

if os.name != "posix":
    pytest.skip("signals", allow_module_level=True)

EASY = "1 2 3 / 4 0 5 / 7 8 6"
HARD = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1"
NOISE = {"printed", "bytes", "below", "descriptor", "child"}
OWN = """
import atexit, os, pathlib, subprocess, sys, threading, time

def print_everywhere():
    print("printed")
    sys.stdout.buffer.write(b"bytes\\n")
    print("below", file=sys.__stdout__)
    os.write(1, b"descriptor\\n")
    subprocess.run(["echo", "child"], check=True)
    sys.stdout.close()
    sys.stdout = open(os.devnull, "w")

print_everywhere()

def prints(board, goal):
    print_everywhere()
    return sum(tile not in (0, other) for tile, other in zip(board, goal))

def closes(board, goal):
    os.closerange(1, 2)
    sys.__stdout__.close()
    sys.stdout = sys.stderr = None
    return 0

def stays(board, goal):
    if threading.active_count() < 4:
        threading.Thread(target=time.sleep, args=(1e6,)).start()
        atexit.register(print, "printed")
    pathlib.Path("begun").touch()
    return 0

def walk(space, heuristic):
    prints(b"", b"")
    paths = [[]]
    states = [space.start]
    for state, path in zip(states, paths):
        if space.is_goal(state):
            return path
        for move, child in space.successors(state):
            states.append(child)
            paths.append([*path, move])
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Path:
    (tmp_path / "own.py").write_text(OWN)
    (tmp_path / "boards.txt").write_text(f"{EASY}\n" * 3)
    (tmp_path / "hard.txt").write_text(f"{HARD}\n" * 2)
    return tmp_path


def words(errors: str) -> set[str]:
    """The words that the user's code printed. Those of two workers may be on one line, and end it later."""
    assert re.fullmatch(rf"({'|'.join(NOISE)}|\s)*", errors), errors
    return set(re.findall("|".join(NOISE), errors))


def lengths(output: str) -> list[Any]:
    return [json.loads(line)["length"] for line in output.splitlines()]


@pytest.mark.parametrize(
    "method",
    [
        ["-a", "astar", "-e", "own.py:prints"],
        ["-a", "own.py:walk", "-j", "2"],
        ["-a", "astar", "-e", "own.py:closes"],
        ["-a", "own.py:walk"],
        ["-a", "astar", "-e", "own.py:prints", "-j", "2"],
    ],
    ids=" ".join,
)
def test_the_output_of_a_command_is_its_own(folder: Path, method: list[str]) -> None:
    with started([*TAQUIN, "solve", "boards.txt", "--report", "jsonl", *method], cwd=folder) as process:
        output, errors = wait_for_all(process)
    assert (process.returncode, lengths(output)) == (0, [2, 2, 2])
    assert words(errors) == NOISE


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_streams_that_are_closed_by_a_user(folder: Path, jobs: str) -> None:
    arguments = ["solve", "boards.txt", "-a", "astar", "-e", "own.py:closes", "--report", "jsonl", "-j", jobs]
    with started([*TAQUIN, *arguments], cwd=folder) as process:
        output, errors = wait_for_all(process)
    assert (process.returncode, lengths(output)) == (0, [2, 2, 2])
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    "command", [["examine", "own.py:prints", "--size", "2x2"], ["estimate", EASY, "-e", "own.py:prints"]]
)
def test_the_output_of_a_command_that_calls_a_heuristic_without_a_search(folder: Path, command: list[str]) -> None:
    with started([*TAQUIN, *command, "--json"], cwd=folder) as process:
        output, errors = wait_for_all(process)
    assert process.returncode in (0, 1)
    assert "own.py:prints" in str(json.loads(output))
    assert words(errors) == NOISE


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_threads_of_a_user_end_with_the_command(folder: Path, jobs: str) -> None:
    arguments = ["solve", "hard.txt", "-a", "ida_star", "-e", "own.py:stays", "--report", "jsonl", "-j", jobs]
    with started([*TAQUIN, *arguments], cwd=folder) as process:
        wait_until((folder / "begun").exists)
        process.send_signal(signal.SIGTERM)
        output, errors = wait_for_all(process)
    assert process.returncode == 130
    assert set(lengths(output)) == {None}
    own, is_reported = re.subn(r"taquin: interrupted: 2 boards: [^\n]*", "", errors)
    assert words(own) == NOISE
    assert is_reported == (jobs == "1")  # two workers begin both boards, and so have a result for each


def test_exit_functions_of_a_user_still_run(folder: Path) -> None:
    (folder / "count.py").write_text(
        "import atexit\n"
        "calls = []\n"
        "atexit.register(lambda: print(len(calls), 'calls'))\n"
        "def h(board, goal):\n"
        "    calls.append(board)\n"
        "    return 0\n"
    )
    with started([*TAQUIN, "solve", EASY, "-a", "astar", "-e", "count.py:h", "--json"], cwd=folder) as process:
        output, errors = wait_for_all(process)
    assert (process.returncode, json.loads(output)["length"]) == (0, 2)
    assert errors.endswith(" calls\n")


@pytest.mark.parametrize(
    "command", [["solve", EASY, "-a", "astar", "-e"], ["examine"], ["compare", EASY, "-a", "astar", "-e"]]
)
def test_user_code_that_ends_the_process_is_an_error(folder: Path, command: list[str]) -> None:
    """Its exit code 0 would mean that the board was solved. A process that the code has started may end."""
    (folder / "ends.py").write_text(
        "import os\n"
        "def ends(board, goal):\n"
        "    os._exit(0)\n"
        "def forks(board, goal):\n"
        "    if (child := os.fork()) == 0:\n"
        "        os._exit(0)\n"
        "    os.waitpid(child, 0)\n"
        "    return 0\n"
    )
    with started([*TAQUIN, *command, "ends.py:ends"], cwd=folder) as process:
        output, errors = wait_for_all(process)
    assert (process.returncode, output) == (70, "")
    assert errors == "taquin: error: your code called os._exit(0), which ends the process: there is no result\n"
    with started([*TAQUIN, "solve", EASY, "-a", "astar", "-e", "ends.py:forks", "--json"], cwd=folder) as process:
        output, errors = wait_for_all(process)
    assert (process.returncode, errors, json.loads(output)["length"]) == (0, "", 2)
