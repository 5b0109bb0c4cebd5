"""Runs on an executor: each batch of runs has its own process on the machine of the executor's worker.

An executor may have threads, or processes that must not start others, and a crash of a run must not end its workers. So
``run_batch`` starts a program of its own, which makes the runs as on one machine: in fresh processes. It ends with the
worker that started it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from math import ceil
from multiprocessing.connection import Connection

from taquin.errors import BackendError, FormatError
from taquin.experiments.records import FAILURES, FIELDS, Row, RunKey, check_row, key_of, to_line
from taquin.experiments.running.databases import build_databases, missing_databases
from taquin.experiments.running.local_runs import lost_record, run_locally
from taquin.experiments.running.task import RunTask, judge
from taquin.run.limits import Cancellation
from taquin.run.result import Status
from taquin.system.files import write_fully
from taquin.system.worker_process import Lifeline, begin_worker

_POLL = 0.2  # seconds between two looks for a cancellation
_SECONDS_PER_BATCH = 5.0
"""A batch takes about this long, or is one run; a worker that is lost costs at most one batch."""
_LEAST_SECONDS = 1.0
"""No batch is smaller than this, if there are enough runs: starting its process takes a part of a second."""
_MOST_RUNS = 64
_MOST_ATTEMPTS = 3
_LONGEST_ERROR = 500
_RESUME = "run the same command again to resume"


def run_batch(tasks: Sequence[Row]) -> list[Row]:
    """Make these runs on the machine where this is called, and return their records. A worker of an executor calls it.

    If the program ends too early, the records that it has written are returned.
    """
    lifeline = Lifeline()
    reader = lifeline.reader.fileno()
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-c", _PROGRAM, str(reader)],
            input=json.dumps(list(tasks)).encode(),
            capture_output=True,
            pass_fds=(reader,),
            check=False,
        )
    finally:
        lifeline.cut()
    rows: list[Row] = [json.loads(line) for line in done.stdout.splitlines(keepends=True) if line.endswith(b"\n")]
    if not rows and done.returncode > 0:
        message = done.stderr.decode(errors="replace").strip().splitlines()
        raise BackendError(f"a batch of runs failed: {(message or ['no message'])[-1][:_LONGEST_ERROR]}")
    return rows


_PROGRAM = "import sys; from taquin.experiments.running.batches import make_batch; make_batch(int(sys.argv[1]))"


def make_batch(lifeline: int) -> None:
    """The program of a batch: read runs from standard input, make them, and write a line for each that has ended.

    It ends at once when the other end of the pipe ``lifeline`` is closed.
    """
    begin_worker(Connection(lifeline, writable=False), sharing=1)
    output = os.dup(1)
    os.dup2(2, 1)  # what a user's function prints must not come between the records
    tasks = [RunTask.from_record(record) for record in json.load(sys.stdin)]
    if missing := missing_databases(tasks):
        build_databases(missing, Cancellation())
    for record in run_locally(tasks, jobs=1):
        write_fully(output, to_line(record))


def run_on_executor(
    tasks: Sequence[RunTask],
    executor: Executor,
    width: Callable[[], int],
    cancellation: Cancellation | None = None,
    call: Callable[[Sequence[Row]], list[Row]] = run_batch,
    idle: Callable[[], None] = lambda: None,
) -> Iterator[Row]:
    """Make these runs on an executor and yield each record once, in any order.

    ``width`` says how many batches the executor runs at once. Runs of a batch that was lost, and those without a valid
    record, are tried again, in batches of one; after three attempts they are recorded as killed. Solutions are replayed
    here. After a cancellation nothing more is awaited.
    ``idle`` is called several times a second. Raises ``BackendError`` if the executor itself fails.
    """
    cancellation = cancellation or Cancellation()
    waiting = deque(tasks)
    attempts: dict[int, int] = {}
    batches: dict[Future[list[Row]], list[RunTask]] = {}
    pace = _Pace()
    try:
        while waiting or batches:
            most = max(1, width())
            while waiting and len(batches) < 2 * most:
                size = 1 if id(waiting[0]) in attempts else pace.batch_size(len(waiting), most)
                batch = [waiting.popleft() for _ in range(min(size, len(waiting)))]
                batches[_submit(executor, call, batch)] = batch
            done, _ = wait(batches, timeout=_POLL, return_when=FIRST_COMPLETED)
            idle()
            for future in done:
                batch = batches.pop(future)
                records, lost = _collect(future, batch)
                pace.add(records)
                yield from records
                for task in lost:
                    attempts[id(task)] = attempts.get(id(task), 0) + 1
                    if attempts[id(task)] < _MOST_ATTEMPTS:
                        waiting.appendleft(task)
                    else:
                        yield lost_record(
                            task, f"its worker was lost, or its record was invalid, {_MOST_ATTEMPTS} times"
                        )
            if cancellation.is_cancelled:
                return
    finally:
        for future in batches:
            future.cancel()


class _Pace:
    """How many runs make a batch, from the time that runs have taken so far."""

    def __init__(self) -> None:
        self._seconds, self._runs = 0.0, 0

    def add(self, records: Sequence[Row]) -> None:
        for record in records:
            self._seconds += (record["wall_seconds"] or 0) + (record["prepare_seconds"] or 0)
            self._runs += 1

    def batch_size(self, left: int, most: int) -> int:
        """One run until their time is known; towards the end fewer again, so that all workers end together."""
        if not self._runs:
            return 1
        mean = max(self._seconds / self._runs, 0.01)
        fair = max(int(_LEAST_SECONDS / mean), ceil(left / (2 * most)))
        return max(1, min(_MOST_RUNS, int(_SECONDS_PER_BATCH / mean), fair))


def _submit(executor: Executor, call: Callable[[Sequence[Row]], list[Row]], batch: list[RunTask]) -> Future[list[Row]]:
    try:
        return executor.submit(call, [task.record for task in batch])
    except (BrokenExecutor, RuntimeError) as error:
        raise BackendError(f"the executor takes no more runs: {error}", hint=_RESUME) from error


def _collect(future: Future[list[Row]], batch: list[RunTask]) -> tuple[list[Row], list[RunTask]]:
    """The records of a batch that has ended, and the runs that have none. Raises ``BackendError``."""
    try:
        rows: object = future.result()
    except CancelledError:
        raise BackendError("the connection to the executor is lost", hint=_RESUME) from None
    except BrokenExecutor as error:
        raise BackendError(f"the executor is broken: {error}", hint=_RESUME) from error
    except Exception as error:  # whatever a worker raised
        if type(error).__name__ == "KilledWorker":  # of dask.distributed, which need not be installed
            return [], batch
        text = f"{type(error).__name__}: {error}"[:_LONGEST_ERROR]
        hint = "is Taquin installed on the workers?" if isinstance(error, ImportError) else _RESUME
        raise BackendError(f"a worker of the executor failed: {text}", hint=hint) from error
    wanted = {task.key: task for task in batch}
    records = []
    for row in rows if isinstance(rows, list) else []:
        record = _read_record(row, wanted)
        if record is not None:
            del wanted[key_of(record)]
            records.append(record)
    return records, list(wanted.values())


def _read_record(row: object, wanted: Mapping[RunKey, RunTask]) -> Row | None:
    """The record that a worker returned, judged here; None if it is invalid, or not that of a wanted run.

    A worker may have another version of Taquin, or be broken.
    """
    if not isinstance(row, dict):
        return None
    fields: Row = {name: row.get(name) for name in FIELDS}
    try:
        check_row(fields, "")
    except FormatError:
        return None
    task = wanted.get(key_of(fields))
    if task is None or not _is_complete(fields):
        return None
    return {**fields, **task.record, **judge(task, fields)}


def _is_complete(row: Row) -> bool:
    """Whether a record has a known status and what belongs to it."""
    moves, status = row["moves"], row["status"]
    if row["length"] != (None if moves is None else len(moves)):
        return False
    if status in FAILURES:
        return True
    return status in set(Status) and row["lower_bound"] is not None and (moves is not None) == (status == Status.SOLVED)
