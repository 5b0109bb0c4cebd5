"""Calls of the core's searches on boards: for every function that ``NativeSearch`` names, what it is given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from taquin import _native
from taquin.heuristics.base import Heuristic, using
from taquin.heuristics.slides import SlideDatabases
from taquin.puzzle.board import State
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Move
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric
from taquin.run.limits import Limits
from taquin.run.observer import Observer
from taquin.run.run import Run
from taquin.solving.method import Method
from taquin.solving.native_anytime import NO_LIMIT
from taquin.solving.native_heuristics import convert_heuristic, make_grid
from taquin.solving.python_runs import build_heuristics
from taquin.solving.specs import NativeSearch, OptionValue
from taquin.system.cores import core_count
from taquin.tables.detours import detours

_NO_DEPTH = 2**30
_DEFAULT_EVENTS = 10_000_000
_SHORTEST_LOOKBACK = 2  # a move and its undoing, which the core avoids without a table


def search(
    problem: Problem, method: Method, run: Run, should_stop: _native.core.ShouldStop
) -> _native.core.SearchResult:
    """Call the search of the core that runs this method."""
    used = build_heuristics(problem, method)
    with using(run, *used):
        if isinstance(used[0], SlideDatabases):
            nodes, depth = _core_limits(run.limits)
            return _native.core.search_slides(_core_databases(used[0]), problem.start.state, nodes, depth, should_stop)
        function = method.algorithm.native
        assert function is not None  # ``native_support`` has said so
        return _SEARCHES[function.function](core_arguments(problem, method, run, should_stop), function)


def core_arguments(problem: Problem, method: Method, run: Run, should_stop: _native.core.ShouldStop) -> Arguments:
    """What the core is given for a search; the heuristics are cached."""
    return Arguments(
        method,
        problem.shape,
        dict(method.options),
        make_grid(problem.shape, method.order),
        problem.start.state,
        problem.goal.state,
        _core_heuristics(problem, method, build_heuristics(problem, method)),
        *_core_limits(run.limits),
        _event_cap(run.observer),
        should_stop,
    )


def load(problem: Problem, method: Method) -> None:
    """Load what a run of this method needs. It is cached, so that a run that follows begins with the search."""
    used = build_heuristics(problem, method)
    if problem.metric is Metric.MOVES and method.heuristic is not None:
        _core_heuristics(problem, method, used)
        lookback = int(dict(method.options).get("lookback", _SHORTEST_LOOKBACK))
        if lookback != _SHORTEST_LOOKBACK:
            make_detours(problem.shape, lookback, method.order)


@dataclass(frozen=True, slots=True)
class Arguments:
    """What a search of the core is given."""

    method: Method
    shape: Shape
    options: dict[str, OptionValue]
    grid: _native.core.Grid
    start: State
    goal: State
    heuristics: tuple[_native.core.Heuristic, ...]
    """Two for a search from both sides, none for a blind one."""
    nodes: int
    depth: int
    events: int
    should_stop: _native.core.ShouldStop

    @property
    def detours(self) -> _native.core.Detours | None:
        """The moves that IDA* avoids; None for the undoing of the last move alone."""
        lookback = int(self.options["lookback"])
        return None if lookback == _SHORTEST_LOOKBACK else make_detours(self.shape, lookback, self.method.order)


def _ida_star(given: Arguments, _: NativeSearch) -> _native.core.SearchResult:
    threads = int(given.options["threads"]) or core_count()
    return _native.core.ida_star(
        given.grid,
        given.start,
        given.goal,
        given.heuristics[0],
        given.detours,
        threads,
        given.nodes,
        given.depth,
        given.events,
        given.should_stop,
    )


def _best_first(given: Arguments, function: NativeSearch) -> _native.core.SearchResult:
    rules = given.method.rules
    priority = function.priority or rules.priority
    return _native.core.best_first(
        given.grid,
        given.start,
        given.goal,
        given.heuristics[0],
        int(rules.weight_g),
        rules.suboptimality if function.priority else rules.weight_h,
        rules.tie_break,
        given.nodes,
        given.depth,
        given.events,
        given.should_stop,
        priority,
        float(given.options.get("step", 0)),
    )


def _bidirectional_astar(given: Arguments, _: NativeSearch) -> _native.core.SearchResult:
    forward, backward = given.heuristics
    rules = given.method.rules
    return _native.core.bidirectional_astar(
        given.grid,
        given.start,
        given.goal,
        forward,
        backward,
        given.nodes,
        given.depth,
        given.events,
        given.should_stop,
        rules.order,
        rules.suboptimality,
    )


def _depth_limited(given: Arguments, _: NativeSearch) -> _native.core.SearchResult:
    limit = min(int(given.options["limit"]), _NO_DEPTH) if "limit" in given.options else -1
    return _native.core.depth_limited(
        given.grid,
        given.start,
        given.goal,
        limit,
        bool(given.options["undo"]),
        given.nodes,
        given.depth,
        given.events,
        given.should_stop,
    )


def _depth_first(given: Arguments, function: NativeSearch) -> _native.core.SearchResult:
    is_stack = given.options["frontier"] == "stack"
    return _blind("stack_depth_first" if is_stack else "depth_first")(given, function)


_Blind = Literal["breadth_first", "bidirectional", "depth_first", "stack_depth_first"]


def _blind(name: _Blind) -> Callable[[Arguments, NativeSearch], _native.core.SearchResult]:
    """A blind search that stores its nodes; it has no options in the core."""

    def run(given: Arguments, _: NativeSearch) -> _native.core.SearchResult:
        found: _native.core.SearchResult = getattr(_native.core, name)(
            given.grid, given.start, given.goal, given.nodes, given.depth, given.events, given.should_stop
        )
        return found

    return run


_SEARCHES: dict[str, Callable[[Arguments, NativeSearch], _native.core.SearchResult]] = {
    "best_first": _best_first,
    "bidirectional": _blind("bidirectional"),
    "bidirectional_astar": _bidirectional_astar,
    "breadth_first": _blind("breadth_first"),
    "depth_first": _depth_first,
    "depth_limited": _depth_limited,
    "ida_star": _ida_star,
}
"""By ``NativeSearch.function``."""


def _core_heuristics(
    problem: Problem, method: Method, used: tuple[Heuristic | None, Heuristic | None]
) -> tuple[_native.core.Heuristic, ...]:
    """The core's form of each heuristic; best-first search without one has one that is always 0."""
    function = method.algorithm.native
    if method.heuristic is None and (function is None or function.function != "best_first"):
        return ()
    grid = make_grid(problem.shape, method.order)
    forward = convert_heuristic(grid, problem, used[0], method.order)
    if used[1] is None:
        return (forward,)
    return forward, convert_heuristic(grid, Problem(problem.goal, problem.start), used[1], method.order)


def _core_limits(limits: Limits) -> tuple[int, int]:
    """The most nodes, and the largest depth."""
    nodes = NO_LIMIT if limits.nodes is None else limits.nodes
    return nodes, _NO_DEPTH if limits.depth is None else min(limits.depth, _NO_DEPTH)


def _core_databases(databases: SlideDatabases) -> _native.core.SlideDatabases:
    shape, form = databases.goal.shape, databases.views[0].pattern.shape
    views = tuple((view.cells, view.tiles, view.entries) for view in databases.views)
    return _native.core.SlideDatabases(form.rows, form.columns, shape.rows, shape.columns, views)


@lru_cache(maxsize=8)
def make_detours(shape: Shape, lookback: int, order: tuple[Move, ...]) -> _native.core.Detours:
    """Which of several paths to a board the table allows does not depend on the order of the search."""
    return _native.core.Detours(make_grid(shape, order), detours(shape, lookback))


def _event_cap(observer: Observer | None) -> int:
    """The number of events to record: one more than the recorder's cap, so that it knows that events are missing."""
    if observer is None:
        return 0
    return int(getattr(observer, "cap", _DEFAULT_EVENTS)) + 1
