"""The limits of the runs of a comparison if the caller names none, so that a table takes seconds."""

from __future__ import annotations

from dataclasses import replace

from taquin.puzzle.problem import Problem
from taquin.run.limits import Limits
from taquin.solving.default_methods import default_method
from taquin.solving.method import Method

DEFAULT_LIMITS = Limits(time=10)
"""The limit of every run if the caller sets neither time nor nodes. The default method has no other."""

NATIVE_NODES = 500_000
"""The nodes of each other run on the core: some tenths of a second of A*."""

PYTHON_NODES = 200_000
"""The nodes of each other run in Python, up to ``SMALL_CELLS`` cells: enough to search a whole 8-puzzle."""

PYTHON_NODES_LARGE = 20_000
"""The nodes of each other run in Python on larger boards, where a blind search ends in a limit anyway."""

SMALL_CELLS = 10


def limits_of_every_run(given: Limits) -> Limits:
    """The limits that hold for every run: those of the caller, and a time if they name neither time nor nodes."""
    if given.time is not None or given.nodes is not None:
        return given
    return replace(given, time=DEFAULT_LIMITS.time)


def limits_of_run(given: Limits, problem: Problem, method: Method, backend: str) -> Limits:
    """The limits of one run on this backend, ``native`` or ``python``.

    If the caller limits neither time nor nodes, every run but that of the default method has a limit of nodes too, so
    that a comparison takes seconds and ends in the same way on every machine.
    """
    limits = limits_of_every_run(given)
    if limits is given or method == default_method(problem.shape):
        return limits
    if backend == "native":
        return replace(limits, nodes=NATIVE_NODES)
    return replace(limits, nodes=PYTHON_NODES if problem.shape.cells <= SMALL_CELLS else PYTHON_NODES_LARGE)
