"""Whole runs on the native core, and what they report."""

from __future__ import annotations

from collections.abc import Iterator

from taquin import _native
from taquin.algorithms.constructive import report
from taquin.algorithms.depth_first import report_failure
from taquin.errors import InternalError
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import whole
from taquin.run.observer import Observer
from taquin.run.result import Outcome
from taquin.run.run import Run
from taquin.solving.method import Method
from taquin.solving.native_anytime import Counting, construct, run_anytime
from taquin.solving.native_calls import search
from taquin.solving.native_proofs import make_prover
from taquin.trace.ordering import Order

_EVENT_KINDS = ("iteration", "generate", "duplicate", "expand", "prune", "improve", "goal", "behind")
_REASONS = ("", "bound", "depth", "met")
"""``EventKind`` and ``Reason`` of the core (sink.hpp), in the same order."""


def run_on_core(problem: Problem, method: Method, run: Run) -> Outcome:
    """Run a method that the core supports (see ``unsupported_reason``) and return its outcome.

    The core records the events; an attached observer receives all of them after the search has ended.
    """
    assert method.algorithm.native is not None  # see ``unsupported_reason``
    match method.algorithm.native.function:
        case "anytime":
            return run_anytime(problem, run, dict(method.options), make_prover(problem, run))
        case "construct":
            return _construct(problem, run)
        case _:
            return _search(problem, method, run)


def _construct(problem: Problem, run: Run) -> Outcome:
    counting = Counting(run)
    run.poll()  # a limit of no nodes ends it here
    moves = construct(problem, counting.should_stop)
    if moves is None:
        raise counting.stops[0]
    return report(run, moves)


def _search(problem: Problem, method: Method, run: Run) -> Outcome:
    counting = Counting(run)
    if run.workers is None:
        result = search(problem, method, run, counting.should_stop)
    else:
        from taquin.solving.shared_search import search_shared  # other runs need no executors

        result = search_shared(problem, method, run, run.workers, counting.should_stop)
    iterations = [(whole(bound), expanded, generated) for bound, expanded, generated in result.iterations]
    run.adopt(result.counters, iterations, result.lower_bound, is_depth_limited=result.is_depth_cut)
    if run.observer is not None:
        _replay(result.events, (bound for bound, _, _ in iterations), run.observer)
    match result.status:
        case _native.core.Status.SOLVED:
            return run.solved(result.moves)
        case _native.core.Status.EXHAUSTED:
            options, rules = dict(method.options), method.rules
            if "limit" in options:
                return report_failure(run, int(options["limit"]), is_cut=result.is_depth_cut)
            return run.exhausted(is_complete=rules.weight_g > 0 and rules.order is not Order.NEWEST)
        case _native.core.Status.STOPPED:
            if result.moves:  # a search that improves its solution
                return run.solved(result.moves, reason=counting.stop_reason(result.status))
            counting.raise_stop(result.status)
            raise InternalError("the core stopped before any limit was reached", hint="please report this")


def _replay(events: list[_native.core.Event], bounds: Iterator[float], observer: Observer) -> None:
    for kind, node, parent, move, g, h, reason in events:
        match _EVENT_KINDS[kind]:
            case "iteration":
                observer.iteration(next(bounds))
            case "generate":
                observer.generate(node, parent, move, g, h)
            case "behind":
                observer.behind(node, h)
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
