"""Worker processes that solve boards for ``solve_many`` and experiments.

The pool needs no thread and never waits for a dead worker.
"""

from __future__ import annotations

import atexit
import os
import pickle
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from time import monotonic, time
from traceback import format_exception
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeAlias

from taquin.errors import BackendError, HeuristicError, InternalError, TaquinError
from taquin.run.limits import Cancellation
from taquin.run.watchdog import ending_the_process
from taquin.system.worker_process import Lifeline, begin_worker, end_signals_held, keep_from_forks

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

Solver: TypeAlias = Callable[[bytes, Any, Cancellation], Any]
"""What a worker calls with the settings of the pool and a job: a function of a module. Its value is the result."""

_POLL_EVERY = 0.02  # seconds between two looks of a worker for a cancellation
_GRACE = 2.0  # seconds in which workers must end by themselves before they are killed
_LAST_RESULTS = 5.0  # seconds in which cancelled workers must send their results: a user's function may never return


class WorkerEnded(InternalError):
    """The error of a task whose worker process has ended. ``exit_code`` is negative for a signal, None if unknown."""

    def __init__(self, exit_code: int | None, *, is_overdue: bool = False) -> None:
        super().__init__(
            "a worker process ended unexpectedly",
            hint="if it ran out of memory, limit the memory or use fewer jobs; a script needs "
            "`if __name__ == '__main__':` around its own calls",
        )
        self.exit_code = exit_code
        self.is_overdue = is_overdue
        """Whether the pool has killed it because its task took too long."""


@dataclass(eq=False)
class Task:
    """A job for the pool and, when it is done, its result or error. A job and a result can be pickled."""

    job: Any
    seconds: float | None = None
    """How long a worker may take; after that it is killed. None is no limit."""
    result: Any = None
    error: BaseException | None = None
    began: float | None = None
    """When a worker received it, by ``time.time``."""
    due: float | None = None

    @property
    def is_done(self) -> bool:
        """Whether it has a result or an error."""
        return self.result is not None or self.error is not None


@dataclass(eq=False)
class _Worker:
    """A worker process, the pipe to it, and what it works at."""

    process: BaseProcess
    pipe: Connection
    lifeline: Lifeline
    task: Task | None = None


class WorkerPool:
    """Up to ``size`` worker processes, started when there is work for them; none is left when the block is left.

    Where the system allows fewer processes, fewer work. With ``is_fresh`` every task gets a new process, so that its
    memory and its crash are its own.
    """

    def __init__(self, size: int, solver: Solver, settings: bytes, *, is_fresh: bool = False) -> None:
        self._size = size
        self._is_fresh = is_fresh
        self._arguments = (size, solver, settings)
        self._context: Any = get_context()
        self._queue: deque[Task] = deque()
        self._workers: dict[Connection, _Worker] = {}
        self._results_due: float | None = None
        """When the pool gives up waiting for the results of cancelled runs; None unless it is cancelled."""
        self._owner = os.getpid()

    def __enter__(self) -> WorkerPool:
        atexit.register(self._kill)  # runs before the exit function of multiprocessing, which waits for the workers
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        end = monotonic() + _GRACE
        try:
            for worker in self._workers.values():
                worker.pipe.close()
            for worker in self._workers.values():
                worker.process.join(max(end - monotonic(), 0))
        finally:
            self._kill()
            atexit.unregister(self._kill)

    def submit(self, job: Any, *, seconds: float | None = None) -> Task:
        """Add a job to the queue. If a worker needs longer than ``seconds`` for it, the worker is killed."""
        task = Task(job, seconds)
        self._queue.append(task)
        return task

    def wait(self, seconds: float) -> list[Task]:
        """Give the jobs to workers, and wait for the first results, but no longer than this. The tasks done.

        Raises ``BackendError`` if not even one worker can be started.
        """
        if self._results_due is None:
            self._assign()
        ready = wait([worker.pipe for worker in self._busy], seconds)
        done = [task for pipe in ready if (task := self._receive(self._workers[pipe])) is not None]  # type: ignore[index]
        return done + [self._kill_overdue(worker) for worker in self._overdue]

    def cancel(self) -> None:
        """Ask all workers to end their present runs, which then have results, and begin no other."""
        if self._results_due is None:
            self._results_due = monotonic() + _LAST_RESULTS
            for worker in self._workers.values():
                _send(worker.pipe, None)

    @property
    def is_over(self) -> bool:
        """Whether it is cancelled, and no more results will come."""
        return self._results_due is not None and (not self._busy or monotonic() >= self._results_due)

    @property
    def _busy(self) -> list[_Worker]:
        return [worker for worker in self._workers.values() if worker.task is not None]

    @property
    def _overdue(self) -> list[_Worker]:
        now = monotonic()
        return [
            worker for worker in self._busy if worker.task and worker.task.due is not None and worker.task.due <= now
        ]

    def _kill_overdue(self, worker: _Worker) -> Task:
        task, worker.task = worker.task, None
        assert task is not None
        self._discard(worker)
        task.error = WorkerEnded(worker.process.exitcode, is_overdue=True)
        return task

    def _assign(self) -> None:
        idle = [worker for worker in self._workers.values() if worker.task is None]
        while self._queue:
            worker = idle.pop() if idle else self._start()
            if worker is None:
                return
            task = worker.task = self._queue.popleft()
            task.began = time()
            task.due = None if task.seconds is None else monotonic() + task.seconds
            _send(worker.pipe, task.job)

    def _start(self) -> _Worker | None:
        """A new worker; None if there are enough, or if the system allows no more."""
        if len(self._workers) >= self._size:
            return None
        try:
            worker = self._start_process()
        except OSError as error:
            self._make_do_without(error)
            return None
        self._workers[worker.pipe] = worker
        return worker

    def _start_process(self) -> _Worker:
        with ExitStack() as undo:
            ours, theirs = self._context.Pipe()
            undo.callback(keep_from_forks(ours).close)
            undo.callback(theirs.close)
            lifeline = Lifeline()
            undo.callback(lifeline.cut)
            process = self._context.Process(target=_work, args=(theirs, lifeline.reader, *self._arguments))
            with end_signals_held():
                process.start()
            undo.pop_all()
        lifeline.hand_over()
        theirs.close()
        return _Worker(process, ours, lifeline)

    def _make_do_without(self, error: OSError) -> None:
        """No more workers can be started: those that there are do all the work."""
        self._size = len(self._workers)
        if not self._workers:
            raise BackendError(
                f"cannot start worker processes: {(error.strerror or str(error)).lower()}",
                hint="one job needs none",
            )

    def _receive(self, worker: _Worker) -> Task | None:
        """The task that a worker has done; None if it could not begin, and its task is queued again.

        None also if the pool is cancelled and the worker has no result: errors are of no interest any more.
        """
        task, worker.task = worker.task, None
        assert task is not None
        try:
            reply = pickle.loads(worker.pipe.recv_bytes())
        except (EOFError, OSError):
            worker.process.join(_GRACE)
            self._discard(worker)
            reply = WorkerEnded(worker.process.exitcode)
        else:
            if self._is_fresh:
                self._retire(worker)
        if isinstance(reply, _CannotBegin):
            if worker.pipe in self._workers:
                self._discard(worker)
            self._queue.appendleft(task)
            self._make_do_without(OSError(str(reply)))
            return None
        if isinstance(reply, BaseException):
            if self._results_due is not None:
                return None
            task.error = reply
        else:
            task.result = reply
        return task

    def _retire(self, worker: _Worker) -> None:
        """Let a worker end by itself."""
        worker.pipe.close()
        worker.process.join(_GRACE)
        self._discard(worker)

    def _discard(self, worker: _Worker) -> None:
        del self._workers[worker.pipe]
        worker.pipe.close()
        _kill_process(worker)

    def _kill(self) -> None:
        """Kill all workers that are left, unless this is a forked copy of the process that has started them."""
        if os.getpid() == self._owner:
            for worker in self._workers.values():
                _kill_process(worker)
            self._workers.clear()


