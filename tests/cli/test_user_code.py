"""Heuristics and algorithms in files of users: what they print, close and leave behind does not affect the command."""

from __future__ import annotations

import json
import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from processes import TAQUIN, started, wait_for_all
from taquin.system.interrupts import END_SIGNALS
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
    if not sys.__stdout__.closed:
        print("below", file=sys.__stdout__, flush=True)
    os.write(1, b"descriptor\\n")
    subprocess.run(["echo", "child"], check=True)

def close_everything():
    sys.stdout.close()
    sys.stderr.close()
    sys.__stdout__.close()
    sys.stdout = open(os.devnull, "w")

print_everywhere()

def misplaced(board, goal):
    return sum(tile not in (0, other) for tile, other in zip(board, goal))

def prints(board, goal):
    print_everywhere()
    return misplaced(board, goal)

def closes(board, goal):
    close_everything()
    return misplaced(board, goal)

def stays(board, goal):
    if threading.active_count() < 4:
        threading.Thread(target=repeat).start()
        atexit.register(time.sleep, 1e6)
    pathlib.Path("begun").touch()
    return misplaced(board, goal)

def repeat():
    while True:
        print("printed", flush=True)
        time.sleep(0.01)

def walk(space, heuristic):
    prints(b"", b"")
    closes(b"", b"")
    stays(b"", b"")
    paths = [[]]
    states = [space.start]
    for state, path in zip(states, paths):
        if space.is_goal(state):
            return path
        for move, child in space.successors(state):
            states.append(child)
            paths.append([*path, move])
"""


def run_own(folder: Path, *arguments: str) -> tuple[int, str, str]:
    (folder / "own.py").write_text(OWN)
    (folder / "boards.txt").write_text(f"{EASY}\n" * 3)
    with started([*TAQUIN, *arguments], cwd=folder) as process:
        output, errors = wait_for_all(process)
    return process.returncode, output, errors


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
        ["-a", "astar", "-e", "own.py:closes"],
        ["-a", "own.py:walk"],
        ["-a", "astar", "-e", "own.py:prints", "-j", "2"],
        ["-a", "own.py:walk", "-j", "2"],
    ],
    ids=" ".join,
)
def test_the_output_of_a_command_is_its_own(tmp_path: Path, method: list[str]) -> None:
    code, output, errors = run_own(tmp_path, "solve", "boards.txt", "--report", "jsonl", *method)
    assert (code, lengths(output)) == (0, [2, 2, 2])
    assert words(errors) == NOISE


def test_the_output_of_a_command_that_calls_a_heuristic_without_a_search(tmp_path: Path) -> None:
    code, output, errors = run_own(tmp_path, "examine", "own.py:closes", "--size", "2x2", "--json")
    assert (code, json.loads(output)["heuristic"]) == (0, "own.py:closes")
    assert words(errors) == NOISE


def test_what_a_user_closes_does_not_change_the_exit_code(tmp_path: Path) -> None:
    """1 would mean proven unsolvable."""
    code, output, _ = run_own(tmp_path, "solve", EASY, "-a", "astar", "-e", "own.py:closes", "--limit", "nodes=1")
    assert code == 3
    assert "limit" in output


@pytest.mark.parametrize(
    "number",
    [signal.SIGTERM, *(pytest.param(one, marks=pytest.mark.slow) for one in END_SIGNALS if one != signal.SIGTERM)],
)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_threads_of_a_user_end_with_the_command(tmp_path: Path, number: signal.Signals, jobs: str) -> None:
    (tmp_path / "own.py").write_text(OWN)
    (tmp_path / "boards.txt").write_text(f"{HARD}\n" * 2)
    arguments = ["solve", "boards.txt", "-a", "ida_star", "-e", "own.py:stays", "--report", "jsonl", "-j", jobs]
    with started([*TAQUIN, *arguments], cwd=tmp_path) as process:
        wait_until((tmp_path / "begun").exists)
        process.send_signal(number)
        output, errors = wait_for_all(process)
    assert process.returncode == 130
    assert set(lengths(output)) == {None}
    own, is_reported = re.subn(r"taquin: interrupted: 2 boards: [^\n]*", "", errors)
    assert words(own) == NOISE
    assert is_reported == (jobs == "1")  # two workers begin both boards, and so have a result for each


def test_exit_functions_of_a_user_still_run(tmp_path: Path) -> None:
    (tmp_path / "count.py").write_text(
        "import atexit, threading\n"
        "calls = []\n"
        "atexit.register(lambda: print(len(calls), 'calls'))\n"
        "threading.Thread(target=lambda: print('a thread that ends')).start()\n"
        "def h(board, goal):\n"
        "    calls.append(board)\n"
        "    return 0\n"
    )
    code, output, errors = run_own(tmp_path, "solve", EASY, "-a", "astar", "-e", "count.py:h", "--json")
    assert (code, json.loads(output)["length"]) == (0, 2)
    assert errors.splitlines()[-1].endswith(" calls")
