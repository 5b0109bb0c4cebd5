"""Running a plan: the runs that a results file does not have yet, each recorded as soon as it has ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from time import monotonic
from typing import TypeAlias

from taquin.errors import SpecError
from taquin.experiments.record import FAILURES, Record, RunKey
from taquin.experiments.running.executor_runs import run_on_executor
from taquin.experiments.running.files import RecordedRun, ResultsFile
from taquin.experiments.running.local_runs import build_databases, check_card, missing_databases, run_locally
from taquin.experiments.running.plan import Plan
from taquin.experiments.running.task import RunTask, machine_facts
from taquin.puzzle.arguments import check_kind, check_whole
from taquin.puzzle.words import plural, printable_line
from taquin.run.limits import Cancellation
from taquin.solving.batch import MOST_JOBS
from taquin.system.cores import core_count
from taquin.system.executors import DEFAULT_WIDTH, Workers
from taquin.tables.storage.folder import WarningHandler, issue_warning


@dataclass(frozen=True, slots=True)
class ExperimentProgress:
    """How far an experiment is. ``total`` counts the runs of the shard, ``done`` those that are recorded."""

    done: int
    total: int
    failed: int
    seconds: float
    left: float | None
    """The estimated seconds until the end, at the rate of the runs so far; None before the first has ended."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What the results file has at the end: of ``total`` runs of the shard ``done``, of which ``new`` are new."""

    total: int
    done: int
    new: int
    statuses: dict[str, int]
    wrong: tuple[Record, ...]
    """The runs that contradict the known length."""

    @property
    def is_complete(self) -> bool:
        return self.done == self.total


ExperimentListener: TypeAlias = Callable[[ExperimentProgress], None]


def run_experiment(
    plan: Plan,
    output: str | PathLike[str],
    *,
    jobs: int | Callable[[], int] | None = None,
    executor: Executor | None = None,
    shard: tuple[int, int] = (1, 1),
    is_retried: bool = False,
    mixes_versions: bool = False,
    cancellation: Cancellation | None = None,
    progress: ExperimentListener | None = None,
    warn: WarningHandler = issue_warning,
    announce: Callable[[str], None] | None = None,
) -> Summary:
    """Make all runs of a plan that the results file does not have, and add a record for each as soon as it has ended.

    The runs are made in processes on this machine, ``jobs`` at once (by default one on each core), or by the workers of
    any ``executor`` of ``concurrent.futures``, in batches of about five seconds; ``jobs`` is then how many batches it
    runs at once, or a function that tells this (by default 32). ``shard`` (i, n) is every n-th run, for several
    machines. ``is_retried`` makes runs again that ended with an error, a crash or a kill;
    ``mixes_versions`` adds runs to a file of another version of Taquin, which reports then keep apart.
    If the process is killed, only the runs in progress are lost; call it again to resume. ``announce`` gets a line for
    each set of pattern databases that has to be built on this machine before the runs, and when no workers are left.

    Raises ``SpecError`` if the file belongs to another plan, if its runs were made by another version, or if another
    process writes to it; ``BackendError`` if an executor fails, or if a worker lacks the version or the files.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     plan = Plan(instances=("hardest8",), methods=("astar(manhattan)", "ida_star(manhattan)"))
    ...     summary = run_experiment(plan, f"{folder}/results.jsonl", jobs=1)
    ...     again = run_experiment(plan, f"{folder}/results.jsonl", jobs=1)
    >>> summary.done, summary.new, summary.statuses, again.new
    (4, 4, {'solved': 4}, 0)
    """
    check_kind("executor", executor, Executor | None, "an executor of concurrent.futures")
    check_shard(shard)
    width = _width(plan, jobs, executor)
    cancellation = cancellation or Cancellation()
    tasks = plan.tasks(shard)
    with closing(ResultsFile(Path(output), plan, warn)) as file:
        if not mixes_versions:
            _check_version(file)
        finished = file.finished(is_retried=is_retried)
        missing, known = tasks.without(finished) if finished else (tasks, set[RunKey]())
        tally = _Tally(len(tasks), [file.recorded[key] for key in known], progress)
        if executor is None:
            runs = _run_here(missing, width(), cancellation, tally.tick, announce)
        else:
            runs = run_on_executor(
                missing,
                Workers(executor, width),
                cancellation,
                version=None if mixes_versions else machine_facts().version_text,
                idle=tally.tick,
                announce=announce,
            )
        with closing(runs):
            for records in runs:
                file.add(records)
                for record in records:
                    tally.add(record)
    return tally.summary()


