"""Runs on an executor of ``concurrent.futures``, in batches of about five seconds."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice
from math import ceil
from pathlib import Path

from msgspec.json import encode

from taquin.experiments.record import Record, RunKey
from taquin.experiments.records import read_line
from taquin.experiments.running.batches import BatchRequest, run_batch
from taquin.experiments.running.local_runs import lost_record
from taquin.experiments.running.task import RunTask
from taquin.run.limits import Cancellation
from taquin.system.executors import Failures, Workers

_POLL = 0.2  # seconds between two checks for a cancellation
_BATCH_SECONDS = 5.0
"""A batch takes about this long, or is one run. A worker that is lost costs no more than its batch."""
_LEAST_SECONDS = 1.0
"""No batch is shorter, if there are enough runs: starting its program takes a part of a second."""
_SECONDS_OF_PROCESS = 0.02  # what a run takes beside its search: a process of its own
_MOST_RUNS = 256
_MOST_ATTEMPTS = 3
_RESUME = "run the same command again to resume"


def run_on_executor(
    tasks: Sequence[RunTask],
    workers: Workers,
    cancellation: Cancellation,
    *,
    version: str | None,
    idle: Callable[[], None] = lambda: None,
    announce: Callable[[str], None] | None = None,
) -> Generator[list[Record], None, None]:
    """Make these runs on the workers of an executor, and yield the records of each batch; every run has one.

    The workers must have this ``version`` of Taquin, if one is
    given. The runs of a batch that is lost are made again, in batches of one; after three attempts they are recorded as
    killed. After a cancellation nothing more is awaited. ``idle`` is called several times a second; ``announce`` gets a
    line when no workers are left. Raises ``BackendError`` if the executor fails, if a worker cannot make the runs, or
    if batches fail with equal errors.
    """
    fresh, left = iter(tasks), len(tasks)
    repeated: deque[RunTask] = deque()
    attempts: Counter[RunKey] = Counter()
    batches: dict[Future[bytes], list[RunTask]] = {}
    pace, width, failures = _Pace(), _Width(workers.width, announce), Failures(_RESUME)
    try:
        while (left or repeated or batches) and not cancellation.is_cancelled:
            most = width.count()
            while (left or repeated) and len(batches) < pace.batches_ahead(most):
                if repeated:
                    batch = [repeated.popleft()]
                else:
                    batch = list(islice(fresh, pace.batch_size(left, most)))
                    left -= len(batch)
                batches[_submit(workers, batch, version)] = batch
            done, _ = wait(batches, timeout=_POLL, return_when=FIRST_COMPLETED)
            idle()
            for future in done:
                missing = {task.key: task for task in batches.pop(future)}
                lines = failures.result(future)
                reason = failures.last if lines is None else "its process was killed"
                records = [record for record in _records(lines) if missing.pop(record.key, None) is not None]
                for record in records:
                    pace.add(record)
                for task in missing.values():
                    attempts[task.key] += 1
                    if attempts[task.key] < _MOST_ATTEMPTS:
                        repeated.appendleft(task)
                    else:
                        error = f"{_MOST_ATTEMPTS} attempts failed; the last one: {reason}"
                        records.append(lost_record(task, error))
                if records:
                    yield records
    finally:
        for future in batches:
            future.cancel()


def _submit(workers: Workers, batch: list[RunTask], version: str | None) -> Future[bytes]:
    return workers.submit(run_batch, encode(BatchRequest(version, str(Path.cwd()), [task.record for task in batch])))


def _records(lines: bytes | None) -> Iterator[Record]:
    for number, line in enumerate((lines or b"").splitlines(keepends=True), 1):
        yield read_line(line, f"line {number} of a batch")


class _Width:
    """How many batches are run at once, and a line each time that the last worker is lost."""

    def __init__(self, width: Callable[[], int], announce: Callable[[str], None] | None) -> None:
        self._width, self._announce = width, announce
        self._is_told = False

    def count(self) -> int:
        """At least one: a batch that is submitted waits for a worker."""
        width = self._width()
        if width == 0 and not self._is_told and self._announce is not None:
            self._announce("no workers are connected; waiting for one (Ctrl-C ends; the same command resumes)")
        self._is_told = width == 0
        return max(1, width)


class _Pace:
    """How many runs make a batch, from the time that runs have taken so far."""

    def __init__(self) -> None:
        self._seconds, self._runs = 0.0, 0

    def add(self, record: Record) -> None:
        self._seconds += (record.wall_seconds or 0) + (record.prepare_seconds or 0) + _SECONDS_OF_PROCESS
        self._runs += 1

    def batches_ahead(self, most: int) -> int:
        """How many batches are submitted: one more for each worker, once their time is known."""
        return 2 * most if self._runs else most

    def batch_size(self, left: int, most: int) -> int:
        """One run until their time is known; towards the end fewer again, so that all workers end together.

        No batch has more than a worker's share: some of the runs that are left may take much longer than the others.
        """
        if not self._runs:
            return 1
        mean = self._seconds / self._runs
        fair = min(max(int(_LEAST_SECONDS / mean), ceil(left / (2 * most))), ceil(left / most))
        return max(1, min(_MOST_RUNS, int(_BATCH_SECONDS / mean), fair))
