"""How processes end: Python exits during searches of the core, signals meet full pipes, users' code misbehaves."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

import pytest

from figures import Tally
from processes import TAQUIN, started, wait_for_all
from taquin import _native
from taquin.system.interrupts import END_SIGNALS
from waiting import PATIENCE, is_alive, wait_until

if os.name != "posix":
    pytest.skip("signals", allow_module_level=True)

pytestmark = pytest.mark.attack

EASY = "1 2 3 / 4 0 5 / 7 8 6"
HARD = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"

# Python exits -------------------------------------------------------------------------------------------------------

SEARCHES = [
    "ida_star(manhattan)",
    "ida_star(manhattan, threads=3)",
    "ida_star(linear_conflict)",
    "astar(manhattan)",
    "bfs",
    "bidirectional",
    "anytime",
]


@pytest.mark.skipif(not _native.is_available(), reason="the native core is not installed")
def test_exits_of_python_during_a_search(tally: Tally) -> None:
    """Several searches in daemon threads, and an exit at a random moment."""
    random = Random(1)
    for _ in range(40):
        methods = random.choices(SEARCHES, k=3)
        script = (
            "import sys, threading, time, taquin\n"
            "begun = threading.Semaphore(0)\n"
            "def search(method):\n"
            f"    taquin.solve({HARD!r}, algorithm=method, progress=lambda progress: begun.release(), time=60)\n"
            f"for method in {methods}:\n"
            "    threading.Thread(target=search, args=(method,), daemon=True).start()\n"
            "begun.acquire()\n"
            f"time.sleep({random.uniform(0, 0.1)})\n"
            "sys.exit(7)"
        )
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        is_right = (done.returncode, done.stdout, done.stderr) == (7, "", "")
        tally.add("" if is_right else f"exit code {done.returncode}: {done.stderr[-300:]}", methods)


# Full pipes ---------------------------------------------------------------------------------------------------------

WRITERS = {
    "solve --steps": ["solve", "boards.txt", "--steps"],
    "solve --report jsonl": ["solve", "boards.txt", "--report", "jsonl"],
    "solve in processes": ["solve", "boards.txt", "--report", "jsonl", "-j", "2"],
    "solve -o": ["solve", "large.txt", "-a", "constructive", "--steps", "-o", "/dev/stdout"],
    "solve boards -o": ["solve", "boards.txt", "--steps", "-o", "/dev/stdout"],
    "random": ["random", "4x4", "--count", "100000000"],
    "trace -o": ["trace", "8 6 7 / 2 5 4 / 3 0 1", "-a", "astar", "-o", "-"],
    "trace --all": ["trace", "8 6 7 / 2 5 4 / 3 0 1", "-a", "astar", "--all"],
    "draw": ["tree", "8 6 7 / 2 5 4 / 3 0 1", "-a", "astar", "--format", "svg", "--max-nodes", "5000"],
}


@pytest.fixture
def pipe() -> Iterator[int]:
    """The write end of a pipe from which nothing is read."""
    reader, writer = os.pipe()
    yield writer
    os.close(reader)
    os.close(writer)


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("number", END_SIGNALS)
def test_signals_to_commands_whose_output_nobody_reads(
    name: str, number: signal.Signals, pipe: int, tmp_path: Path
) -> None:
    (tmp_path / "boards.txt").write_text("8 6 7 / 2 5 4 / 3 0 1\n" * 500)
    (tmp_path / "large.txt").write_text(" ".join(map(str, [62, 63, *range(61, -1, -1)])))
    with started([*TAQUIN, *WRITERS[name]], cwd=tmp_path, stdout=pipe) as process:
        wait_until(lambda: process.poll() is not None or not select.select([], [pipe], [], 0)[1])
        process.send_signal(number)
        _, errors = wait_for_all(process)
    assert process.returncode == 130
    assert errors.endswith("taquin: interrupted\n")


# Users' code --------------------------------------------------------------------------------------------------------

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
