"""The proof that anytime solving on the core makes meanwhile: IDA*, and the databases that are built for it first."""

from __future__ import annotations

from functools import partial
from math import inf

from taquin import _native
from taquin.heuristics.pattern_database import has_large_databases
from taquin.heuristics.slides import describe_slide_databases
from taquin.puzzle.board import Board
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric
from taquin.run.limits import Limits, limits_checked_by
from taquin.run.run import Run
from taquin.solving.method import Method, make_method
from taquin.solving.native_anytime import Prover
from taquin.solving.native_calls import search
from taquin.solving.native_support import unsupported_reason
from taquin.tables.pdb.build import estimate
from taquin.tables.pdb.image import standard_image
from taquin.tables.pdb.pattern import Partition, default_partition, recommended_partition
from taquin.tables.pdb.store import ensure, has_files
from taquin.tables.slide_databases import can_build
from taquin.tables.storage.folder import is_read_only

TIME_FOR_DATABASES = 8.0
"""The least remaining time in seconds for which anytime solving loads large databases for the lower bound."""
_LEAST_TIME_TO_BUILD = 60.0
"""The least time limit in seconds for which it builds them if they are missing; the next runs have them."""
_SHARE_TO_BUILD = 0.5
"""The largest share of the time limit for which building is started: the rest is for the proof and the beams."""
_SHARE_OF_SLOW_BUILD = 0.6
"""The share of the time limit after which building ends that is slower than estimated."""
_MAXIMUM_CELLS_TO_BUILD = 25


def make_prover(problem: Problem, run: Run) -> Prover | None:
    """IDA* with linear conflict, where the core has it; with large databases that are in the cache, if there is time.

    Loading those takes a second and up to a gigabyte.
    """
    if problem.metric is Metric.SLIDES:
        is_stored = can_build(problem.shape) and not describe_slide_databases(problem.goal)
        return Prover(partial(_prove, problem, make_method("ida_star", "pdb"))) if is_stored else None
    has_room = run.limits.memory is None and run.seconds_left() >= TIME_FOR_DATABASES
    threads = 0 if run.limits.nodes is None else 1  # several threads do not stop at the same node in every run
    builds = partition_to_build(problem, run.limits) is not None
    has_databases = builds or (has_room and not is_read_only() and has_large_databases(problem.goal))
    method = make_method("ida_star", "linear_conflict", {"threads": threads})
    if has_databases:
        by_databases = make_method("ida_star", "pdb", {"lookback": 12, "threads": threads})
        method, without = by_databases, method
    if unsupported_reason(problem, method):
        return None
    if builds:
        return Prover(partial(_build_and_prove, run, without, problem, method), has_databases)
    return Prover(partial(_prove, problem, method), has_databases)


def partition_to_build(problem: Problem, limits: Limits) -> Partition | None:
    """The partition whose databases a run of anytime solving within these limits builds first; None if it builds none.

    It builds those of boards of up to 25 cells that are missing, if that leaves enough of the time to use them.
    """
    time = limits.time
    if problem.metric is not Metric.MOVES or time is None or limits.memory is not None or limits.nodes is not None:
        return None
    partition = None if is_read_only() else missing_partition(problem.goal)
    return partition if partition is not None and time >= time_to_build(partition) else None


def missing_partition(goal: Board) -> Partition | None:
    """The recommended partition of a board of up to 25 cells, if it is larger than the default and not in the cache."""
    shape = goal.shape
    if (
        not _native.is_available()
        or shape.is_line
        or shape.cells > _MAXIMUM_CELLS_TO_BUILD
        or has_large_databases(goal)
    ):
        return None
    partition = recommended_partition(goal)
    is_larger = len(partition.patterns) < len(default_partition(goal).patterns)
    return partition if is_larger else None


def time_to_build(partition: Partition) -> float:
    """The least time limit in seconds for which a run of anytime solving builds these databases."""
    return max(_LEAST_TIME_TO_BUILD, seconds_to_build(partition) / _SHARE_TO_BUILD)


def seconds_to_build(partition: Partition) -> float:
    """About how long it takes to build the missing databases of a partition; each may serve several patterns."""
    missing = {standard_image(one).pattern for one in partition.patterns if not has_files((one,))}
    return sum(estimate(pattern).seconds for pattern in missing)


class _TooSlow(Exception):
    """Building takes too large a share of the time limit."""


def _build_and_prove(
    run: Run, without: Method, problem: Problem, method: Method, should_stop: _native.core.ShouldStop, limits: Limits
) -> _native.core.SearchResult:
    """Build the missing databases within the limits of the run, then prove with them.

    If building is much slower than estimated, it ends early, and the proof is by the method ``without`` databases.
    Later runs resume an interrupted build.
    """
    partition = partition_to_build(problem, run.limits)
    end = _SHARE_OF_SLOW_BUILD * (run.limits.time or inf)

    def check(memory: int) -> None:
        run.check(memory)
        if run.elapsed() > end:
            raise _TooSlow

    try:
        with limits_checked_by(check):
            for pattern in () if partition is None else partition.patterns:
                ensure(pattern)
    except _TooSlow:
        method = without
    return _prove(problem, method, should_stop, limits)


def _prove(
    problem: Problem, method: Method, should_stop: _native.core.ShouldStop, limits: Limits
) -> _native.core.SearchResult:
    proof = Run(limits)

    def is_ended(*counts: int) -> bool:
        return should_stop(*counts) or not proof.budget.are_tables_intact()

    return search(problem, method, proof, is_ended)
