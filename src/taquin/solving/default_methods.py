"""The method and the limits that are used when none are named, and methods for a proof or a quick answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from taquin import _native
from taquin.heuristics.pattern_database import has_large_databases
from taquin.heuristics.slides import describe_slide_databases, has_slide_databases
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.slides import Metric
from taquin.run.limits import Limits
from taquin.solving.heuristic_choice import HeuristicLike
from taquin.solving.method import AlgorithmLike, Method, choose_method, make_method
from taquin.tables.storage.folder import is_read_only

QUICK_TIME = 1.0  # the default time limit in seconds for interactive use


def default_method(
    shape: Shape, metric: Metric = Metric.MOVES, goal: Board | None = None, backend: str = "auto"
) -> Method:
    """The method that is used when none is named, on this backend.

    Up to 10 cells A* proves the shortest solution immediately. Up to 4×5, except on 2×10, IDA* with pattern databases
    proves it in little memory; this needs the core, and without it IDA* with linear conflict does so up to 4×4. On
    larger boards a proof takes too long. For slides, IDA* proves it where there are databases for slides; those for a
    ``goal`` that are missing are built, but not by a worker of the web server. On a GPU (``cuda``) a proof
    takes seconds up to 5×5, and minutes on many scrambles of 6×6.
    """
    if backend == "cuda":
        return make_method("ida_star", "pdb", {"lookback": 12 if shape.cells <= 25 else 10})
    if metric is Metric.SLIDES and not shape.is_line:
        is_missing = goal is not None and is_read_only() and bool(describe_slide_databases(goal))
        has_databases = has_slide_databases(shape) and not is_missing
        return make_method("ida_star", "pdb") if has_databases else make_method("anytime")
    if shape.cells <= 10 or shape.is_line:
        return make_method("astar", "linear_conflict")
    if _native.is_available() and shape.cells <= 20 and shape != Shape(2, 10) and shape != Shape(10, 2):
        return make_method("ida_star", "pdb", {"lookback": 10, "threads": 0})
    return make_method("ida_star", "linear_conflict") if shape.cells <= 16 else make_method("anytime")


def quick_method(shape: Shape, metric: Metric = Metric.MOVES, goal: Board | None = None) -> Method:
    """A method that answers within seconds: the default one up to 4×4, where a proof takes no longer.

    On larger boards anytime solving has an answer immediately, and improves it while it has time.
    """
    return default_method(shape, metric, goal) if shape.cells <= 16 or shape.is_line else make_method("anytime")


def proving_method(shape: Shape, goal: Board | None = None, metric: Metric = Metric.MOVES) -> Method:
    """The fastest method that proves a shortest solution, however long that takes.

    With a goal it uses the pattern databases of larger boards, if they are in the cache.
    """
    method = default_method(shape, metric, goal)
    if not method.algorithm.is_anytime:
        return method
    if metric is Metric.SLIDES:
        return make_method("ida_star", "linear_conflict")
    if goal is not None and _native.is_available() and has_large_databases(goal):
        return make_method("ida_star", "pdb", {"lookback": 12, "threads": 0})
    return make_method("ida_star", "linear_conflict")


def pick_method(
    unnamed: Method,
    algorithm: AlgorithmLike | None,
    heuristic: HeuristicLike | None,
    options: Mapping[str, object] | None,
) -> Method:
    """The method that the caller named; parts that were not named are those of the method ``unnamed``."""
    if algorithm is None and heuristic is not None and unnamed.heuristic is None:
        unnamed = make_method("beam", options={"width": 500})  # for a heuristic that is named alone
    return choose_method(unnamed if algorithm is None else algorithm, heuristic, options)


def uses_all_time(method: Method) -> bool:
    """Whether a run improves its solution until its time runs out. With a beam width it ends when nothing helps."""
    return method.algorithm.default_time is not None and not dict(method.options).get("width")


def default_limits(limits: Limits, method: Method) -> Limits:
    """The limits with a default time for a method that uses all its time, if neither time nor nodes are limited."""
    if not _is_unlimited(limits, method):
        return limits
    return replace(limits, time=method.algorithm.default_time)


def recording_limits(limits: Limits, method: Method, shape: Shape) -> Limits:
    """The same for a recorded run, with a limit of nodes: then the same search gives the same trace.

    The nodes suffice for a first solution and some attempts to find a shorter one.
    """
    if not _is_unlimited(limits, method):
        return limits
    return replace(limits, nodes=2000 + 3 * shape.cells * max(shape.rows, shape.columns))


def _is_unlimited(limits: Limits, method: Method) -> bool:
    return limits.time is None and limits.nodes is None and uses_all_time(method)
