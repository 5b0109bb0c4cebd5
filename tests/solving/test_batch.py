"""``solve_many``: results in order, in one process or in several, until a cancellation."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Iterator
from itertools import count
from multiprocessing import get_start_method
from pathlib import Path
from random import Random

import pytest

from taquin.analysis.random_boards import random_board, scrambled_board
from taquin.errors import BackendError, BoardError, HeuristicError, InternalError, SpecError
from taquin.heuristics.manhattan import Manhattan
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.run import execution
from taquin.run.limits import Cancellation, Limits
from taquin.run.progress import BatchProgress
from taquin.run.result import Result, Status
from taquin.solving import batch
from taquin.solving.batch import solve_many
from taquin.solving.method import choose_method
from taquin.system import pool, worker_process
from waiting import is_alive, wait_until

KORF_1 = Board("14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3")
RNG = Random(1)
BOARDS = [random_board(Shape(3, 3), rng=RNG) for _ in range(24)]
BOARDS[5] = BOARDS[5].swapped(1, 2)  # unsolvable


def plain(results: Iterator[Result]) -> list[dict[str, object]]:
    return [{**result.to_dict(), "seconds": 0} for result in results]


@pytest.mark.parametrize(
    "arguments",
    [
        {"algorithm": "astar", "heuristic": "walking_distance"},
        {"algorithm": "wastar", "options": {"weight": 3}, "goal": "snail"},
        {"algorithm": "bfs", "limits": Limits(nodes=300)},
        {"algorithm": "annealing(trials=200)", "backend": "python"},
        {},
    ],
)
def test_processes_give_the_same_results(arguments: dict[str, object]) -> None:
    """In the order of the boards."""
    one = plain(solve_many(BOARDS, **arguments))  # type: ignore[arg-type]
    assert [Board(str(result["start"])) for result in one] == BOARDS
    assert "unsolvable" in {result["status"] for result in one}
    assert one == plain(solve_many(BOARDS, jobs=2, **arguments))  # type: ignore[arg-type]


def test_order_holds_when_the_first_board_is_the_hardest() -> None:
    easy = [scrambled_board(standard(Shape(4, 4)), 3, rng=Random(seed)) for seed in range(10)]
    hard = scrambled_board(standard(Shape(4, 4)), 200, rng=Random(3))
    results = list(solve_many([hard, *easy], algorithm="bfs", limits=Limits(nodes=50_000), backend="python", jobs=2))
    assert results[0].status is Status.LIMIT
    assert [result.start for result in results] == [hard, *easy]


@pytest.mark.parametrize("jobs", [1, 2])
def test_boards_are_read_only_a_little_ahead(jobs: int) -> None:
    """An endless source is not read to its end, and closing the iterator of results ends the work."""
    taken = 0

    def source() -> Iterator[Board]:
        nonlocal taken
        while True:
            taken += 1
            yield BOARDS[taken % 5]

    results = solve_many(source(), algorithm="greedy", jobs=jobs)
    assert [next(results).is_solved for _ in range(10)] == [True] * 10
    results.close()  # type: ignore[attr-defined]
    assert 10 <= taken <= 30


def cancelling_when_all_search(folder: Path, jobs: int) -> tuple[Cancellation, threading.Thread]:
    """A thread that cancels when every process has left a file in the folder."""
    cancellation = Cancellation()

    def cancel() -> None:
        wait_until(lambda: len([*folder.glob("*.process")]) == jobs)
        cancellation.cancel()

    cancelling = threading.Thread(target=cancel)
    cancelling.start()
    return cancellation, cancelling


@pytest.mark.parametrize("jobs", [1, 2])
def test_cancellation_ends_the_running_search_and_all_that_follow(jobs: int, tmp_path: Path) -> None:
    """Each process leaves a file when it has evaluated a hundred boards; then the run is cancelled."""
    heuristic = tmp_path / "counting.py"
    heuristic.write_text(
        "import itertools, os, pathlib\n"
        "calls = itertools.count()\n"
        "def counting(board, goal):\n"
        "    if next(calls) == 100:\n"
        "        pathlib.Path(__file__).with_name(f'{os.getpid()}.process').touch()\n"
        "    return 0\n"
    )
    cancellation, cancelling = cancelling_when_all_search(tmp_path, jobs)
    spec = f"ida_star({heuristic}:counting)"
    results = list(solve_many([KORF_1] * 50, "blank-first", algorithm=spec, cancellation=cancellation, jobs=jobs))
    cancelling.join()
    assert [result.status for result in results] == [Status.CANCELLED] * jobs
    assert all(result.stats.expanded > 0 for result in results)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_in_a_board_comes_after_the_results_before_it(jobs: int) -> None:
    results = solve_many([*BOARDS[:3], "1 1 2 3", BOARDS[3]], jobs=jobs)
    assert [next(results).start for _ in range(3)] == BOARDS[:3]
    with pytest.raises(BoardError, match=r"^board 4: tile 1 appears twice"):
        next(results)


def test_arguments_of_the_wrong_kind() -> None:
    with pytest.raises(SpecError, match="expected a list of boards, found text"):
        solve_many("1 2 3 / 4 5 6 / 7 8 0")
    with pytest.raises(SpecError, match="expected jobs to be a whole number from 1 to 1,024, found 0"):
        solve_many(BOARDS, jobs=0)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_cancellation_between_two_boards(jobs: int) -> None:
    cancellation = Cancellation()
    finished = []
    for result in solve_many(BOARDS, algorithm="greedy", cancellation=cancellation, jobs=jobs):
        finished.append(result)
        if len(finished) == 3:
            cancellation.cancel()
    assert [result.start for result in finished] == BOARDS[: len(finished)]
    assert all(result.is_solved for result in finished[:3])
    assert finished[-1].status is Status.CANCELLED
    assert len(finished) == 4 or jobs == 2  # the others were begun


@pytest.mark.parametrize("jobs", [1, 2])
def test_errors_in_a_worker_are_raised(jobs: int, tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text("def bad(board, goal):\n    return 1 / (board[0, 0] - board[0, 0])\n")
    with pytest.raises(HeuristicError, match="bad failed on"):
        list(solve_many(BOARDS[:3], algorithm=f"astar({file}:bad)", jobs=jobs))
    with pytest.raises(BackendError, match="cannot run rbfs"):
        list(solve_many(BOARDS[:3], algorithm="rbfs", backend="native", jobs=jobs))


def test_a_worker_that_ends_is_an_internal_error(tmp_path: Path) -> None:
    file = tmp_path / "exits.py"
    file.write_text(
        f"import os\ndef exits(board, goal):\n    os.getpid() == {os.getpid()} or os._exit(1)\n    return 0\n"
    )
    with pytest.raises(InternalError, match="a worker process ended unexpectedly"):
        list(solve_many(BOARDS[:3], algorithm=f"astar({file}:exits)", jobs=2))


def zero(board: Board) -> int:
    return 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"algorithm": "astar", "heuristic": lambda board: 0}, "the heuristic <lambda> cannot be sent to worker"),
        ({"algorithm": lambda space: None}, "the algorithm <lambda> cannot be sent to worker"),
        ({"algorithm": "dfs", "options": {"frontier": threading.Lock()}}, "the options .* cannot be sent to worker"),
        ({"algorithm": choose_method("astar", lambda board: 0)}, r"the algorithm astar\(.*cannot be sent to worker"),
        ({"progress": print}, "progress is known only with jobs=1"),
    ],
)
def test_what_cannot_be_sent_to_a_worker_is_an_error_at_once(arguments: dict[str, object], message: str) -> None:
    """No board is read and no process is started; one process needs to send nothing."""
    with pytest.raises(SpecError, match=message):
        solve_many(iter(BOARDS), jobs=2, **arguments)  # type: ignore[arg-type]


def test_functions_of_a_module_methods_and_classes_are_sent() -> None:
    method = choose_method("wastar(manhattan, weight=2)")
    boards = ["1 2 3 / 4 0 5 / 7 8 6", [[1, 2, 3], [4, 5, 6], [7, 0, 8]]]
    for arguments in (
        {"algorithm": "astar", "heuristic": zero, "admissible": True},
        {"algorithm": method},
        {"algorithm": "astar", "heuristic": method.heuristic},
        {"algorithm": "astar", "heuristic": Manhattan},
    ):
        results = list(solve_many(boards, jobs=2, **arguments))  # type: ignore[arg-type]
        assert [result.length for result in results] == [2, 1]


def test_what_a_worker_cannot_load_is_an_error() -> None:
    """As with a function of a notebook where new processes do not begin as copies of the old one."""
    with pytest.raises(SpecError, match="a worker process cannot load the algorithm or the heuristic"):
        batch._unpacked(b"no pickle")


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_progress_of_the_batch_counts_every_board(jobs: int) -> None:
    seen: list[BatchProgress] = []
    results = list(solve_many(BOARDS, algorithm="greedy", batch_progress=seen.append, jobs=jobs))
    assert [each.done for each in seen] == list(range(1, len(BOARDS) + 1))
    assert {each.total for each in seen} == {len(BOARDS)}
    assert seen[-1].solved == sum(result.is_solved for result in results) == len(BOARDS) - 1
    seen.clear()
    list(solve_many(iter(BOARDS[:2]), algorithm="greedy", batch_progress=seen.append, jobs=jobs))
    assert [(each.done, each.total) for each in seen] == [(1, None), (2, None)]


needs_fork = pytest.mark.skipif(get_start_method() != "fork", reason="workers do not inherit what a test has changed")


# Functions of users that do not return


@pytest.fixture
def endless(tmp_path: Path) -> str:
    """A heuristic that never returns: a regular expression that is never matched. It leaves a file in each process."""
    heuristic = tmp_path / "endless.py"
    heuristic.write_text(
        "import os, pathlib, re\n"
        "def endless(board, goal):\n"
        "    pathlib.Path(__file__).with_name(f'{os.getpid()}.process').touch()\n"
        "    return int(re.match('(a+)+$', 'a' * 60 + 'b') is None)\n"
    )
    return f"{heuristic}:endless"


def test_a_cancellation_does_not_wait_for_ever(endless: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The workers keep the GIL: nothing in them can end the run."""
    monkeypatch.setattr(pool, "_CANCEL_TIME", 0.2)
    monkeypatch.setattr(pool, "_END_TIME", 0.0)
    cancellation, cancelling = cancelling_when_all_search(tmp_path, 2)
    results = list(solve_many(BOARDS, algorithm=f"astar({endless})", cancellation=cancellation, jobs=2))
    assert [result.status for result in results] == [Status.CANCELLED] * 2
    cancelling.join()
    wait_until(lambda: not any(is_alive(int(path.stem)) for path in tmp_path.glob("*.process")))


