"""One run of an experiment: its input, and how it is measured in a fresh process."""

from __future__ import annotations

import platform
import subprocess
from contextlib import AbstractContextManager
from copy import copy
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from time import perf_counter
from typing import Any, cast

import taquin
from taquin import _native
from taquin.experiments.record import (
    LIMIT_FIELDS,
    Machine,
    Record,
    RecordedImprovement,
    RecordedIteration,
    RunKey,
)
from taquin.experiments.records import agrees, leads_to
from taquin.puzzle.documents import parse_board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import whole
from taquin.run.budget import OUT_OF_MEMORY, out_of_memory
from taquin.run.execution import GRACE, LAST_GRACE, run_in_worker
from taquin.run.limits import Cancellation, Limits
from taquin.run.progress import Improvement
from taquin.run.result import Result, Status
from taquin.run.run import Run
from taquin.solving.cuda_runs import card_name
from taquin.solving.method import Method, choose_method
from taquin.solving.solver import Backend, prepare, run_method
from taquin.solving.space_sets import SpaceInstance, choose_space_method, load_spaces, moves_text, run_on_space
from taquin.solving.spaces import SpaceResult
from taquin.system.cores import core_count
from taquin.system.memory import cpu_time, peak_memory, process_limits
from taquin.system.user_calls import user_code
from taquin.system.worker_process import Channel

_CPU_GRACE = GRACE + LAST_GRACE + 1
"""Seconds of CPU time after its limit at which the system kills a process that its watchdog could not end."""


@dataclass(frozen=True)
class RunTask:
    """A run to be made. Everything about it is in its record, which other machines get."""

    record: Record
    """What is known before the run; its status is ``PLANNED``."""

    @cached_property
    def problem(self) -> Problem | SpaceInstance:
        record = self.record
        if record.rows is None or record.columns is None or record.goal is None:
            return load_spaces(record.instances)[record.index - 1]
        shape = Shape(record.rows, record.columns)
        return Problem(parse_board(record.board, shape), parse_board(record.goal, shape))

    @cached_property
    def method(self) -> Method:
        """The method, with the seed of the repetition."""
        choose = choose_space_method if self.record.rows is None else choose_method
        seed = self.record.seed
        return choose_method(choose(self.record.method), options={} if seed is None else {"seed": seed})

    @property
    def backend(self) -> Backend:
        return cast(Backend, self.record.spec["backend"])

    @property
    def clock(self) -> str:
        """Which time is limited: ``cpu`` or ``wall``."""
        return self.record.clock or "wall"

    @property
    def limits(self) -> Limits:
        return Limits(**{name: self.record[field] for name, field in LIMIT_FIELDS.items()})

    @property
    def key(self) -> RunKey:
        """What identifies the run, as in its record."""
        return self.record.key


def measure_in_worker(task: RunTask, channel: Channel) -> Record:
    """Make a run and measure it in a fresh process of the pool."""
    with run_in_worker(channel) as cancellation:
        return measure(task, cancellation)


def measure(task: RunTask, cancellation: Cancellation) -> Record:
    """Make a run and measure it: its record, but for the machine and the moments.

    Whatever the method needs is loaded before the clocks of the search start. The limits apply separately to loading
    and search, but not to loading for a GPU, which keeps what it needs for the next run. The system imposes them too,
    because a user's code may not check them.
    """
    began = perf_counter()
    problem, method, limits = task.problem, task.method, task.limits
    clock, backend = task.clock, task.backend
    uses_card = backend == "cuda"
    improvements: list[Improvement] = []
    stopped: Result | None = None
    result: Result | SpaceResult[Any, Any]
    if isinstance(problem, Problem):
        loading = Run(Limits() if uses_card else limits, None, cancellation, clock=clock)
        with _process_limits(limits, clock):
            stopped = prepare(problem, method, loading, backend)
    elif method.algorithm.own is None:
        method.algorithm.load()
    prepared, cpu = perf_counter(), cpu_time()
    with _process_limits(limits, clock):
        run = Run(limits, None, cancellation, improvement=improvements.append, clock=clock)
        if isinstance(problem, SpaceInstance):
            result = run_on_space(problem, method, run, backend)
        elif stopped is None:
            result = run_method(problem, method, run, backend)
        else:
            result = stopped
    record = copy(task.record)
    record.prepare_seconds = round(prepared - began, 6)
    record.cpu_seconds = round(cpu_time() - cpu, 6)
    record.wall_seconds = round(perf_counter() - prepared, 6)
    record.peak_memory = None if uses_card else peak_memory()
    _write_outcome(record, result)
    judge(record, problem)
    record.improvements = [
        RecordedImprovement(round(improvement.seconds, 6), improvement.length, improvement.lower_bound)
        for improvement in improvements
    ]
    if result.length is not None:
        found = [(improvement.seconds, int(improvement.length)) for improvement in record.improvements]
        found = found or [(record[f"{clock}_seconds"], result.length)]
        (record.first_seconds, record.first_length), (record.last_seconds, _) = found[0], found[-1]
    if uses_card:
        record.card = card_name()
        record.initial_h = result.iterations[0].bound if result.iterations else None
    elif isinstance(result, Result) and result.is_searched and stopped is None and method.heuristic is not None:
        with user_code():
            heuristic = method.heuristic.build(result.goal)
            record.tables = list(heuristic.table_checksums())
            record.initial_h = float(heuristic(result.start.state))
    return record


