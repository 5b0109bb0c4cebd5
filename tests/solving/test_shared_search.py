"""One search on many machines: the solution and the counters of one, within the limits, whatever happens to workers."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from command_line import error_line
from looping import for_each
from taquin import Cancellation, Problem, Recorder, Result, Status, _native, solve
from taquin.errors import BackendError, SpecError
from taquin.experiments import instance_set
from taquin.solving.method import choose_method
from taquin.solving.shared_search import BranchTask, search_branches

pytestmark = pytest.mark.skipif(not _native.is_available(), reason=_native.describe())


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as executor:
        yield executor


def problem(number: int) -> Problem:
    """One of Korf's 100 boards."""
    return instance_set(f"korf100({number})").instances[0].problem


def found(result: Result) -> tuple[Any, ...]:
    """Everything that must not depend on where the search ran."""
    return result.status, result.moves, result.stats, result.iterations, result.lower_bound, result.quality


class Losing(ThreadPoolExecutor):
    """Its first tasks are lost, as by a machine that fails."""

    def __init__(self, lost: int, error: Exception) -> None:
        super().__init__(2)
        self.lost, self.error = lost, error
        self.submitted = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.submitted += 1
        if self.submitted > self.lost:
            return super().submit(fn, *args, **kwargs)
        future: Future[Any] = Future()
        future.set_exception(self.error)
        return future


@for_each(
    ("number", "method"),
    [
        (81, "ida_star(manhattan)"),
        (61, "ida_star(manhattan, lookback=6)"),
        (57, "ida_star(linear_conflict)"),
        (81, "ida_star(pdb(3-3-3-3-3))"),
    ],
)
def test_a_shared_search_counts_what_one_machine_counts(threads: ThreadPoolExecutor, number: int, method: str) -> None:
    board = problem(number)
    for jobs in (1, 3):
        assert found(solve(board, algorithm=method, executor=threads, jobs=jobs)) == found(
            solve(board, algorithm=method)
        )


def test_the_tasks_of_workers_that_are_lost_are_repeated() -> None:
    board = problem(81)
    with Losing(2, OSError("the machine is lost")) as executor:
        result = solve(board, algorithm="ida_star(manhattan)", executor=executor, jobs=2)
    assert executor.submitted > 4
    assert found(result) == found(solve(board, algorithm="ida_star(manhattan)"))


def test_tasks_that_fail_in_the_same_way_end_the_search() -> None:
    with (
        Losing(10**6, OSError("no space left")) as executor,
        pytest.raises(BackendError, match=r"^3 tasks failed in a row: OSError: no space left$"),
    ):
        solve(problem(81), algorithm="ida_star(manhattan)", executor=executor, jobs=1)


def test_a_shared_search_ends_at_a_limit_of_nodes(threads: ThreadPoolExecutor) -> None:
    result = solve(problem(81), algorithm="ida_star(manhattan)", nodes="3M", executor=threads, jobs=2)
    assert (result.status, result.reason) == (Status.LIMIT, "reached the limit of 3,000,000 nodes")
    assert result.lower_bound == 51
    assert result.stats.generated >= 3_000_000


def test_a_shared_search_ends_at_a_limit_of_time(threads: ThreadPoolExecutor) -> None:
    result = solve(problem(100), algorithm="ida_star(manhattan)", time=0.5, executor=threads, jobs=2)
    assert (result.status, result.reason) == (Status.LIMIT, "reached the time limit of 0.5 s")


def test_a_cancellation_ends_a_shared_search() -> None:
    cancellation = Cancellation()

    class Cancelling(ThreadPoolExecutor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            cancellation.cancel()
            return super().submit(fn, *args, **kwargs)

    with Cancelling(1) as executor:
        result = solve(
            problem(81), algorithm="ida_star(manhattan)", executor=executor, jobs=1, cancellation=cancellation
        )
    assert result.status is Status.CANCELLED


@for_each(
    ("arguments", "message"),
    [
        ({"algorithm": "astar"}, "astar cannot be shared between machines"),
        ({"metric": "slides"}, "a search for fewest slides cannot be shared"),
        ({"observer": Recorder()}, "a search with an observer cannot be shared"),
        ({"depth": 80}, "a search with a depth limit cannot be shared"),
        ({"backend": "python"}, "cannot be shared between machines: the backend is python"),
        ({"executor": 2}, "an executor of concurrent.futures"),
        ({"executor": None}, "jobs has no effect without an executor"),
    ],
)
def test_what_cannot_be_shared_is_refused(threads: ThreadPoolExecutor, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        solve(problem(81), **{"algorithm": "ida_star(manhattan)", "executor": threads, "jobs": 2, **arguments})


def test_a_worker_with_another_version_is_refused() -> None:
    task = BranchTask("taquin 0.0", problem(81), choose_method("ida_star(manhattan)"), 43, 10, 0, 1)
    with pytest.raises(BackendError, match=r"^a worker has taquin .*, not taquin 0\.0 \(install the same version"):
        search_branches(task)


def test_dask_and_jobs_are_not_both_given(capsys: pytest.CaptureFixture[str]) -> None:
    line = error_line(capsys, "solve", "korf100(81)", "--dask", "local", "--jobs", "2")
    assert "--dask has no effect with --jobs" in line
