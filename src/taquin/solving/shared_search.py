"""One IDA* search on many machines: the branches of its long iterations are tasks of an executor.

A task is the board, the method, the bound, and the numbers of some branches. Its worker traverses the top of the tree,
which is small, and searches these branches, as a thread does (native/include/taquin/ida_star/parallel_pass.hpp). The
solution and the counters are those of one machine: branches are numbered from left to right, the first one with a
solution counts, and what was counted on its right does not.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil
from threading import Lock
from time import perf_counter
from typing import NamedTuple, cast

import taquin
from taquin import _native
from taquin.errors import BackendError, SpecError
from taquin.heuristics.base import using
from taquin.puzzle.arguments import check_kind, check_whole
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric
from taquin.run.run import Run
from taquin.solving.method import Method
from taquin.solving.native_calls import core_arguments, load
from taquin.solving.native_support import unsupported_reason
from taquin.solving.python_runs import build_heuristics
from taquin.system.cluster import cancellation_of_task
from taquin.system.executors import DEFAULT_WIDTH, Failures, Workers

_POLL = 0.1  # seconds between two checks of the limits
_MOST_ATTEMPTS = 3
_TASKS_PER_WORKER = 50
"""In one iteration: many short tasks end at about the same time, few long ones need less attention."""
_LEAST_SECONDS, _MOST_SECONDS = 0.5, 30.0
"""The time of a task. A worker that is lost costs no more."""
_FIRST_GROWTH, _FIRST_PACE = 5.0, 5e6
"""How much larger an iteration is than the one before, and expansions per second, until they are known."""
_MOST_WORKERS = 1 << 16


class BranchesFound(NamedTuple):
    """What a search of branches found, as the core returns it and takes it."""

    is_solved: bool = False
    is_stopped: bool = False
    moves: bytes = b""
    expanded: int = 0
    generated: int = 0
    deepest_expanded: int = 0
    deepest_generated: int = 0
    unfinished: int = 0
    """Children that were neither cut nor expanded."""
    overflow: int = 2**31 - 1
    """The least f beyond the bound, minus the bound."""

    def joined(self, other: BranchesFound) -> BranchesFound:
        """With what was found in branches further to the right."""
        return BranchesFound(
            self.is_solved or other.is_solved,
            self.is_stopped or other.is_stopped,
            self.moves or other.moves,
            self.expanded + other.expanded,
            self.generated + other.generated,
            max(self.deepest_expanded, other.deepest_expanded),
            max(self.deepest_generated, other.deepest_generated),
            self.unfinished + other.unfinished,
            min(self.overflow, other.overflow),
        )


@dataclass(frozen=True)
class BranchTask:
    """The branches of an iteration from ``first`` to before ``last``."""

    version: str
    problem: Problem
    method: Method
    bound: int
    reach: int
    first: int
    last: int


def as_workers(executor: object, jobs: int | Callable[[], int] | None) -> Workers | None:
    """The workers of an executor, if there is one. Raises ``SpecError`` for anything else."""
    check_kind("executor", executor, Executor | None, "an executor of concurrent.futures")
    if executor is None:
        if jobs is not None:
            raise SpecError("jobs has no effect without an executor", hint="leave it out")
        return None
    given = cast("Executor", executor)
    if callable(jobs):
        return Workers(given, jobs)
    width = check_whole("jobs", DEFAULT_WIDTH if jobs is None else jobs, least=1)
    return Workers(given, lambda: width)


def check_shared(problem: Problem, method: Method, run: Run, backend: str) -> None:
    """Raise ``SpecError`` unless workers can share this search: IDA* on the core."""
    if method.algorithm.key != "ida_star":
        raise SpecError(f"{method.algorithm.key} cannot be shared between machines", hint="algorithm ida_star can")
    if problem.metric is not Metric.MOVES:
        raise SpecError("a search for fewest slides cannot be shared between machines", hint="use moves")
    if run.observer is not None or run.limits.depth is not None:
        what = "an observer" if run.observer is not None else "a depth limit"
        raise SpecError(f"a search with {what} cannot be shared between machines", hint="leave it out")
    reason = unsupported_reason(problem, method) if backend in ("auto", "native") else f"the backend is {backend}"
    if reason:
        raise SpecError(f"{method.text} cannot be shared between machines: {reason}")


def search_shared(
    problem: Problem, method: Method, run: Run, workers: Workers, should_stop: _native.core.ShouldStop
) -> _native.core.SearchResult:
    """IDA* whose long iterations the workers search. Raises ``BackendError`` if they fail."""
    shared = _SharedSearch(problem, method, run, workers, should_stop)
    with using(run, *build_heuristics(problem, method)):
        given = core_arguments(problem, method, run, should_stop)
        return _native.core.ida_star_elsewhere(
            given.grid,
            given.start,
            given.goal,
            given.heuristics[0],
            given.detours,
            max(1, min(workers.width(), _MOST_WORKERS)),
            given.nodes,
            should_stop,
            shared.search_pass,
        )


@dataclass
class _Pass:
    """An iteration that workers search."""

    bound: int
    reach: int
    expanded: int
    """In the run so far."""
    generated: int
    ranges: list[tuple[int, int]]
    found: dict[int, BranchesFound] = field(default_factory=dict)
    """By range."""
    attempts: dict[int, int] = field(default_factory=dict)

    @property
    def first_solved(self) -> int:
        """The leftmost range with a known solution, or the number of ranges."""
        return min((number for number, found in self.found.items() if found.is_solved), default=len(self.ranges))

    @property
    def is_complete(self) -> bool:
        """Whether everything up to the first solution is searched."""
        return all(number in self.found for number in range(min(self.first_solved + 1, len(self.ranges))))

    def result(self, *, is_stopped: bool) -> BranchesFound:
        """What was found up to the first solution."""
        total = BranchesFound(is_stopped=is_stopped)
        for number in sorted(self.found):
            if number <= self.first_solved:
                total = total.joined(self.found[number])
        return total


class _SharedSearch:
    """The iterations of one search."""

    def __init__(
        self, problem: Problem, method: Method, run: Run, workers: Workers, should_stop: _native.core.ShouldStop
    ) -> None:
        self._problem, self._method, self._workers = problem, method, workers
        self._nodes, self._should_stop = run.limits.nodes, should_stop
        self._pace = _FIRST_PACE
        self._last_total = self._last_size = 0
        self._failures = Failures()

    def search_pass(self, bound: int, reach: int, branches: int, expanded: int, generated: int) -> BranchesFound:
        """Search all branches of an iteration. The core calls it with what was counted in the run so far."""
        width = max(1, self._workers.width())
        size = self._expected_size(expanded)
        seconds = size / self._pace / width / _TASKS_PER_WORKER
        tasks = ceil(size / self._pace / min(max(seconds, _LEAST_SECONDS), _MOST_SECONDS))
        count = max(1, min(branches, max(tasks, 4 * width)))
        edges = [branches * number // count for number in range(count + 1)]
        search = _Pass(bound, reach, expanded, generated, list(pairwise(edges)))
        is_ended = self._search(search)
        return search.result(is_stopped=not is_ended)

    def _expected_size(self, total: int) -> float:
        """How many nodes the next iteration expands, by the growth of the last ones."""
        last = total - self._last_total
        growth = last / self._last_size if self._last_size else _FIRST_GROWTH
        self._last_total, self._last_size = total, last
        return last * max(growth, 1.0)

    def _search(self, search: _Pass) -> bool:
        """Search the ranges of an iteration from left to right; False if a limit or a cancellation ended it."""
        waiting = list(range(len(search.ranges)))[::-1]
        running: dict[Future[tuple[BranchesFound, float]], int] = {}
        try:
            while not search.is_complete:
                while (
                    waiting and waiting[-1] < search.first_solved and len(running) < 3 * max(1, self._workers.width())
                ):
                    number = waiting.pop()
                    running[self._submit(search, number)] = number
                done, _ = wait(running, timeout=_POLL, return_when=FIRST_COMPLETED)
                for future in done:
                    number = running.pop(future)
                    if not self._keep(search, number, future):
                        waiting.append(number)
                for future in [future for future, number in running.items() if number > search.first_solved]:
                    future.cancel()
                    del running[future]
                if self._is_due_to_stop(search):
                    return search.is_complete
            return True
        finally:
            for future in running:
                future.cancel()

    def _submit(self, search: _Pass, number: int) -> Future[tuple[BranchesFound, float]]:
        first, last = search.ranges[number]
        task = BranchTask(_version(), self._problem, self._method, search.bound, search.reach, first, last)
        return self._workers.submit(search_branches, task)

    def _keep(self, search: _Pass, number: int, future: Future[tuple[BranchesFound, float]]) -> bool:
        """Keep what a task has found; False if it must be repeated, because its worker was lost."""
        result = self._failures.result(future)
        if result is None or result[0].is_stopped:
            search.attempts[number] = search.attempts.get(number, 0) + 1
            if search.attempts[number] >= _MOST_ATTEMPTS:
                raise BackendError(
                    f"{_MOST_ATTEMPTS} workers failed to search the same branches: {self._failures.last}"
                )
            return False
        search.found[number], seconds = result
        self._pace = max(1.0, result[0].expanded / max(seconds, 1e-3)) if result[0].expanded > 10**5 else self._pace
        return True

    def _is_due_to_stop(self, search: _Pass) -> bool:
        expanded = search.expanded + sum(found.expanded for found in search.found.values())
        generated = search.generated + sum(found.generated for found in search.found.values())
        if self._nodes is not None and generated >= self._nodes:
            return True
        return self._should_stop(expanded, generated, search.bound, 0)


def _version() -> str:
    core = _native.load()
    return f"taquin {taquin.__version__}{'' if core else ' without the core'}"


_loading = Lock()


def search_branches(task: BranchTask) -> tuple[BranchesFound, float]:
    """The task of a worker: what was found, and the seconds that it took."""
    if task.version != _version():
        hint = "install the same version on all machines"
        raise BackendError(f"a worker has {_version()}, not {task.version}", hint=hint)
    is_cancelled = cancellation_of_task()
    with _loading:  # threads of a worker share the databases
        load(task.problem, task.method)
        given = core_arguments(task.problem, task.method, Run(), lambda *counters: is_cancelled())
    began = perf_counter()
    found = _native.core.ida_star_branches(
        given.grid,
        given.start,
        given.goal,
        given.heuristics[0],
        given.detours,
        task.bound,
        task.reach,
        task.first,
        task.last,
        given.should_stop,
    )
    return BranchesFound(*found), perf_counter() - began
