"""Runs whose time is that of the search alone: everything that they need is loaded first."""

from __future__ import annotations

from contextlib import nullcontext
from time import perf_counter

from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric
from taquin.run.execution import watched
from taquin.run.limits import Cancellation, Limits, limits_checked_by
from taquin.run.progress import ProgressListener
from taquin.run.result import Result
from taquin.run.run import Run, Stop
from taquin.solving import cuda_runs, native_runs, python_runs
from taquin.solving.method import Method
from taquin.solving.results import make_result
from taquin.solving.solver import Backend, choose_backend, run_method

_LOADERS = {"python": python_runs.load, "native": native_runs.load, "cuda": cuda_runs.load}


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

    The limits hold for loading and for the search separately. Imports, heuristics and tables are cached.
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
