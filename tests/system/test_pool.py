"""The process pool: results, reports, cancellation, and workers that are overdue, crash or start late."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_all_start_methods
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from taquin.errors import BackendError, InternalError, SpecError
from taquin.system import pool as pool_module
from taquin.system.cores import core_count
from taquin.system.memory import resident_bytes
from taquin.system.pool import Pool
from taquin.system.tasks import Task, WorkerEnded
from taquin.system.worker_process import Channel
from waiting import is_alive, wait_until

if os.name != "posix":
    pytest.skip("signals", allow_module_level=True)


class Unsendable(Exception):
    """An error that cannot be created from its own arguments."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__(f"{first} {second}")


def perform(request: Any, channel: Channel) -> Any:
    """What the workers of these tests do."""
    match request:
        case "nothing":
            return None
        case "pid":
            return os.getpid()
        case "cores":
            return core_count()
        case "report":
            for number in range(3):
                channel.report(number)
            return "reported"
        case "wait":
            channel.report(os.getpid())
            while not channel.is_cancelled():
                time.sleep(0.01)
            return "cancelled"
        case "ignore":
            channel.report(os.getpid())
            time.sleep(3600)
        case "crash":
            os.kill(os.getpid(), signal.SIGKILL)
        case "error":
            raise SpecError("no", hint="perhaps")
        case "unsendable":
            raise Unsendable(1, 2)
    return request


AnyPool: TypeAlias = Pool[Any, Any]
AnyTask: TypeAlias = Task[Any, Any]


@contextmanager
def pool_of(size: int = 1, **options: Any) -> Iterator[AnyPool]:
    with Pool(size, perform, **options) as pool:
        yield pool


def finish(pool: AnyPool, *tasks: AnyTask) -> list[AnyTask]:
    while not all(task.is_done for task in tasks):
        pool.wait(1)
    return [*tasks]


def perform_in(pool: AnyPool, request: Any, **options: Any) -> AnyTask:
    return finish(pool, pool.submit(request, **options))[0]


def reported(pool: AnyPool, request: str, **options: Any) -> tuple[AnyTask, int]:
    """A task that runs, and the process number of its worker."""
    heard: list[int] = []
    task = pool.submit(request, listener=heard.append, **options)
    while not heard:
        pool.wait(1)
    return task, heard[0]


@pytest.mark.parametrize("method", get_all_start_methods())
def test_results_reports_and_errors(method: str) -> None:
    heard: list[int] = []
    with pool_of(2, method=method) as pool:
        assert perform_in(pool, [1, "two"]).result == [1, "two"]
        assert perform_in(pool, "nothing").result is None
        assert perform_in(pool, "report", listener=heard.append).result == "reported"
        failed = perform_in(pool, "error").error
    assert heard == [0, 1, 2]
    assert isinstance(failed, SpecError)
    assert (failed.message, failed.hint) == ("no", "perhaps")


def test_an_error_that_cannot_be_sent_is_an_internal_error() -> None:
    with pool_of() as pool:
        error = perform_in(pool, "unsendable").error
    assert isinstance(error, InternalError)
    assert str(error).startswith("Unsendable: 1 2")


def test_a_crash_affects_its_own_task_only() -> None:
    with pool_of() as pool:
        first = perform_in(pool, "pid").result
        error = perform_in(pool, "crash").error
        assert isinstance(error, WorkerEnded)
        assert (error.exit_code, error.is_overdue) == (-signal.SIGKILL, False)
        assert perform_in(pool, "pid").result != first


def test_a_task_of_a_worker_that_died_before_it_began_is_given_to_another() -> None:
    with pool_of() as pool:
        idle = perform_in(pool, "pid").value()
        os.kill(idle, signal.SIGSTOP)  # it receives the task, and cannot begin
        task = pool.submit("pid")
        pool.wait(0)
        assert task.attempts == 1
        os.kill(idle, signal.SIGKILL)
        assert finish(pool, task)[0].result not in (None, idle)


def test_an_overdue_worker_is_killed() -> None:
    with pool_of() as pool:
        task, worker = reported(pool, "ignore", seconds=0.1)
        (task,) = finish(pool, task)
        assert isinstance(task.error, WorkerEnded)
        assert task.error.is_overdue
        assert not is_alive(worker)
        assert perform_in(pool, "report").result == "reported"


def sleep_without_end() -> None:
    time.sleep(3600)


