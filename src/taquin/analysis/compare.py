"""Many methods on one board: which combinations make sense, what each one cost, and what the table shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from math import expm1, log

from taquin.errors import HeuristicError
from taquin.puzzle.problem import Problem
from taquin.run.limits import Cancellation, Limits
from taquin.run.progress import ProgressListener
from taquin.run.result import Quality, Result, one_line
from taquin.solving.method import HeuristicChoice, Method, choose_heuristic, choose_method
from taquin.solving.registry import ALGORITHMS, HEURISTICS, AlgorithmSpec
from taquin.solving.solver import Backend, run_method

DEFAULT_LIMITS = Limits(nodes=200_000, time=10)
"""What each run may use where the caller allows neither time nor nodes: enough to search every 8-puzzle through."""

USUAL_HEURISTICS = ("misplaced", "manhattan", "linear_conflict")
"""The heuristics that every informed algorithm is tried with; A* is tried with all."""


@dataclass(frozen=True)
class Row:
    """One method and what came of it."""

    method: Method
    result: Result

    @property
    def algorithm(self) -> str:
        """The algorithm with its options, without the heuristic."""
        return replace(self.method, heuristic=None).text

    @property
    def effective_branching_factor(self) -> float | None:
        """See ``effective_branching_factor``; None unless the run found a solution of one move or more."""
        length = self.result.length
        return effective_branching_factor(self.result.stats.generated, length) if length else None


def effective_branching_factor(generated: int, length: int) -> float:
    """The branching factor b of a uniform tree of this depth with as many nodes: N + 1 = 1 + b + b² + … + b^d.

    N is the number of generated nodes, d the length of the solution, 1 or more. A search that goes straight to the goal
    has 1. (S. Russell, P. Norvig, *Artificial Intelligence: A Modern Approach*, section "The effect of heuristic
    accuracy on performance": a solution at depth 5 with 52 nodes has 1.92.)

    >>> round(effective_branching_factor(52, 5), 2)
    1.92
    """
    if generated <= length:
        return 1.0 if generated == length else generated / length
    low, high = 0.0, log(generated) / length  # of log b: b^d alone is less than N, so nothing overflows
    for _ in range(60):
        middle = (low + high) / 2
        if expm1((length + 1) * middle) / expm1(middle) < generated + 1:  # the sum 1 + b + … + b^d
            low = middle
        else:
            high = middle
    return 1 + expm1(high)


def combine(problem: Problem, algorithms: Sequence[str] = (), heuristics: Sequence[str] = ()) -> list[Method]:
    """The methods to compare, in order and without repetitions.

    An algorithm that takes no heuristic is tried once, one whose spec names a heuristic too; every other is tried with
    each of the heuristics. Without ``algorithms`` all are taken; all informed ones where heuristics are named. Without
    ``heuristics`` the usual ones are taken, as far as they are defined on the shape. Raises ``SpecError`` for unknown
    names and ``HeuristicError`` for a heuristic that is named and not defined here.
    """
    named = [choose_heuristic(heuristic) for heuristic in heuristics]
    for choice in named:
        choice.build(problem.goal)
    if not algorithms:
        algorithms = [spec.key for spec in ALGORITHMS if spec.uses_heuristic or not named]
    known: dict[str, bool] = {}
    methods: dict[str, Method] = {}
    for text in algorithms:
        for method in _combine_one(text, named, problem, known):
            methods.setdefault(method.text, method)
    return list(methods.values())


_OTHER = HeuristicChoice("", False, False, lambda goal: NotImplemented)


def _combine_one(text: str, named: list[HeuristicChoice], problem: Problem, known: dict[str, bool]) -> list[Method]:
    method = choose_method(text)
    if method.heuristic is None or _names_heuristic(text):
        return [method]
    choices = named or [choose_heuristic(key) for key in _usual(method.algorithm, problem, known)]
    return [choose_method(text, choice) for choice in choices]


def _names_heuristic(text: str) -> bool:
    """Whether the spec of an informed algorithm names a heuristic itself: then it takes no other."""
    try:
        choose_method(text, _OTHER)
    except ValueError:
        return True
    return False


def _usual(spec: AlgorithmSpec, problem: Problem, known: dict[str, bool]) -> list[str]:
    """The heuristics that are tried with this algorithm where none is named: those that are defined on the shape."""
    keys: Sequence[str] = USUAL_HEURISTICS
    if spec.key == "astar":
        keys = [each.key for each in HEURISTICS if not each.takes_parts and each.key != "blind"]
    for key in keys:
        if key not in known:
            try:
                choose_heuristic(key).build(problem.goal)
                known[key] = True
            except HeuristicError:
                known[key] = False
    return [key for key in keys if known[key]]


def with_default_limits(limits: Limits) -> Limits:
    """The limits of each run: where neither time nor nodes is limited, ``DEFAULT_LIMITS`` are added."""
    if limits.time is not None or limits.nodes is not None:
        return limits
    return replace(limits, time=DEFAULT_LIMITS.time, nodes=DEFAULT_LIMITS.nodes)


def compare(
    problem: Problem,
    methods: Sequence[Method],
    *,
    limits: Limits | None = None,
    cancellation: Cancellation | None = None,
    progress: Callable[[int, Method], ProgressListener | None] | None = None,
    backend: Backend = "python",
) -> Iterator[Row]:
    """Run the methods one after another, each within the limits, and yield each row as soon as it is there.

    The reference runs them all, unless another backend is named: times of different backends do not compare.

    ``progress`` is told which method begins, counted from 0, and may return a listener for it. After a cancellation the
    run in hand ends as ``cancelled`` and nothing follows.
    """
    cancellation = cancellation or Cancellation()
    for place, method in enumerate(methods):
        if cancellation.is_cancelled:
            return
        result = run_method(
            problem,
            method,
            limits=limits,
            cancellation=cancellation,
            progress=None if progress is None else progress(place, method),
            backend=backend,
        )
        yield Row(method, result)


@dataclass(frozen=True)
class Comparison:
    """The rows of a table, and what follows from them together."""

    problem: Problem
    rows: tuple[Row, ...]
    planned: int
    """How many rows there would be if nothing had interrupted it."""
    limits: Limits = field(default_factory=Limits)

    @cached_property
    def solved(self) -> tuple[Row, ...]:
        """The rows with a solution."""
        return tuple(row for row in self.rows if row.result.is_solved)

    @cached_property
    def best(self) -> int | None:
        """The length of the shortest solution found."""
        return min((row.result.solution.length for row in self.rows if row.result.solution is not None), default=None)

    @cached_property
    def lower_bound(self) -> int:
        """What all runs together prove: no solution is shorter."""
        return max((row.result.lower_bound for row in self.rows), default=0)

    @cached_property
    def optimum(self) -> int | None:
        """The length of a shortest solution, if it is proven: by one run, or by the bound of one for another."""
        return self.best if self.best is not None and self.best <= self.lower_bound else None

    def excess(self, row: Row) -> int | None:
        """How many moves a solution has more than a shortest one, if both are known."""
        length = row.result.length
        return None if length is None or self.optimum is None else length - self.optimum

    def verdict(self, row: Row) -> str:
        """Whether the solution is a shortest one, in a word."""
        if not row.result.is_solved:
            return ""
        if row.result.quality is Quality.OPTIMAL:
            return "proven"
        excess = self.excess(row)
        if excess is None:
            return "unknown" if row.result.quality is Quality.UNPROVEN else str(row.result.quality)
        return f"no, +{excess:,}" if excess else "yes"

    def row_to_dict(self, row: Row) -> dict[str, object]:
        """One row as plain values."""
        record = row.result.to_dict()
        del record["start"], record["goal"]
        factor = row.effective_branching_factor
        return {
            **record,
            "algorithm": row.algorithm,
            "excess": self.excess(row),
            "effective_branching_factor": None if factor is None else round(factor, 6),
        }

    def to_dict(self, summary: Sequence[str]) -> dict[str, object]:
        """The object that ``taquin compare --json`` prints."""
        return {
            "start": one_line(self.problem.start),
            "goal": one_line(self.problem.goal),
            "limits": asdict(self.limits),
            "optimum": self.optimum,
            "lower_bound": self.lower_bound,
            "rows": [self.row_to_dict(row) for row in self.rows],
            "summary": list(summary),
        }