@needs_fork
def test_a_function_that_cannot_be_interrupted_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "_trace_hook", lambda *event: None)  # as debuggers and coverage.py do
    monkeypatch.setattr(execution, "GRACE", 0.0)
    monkeypatch.setattr(execution, "LAST_GRACE", 0.0)
    heuristic = tmp_path / "sleeping.py"
    heuristic.write_text("import time\ndef sleeping(board, goal):\n    return time.sleep(600)\n")
    with pytest.raises(HeuristicError, match=r"^reached the time limit of 1 s, and sleeping .* has not returned; it"):
        list(solve_many(BOARDS, algorithm=f"astar({heuristic}:sleeping)", time=1, jobs=2))


# A system that starts no more processes


def let_fork_fail(monkeypatch: pytest.MonkeyPatch, first: int) -> None:
    """Let only the first forks succeed."""
    fork, forks = os.fork, count(1)

    def fork_or_fail() -> int:
        if next(forks) > first:
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        return fork()

    monkeypatch.setattr(os, "fork", fork_or_fail)


@needs_fork
@pytest.mark.parametrize("allowed", [1, 2])
def test_fewer_workers_do_all_the_work(monkeypatch: pytest.MonkeyPatch, allowed: int) -> None:
    let_fork_fail(monkeypatch, allowed)
    results = solve_many(BOARDS, algorithm="astar", backend="python", jobs=4)
    assert [result.start for result in results] == BOARDS


