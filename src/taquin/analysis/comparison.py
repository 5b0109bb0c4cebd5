"""What a comparison found: a row for each run, what follows from all of them, and a summary of each method."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from statistics import fmean, median
from typing import TYPE_CHECKING, Any, TypeAlias

from taquin.analysis.branching import effective_branching_factor
from taquin.errors import missing_package
from taquin.puzzle.board import one_line
from taquin.puzzle.guesses import missing_attribute, suggests_names
from taquin.puzzle.problem import Problem
from taquin.puzzle.rounding import exceeds
from taquin.puzzle.words import plural
from taquin.run.limits import Limits
from taquin.run.result import Quality, Result, Stats, Status
from taquin.solving.method import Method
from taquin.solving.space_sets import SpaceInstance, moves_text
from taquin.system.json_text import JsonObject

if TYPE_CHECKING:
    from pandas import DataFrame

    from taquin.solving.spaces import SpaceResult

Compared: TypeAlias = Problem | SpaceInstance
"""What methods are compared on: a board with its goal, or a space of the user."""

MEASURES = ("length", "expanded", "generated", "max_stored", "seconds")
"""The numbers of a run whose mean and median a summary has."""


class Row(Mapping[str, Any]):
    """One method on one board, and its result.

    It is also a mapping from names to plain values, so that ``pandas.DataFrame(comparison)`` makes a table.

    >>> from taquin import compare
    >>> row = compare("1 2 3 / 4 0 5 / 6 7 8", algorithms="astar(manhattan)")[0]
    >>> row["spec"], row["length"], row["expanded"], row.result.stats.expanded
    ('astar(manhattan)', 14, 127, 127)
    """

    __slots__ = ("board", "limits", "method", "optimum", "result")

    def __init__(
        self,
        method: Method,
        result: Result | SpaceResult[Any, Any],
        limits: Limits | None = None,
        *,
        board: int = 1,
        optimum: float | None = None,
    ) -> None:
        self.method = method
        self.result: Any = result
        """The ``Result`` of a board, or the ``SpaceResult`` of a space; all rows of a ``Comparison`` are of a board."""
        self.limits = limits or Limits()
        """The limits of this run."""
        self.board = board
        """The number of the board, from 1."""
        self.optimum = optimum
        """The length of a shortest solution, or the cost of a cheapest one, if a run of the comparison proved it."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            for part, owner in (("result", Result), ("result.stats", Stats)):
                if not name.startswith("_") and (hasattr(owner, name) or name in owner.__annotations__):
                    raise AttributeError(f"Row has no attribute {name!r}: use {part}.{name}")
            raise missing_attribute("Row", name, dir(Row))

    @property
    def algorithm(self) -> str:
        """The algorithm with its options, without the heuristic."""
        return replace(self.method, heuristic=None).text

    @property
    def heuristic(self) -> str | None:
        """The heuristic, with the databases that it looked up."""
        named = self.method.heuristic
        found: str | None = getattr(self.result, "heuristic", None if named is None else named.text)
        return found

    @property
    def backend(self) -> str:
        """Where it ran: ``native`` or ``python``."""
        ran: str = self.result.backend
        return ran

    @property
    def cost(self) -> float | None:
        """The cost of the solution: its length, unless moves of a space have other costs; None without one."""
        cost: float | None = self.result.length if isinstance(self.result, Result) else self.result.cost
        return cost

    @property
    def excess(self) -> float | None:
        """How much more it costs than a shortest or cheapest solution; None if one of the two is unknown."""
        if self.cost is None or self.optimum is None:
            return None
        return self.cost - self.optimum if exceeds(self.cost, self.optimum) else 0

    @property
    def effective_branching_factor(self) -> float | None:
        """See ``effective_branching_factor``; None unless the run found a solution of one move or more."""
        length = self.result.length
        return effective_branching_factor(self.result.stats.generated, length) if length else None

    def measure(self, name: str) -> float | None:
        """One of ``MEASURES``; None for the length of a run without a solution."""
        value: float | None = getattr(self.result if name in ("length", "seconds") else self.result.stats, name)
        return value

    @property
    def _values(self) -> JsonObject:
        result, factor = self.result, self.effective_branching_factor
        is_board = isinstance(result, Result)
        moves = result.solution.text() if is_board and result.solution is not None else None
        return {
            "board": self.board,
            "start": one_line(result.start) if is_board else None,
            "goal": one_line(result.goal) if is_board else None,
            "spec": result.spec,
            "algorithm": self.algorithm,
            "heuristic": self.heuristic,
            "backend": self.backend,
            "status": str(result.status),
            "quality": None if result.quality is None else str(result.quality),
            "length": result.length,
            "excess": self.excess,
            "lower_bound": result.lower_bound,
            **asdict(result.stats),
            "effective_branching_factor": None if factor is None else round(factor, 6),
            "seconds": round(result.seconds, 6),
            "moves": moves if is_board or result.moves is None else moves_text(result.moves),
        }

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"<Row: {self.method.text}, board {self.board}: {self.result}>"


