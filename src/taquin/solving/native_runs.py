"""Whole runs on the native core: which methods it supports, how they are called, and what they report."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from math import inf
from typing import Any

from taquin import _native
from taquin.algorithms.constructive import report
from taquin.algorithms.depth_first import report_failure
from taquin.errors import InternalError
from taquin.heuristics.base import Heuristic, using
from taquin.heuristics.pattern_database import has_large_databases
from taquin.heuristics.slides import SlideDatabases, describe_slide_databases
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Move
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric
from taquin.puzzle.words import whole
from taquin.run.limits import Limits, limits_checked_by
from taquin.run.observer import Observer
from taquin.run.result import Outcome
from taquin.run.run import Run
from taquin.solving.heuristic_choice import HeuristicChoice
from taquin.solving.method import Method, make_method
from taquin.solving.native_anytime import NO_LIMIT, Counting, Prover, ShouldStop, construct, run_anytime
from taquin.solving.native_heuristics import convert_heuristic, make_grid
from taquin.solving.python_runs import build_heuristics
from taquin.system.cores import core_count
from taquin.tables.detours import detours
from taquin.tables.pdb.build import estimate
from taquin.tables.pdb.image import standard_image
from taquin.tables.pdb.pattern import Partition, default_partition, recommended_partition
from taquin.tables.pdb.store import ensure, has_files
from taquin.tables.slide_databases import can_build
from taquin.tables.storage.folder import is_read_only
from taquin.trace.ordering import Order

TIME_FOR_DATABASES = 8.0
"""The least remaining time in seconds for which anytime solving loads large databases for the lower bound."""
_LEAST_TIME_TO_BUILD = 60.0
"""The least time limit in seconds for which it builds them if they are missing; the next runs have them."""
_SHARE_TO_BUILD = 0.5
"""The largest share of the time limit for which building is started: the rest is for the proof and the beams."""
_SHARE_OF_SLOW_BUILD = 0.6
"""The share of the time limit after which building ends that is slower than estimated."""
_MAXIMUM_CELLS_TO_BUILD = 25
_NO_DEPTH = 2**30
_DEFAULT_EVENTS = 10_000_000
_EVENT_KINDS = ("iteration", "generate", "duplicate", "expand", "prune", "improve", "goal")
_REASONS = ("", "bound", "depth")
"""``EventKind`` and ``Reason`` of the core (sink.hpp), in the same order."""


def unsupported_reason(problem: Problem, method: Method) -> str:
    """Why the core does not support this method on this problem; empty if it does.

    The registry decides: no heuristic is constructed and no table is built.
    """
    algorithm, shape = method.algorithm, problem.shape
    if not _native.is_available():
        return _native.describe()
    if problem.metric is Metric.SLIDES:
        is_proof = method.text in ("ida_star(pdb)", "ida_star(pdb, threads=0)") and can_build(shape)
        is_right = is_proof or (algorithm.needs_board and "slides" in _native.capabilities())
        return "" if is_right else f"for slides on {shape} the native core does not have {method.text}"
    if algorithm.native is None:
        return f"the native core does not have {algorithm.key}"
    if dict(method.options).get("tie_break") == "random":
        return "the native core does not have tie_break=random"
    most = algorithm.native.maximum_cells
    if shape.cells > most:
        return f"with {algorithm.key} the native core takes boards of up to {most} cells, and {shape} has more"
    if method.heuristic is not None and (lacking := _find_unsupported(method.heuristic, shape)) is not None:
        where = "" if lacking.spec is None or lacking.spec.native is None else f" on {shape}"
        return f"the native core does not have {lacking.text}{where}"
    return ""


def _find_unsupported(choice: HeuristicChoice, shape: Shape) -> HeuristicChoice | None:
    """The heuristic, or the first part of a maximum, that the core does not evaluate on this shape."""
    if choice.spec is None or choice.spec.native is None or not choice.spec.native.supports(shape):
        return choice
    return next(filter(None, (_find_unsupported(part, shape) for part in choice.parts)), None)


def run_on_core(problem: Problem, method: Method, run: Run) -> Outcome:
    """Run a method that the core supports (see ``unsupported_reason``) and return its outcome.

    The core records the events; an attached observer receives all of them after the search has ended.
    """
    function = _function(method)
    if function == "anytime":
        return run_anytime(problem, run, dict(method.options), _prover(problem, run))
    counting = Counting(run)
    if function == "construct":
        run.poll()  # a limit of no nodes ends it here
        moves = construct(problem, counting.should_stop)
        if moves is None:
            raise counting.stops[0]
        return report(run, moves)
    result = _call(problem, method, run, counting.should_stop)
    iterations = [(whole(bound), *counts) for bound, *counts in result["iterations"]]
    run.adopt(result["counters"], iterations, result["lower_bound"], is_depth_limited=result["is_depth_cut"])
    if run.observer is not None:
        _replay(result["events"], (bound for bound, *_ in iterations), run.observer)
    match result["status"]:
        case 0:
            return run.solved(result["moves"])
        case 1 if "limit" in (options := dict(method.options)):
            return report_failure(run, int(options["limit"]), is_cut=result["is_depth_cut"])
        case 1:
            return run.exhausted(is_complete=method.rules.weight_g > 0 and method.rules.order is not Order.NEWEST)
        case _ if result["moves"]:  # a search that improves its solution
            return run.solved(result["moves"], reason=counting.stop_reason(result["status"]))
        case _:
            counting.raise_stop(result["status"])
            raise InternalError("the core stopped before any limit was reached", hint="please report this")


def _prover(problem: Problem, run: Run) -> Prover | None:
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
    run: Run, without: Method, problem: Problem, method: Method, should_stop: ShouldStop, limits: Limits
) -> Any:
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


def _prove(problem: Problem, method: Method, should_stop: ShouldStop, limits: Limits) -> Any:
    proof = Run(limits)

    def is_ended(*counts: int) -> bool:
        return should_stop(*counts) or not proof.budget.are_tables_intact()

    return _call(problem, method, proof, is_ended)


def _call(problem: Problem, method: Method, run: Run, should_stop: ShouldStop) -> Any:
    core: Any = _native.load()
    options = dict(method.options)
    used = build_heuristics(problem, method)
    with using(run, *used):
        if isinstance(used[0], SlideDatabases):
            return core.search_slides(_core_databases(core, used[0]), problem.start.state, *_limits(run), should_stop)
        grid, heuristics = _core_heuristics(core, problem, method, used)
        boards = (grid, problem.start.state, problem.goal.state)
        rest = (*_limits(run), _event_cap(run.observer), should_stop)
        match _function(method):
            case "ida_star":
                lookback, threads = int(options["lookback"]), int(options["threads"]) or core_count()
                avoided = None if lookback == 2 else _make_detours(problem.shape, lookback, method.order)
                return core.ida_star(*boards, *heuristics, avoided, threads, *rest)
            case "best_first":
                rules = method.rules
                bounded = "" if method.algorithm.native is None else method.algorithm.native.priority
                weights = rules.weight_g, rules.suboptimality if bounded else rules.weight_h
                named = {"priority": bounded or rules.priority} if bounded or rules.priority != "linear" else {}
                step = {"step": options["step"]} if "step" in options else {}
                return core.best_first(*boards, *heuristics, *weights, rules.tie_break, *rest, **named, **step)
            case "depth_first" if options["frontier"] == "stack":
                return core.stack_depth_first(*boards, *rest)
            case "depth_limited":
                limit = min(int(options["limit"]), _NO_DEPTH) if "limit" in options else -1
                return core.depth_limited(*boards, limit, options["undo"], *rest)
            case other:  # breadth_first, bidirectional, bidirectional_astar, depth_first
                return getattr(core, other)(*boards, *heuristics, *rest)


def _function(method: Method) -> str:
    """The function of the core that runs a method; empty if there is none."""
    return "" if method.algorithm.native is None else method.algorithm.native.function


def _core_heuristics(
    core: Any, problem: Problem, method: Method, used: tuple[Heuristic | None, Heuristic | None]
) -> tuple[Any, list[Any]]:
    """The grid, and the core's form of each heuristic: two for a search from both sides, none for a blind one."""
    grid = make_grid(problem.shape, method.order)
    if method.heuristic is None and _function(method) != "best_first":
        return grid, []
    forms = [convert_heuristic(core, grid, problem, used[0], method.order)]
    if used[1] is not None:
        backward = Problem(problem.goal, problem.start)
        forms.append(convert_heuristic(core, grid, backward, used[1], method.order))
    return grid, forms


