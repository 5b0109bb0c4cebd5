"""Worker processes end with their parent, whatever they do and however it ends."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from random import Random

import pytest

from processes import TAQUIN, started, wait_for_all
from taquin import _native
from taquin.system.worker_process import Lifeline
from waiting import PATIENCE, children, wait_until

if os.name != "posix":
    pytest.skip("signals", allow_module_level=True)

EASY = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15"
HARD = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1"

SCRIPT = """
import multiprocessing, sys
from taquin import solve_many
from taquin.system import worker_process

if __name__ == "__main__":
    method, algorithm, mechanism, *boards = sys.argv[1:]
    if mechanism == "thread":
        worker_process._is_killed_at_end_of = lambda lifeline: False
    multiprocessing.set_start_method(method)
    for result in solve_many(boards, algorithm=algorithm, jobs=2):
        print(result.length, flush=True)
"""

needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux kills workers")


@pytest.fixture
def script(tmp_path: Path) -> str:
    """Solves boards in two workers, with a start method, an algorithm and a mechanism."""
    path = tmp_path / "script.py"
    path.write_text(SCRIPT)
    return str(path)


@pytest.mark.skipif("ida_star" not in _native.capabilities(), reason=_native.describe())
@pytest.mark.parametrize(
    ("method", "mechanism"),
    [
        pytest.param("fork", "kernel", marks=needs_linux),
        pytest.param("spawn", "kernel", marks=[needs_linux, pytest.mark.slow]),
        pytest.param("forkserver", "kernel", marks=[needs_linux, pytest.mark.slow]),
        ("fork", "thread"),
    ],
)
def test_a_native_search_ends_with_the_parent(script: str, method: str, mechanism: str) -> None:
    """Both workers have solved a board, and search for the solution of a hard one."""
    algorithm = "ida_star(misplaced)"
    command = [sys.executable, script, method, algorithm, mechanism, EASY, EASY, HARD, HARD]
    with started(command) as process:
        assert process.stdout is not None
        assert [process.stdout.readline(), process.stdout.readline()] == ["1\n", "1\n"]
        process.kill()
        assert wait_for_all(process)[1] == ""


@needs_linux
def test_a_worker_that_holds_the_gil_ends_with_the_parent(script: str, tmp_path: Path) -> None:
    """The heuristic is a regular expression that is never matched, and no other thread can run meanwhile."""
    heuristic = tmp_path / "endless.py"
    heuristic.write_text(
        "import os, pathlib, re\n"
        "def endless(board, goal):\n"
        "    pathlib.Path(__file__).with_name(f'{os.getpid()}.worker').touch()\n"
        "    return int(re.match('(a+)+$', 'a' * 60 + 'b') is None)\n"
    )
    with started([sys.executable, script, "fork", f"ida_star({heuristic}:endless)", "kernel", HARD, HARD]) as process:
        wait_until(lambda: len([*tmp_path.glob("*.worker")]) == 2)
        process.kill()
        wait_for_all(process)


def test_the_end_of_the_interpreter_ends_the_workers(tmp_path: Path) -> None:
    """An iterator that is neither exhausted nor closed does not keep the process."""
    script = tmp_path / "script.py"
    script.write_text(
        "from taquin import solve_many\n"
        f"results = solve_many(['{EASY}', '{HARD}'], algorithm='ida_star(misplaced)', backend='python', jobs=2)\n"
        "print(next(results).length)\n"
    )
    with started([sys.executable, str(script)]) as process:
        assert wait_for_all(process) == ("1\n", "")
        assert process.returncode == 0


@pytest.mark.slow
@pytest.mark.attack
def test_a_parent_that_is_killed_while_its_workers_start_leaves_none(tmp_path: Path) -> None:
    boards = tmp_path / "boards.txt"
    boards.write_text(f"{HARD}\n" * 8)
    command = [*TAQUIN, "solve", str(boards), "-a", "ida_star(misplaced)", "--jobs", "4"]
    rng = Random(1)
    for _ in range(40):
        with started(command) as process:
            wait_until(lambda: bool(children(process.pid)))
            time.sleep(rng.expovariate(200))
            process.kill()
            wait_for_all(process)


@needs_linux
def test_the_lifeline_stays_open_as_long_as_the_worker_runs() -> None:
    """Also if the worker itself does not keep it, as one of the server."""
    script = (
        "import re, sys\n"
        "from multiprocessing.connection import Connection\n"
        "from taquin.system.worker_process import begin_worker\n"
        "begin_worker(Connection(int(sys.argv[1]), writable=False), 1)\n"
        "print('begun', flush=True)\n"
        "re.match('(a+)+$', 'a' * 60 + 'b')"
    )
    lifeline = Lifeline()
    reader = lifeline.reader.fileno()
    with started([sys.executable, "-c", script, str(reader)], pass_fds=[reader]) as process:
        lifeline.hand_over()
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        lifeline.cut()
        assert process.wait(PATIENCE) == -signal.SIGKILL


def test_another_child_of_the_parent_does_not_keep_its_workers(script: str, tmp_path: Path) -> None:
    """A process that the parent forks for itself, after its workers, does not hold their lifelines."""
    other = tmp_path / "other.py"
    other.write_text(
        "import os, sys, time\n"
        "from taquin import solve_many\n"
        f"results = solve_many(['{EASY}', '{HARD}'], algorithm='ida_star(misplaced)', backend='python', jobs=2)\n"
        "next(results)\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    os.close(1), os.close(2)\n"
        "    time.sleep(600)\n"
        "print(child, flush=True)\n"
        "next(results)\n"
    )
    with started([sys.executable, str(other)]) as process:
        assert process.stdout is not None
        child = int(process.stdout.readline())
        process.kill()
        wait_for_all(process)
        os.kill(child, signal.SIGKILL)