def _process_limits(limits: Limits, clock: str) -> AbstractContextManager[None]:
    seconds = None if clock == "wall" or limits.time is None else limits.time + _CPU_GRACE
    return process_limits(cpu_seconds=seconds, memory=limits.memory)


def _write_outcome(record: Record, result: Result | SpaceResult[Any, Any]) -> None:
    """Fill in what the run found."""
    record.status = result.status.value
    record.reason = result.reason or None
    if record.reason == OUT_OF_MEMORY:
        record.reason = out_of_memory(Limits(memory=record.memory_limit))
    record.quality = None if result.quality is None else result.quality.value
    record.length, record.lower_bound = result.length, whole(result.lower_bound)
    if isinstance(result, SpaceResult):
        record.moves = None if result.moves is None else moves_text(result.moves)
        record.cost = None if result.cost is None else whole(result.cost)
        record.backend = result.backend
    else:
        record.moves = None if result.solution is None else result.solution.text()
        record.cost = result.length
        record.backend = result.backend if result.is_searched else None
    stats = result.stats
    record.expanded, record.generated, record.duplicates = stats.expanded, stats.generated, stats.duplicates
    record.reopened, record.pruned, record.max_depth = stats.reopened, stats.pruned, int(stats.max_depth)
    record.max_frontier, record.max_stored = stats.max_frontier, stats.max_stored
    record.best_h = None if result.best_h is None else float(result.best_h)
    record.iterations = [
        RecordedIteration(float(iteration.bound), iteration.expanded, iteration.generated)
        for iteration in result.iterations
    ]


def judge(record: Record, problem: Problem | SpaceInstance) -> None:
    """Fill in whether the claims of a run hold: by replay, by parity and by the known length."""
    if record.moves is not None and isinstance(problem, SpaceInstance):
        record.replayed = problem.is_solved_by(record.moves)
    elif record.moves is not None and record.goal is not None:
        record.replayed = leads_to(record.board, record.goal, record.moves)
    record.agrees = agrees(record)
    if record.replayed is False:
        record.status, record.error = "error", "the moves of the solution do not lead to the goal"
        record.agrees = None
    elif record.status == Status.UNSOLVABLE and isinstance(problem, Problem) and problem.is_solvable:
        record.status, record.error = "error", "the run calls a solvable board unsolvable"


# The machine and the installation, as every record has them


@lru_cache(maxsize=1)
def machine_facts() -> Machine:
    core = _native.load()
    return Machine(
        taquin=taquin.__version__,
        core=None if core is None else str(core.version()),
        commit=_commit(Path(taquin.__file__).parent),
        python=platform.python_version(),
        host=platform.node(),
        platform=platform.platform(),
        cpu=_cpu_model(),
        cores=core_count(),
    )


def _commit(folder: Path) -> str | None:
    """The commit of the checkout that the package is part of, or was built from; None if that is not known."""
    if _git(folder, "ls-files", "--error-unmatch", "__init__.py") is None:
        built = folder / "commit.txt"  # of a wheel; see CMakeLists.txt
        return built.read_text(encoding="utf-8").strip() or None if built.is_file() else None
    return _git(folder, "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*")


def _git(folder: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments], capture_output=True, text=True, timeout=10, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None if done.returncode == 0 else None


def _cpu_model() -> str:
    """The model of the processor, in the words of the system."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    facts = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in lines)}
    for name in ("model name", "Model", "Hardware", "cpu model"):
        if facts.get(name):
            return facts[name]
    if "CPU implementer" in facts:  # ARM names its parts by numbers
        return f"{platform.machine()} implementer {facts['CPU implementer']} part {facts.get('CPU part', '?')}"
    return platform.processor() or platform.machine()
