"""The table of ``taquin compare``: every column in a file or a wide terminal, fewer in a narrow one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from shutil import get_terminal_size
from textwrap import fill

import click

from taquin.analysis.compare import Comparison, Row
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import plural, size_text
from taquin.render.text import layout
from taquin.run.limits import Limits
from taquin.run.result import Quality, Status
from taquin.solving.default_methods import default_method

_INDENT = "  "


@dataclass(frozen=True)
class _Column:
    name: str
    cell: Callable[[Comparison, Row], str]
    is_number: bool = False


def _factor(comparison: Comparison, row: Row) -> str:
    factor = row.effective_branching_factor
    return "-" if factor is None else f"{factor:.3f}"


def _length(comparison: Comparison, row: Row) -> str:
    """The length, or the lower bound that an unfinished run has proven."""
    result = row.result
    if result.length is None:
        return "-" if result.status in (Status.STUCK, Status.UNSOLVABLE) else f"{_at_least()} {result.lower_bound:,}"
    return f"{result.length:,}"


def _at_least() -> str:
    """The sign ≥, where the encoding of standard output has it."""
    try:
        "≥".encode(sys.stdout.encoding or "utf-8")
    except (LookupError, UnicodeEncodeError):
        return ">="
    return "≥"


def duration(seconds: float) -> str:
    """A time in seconds, or in milliseconds if it is short, in 7 letters or more, so that the header stays in place."""
    return (f"{1000 * seconds:.1f} ms" if seconds < 0.1 else f"{seconds:.3f} s").rjust(7)


def _result(comparison: Comparison, row: Row) -> str:
    """Status and proof in one column."""
    verdict = comparison.verdict(row) or str(row.result.status)
    return "optimal" if verdict == "yes" else verdict.removeprefix("no, ")


def _stored(comparison: Comparison, row: Row) -> str:
    """The most nodes stored at once; a user's algorithm that reports nothing keeps them to itself."""
    own = row.method.algorithm.own
    return "-" if own is not None and not own.reports else f"{row.result.stats.max_stored:,}"


_ALGORITHM = _Column("algorithm", lambda comparison, row: row.algorithm)
_HEURISTIC = _Column("heuristic", lambda comparison, row: row.result.heuristic or "-")
_BACKEND = _Column("backend", lambda comparison, row: row.result.backend)
_LENGTH = _Column("length", _length, is_number=True)
_EXPANDED = _Column("expanded", lambda comparison, row: f"{row.result.stats.expanded:,}", is_number=True)
_GENERATED = _Column("generated", lambda comparison, row: f"{row.result.stats.generated:,}", is_number=True)
_STORED = _Column("max stored", _stored, is_number=True)
_FACTOR = _Column("b*", _factor, is_number=True)
_TIME = _Column("time", lambda comparison, row: duration(row.result.seconds), is_number=True)

_WIDE = (
    _ALGORITHM,
    _HEURISTIC,
    _BACKEND,
    _Column("status", lambda comparison, row: str(row.result.status)),
    _LENGTH,
    _Column("optimal", lambda comparison, row: comparison.verdict(row) or "-"),
    _EXPANDED,
    _GENERATED,
    _STORED,
    _FACTOR,
    _TIME,
)
_NARROW = (
    _Column(
        "method", lambda comparison, row: _INDENT + row.result.heuristic if row.result.heuristic else row.algorithm
    ),
    _BACKEND,
    _Column("result", _result),
    _LENGTH,
    _EXPANDED,
    _GENERATED,
    _STORED,
    _FACTOR,
    _TIME,
)
_LEFT_OUT_FIRST = (_FACTOR, _STORED, _GENERATED, _TIME, _BACKEND, _EXPANDED)


def print_table(comparison: Comparison) -> None:
    """Print the table so that its rows fit the terminal; with every column if standard output is not a terminal."""
    wide = _lines(comparison, _WIDE)
    if not sys.stdout.isatty():
        click.echo("\n".join(wide))
        return
    width = get_terminal_size().columns
    if _print_box(comparison):
        return
    if _width(wide) <= width:
        _print_lines(wide[0], zip(comparison.rows, wide[1:], strict=True))
        return
    columns = list(_NARROW)
    left_out: list[_Column] = []
    while _width(narrow := _lines(comparison, columns)) > width and len(left_out) < len(_LEFT_OUT_FIRST):
        left_out.append(_LEFT_OUT_FIRST[len(left_out)])
        columns.remove(left_out[-1])
    _print_lines(narrow[0], _with_headings(comparison, narrow[1:]))
    if left_out:
        names = ", ".join(column.name for column in left_out)
        echo_wrapped(f"(The terminal is too narrow for {names}: --csv and --json have everything.)")


