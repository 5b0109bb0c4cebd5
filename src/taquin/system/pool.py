"""The one pool of worker processes, for ``solve_many``, experiments and the server.

A worker calls one function for one task after another. While a task runs, the worker can report values, and the pool
can cancel it. A worker that is overdue, or that ignores a cancellation, is killed; one that ends is replaced; all of
them end with this process (``worker_process``). The pool starts no thread and never waits for a dead worker.

Why it is not a library: Pebble has neither reports nor cancellation of a running task (it kills the worker, and the
result so far is lost), its workers outlive a parent that is killed during a long native search, and it is under the
LGPL. In loky one dead worker breaks the whole executor, and a running task cannot be stopped.
"""

from __future__ import annotations

import atexit
import multiprocessing.process
import os
import pickle
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, Self, cast

from taquin.errors import BackendError
from taquin.system.files import reason
from taquin.system.interrupts import end_signals_held
from taquin.system.tasks import Queue, Request, Task, Value, WorkerEnded
from taquin.system.worker_process import (
    BEGUN,
    CANCEL,
    ERROR,
    READY,
    REPORT,
    Function,
    Lifeline,
    WorkerSettings,
    keep_from_forks,
    received,
    work,
)

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

START_TIME = 60.0
"""Seconds in which a worker must be ready."""
_END_TIME = 2.0  # seconds in which workers must end before they are killed
_CANCEL_TIME = 5.0  # seconds in which a cancelled task must end: a user's function may never return
_PAUSE = 1.0  # seconds between two attempts to start a worker


@dataclass(eq=False)
class _Worker(Generic[Request, Value]):
    """A worker process, the pipe to it, and its task."""

    process: BaseProcess
    pipe: Connection
    lifeline: Lifeline
    due: float | None
    """When it is killed unless it has sent what it is expected to send."""
    is_ready: bool = False
    has_begun: bool = False
    task: Task[Request, Value] | None = None
    buffer: bytearray = field(default_factory=bytearray)
    """The beginning of a message that is not complete."""


