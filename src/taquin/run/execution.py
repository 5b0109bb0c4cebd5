"""Runs a search until it ends or is stopped."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from taquin.run.result import Outcome, Status
from taquin.run.run import OUT_OF_MEMORY, Run, Stop


def execute(search: Callable[[], Outcome], run: Run, header: Mapping[str, Any]) -> Outcome:
    """Run a search until it ends or is stopped, and report its start and its finish to the observer.

    A search that runs out of memory ends like one that reaches a limit. An error, such as one in a user's heuristic,
    is raised after the observer has received its finish.
    """
    observer = run.observer
    if observer is not None:
        observer.start(header)
    outcome: Outcome | None = None
    try:
        outcome = search()
    except Stop as stop:
        outcome = run.failed(stop.status, stop.reason)
    except MemoryError:
        run.memory = lambda: 0  # releases the nodes; the frames of the search are released after this block
    except BaseException as error:
        if observer is not None:
            observer.finish(run.failed(Status.CANCELLED, f"ended by an error: {_in_one_line(error)}"))
        raise
    if outcome is None:
        outcome = run.failed(Status.LIMIT, OUT_OF_MEMORY)
    if observer is not None:
        observer.finish(outcome)
    return outcome


def _in_one_line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
