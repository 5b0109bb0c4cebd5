"""Runs on tables that are checked while the search runs: no result is returned before they are found intact."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from taquin.errors import TableError
from taquin.run.limits import limits_checked_by
from taquin.run.result import Outcome, Status
from taquin.run.run import Run, Stop
from taquin.tables.storage.integrity import TableUse, copied_tables, deferred_checks, has_damage


def run_on_checked_tables(search: Callable[[Run], Outcome], run: Run) -> Outcome:
    """Run a search, and once more on copies of the tables if one of them turns out to be damaged.

    The outcome of a search that ends before the checks waits for them. If a limit is reached before they end, no bound
    that may depend on a table counts as proven. A search with an observer cannot be repeated: its tables are checked
    before it begins.
    """
    with limits_checked_by(run.check):
        if run.observer is not None:
            return _run_observed(search, run)
        with deferred_checks() as use:
            outcome = _run_unchecked(search, run, use)
        if outcome is not None:
            return outcome
    again = run.restarted()
    with limits_checked_by(again.check), copied_tables():
        return search(again)


def _run_observed(search: Callable[[Run], Outcome], run: Run) -> Outcome:
    use = TableUse()
    outcome = search(run)
    if not use.is_sound():
        raise TableError("a table was changed while the search used it", hint="run it again")
    return outcome


def _run_unchecked(search: Callable[[Run], Outcome], run: Run, use: TableUse) -> Outcome | None:
    """The outcome; None if a table is damaged."""
    try:
        outcome = search(run)
    except Exception:
        with suppress(Stop):
            if not use.is_sound():
                return None
        raise
    is_stopped = outcome.status in (Status.LIMIT, Status.CANCELLED)
    if is_stopped and not use.is_checked and not has_damage():
        return replace(outcome, lower_bound=0)
    try:
        return outcome if use.is_sound() else None
    except Stop:  # a limit of the run
        return replace(outcome, lower_bound=0)