@needs_fork
def test_no_worker_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    let_fork_fail(monkeypatch, 0)
    with pytest.raises(BackendError, match=r"^cannot start worker processes: resource temporarily unavailable"):
        next(solve_many(BOARDS, jobs=2))


@needs_fork
def test_a_worker_that_could_outlive_its_parent_does_not_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the kernel does not end it, a thread must."""

    def fail(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(worker_process, "_is_killed_at_end_of", lambda lifeline: False)
    monkeypatch.setattr(threading.Thread, "start", fail)
    with pytest.raises(BackendError, match=r"^cannot start worker processes: can't start new thread"):
        next(solve_many(BOARDS, jobs=2))


@pytest.mark.parametrize("jobs", [1, 2])
def test_nothing_begins_without_boards_or_after_a_cancellation(jobs: int) -> None:
    cancellation = Cancellation()
    assert list(solve_many([], jobs=jobs)) == []
    cancellation.cancel()
    (only,) = solve_many(BOARDS, cancellation=cancellation, jobs=jobs)
    assert (only.start, only.status, only.stats.expanded) == (BOARDS[0], Status.CANCELLED, 0)


def test_text_is_not_a_list_of_boards() -> None:
    with pytest.raises(SpecError, match="expected a list of boards, found text"):
        solve_many("1 2 3 / 4 5 6 / 7 8 0")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bad_board_in_a_batch_is_an_error(jobs: int) -> None:
    with pytest.raises(BoardError, match="tile 6 appears twice"):
        list(solve_many([BOARDS[0], "8 1 3 / 4 0 2 / 7 6 6"], algorithm="greedy", jobs=jobs))
    with pytest.raises(SpecError, match="expected jobs to be a whole number from 1 to 1,024, found 0"):
        solve_many(BOARDS, jobs=0)


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_results_come_in_the_order_of_the_boards(jobs: int) -> None:
    results = list(solve_many(BOARDS, algorithm="astar(manhattan)", jobs=jobs))
    assert [result.start for result in results] == BOARDS
    assert [number for number, result in enumerate(results) if not result.is_solved] == [5]
    assert results[5].status is Status.UNSOLVABLE