def _limits(run: Run) -> tuple[int, int]:
    nodes, depth = run.limits.nodes, run.limits.depth
    return NO_LIMIT if nodes is None else nodes, _NO_DEPTH if depth is None else min(depth, _NO_DEPTH)


def _core_databases(core: Any, databases: SlideDatabases) -> Any:
    shape, form = databases.goal.shape, databases.views[0].pattern.shape
    views = tuple((view.cells, view.tiles, view.entries) for view in databases.views)
    return core.SlideDatabases(form.rows, form.columns, shape.rows, shape.columns, views)


def load(problem: Problem, method: Method) -> None:
    """Load what a run of this method needs. It is cached, so that a run that follows begins with the search."""
    used = build_heuristics(problem, method)
    if problem.metric is Metric.MOVES and method.heuristic is not None:
        _core_heuristics(_native.load(), problem, method, used)
        lookback = int(dict(method.options).get("lookback", 2))
        if lookback != 2:
            _make_detours(problem.shape, lookback, method.order)


@lru_cache(maxsize=8)
def _make_detours(shape: Shape, lookback: int, order: tuple[Move, ...]) -> Any:
    """Which of several paths to a board the table allows does not depend on the order of the search."""
    core: Any = _native.load()
    return core.Detours(make_grid(shape, order), detours(shape, lookback))


def _event_cap(observer: Observer | None) -> int:
    """The number of events to record: one more than the recorder's cap, so that it knows that events are missing."""
    if observer is None:
        return 0
    return int(getattr(observer, "cap", _DEFAULT_EVENTS)) + 1


def _replay(
    events: list[tuple[int, int, int, int, int, int, int]], bounds: Iterator[float], observer: Observer
) -> None:
    for kind, node, parent, move, g, h, reason in events:
        match _EVENT_KINDS[kind]:
            case "iteration":
                observer.iteration(next(bounds))
            case "generate":
                observer.generate(node, parent, move, g, h)
            case "duplicate":
                observer.duplicate(node, parent, move, g)
            case "expand":
                observer.expand(node)
            case "prune":
                observer.prune(node, _REASONS[reason])
            case "improve":
                observer.improve(node, parent, move, g)
            case _:
                observer.goal(node)