def _lines(comparison: Comparison, columns: Sequence[_Column]) -> list[str]:
    """The header and the rows."""
    cells = [[column.cell(comparison, row) for column in columns] for row in comparison.rows]
    return layout.table(
        [column.name for column in columns], cells, right=[column.is_number for column in columns]
    ).splitlines()


def _width(lines: Sequence[str]) -> int:
    return max(map(len, lines))


def _with_headings(comparison: Comparison, lines: Sequence[str]) -> Iterator[tuple[Row | None, str]]:
    """The rows of a narrow table, those with a heuristic under a line that names their algorithm."""
    pairs = zip(comparison.rows, lines, strict=True)
    for (algorithm, has_heuristic), group in groupby(
        pairs, key=lambda pair: (pair[0].algorithm, pair[0].result.heuristic is not None)
    ):
        if has_heuristic:
            yield None, algorithm
        yield from group


def _print_lines(header: str, lines: Iterator[tuple[Row | None, str]] | zip[tuple[Row, str]]) -> None:
    from rich.console import Console

    console = Console(highlight=False, markup=False)
    console.print(header, style="bold", soft_wrap=True)
    for row, line in lines:
        console.print(line, style="" if row is None else _style(row), soft_wrap=True)


def _style(row: Row) -> str:
    if not row.result.is_solved:
        return "red"
    return "green" if row.result.quality is Quality.OPTIMAL else ""


def _print_box(comparison: Comparison) -> bool:
    """Print the table in a box, in colour. Returns False, and prints nothing, if the terminal is too narrow."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.ROUNDED, header_style="bold")
    for column in _WIDE:
        table.add_column(column.name, justify="right" if column.is_number else "left", no_wrap=True)
    for row in comparison.rows:
        table.add_row(*[column.cell(comparison, row) for column in _WIDE], style=_style(row))
    console = Console(highlight=False)
    if console.measure(table, options=console.options.update(max_width=1000)).maximum > console.width:
        return False
    console.print(table)
    return True


def echo_wrapped(sentence: str) -> None:
    """Print a sentence, at a terminal in lines that end between words."""
    if sys.stdout.isatty():
        width = min(get_terminal_size().columns, 120)
        sentence = fill(sentence, width, break_long_words=False, break_on_hyphens=False)
    click.echo(sentence)


def describe_backends(rows: Sequence[Row]) -> str:
    """Which runs can be compared by time, if two backends ran; else empty."""
    counts = {name: sum(row.result.backend == name for row in rows) for name in ("native", "python")}
    if not all(counts.values()):
        return ""
    return (
        f"Compare times only within a backend: {counts['native']} of these runs used the native core and "
        f"{counts['python']} used Python. With --backend python all of them use Python."
    )


def describe_limits(problem: Problem, rows: Sequence[Row]) -> str:
    """The limits of the runs, if one reached a limit; else empty."""
    if not any(
        row.result.status is Status.LIMIT or (row.result.status is Status.EXHAUSTED and row.limits.depth is not None)
        for row in rows
    ):
        return ""
    groups: dict[Limits, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.limits, []).append(row)
    if len(groups) == 1:
        return f"Each run was limited to {_amounts(rows[0].limits)}."
    parts = [f"{_whose(group, problem)} {_amounts(limits)}" for limits, group in groups.items()]
    return f"Limits: {'; '.join(parts)}. --time and --limit nodes=N set other limits."


def _whose(group: Sequence[Row], problem: Problem) -> str:
    """The runs that have these limits: that of the default method, or those on a backend."""
    method = group[0].method
    if method == default_method(problem.shape) and len({row.method for row in group}) == 1:
        return f"{method}, the default method,"
    return "native runs" if group[0].result.backend == "native" else "Python runs"


def _amounts(limits: Limits) -> str:
    amounts = [
        "" if limits.time is None else f"{limits.time:g} s",
        "" if limits.nodes is None else plural(limits.nodes, "node"),
        "" if limits.memory is None else size_text(limits.memory),
        "" if limits.depth is None else plural(limits.depth, "move"),
    ]
    return " and ".join(filter(None, amounts))