class Pool(Generic[Request, Value]):
    """Up to ``size`` worker processes, started when there are tasks for them; none is left at the end of the block.

    Where the system allows fewer processes, fewer work. With ``is_fresh`` every task gets a new process, so that its
    memory and its crash are its own. A worker that holds more than ``memory`` bytes after a task is replaced.
    ``prepare`` is called once in each worker. ``method`` is the start method of ``multiprocessing``. ``on_open`` and
    ``on_close`` are called with the pipe of each worker, so that an event loop can wait for it and call ``receive``.
    """

    def __init__(
        self,
        size: int,
        function: Function[Request, Value],
        *,
        method: str | None = None,
        is_fresh: bool = False,
        memory: int | None = None,
        prepare: Callable[[], None] | None = None,
        queue: Queue[Request, Value] | None = None,
        on_open: Callable[[Connection], None] = lambda pipe: None,
        on_close: Callable[[Connection], None] = lambda pipe: None,
    ) -> None:
        self._size = size
        self._settings = WorkerSettings(function, prepare, size, is_fresh=is_fresh, memory=memory)
        self._context: Any = get_context(method)  # typeshed gives its class no Process
        self._queue: Queue[Request, Value] = queue or Queue()
        self._on_open, self._on_close = on_open, on_close
        self._workers: dict[Connection, _Worker[Request, Value]] = {}
        self._done: list[Task[Request, Value]] = []
        self._is_cancelled = False
        self._next_start = 0.0
        self._owner = os.getpid()
        atexit.register(self.close)  # runs before the exit function of multiprocessing, which waits for the workers

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        try:
            for worker in self._workers.values():
                worker.pipe.close()
            _wait_for(self._workers.values())
        finally:
            self.close()

    def close(self) -> None:
        """Kill all workers, unless this process is a forked copy of the one that started them."""
        atexit.unregister(self.close)
        if os.getpid() == self._owner:
            workers = list(self._workers.values())
            self._discard(*workers)
            # At exit, multiprocessing waits without end for one that has not ended yet, such as a killed process that a
            # dead network disk holds. It has no public way to forget a child; this set is the same since Python 3.4.
            for worker in workers:
                multiprocessing.process._children.discard(worker.process)  # type: ignore[attr-defined]

    # Tasks

    def submit(
        self,
        request: Request,
        *,
        seconds: float | None = None,
        client: str = "",
        listener: Callable[[Any], None] | None = None,
    ) -> Task[Request, Value]:
        """Add a task to the queue. If a worker needs longer than ``seconds`` for it, the worker is killed."""
        task = Task[Request, Value](request, seconds, client, listener)
        self._queue.add(task)
        return task

    def wait(self, seconds: float) -> list[Task[Request, Value]]:
        """Give tasks to workers, and wait for the first results, but no longer than this. Return the tasks done.

        Raises ``BackendError`` if not even one worker can be started.
        """
        self._assign()
        for pipe in wait(list(self._workers), seconds):
            self.receive(pipe)  # type: ignore[arg-type]
        return self.step()

    def step(self) -> list[Task[Request, Value]]:
        """Kill overdue workers, give tasks to free ones, and return the tasks done since the last call."""
        now = monotonic()
        for worker in list(self._workers.values()):
            if worker.due is not None and worker.due <= now:
                self._lose(worker, is_overdue=True)
        self._assign()
        done, self._done = self._done, []
        return done

    def fill(self) -> None:
        """Start all workers that are missing, in advance."""
        while len(self._workers) < self._size and self._start() is not None:
            pass

    def cancel(self, task: Task[Request, Value], seconds: float) -> None:
        """Let a task end without a result. If it does not end within ``seconds``, its worker is killed."""
        if task.is_done or task.is_cancelled:
            return
        task.is_cancelled, task.listener = True, None
        for worker in self._workers.values():
            if worker.task is task:
                self._ask_to_end(worker, seconds)
                return
        self._queue.remove(task)

    def cancel_all(self) -> None:
        """Ask all workers to end their tasks, which then have results, and begin no other."""
        if not self._is_cancelled:
            self._is_cancelled = True
            for worker in self._busy():
                self._ask_to_end(worker, _CANCEL_TIME)

    @property
    def is_over(self) -> bool:
        """Whether all tasks were cancelled, and no more results will come."""
        return self._is_cancelled and not self._busy()

    def identities(self, *, are_busy: bool = False) -> list[int]:
        """The process numbers of the workers that are ready, or only of those with a task. From any thread."""
        ready = [worker for worker in list(self._workers.values()) if worker.is_ready]
        return [worker.process.pid or 0 for worker in ready if worker.task or not are_busy]

    def _busy(self) -> list[_Worker[Request, Value]]:
        return [worker for worker in self._workers.values() if worker.task is not None]

    def _ask_to_end(self, worker: _Worker[Request, Value], seconds: float) -> None:
        _send(worker.pipe, CANCEL)
        if worker.is_ready:
            worker.due = min(worker.due or float("inf"), monotonic() + seconds)

    def _assign(self) -> None:
        idle = [worker for worker in self._workers.values() if worker.task is None]
        idle.sort(key=lambda worker: worker.is_ready)  # those that are ready are taken first, from the end
        while not self._is_cancelled and (task := self._queue.next()) is not None:
            worker = idle.pop() if idle else self._start()
            if worker is None:
                return
            self._queue.begin(task)
            worker.task, worker.has_begun = task, False
            task.began, task.attempts = monotonic(), task.attempts + 1
            if worker.is_ready:
                worker.due = _after(task.seconds)
            _send(worker.pipe, (task.request,))

    # Workers

    def _start(self) -> _Worker[Request, Value] | None:
        """A new worker; None if there are enough, or if the system allows no more."""
        if len(self._workers) >= self._size or monotonic() < self._next_start:
            return None
        try:
            worker = self._start_process()
        except OSError as error:
            self._next_start = monotonic() + _PAUSE
            if self._workers:
                return None
            raise BackendError(
                f"cannot start worker processes: {reason(error)}", hint="use one job, which needs none"
            ) from error
        self._workers[worker.pipe] = worker
        self._on_open(worker.pipe)
        return worker

    def _start_process(self) -> _Worker[Request, Value]:
        with ExitStack() as undo:
            ours, theirs = self._context.Pipe()
            undo.callback(keep_from_forks(ours).close)
            undo.callback(theirs.close)
            lifeline = Lifeline()
            undo.callback(lifeline.cut)
            process = self._context.Process(target=work, args=(theirs, lifeline.reader, self._settings))
            with end_signals_held(), _safe_path():
                process.start()
            undo.pop_all()
        lifeline.hand_over()
        theirs.close()
        return _Worker(process, ours, lifeline, _after(START_TIME))

    def receive(self, pipe: Connection) -> None:
        worker = self._workers.get(pipe)
        if worker is None:  # it was discarded meanwhile
            return
        try:
            messages = received(pipe, worker.buffer)
        except (EOFError, OSError):
            worker.process.join(_END_TIME)
            self._lose(worker)
            return
        for kind, value, is_last in messages:
            self._handle(worker, kind, value, is_last=is_last)

    def _handle(self, worker: _Worker[Request, Value], kind: int, value: object, *, is_last: bool) -> None:
        task = worker.task
        if kind == READY:
            is_cancelled = self._is_cancelled or (task is not None and task.is_cancelled)
            worker.is_ready = True
            worker.due = None if task is None else _after(_CANCEL_TIME if is_cancelled else task.seconds)
        elif kind == BEGUN:
            worker.has_begun = True
        elif kind == REPORT:
            if task is not None and task.listener is not None:
                task.listener(value)
        else:
            worker.task = worker.due = None
            if is_last:
                if self._settings.is_fresh:  # what a user's function printed is written at the end of the process
                    worker.process.join(_END_TIME)
                self._discard(worker)
            if task is not None:
                if kind == ERROR:
                    self._finish(task, error=cast("BaseException", value))
                else:
                    self._finish(task, result=cast("Value", value))

    def _lose(self, worker: _Worker[Request, Value], *, is_overdue: bool = False) -> None:
        """A worker has ended, or is overdue and killed. A task that it had not begun is given to another."""
        if not worker.is_ready:
            self._next_start = monotonic() + _PAUSE
        self._discard(worker)
        task = worker.task
        if task is None:
            return
        is_retried = worker.is_ready and not (worker.has_begun or is_overdue or task.is_cancelled)
        if is_retried and task.attempts <= self._size:
            self._queue.end(task)
            self._queue.add(task)
        else:
            is_late = is_overdue and not worker.is_ready
            error = WorkerEnded(worker.process.exitcode, is_overdue=is_overdue and worker.is_ready, is_late=is_late)
            self._finish(task, error=error)

    def _finish(
        self, task: Task[Request, Value], *, result: Value | None = None, error: BaseException | None = None
    ) -> None:
        self._queue.end(task)
        if error is not None and self._is_cancelled:  # an error of a cancelled task is of no interest
            return
        task.result, task.error, task.is_done = result, error, True
        self._done.append(task)

    def _discard(self, *workers: _Worker[Request, Value]) -> None:
        """Kill workers, unless they have ended, and forget them."""
        for worker in workers:
            worker.process.kill()
        for worker in workers:
            del self._workers[worker.pipe]
            self._on_close(worker.pipe)
            worker.pipe.close()
            worker.lifeline.cut()
        _wait_for(workers)  # one that waits for a disk ends later


def _wait_for(workers: Iterable[_Worker[Any, Any]]) -> None:
    """Wait until all of them have ended, but no longer than ``_END_TIME``, however many they are."""
    end = monotonic() + _END_TIME
    for worker in workers:
        worker.process.join(max(end - monotonic(), 0))


def _after(seconds: float | None) -> float | None:
    return None if seconds is None else monotonic() + seconds


def _send(pipe: Connection, message: object) -> None:
    with suppress(OSError):  # the end of a worker is noticed when the pool reads from it
        pipe.send_bytes(pickle.dumps(message))  # send() builds a pickler with a table of its own each time


@contextmanager
def _safe_path() -> Iterator[None]:
    """Let a new interpreter not import modules from the current folder, before it gets the path of this one."""
    if os.environ.get("PYTHONSAFEPATH"):
        yield
        return
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        del os.environ["PYTHONSAFEPATH"]
