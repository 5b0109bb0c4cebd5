"""``taquin report``: tables, charts and data from the results of experiments."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from pathlib import Path

import click

from taquin.cli import terminal
from taquin.cli.exits import BAD_INPUT
from taquin.cli.input import effects
from taquin.cli.input import options as shared
from taquin.cli.output import files, pictures
from taquin.errors import SpecError
from taquin.experiments.record import LIMIT_FIELDS, NUMBER_FIELDS, Record
from taquin.experiments.records import ResultsWarning, read_records
from taquin.experiments.report.measures import MEASURES, measure_of
from taquin.experiments.report.summary import PAR_FACTOR
from taquin.experiments.report.where import read_condition
from taquin.puzzle.words import alternatives, plural, shown
from taquin.render.formats import DRAWINGS, endings, find
from taquin.system.files import reason

_FORMS = {"txt": "text", "md": "markdown", "tex": "latex", "csv": "csv", "html": "html"}
"""The form of a report for each ending of a file."""

_UNREAD = ("label", "board", "moves")
"""Fields that no table and no chart reads."""
_DRAWN = ("iterations", "improvements")
"""Fields that only charts read."""
_IN_TABLES = ("index", "repetition", "length", "cost", "optimum", "lower_bound", "floor_seconds", "cores")
"""Fields with numbers that every table reads, beside the limits."""


@click.command("report")
@click.argument("results", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RESULTS...")
@click.option(
    "--measure",
    "-m",
    metavar="FIELD",
    default="cpu_seconds",
    help=f"What the tables and charts compare: {', '.join(MEASURES)}, or any other field with numbers. Default: "
    "cpu_seconds.",
)
@click.option(
    "--columns",
    metavar="NAMES",
    help="Columns of the table of methods, separated by commas: runs, boards, solved, wrong, failed, proven, mean, "
    "median, max, geometric_mean, solved_by_all, par, mean_length, or any field with numbers, for its mean.",
)
@click.option(
    "--baseline", metavar="METHOD", help="Compare the other methods with this one only, instead of all pairs."
)
@click.option(
    "--where",
    metavar="CONDITION",
    help='Report only on the runs that meet a condition, such as "method = bfs and length > 20": fields, =, !=, <, <=, '
    ">, >=, and, or, not, parentheses. null is a value that a run does not have.",
)
@click.option(
    "--par",
    type=click.FloatRange(1),
    metavar="FACTOR",
    help="How many times its time limit a run without a solution counts in PAR. Default: 2.",
)
@click.option(
    "--format",
    "-f",
    "form",
    type=click.Choice(list(_FORMS.values())),
    help="The form on standard output. Default: text.",
)
@shared.output_option(f"Write a file; its ending selects the form: {alternatives(f'.{ending}' for ending in _FORMS)}.")
@click.option(
    "--charts",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Also draw the charts into this folder, which is made if it does not exist.",
)
@click.option("--chart-format", type=click.Choice(endings(DRAWINGS)), default="pdf", help="Of --charts. Default: pdf.")
@pictures.font_option
def command(
    results: tuple[Path, ...],
    measure: str,
    columns: str | None,
    baseline: str | None,
    where: str | None,
    par: float | None,
    form: str | None,
    output: Path | None,
    charts: Path | None,
    chart_format: str,
    font: Path | None,
) -> int:
    """Report on the results of `taquin experiment`.

    Several files are joined, such as those of several machines. The report has a table of methods (solved, wrong, mean,
    median, PAR-2), one of pairs (ratio with a 95 % interval, Wilcoxon signed rank test with Pratt's zeros and Holm's
    correction, rank-biserial correlation), one of ranks (Friedman's test), means by optimal length, unexplained errors,
    and the commands, versions and machines to repeat the runs. Times of methods on different backends are not compared.
    Tests need SciPy. A run counts as solved only if its moves were replayed; in tests, a run that did not solve a board
    is worse than any that did.

    .html is one page with all charts. .csv holds the runs themselves, one row each, for other programs.
    LaTeX tables need the packages booktabs and graphicx.

    Invalid records are left out, and standard error names their files and lines. The exit code is 0, or 2 if records
    were left out.

    \b
    Examples:
      taquin report results.jsonl
      taquin report first.jsonl second.jsonl --measure expanded -o report.html
      taquin report results.jsonl --baseline "ida_star(manhattan)" --par 10
      taquin report results.jsonl -o tables.tex --charts figures
      taquin report results.jsonl --where "status = solved and optimum >= 50"
      taquin report results.jsonl --columns solved,mean,generated,peak_memory
      taquin report results.jsonl --format csv | head
    """
    effects.check("--format", conflicts_with=["--output"])
    effects.check("--chart-format", "--font", requires=["--charts"])
    chosen = form or ("text" if output is None else check_report(output))
    if chosen == "csv" and charts is None:
        effects.refuse(
            ["--measure", "--columns", "--baseline", "--par"], "csv holds the runs themselves, with all measures"
        )
    faults: list[str] = []
    names = [name.strip() for name in columns.split(",")] if columns else []
    if chosen == "csv":
        without: tuple[str, ...] = ()
    elif chosen == "html" or charts is not None:
        without = _UNREAD
    else:
        read = {*_IN_TABLES, *LIMIT_FIELDS.values(), measure, *names}
        without = (*_UNREAD, *_DRAWN, *(name for name in NUMBER_FIELDS if name not in read))
    rows = _load(results, faults, where, without)
    if charts is not None:
        find(chart_format).check()
        pictures.refuse_font(find(chart_format))
    width = terminal.width(sys.maxsize) if output is None else sys.maxsize
    content = _content(chosen, rows, width, measure, names, baseline, par or PAR_FACTOR)
    if output is None:
        click.echo(content, nl=False)
    else:
        click.echo(f"taquin: wrote {files.write_file(output, content)}", err=True)
    if charts is not None:
        _draw(rows, measure, charts, chart_format, font)
    if faults:
        terminal.warn(f"error: the report leaves out {plural(len(faults), 'invalid record')}")
        return BAD_INPUT
    return 0


def _load(results: Sequence[Path], faults: list[str], where: str | None, without: Sequence[str]) -> list[Record]:
    """The runs of all files that meet the condition. Records that are invalid or cut off are reported and left out."""
    keep = None if where is None else read_condition(where)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ResultsWarning)
        rows = read_records(*results, faults=faults, keep=keep, without=without)
    for warning in caught:
        terminal.warn(f"warning: {warning.message}")
    terminal.warn_of_first(faults)
    if not rows and where is not None:
        raise SpecError(f"no run of {shown(str(results[0]))} meets the condition {shown(where)}")
    if not rows:
        raise SpecError(f"expected at least one run, found none in {shown(str(results[0]))}")
    return rows


def check_report(output: Path) -> str:
    """The form of a file. Raises an error if it cannot be written: unknown ending, or no folder."""
    return _FORMS[files.check_file(output, _FORMS)]


def _content(
    form: str,
    rows: Sequence[Record],
    width: int,
    measure: str,
    columns: Sequence[str],
    baseline: str | None,
    par_factor: float,
) -> bytes:
    from taquin.experiments.report import files as exports
    from taquin.experiments.report.charts import draw_charts
    from taquin.experiments.report.report import make_report

    if form == "csv":
        return exports.to_csv(rows).encode()
    report = make_report(rows, measure=measure, columns=columns, baseline=baseline, par_factor=par_factor)
    if form == "html":
        return exports.to_page(report, draw_charts(rows, measure_of(measure))).encode()
    if form == "text":
        return report.to_text(width).encode()
    return (report.to_markdown() if form == "markdown" else report.to_latex()).encode()


def _draw(rows: Sequence[Record], measure: str, folder: Path, format_: str, font: Path | None) -> None:
    from taquin.experiments.report.charts import draw_charts

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SpecError(f"cannot make the folder {str(folder)!r}: {reason(error)}") from error
    for name, chart in draw_charts(rows, measure_of(measure)).items():
        written = files.write_file(folder / f"{name}.{format_}", find(format_).write("drawing", chart, font))
        click.echo(f"taquin: wrote {written}", err=True)
