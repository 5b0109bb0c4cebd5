"""The tasks of the process pool, and the queue in which they wait for a worker."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from taquin.errors import InternalError


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
class Task:
    """One call of the function in a worker: a request and, when it is done, a result or an error."""

    request: Any
    seconds: float | None = None
    """How long a worker may take; after that it is killed. None for no limit."""
    client: str = ""
    """Who submitted it, for a queue in which clients take turns."""
    listener: Callable[[Any], None] | None = None
    """Called with every value that the worker reports."""
    result: Any = None
    error: BaseException | None = None
    is_done: bool = False
    is_cancelled: bool = False
    began: float | None = None
    """When it was sent to a worker, by ``time.time``."""
    attempts: int = 0


class Queue:
    """Tasks that wait for a worker, in the order in which they were submitted."""

    def __init__(self) -> None:
        self._waiting: deque[Task] = deque()

    def add(self, task: Task) -> None:
        self._waiting.append(task)

    def next(self) -> Task | None:
        """The task that may begin now; None if there is none."""
        return self._waiting[0] if self._waiting else None

    def begin(self, task: Task) -> None:
        """The task has a worker."""
        self._waiting.remove(task)

    def end(self, task: Task) -> None:
        """The worker of the task is free again."""

    def remove(self, task: Task) -> None:
        """Remove a waiting task."""
        self._waiting.remove(task)