class _Rows:
    """What all comparisons share: they are sequences of their rows, which a data frame takes as they are."""

    rows: tuple[Row, ...]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __getitem__(self, place: int) -> Row:
        return self.rows[place]

    def to_frame(self) -> DataFrame:
        """A pandas data frame with one row for each run; needs pandas. ``pandas.DataFrame(comparison)`` is the same."""
        try:
            from pandas import DataFrame
        except ImportError:
            raise missing_package("data frames are made with pandas", "pandas") from None
        return DataFrame(list(self.rows))

    def to_dict(self) -> dict[str, object]:
        raise NotImplementedError

    def to_json(self, *, indent: int | None = None) -> str:
        """``to_dict`` as JSON text."""
        return json.dumps(self.to_dict(), indent=indent)


def _optimum(rows: Sequence[Row]) -> Any:
    """What the cheapest solution of a board costs, if one run or the lower bound of another run proves it."""
    best = min((row.cost for row in rows if row.cost is not None), default=None)
    return best if best is not None and best <= _lower_bound(rows) else None


def _lower_bound(rows: Sequence[Row]) -> Any:
    return max((row.result.lower_bound for row in rows), default=0)


def _completed(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Rows that know the optimum of their board."""
    boards: dict[int, list[Row]] = {}
    for row in rows:
        boards.setdefault(row.board, []).append(row)
    optima = {board: _optimum(group) for board, group in boards.items()}
    return tuple(Row(row.method, row.result, row.limits, board=row.board, optimum=optima[row.board]) for row in rows)


@suggests_names
@dataclass(frozen=True, repr=False)
class Comparison(_Rows):
    """The rows of a table, and conclusions from all of them.

    ``print(comparison)`` prints a short table; ``row.result`` has everything about one run.

    >>> from taquin import compare
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

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", _completed(self.rows))

    @cached_property
    def solved(self) -> tuple[Row, ...]:
        """The rows with a solution."""
        return tuple(row for row in self.rows if row.result.is_solved)

    @cached_property
    def best(self) -> int | None:
        """The length of the shortest solution found."""
        return min((row.result.length for row in self.rows if row.result.length is not None), default=None)

    @cached_property
    def lower_bound(self) -> int:
        """The best lower bound of all runs: no solution is shorter."""
        bound: int = _lower_bound(self.rows)
        return bound

    @cached_property
    def optimum(self) -> int | None:
        """The length of a shortest solution, if one run or the lower bound of another run proves it; else None."""
        optimum: int | None = _optimum(self.rows)
        return optimum

    def verdict(self, row: Row) -> str:
        """Whether the solution is a shortest one, as the table shows it; empty without a solution."""
        if not row.result.is_solved:
            return ""
        if row.result.quality is Quality.OPTIMAL:
            return "by bound" if isinstance(row.result, Result) and row.result.caveat else "proven"
        excess = row.excess
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
            "excess": row.excess,
            "effective_branching_factor": None if factor is None else round(factor, 6),
        }

    def to_dict(self) -> dict[str, object]:
        """The object that ``taquin compare --json`` prints, without its summary in words."""
        return {
            **self.problem.header,
            "limits": asdict(self.limits),
            "optimum": self.optimum,
            "lower_bound": self.lower_bound,
            "rows": [self.row_to_dict(row) for row in self.rows],
        }


def _ending(result: Result) -> str:
    length = result.length
    return str(result.status) if length is None else plural(length, "move")


