"""Runs on this machine: each in a fresh process, so that runs do not share time, memory or crashes."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import asdict
from datetime import UTC, datetime
from importlib import import_module
from time import monotonic, time

from taquin import _native
from taquin.errors import TaquinError
from taquin.experiments.record import PLANNED, VERSION, Record
from taquin.experiments.running.task import RunTask, judge, machine_facts, measure_in_worker
from taquin.heuristics.pattern_database import PatternDatabases, preferred_partition
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.documents import parse_board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import make_goal
from taquin.run.budget import out_of_memory
from taquin.run.execution import NotInterruptible
from taquin.run.limits import Cancellation
from taquin.run.result import Status
from taquin.solving.cuda_runs import card_name
from taquin.solving.heuristic_choice import HeuristicChoice, choose_heuristic
from taquin.system.pool import Pool
from taquin.system.tasks import Request, Task, WorkerEnded
from taquin.system.worker_process import Channel, Function
from taquin.tables.pdb.pattern import parse_partition
from taquin.tables.pdb.store import has_files
from taquin.tables.storage.folder import is_read_only, report_unusable_folder

_POLL = 0.1  # seconds between two checks for a cancellation
_GRACE = 60.0  # seconds after its time limit until the process of a run is killed
_AHEAD = 2


def run_locally(
    tasks: Sequence[RunTask],
    jobs: int,
    cancellation: Cancellation | None = None,
    idle: Callable[[], None] = lambda: None,
) -> Generator[Record, None, None]:
    """Make these runs, ``jobs`` at a time, and yield each record as soon as the run has ended, in any order.

    Runs on a GPU share one process, which keeps the databases; others have a fresh one each.
    A run that crashes or is killed has a record too. After a cancellation the runs in progress end without a record,
    and no other begins. ``idle`` is called several times a second.
    """
    _load_modules()
    report_unusable_folder()
    cancellation = cancellation or Cancellation()
    waiting = iter(tasks)
    submitted: dict[Task[RunTask, Record], RunTask] = {}
    uses_card = len(tasks) > 0 and tasks[0].backend == "cuda"  # a plan has one backend
    with Pool(jobs, measure_in_worker, is_fresh=not uses_card) as pool:
        floor = _measure_floor(pool, tasks[0].limits.time) if tasks else None
        while True:
            while len(submitted) < _AHEAD * jobs and (task := next(waiting, None)) is not None:
                submitted[pool.submit(task, seconds=_most_seconds(task))] = task
            if not submitted or pool.is_over:
                return
            for done in pool.wait(_POLL):
                record = _record(submitted.pop(done), done)
                if record is not None:
                    record.floor_seconds = floor
                    yield record
            idle()
            if cancellation.is_cancelled:
                pool.cancel_all()


def _load_modules() -> None:
    """Import what every run needs, so that the forks need not."""
    for name in ("taquin.algorithms.best_first", "taquin.algorithms.linear_memory"):
        import_module(name)
    _native.load()


def _measure_floor(pool: Pool[RunTask, Record], limit: float | None) -> float | None:
    """The CPU time of a run with this time limit that has nothing to search, because its board is the goal."""
    goal = make_goal(None, Shape(3, 3))
    record = Record(
        version=VERSION,
        experiment="",
        instances="",
        index=0,
        board=one_line(goal),
        goal=one_line(goal),
        **asdict(goal.shape),
        method="dfs",
        repetition=0,
        status=PLANNED,
        time_limit=limit,
        clock="cpu",
        spec={"backend": "python"},
    )
    done = pool.submit(RunTask(record))
    while not done.is_done:
        pool.wait(_POLL)
    return None if done.result is None else done.result.cpu_seconds


def _most_seconds(task: RunTask) -> float | None:
    """The wall time after which a run is killed: the limit holds for the preparation and again for the search.

    A run that gets a tenth of a core is not killed before its CPU time is up.
    """
    slowest, limit = 10 if task.clock == "cpu" else 1, task.limits.time
    return None if limit is None else 2 * slowest * limit + _GRACE


def _record(task: RunTask, done: Task[RunTask, Record]) -> Record | None:
    """The record of a run that has ended; None if it was cancelled."""
    seconds = 0.0 if done.began is None else monotonic() - done.began
    if done.error is not None:
        failed = copy(task.record)
        failed.wall_seconds = round(seconds, 6)
        _write_failure(failed, task, done.error)
        return _complete(failed, seconds)
    measured = done.value()
    return None if measured.status == Status.CANCELLED else _complete(measured, seconds)


def lost_record(task: RunTask, error: str) -> Record:
    """The record of a run that was lost with the workers that made it."""
    lost = copy(task.record)
    lost.status, lost.error = "killed", error
    return _complete(lost, 0.0)


def _complete(record: Record, seconds: float) -> Record:
    """The record of a run that took this long. The clock is read once: it may have been set during the run."""
    record.machine = machine_facts()
    finished = time()
    record.started, record.finished = _moment(finished - seconds), _moment(finished)
    return record


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _write_failure(record: Record, task: RunTask, error: BaseException) -> None:
    """Fill in how a run ended, with an error or with its process. Reaching a limit is not an error."""
    if reason := _limit_of(task, error):  # the system or the pool has stopped the run: its counters are lost
        record.status, record.reason, record.lower_bound = Status.LIMIT.value, reason, 0
        judge(record, task.problem)
    else:
        record.status, record.error = _failure(error)


def _limit_of(task: RunTask, error: BaseException) -> str | None:
    """Which limit of the run this error is, in words; None if it is another one."""
    if isinstance(error, NotInterruptible):
        return error.message
    if isinstance(error, MemoryError) and task.limits.memory is not None:
        return out_of_memory(task.limits)
    if isinstance(error, WorkerEnded):
        if error.is_overdue:
            return f"the process was killed after {_most_seconds(task):g} s of wall time"
        if task.limits.time is not None and error.exit_code == -getattr(signal, "SIGXCPU", 0):
            return f"reached the CPU time limit of {task.limits.time:g} s; the process was killed"
    return None


def _failure(error: BaseException) -> tuple[str, str]:
    """The status of a run that failed, and the message."""
    if isinstance(error, MemoryError):
        return "error", "out of memory"
    if not isinstance(error, WorkerEnded):
        return "error", str(error) if isinstance(error, TaquinError) else f"{type(error).__name__}: {error}"
    if error.is_late:
        return "crashed", "its process took too long to start"
    code = error.exit_code
    if code is None:
        return "crashed", "its process ended"
    if code >= 0:
        return "crashed", f"its process ended with exit code {code}"
    name = signal.Signals(-code).name if -code in {known.value for known in signal.Signals} else f"signal {-code}"
    if code == -signal.SIGKILL:
        return "killed", f"its process was killed ({name}); perhaps the machine ran out of memory"
    if -code in (signal.SIGTERM, signal.SIGINT):
        return "killed", f"its process was killed ({name})"
    return "crashed", f"its process crashed ({name})"


# Pattern databases, built once per machine before the runs, so that no run has to build them


def missing_databases(tasks: Iterable[RunTask]) -> list[tuple[str, Board]]:
    """The partitions that these runs look up and that are not in the cache, each with a goal. None without the core."""
    if not _native.is_available() or is_read_only():
        return []
    missing: dict[tuple[str, Board], None] = {}
    searched = (task.record for task in tasks if task.backend != "cuda")  # a GPU builds its own
    used = dict.fromkeys((record.heuristic, record.goal, record.rows, record.columns) for record in searched)
    for heuristic, written, rows, columns in used:
        if heuristic is None or written is None or rows is None or columns is None:  # a space of a user
            continue
        goal = parse_board(written, Shape(rows, columns))
        for text in _partitions(choose_heuristic(heuristic)):
            try:
                partition = preferred_partition(goal) if text == "auto" else text
                if not has_files(parse_partition(partition, goal).patterns):
                    missing[partition, goal] = None
            except TaquinError:  # it does not fit the board: the run reports it
                continue
    return list(missing)


def _partitions(heuristic: HeuristicChoice) -> Iterator[str]:
    for part in heuristic.parts:
        yield from _partitions(part)
    if heuristic.spec is not None and heuristic.spec.key == "pdb":
        yield str(dict(heuristic.options)["partition"])


def build_databases(missing: list[tuple[str, Board]], cancellation: Cancellation) -> bool:
    """Build databases in a process of their own, which gives its memory back. False if it was cancelled.

    Other processes of this machine that need the same ones wait. Raises a ``TaquinError`` if they cannot be built.
    """
    return _call_in_process(_build, missing, cancellation)


def check_card(cancellation: Cancellation) -> bool:
    """Raise ``BackendError`` without a GPU. Looks in another process: a fork could not use a GPU opened here."""
    return _call_in_process(_open_card, [None], cancellation)


def _call_in_process(
    function: Function[Request, None], requests: Sequence[Request], cancellation: Cancellation
) -> bool:
    with Pool(1, function) as pool:
        for request in requests:
            task = pool.submit(request)
            while not task.is_done and not pool.is_over:
                pool.wait(_POLL)
                if cancellation.is_cancelled:
                    return False  # leaving the block ends the process; what is finished stays
            if task.is_done:
                task.value()  # raises its error
    return True


def _build(request: tuple[str, Board], channel: Channel) -> None:
    partition, goal = request
    PatternDatabases.build(goal, partition=partition)


def _open_card(request: None, channel: Channel) -> None:
    card_name()
