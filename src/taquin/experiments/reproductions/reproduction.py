"""What a reproduction is: a published table (``published.toml``) and a function that measures its rows again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from math import inf, sqrt
from pkgutil import resolve_name
from statistics import fmean, stdev
from textwrap import fill
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import asdict
from msgspec.toml import decode

from taquin.errors import InternalError
from taquin.experiments.instance import Instance
from taquin.experiments.running.task import machine_facts
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import plural
from taquin.render.text import layout
from taquin.run.limits import Cancellation
from taquin.run.result import Result, Status
from taquin.solving.method import Method
from taquin.solving.solver import run_prepared

Value: TypeAlias = int | float | str | list[int] | None
Row: TypeAlias = dict[str, Value]
"""The values of one row by their names, in the order of the columns; a list appears only in the JSON."""


class Interrupted(Exception):
    """The user stops the reproduction: the rows so far are kept."""


@dataclass
class Bench:
    """What a reproduction measures with: it solves boards, shows progress, and ends when the user interrupts."""

    cancellation: Cancellation = field(default_factory=Cancellation)
    show: Callable[[str], None] = lambda text: None

    def check(self) -> None:
        if self.cancellation.is_cancelled:
            raise Interrupted

    def solve(self, problem: Problem, method: Method) -> Result:
        """Solve a board, with tables loaded before. Raises ``Interrupted``, or ``InternalError`` if none is found."""
        self.check()
        result = run_prepared(problem, method, cancellation=self.cancellation)
        if result.status is Status.CANCELLED:
            raise Interrupted
        if not result.is_solved:
            raise InternalError(f"{method} did not solve a board of a reproduction: {result.reason}")
        return result

    def solve_all(self, instances: Sequence[Instance], method: Method, name: str) -> Iterator[tuple[Instance, Result]]:
        """Solve the boards of a set one by one, and show under this name how many are solved."""
        for number, instance in enumerate(instances, start=1):
            self.show(f"{name}: board {number} of {len(instances)}")
            yield instance, self.solve(instance.problem, method)


@dataclass(frozen=True)
class Column:
    """How a value is shown: the title of its column, and how a number is written."""

    title: str
    """If it is empty, the value appears only in the JSON."""
    form: str = ","
    """The format of numbers, as for ``format``; ``%`` writes a deviation, with its sign."""

    def text(self, value: Value) -> str:
        """The value in a row; empty if there is none."""
        if not isinstance(value, int | float):
            return str(value or "")
        if self.form == "%":
            return f"{value:+.2%}".replace("+0.00%", "0.00%").replace("-0.00%", "0.00%")
        return format(value, self.form)


_DEVIATION = Column("deviation", "%")


@dataclass(frozen=True)
class Subset:
    """A part of a reproduction that can be measured separately."""

    summary: str
    seconds: float
    """About how long it takes on one core of 2026."""


Measure: TypeAlias = Callable[[str, Bench], Iterator[Row]]
Summarise: TypeAlias = Callable[[Sequence[Row]], list[tuple[str, str]]]


@dataclass(frozen=True)
class Reproduction:
    """A published result that Taquin measures again."""

    name: str
    title: str
    source: str
    """Where the figures are published, and where they were looked up if that is another place."""
    convention: str
    """What is counted, there and here."""
    columns: Mapping[str, Column]
    """By the names of values; the title of a value that has no column here is its name."""
    subsets: Mapping[str, Subset]
    """What ``--subset`` may name; the first is the default."""
    measure: Measure
    summarise: Summarise = lambda rows: []

    @property
    def default_subset(self) -> str:
        """The subset that is measured if none is named."""
        return next(iter(self.subsets))

    def text(self, subset: str, rows: Sequence[Row], *, is_complete: bool) -> str:
        """Our figures and the published ones, aligned, under source and counting convention.

        Below are means, the command, the version and the machine.
        """
        head = [("source", self.source), ("counted", self.convention), ("measured", self.subsets[subset].summary)]
        blocks = [self.title, layout.fields([(name, fill(value, _WIDTH)) for name, value in head])]
        if rows:
            right = [any(not isinstance(row.get(name), str | None) for row in rows) for name in self._shown(rows)]
            titles, *cells = self._lines(rows)
            blocks.append(layout.table(titles, cells, right=right))
            if summary := self.summarise(rows):
                blocks.append(layout.fields(summary))
        if not is_complete:
            blocks.append(f"interrupted: {plural(len(rows), 'row')} measured; means are over what is done")
        facts = machine_facts()
        command = f"taquin reproduce {self.name} --subset {subset}"
        by = f"{facts.version_text}, Python {facts.python}"
        blocks.append(layout.fields([("command", command), ("measured by", by), ("machine", facts.text)]))
        return "\n\n".join(blocks)

    def markdown(self, rows: Sequence[Row]) -> str:
        """The table and the means for a page of Markdown; empty if there are no rows."""
        if not rows:
            return ""
        titles, *cells = (f"| {' | '.join(line)} |" for line in self._lines(rows))
        lines = [titles, "|" + "---:|" * len(self._shown(rows)), *cells]
        summary = [f"- {name}: {value}" for name, value in self.summarise(rows)]
        return "\n".join([*lines, *([""] if summary else []), *summary])

    def _shown(self, rows: Sequence[Row]) -> dict[str, Column]:
        """The columns of the table by the names of their values, in the order of the first row."""
        columns = {name: _DEVIATION if name == "deviation" else Column(name) for name in rows[0]} | dict(self.columns)
        return {
            name: column for name, column in columns.items() if column.title and not isinstance(rows[0].get(name), list)
        }

    def _lines(self, rows: Sequence[Row]) -> list[list[str]]:
        """The titles, and the texts of each row."""
        shown = self._shown(rows)
        titles = [column.title for column in shown.values()]
        return [titles, *([column.text(row.get(name)) for name, column in shown.items()] for row in rows)]

    def to_dict(self, subset: str, rows: Sequence[Row], *, is_complete: bool) -> dict[str, object]:
        return {
            "name": self.name,
            "title": self.title,
            "source": self.source,
            "convention": self.convention,
            "subset": subset,
            "complete": is_complete,
            **asdict(machine_facts()),
            "rows": list(rows),
            "summary": dict(self.summarise(rows)) if rows else {},
        }


_WIDTH = 100  # columns of the text above a table


@cache
def reproductions() -> dict[str, Reproduction]:
    """Every reproduction of ``published.toml``, by its name."""
    text = files("taquin.experiments.reproductions").joinpath("published.toml").read_bytes()
    return {name: _from_entry(name, entry) for name, entry in sorted(decode(text, type=dict[str, _Entry]).items())}


class _Entry(Struct, forbid_unknown_fields=True):
    """An entry of ``published.toml``: the fields of a ``Reproduction``, and the names of its functions."""

    title: str
    source: str
    convention: str
    measure: str
    subsets: dict[str, tuple[str, float]]
    columns: dict[str, list[str]] = {}
    """A title, and perhaps a format."""
    summarise: str = ""


def _from_entry(name: str, entry: _Entry) -> Reproduction:
    made = Reproduction(
        name=name,
        title=entry.title,
        source=entry.source,
        convention=entry.convention,
        columns={value: Column(*shown) for value, shown in entry.columns.items()},
        subsets={subset: Subset(*known) for subset, known in entry.subsets.items()},
        measure=resolve_name(f"{__package__}.{entry.measure}"),
    )
    return replace(made, summarise=resolve_name(f"{__package__}.{entry.summarise}")) if entry.summarise else made


# What several reproductions use

KORF = {"easy": "korf100(easy)", "all": "korf100"}
"""Korf's 100 15-puzzles, by subset."""


