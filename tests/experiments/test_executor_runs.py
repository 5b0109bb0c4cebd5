"""Experiments on executors: the records of one machine, whatever happens to batches and workers."""

from __future__ import annotations

import os
import signal
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from msgspec.json import decode, encode

from command_line import error_line
from taquin.errors import BackendError, SpecError
from taquin.experiments import Plan, load, run_experiment
from taquin.experiments.running.batches import BatchRequest, run_batch
from taquin.experiments.running.executor_runs import run_on_executor
from taquin.run.limits import Cancellation
from taquin.system.executors import Workers
from waiting import is_alive, wait_until

SAME = ("instances", "index", "method", "repetition", "seed", "status", "length", "moves", "expanded", "generated")
BOARDS = "random(2x3, count=4, seed=2)"

OWN = """
import os, signal, time
from pathlib import Path

def kills_its_batch(space):
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(60)

def kills_its_batch_once(space):
    if not Path({flag!r}).exists():
        Path({flag!r}).touch()
        kills_its_batch(space)
    return None

def waits(space):
    Path({flag!r}).write_text(str(os.getpid()))
    time.sleep(60)
"""


@pytest.fixture
def flag(tmp_path: Path) -> Path:
    """The file by which a run of ``own`` tells that it has begun."""
    return tmp_path / "flag"


@pytest.fixture
def own(tmp_path: Path, flag: Path) -> Path:
    path = tmp_path / "own.py"
    path.write_text(OWN.format(flag=str(flag)))
    return path


def content(path: Path) -> list[tuple[Any, ...]]:
    """What must not depend on where the runs were made; every run that was made twice is there twice."""
    assert len(path.read_text().splitlines()) == len(load(path))
    return sorted((tuple(row[name] for name in SAME) for row in load(path)), key=repr)


def test_an_executor_gives_the_records_of_this_machine_and_resumes(tmp_path: Path) -> None:
    plan = Plan((BOARDS,), ("bfs", "astar(manhattan)", "hill_climbing(manhattan, variant=stochastic)"))
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    with ThreadPoolExecutor(2) as executor:
        assert run_experiment(plan, there, executor=executor, jobs=2).new == 12
        assert run_experiment(plan, there, executor=executor, jobs=2).new == 0
    run_experiment(plan, here, jobs=2)
    assert content(there) == content(here)


def test_requests_larger_than_a_pipe_are_read_by_slow_programs(tmp_path: Path) -> None:
    """A request of more than 64 KiB, which waits until the program has started, is read to its end."""
    tasks = Plan(("random(2x2, count=1)",), ("bfs",), repeat=90).tasks()
    request = encode(BatchRequest(None, str(tmp_path), [task.record for task in tasks]))
    assert len(request) > 1 << 16
    with ThreadPoolExecutor(4) as executor:  # which start more slowly
        answers = list(executor.map(run_batch, [request] * 4))
    assert [len(lines.splitlines()) for lines in answers] == [90] * 4


