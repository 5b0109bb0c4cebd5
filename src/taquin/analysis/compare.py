"""Many methods on one board: the combinations to run, the result of each, and the table of all."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, get_args

from taquin.analysis.branching import effective_branching_factor
from taquin.errors import HeuristicError, SpecError, missing_package
from taquin.puzzle.arguments import check_choice, check_kind
from taquin.puzzle.board import BoardLike
from taquin.puzzle.goals import GoalLike
from taquin.puzzle.guesses import LIMIT_KEYWORDS, answers_guesses, suggest_keywords
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import plural, shown
from taquin.run.limits import Amount, Cancellation, Limits, as_limits
from taquin.run.progress import ProgressListener
from taquin.run.result import Quality, Result
from taquin.run.run import Run, check_attached
from taquin.solving.default_methods import default_method
from taquin.solving.heuristic_choice import HeuristicChoice, HeuristicLike, choose_heuristic, make_heuristic
from taquin.solving.method import AlgorithmLike, Method, choose_method
from taquin.solving.native_runs import unsupported_reason
from taquin.solving.registry import ALGORITHMS, HEURISTICS, AlgorithmSpec
from taquin.solving.solver import Backend, run_method
from taquin.solving.spec_text import parse_spec

if TYPE_CHECKING:
    from pandas import DataFrame

DEFAULT_NAME = "default"
"""Names the default method of the board among the algorithms to compare."""

DEFAULT_LIMITS = Limits(time=10)
"""The limit of every run if the caller sets neither time nor nodes; the only one of the default method."""

NATIVE_NODES = 500_000
"""The node limit of the other runs on the core: A* needs a few tenths of a second."""

PYTHON_NODES = 200_000
"""The node limit of the other runs in Python, up to ``SMALL_CELLS`` cells: enough for all of an 8-puzzle."""

PYTHON_NODES_LARGE = 20_000
"""The node limit of the other runs in Python on larger boards, where a blind search reaches any limit."""

SMALL_CELLS = 10

USUAL_HEURISTICS = ("misplaced", "manhattan", "linear_conflict")
"""The heuristics of informed algorithms if none is named; A* runs with all heuristics."""


@answers_guesses(**{name: f"result.{name}" for name in (*dir(Result), *Result.__annotations__)})
@dataclass(frozen=True)
class Row:
    """One method and its result."""

    method: Method
    result: Result
    limits: Limits = field(default_factory=Limits)
    """The limits of this run."""

    @property
    def algorithm(self) -> str:
        """The algorithm with its options, without the heuristic."""
        return replace(self.method, heuristic=None).text

    @property
    def effective_branching_factor(self) -> float | None:
        """See ``effective_branching_factor``; None unless the run found a solution of one move or more."""
        length = self.result.length
        return effective_branching_factor(self.result.stats.generated, length) if length else None


def combine(
    problem: Problem, algorithms: Sequence[AlgorithmLike] = (), heuristics: Sequence[HeuristicLike] = ()
) -> list[Method]:
    """The methods to compare, in order and without repetitions.

    An algorithm without a heuristic is run once, and so is one whose spec names a heuristic; every other algorithm is
    run with each of the heuristics. Without ``algorithms`` all are used, or all informed ones if heuristics are named,
    and the default method of the board is always among them; ``default`` names it too. Without ``heuristics`` the usual
    ones that are defined on the shape are used. Raises ``SpecError`` for unknown names and ``HeuristicError`` for a
    named heuristic that is not defined on the shape.
    """
    algorithms = _listed("algorithms", algorithms)
    named = [choose_heuristic(heuristic) for heuristic in _listed("heuristics", heuristics)]
    for choice in named:
        choice.build(problem.goal)
    default = default_method(problem.shape)

    @cache
    def find_defined(key: str) -> HeuristicChoice | None:
        """The heuristic; None if it is not defined on the shape."""
        choice = make_heuristic(key)
        with suppress(HeuristicError):
            choice.build(problem.goal)
            return choice
        return None

    methods: dict[str, Method] = {}
    for given in algorithms or [spec.key for spec in ALGORITHMS if spec.uses_heuristic or not named]:
        method = default if given == DEFAULT_NAME else choose_method(given)
        choices: Sequence[HeuristicChoice | None] = [None]
        if given != DEFAULT_NAME and method.heuristic is not None and not _names_heuristic(given):
            choices = named or list(filter(None, map(find_defined, _usual_heuristics(method.algorithm))))
        for heuristic in choices:
            combined = choose_method(method, heuristic)
            methods.setdefault(combined.text, combined)
    if not algorithms and default.text not in methods:
        methods = {default.text: default, **methods}
    return list(methods.values())


def _listed(name: str, given: Any) -> list[Any]:
    """Several names or functions, or a single one, as a list."""
    if isinstance(given, str) or callable(given):
        return [given]
    check_kind(name, given, Iterable, f"a list of {name}")
    return list(given)


def _names_heuristic(algorithm: AlgorithmLike) -> bool:
    """Whether a method, or the spec of an informed algorithm, has a heuristic of its own."""
    return isinstance(algorithm, Method) or (isinstance(algorithm, str) and bool(parse_spec(algorithm).parts))


def _usual_heuristics(algorithm: AlgorithmSpec) -> Sequence[str]:
    """The heuristics of an algorithm if none is named."""
    if algorithm.key != "astar":
        return USUAL_HEURISTICS
    return [spec.key for spec in HEURISTICS if not spec.takes_parts and spec.key != "blind"]


def limits_of_every_run(given: Limits) -> Limits:
    """The limits that hold for every run: those of the caller, and a time if they name neither time nor nodes."""
    if given.time is not None or given.nodes is not None:
        return given
    return replace(given, time=DEFAULT_LIMITS.time)


def limits_of_run(given: Limits, problem: Problem, method: Method, backend: str) -> Limits:
    """The limits of one run on this backend, ``native`` or ``python``.

    If the caller limits neither time nor nodes, every run except that of the default method also has a node limit, so
    that a comparison takes seconds and gives the same counts on every machine.
    """
    limits = limits_of_every_run(given)
    if limits is given or method == default_method(problem.shape):
        return limits
    if backend == "native":
        return replace(limits, nodes=NATIVE_NODES)
    return replace(limits, nodes=PYTHON_NODES if problem.shape.cells <= SMALL_CELLS else PYTHON_NODES_LARGE)


def compare_boards(
    problems: Sequence[Problem],
    methods: Sequence[Method],
    *,
    limits: Limits | None = None,
    cancellation: Cancellation | None = None,
    progress: Callable[[int, int], ProgressListener | None] | None = None,
    backend: Backend = "auto",
) -> Iterator[tuple[int, Row]]:
    """Run every method on every board; yield each row with the index of its board, method after method.

    Without a limit on time or nodes ``limits_of_run`` sets the limits of each run. With the backend ``auto`` the core
    runs the methods that it supports: each result says which backend ran, and only times of one backend can be
    compared. With ``python`` all times can. ``progress`` is called before each run with the indices of the method and
    of the board. After a cancellation the current run ends as ``cancelled``, and no other begins.
    """
    check_attached(cancellation=cancellation)
    check_choice("backend", backend, get_args(Backend))
    for place, method in enumerate(methods):
        for number, problem in enumerate(problems):
            if cancellation is not None and cancellation.is_cancelled:
                return
            is_native = backend != "python" and not unsupported_reason(problem, method)
            own = limits_of_run(limits or Limits(), problem, method, "native" if is_native else "python")
            run = Run(own, None, cancellation, None if progress is None else progress(place, number))
            yield number, Row(method, run_method(problem, method, run, backend), own)


@answers_guesses()
@dataclass(frozen=True, repr=False)
class Comparison:
    """The rows of a table, and conclusions from all of them.

    ``print(comparison)`` prints a short table; ``row.result`` has everything about one run.

    >>> comparison = compare("1 2 3 / 4 0 5 / 6 7 8", algorithms=["bfs", "greedy(manhattan)"])
    >>> comparison
    <Comparison: 2 methods on Board('1 2 3 / 4 0 5 / 6 7 8')>
    >>> [comparison.verdict(row) for row in comparison.rows]
    ['proven', 'no, +14']
    """

    problem: Problem
    rows: tuple[Row, ...]
    planned: int
    """The number of rows of a comparison that is not interrupted."""
    limits: Limits = field(default_factory=Limits)
    """The limits that hold for every run; a row may have more of its own."""

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
        """The best lower bound of all runs: no solution is shorter."""
        return max((row.result.lower_bound for row in self.rows), default=0)

    @cached_property
    def optimum(self) -> int | None:
        """The length of a shortest solution, if one run or the lower bound of another run proves it; else None."""
        return self.best if self.best is not None and self.best <= self.lower_bound else None

    def excess(self, row: Row) -> int | None:
        """The number of moves beyond a shortest solution; None if one of the two lengths is unknown."""
        length = row.result.length
        return None if length is None or self.optimum is None else length - self.optimum

    def verdict(self, row: Row) -> str:
        """Whether the solution is a shortest one, as the table shows it; empty without a solution."""
        if not row.result.is_solved:
            return ""
        if row.result.quality is Quality.OPTIMAL:
            return "proven"
        excess = self.excess(row)
        if excess is None:
            return "unknown" if row.result.quality is Quality.UNPROVEN else str(row.result.quality)
        return f"no, +{excess:,}" if excess else "yes"

    def __str__(self) -> str:
        """One line for each row: the method, how it ended, the nodes expanded."""
        names = [row.method.text for row in self.rows]
        width = max(map(len, names), default=0)
        return "\n".join(
            f"{name:<{width}}  {_ending(row.result):>14}  expanded {row.result.stats.expanded:>9,}"
            for name, row in zip(names, self.rows, strict=True)
        )

    def __repr__(self) -> str:
        return f"<Comparison: {plural(len(self.rows), 'method')} on {self.problem.start!r}>"

    def row_to_dict(self, row: Row) -> dict[str, object]:
        """One row as plain values."""
        record = row.result.to_dict()
        del record["start"], record["goal"]
        factor = row.effective_branching_factor
        return {
            **record,
            "algorithm": row.algorithm,
            "spec": row.result.spec,
            "limits": asdict(row.limits),
            "excess": self.excess(row),
            "effective_branching_factor": None if factor is None else round(factor, 6),
        }

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __getitem__(self, place: int) -> Row:
        return self.rows[place]

    def to_dict(self) -> dict[str, object]:
        """The object that ``taquin compare --json`` prints, without its summary in words."""
        return {
            **self.problem.header,
            "limits": asdict(self.limits),
            "optimum": self.optimum,
            "lower_bound": self.lower_bound,
            "rows": [self.row_to_dict(row) for row in self.rows],
        }

    def to_json(self, *, indent: int | None = None) -> str:
        """``to_dict`` as JSON text."""
        return json.dumps(self.to_dict(), indent=indent)

    def to_frame(self) -> DataFrame:
        """A pandas data frame with one row for each method; needs pandas."""
        try:
            from pandas import DataFrame
        except ImportError:
            raise missing_package("data frames are made with pandas", "pandas") from None
        rows = [self.row_to_dict(row) for row in self.rows]
        return DataFrame(rows).drop(columns=["iterations", "limits", "partial_path"], errors="ignore")


def _ending(result: Result) -> str:
    length = result.length
    return str(result.status) if length is None else plural(length, "move")


@suggest_keywords(
    **LIMIT_KEYWORDS,
    methods='algorithms=["bfs", "astar(manhattan)"]',
    algorithm='algorithms=["bfs", "astar"]',
    heuristic='heuristics=["misplaced", "manhattan"]',
    weight='algorithms=["wastar(weight=2)"]',
    seed='algorithms=["annealing(seed=7)"]',
)
def compare(
    start: BoardLike | Problem,
    goal: GoalLike | None = None,
    *,
    algorithms: Sequence[AlgorithmLike] = (),
    heuristics: Sequence[HeuristicLike] = (),
    limits: Limits | None = None,
    time: Amount | None = None,
    nodes: Amount | None = None,
    memory: Amount | None = None,
    depth: Amount | None = None,
    cancellation: Cancellation | None = None,
    backend: Backend = "auto",
) -> Comparison:
    """Run many algorithms and heuristics on one board, each within the limits.

    * **start**, **goal**: the board and its goal, as for ``solve``.
    * **algorithms**: names, specs or your own functions; by default all, or all informed ones if heuristics are named.
    * **heuristics**: each is combined with every algorithm whose spec names none; by default the usual ones that are
      defined on the shape.
    * **limits**, **time**, **nodes**, **memory**, **depth**: as for ``solve``; they hold for each run. Without a limit
      on time or nodes ``limits_of_run`` sets the limits.
    * **cancellation**: stops the current run from another thread; no other begins.
    * **backend**: as for ``solve``. Between backends only the counters can be compared; with ``python`` the times can
      be compared too.

    >>> comparison = compare("1 2 3 / 4 0 5 / 6 7 8", algorithms=["astar"], heuristics=["misplaced", "manhattan"])
    >>> print(comparison)
    astar(misplaced)        14 moves  expanded       334
    astar(manhattan)        14 moves  expanded       127
    >>> comparison.optimum
    14
    """
    if isinstance(goal, list | tuple) and goal and all(isinstance(name, str) for name in goal):
        raise SpecError("the second argument is the goal", hint=f"use algorithms={shown(list(goal))}")
    problem = Problem(start, goal)
    methods = combine(problem, algorithms, heuristics)
    given = as_limits(limits, time=time, nodes=nodes, memory=memory, depth=depth)
    runs = compare_boards([problem], methods, limits=given, cancellation=cancellation, backend=backend)
    return Comparison(problem, tuple(row for _, row in runs), len(methods), limits_of_every_run(given))
