"""The tasks of the process pool, and the queue in which they wait for a worker."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any, Generic, TypeVar, cast

from taquin.errors import InternalError

Request = TypeVar("Request")
Value = TypeVar("Value")


class WorkerEnded(InternalError):
    """The error of a task whose worker process has ended. ``exit_code`` is negative for a signal, None if unknown."""

    def __init__(self, exit_code: int | None, *, is_overdue: bool = False, is_late: bool = False) -> None:
        super().__init__(
            "a worker process took too long to start" if is_late else "a worker process ended unexpectedly",
            hint="if it ran out of memory, limit the memory or use fewer jobs; a script needs "
            "`if __name__ == '__main__':` around its own calls",
        )
        self.exit_code = exit_code
        self.is_overdue = is_overdue
        """Whether the pool killed it because its task took too long."""
        self.is_late = is_late
        """Whether the pool killed it because it took too long to start: the task had not begun."""


@dataclass(eq=False)
class Task(Generic[Request, Value]):
    """One call of the function in a worker: a request and, when it is done, a result or an error."""

    request: Request
    seconds: float | None = None
    """How long a worker may take; after that it is killed. None for no limit."""
    client: str = ""
    """Who submitted it: clients take turns."""
    listener: Callable[[Any], None] | None = None
    """Called with every value that the worker reports."""
    result: Value | None = None
    error: BaseException | None = None
    is_done: bool = False
    is_cancelled: bool = False
    began: float | None = None
    """When it was sent to a worker, by ``time.monotonic``."""
    attempts: int = 0

    def value(self) -> Value:
        """The result of a task that is done. Raises its error."""
        if self.error is not None:
            raise self.error
        return cast("Value", self.result)


class Queue(Generic[Request, Value]):
    """Tasks that wait for a worker, those of one client in the order in which they were submitted.

    Clients take turns, and each has at most ``share`` tasks running, so that one cannot delay the others.
    """

    def __init__(self, share: float = inf) -> None:
        self._share = share
        self._clients: dict[str, deque[Task[Request, Value]]] = {}  # those with waiting tasks; the first is next
        self._running: Counter[str] = Counter()

    def add(self, task: Task[Request, Value]) -> None:
        """Let a task wait behind the others of its client."""
        self._clients.setdefault(task.client, deque()).append(task)

    def next(self) -> Task[Request, Value] | None:
        """The first task of the first client that may have one more running."""
        return next((tasks[0] for name, tasks in self._clients.items() if self._running[name] < self._share), None)

    def begin(self, task: Task[Request, Value]) -> None:
        """The task has a worker; its client is behind the others now."""
        self._running[task.client] += 1
        tasks = self._clients.pop(task.client)
        tasks.remove(task)
        if tasks:
            self._clients[task.client] = tasks

    def end(self, task: Task[Request, Value]) -> None:
        """The worker of the task is free again."""
        self._running[task.client] -= 1
        if not self._running[task.client]:
            del self._running[task.client]

    def remove(self, task: Task[Request, Value]) -> None:
        self._clients[task.client].remove(task)
        if not self._clients[task.client]:
            del self._clients[task.client]

    def size(self) -> int:
        """The number of tasks, waiting or running."""
        return self._running.total() + sum(map(len, self._clients.values()))

    def size_of(self, client: str) -> int:
        """The same for one client."""
        return self._running[client] + len(self._clients.get(client, ()))

    def ahead_of(self, task: Task[Request, Value]) -> int:
        """How many of the waiting tasks come before this one."""
        own = self._clients[task.client].index(task)
        total, rounds = own, own + 1
        for client, tasks in self._clients.items():
            if client == task.client:
                rounds = own  # those that follow are behind it in its round
            else:
                total += min(len(tasks), rounds)
        return total
