"""``taquin compare`` with several boards: how often each method finds a solution, and at which cost."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from shutil import get_terminal_size

import click

from taquin.analysis.compare import Row, combine, limits_of_every_run
from taquin.analysis.many_boards import MethodSummary, compare_boards, summarise
from taquin.cli import streams, terminal
from taquin.cli.exits import INTERRUPTED, NO_SOLUTION, SOLVED, UNSOLVABLE
from taquin.cli.output import compare_table
from taquin.errors import FormatError
from taquin.puzzle.board import one_line
from taquin.puzzle.formats import Entry
from taquin.puzzle.problem import Problem
from taquin.render.text import layout
from taquin.run.limits import Limits
from taquin.run.progress import ProgressListener
from taquin.run.result import Status
from taquin.solving.method import Method
from taquin.solving.solver import Backend

DEFAULT_HEURISTIC = "manhattan"
"""The heuristic of every informed algorithm if neither algorithms nor heuristics are named."""


@dataclass(frozen=True)
class Boards:
    """The boards of a table: from a file, or random ones."""

    title: str
    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...]
    seed: int | None = None


def run_table(
    boards: Boards,
    algorithms: Sequence[str],
    heuristics: Sequence[str],
    *,
    limits: Limits,
    backend: Backend,
    as_csv: bool,
    as_json: bool,
) -> int:
    """Run every method on every board and print the table. Returns the exit code."""
    shapes = {problem.shape for problem in boards.problems}
    if len(shapes) > 1:
        names = " and ".join(sorted(map(str, shapes))[:2])
        raise FormatError(f"expected boards of one size to compare methods, found {names}")
    if not algorithms and not heuristics:
        heuristics = [DEFAULT_HEURISTIC]
    methods = combine(boards.problems[0], algorithms, heuristics)
    with terminal.cancel_on_interrupt() as cancellation, _progress_line(methods, len(boards.problems)) as progress:
        runs = list(
            compare_boards(
                boards.problems, methods, limits=limits, cancellation=cancellation, progress=progress, backend=backend
            )
        )
    finished = [run for run in runs if run[1].result.status is not Status.CANCELLED]
    rows = [row for _, row in finished]
    if as_csv:
        _print_csv(boards, finished)
    elif as_json:
        click.echo(json.dumps(_to_dict(boards, rows, limits), indent=2))
    else:
        _print(boards, rows)
    missing = len(methods) * len(boards.problems) - len(finished)
    if missing:
        runs_ = "1 run is" if missing == 1 else f"{missing:,} runs are"
        click.echo(f"The comparison was interrupted: {runs_} missing.", err=as_csv or as_json)
        return INTERRUPTED
    if any(row.result.is_solved for row in rows):
        return SOLVED
    return NO_SOLUTION if any(problem.is_solvable for problem in boards.problems) else UNSOLVABLE


def _to_dict(boards: Boards, rows: Sequence[Row], limits: Limits) -> dict[str, object]:
    return {
        "boards": [
            {"start": one_line(entry.board), "label": entry.label or None, "line": entry.line}
            for entry in boards.entries
        ],
        "goal": one_line(boards.problems[0].goal),
        "seed": boards.seed,
        "limits": asdict(limits_of_every_run(limits)),
        "methods": [summary.to_dict() for summary in summarise(rows)],
    }


_CSV_COLUMNS = (
    "board",
    "label",
    "line",
    "start",
    "goal",
    "spec",
    "backend",
    "status",
    "quality",
    "length",
    "lower_bound",
    "expanded",
    "generated",
    "max_stored",
    "seconds",
)


def _print_csv(boards: Boards, runs: Sequence[tuple[int, Row]]) -> None:
    """One line for every run."""
    writer = csv.DictWriter(sys.stdout, _CSV_COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for number, row in runs:
        entry = boards.entries[number]
        writer.writerow({**row.result.to_dict(), "board": number + 1, "label": entry.label, "line": entry.line})


_COLUMNS = ("method", "backend", "solved", "length", "expanded", "time", "not solved")
_IS_NUMBER = (False, False, True, True, True, True, False)


def _print(boards: Boards, rows: Sequence[Row]) -> None:
    compare_table.echo_wrapped(f"{boards.title}; goal {one_line(boards.problems[0].goal)}")
    summaries = summarise(rows)
    if not summaries:
        click.echo("No run was finished.")
        return
    click.echo()
    _print_table([_cells(summary) for summary in summaries])
    click.echo()
    compare_table.echo_wrapped(
        "Expanded nodes and time are means over all boards, the length a mean over the boards that the method solved."
    )
    for note in (compare_table.describe_backends(rows), compare_table.describe_limits(boards.problems[0], rows)):
        if note:
            compare_table.echo_wrapped(note)


def _print_table(cells: list[tuple[str, ...]]) -> None:
    """The table; if it does not fit the terminal, every method is on a line above its numbers."""
    lines = layout.table(_COLUMNS, cells, right=_IS_NUMBER).splitlines()
    if sys.stdout.isatty() and max(map(len, lines)) > get_terminal_size().columns:
        head, *rows = layout.table(
            ("", *_COLUMNS[1:]), [("", *row[1:]) for row in cells], right=_IS_NUMBER
        ).splitlines()
        lines = [head]
        for row, line in zip(cells, rows, strict=True):
            lines += [row[0], line]
    click.echo("\n".join(lines))


def _cells(summary: MethodSummary) -> tuple[str, ...]:
    failures = ", ".join(f"{count:,} {status}" for status, count in summary.failures.items())
    return (
        summary.method.text,
        summary.backend,
        f"{summary.solved:,} of {summary.boards:,} ({summary.success_rate:.0%})",
        "-" if summary.mean_length is None else f"{summary.mean_length:,.1f}",
        f"{summary.mean_expanded:,.1f}",
        compare_table.duration(summary.mean_seconds),
        failures or "-",
    )


@contextmanager
def _progress_line(
    methods: Sequence[Method], count: int
) -> Iterator[Callable[[int, int], ProgressListener | None] | None]:
    """A line on standard error that shows which method runs on which board; None unless that is a terminal."""
    with streams.progress_line() as show:

        def begin(place: int, number: int) -> ProgressListener | None:
            if show is not None:
                show(f"{place + 1} of {len(methods)}: {methods[place]}, board {number + 1:,} of {count:,}")
            return None

        yield None if show is None else begin
