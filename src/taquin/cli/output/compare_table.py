"""The tables of ``taquin compare``: every column on a page, in a file or a wide terminal, fewer in a narrow one."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from shutil import get_terminal_size

from taquin.analysis.comparison import BoardsComparison, Compared, Comparison, Row
from taquin.cli import terminal
from taquin.puzzle.board import one_line
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import plural, size_text
from taquin.render.text import layout
from taquin.run.limits import Limits
from taquin.run.result import Quality, Result, Status
from taquin.solving.default_methods import default_method


@dataclass(frozen=True)
class Column:
    """A column of texts."""

    name: str
    cells: Sequence[str]
    is_number: bool = False
    rank: int = 0
    """A table that is too wide for the terminal drops the columns with the highest ranks first; those with 0 stay."""


@dataclass(frozen=True)
class _Name:
    """The method of a row."""

    algorithm: str
    heuristic: str | None
    style: str = ""
    is_repeated: bool = False  # whether the row above is of the same method, and has its name


@dataclass(frozen=True)
class Table:
    """A table with the method of each row, or with columns alone; ``narrow`` has shorter columns for a terminal."""

    names: Sequence[_Name]
    wide: Sequence[Column]
    narrow: Sequence[Column]
    caption: str = ""

    @property
    def columns(self) -> list[Column]:
        """Every column."""
        if not self.names:
            return [*self.wide]
        algorithms = ["" if name.is_repeated else name.algorithm for name in self.names]
        heuristics = ["" if name.is_repeated else name.heuristic or "-" for name in self.names]
        return [Column("algorithm", algorithms), Column("heuristic", heuristics), *self.wide]

    def print(self) -> None:
        """Print the table so that its rows fit the terminal; with every column if output is not a terminal."""
        if self.caption:
            terminal.echo(self.caption)
        shown, left_out = self.columns, list[str]()
        names = self.names or [_Name("", None)] * len(shown[0].cells)
        width = get_terminal_size().columns if sys.stdout.isatty() else sys.maxsize
        is_narrow = max(map(layout.display_width, _lines(shown))) > width
        if is_narrow and self.names:
            cells = ["" if name.is_repeated else _below_algorithm(name) for name in names]
            shown = [Column("method", cells), *self.narrow]
        while max(map(layout.display_width, lines := _lines(shown))) > width and any(column.rank for column in shown):
            shown.remove(dropped := max(shown, key=lambda column: column.rank))
            left_out.append(dropped.name)
        rows = list(zip(names, lines[1:], strict=True))
        _print_lines(lines[0], _with_headings(rows) if is_narrow else rows)
        if left_out:
            missing = ", ".join(left_out)
            terminal.echo(f"(The terminal is too narrow for {missing}: --csv and --json have everything.)")


def table_of_rows(comparison: Comparison) -> Table:
    """A line for each method on one board."""
    rows = comparison.rows
    results = [row.result for row in rows]
    verdicts = [comparison.verdict(row) for row in rows]
    backend = Column("backend", [result.backend for result in results], rank=2)
    status = Column("status", [str(result.status) for result in results])
    length = Column("length", [_describe_length(result) for result in results], is_number=True)
    optimal = Column("optimal", [verdict or "-" for verdict in verdicts])
    counts = [
        Column("expanded", [f"{result.stats.expanded:,}" for result in results], is_number=True, rank=1),
        Column("generated", [f"{result.stats.generated:,}" for result in results], is_number=True, rank=4),
        Column("max stored", [_describe_stored(row) for row in rows], is_number=True, rank=5),
        Column("b*", [_describe_factor(row) for row in rows], is_number=True, rank=6),
        Column("time", [_describe_time(result.seconds) for result in results], is_number=True, rank=3),
    ]
    pairs = zip(verdicts, results, strict=True)
    short = [
        "optimal" if verdict == "yes" else verdict.removeprefix("no, ") or str(run.status) for verdict, run in pairs
    ]
    return Table(
        [_Name(row.algorithm, row.result.heuristic, _style(row.result)) for row in rows],
        [backend, status, length, optimal, *counts],
        [backend, Column("result", short), length, *counts],
    )


def table_of_summaries(comparison: BoardsComparison) -> Table:
    """Two lines for each method: the means, and below them the medians."""
    summaries = comparison.summaries
    both = [(summary, kind) for summary in summaries for kind in ("mean", "median")]
    failures = [", ".join(f"{count:,} {status}" for status, count in summary.failures.items()) for summary in summaries]

    def beside_mean(cells: Iterable[str]) -> list[str]:
        return [text for cell in cells for text in (cell, "")]

    def numbers(name: str) -> list[str]:
        values = [summary.means[name] if kind == "mean" else summary.medians[name] for summary, kind in both]
        if name == "seconds":
            return [_describe_time(value or 0) for value in values]
        return ["-" if value is None else f"{value:,.1f}" for value in values]

    solved = [f"{summary.solved:,} of {summary.boards:,} ({summary.success_rate:.0%})" for summary in summaries]
    columns = [
        Column("backend", beside_mean(summary.backend for summary in summaries), rank=1),
        Column("solved", beside_mean(solved), is_number=True),
        Column("", [kind for _, kind in both]),
        Column("length", numbers("length"), is_number=True),
        Column("expanded", numbers("expanded"), is_number=True),
        Column("generated", numbers("generated"), is_number=True, rank=3),
        Column("max stored", numbers("max_stored"), is_number=True, rank=4),
        Column("time", numbers("seconds"), is_number=True, rank=2),
    ]
    if any(failures):
        columns.append(Column("not solved", beside_mean(text or "-" for text in failures)))
    names = [
        _Name(replace(summary.method, heuristic=None).text, summary.heuristic, is_repeated=kind == "median")
        for summary, kind in both
    ]
    return Table(names, columns, columns)


def table_of_boards(comparison: BoardsComparison) -> Table:
    """A line for each board: the shortest length that is known, and the nodes that each method expanded."""
    numbers = [str(number) for number in range(1, len(comparison.boards) + 1)]
    lengths = [comparison.length_of(int(number)) for number in numbers]
    columns = [
        Column(comparison.kind, numbers, is_number=True),
        Column("start", [_describe_start(board) for board in comparison.boards], rank=1),
        Column("length", ["-" if length is None else f"{length:,}" for length in lengths], is_number=True),
    ]
    for place, (name, rows) in enumerate(comparison.by_method.items()):
        cells = [_describe_run(rows.get(int(number)), lengths[int(number) - 1]) for number in numbers]
        columns.append(Column(name, cells, is_number=True, rank=2 + place))
    return Table([], columns, columns, "Nodes expanded on each board:")


def _describe_start(board: Compared) -> str:
    return one_line(board.start) if isinstance(board, Problem) else board.label or board.start


def _describe_run(row: Row | None, shortest: int | None) -> str:
    """The nodes expanded, and how much longer the solution is than the shortest one, or why there is none."""
    if row is None:
        return "-"
    expanded, length = f"{row.result.stats.expanded:,}", row.result.length
    if length is None or shortest is None:
        return f"{expanded} ({row.result.status})"
    return f"{expanded} (+{length - shortest:,})" if length > shortest else expanded


def _below_algorithm(name: _Name) -> str:
    """A method in a narrow table, where those with a heuristic are under a line that names their algorithm."""
    return f"  {name.heuristic}" if name.heuristic else name.algorithm


def _lines(columns: Sequence[Column]) -> list[str]:
    rows = list(zip(*(column.cells for column in columns), strict=True))
    return layout.table(
        [column.name for column in columns], rows, right=[column.is_number for column in columns]
    ).splitlines()


def _with_headings(lines: Iterable[tuple[_Name, str]]) -> Iterator[tuple[_Name | None, str]]:
    """The rows of a narrow table, and the lines that name algorithms."""
    for (algorithm, has_heuristic), group in groupby(
        lines, key=lambda line: (line[0].algorithm, line[0].heuristic is not None)
    ):
        if has_heuristic:
            yield None, algorithm
        yield from group


def _print_lines(header: str, lines: Iterable[tuple[_Name | None, str]]) -> None:
    styled = [(header, "bold"), *((line, "" if name is None else name.style) for name, line in lines)]
    terminal.echo_styled("\n".join(terminal.styled(line, style) for line, style in styled))


def _style(result: Result) -> str:
    if not result.is_solved:
        return "red"
    return "green" if result.quality is Quality.OPTIMAL else ""


def _describe_length(result: Result) -> str:
    """The length, or the lower bound that an unfinished run has proven."""
    if result.length is not None:
        return f"{result.length:,}"
    if result.status in (Status.STUCK, Status.UNSOLVABLE):
        return "-"
    return f"{'≥' if terminal.can_print('≥') else '>='} {result.lower_bound:,}"


def _describe_stored(row: Row) -> str:
    """The most nodes stored at once; unknown for a user's algorithm that reports nothing."""
    own = row.method.algorithm.own
    return "-" if own is not None and not own.reports else f"{row.result.stats.max_stored:,}"


