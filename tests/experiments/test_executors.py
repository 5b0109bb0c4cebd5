"""Experiments and ``solve_many`` on executors: lost workers cost no result, and no run counts twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from looping import for_each
from taquin import Solution, Status, solve, solve_many
from taquin.cli import run
from taquin.errors import BackendError, SpecError
from taquin.experiments import Plan, load, run_experiment
from taquin.experiments.records import Row
from taquin.experiments.running.batches import run_on_executor
from taquin.experiments.running.local_runs import lost_record, run_locally
from taquin.experiments.running.task import RunTask
from taquin.run.limits import Cancellation
from waiting import PATIENCE, wait_until

SAME = ("instances", "index", "method", "repetition", "seed", "status", "length", "moves", "expanded", "generated")


def content(path: Path) -> list[tuple[Any, ...]]:
    """What must not depend on where the runs were made."""
    return sorted((tuple(row[name] for name in SAME) for row in load(path)), key=repr)


def test_threads_with_batches_give_the_records_of_this_machine(tmp_path: Path) -> None:
    plan = Plan(("random(2x3, count=4, seed=2)",), ("bfs", "astar(manhattan)"))
    with ThreadPoolExecutor(2) as executor:
        summary = run_experiment(plan, tmp_path / "threads.jsonl", executor=executor, jobs=2)
    run_experiment(plan, tmp_path / "here.jsonl", jobs=2)
    assert summary.new == 8
    assert content(tmp_path / "threads.jsonl") == content(tmp_path / "here.jsonl")
    with ThreadPoolExecutor(1) as executor:
        assert run_experiment(plan, tmp_path / "threads.jsonl", executor=executor).new == 0


class KilledWorker(Exception):
    """The name of the error of dask.distributed for a batch whose workers were lost."""


class _Immediate(Executor):
    """An executor that runs everything at once, in this thread."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - as an executor does
            future.set_exception(error)
        return future


def test_lost_batches_are_tried_again_and_no_run_counts_twice() -> None:
    plan = Plan(("random(2x2, count=20)",), ("bfs",))
    tasks = plan.tasks()
    records = {task.record["index"]: lost_record(task, "") for task in tasks}
    attempts: Counter[int] = Counter()

    def call(batch: Sequence[Row]) -> list[Row]:
        for row in batch:
            attempts[row["index"]] += 1
        if any(row["index"] in (3, 4) and attempts[row["index"]] < 3 for row in batch):
            raise KilledWorker
        found = [{**records[row["index"]], "status": "limit", "lower_bound": 1} for row in batch if row["index"] != 7]
        return found + found[:1]  # one twice

    rows = list(run_on_executor(tasks, _Immediate(), lambda: 2, call=call))
    assert sorted(row["index"] for row in rows) == list(range(1, 21))
    failed = {row["index"]: row["error"] for row in rows if row["status"] != "limit"}
    assert failed == {7: f"{LAST}its worker returned no record"}


@pytest.fixture
def recorded() -> tuple[RunTask, Row]:
    """A run, and its record."""
    (task, *_) = Plan(("hardest8",), ("ida_star(manhattan)",)).tasks()
    (record,) = run_locally([task], jobs=1)
    return task, record


LAST = "3 attempts failed; the last one: "
INVALID = f"{LAST}its worker returned an invalid record"
NO_SOLUTION = {"moves": None, "length": None, "cost": None, "replayed": None}


@for_each(
    ("lie", "status", "error"),
    [
        ({"moves": "U" * 31}, "error", "the moves of the solution do not lead to the goal"),
        ({**NO_SOLUTION, "status": "unsolvable"}, "error", "the run calls a solvable board unsolvable"),
        ({"board": "1 2 3 / 4 5 6 / 7 8 0", "optimum": 3, "agrees": False, "replayed": None}, "solved", None),
        (
            {"length": 10**400},
            "killed",
            f"{INVALID}: length: expected a whole number, found a number of about 400 digits",
        ),
        ({"length": 30}, "killed", f"{INVALID}: length: found 30, and 31 moves"),
        ({"status": "won"}, "killed", f"{INVALID}: status: found 'won', with a solution and lower_bound 31"),
        ({"lower_bound": 32}, "killed", f"{INVALID}: lower_bound: found 32 for optimal length 31"),
        ({"method": "bfs"}, "killed", f"{INVALID}: it is of another run, ('hardest8', 1, 'bfs', 1)"),
        ({"from_a_later_version": 1}, "solved", None),
        ({"status": "error", "error": "a fault"}, "error", "a fault"),
    ],
)
def test_what_a_worker_returns_is_judged(
    recorded: tuple[RunTask, Row], lie: Row, status: str, error: str | None
) -> None:
    task, returned = recorded
    warnings: list[str] = []
    (record,) = run_on_executor(
        [task], _Immediate(), lambda: 1, call=lambda batch: [{**returned, **lie}], warn=warnings.append
    )
    assert (record["status"], record["error"]) == (status, error)
    assert warnings == ([f"1 run will be tried again: {error.removeprefix(LAST)}"] if error and LAST in error else [])
    assert (record["board"], record["optimum"]) == (task.record["board"], task.record["optimum"])
    assert status != "solved" or (record["replayed"] and record["agrees"])


