"""``taquin explain``: which searches count as a report says, without its program."""

from __future__ import annotations

from pathlib import Path

import click

from taquin.cli import terminal
from taquin.cli.input import options as shared
from taquin.errors import SpecError
from taquin.judging.counts import CountsReport, Row, explain_counts, read_counts
from taquin.judging.explanation import Fit
from taquin.puzzle.formats.files import decode_text, load_file

FOUND = 0
NOT_FOUND = 1


@click.command("explain")
@click.argument("source", metavar="[FILE.csv|BOARD]", required=False)
@shared.goal_option
@click.option("--count", "counts", multiple=True, metavar="NAME=N", help="A counter of the board, such as expanded=57.")
@click.option("--method", default="", metavar="NAME", help="What the report says of the method, such as manhattan.")
@shared.json_option
def command(source: str | None, goal: str | None, counts: tuple[str, ...], method: str, as_json: bool) -> int:
    """Say which searches count as a report says.

    A report says how many nodes a search expanded or generated on some boards, and its program is not at hand. FILE.csv
    has a line of names, and a line for each board: the columns are board, goal (if it is not 1, 2, …, blank last),
    method (such as manhattan or misplaced), length, and counters with any names: expanded, generated, queue. For one
    board, --count gives the counters.

    The numbers are compared with all variants of the search that `taquin judge` knows. Rows of several methods are
    explained by one search with several heuristics, if there is one. A few small numbers fit many searches by chance;
    then nothing is said about them.

    The exit code is 0 if a search explains the numbers, 1 if not, 2 if the input could not be read.

    \b
    Examples:
      taquin explain report.csv
      taquin explain "8 1 3 / 4 0 2 / 7 6 5" --count expanded=57 --count generated=98 --method manhattan
    """
    report = explain_counts(_rows(source, counts, method), goal=goal)
    if as_json:
        terminal.echo_json(report.to_dict())
    else:
        terminal.echo(str(report))
    return FOUND if _is_found(report) else NOT_FOUND


def _rows(source: str | None, counts: tuple[str, ...], method: str) -> list[Row]:
    if source is None:
        raise SpecError("expected a CSV file, or a board with --count", hint="taquin explain --help shows both")
    if not counts:
        if not Path(source).is_file():
            raise SpecError(f"found no file {source}", hint="for one board give its counters: --count expanded=57")
        return [*read_counts(decode_text(load_file(source), source))]
    pairs = dict(pair.partition("=")[::2] for pair in counts)
    return [{"board": source, "method": method, **pairs}]


def _is_found(report: CountsReport) -> bool:
    return all(one.fit in (Fit.EXACT, Fit.SEVERAL) for one in report.methods.values())
