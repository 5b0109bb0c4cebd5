"""One run of an experiment: its input, and how it is measured in a fresh process."""

from __future__ import annotations

import platform
import subprocess
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from time import perf_counter
from typing import Any

import taquin
from taquin import _native
from taquin.experiments.records import LIMIT_FIELDS, Row, RunKey, agrees_with, key_of, leads_to
from taquin.puzzle.formats import parse_board
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

    record: Row
    """The fields that are known before the run."""

    @cached_property
    def problem(self) -> Problem | SpaceInstance:
        record = self.record
        if record["rows"] is None:
            return load_spaces(record["instances"])[int(record["index"]) - 1]
        shape = Shape(record["rows"], record["columns"])
        return Problem(parse_board(record["board"], shape), parse_board(record["goal"], shape))

    @cached_property
    def method(self) -> Method:
        """The method, with the seed of the repetition."""
        choose = choose_space_method if self.record["rows"] is None else choose_method
        seed = self.record["seed"]
        return choose_method(choose(self.record["method"]), options={} if seed is None else {"seed": seed})

    @property
    def backend(self) -> Backend:
        backend: Backend = self.record["spec"]["backend"]
        return backend

    @property
    def limits(self) -> Limits:
        return Limits(**{name: self.record[field] for name, field in LIMIT_FIELDS.items()})

    @property
    def key(self) -> RunKey:
        """What identifies the run, as in its record."""
        return key_of(self.record)


def measure_in_worker(task: RunTask, channel: Channel) -> Row:
    """Make a run and measure it in a fresh process of the pool."""
    with run_in_worker(channel) as cancellation:
        return measure(task, cancellation)


def measure(task: RunTask, cancellation: Cancellation) -> Row:
    """Make a run and measure it: the fields of its record that are known after it.

    Whatever the method needs is loaded before the clocks of the search start. The limits apply separately to loading
    and search, but not to loading for a card, which keeps what it needs for the next run. The system imposes them too,
    because a user's code may not check them.
    """
    began = perf_counter()
    problem, method, limits = task.problem, task.method, task.limits
    clock, backend = task.record["clock"], task.backend
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
    clocks = {
        "prepare_seconds": round(prepared - began, 6),
        "cpu_seconds": round(cpu_time() - cpu, 6),
        "wall_seconds": round(perf_counter() - prepared, 6),
        "peak_memory": None if uses_card else peak_memory(),
    }
    row = {**_outcome(task, result), **clocks, "tables": [], "initial_h": None}
    row["improvements"] = [
        {"seconds": round(improvement.seconds, 6), "length": improvement.length, "lower_bound": improvement.lower_bound}
        for improvement in improvements
    ]
    if result.length is not None:
        found = row["improvements"] or [{"seconds": clocks[f"{clock}_seconds"], "length": result.length}]
        row |= {"first_seconds": found[0]["seconds"], "first_length": found[0]["length"]}
        row["last_seconds"] = found[-1]["seconds"]
    if uses_card:
        row |= {"card": card_name(), "initial_h": result.iterations[0].bound if result.iterations else None}
    elif isinstance(result, Result) and result.is_searched and stopped is None and method.heuristic is not None:
        with user_code():
            heuristic = method.heuristic.build(result.goal)
            row |= {"tables": heuristic.table_checksums(), "initial_h": float(heuristic(result.start.state))}
    return row


def _process_limits(limits: Limits, clock: str) -> AbstractContextManager[None]:
    seconds = None if clock == "wall" or limits.time is None else limits.time + _CPU_GRACE
    return process_limits(cpu_seconds=seconds, memory=limits.memory)


def _outcome(task: RunTask, result: Result | SpaceResult[Any, Any]) -> Row:
    """What the run found, judged by the known length and by replay."""
    row: Row = {
        "status": result.status.value,
        "reason": result.reason or None,
        "quality": None if result.quality is None else result.quality.value,
        "length": result.length,
        "lower_bound": whole(result.lower_bound),
        **asdict(result.stats),
    }
    if isinstance(result, SpaceResult):
        moves = None if result.moves is None else moves_text(result.moves)
        row |= {"cost": None if result.cost is None else whole(result.cost), "moves": moves, "backend": result.backend}
    else:
        moves = None if result.solution is None else result.solution.text()
        row |= {"cost": result.length, "moves": moves, "backend": result.backend if result.is_searched else None}
    row["max_depth"] = int(result.stats.max_depth)
    row["best_h"] = None if result.best_h is None else float(result.best_h)
    row["iterations"] = [{**asdict(iteration), "bound": float(iteration.bound)} for iteration in result.iterations]
    if row["reason"] == OUT_OF_MEMORY:
        row["reason"] = out_of_memory(task.limits)
    row["error"] = None
    return row | judge(task, row)


def judge(task: RunTask, row: Row) -> Row:
    """The fields of a record that say whether its claims hold: by replay, by parity and by the known length."""
    moves, problem = row["moves"], task.problem
    replayed = None
    if moves is not None and isinstance(problem, SpaceInstance):
        replayed = problem.is_solved_by(moves)
    elif moves is not None:
        replayed = leads_to(task.record["board"], task.record["goal"], moves)
    judged: Row = {"replayed": replayed, "agrees": agrees_with(row, task.record["optimum"])}
    if replayed is False:
        return judged | {
            "status": "error",
            "error": "the moves of the solution do not lead to the goal",
            "agrees": None,
        }
    if row["status"] == Status.UNSOLVABLE and isinstance(problem, Problem) and problem.is_solvable:
        return judged | {"status": "error", "error": "the run calls a solvable board unsolvable"}
    return judged


# The machine and the installation, as every record has them


@lru_cache(maxsize=1)
def machine_facts() -> Row:
    """The versions of Taquin, its core and Python, the commit, and the machine."""
    core = _native.load()
    return {
        "taquin": taquin.__version__,
        "core": None if core is None else str(core.version()),
        "commit": _commit(Path(taquin.__file__).parent),
        "python": platform.python_version(),
        "host": platform.node(),
        "platform": platform.platform(),
        "cpu": _cpu_model(),
        "cores": core_count(),
    }


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
