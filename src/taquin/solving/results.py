"""The ``Result`` of an outcome: its solution replayed, with the lower bound that is proven and its quality."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypedDict

from taquin.errors import HeuristicError, InternalError, MoveError
from taquin.puzzle.problem import Problem
from taquin.puzzle.rounding import round_up
from taquin.puzzle.slides import Metric, moves_of_slides
from taquin.puzzle.solution import Solution
from taquin.run.progress import Improvement
from taquin.run.result import Iteration, Outcome, Quality, Result, Stats, Status
from taquin.run.run import Run
from taquin.solving.method import Method
from taquin.solving.specs import AlgorithmSpec
from taquin.trace.ordering import Order


def explain_unsolvable(problem: Problem) -> str:
    solvability, shape = problem.solvability, problem.shape
    if shape.is_line:
        return solvability.rule
    start, goal = solvability.start.word, solvability.goal.word
    if shape.columns % 2:
        return f"the start has an {start} number of inversions, the goal an {goal} one; no move changes that"
    return f"inversions + the blank's row is {start} at the start and {goal} at the goal; no move changes that"


UNDECLARED = "pass admissible=True if your heuristic never overestimates"
"""The reason for an unproven solution with a heuristic that its user has not declared admissible."""


def make_result(problem: Problem, method: Method, outcome: Outcome, seconds: float, backend: str) -> Result:
    """The result of an outcome, with its solution replayed. Raises ``InternalError`` if the outcome cannot be right."""
    if outcome.status is Status.UNSOLVABLE and problem.is_solvable:
        raise InternalError("the search did not find a solution, but there is one", hint="please report this")
    solution = None if outcome.moves is None else replay(problem, outcome.moves)
    bound = proven_bound(problem, method, outcome.lower_bound, None if solution is None else solution.length)
    partial = outcome.partial_moves
    quality = None if solution is None else _quality(problem, method, outcome, solution, bound)
    caveat = unpromised_text(problem, method, solution) if quality is Quality.OPTIMAL else ""
    fields = common_fields(outcome)
    if quality is Quality.UNPROVEN and is_undeclared(method):
        fields["reason"] = fields["reason"] or UNDECLARED
    return Result(
        **fields,
        quality=quality,
        caveat=caveat,
        start=problem.start,
        goal=problem.goal,
        algorithm=method.algorithm.key,
        heuristic=None if method.heuristic is None else method.heuristic.text,
        solution=solution,
        lower_bound=bound,
        seconds=seconds,
        backend=backend,
        spec=method.text,
        metric=problem.metric,
        partial_path=None if partial is None else Solution(problem.start, single_moves(problem, partial)),
        final_h=outcome.final_h,
    )


def as_outcome(result: Result) -> Outcome:
    """The outcome of the search that had this result."""
    solution, partial = result.solution, result.partial_path
    return Outcome(
        **common_fields(result),
        moves=None if solution is None else tuple(map(int, solution.moves)),
        lower_bound=result.lower_bound,
        partial_moves=None if partial is None else tuple(map(int, partial.moves)),
        final_h=result.final_h,
    )


def join_results(first: Result, second: Result, reason: str) -> Result:
    """The second result after a first one without a solution: with both bounds, and the counters of both."""
    bound = max(first.lower_bound, second.lower_bound)
    quality = second.quality
    if quality is not None and (second.length or 0) <= bound:
        quality, reason = Quality.OPTIMAL, ""
    seconds = first.seconds + second.seconds
    return replace(
        second, lower_bound=bound, quality=quality, stats=first.stats + second.stats, seconds=seconds, reason=reason
    )


def make_improvement(problem: Problem, method: Method, run: Run, moves: Iterable[int]) -> Improvement:
    bound = proven_bound(problem, method, run.lower_bound)
    return Improvement(run.elapsed(), replay(problem, moves), bound, problem.metric)


class CommonFields(TypedDict):
    """What results take over from the outcome of their search."""

    status: Status
    stats: Stats
    iterations: tuple[Iteration, ...]
    best_h: float | None
    reason: str


def common_fields(outcome: Outcome | Result) -> CommonFields:
    return {
        "status": outcome.status,
        "stats": outcome.stats,
        "iterations": outcome.iterations,
        "best_h": outcome.best_h,
        "reason": outcome.reason,
    }


def single_moves(problem: Problem, moves: Iterable[int]) -> bytes:
    """The moves that a search returned, in which a number may stand for a slide, as single moves."""
    return bytes(moves) if problem.metric is Metric.MOVES else moves_of_slides(moves)


def replay(problem: Problem, moves: Iterable[int]) -> Solution:
    """Play the moves on the start board. Raises ``InternalError`` unless they end at the goal."""
    try:
        solution = Solution(problem.start, single_moves(problem, moves))
    except (MoveError, ValueError) as error:
        raise InternalError(f"the search returned an illegal solution: {error}", hint="please report this") from error
    if solution.end != problem.goal:
        raise InternalError("the search returned moves that do not reach the goal", hint="please report this")
    return solution


def proven_bound(problem: Problem, method: Method, bound: float, length: int | None = None) -> int:
    """The proven lower bound: the search's, if its heuristic is admissible, and otherwise that of the problem.

    If the search's is the length of a solution, that of the problem is not higher, and is not computed.
    """
    if not problem.is_solvable:
        return 0
    if length is not None and bound == length and is_bound_proven(method):
        return length
    return max(problem.lower_bound, round_up(bound)) if is_bound_proven(method) else problem.lower_bound


def is_undeclared(method: Method) -> bool:
    """Whether only the declaration of a user's heuristic is missing for a proof."""
    heuristic, spec = method.heuristic, method.algorithm
    is_own = heuristic is not None and heuristic.spec is None and not heuristic.admissible
    return is_own and spec.own is None and "if h is admissible" in spec.claims.optimal


