"""Best-first search of a space of the caller on the native core, which calls the functions of the space."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from taquin import _native
from taquin.algorithms.node_table import allocated
from taquin.errors import BackendError
from taquin.heuristics.base import Estimate, NoEstimate
from taquin.heuristics.user import UserEstimate
from taquin.puzzle.arguments import check_choice
from taquin.puzzle.problem import MoveSpace, S
from taquin.run.observer import Observer
from taquin.run.result import Outcome
from taquin.run.run import Run
from taquin.solving.checked_spaces import refuse, successors
from taquin.solving.method import Method


def choose_backend(
    backend: str, space: MoveSpace[S, Any], method: Method, heuristic: Estimate[S], observer: Observer | None
) -> str:
    """``python``, or ``native`` where the core can run this: best-first searches in which every move costs 1."""
    check_choice("backend", backend, ("auto", "python", "native"))
    search, rules = method.algorithm.native, method.rules
    is_best_first = search is not None and search.function == "best_first" and not search.priority
    is_usual = rules.priority == "linear" and rules.tie_break != "random"
    is_of_user = isinstance(heuristic, UserEstimate | NoEstimate) and getattr(space, "cost", None) is None
    can_run = is_best_first and is_usual and is_of_user and hasattr(_native.load(), "search_space")
    if backend == "native" and (observer is not None or not can_run):
        raise BackendError(
            f"the native backend cannot run {method.text} on this space",
            hint="it runs ucs, greedy, astar and wastar where every move costs 1 and no observer is attached",
        )
    return "native" if can_run and observer is None and backend != "python" else "python"


def run_on_core(space: MoveSpace[S, Any], method: Method, run: Run, heuristic: Estimate[S]) -> Outcome:
    """Run a method that the core supports, without an observer. The outcome has the moves as the space names them."""
    rules, depth = method.rules, run.limits.depth
    bytes_per_state = allocated(space.start)

    def report(
        counters: _native.core.Counters, bound: float, is_depth_limited: bool, nodes: int, memory: int, is_over: bool
    ) -> int:
        """Take over the counters and check the limits; return the number of expansions at which this is due again."""
        run.budget.memory = lambda: memory + nodes * bytes_per_state
        run.adopt(counters, (), bound, is_depth_limited=is_depth_limited)
        if not is_over:
            run.poll()
        return run.next_poll

    h = heuristic(space.start)
    run.add_root(0, h)
    functions = heuristic.functions if isinstance(heuristic, UserEstimate) else (None, None, None, None)
    limit = 2**62 if depth is None else depth
    states = _native.core.search_space(
        space.start,
        h,
        space.successors,
        space.is_goal,
        *functions,
        refuse,
        report,
        rules.weight_g,
        rules.weight_h,
        rules.tie_break,
        limit,
    )
    if states is None:
        return run.exhausted(is_complete=rules.weight_g > 0)
    return run.solved(_move(space, state, child) for state, child in pairwise(states))


def _move(space: MoveSpace[S, Any], state: S, child: S) -> Any:
    """The first move that leads from a state to its child: that is the one which the search made."""
    return next((move for move, other in successors(space, state) if other == child), None)
