"""Complete iterations of IDA*, which do not end at the goal."""

from __future__ import annotations

from dataclasses import replace

from taquin.algorithms.linear_memory import ida_star
from taquin.errors import BoardError
from taquin.puzzle.problem import Problem, TileSpace
from taquin.run.execution import execute
from taquin.run.limits import Cancellation, Limits
from taquin.run.result import Iteration, Status
from taquin.run.run import Run
from taquin.solving.heuristic_choice import HeuristicChoice
from taquin.solving.method import make_method
from taquin.solving.native_runs import run_on_core, unsupported_reason


def count_iterations(
    problem: Problem,
    heuristic: HeuristicChoice,
    bound: int,
    *,
    limits: Limits | None = None,
    cancellation: Cancellation | None = None,
) -> tuple[Iteration, ...]:
    """The iterations of IDA* from this start, in order, with every bound up to ``bound``, each one complete.

    A search for the goal ends where it finds it, so this one looks for a board that cannot be reached. An iteration
    that a limit or a cancellation stops is left out. On the native core where it supports the heuristic.
    """
    if problem.shape.is_line:
        raise BoardError(
            f"{problem.shape} is a single line: a search there has no choices", hint="use two rows or more"
        )
    elsewhere = problem.goal.swapped(1, 2)  # of the other parity
    method = make_method("ida_star", heuristic)
    run = Run(replace(limits or Limits(), depth=bound + 1), None, cancellation)
    if unsupported_reason(problem, method):
        space = TileSpace(problem.start.state, elsewhere.state, problem.shape)
        outcome = execute(lambda: ida_star(space, run, heuristic.build(problem.goal)), run, dict)
    else:
        outcome = execute(lambda: run_on_core(problem, method, run, end=elsewhere), run, dict)
    is_stopped = outcome.status is Status.CANCELLED or outcome.lower_bound <= bound
    iterations = outcome.iterations[:-1] if is_stopped else outcome.iterations
    return tuple(each for each in iterations if each.bound <= bound)