def _width(plan: Plan, jobs: int | Callable[[], int] | None, executor: Executor | None) -> Callable[[], int]:
    """How many runs are made at once, or batches of runs on an executor."""
    if plan.backend == "cuda" and (executor is not None or jobs not in (None, 1)):
        raise SpecError("one process runs an experiment on a GPU", hint="no jobs and no cluster; a shard for each GPU")
    if callable(jobs) and executor is not None:
        return jobs
    default = default_jobs(plan) if executor is None else DEFAULT_WIDTH
    wide = check_whole("jobs", default if jobs is None else jobs, least=1, most=MOST_JOBS)
    return lambda: wide


def _run_here(
    tasks: Sequence[RunTask],
    jobs: int,
    cancellation: Cancellation,
    idle: Callable[[], None],
    announce: Callable[[str], None] | None,
) -> Generator[list[Record], None, None]:
    if tasks and tasks[0].backend == "cuda" and not check_card(cancellation):
        return
    missing = missing_databases(tasks)
    for partition, goal in missing:
        if announce is not None:
            announce(f"building the pattern databases {partition} for {goal.shape} once, before the runs")
    if not missing or build_databases(missing, cancellation):
        with closing(run_locally(tasks, jobs, cancellation, idle)) as runs:
            for record in runs:
                yield [record]


def check_shard(shard: tuple[int, int]) -> None:
    """Raise ``SpecError`` unless it is (i, n) with i from 1 to n."""
    number, count = shard
    check_whole("the number of shards", count, least=1)
    if not 1 <= number <= count:
        raise SpecError(f"expected a shard from 1 to {count}, found {number}", hint="such as 1/2 and 2/2")


def default_jobs(plan: Plan) -> int:
    """One run for each core; fewer if a method uses several threads, and one on a card."""
    if plan.backend == "cuda":
        return 1
    cores = core_count()
    return max(1, cores // max(1, plan.threads(cores)))


def _check_version(file: ResultsFile) -> None:
    """Raise ``SpecError`` if earlier runs of the file were made by another version: the method may be another one."""
    ours = machine_facts().version_text
    others = sorted({run.version for run in file.recorded.values()} - {ours})
    if others:
        raise SpecError(
            f"{file.path} has runs of {' and '.join(others)}; this is {ours}",
            hint="name another file with --output, or add --mix-versions: reports keep the versions apart",
        )


class _Tally:
    """Counts the runs, and estimates the time that is left."""

    def __init__(
        self,
        total: int,
        recorded: Sequence[RecordedRun],
        listener: ExperimentListener | None,
    ) -> None:
        """``total`` is the number of all runs, and ``recorded`` those of them that the file has already."""
        self._total, self._done, self._new = total, len(recorded), 0
        self._statuses: Counter[str] = Counter()
        self._wrong: list[Record] = []
        self._listener, self._began = listener, monotonic()
        for run in recorded:
            self._count(run.status, run.wrong)
        self._report()

    def add(self, record: Record) -> None:
        """Count a run that has ended."""
        self._done += 1
        self._new += 1
        self._count(record.status, record if record.agrees is False else None)
        self._report()

    def tick(self) -> None:
        """Report also while no run ends, once a second."""
        if monotonic() >= self._reported + 1:
            self._report()

    def summary(self) -> Summary:
        return Summary(self._total, self._done, self._new, dict(self._statuses.most_common()), tuple(self._wrong))

    def _count(self, status: str, wrong: Record | None) -> None:
        self._statuses[status] += 1
        if wrong is not None:
            self._wrong.append(wrong)

    def _report(self) -> None:
        self._reported = monotonic()
        if self._listener is not None:
            failed = sum(self._statuses[status] for status in FAILURES)
            seconds = monotonic() - self._began
            # Runs are in random order, so the rate so far is that of the rest.
            left = seconds * (self._total - self._done) / self._new if self._new else None
            self._listener(ExperimentProgress(self._done, self._total, failed, seconds, left))


def describe_summary(summary: Summary, output: Path) -> str:
    """What the file has, in one line.

    >>> describe_summary(Summary(75, 75, 20, {"solved": 74, "limit": 1}, ()), Path("results.jsonl"))
    'results.jsonl: 75 runs, 20 of them new: 74 solved, 1 limit'
    """
    statuses = ", ".join(f"{count:,} {status}" for status, count in summary.statuses.items())
    new = (
        "" if summary.new == summary.done else f", {summary.new:,} of them new" if summary.new else ", none of them new"
    )
    count = (
        f"{summary.done:,} of {plural(summary.total, 'run')}"
        if not summary.is_complete
        else plural(summary.done, "run")
    )
    return f"{printable_line(str(output))}: {count}{new}{': ' if statuses else ''}{statuses}"