def _describe_factor(row: Row) -> str:
    factor = row.effective_branching_factor
    return "-" if factor is None else f"{factor:.3f}"


def _describe_time(seconds: float) -> str:
    """A time in seconds, or in milliseconds if it is short, in 7 letters or more, so that the header stays in place."""
    return (f"{1000 * seconds:.1f} ms" if seconds < 0.1 else f"{seconds:.3f} s").rjust(7)


def notes(problem: Compared, rows: Sequence[Row]) -> list[str]:
    """Which times can be compared, and which limits were reached."""
    return list(filter(None, [_describe_backends(rows), _describe_limits(problem, rows)]))


def describe_proofs(comparison: Comparison) -> str:
    """What the words in the column ``optimal`` mean, as far as they need it; else empty."""
    verdicts = {comparison.verdict(row) for row in comparison.rows}
    sentences = []
    if {"proven", "yes"} <= verdicts:
        sentences.append(
            "A run marked proven proved its solution shortest itself; for other optimal ones another run proved it."
        )
    if "by bound" in verdicts:
        sentences.append(
            "By bound: the length equals a proven lower bound, so it is shortest; the method does not promise that."
        )
    return "\n".join(sentences)


def describe_depth_first(rows: Sequence[Row]) -> str:
    """Why depth-first search expanded as many nodes as it generated, if it ran so; else empty."""
    if not any(row.method.algorithm.key == "dfs" and dict(row.method.options)["frontier"] == "path" for row in rows):
        return ""
    return (
        "dfs makes one child at a time and expands it before it makes the next, so it expands nearly all nodes that it "
        "generates; dfs(frontier=stack) makes all children of a node at once, as many courses do."
    )


def _describe_backends(rows: Sequence[Row]) -> str:
    """Which runs can be compared by time, if two backends ran; else empty."""
    counts = {name: sum(row.backend == name for row in rows) for name in ("native", "python")}
    if not all(counts.values()):
        return ""
    return (
        f"Compare times only within a backend: {counts['native']} of these runs used the native core and "
        f"{counts['python']} used Python. With --backend python all of them use Python."
    )


def _describe_limits(problem: Compared, rows: Sequence[Row]) -> str:
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


def _whose(group: Sequence[Row], problem: Compared) -> str:
    """The runs that have these limits: that of the default method, or those on a backend."""
    method = group[0].method
    if (
        isinstance(problem, Problem)
        and method == default_method(problem.shape)
        and len({row.method for row in group}) == 1
    ):
        return f"{method}, the default method,"
    return "native runs" if group[0].backend == "native" else "Python runs"


def _amounts(limits: Limits) -> str:
    amounts = [
        "" if limits.time is None else f"{limits.time:g} s",
        "" if limits.nodes is None else plural(limits.nodes, "node"),
        "" if limits.memory is None else size_text(limits.memory),
        "" if limits.depth is None else plural(limits.depth, "move"),
    ]
    return " and ".join(filter(None, amounts))