def is_bound_proven(method: Method) -> bool:
    """Whether the lower bound of a search is one: its heuristic is sound, and it is not a user's own search."""
    return method.algorithm.own is None and method.is_heuristic_sound


def _quality(problem: Problem, method: Method, outcome: Outcome, solution: Solution, bound: int) -> Quality:
    length = problem.metric.cost(solution.moves)
    if length < bound and method.heuristic is not None and method.heuristic.spec is None:
        raise HeuristicError(
            f"{method.heuristic.text} overestimates: there is a solution of {problem.metric.amount(length)}, and its "
            f"bound is {bound}",
            hint="it is not admissible; `taquin examine` finds an example",
        )
    is_admissible = method.heuristic is not None and method.is_heuristic_sound
    if outcome.reason and is_admissible and length > bound:
        return Quality.BOUNDED  # a beam found it before a limit stopped the proof
    return judge(method, is_cheapest=length <= bound, is_admissible=is_admissible)


def unpromised_text(problem: Problem, method: Method, solution: Solution | None) -> str:
    """Why a solution is shortest, if its method does not promise that; empty if it does.

    >>> from taquin import solve
    >>> solve("1 2 3 / 4 5 6 / 0 7 8", algorithm="hill_climbing", heuristic="manhattan").caveat
    'its 2 moves equal the lower bound of the start; hill climbing does not promise it'
    """
    length = 0 if solution is None else problem.metric.cost(solution.moves)
    if not length or method.promises_shortest:
        return ""
    own_h = method.heuristic is not None and not method.heuristic.admissible
    suffix = f" with {method.heuristic.text}" if own_h and method.heuristic is not None else ""
    return unpromised(method.algorithm, problem.metric.amount(length), is_one=length == 1, suffix=suffix)


def unpromised(algorithm: AlgorithmSpec, length: str, *, is_one: bool, suffix: str = "") -> str:
    """The same for a solution of an algorithm that promises no shortest one, such as ``2 moves``."""
    raises_bound = algorithm.claims.optimal != "no" or algorithm.reading.order is Order.LEARNED
    bound = "a proven lower bound" if raises_bound else "the lower bound of the start"
    return f"its {length} equal{'s' if is_one else ''} {bound}; {algorithm.name}{suffix} does not promise it"


def judge(method: Method, *, is_cheapest: bool, is_admissible: bool) -> Quality:
    """What is proven about a solution; ``is_cheapest`` if the lower bound proves that no other costs less."""
    if is_cheapest:
        return Quality.OPTIMAL
    if method.algorithm.is_anytime or (method.algorithm.claims.suboptimality is not None and is_admissible):
        return Quality.BOUNDED
    return Quality.UNPROVEN
