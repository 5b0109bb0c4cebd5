"""The watchdog ends runs whose user's functions do not return."""

from __future__ import annotations

import signal
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

import pytest

from processes import TAQUIN
from taquin.heuristics.base import Heuristic
from taquin.puzzle.board import Board, State
from taquin.puzzle.problem import Problem
from taquin.run import execution
from taquin.run.limits import Cancellation, Limits
from taquin.run.result import Status
from taquin.solving.method import choose_method
from taquin.solving.solver import run_prepared, solve
from taquin.solving.spaces import search
from waiting import PATIENCE, wait_until

EASY = "1 2 3 / 4 0 5 / 7 8 6"


@pytest.fixture(autouse=True)
def short_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(execution, "GRACE", 0.1)
    monkeypatch.setattr(execution, "LAST_GRACE", 0.1)


@pytest.fixture(autouse=True)
def no_watchdog_stays() -> Any:
    yield
    wait_until(lambda: all("watchdog" not in thread.name for thread in threading.enumerate()))


begun: list[float] = []  # when a function that does not return was called


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of a run begins to go when such a function is called: what comes before takes no time."""
    begun.clear()

    def now() -> float:
        return time.perf_counter() - begun[0] if begun else 0.0

    monkeypatch.setattr("taquin.run.budget.perf_counter", now)
    monkeypatch.setattr(execution, "perf_counter", now)


def loops(board: object, goal: object = None) -> NoReturn:
    begun.append(time.perf_counter())
    while True:
        pass


class Loops(Heuristic):
    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        loops(goal)

    def __call__(self, state: State) -> float:
        return 0


def loops_as_algorithm(space: object) -> NoReturn:
    loops(space)


class Loop:
    start = 0

    def is_goal(self, state: int) -> bool:
        return False

    def successors(self, state: int) -> list[tuple[int, int]]:
        if state == 2:
            loops(state)
        return [(0, state + 1)]


RUNS: dict[str, Callable[..., Any]] = {
    "loops": lambda **limits: solve(EASY, algorithm="astar", heuristic=loops, **limits),
    "Loops.__init__": lambda **limits: solve(EASY, algorithm="ida_star", heuristic=Loops, **limits),
    "loops_as_algorithm": lambda **limits: solve(EASY, algorithm=loops_as_algorithm, **limits),
    "Loop.successors": lambda **limits: search(Loop(), "bfs", **limits),
}


@pytest.mark.parametrize("name", RUNS)
def test_a_function_that_does_not_return_is_interrupted_after_the_time_limit(name: str) -> None:
    result = RUNS[name](time=0.05)
    assert result.status is Status.LIMIT
    assert result.reason.startswith(f"reached the time limit of 0.05 s, and {name} (test_watchdog.py, line ")
    assert result.reason.endswith(") has not returned")


@pytest.mark.parametrize("name", ["loops", "Loop.successors"])
def test_a_function_that_does_not_return_is_interrupted_by_a_cancellation(name: str) -> None:
    cancellation = Cancellation()

    def cancel() -> None:
        wait_until(lambda: bool(begun))
        cancellation.cancel()

    threading.Thread(target=cancel).start()
    result = RUNS[name](cancellation=cancellation)
    assert result.status is Status.CANCELLED
    assert "has not returned" in result.reason


def test_preparing_is_watched_too() -> None:
    result = run_prepared(Problem(EASY), choose_method("astar", Loops), limits=Limits(time=0))
    assert result.status is Status.LIMIT
    assert "Loops.__init__" in result.reason


def test_a_part_of_a_maximum_is_watched(tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text("def forever(board):\n    while True:\n        pass\n")
    begun.append(time.perf_counter())
    result = solve(EASY, algorithm=f"astar(max(manhattan, {own}:forever))", time=0)
    assert "forever (own.py, line " in result.reason


def test_a_function_that_returns_is_left_alone() -> None:
    def slow(board: Board) -> float:
        time.sleep(0.001)
        return float(board != Board("1 2 3 / 4 5 6 / 7 8 0"))

    assert solve(EASY, algorithm="astar", heuristic=slow, time=PATIENCE).length == 2


def test_the_process_can_be_ended_if_nothing_else_helps() -> None:
    reasons: list[str] = []

    def swallows(board: Board) -> float:
        begun.append(time.perf_counter())
        while not reasons:
            with suppress(BaseException):
                time.sleep(0.01)
        return 0

    with execution.ending_the_process(reasons.append):
        result = solve(EASY, algorithm="astar", heuristic=swallows, time=0.05)
    assert result.status is Status.LIMIT
    assert len(reasons) == 1
    assert "swallows (test_watchdog.py, line " in reasons[0]


# At the command line


OWN = """
import time, sys

def loops(board):
    print("begun", file=sys.stderr, flush=True)
    while True:
        pass

def sleeps(board):
    time.sleep(1e6)
"""


def start(folder: Path, name: str, *arguments: str) -> subprocess.Popen[str]:
    (folder / "own.py").write_text(OWN)
    command = [*TAQUIN, "solve", EASY, "-a", "astar", "-e", f"own.py:{name}", *arguments]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.slow
def test_the_command_line_says_which_function_does_not_return(tmp_path: Path) -> None:
    with start(tmp_path, "sleeps", "--time", "1") as process:
        output, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, output) == (3, "")
    expected = "taquin: error: reached the time limit of 1 s, and sleeps (own.py, line 10) has not returned; it cannot"
    assert errors.startswith(expected)
    assert errors.count("\n") == 1


def test_ctrl_c_ends_a_loop_at_the_command_line(tmp_path: Path) -> None:
    with start(tmp_path, "loops") as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "begun\n"
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "loops (own.py, line " in output
