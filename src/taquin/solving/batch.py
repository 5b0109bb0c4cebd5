"""Many boards with one method, in one process or several; results are yielded in the order of the boards."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping, Sized
from contextlib import closing, suppress
from functools import lru_cache, partial
from itertools import groupby, islice
from time import perf_counter
from typing import TYPE_CHECKING, TypedDict

from taquin.errors import SpecError, TaquinError
from taquin.puzzle.arguments import check_callable, check_kind, check_whole
from taquin.puzzle.board import BoardLike
from taquin.puzzle.goals import GoalLike
from taquin.puzzle.guesses import suggest_keywords
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import shown
from taquin.run.execution import run_in_worker
from taquin.run.limits import Amount, Cancellation, Limits, as_limits
from taquin.run.progress import BatchListener, BatchProgress, ProgressListener
from taquin.run.result import Outcome, Result, Status
from taquin.run.run import Run, check_attached
from taquin.solving.cuda_runs import BATCH, fits_batch, run_many_on_card
from taquin.solving.heuristic_choice import HeuristicChoice, HeuristicLike
from taquin.solving.method import AlgorithmLike, Method
from taquin.solving.results import make_result
from taquin.solving.solver import Backend, check_card, name_method, solve
from taquin.tables.storage.folder import report_unusable_folder

if TYPE_CHECKING:  # imported inside functions: solving in one process does not need them
    from taquin.system.pool import Pool
    from taquin.system.tasks import Task
    from taquin.system.worker_process import Channel

MOST_JOBS = 1024
_AHEAD = 4
"""Boards submitted ahead for each process: enough to keep all busy while finished results wait for earlier ones."""


class Settings(TypedDict):
    """The arguments of ``solve`` that are the same for all boards."""

    algorithm: AlgorithmLike | None
    heuristic: HeuristicLike | None
    options: Mapping[str, object] | None
    admissible: bool
    limits: Limits
    backend: Backend


def _packed(settings: Settings) -> bytes:
    """The settings as bytes for a worker. Raises ``SpecError`` that names the part which cannot be sent."""
    for name, value in settings.items():
        try:
            pickle.dumps(value)
        except Exception as error:  # pickle raises errors of many kinds
            text = value.text if isinstance(value, Method | HeuristicChoice) else None
            text = text or getattr(value, "__qualname__", None) or f"{shown(value)} ({error})"
            raise SpecError(
                f"the {name} {text} cannot be sent to worker processes",
                hint="define it at the top level of a module, name it as path/to/file.py:function, or use jobs=1",
            ) from error
    return pickle.dumps(settings)


@suggest_keywords
def solve_many(
    starts: Iterable[BoardLike | Problem],
    goal: GoalLike | None = None,
    *,
    algorithm: AlgorithmLike | None = None,
    heuristic: HeuristicLike | None = None,
    options: Mapping[str, object] | None = None,
    admissible: bool = False,
    limits: Limits | None = None,
    time: Amount | None = None,
    nodes: Amount | None = None,
    memory: Amount | None = None,
    depth: Amount | None = None,
    cancellation: Cancellation | None = None,
    progress: ProgressListener | None = None,
    batch_progress: BatchListener | None = None,
    backend: Backend = "auto",
    jobs: int = 1,
) -> Iterator[Result]:
    """Solve boards one after another, in ``jobs`` processes; yield the results in the same order.

    Boards are read a little ahead of the results, so that there may be millions. With ``backend="cuda"`` boards of up
    to 20 cells that have the same goal are solved at the same time, thousands of them. After a cancellation the current
    runs end as ``cancelled`` and no other begins: every board that was begun has a result. If boards are left, the last
    result is ``cancelled``. A worker process that ends raises ``InternalError``. A script calls this under
    ``if __name__ == "__main__":``, because on some systems each worker process imports the script.

    * **starts**: boards in any form, or problems, which have their own goals.
    * **goal**, **algorithm**, **heuristic**, **options**, **admissible**, **backend**: as for ``solve``. In other
      processes a function of yours must be defined at the top level of a module, or named as
      ``path/to/file.py:function``: anything else raises ``SpecError`` immediately.
    * **limits**, **time**, **nodes**, **memory**, **depth**: as for ``solve``; they hold for each board.
    * **cancellation**: stops the current runs from another thread.
    * **progress**: gets the progress of the search itself; only with ``jobs=1``.
    * **batch_progress**: called with a ``BatchProgress`` after every board that is finished, in any order.
    * **jobs**: the number of worker processes; with 1 the boards are solved in this process.

    >>> boards = ["1 2 3 / 4 0 5 / 6 7 8", "8 6 7 / 2 5 4 / 3 0 1"]
    >>> report = lambda progress: print(f"{progress.done} of {progress.total}")
    >>> [result.length for result in solve_many(boards, algorithm="astar", batch_progress=report)]
    1 of 2
    2 of 2
    [14, 31]
    """
    jobs = check_whole("jobs", jobs, least=1, most=MOST_JOBS)
    settings: Settings = {
        "algorithm": algorithm,
        "heuristic": heuristic,
        "options": options,
        "admissible": admissible,
        "limits": as_limits(limits, time=time, nodes=nodes, memory=memory, depth=depth),
        "backend": backend,
    }
    if isinstance(starts, str):
        raise SpecError("expected a list of boards, found text", hint="solve takes one board, read_boards a file")
    check_kind("starts", starts, Iterable, "a list of boards")
    check_callable("batch_progress", batch_progress, "a function of a BatchProgress")
    check_attached(cancellation=cancellation, progress=progress)
    problems = (_problem(number, start, goal) for number, start in enumerate(starts, start=1))
    batch = _Batch(problems, settings, cancellation or Cancellation(), progress)
    batch.total = len(starts) if isinstance(starts, Sized) else None
    batch.listener = batch_progress
    if backend == "cuda":
        if jobs > 1:
            raise SpecError(f"expected one job with the backend cuda, found {jobs}: one process uses the whole GPU")
        return batch.finish(batch.solve_on_card())
    if jobs > 1:
        if progress is not None:
            raise SpecError("progress is known only with jobs=1", hint="use batch_progress, called after every board")
        return batch.finish(batch.solve_in_processes(jobs, _packed(settings)))
    return batch.finish(batch.solve_here(batch.problems))


def _problem(number: int, start: BoardLike | Problem, goal: GoalLike | None) -> Problem:
    """The problem of a start. An error names the number of the board."""
    try:
        return start if isinstance(start, Problem) else Problem(start, goal)
    except TaquinError as error:
        raise error.within(f"board {number}") from error


class _Batch:
    """The boards, how each is solved, and how many are finished."""

    def __init__(
        self,
        problems: Iterator[Problem],
        settings: Settings,
        cancellation: Cancellation,
        progress: ProgressListener | None,
    ) -> None:
        self.read: deque[Problem] = deque()  # the problems that are read and have no result yet
        self.problems = self._reading(problems)
        self.settings, self.cancellation, self.progress = settings, cancellation, progress
        self.total: int | None = None
        self.listener: BatchListener | None = None
        self.done = self.solved = 0
        self.began = perf_counter()

    def _reading(self, problems: Iterator[Problem]) -> Iterator[Problem]:
        for problem in problems:
            self.read.append(problem)
            yield problem

    def finish(self, results: Generator[Result]) -> Iterator[Result]:
        """The results; after a cancellation that left boards, the last one is ``cancelled``."""
        status = None
        with closing(results):
            for result in results:
                self.read.popleft()
                status = result.status
                yield result
        if self.cancellation.is_cancelled and status is not Status.CANCELLED:
            with suppress(TaquinError):  # a board that cannot be read
                next(self.problems, None)
            if self.read:
                yield self._cancelled(self.read[0])

    def _count(self, result: Result) -> Result:
        """Report that a board is finished."""
        self.done += 1
        self.solved += result.is_solved
        if self.listener is not None:
            self.listener(BatchProgress(self.done, self.total, self.solved, perf_counter() - self.began))
        return result

    def _cancelled(self, problem: Problem) -> Result:
        """The result of a board whose run did not end after a cancellation, or did not begin."""
        outcome = Outcome(status=Status.CANCELLED, reason=str(Status.CANCELLED))
        return make_result(problem, self._method(problem), outcome, 0, "python")

    def _method(self, problem: Problem) -> Method:
        given = self.settings
        return name_method(
            problem,
            algorithm=given["algorithm"],
            heuristic=given["heuristic"],
            options=given["options"],
            admissible=given["admissible"],
            backend=given["backend"],
        )

    def solve_here(self, problems: Iterable[Problem]) -> Generator[Result]:
        for problem in problems:
            if self.cancellation.is_cancelled:
                return
            result = solve(problem, cancellation=self.cancellation, progress=self.progress, **self.settings)
            yield self._count(result)

    def solve_on_card(self) -> Generator[Result]:
        """Solve small boards of the same goal at the same time, and others one after another."""
        is_last = False
        while not is_last:
            boards: list[Problem] = []
            error: TaquinError | None = None
            try:
                for problem in islice(self.problems, BATCH):
                    boards.append(problem)  # noqa: PERF402 - those before an error are kept
            except TaquinError as unreadable:
                error = unreadable
            is_last = len(boards) < BATCH
            for (_, is_together), group in groupby(boards, lambda board: (board.goal, fits_batch(board))):
                if self.cancellation.is_cancelled:
                    return
                alike = list(group)
                method = self._method(alike[0])
                if not (is_together and method.algorithm.key == "ida_star"):
                    yield from self.solve_here(alike)
                    continue
                check_card(alike[0], method, None)
                run = Run(self.settings["limits"], None, self.cancellation, self.progress)
                yield from map(self._count, run_many_on_card(alike, method, run))
            if error is not None:
                raise error

    def solve_in_processes(self, jobs: int, settings: bytes) -> Generator[Result]:
        from taquin.system.pool import Pool

        report_unusable_folder()
        waiting: deque[Task[Problem, Result] | TaquinError] = deque()
        with Pool(jobs, partial(_solve_in_worker, settings)) as pool:
            while True:
                room = 0 if self.cancellation.is_cancelled else _AHEAD * jobs
                while len(waiting) < room and (submitted := self._submit_next(pool)) is not None:
                    waiting.append(submitted)
                if not waiting:
                    return
                task = waiting.popleft()
                if isinstance(task, TaquinError):
                    raise task
                result = self._wait_for(task, pool)
                if result is None and task.began is None:
                    return
                yield self._cancelled(task.request) if result is None else result

    def _submit_next(self, pool: Pool[Problem, Result]) -> Task[Problem, Result] | TaquinError | None:
        """Submit the next problem; None if there is none. An error in a board is raised when its turn comes."""
        try:
            problem = next(self.problems, None)
        except TaquinError as error:
            return error
        return None if problem is None else pool.submit(problem)

    def _wait_for(self, task: Task[Problem, Result], pool: Pool[Problem, Result]) -> Result | None:
        """Wait for the result of a task; meanwhile count the others, and pass a cancellation on to all workers.

        None if a cancellation came before the task had begun, or if its worker did not end after one.
        """
        while not task.is_done and not pool.is_over:
            for done in pool.wait(0.1):
                if done.result is not None:
                    self._count(done.result)
            if self.cancellation.is_cancelled:
                pool.cancel_all()
        return task.value() if task.is_done else None


def _solve_in_worker(settings: bytes, problem: Problem, channel: Channel) -> Result:
    with run_in_worker(channel) as cancellation:
        return solve(problem, cancellation=cancellation, **_unpacked(settings))


@lru_cache(maxsize=1)
def _unpacked(settings: bytes) -> Settings:
    """The settings, loaded by a worker. Raises ``SpecError`` if it does not find a function of the caller."""
    try:
        unpacked: Settings = pickle.loads(settings)
    except Exception as error:  # such as a function of a notebook, in a process that has not run the notebook
        raise SpecError(
            f"a worker process cannot load the algorithm or the heuristic: {error}",
            hint="name it as path/to/file.py:function, or use jobs=1",
        ) from error
    return unpacked