def _kill_process(worker: _Worker) -> None:
    worker.lifeline.cut()
    worker.process.kill()
    worker.process.join()


def _send(pipe: Connection, message: object) -> None:
    with suppress(OSError):  # the end of a worker is noticed when the pool reads from it
        pipe.send(message)


# In a worker


class _CannotBegin(Exception):
    """The reply of a worker that cannot begin."""


class _PipeCancellation(Cancellation):
    """A cancellation by anything that comes through the pipe while the worker works; its end, for example."""

    __slots__ = ("_next_look", "_pipe")

    def __init__(self, pipe: Connection) -> None:
        self._pipe, self._next_look = pipe, 0.0

    @property
    def is_cancelled(self) -> bool:  # type: ignore[override]
        now = monotonic()
        if now < self._next_look:
            return False
        is_cancelled = self._pipe.poll()
        if not is_cancelled:  # once it is, every look finds the same
            self._next_look = now + _POLL_EVERY
        return is_cancelled


def _work(pipe: Connection, lifeline: Connection, sharing: int, solver: Solver, settings: bytes) -> None:
    """Do jobs until the pool sends None or closes the pipe."""
    with suppress(EOFError, OSError):
        try:
            begin_worker(lifeline, sharing)
        except RuntimeError as error:
            pipe.send(_CannotBegin(str(error)))
            return
        with ending_the_process(partial(_end_stuck_worker, pipe)):
            while (job := pipe.recv()) is not None:
                pipe.send_bytes(_reply(solver, settings, job, _PipeCancellation(pipe)))


def _end_stuck_worker(pipe: Connection, reason: str) -> None:
    """End this worker with an error, because a user's function neither returns nor can be interrupted."""
    with suppress(OSError):
        pipe.send(HeuristicError(f"{reason}; it cannot be interrupted"))
    os._exit(1)


def _reply(solver: Solver, settings: bytes, job: object, cancellation: Cancellation) -> bytes:
    """A result or an error as bytes. An unexpected error keeps its traceback as a note."""
    try:
        return pickle.dumps(solver(settings, job, cancellation))
    except BaseException as error:  # noqa: BLE001 - raised in the process that waits for the result
        if not isinstance(error, TaquinError):
            error.add_note("".join(format_exception(error)))
        try:
            packed = pickle.dumps(error)
            pickle.loads(packed)
        except Exception:  # noqa: BLE001 - pickle raises errors of many kinds
            return pickle.dumps(InternalError(f"{type(error).__name__}: {error}"))
        return packed
