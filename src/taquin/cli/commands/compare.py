"""``taquin compare``: many methods on one board or on many: tables, conclusions and a chart."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import click

from taquin.analysis.compare import (
    ALL_NAME,
    DEFAULT_NAME,
    check_one_shape,
    combine,
    combine_for_many,
    compare_boards,
    limits_of_every_run,
)
from taquin.analysis.comparison import BoardsComparison, Compared, Comparison
from taquin.analysis.random_boards import random_starts
from taquin.cli import streams, terminal
from taquin.cli.exits import INTERRUPTED, NO_SOLUTION, SOLVED, UNSOLVABLE
from taquin.cli.input import boards, completion, effects
from taquin.cli.input import options as shared
from taquin.cli.output import compare_table, files, pictures
from taquin.cli.output.compare_report import Report
from taquin.errors import SpecError
from taquin.experiments.instances import names_own_spaces
from taquin.puzzle.board import one_line
from taquin.puzzle.documents import Entry
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import plural, printable_line
from taquin.render.text import layout
from taquin.render.text.boards_comparison import board_caveats, board_findings
from taquin.render.text.comparison import findings
from taquin.render.text.solvability import unsolvable_fields
from taquin.run.limits import Limits
from taquin.run.progress import ProgressListener
from taquin.run.result import Status
from taquin.solving.method import Method
from taquin.solving.solver import Backend
from taquin.solving.space_sets import load_spaces

_CSV_COLUMNS = (
    "algorithm heuristic spec status quality length excess lower_bound expanded generated duplicates max_frontier "
    "max_stored effective_branching_factor seconds backend start goal"
)
_CSV_COLUMNS_OF_BOARDS = (
    "board label line start goal spec backend status quality length excess lower_bound expanded generated max_stored "
    "seconds"
)


@click.command("compare", cls=shared.GroupedCommand)
@boards.board_options
@click.option(
    "--algorithms",
    "-a",
    multiple=True,
    callback=shared.split_names,
    metavar="A,B,…",
    shell_complete=completion.names((DEFAULT_NAME, ALL_NAME, *completion.ALGORITHM_NAMES), in_lists=True),
    help="Names or specs, separated by commas, such as astar,wastar(weight=2); `default` is that of solve, `all` is "
    "every algorithm. Default: a screen of methods, one idea each.",
)
@shared.heuristics_option("all for A*, three for the other algorithms")
@shared.backend_option
@click.option(
    "--boards",
    "count",
    type=shared.whole(1),
    help="Compare on N random boards of --size (default: 3x3), those of `taquin random` with this seed.",
)
@click.option("--seed", type=shared.whole(), help="The seed of --boards. Default: 0.")
@click.option("--csv", "as_csv", is_flag=True, help="Print the table as CSV; with several boards, every run.")
@click.option("--rows", "has_rows", is_flag=True, help="Also print a row for each of several boards.")
@shared.json_option
@shared.output_option("Write a page (.html) with the table, the chart and the conclusion, which prints on A4.")
@pictures.chart_options
@shared.limit_options
def command(
    board: boards.BoardRequest,
    algorithms: tuple[str, ...],
    heuristics: tuple[str, ...],
    backend: Backend,
    count: int | None,
    seed: int | None,
    as_csv: bool,
    has_rows: bool,
    as_json: bool,
    output: Path | None,
    chart: pictures.ChartRequest,
    limits: Limits,
) -> int:
    """Compare algorithms and heuristics, on one board or on many.

    Without options it runs the method that `taquin solve` uses and a screen of methods that show one idea each.
    `-a all` runs every algorithm: those without a heuristic once, A* with all heuristics, the other informed ones with
    three.
    Each run is limited to --time (default: 10 s) and --limit nodes=N (default: 500,000 on the native core, 200,000 in
    Python, 20,000 there on boards of more than 10 cells; 100,000,000 for searches that store one path, such as ids, on
    the core and up to 10 cells; none for the default method). A run that reaches its limit shows the lower bound that
    it has proven, such as `≥ 46`.

    The column `optimal` is `proven` if the run itself proved its solution shortest, `yes` if another run did, and
    `no, +4` if a solution that is 4 moves shorter exists. `b*` is the effective branching factor for N generated nodes
    and a solution of d moves: N + 1 = 1 + b* + b*² + … + b*^d. Compare times only between rows with the same
    `backend`; the counters do not depend on it. A narrow terminal shows fewer columns.

    With --boards N, or a file of several boards, the table shows how many boards each method solved, and the mean and
    the median of length, nodes, memory and time; --rows adds a row for each board. Sentences say which method is
    better, by which factor and on how many boards, and what may not be concluded. Without options it then has the
    default method and the informed algorithms with Manhattan distance.

    --plot draws the nodes of each method: on one board as bars, on several against the length of the solution.
    -o writes one page with all of it: table, chart and conclusion.

    Spaces of your own, such as pancake.py:stacks(size=10), are compared like several boards; -e then names a method of
    the space, or a function of a state (docs/how-to/own-puzzle.md).

    The exit code is 0 if any combination solved a board, 1 if it is unsolvable, 3 if none did, 130 if interrupted.

    \b
    Examples:
      taquin compare "8 1 3 / 4 0 2 / 7 6 5"
      taquin compare "8 1 3 / 4 0 2 / 7 6 5" -a all
      taquin compare "8 1 3 / 4 0 2 / 7 6 5" -a astar,ida_star -e misplaced,manhattan
      taquin compare "8 6 7 2 5 4 3 0 1" -a "astar,wastar(weight=1.5),wastar(weight=3)" -e manhattan --csv
      taquin compare "8 1 3 / 4 0 2 / 7 6 5" -a astar -e "manhattan,my_heuristic.py:estimate"
      taquin compare "8 1 3 / 4 0 2 / 7 6 5" -a astar,ida_star --plot nodes.svg
      taquin compare --boards 20 -a astar -e misplaced,manhattan --rows --plot comparison.pdf
      taquin compare --boards 20 -a astar -e misplaced,manhattan -o comparison.html
      taquin compare --boards 100 -a "hill_climbing,hill_climbing(sideways=50),hill_climbing(restarts=20)"
      taquin compare "pancake.py:stacks(size=10)" -a "astar,ida_star,wastar(weight=2)" -e gap
      taquin random 3x3 --depth 12 -n 50 | taquin compare - -a hill_climbing -e misplaced,manhattan
    """
    effects.forbid_together("--csv", "--json")
    effects.forbid_together("--rows", "--csv")
    effects.check("--seed", requires=["--boards"])
    if output is not None:
        files.check_file(output, ("html",), kind="page", hint="--plot draws the chart alone")
    compared = _Compared.read(board, count, seed)
    boards_, is_one = compared.problems, compared.is_one
    if is_one:
        effects.refuse(["--rows"], "there is one board")
        methods = combine(compared.problem, algorithms, heuristics)
    else:
        methods = combine_for_many(boards_, algorithms, heuristics)
    if heuristics and not any(method.heuristic for method in methods):
        use = "uses" if len(algorithms) == 1 else "use"
        raise SpecError(f"--heuristics has no effect: {', '.join(algorithms)} {use} no heuristic")
    with terminal.cancel_on_interrupt() as cancellation, _progress_line(methods, len(boards_)) as progress:
        rows = tuple(
            compare_boards(
                boards_, methods, limits=limits, cancellation=cancellation, progress=progress, backend=backend
            )
        )
    planned, shared_limits = len(methods) * len(boards_), limits_of_every_run(limits)
    finished = sum(row.result.status is not Status.CANCELLED for row in rows)
    comparison: Comparison | BoardsComparison
    if is_one:
        comparison = Comparison(compared.problem, rows, planned, shared_limits)
        report = _report_one(comparison)
    else:
        comparison = BoardsComparison(boards_, rows, planned, shared_limits)
        report = _report_many(compared, comparison, has_rows=has_rows)
    if as_json:
        terminal.echo_json(_record(compared, comparison, has_rows=has_rows))
    elif as_csv:
        _print_csv(compared, comparison)
    else:
        report.print()
    if not is_one and finished < planned:
        missing = planned - finished
        verb = "is" if missing == 1 else "are"
        terminal.echo(
            f"The comparison was interrupted: {plural(missing, 'run')} {verb} missing.", err=as_csv or as_json
        )
    if comparison.rows:
        chart.draw(comparison, is_quiet=as_json or as_csv)
    if output is not None:
        click.echo(f"wrote {files.write_file(output, report.page(comparison).encode())}", err=as_json or as_csv)
    if finished < planned:
        return INTERRUPTED
    if any(row.result.is_solved for row in rows):
        return SOLVED
    return NO_SOLUTION if any(not isinstance(one, Problem) or one.is_solvable for one in boards_) else UNSOLVABLE


@dataclass(frozen=True)
class _Compared:
    """What to compare on: boards from the arguments, random ones, or spaces of the user."""

    title: str
    problems: tuple[Compared, ...]
    places: tuple[Mapping[str, object], ...]
    """The label and the line of each board in its file."""
    seed: int | None = None
    is_one: bool = False

    @property
    def problem(self) -> Problem:
        return cast("Problem", self.problems[0])

    @classmethod
    def read(cls, board: boards.BoardRequest, count: int | None, seed: int | None) -> _Compared:
        if len(board.words) == 1 and names_own_spaces(board.words[0]):
            effects.refuse(["--goal", "--size", "--boards"], "these are spaces of your own, not boards")
            spaces = load_spaces(board.words[0])
            labels = tuple({"label": space.label or None, "start": space.start} for space in spaces)
            return cls(f"{plural(len(spaces), 'space')} of {spaces[0].set_name}", spaces, labels)
        if count is not None and board.words:
            raise SpecError("use --boards or boards to compare on, not both")
        if count is None:
            document = board.document()
            title, entries = f"{len(document.entries):,} boards of {printable_line(document.source)}", document.entries
        else:
            seed, target = seed or 0, boards.read_goal(board.goal, board.size)
            title = f"{count:,} random {target.shape} board{'' if count == 1 else 's'}, seed {seed}"
            starts = random_starts(target, count, seed)
            entries = tuple(Entry(start, number, goal=target) for number, start in enumerate(starts, start=1))
        problems = tuple(map(board.problem_of, entries))
        check_one_shape(problems)
        places = tuple({"label": entry.label or None, "line": entry.line} for entry in entries)
        title = f"{title}; goal {one_line(problems[0].goal)}"
        return cls(title, problems, places, seed, is_one=count is None and len(problems) == 1)


def _report_one(comparison: Comparison) -> Report:
    """The methods on one board: what each found, at which cost, and what follows."""
    problem, rows = comparison.problem, comparison.rows
    notes = [compare_table.describe_proofs(comparison), compare_table.describe_depth_first(rows)]
    notes += compare_table.notes(problem, rows)
    obstacle = ""
    if not problem.is_solvable:
        obstacle = f"unsolvable: {rows[0].result.reason}\n{layout.fields(unsolvable_fields(problem))}"
    return Report(
        boards=[("start", problem.start), ("goal", problem.goal)],
        tables=[compare_table.table_of_rows(comparison)] if problem.is_solvable and rows else [],
        obstacle=obstacle,
        findings=[*findings(comparison), *filter(None, notes if problem.is_solvable else [])],
    )


def _report_many(compared: _Compared, comparison: BoardsComparison, *, has_rows: bool) -> Report:
    """The methods on several boards: how often each finds a solution, at which cost, and what follows."""
    rows, tables = comparison.rows, []
    if rows:
        tables = [compare_table.table_of_boards(comparison)] if has_rows else []
        tables.append(compare_table.table_of_summaries(comparison))
    meaning = "Means use all boards; the mean length uses only solved ones."
    return Report(
        title=compared.title,
        tables=tables,
        meaning=meaning.replace("board", comparison.kind),
        findings=board_findings(comparison),
        caveats=[*compare_table.notes(compared.problems[0], rows), *board_caveats(comparison)],
    )


def _record(compared: _Compared, comparison: Comparison | BoardsComparison, *, has_rows: bool) -> dict[str, object]:
    """The object of ``--json``."""
    record = comparison.to_dict()
    if isinstance(comparison, Comparison):
        return {**record, "summary": findings(comparison)}
    rows = record.pop("rows")
    if comparison.kind == "board":
        starts = [one_line(cast("Problem", board).start) for board in compared.problems]
        places = [{"start": start, **at} for start, at in zip(starts, compared.places, strict=True)]
        where = {"boards": places, "goal": one_line(compared.problem.goal), "seed": compared.seed}
    else:
        where = {"spaces": [dict(place) for place in compared.places]}
    words = {"summary": board_findings(comparison), "not_shown": board_caveats(comparison)}
    return {**where, **record, **({"rows": rows} if has_rows else {}), **words}


def _print_csv(compared: _Compared, comparison: Comparison | BoardsComparison) -> None:
    columns = _CSV_COLUMNS if isinstance(comparison, Comparison) else _CSV_COLUMNS_OF_BOARDS
    records = [{**row, **compared.places[row.board - 1]} for row in comparison.rows]
    writer = csv.DictWriter(sys.stdout, columns.split(), extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(
        {name: layout.spreadsheet_text(cell) if isinstance(cell, str) else cell for name, cell in record.items()}
        for record in records
    )


@contextmanager
def _progress_line(
    methods: Sequence[Method], boards_: int
) -> Iterator[Callable[[int, int], ProgressListener | None] | None]:
    """A line on standard error that shows which method runs on which board."""
    with streams.progress_line() as show:

        def begin(place: int, number: int) -> ProgressListener:
            board = f", board {number + 1:,} of {boards_:,}" if boards_ > 1 else ""
            name = f"{place + 1} of {len(methods)}: {methods[place]}{board}"
            show(name)
            return lambda progress: show(f"{name}, {progress.seconds:.0f} s, expanded {progress.expanded:,}")

        yield begin if streams.shows_progress() else None