def test_an_executor_that_fails_is_named() -> None:
    tasks = Plan(("hardest8",), ("bfs",)).tasks()

    def call(batch: Sequence[Row]) -> list[Row]:
        raise ModuleNotFoundError("No module named 'taquin'")

    with pytest.raises(BackendError, match=r"No module named 'taquin' \(is Taquin installed on the workers"):
        next(run_on_executor(tasks, _Immediate(), lambda: 1, call=call))


def test_a_cancellation_waits_for_nothing() -> None:
    tasks = Plan(("hardest8",), ("bfs",)).tasks()
    cancellation = Cancellation()
    cancellation.cancel()
    submitted: list[Future[Any]] = []

    class Never(Executor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            submitted.append(Future())
            return submitted[-1]

    assert list(run_on_executor(tasks, Never(), lambda: 1, cancellation)) == []
    assert submitted
    assert all(future.cancelled() for future in submitted)


def test_solve_many_takes_an_executor() -> None:
    boards = ["1 2 3 / 4 0 5 / 6 7 8", "8 6 7 / 2 5 4 / 3 0 1", "1 2 3 / 4 5 6 / 7 0 8"]
    done: list[int] = []
    with ThreadPoolExecutor(2) as executor:
        results = solve_many(boards, executor=executor, batch_progress=lambda progress: done.append(progress.done))
        assert [result.length for result in results] == [14, 31, 1]
        assert done == [1, 2, 3]
        with pytest.raises(SpecError, match="use jobs or an executor, not both"):
            solve_many(boards, executor=executor, jobs=2)
        endless = solve_many((boards[0] for _ in iter(int, 1)), executor=executor)
        assert next(endless).length == 14
        endless.close()  # type: ignore[attr-defined]


def test_solve_many_does_not_believe_an_executor() -> None:
    board, other = "1 2 3 / 4 0 5 / 6 7 8", solve("1 2 3 / 4 5 6 / 7 0 8")
    honest = solve(board)
    lies: list[Any] = [
        None,
        other,
        replace(honest, solution=other.solution),
        replace(honest, solution=Solution(board, "UD")),
        replace(honest, solution=None),
        replace(honest, solution=None, status=Status.UNSOLVABLE),
        replace(honest, lower_bound=15),
    ]
    lying = _Immediate()
    for lie in lies:
        submitted: Future[Any] = Future()
        submitted.set_result(lie)
        lying.submit = lambda *arguments, future=submitted: future  # type: ignore[method-assign]
        with pytest.raises(BackendError, match="a worker returned a false result for Board"):
            list(solve_many([board], executor=lying))


def test_without_a_scheduler_one_line_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    arguments = ["experiment", "-i", "hardest8", "-m", "bfs", "-o", str(tmp_path / "r.jsonl"), "--dask", "local"]
    assert run(arguments) == 2
    assert 'needs dask.distributed, which is not installed (pip install "distributed>=' in capsys.readouterr().err


# With a real scheduler and two workers, in processes of their own, over TCP


@contextmanager
def program(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([sys.executable, "-m", "dask", *arguments], stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        finally:
            process.kill()


WAITS = """
import os, time
from pathlib import Path

def waits(space):
    place = Path({folder!r}) / f"running-{{os.getpid()}}"
    place.touch()
    while not (Path({folder!r}) / "go").exists():
        time.sleep(0.01)
    place.unlink()
    return None
"""


@pytest.mark.slow
def test_a_worker_that_is_killed_costs_no_result_on_a_dask_cluster(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    own = tmp_path / "own.py"
    own.write_text(WAITS.format(folder=str(tmp_path)))
    plan = Plan(
        ("random(3x3, count=3, seed=1)",), ("astar(manhattan)", "hill_climbing(manhattan)", f"{own}:waits"), repeat=2
    )
    scheduler_file = tmp_path / "scheduler.json"
    worker = ("worker", "--scheduler-file", str(scheduler_file), "--nthreads", "1", "--no-dashboard")
    methods = [word for method in plan.methods for word in ("-m", method)]
    arguments = ["experiment", "-i", *plan.instances, *methods, "-r", "2"]
    with (
        program("scheduler", "--scheduler-file", str(scheduler_file), "--port", "0", "--no-dashboard"),
        program(*worker, "--no-nanny") as first,
        program(*worker),
    ):
        wait_until(scheduler_file.exists)
        address = json.loads(scheduler_file.read_text())["address"]
        assert address.startswith("tcp://")
        here = [sys.executable, "-m", "taquin", *arguments]
        output = tmp_path / "cluster.jsonl"
        experiment = subprocess.Popen([*here, "-o", str(output), "--dask", address], stderr=subprocess.PIPE, text=True)
        wait_until(lambda: len(list(tmp_path.glob("running-*"))) >= 2 or experiment.poll() is not None)
        os.kill(first.pid, signal.SIGKILL)
        (tmp_path / "go").touch()
        _, errors = experiment.communicate(timeout=PATIENCE)
        assert (experiment.returncode, errors) == (0, "")
        rows = output.read_text().splitlines()
        assert len(rows) == len(load(output)) == 18
        again = subprocess.run(
            [*here, "-o", str(output), "--dask", address], capture_output=True, text=True, check=True
        )
        assert "none of them new" in again.stdout
    run_experiment(plan, tmp_path / "here.jsonl", jobs=2)
    assert content(output) == content(tmp_path / "here.jsonl")
