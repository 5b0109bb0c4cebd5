"""``solve``: choose a method, check parity, run, replay the solution, return a ``Result``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext, suppress
from dataclasses import replace
from time import perf_counter
from typing import Any, Literal, Protocol, TypeAlias, TypeVar, get_args

from taquin.errors import BackendError, SpecError
from taquin.puzzle.arguments import check_callable, check_choice
from taquin.puzzle.board import BoardLike
from taquin.puzzle.goals import GoalLike
from taquin.puzzle.guesses import suggest_keywords
from taquin.puzzle.moves import MovesLike
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric, MetricLike
from taquin.puzzle.solution import Solution
from taquin.run.budget import Stop
from taquin.run.execution import execute, watched
from taquin.run.limits import Amount, Cancellation, Limits, as_limits, limits_checked_by
from taquin.run.observer import Observer
from taquin.run.progress import Improvement, ImprovementListener, Progress, ProgressListener
from taquin.run.result import Result, Status
from taquin.run.run import Run
from taquin.solving import cuda_runs, native_calls, native_runs, python_runs
from taquin.solving.default_methods import default_limits, default_method, pick_method
from taquin.solving.heuristic_choice import HeuristicLike, choose_heuristic, declare_admissible
from taquin.solving.method import AlgorithmLike, Method, make_method
from taquin.solving.native_support import unsupported_reason
from taquin.solving.registry import ALGORITHMS
from taquin.solving.results import is_bound_proven, join_results, make_improvement, make_result, proven_bound


class TaskExecutor(Protocol):
    """What is used of an executor of ``concurrent.futures``, which other runs do not import."""

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Any: ...


_Report = TypeVar("_Report", Progress, Improvement)

_FALLBACK_TIME = 2.0  # the most seconds of a default run that are kept for ``anytime``

Backend: TypeAlias = Literal["auto", "python", "native", "cuda"]


@suggest_keywords
def solve(
    start: BoardLike | Problem,
    goal: GoalLike | None = None,
    *,
    metric: MetricLike | None = None,
    algorithm: AlgorithmLike | None = None,
    heuristic: HeuristicLike | None = None,
    options: Mapping[str, object] | None = None,
    admissible: bool = False,
    limits: Limits | None = None,
    time: Amount | None = None,
    nodes: Amount | None = None,
    memory: Amount | None = None,
    depth: Amount | None = None,
    observer: Observer | None = None,
    cancellation: Cancellation | None = None,
    progress: ProgressListener | None = None,
    improvement: ImprovementListener | None = None,
    initial: Result | MovesLike | None = None,
    backend: Backend = "auto",
    executor: TaskExecutor | None = None,
    jobs: int | Callable[[], int] | None = None,
) -> Result:
    """Solve a board and return the solution with the counters of the search.

    The parity of the problem is checked first, and a solution is replayed before it is returned. A search that fails
    returns a ``Result`` whose status and reason say why. If no algorithm is named and the best method for the board
    runs out of time, the result has the best solution that ``anytime`` found, and the bound that was proven.

    * **start**: a board in any form (text, rows, cells, an array), or a problem, which has its own goal.
    * **goal**: a board or a name; ``standard`` if left out.
    * **metric**: ``moves``, or ``slides`` for fewest slides, where tiles that slide together in a line count 1.
    * **algorithm**: a name or a spec from ``taquin list``, or your own function; by default the best for the board.
    * **heuristic**: a name or a spec from ``taquin list``, or your own function or class.
    * **options**: options of the algorithm by name, such as ``{"weight": 2}``.
    * **admissible**: declares that your heuristic never overestimates, as ``examine`` proves: then its solutions count
      as proven.
    * **limits**: several limits as one value; the next four override it.
    * **time**: seconds, or text such as ``"2m"``; without it ``anytime``, the best method for large boards, takes 10 s.
    * **nodes**: the largest number of generated nodes.
    * **memory**: bytes, or text such as ``"2GB"``.
    * **depth**: the largest number of moves of a solution.
    * **observer**: gets every event of the search, such as a ``Recorder``.
    * **cancellation**: stops the search from another thread.
    * **progress**: called with a ``Progress`` ten times a second.
    * **improvement**: called with every solution of a search that improves its solution (``anytime``), immediately.
    * **initial**: a solution that such a search starts with: moves, or an earlier result, with its proven bound.
    * **backend**: ``python``, ``native`` or ``cuda``; ``auto`` uses the native core where it can.
    * **executor**: any executor of ``concurrent.futures``, whose workers share a search of ``ida_star`` on the core.
    * **jobs**: how many tasks the executor runs at once, or a function that tells this; 32 if left out.

    >>> result = solve("1 2 3 / 4 0 5 / 6 7 8", algorithm="astar", heuristic="manhattan")
    >>> result.status, result.quality, result.length, result.stats.expanded
    (<Status.SOLVED: 'solved'>, <Quality.OPTIMAL: 'optimal'>, 14, 127)
    >>> solve([[8, 1, 3], [4, 0, 2], [7, 6, 5]], time=5).length
    14
    """
    problem = _read_problem(start, goal, metric)
    check_callable("improvement", improvement, "a function of an Improvement")
    method = name_method(problem, algorithm, heuristic, options, admissible=admissible, backend=backend)
    if heuristic is not None and method.heuristic is None:
        raise SpecError(f"a heuristic has no effect: {method.algorithm.key} uses none", hint="leave it out")
    given = as_limits(limits, time=time, nodes=nodes, memory=memory, depth=depth)
    run = Run(given, observer, cancellation, progress, improvement)
    if executor is not None or jobs is not None:
        from taquin.solving.shared_search import as_workers  # other runs need no executors

        run.workers = as_workers(executor, jobs)
    if initial is not None:
        run.begin_with(*check_initial(problem, initial, method))
    is_named = any(argument is not None for argument in (algorithm, heuristic, observer, initial)) or bool(options)
    return run_method(problem, method, run, backend) if is_named else run_default(problem, method, run, backend)


def name_method(
    problem: Problem,
    algorithm: AlgorithmLike | None,
    heuristic: HeuristicLike | None,
    options: Mapping[str, object] | None,
    *,
    admissible: bool,
    backend: Backend,
) -> Method:
    """The method for this problem: what the caller named, and for the rest the default on this backend."""
    if admissible and heuristic is None:
        raise SpecError(
            "admissible=True declares that your heuristic is admissible, but none is given", hint="heuristic=…"
        )
    if admissible and heuristic is not None:
        heuristic = declare_admissible(choose_heuristic(heuristic))
    default = default_method(problem.shape, problem.metric, backend=backend)
    return pick_method(default, algorithm, heuristic, options)


def _read_problem(start: BoardLike | Problem, goal: GoalLike | None, metric: MetricLike | None) -> Problem:
    try:
        return Problem(start, goal, metric=metric)
    except SpecError as error:
        if isinstance(goal, str) and any(goal in (spec.key, *spec.aliases) for spec in ALGORITHMS):
            raise SpecError("the second argument is the goal", hint=f"use algorithm={goal!r}") from error
        raise


def check_initial(problem: Problem, initial: Result | MovesLike, method: Method) -> tuple[bytes, int]:
    """The moves of an initial solution, and the bound that it proves.

    Raises ``SpecError`` or ``MoveError`` unless it leads from the start to the goal, and ``SpecError`` if the method
    does not improve its solution.
    """
    if not method.algorithm.takes_initial:
        raise SpecError(
            f"an initial solution has no effect: {method.algorithm.key} does not improve a given solution",
            hint="use the algorithm anytime",
        )
    if isinstance(initial, Result):
        if (initial.start, initial.goal) != (problem.start, problem.goal) or initial.solution is None:
            raise SpecError(f"expected an initial solution of this board and goal, found {initial!r}")
        bound = initial.lower_bound if initial.metric is problem.metric else 0
        return bytes(initial.solution.moves), bound
    solution = Solution(problem.start, initial)
    if solution.end != problem.goal:
        raise SpecError("expected an initial solution that ends at the goal, found one that does not")
    return bytes(solution.moves), 0


def run_default(problem: Problem, method: Method, run: Run, backend: Backend = "auto") -> Result:
    """``run_method`` for the default method: when time runs out, there is a solution.

    If the method does not improve its solution, ``anytime`` gets the last fifth of the time, at most two seconds. The
    result has its solution, the better of the two bounds, and the counters of both runs together.
    """
    limits, progress, improvement = run.limits, run.reporter.listener, run.anytime.listener
    if not limits.time or method.algorithm.is_anytime:
        return run_method(problem, method, run, backend)
    first_time = limits.time - min(limits.time / 5, _FALLBACK_TIME)
    run.budget.limit_time(first_time)
    first = run_method(problem, method, run, backend)
    if first.status is not Status.LIMIT or run.elapsed() < first_time:
        return first
    listeners = _later(first.seconds, progress), _later(first.seconds, improvement)
    rest = Run(replace(limits, time=None), None, run.budget.cancellation, *listeners)
    rest.anytime.default_time = max(limits.time - first.seconds, 0)
    second = run_method(problem, make_method("anytime"), rest, "auto" if backend == "cuda" else backend)
    reason = f"reached the time limit of {limits.time:g} s, and {method.algorithm.key} has proven only the bound"
    return join_results(first, second, reason if "time limit" in second.reason else second.reason)


def _later(seconds: float, listener: Callable[[_Report], None] | None) -> Callable[[_Report], None] | None:
    """The listener of a second run: its reports count the seconds of the first one too."""
    if listener is None:
        return None
    return lambda report: listener(replace(report, seconds=seconds + report.seconds))


def run_method(problem: Problem, method: Method, run: Run | None = None, backend: Backend = "auto") -> Result:
    """Run one method on one problem: ``solve`` with everything chosen.

    Without a time limit, a method that improves its solution has a default time once it has found one.
    """
    began = perf_counter()
    run = Run() if run is None else run
    if run.observer is not None and problem.metric is Metric.SLIDES:
        raise SpecError("a search for fewest slides cannot be recorded", hint="record one for fewest moves")
    chosen = choose_backend(backend, problem, method, run.observer)
    if run.workers is not None:
        from taquin.solving.shared_search import check_shared

        check_shared(problem, method, run, backend)
    anytime = run.anytime
    if anytime.default_time is None:
        anytime.default_time = default_limits(run.limits, method).time
    if problem.is_solvable and problem.metric is Metric.MOVES:
        with suppress(Stop), limits_checked_by(run.check):  # it may open tables; a limit that stops it stops the search
            method = method.resolved(problem.goal, chosen)
    if not is_bound_proven(method):
        run.state_bound(proven_bound(problem, method, 0))
    anytime.describe_by(lambda moves: make_improvement(problem, method, run, moves))
    search = _SEARCHES[chosen if problem.is_solvable else "python"]
    outcome = execute(
        lambda: search(problem, method, run),
        run,
        lambda: {**method.header, **problem.header},
        calls_user_code=method.is_own,
    )
    initial = anytime.initial
    if outcome.moves is None and initial is not None and len(initial) <= run.depth_limit:
        outcome = replace(outcome, status=Status.SOLVED, moves=tuple(initial))  # stopped before it was read
    return make_result(problem, method, outcome, perf_counter() - began, chosen)


_SEARCHES = {"python": python_runs.run_in_python, "native": native_runs.run_on_core, "cuda": cuda_runs.run_on_card}


def run_prepared(
    problem: Problem,
    method: Method,
    *,
    limits: Limits | None = None,
    cancellation: Cancellation | None = None,
    progress: ProgressListener | None = None,
    backend: Backend = "auto",
) -> Result:
    """``run_method`` after everything that it needs is loaded, so that its time is that of the search alone.

    The limits apply separately to loading and search. Imports, heuristics and tables are cached.
    """
    stopped = prepare(problem, method, Run(limits, None, cancellation), backend)
    if stopped is not None:
        return stopped
    return run_method(problem, method, Run(limits, None, cancellation, progress), backend)


def prepare(problem: Problem, method: Method, run: Run, backend: Backend = "auto") -> Result | None:
    """Load everything that a run needs. Returns None, or the result if a limit or a cancellation stops the loading."""
    began = perf_counter()
    chosen = choose_backend(backend, problem, method, None)
    try:
        with limits_checked_by(run.check), watched(run) if method.is_own else nullcontext():
            if problem.is_solvable:
                if problem.metric is Metric.MOVES:
                    method = method.resolved(problem.goal, chosen)
                _LOADERS[chosen](problem, method)
    except Stop as stop:
        return make_result(problem, method, run.failed(stop.status, stop.reason), perf_counter() - began, chosen)
    return None


_LOADERS = {"python": python_runs.load, "native": native_calls.load, "cuda": cuda_runs.load}


def choose_backend(backend: Backend, problem: Problem, method: Method, observer: Observer | None) -> str:
    """Which backend runs this.

    ``auto`` is the core where it supports the method, and Python where an observer is attached, because the core
    delivers events only after the search.
    """
    check_choice("backend", backend, get_args(Backend))
    if backend == "cuda":
        check_card(problem, method, observer)
        return "cuda"
    if backend == "python" or (backend == "auto" and (observer is not None or not problem.is_solvable)):
        return "python"
    reason = unsupported_reason(problem, method)
    if backend == "native" and reason:
        raise BackendError(
            f"the native backend cannot run {method.text} on {problem.shape}: {reason}", hint="use the backend python"
        )
    return "python" if reason else "native"


def check_card(problem: Problem, method: Method, observer: Observer | None) -> None:
    reason = "it reports no events" if observer is not None else cuda_runs.unsupported_reason(problem, method)
    if reason:
        raise BackendError(
            f"the cuda backend cannot run {method.text} on {problem.shape}: {reason}",
            hint="leave algorithm and heuristic out, or use the backend native",
        )
    cuda_runs.card_name()
