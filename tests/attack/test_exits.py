"""Heuristics and algorithms of users that misbehave: a command keeps its output and its exit code, and ends."""

from __future__ import annotations

import json
import os
import signal
import sys
from itertools import product
from pathlib import Path

import pytest

from figures import Tally
from processes import TAQUIN, started, wait_for_all
from waiting import is_alive, wait_until

if os.name != "posix":
    pytest.skip("signals", allow_module_level=True)

pytestmark = pytest.mark.attack

EASY = "1 2 3 / 4 0 5 / 7 8 6"

MISDEEDS = {
    "print": "print('noise')",
    "print bytes": "sys.stdout.buffer.write(b'noise')",
    "write to the descriptor": "os.write(1, b'noise')",
    "write below": "print('noise', file=sys.__stdout__)",
    "start a process": "subprocess.run(['echo', 'noise'])",
    "close standard output": "sys.stdout.close()",
    "close both": "sys.stdout.close(), sys.stderr.close()",
    "close below": "sys.__stdout__.close(), sys.__stderr__.close()",
    "close the bytes": "sys.stdout.buffer.close()",
    "close the descriptor": "os.closerange(1, 2)",
    "replace standard output": "sys.stdout = sys.stderr = None",
    "reconfigure": "sys.stdout.reconfigure(encoding='utf-16')",
    "start a thread": "threading.Thread(target=time.sleep, args=(1e6,)).start()",
    "start a thread that prints": "threading.Thread(target=repeat).start()",
    "register an exit function": "atexit.register(time.sleep, 1e6)",
    "start a process of Python": "multiprocessing.get_context('fork').Process(target=time.sleep, args=(1,)).start()",
    "change the limit of recursion": "sys.setrecursionlimit(200)",
    "change the folder": "os.chdir('/')",
    "remove standard modules": "sys.modules.pop('json', None)",
}
OWN = """
import atexit, multiprocessing, os, subprocess, sys, threading, time

def repeat():
    while True:
        print("noise")
        time.sleep(0.01)

done = False
def misbehave():
    global done
    if not done:
        done = True
        {}

def h(board, goal):
    misbehave()
    return sum(tile not in (0, other) for tile, other in zip(board, goal))

def a(space, heuristic):
    misbehave()
    states, paths = [space.start], [[]]
    for state, path in zip(states, paths):
        if space.is_goal(state):
            return path
        for move, child in space.successors(state):
            states.append(child)
            paths.append([*path, move])
"""
CALLERS = {
    "heuristic": ["solve", EASY, "-a", "astar", "-e", "FILE:h", "--json"],
    "algorithm": ["solve", EASY, "-a", "FILE:a", "--json"],
    "workers": ["solve", "boards.txt", "-a", "astar", "-e", "FILE:h", "-j", "2", "--json"],
    "compare": ["compare", EASY, "-a", "FILE:a,astar(FILE:h)", "--json"],
    "examine": ["examine", "FILE:h", "--size", "2x2", "--json"],
    "trace": ["trace", EASY, "-a", "astar", "-e", "FILE:h", "--json"],
}


def test_code_of_users_that_misbehaves(tmp_path: Path, tally: Tally) -> None:
    """The output stays JSON, the exit code is 0, and the command ends."""
    (tmp_path / "boards.txt").write_text(f"{EASY}\n" * 2)
    for (misdeed, code), (caller, arguments) in product(MISDEEDS.items(), CALLERS.items()):
        file = tmp_path / "own.py"
        file.write_text(OWN.format(code))
        command = [*TAQUIN, *(word.replace("FILE", str(file)) for word in arguments)]
        with started(command, cwd=tmp_path) as process:
            output, errors = wait_for_all(process)
        tally.add(complaint(process.returncode, output, errors), (misdeed, caller))


PROCESSES = {
    "child": "subprocess.Popen(SLEEP)",
    "session": "subprocess.Popen(SLEEP, start_new_session=True, stdout=-3, stderr=-3)",
    "orphan": "subprocess.run(['sh', '-c', '\"$@\" & exit', 'sh', *SLEEP])",
    "deaf": "subprocess.Popen(['sh', '-c', 'trap \"\" INT TERM HUP; \"$@\"', 'sh', *SLEEP])",
}
SLEEP = "SLEEP = ['sh', '-c', 'echo $$ >> pids; exec sleep 1000']\n"
SHELL = 'sleep 1000 < /dev/null > /dev/null 2>&1 & echo $! > others; exec "$@"'
"""A shell that has started a process, and becomes the command."""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has subreapers")
@pytest.mark.parametrize("caller", ["heuristic", "workers"])
@pytest.mark.parametrize("signals", [0, 1])
def test_processes_of_users(signals: int, caller: str, tmp_path: Path, tally: Tally) -> None:
    """They end with the command: when it has its result, or gets a signal while the user's function hangs."""
    (tmp_path / "boards.txt").write_text(f"{EASY}\n" * 2)
    pids, others, file = tmp_path / "pids", tmp_path / "others", tmp_path / "own.py"
    for name, code in PROCESSES.items():
        file.write_text(SLEEP + OWN.format(code + "; time.sleep(1e6)" * signals))
        command = [*TAQUIN, *(word.replace("FILE", str(file)) for word in CALLERS[caller])]
        with started(["sh", "-c", SHELL, "sh", *command], cwd=tmp_path) as process:
            wait_until(lambda: pids.exists() and pids.read_text().endswith("\n"))
            for _ in range(signals):
                process.send_signal(signal.SIGTERM)
            wait_for_all(process)
            left = [pid for pid in map(int, pids.read_text().split()) if is_alive(pid)]
            is_right = process.returncode == 130 * signals and not left and is_alive(int(others.read_text()))
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        tally.add("" if is_right else f"exit code {process.returncode}, left {left}", name)
        pids.unlink()


def complaint(code: int, output: str, errors: str) -> str:
    try:
        json.loads(output)
    except ValueError:
        return f"exit code {code}, no JSON: {output[-200:]} {errors[-300:]}"
    return "" if code == 0 and "Traceback" not in errors else f"exit code {code}: {errors[-300:]}"