def test_a_worker_that_is_not_ready_in_time_is_killed_before_its_task_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "START_TIME", 0.0)
    with pool_of(prepare=sleep_without_end) as pool:
        error = perform_in(pool, "pid").error
    assert isinstance(error, WorkerEnded)
    assert (error.is_late, error.is_overdue) == (True, False)
    assert "took too long to start" in str(error)


def test_a_cancelled_pool_keeps_results_and_begins_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "_CANCEL_TIME", 0.2)
    with pool_of(2) as pool:
        kind, _ = reported(pool, "wait")
        deaf, _ = reported(pool, "ignore")
        later = pool.submit("pid")
        pool.cancel_all()
        while not pool.is_over:
            pool.wait(1)
    assert (kind.result, deaf.is_done, later.began) == ("cancelled", False, None)


def test_all_workers_are_killed_before_the_pool_waits_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    def noting(name: str, call: Callable[..., object]) -> Callable[..., object]:
        def note(*given: Any) -> object:
            calls.append(name)
            return call(*given)

        return note

    for name in ("kill", "join"):
        monkeypatch.setattr(BaseProcess, name, noting(name, getattr(BaseProcess, name)))
    pool = Pool(3, perform)
    pool.fill()
    pool.close()
    assert calls == ["kill"] * 3 + ["join"] * 3


def test_a_fresh_pool_has_a_process_for_each_task() -> None:
    with pool_of(2, is_fresh=True) as pool:
        tasks = finish(pool, *(pool.submit("pid") for _ in range(5)))
    assert len({task.result for task in tasks}) == 5


def test_a_worker_that_holds_too_much_memory_is_replaced() -> None:
    if not resident_bytes():
        pytest.skip("this system does not tell how large a process is")
    with pool_of(memory=1) as small, pool_of(memory=10**12) as large:
        assert len({perform_in(small, "pid").result for _ in range(3)}) == 3
        assert len({perform_in(large, "pid").result for _ in range(3)}) == 1


def test_a_worker_has_its_share_of_the_cores() -> None:
    """With more workers than cores, ``threads=0`` means one."""
    with pool_of(1000) as pool:
        assert perform_in(pool, "cores").result == 1


def test_a_new_interpreter_imports_nothing_from_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "random.py").write_text("raise SystemExit('the wrong module')")
    (tmp_path / "socket.py").write_text("raise SystemExit('the wrong module')")
    monkeypatch.chdir(tmp_path)
    with pool_of(method="spawn") as pool:
        assert perform_in(pool, "nothing").error is None
    assert "PYTHONSAFEPATH" not in os.environ


def test_a_cancelled_task_ends_and_its_worker_takes_the_next() -> None:
    with pool_of() as pool:
        task, worker = reported(pool, "wait")
        waiting = pool.submit("pid")
        pool.cancel(waiting, 0)
        pool.cancel(task, 3600)
        assert perform_in(pool, "pid").result == worker
        assert (task.result, waiting.is_done) == ("cancelled", False)


def test_a_worker_that_ignores_a_cancellation_is_killed() -> None:
    with pool_of() as pool:
        task, worker = reported(pool, "ignore")
        pool.cancel(task, 0)
        assert perform_in(pool, "pid").result != worker
        assert not is_alive(worker)


def test_a_pool_that_is_filled_has_all_its_workers() -> None:
    with pool_of(3) as pool:
        pool.fill()
        while len(pool.identities()) < 3:
            pool.wait(1)
        first = pool.identities()
        assert pool.identities(are_busy=True) == []
        os.kill(first[0], signal.SIGKILL)
        while first[0] in pool.identities():
            pool.wait(1)
        pool.fill()
        assert set(first[1:]) < set(pool.identities()) | {0}
    wait_until(lambda: not any(map(is_alive, first)))


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="this system does not list open files")
def test_a_process_that_cannot_be_started_leaves_no_pipe_open(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(process: BaseProcess) -> None:  # not in ``os.fork``, after which CPython leaves pipes of its own open
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(BaseProcess, "start", fail)
    with pool_of() as pool:
        pool.submit("pid")
        before = len([*Path("/proc/self/fd").iterdir()])
        with pytest.raises(BackendError, match="cannot start worker processes: resource temporarily unavailable"):
            pool.wait(0)
        assert len([*Path("/proc/self/fd").iterdir()]) == before
