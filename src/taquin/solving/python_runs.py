"""Runs in Python: the reference that defines every algorithm."""

from __future__ import annotations

from taquin.errors import SpecError
from taquin.heuristics.base import Estimate, Heuristic, using
from taquin.puzzle.board import State
from taquin.puzzle.problem import Problem, S, StateSpace, TileSpace
from taquin.puzzle.slides import Metric
from taquin.run.result import Outcome, Status
from taquin.run.run import Run
from taquin.solving.method import Method
from taquin.solving.results import explain_unsolvable


def run_in_python(problem: Problem, method: Method, run: Run) -> Outcome:
    """Run a method with the reference, after the parity of the boards is checked."""
    if not problem.is_solvable:
        return run.failed(Status.UNSOLVABLE, explain_unsolvable(problem))
    heuristics = build_heuristics(problem, method)
    with using(run, *heuristics):
        outcome = call_search(method, _space(problem, method), run, *heuristics)
    if outcome.status is Status.UNSOLVABLE and (own := method.algorithm.own) is not None:  # but the parity is right
        return run.failed(Status.EXHAUSTED, f"{own.short_name} found no solution")
    return outcome


def load(problem: Problem, method: Method) -> None:
    """Load what a run of this method needs. It is cached, so that a run that follows begins with the search."""
    if method.algorithm.own is None:
        method.algorithm.load()
    build_heuristics(problem, method)


def build_heuristics(problem: Problem, method: Method) -> tuple[Heuristic | None, Heuristic | None]:
    """The heuristic, and for a search from both sides the one that estimates the distance to the start."""
    if method.heuristic is None:
        return None, None
    forward = method.heuristic.build(problem.goal, problem.metric)
    is_bidirectional = method.algorithm.is_bidirectional
    return forward, method.heuristic.build(problem.start, problem.metric) if is_bidirectional else None


def _space(problem: Problem, method: Method) -> StateSpace[State]:
    if method.has_usual_order:
        return problem.space
    if problem.metric is not Metric.MOVES:
        raise SpecError("an order of successors is for single moves, not for slides", hint="leave it out")
    return TileSpace(problem.start.state, problem.goal.state, problem.shape, method.order)


def call_search(
    method: Method, space: StateSpace[S], run: Run, heuristic: Estimate[S] | None, backward: Estimate[S] | None
) -> Outcome:
    """Call the search function of a method on a space, with the options and heuristics that it takes."""
    algorithm = method.algorithm
    if algorithm.own is not None:
        return algorithm.own.search(space, run, heuristic, dict(method.options))
    arguments: dict[str, object] = dict(method.options)
    if algorithm.uses_heuristic:
        arguments["heuristic"] = heuristic
        if algorithm.is_bidirectional:
            arguments["backward_heuristic"] = backward
    outcome: Outcome = algorithm.load()(space, run, **arguments)
    return outcome
