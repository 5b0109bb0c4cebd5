"""Runs on an executor: each batch of runs has its own process on the machine of the executor's worker.

An executor may have threads, or processes that must not start others, and a crash of a run must not end its workers. So
``run_batch`` starts a program of its own, which makes the runs as on one machine: in fresh processes. It ends with the
worker that started it.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import ExitStack, contextmanager
from importlib import import_module
from math import ceil
from multiprocessing.connection import Connection
from typing import Any

from taquin.errors import BackendError, FormatError, missing_package
from taquin.experiments.records import FAILURES, FIELDS, Row, RunKey, check_row, key_of, to_line
from taquin.experiments.running.local_runs import build_databases, lost_record, missing_databases, run_locally
from taquin.experiments.running.task import RunTask, judge
from taquin.puzzle.words import plural, shown
from taquin.run.limits import Cancellation
from taquin.run.result import Quality, Status
from taquin.system.files import write_fully
from taquin.system.worker_process import Lifeline, begin_worker

_POLL = 0.2  # seconds between two checks for a cancellation
_SECONDS_PER_BATCH = 5.0
"""A batch takes about this long, or is one run; a worker that is lost costs at most one batch."""
_LEAST_SECONDS = 1.0
"""No batch is smaller than this, if there are enough runs: starting its process takes a part of a second."""
_MOST_RUNS = 64
_MOST_ATTEMPTS = 3
_FIRST_ERRORS, _MOST_ERRORS = 3, 10
"""Errors of batches in a row that end the experiment: before the first batch that returned, and after it."""
_MOST_WARNINGS = 10
_LONGEST_ERROR = 500
_TOLERANCE = 1e-9
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
    tasks = list(map(RunTask, json.load(sys.stdin)))
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
    warn: Callable[[str], None] = lambda message: None,
) -> Generator[Row, None, None]:
    """Make these runs on an executor and yield each record once, in any order.

    ``width`` says how many batches the executor runs at once. Runs of a batch that was lost or raised an error, and
    those without a valid record, are tried again, in batches of one; after three attempts they are recorded as killed.
    ``warn`` gets the first reasons. Solutions are replayed here. After a cancellation nothing more is awaited.
    ``idle`` is called several times a second. Raises ``BackendError`` if the executor itself fails.
    """
    cancellation = cancellation or Cancellation()
    waiting = deque(tasks)
    attempts: dict[int, int] = {}
    batches: dict[Future[list[Row]], list[RunTask]] = {}
    pace, judge_batch = _Pace(), _Judge(warn)
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
                records, lost, reason = judge_batch(future, batches.pop(future))
                pace.add(records)
                yield from records
                for task in lost:
                    attempts[id(task)] = attempts.get(id(task), 0) + 1
                    if attempts[id(task)] < _MOST_ATTEMPTS:
                        waiting.appendleft(task)
                    else:
                        yield lost_record(task, f"{_MOST_ATTEMPTS} attempts failed; the last one: {reason}")
            if cancellation.is_cancelled:
                return
    finally:
        for future in batches:
            future.cancel()


class _Pace:
    """How many runs make a batch, from the time that runs have taken so far."""

    _seconds, _runs = 0.0, 0

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


class _Judge:
    """Judges what workers return: they may have another version of Taquin, or be broken."""

    def __init__(self, warn: Callable[[str], None]) -> None:
        self._warn = warn
        self._reasons: set[str] = set()
        self._errors, self._most_errors = 0, _FIRST_ERRORS

    def __call__(self, future: Future[list[Row]], batch: list[RunTask]) -> tuple[list[Row], list[RunTask], str]:
        """The records of a batch that has ended, the runs that have none, and the reason. Raises ``BackendError``."""
        rows, reason = self._result(future)
        wanted = {task.key: task for task in batch}
        records = []
        for row in rows:
            try:
                record = _read_record(row, wanted)
            except FormatError as error:
                reason = f"its worker returned an invalid record{error.message[:_LONGEST_ERROR]}"
                continue
            del wanted[key_of(record)]
            records.append(record)
        lost = list(wanted.values())
        reason = reason or "its worker returned no record"
        if lost and reason not in self._reasons and len(self._reasons) < _MOST_WARNINGS:
            self._reasons.add(reason)
            self._warn(f"{plural(len(lost), 'run')} will be tried again: {reason}")
        return records, lost, reason

    def _result(self, future: Future[list[Row]]) -> tuple[list[object], str]:
        """What the call of a batch returned, and why it returned nothing."""
        try:
            rows: object = future.result()
        except CancelledError:
            raise BackendError("the connection to the executor is lost", hint=_RESUME) from None
        except BrokenExecutor as error:
            raise BackendError(f"the executor is broken: {error}", hint=_RESUME) from error
        except Exception as error:  # whatever a worker raised
            if type(error).__name__ == "KilledWorker":  # of dask.distributed, which need not be installed
                return [], "its worker was lost"
            text = " ".join(f"{type(error).__name__}: {error}".split())[:_LONGEST_ERROR]
            self._errors += 1
            if self._errors == self._most_errors:
                hint = "is Taquin installed on the workers?" if isinstance(error, ImportError) else _RESUME
                raise BackendError(f"the workers of the executor fail: {text}", hint=hint) from error
            return [], f"its worker failed: {text}"
        self._errors, self._most_errors = 0, _MOST_ERRORS
        return (rows, "") if isinstance(rows, list) else ([], f"its worker returned {shown(rows)} instead of records")


def _read_record(row: object, wanted: Mapping[RunKey, RunTask]) -> Row:
    """The record that a worker returned, judged here. Raises ``FormatError`` if it is invalid or of another run."""
    if not isinstance(row, dict):
        raise FormatError(f": {shown(row)}")
    fields: Row = {name: row.get(name) for name in FIELDS}
    check_row(fields, "")
    task = wanted.get(key_of(fields))
    if task is None:
        raise FormatError(f": it is of another run, {shown(key_of(fields)[1:])}")
    if fault := _fault(fields):
        raise FormatError(f": {fault}")
    return {**fields, **task.record, **judge(task, fields)}


def _fault(row: Row) -> str:
    """Why the values of a record cannot all be true; empty if they can."""
    moves, length, status, bound = row["moves"], row["length"], row["status"], row["lower_bound"]
    made = None if moves is None else len(moves.split() if row["rows"] is None else moves)
    if length != made:
        return f"length: found {shown(length)}, and {'no' if made is None else made} moves"
    if status in FAILURES:
        return ""
    if status not in set(Status) or bound is None or (moves is not None) != (status == Status.SOLVED):
        return f"status: found {shown(status)}, with {'no' if moves is None else 'a'} solution and lower_bound {bound}"
    cost = row["cost"]
    if (cost is None) != (length is None) or (row["rows"] is not None and cost != length):
        return f"cost: found {shown(cost)} for length {length}"
    if cost is not None and (
        bound > cost + _TOLERANCE or (row["quality"] == Quality.OPTIMAL and bound < cost - _TOLERANCE)
    ):
        return f"lower_bound: found {bound} for {row['quality']} length {cost}"
    return ""


# Dask clusters: one that runs already, or one on this machine

LOCAL = "local"
_CONNECTION_SECONDS = 20
_RETRIES = 3
"""How often Dask tries a batch again that raised an error; a batch whose worker is lost goes to another one anyway."""


@contextmanager
def dask_executor(address: str, workers: int) -> Iterator[tuple[Executor, Callable[[], int]]]:
    """An executor on the cluster at this address, and a function that returns how many runs it makes at once.

    ``local`` starts a cluster of ``workers`` processes on this machine, and ends it with the block. Raises
    ``BackendError`` if Dask is not installed, and if no scheduler answers.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise missing_package("--dask needs dask.distributed", "cluster") from None
    with ExitStack() as stack:
        if address == LOCAL:
            logging.getLogger("distributed").setLevel(logging.ERROR)
            cluster = distributed.LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                dashboard_address=None,
                silence_logs=logging.ERROR,
            )
            stack.enter_context(cluster)
            client = distributed.Client(cluster)
        else:
            client = _connect(distributed, address)
        stack.enter_context(client)
        executor = client.get_executor(pure=False, retries=_RETRIES)
        yield executor, lambda: sum(client.ncores().values())
        executor.shutdown(wait=False)


def _connect(distributed: Any, address: str) -> Any:
    try:
        return distributed.Client(address, timeout=_CONNECTION_SECONDS)
    except (OSError, TimeoutError, ValueError) as error:
        raise BackendError(
            f"no Dask scheduler answers at {address}: {str(error) or type(error).__name__}",
            hint="`dask scheduler` prints its address; --dask local starts one here",
        ) from None