def deviation(ours: float, published: float | None) -> float | None:
    """How far ours is from the published figure: 0.02 is 2 % above it."""
    return None if not published else ours / published - 1


def standard_error(values: Sequence[float]) -> float:
    return stdev(values) / sqrt(len(values))


def standard_errors(values: Sequence[float], published: float, *, count: float) -> float:
    """How far the mean of a sample is from a published mean of ``count`` boards, in standard errors of the difference.

    The published boards are taken to vary as ours do; ``count`` is infinite for an exact figure.

    >>> standard_errors([1.0, 2.0, 3.0], 5.0, count=inf)
    -5.196152422706632
    """
    return (fmean(values) - published) / (stdev(values) * sqrt(1 / len(values) + 1 / count))


def mean_text(values: Sequence[float], published: float | None = None, form: str = ",.0f") -> str:
    """A mean with its standard error, and its deviation from a published one, which is exact."""
    mean = fmean(values)
    error = f" ± {format(standard_error(values), form)}" if len(values) > 1 else ""
    deviation_text = ""
    if published is not None:
        errors = standard_errors(values, published, count=inf)
        deviation_text = f"; published {format(published, form)}, deviation {errors:+.1f} standard errors"
    return f"{format(mean, form)}{error}{deviation_text}"


def numbers(rows: Sequence[Row], name: str) -> list[float]:
    return [value for row in rows if isinstance(value := row.get(name), int | float)]
