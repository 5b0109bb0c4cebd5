"""Pattern databases of an experiment, built once per machine before the runs, so that no run has to build them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from taquin import _native
from taquin.errors import TaquinError
from taquin.experiments.running.task import RunTask
from taquin.heuristics.pattern_database import PatternDatabases, preferred_partition
from taquin.puzzle.board import Board
from taquin.puzzle.problem import Problem
from taquin.run.limits import Cancellation
from taquin.solving.heuristic_choice import HeuristicChoice
from taquin.system.pool import Pool
from taquin.system.worker_process import Channel
from taquin.tables.pdb.pattern import parse_partition
from taquin.tables.pdb.store import has_files
from taquin.tables.storage.folder import is_read_only

_POLL = 0.1  # seconds


def missing_databases(tasks: Iterable[RunTask]) -> list[tuple[str, Board]]:
    """The partitions that these runs look up and that are not in the cache, each with a goal. None without the core."""
    if not _native.is_available() or is_read_only():
        return []
    found: dict[tuple[str, Board], None] = {}
    boards = [(task.method.heuristic, task.problem.goal) for task in tasks if isinstance(task.problem, Problem)]
    for heuristic, goal in dict.fromkeys(boards):
        for text in () if heuristic is None else _partitions(heuristic):
            try:
                partition = preferred_partition(goal) if text == "auto" else text
                if not has_files(parse_partition(partition, goal).patterns):
                    found[partition, goal] = None
            except TaquinError:  # it does not fit the board: the run reports it
                continue
    return list(found)


def _partitions(heuristic: HeuristicChoice) -> Iterator[str]:
    for part in heuristic.parts:
        yield from _partitions(part)
    if heuristic.spec is not None and heuristic.spec.key == "pdb":
        yield str(dict(heuristic.options)["partition"])


def build_databases(missing: list[tuple[str, Board]], cancellation: Cancellation) -> bool:
    """Build databases in a process of their own, which gives its memory back. False if it was cancelled.

    Other processes of this machine that need the same ones wait. Raises a ``TaquinError`` if they cannot be built.
    """
    with Pool(1, _build) as pool:
        for each in missing:
            task = pool.submit(each)
            while not task.is_done and not pool.is_over:
                pool.wait(_POLL)
                if cancellation.is_cancelled:
                    return False  # leaving the block ends the process; what is finished stays
            if task.error is not None:
                raise task.error
    return True


def _build(request: tuple[str, Board], channel: Channel) -> None:
    partition, goal = request
    PatternDatabases.build(goal, partition=partition)
