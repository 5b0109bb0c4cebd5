"""Executors of ``concurrent.futures`` whose workers may be other machines, and be lost."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from dataclasses import dataclass
from typing import Any, TypeVar

from taquin.errors import BackendError, TaquinError

Result = TypeVar("Result")

DEFAULT_WIDTH = 32
"""How many tasks an executor is given at once unless the caller says how many it runs."""
_FIRST_ERRORS, _MOST_ERRORS = 3, 10
"""Equal errors in a row that end the work: before the first task that returned, and after it."""
_LONGEST_ERROR = 300


@dataclass(frozen=True)
class Workers:
    """An executor, which takes any functions that its workers can import."""

    executor: Executor
    width: Callable[[], int]
    """How many tasks it runs at once now; 0 while it has no workers."""

    def submit(self, function: Callable[..., Result], *arguments: Any) -> Future[Result]:
        """Submit a task. Raises ``BackendError`` if the executor takes no more."""
        try:
            return self.executor.submit(function, *arguments)
        except (BrokenExecutor, RuntimeError) as error:
            raise BackendError(f"the executor takes no more tasks: {error}") from error


class Failures:
    """What is done about tasks that fail: those of a worker that is lost are repeated; equal errors end the work."""

    def __init__(self, hint: str = "") -> None:
        """``hint`` is that of the errors that end the work."""
        self.last = ""
        """Why the last task that was lost has no result."""
        self._hint = hint
        self._in_a_row, self._most = 0, _FIRST_ERRORS

    def result(self, future: Future[Result]) -> Result | None:
        """The result of a task that has ended; None if it is lost. Raises ``BackendError`` to end the work.

        A ``TaquinError`` that the task raised ends it too.
        """
        try:
            result = future.result()
        except CancelledError:
            raise BackendError("the connection to the workers is lost", hint=self._hint) from None
        except BrokenExecutor as error:
            raise BackendError(f"the executor is broken: {error}", hint=self._hint) from error
        except TaquinError:
            raise
        except (ImportError, AttributeError) as error:
            hint = "install the same version on all machines"
            raise BackendError(f"a worker cannot load Taquin: {_text(error)}", hint=hint) from error
        except Exception as error:  # noqa: BLE001 - whatever an executor raises for a worker that is lost
            self._count(error)
            return None
        self._in_a_row, self._most = 0, _MOST_ERRORS
        return result

    def _count(self, error: Exception) -> None:
        # The message of dask.distributed names the task and the worker, so no two are equal.
        text = "its worker was lost" if type(error).__name__ == "KilledWorker" else _text(error)
        self._in_a_row = self._in_a_row + 1 if text == self.last else 1
        self.last = text
        if self._in_a_row >= self._most:
            raise BackendError(f"{self._in_a_row} tasks failed in a row: {text}", hint=self._hint) from error


def _text(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:_LONGEST_ERROR]