@dataclass(frozen=True)
class MethodSummary:
    """One method on one or more boards."""

    method: Method
    heuristic: str | None
    """The heuristic, with the databases that it looked up."""
    backend: str
    """The backends that ran it."""
    boards: int
    solved: int
    failures: dict[str, int]
    """The number of failed runs by their status."""
    means: dict[str, float | None]
    """The mean of each of ``MEASURES`` over all boards; of the length over the boards that the method solved."""
    medians: dict[str, float | None]

    @property
    def success_rate(self) -> float:
        return self.solved / self.boards

    def to_dict(self) -> dict[str, object]:
        """The summary as plain values."""
        named = self.method.heuristic
        numbers = {
            f"{kind}_{name}": None if value is None else round(value, 6)
            for name in MEASURES
            for kind, value in (("mean", self.means[name]), ("median", self.medians[name]))
        }
        return {
            "spec": self.method.text,
            "algorithm": self.method.algorithm.key,
            "heuristic": None if named is None else named.text,
            "backend": self.backend,
            "boards": self.boards,
            "solved": self.solved,
            "success_rate": self.success_rate,
            "failures": self.failures,
            **numbers,
        }


def _summarise(rows: Sequence[Row]) -> MethodSummary:
    """The summary of the rows of one method."""
    results = [row.result for row in rows]
    values = {name: [value for row in rows if (value := row.measure(name)) is not None] for name in MEASURES}
    return MethodSummary(
        rows[0].method,
        heuristic=rows[0].heuristic,
        backend=", ".join(sorted({row.backend for row in rows})),
        boards=len(rows),
        solved=sum(result.is_solved for result in results),
        failures=dict(Counter(str(result.status) for result in results if not result.is_solved)),
        means={name: fmean(numbers) if numbers else None for name, numbers in values.items()},
        medians={name: float(median(numbers)) if numbers else None for name, numbers in values.items()},
    )


@suggests_names
@dataclass(frozen=True, repr=False)
class BoardsComparison(_Rows):
    """Methods on several boards or spaces: a row for each finished run, and a summary of each method.

    >>> from taquin import compare
    >>> starts = ["1 2 3 / 4 0 5 / 6 7 8", "1 2 3 / 4 5 6 / 0 7 8"]
    >>> comparison = compare(starts, algorithms=["astar"], heuristics=["misplaced", "manhattan"])
    >>> comparison
    <BoardsComparison: 2 methods on 2 boards>
    >>> print(comparison)
    astar(misplaced)  solved 2 of 2  mean length     8.0  median expanded     168.0
    astar(manhattan)  solved 2 of 2  mean length     8.0  median expanded      64.5
    >>> [row["length"] for row in comparison if row["spec"] == "astar(manhattan)"]
    [14, 2]
    """

    boards: tuple[Compared, ...]
    rows: tuple[Row, ...]
    planned: int
    """The number of rows of a comparison that is not interrupted."""
    limits: Limits = field(default_factory=Limits)
    """The limits that hold for every run; a row may have more of its own."""

    def __post_init__(self) -> None:
        finished = [row for row in self.rows if row.result.status is not Status.CANCELLED]
        object.__setattr__(self, "rows", _completed(finished))

    @cached_property
    def by_method(self) -> dict[str, dict[int, Row]]:
        """The rows of each method, by the numbers of their boards."""
        groups: dict[str, dict[int, Row]] = {}
        for row in self.rows:
            groups.setdefault(row.method.text, {})[row.board] = row
        return groups

    @cached_property
    def summaries(self) -> tuple[MethodSummary, ...]:
        """One summary for each method."""
        return tuple(_summarise(list(rows.values())) for rows in self.by_method.values())

    def length_of(self, board: int) -> int | None:
        """The length of the shortest solution that a method found of the board with this number, from 1."""
        found = [rows[board].result.length for rows in self.by_method.values() if board in rows]
        return min((length for length in found if length is not None), default=None)

    @property
    def kind(self) -> str:
        """What the methods are compared on, as a noun."""
        return "board" if isinstance(self.boards[0], Problem) else "space"

    def __str__(self) -> str:
        """One line for each method."""
        width = max((len(summary.method.text) for summary in self.summaries), default=0)
        return "\n".join(
            f"{summary.method.text:<{width}}  solved {summary.solved:,} of {summary.boards:,}  "
            f"mean length {_number(summary.means['length']):>7}  "
            f"median expanded {_number(summary.medians['expanded']):>9}"
            for summary in self.summaries
        )

    def __repr__(self) -> str:
        methods, boards = plural(len(self.summaries), "method"), plural(len(self.boards), self.kind)
        return f"<BoardsComparison: {methods} on {boards}>"

    def to_dict(self) -> dict[str, object]:
        """All rows and the summaries as plain values."""
        return {
            "limits": asdict(self.limits),
            "methods": [summary.to_dict() for summary in self.summaries],
            "rows": [dict(row) for row in self.rows],
        }


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:,.1f}"
