"""Many boards with one method, in one process or several; results are yielded in the order of the boards."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from taquin.errors import InternalError
from taquin.puzzle.conversion import BoardLike
from taquin.puzzle.goals import GoalLike
from taquin.puzzle.problem import Problem
from taquin.run.cores import share_cores
from taquin.run.limits import Cancellation, Limits
from taquin.run.progress import ProgressListener
from taquin.run.result import Result
from taquin.solving.method import AlgorithmLike, HeuristicLike
from taquin.solving.solver import Backend, solve

if TYPE_CHECKING:  # imported inside functions: solving in one process does not need them
    from concurrent.futures import Future
    from multiprocessing.synchronize import Event

_AHEAD = 4
"""Boards submitted ahead for each process: enough to keep all busy while finished results wait for earlier ones."""


@dataclass(frozen=True)
class _Task:
    """What a worker process needs to solve one board."""

    start: BoardLike
    goal: GoalLike | None
    algorithm: AlgorithmLike | None
    heuristic: HeuristicLike | None
    options: Mapping[str, object] | None
    limits: Limits | None
    backend: Backend

    def solve(self, cancellation: Cancellation | None, progress: ProgressListener | None = None) -> Result:
        return solve(
            self.start,
            self.goal,
            algorithm=self.algorithm,
            heuristic=self.heuristic,
            options=self.options,
            limits=self.limits,
            cancellation=cancellation,
            progress=progress,
            backend=self.backend,
        )


def solve_many(
    starts: Iterable[BoardLike | Problem],
    goal: GoalLike | None = None,
    *,
    algorithm: AlgorithmLike | None = None,
    heuristic: HeuristicLike | None = None,
    options: Mapping[str, object] | None = None,
    limits: Limits | None = None,
    cancellation: Cancellation | None = None,
    progress: ProgressListener | None = None,
    backend: Backend = "auto",
    jobs: int = 1,
) -> Iterator[Result]:
    """Solve boards one after another, or in ``jobs`` processes, and yield the results in the order of the boards.

    A start may be a problem, which has its own goal. The limits hold for each board. After a cancellation the current
    run ends as ``cancelled`` and no other begins.

    >>> boards = ["1 2 3 / 4 0 5 / 6 7 8", "8 6 7 / 2 5 4 / 3 0 1"]
    >>> [result.length for result in solve_many(boards, algorithm="astar")]
    [14, 31]
    """
    problems = ((each.start, each.goal) if isinstance(each, Problem) else (each, goal) for each in starts)
    tasks = (_Task(*problem, algorithm, heuristic, options, limits, backend) for problem in problems)
    cancellation = cancellation or Cancellation()
    if jobs > 1:
        yield from _solve_in_processes(tasks, jobs, cancellation)
        return
    for task in tasks:
        if cancellation.is_cancelled:
            return
        yield task.solve(cancellation, progress)


def _solve_in_processes(tasks: Iterator[_Task], jobs: int, cancellation: Cancellation) -> Iterator[Result]:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    context = get_context()
    stop = context.Event()
    waiting: deque[Future[Result]] = deque()
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin_worker, initargs=(stop, jobs)) as pool:
        try:
            while True:
                while len(waiting) < _AHEAD * jobs and (task := next(tasks, None)) is not None:
                    waiting.append(pool.submit(_solve_in_worker, task))
                if not waiting:
                    return
                result = _wait_for(waiting.popleft(), cancellation, stop)
                yield result
                if cancellation.is_cancelled:
                    return
        finally:
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)


def _wait_for(future: Future[Result], cancellation: Cancellation, stop: Event) -> Result:
    """Wait for the result of a worker; meanwhile pass a cancellation on to all workers."""
    from concurrent.futures.process import BrokenProcessPool

    while True:
        try:
            return future.result(timeout=0.1)
        except TimeoutError:
            if cancellation.is_cancelled:
                stop.set()
        except BrokenProcessPool as error:
            raise InternalError(
                "a worker process ended unexpectedly", hint="if it ran out of memory, set --memory or use fewer --jobs"
            ) from error


class _SharedCancellation(Cancellation):
    """A cancellation that all workers share."""

    __slots__ = ("_stop",)

    def __init__(self, stop: Event) -> None:
        self._stop = stop

    @property
    def is_cancelled(self) -> bool:  # type: ignore[override]
        return self._stop.is_set()


_cancellation: Cancellation | None = None


def _begin_worker(stop: Event, jobs: int) -> None:
    """Prepare a worker: ignore Ctrl-C, because the parent sets ``stop`` then, and share the cores with the others."""
    import signal

    global _cancellation  # noqa: PLW0603 - an initializer can pass a value to tasks only through a global
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _cancellation = _SharedCancellation(stop)
    share_cores(jobs)


def _solve_in_worker(task: _Task) -> Result:
    return task.solve(_cancellation)