def test_no_batch_has_more_than_the_share_of_a_worker(tmp_path: Path) -> None:
    """However short the first runs are: the others may take much longer."""
    plan = Plan((BOARDS,), ("bfs", "astar(manhattan)", "ida_star(manhattan)"), repeat=2)
    left, shares = 24, list[bool]()

    class Recording(ThreadPoolExecutor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            nonlocal left
            size = len(decode(args[0], type=BatchRequest).records)
            shares.append(size <= -(-left // 2))
            left -= size
            return super().submit(fn, *args, **kwargs)

    with Recording(2) as executor:
        assert run_experiment(plan, tmp_path / "r.jsonl", executor=executor, jobs=2).is_complete
    assert (left, all(shares)) == (0, True)


def test_a_batch_that_is_killed_loses_nothing(tmp_path: Path, own: Path) -> None:
    plan = Plan((BOARDS,), ("bfs", f"{own}:kills_its_batch_once"))
    with ThreadPoolExecutor(1) as executor:
        summary = run_experiment(plan, tmp_path / "r.jsonl", executor=executor, jobs=lambda: 1)
    assert (summary.statuses, summary.is_complete) == ({"solved": 4, "exhausted": 4}, True)
    content(tmp_path / "r.jsonl")


def test_a_run_that_kills_every_batch_is_recorded_as_killed(tmp_path: Path, own: Path) -> None:
    plan = Plan(("hardest8",), ("astar(manhattan)", f"{own}:kills_its_batch"))
    with ThreadPoolExecutor(2) as executor:
        summary = run_experiment(plan, tmp_path / "r.jsonl", executor=executor, jobs=2)
    assert summary.statuses == {"solved": 2, "killed": 2}
    errors = {row["error"] for row in load(tmp_path / "r.jsonl")}
    assert errors == {None, "3 attempts failed; the last one: its process was killed"}


def test_a_worker_with_another_version_is_refused() -> None:
    tasks = Plan(("hardest8",), ("bfs",)).tasks()
    with (
        ThreadPoolExecutor(1) as executor,
        pytest.raises(BackendError, match=r"^the worker on .*: has taquin .*, not taquin 0\.0 \(install the same"),
    ):
        list(run_on_executor(tasks, Workers(executor, lambda: 1), Cancellation(), version="taquin 0.0"))


def test_a_worker_without_the_file_of_a_method_is_refused_before_the_first_run(tmp_path: Path, own: Path) -> None:
    plan = Plan((BOARDS,), ("bfs", f"{own}:kills_its_batch_once"))
    plan.tasks()
    own.write_text(own.read_text() + "# another file has this path there")
    with ThreadPoolExecutor(1) as executor:
        with pytest.raises(BackendError, match=r"own\S* is not the file of the client \(put it at the same path"):
            run_experiment(plan, tmp_path / "r.jsonl", executor=executor, jobs=1)
        own.unlink()
        with pytest.raises(BackendError, match=r"the worker on .*: cannot read '.*own\S*: [^\n]*$"):
            run_experiment(plan, tmp_path / "r.jsonl", executor=executor, jobs=1)
    assert (tmp_path / "r.jsonl").read_text() == ""


def test_batches_that_fail_in_the_same_way_end_the_experiment(tmp_path: Path) -> None:
    plan = Plan(("hardest8",), ("bfs",), repeat=20)
    submitted: list[Future[bytes]] = []

    class Failing(Executor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            submitted.append(Future())
            submitted[-1].set_exception(OSError("no space left on the worker"))
            return submitted[-1]

    with pytest.raises(BackendError, match=r"^3 tasks failed in a row: OSError: no space left on the worker"):
        run_experiment(plan, tmp_path / "r.jsonl", executor=Failing(), jobs=1)
    assert len(submitted) == 3


def test_an_executor_that_was_shut_down_is_named(tmp_path: Path) -> None:
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.raises(BackendError, match=r"the executor takes no more tasks: "):
        run_experiment(Plan(("hardest8",), ("bfs",)), tmp_path / "r.jsonl", executor=executor)


def test_batches_end_with_their_worker(tmp_path: Path, own: Path, flag: Path) -> None:
    plan = Plan(("hardest8",), (f"{own}:waits",))
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        worker = executor.submit(os.getpid).result()

        def kill_worker(progress: object) -> None:
            if flag.exists() and flag.read_text():
                os.kill(worker, signal.SIGKILL)

        with pytest.raises(BackendError, match=r"^the executor is broken: "):
            run_experiment(plan, tmp_path / "r.jsonl", executor=executor, jobs=1, progress=kill_worker)
    wait_until(lambda: not is_alive(int(flag.read_text())))


def test_a_cancellation_submits_no_more(tmp_path: Path) -> None:
    cancellation = Cancellation()
    with ThreadPoolExecutor(1) as executor:
        summary = run_experiment(
            Plan(("hardest8",), ("bfs",), repeat=50),
            tmp_path / "r.jsonl",
            executor=executor,
            jobs=1,
            cancellation=cancellation,
            progress=lambda progress: cancellation.cancel() if progress.done else None,
        )
    assert 0 < summary.done < 100
    content(tmp_path / "r.jsonl")


def test_a_card_takes_no_executor(tmp_path: Path) -> None:
    plan = Plan(("hardest8",), ("ida_star(manhattan)",), backend="cuda", clock="wall")
    with ThreadPoolExecutor(1) as executor, pytest.raises(SpecError, match="one process runs an experiment on a GPU"):
        run_experiment(plan, tmp_path / "r.jsonl", executor=executor)


def test_jobs_are_those_of_the_cluster(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["experiment", "-i", "hardest8", "-m", "bfs", "-o", str(tmp_path / "r.jsonl"), "--jobs", "2"]
    assert "--jobs has no effect with --dask" in error_line(capsys, *words, "--dask", "tcp://127.0.0.1:1")
