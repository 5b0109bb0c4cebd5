"""``taquin compare``: many methods on one board, in one table."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass

import click

from taquin.analysis.compare import DEFAULT_NAME, Comparison, Row, combine, compare_boards, limits_of_every_run
from taquin.analysis.many_boards import compare_spaces, summarise
from taquin.analysis.random_boards import random_starts
from taquin.cli import streams, terminal
from taquin.cli.exits import INTERRUPTED, NO_SOLUTION, SOLVED, UNSOLVABLE
from taquin.cli.input import boards, completion, effects
from taquin.cli.input import options as shared
from taquin.cli.output import compare_table, files
from taquin.errors import FormatError, SpecError
from taquin.experiments.instances import names_own_spaces
from taquin.puzzle.board import one_line
from taquin.puzzle.formats import Entry
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import plural
from taquin.render.text import layout
from taquin.render.text.comparison import findings
from taquin.render.text.solvability import unsolvable_fields
from taquin.run.limits import Limits
from taquin.run.progress import ProgressListener
from taquin.run.result import Status
from taquin.solving.method import Method
from taquin.solving.solver import Backend
from taquin.solving.space_sets import choose_space_method, load_spaces

_DEFAULT_HEURISTIC = "manhattan"
"""The heuristic of every informed algorithm on several boards, if neither algorithms nor heuristics are named."""

_CSV_COLUMNS = (
    "algorithm heuristic spec status quality length excess lower_bound expanded generated duplicates max_frontier "
    "max_stored effective_branching_factor seconds backend start goal"
)
_CSV_COLUMNS_OF_BOARDS = (
    "board label line start goal spec backend status quality length lower_bound expanded generated max_stored seconds"
)


@click.command("compare", cls=shared.GroupedCommand)
@boards.board_options
@click.option(
    "--algorithms",
    "-a",
    multiple=True,
    callback=shared.split_names,
    metavar="A,B,…",
    shell_complete=completion.names((DEFAULT_NAME, *completion.ALGORITHM_NAMES), in_lists=True),
    help="Names or specs, separated by commas, such as astar,wastar(weight=2); `default` is that of solve. "
    "Default: all.",
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
@shared.json_option
@files.chart_options
@shared.limit_options
def command(
    board: boards.BoardRequest,
    algorithms: tuple[str, ...],
    heuristics: tuple[str, ...],
    backend: Backend,
    count: int | None,
    seed: int | None,
    as_csv: bool,
    as_json: bool,
    chart: files.ChartRequest,
    limits: Limits,
) -> int:
    """Compare algorithms and heuristics, on one board or on many.

    Without options it runs the method that `taquin solve` uses, algorithms without a heuristic once, A* with every
    heuristic, and the other informed algorithms with three common ones. Each run is limited to --time (default: 10 s)
    and --limit nodes=N (default: 500,000 on the native core, 200,000 in Python, 20,000 there on boards of more than 10
    cells; none for the default method). A run that reaches its limit shows the lower bound that it has proven, such as
    `≥ 46`.

    The column `optimal` is `proven` if the run itself proved its solution shortest, `yes` if another run did, and
    `no, +4` if a solution that is 4 moves shorter exists. `b*` is the effective branching factor for N generated nodes
    and a solution of d moves: N + 1 = 1 + b* + b*² + … + b*^d. Compare times only between rows with the same
    `backend`; the counters do not depend on it. A narrow terminal shows fewer columns.

    With --boards N, or a file of several boards, the table shows how many boards each method solved, the mean length,
    the mean number of expanded nodes and the mean time. Without options it then has the default method and the
    informed algorithms with Manhattan distance.

    Spaces of your own, such as pancake.py:stacks(size=10), are compared like several boards; -e then names a method of
    the space, or a function of a state (docs/how-to/own-puzzle.md).

    The exit code is 0 if any combination solved a board, 1 if it is unsolvable, 3 if none did, 130 if interrupted.

    \b
    Examples:
      taquin compare "8 1 3 / 4 0 2 / 7 6 5"
      taquin compare "8 1 3 / 4 0 2 / 7 6 5" -a astar,ida_star -e misplaced,manhattan
      taquin compare "8 6 7 2 5 4 3 0 1" -a "astar,wastar(weight=1.5),wastar(weight=3)" -e manhattan --csv
      taquin compare "8 1 3 / 4 0 2 / 7 6 5" -a astar -e "manhattan,my_heuristic.py:estimate"
      taquin compare "8 1 3 / 4 0 2 / 7 6 5" -a astar,ida_star --plot nodes.svg
      taquin compare --boards 100 -a "hill_climbing,hill_climbing(sideways=50),hill_climbing(restarts=20)"
      taquin compare "pancake.py:stacks(size=10)" -a "astar,ida_star,wastar(weight=2)" -e gap
      taquin random 3x3 --depth 12 -n 50 | taquin compare - -a hill_climbing -e misplaced,manhattan
    """
    effects.forbid_together("--csv", "--json")
    effects.check("--seed", requires=["--boards"])
    if len(board.words) == 1 and names_own_spaces(board.words[0]):
        effects.refuse(
            ["--goal", "--size", "--boards", "--csv", "--plot", "--backend"], "these are spaces of your own, not boards"
        )
        return _compare_spaces(board.words[0], algorithms, heuristics, limits, as_json=as_json)
    if count is not None and board.words:
        raise SpecError("use --boards or boards to compare on, not both")
    if count is None:
        document = board.document()
        title, entries = f"{len(document.entries):,} boards of {document.source}", document.entries
    else:
        seed, target = seed or 0, boards.read_goal(board.goal, board.size or Shape(3, 3))
        title = f"{count:,} random {target.shape} board{'' if count == 1 else 's'}, seed {seed}"
        starts = random_starts(target, count, seed)
        entries = tuple(Entry(start, number, goal=target) for number, start in enumerate(starts, start=1))
    many = _Boards(title, entries, tuple(map(board.problem_of, entries)), seed)
    shapes = sorted({str(problem.shape) for problem in many.problems})
    if len(shapes) > 1:
        raise FormatError(f"expected boards of one size to compare methods, found {' and '.join(shapes[:2])}")
    is_one = count is None and len(many.problems) == 1
    if chart.path is not None and not is_one:
        raise SpecError(f"expected one board with --plot, found {len(many.problems)}")
    if not is_one and not algorithms and not heuristics:
        heuristics = (_DEFAULT_HEURISTIC,)
    methods = combine(many.problems[0], algorithms, heuristics)
    if heuristics and not any(method.heuristic for method in methods):
        raise SpecError(f"--heuristics has no effect: {', '.join(algorithms)} use no heuristic")
    with terminal.cancel_on_interrupt() as cancellation, _progress_line(methods, len(many.problems)) as progress:
        runs = list(
            compare_boards(
                many.problems, methods, limits=limits, cancellation=cancellation, progress=progress, backend=backend
            )
        )
    finished = [run for run in runs if run[1].result.status is not Status.CANCELLED]
    missing = len(methods) * len(many.problems) - len(finished)
    if is_one:
        rows = tuple(row for _, row in runs)
        comparison = Comparison(many.problems[0], rows, len(methods), limits_of_every_run(limits))
        _report_one(comparison, as_csv=as_csv, as_json=as_json)
        if rows:
            chart.draw(comparison, is_quiet=as_json or as_csv)
    else:
        _report_many(many, finished, limits, as_csv=as_csv, as_json=as_json)
        if missing:
            runs_ = "1 run is" if missing == 1 else f"{missing:,} runs are"
            terminal.echo(f"The comparison was interrupted: {runs_} missing.", err=as_csv or as_json)
    if missing:
        return INTERRUPTED
    if any(row.result.is_solved for _, row in runs):
        return SOLVED
    return NO_SOLUTION if any(problem.is_solvable for problem in many.problems) else UNSOLVABLE


def _compare_spaces(
    name: str, algorithms: Sequence[str], heuristics: Sequence[str], limits: Limits, *, as_json: bool
) -> int:
    """The methods on spaces of a user: how often each finds a solution, and at which cost."""
    if not algorithms:
        raise SpecError("expected algorithms, found none", hint="such as -a astar,ida_star -e gap")
    pairs = [
        choose_space_method(algorithm, heuristic) for algorithm in algorithms for heuristic in heuristics or (None,)
    ]
    methods = list(dict.fromkeys(pairs))
    instances = load_spaces(name)
    with terminal.cancel_on_interrupt() as cancellation, _progress_line(methods, len(instances)) as progress:
        summaries = compare_spaces(instances, methods, limits, cancellation, progress)
    if as_json:
        starts = [{"start": instance.start, "label": instance.label or None} for instance in instances]
        terminal.echo_json({"spaces": starts, "methods": [summary.to_dict() for summary in summaries]})
    else:
        terminal.echo(f"{plural(len(instances), 'space')} of {instances[0].set_name}\n")
        compare_table.print_summaries(summaries)
    if cancellation.is_cancelled:
        return INTERRUPTED
    return SOLVED if any(summary.solved for summary in summaries) else NO_SOLUTION


@dataclass(frozen=True)
class _Boards:
    """The boards to compare on: from the arguments, or random ones."""

    title: str
    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...]
    seed: int | None


def _report_one(comparison: Comparison, *, as_csv: bool, as_json: bool) -> None:
    problem, rows = comparison.problem, comparison.rows
    if as_json:
        terminal.echo_json({**comparison.to_dict(), "summary": findings(comparison)})
        return
    if as_csv:
        _print_csv(_CSV_COLUMNS, [{**comparison.row_to_dict(row), **problem.header} for row in rows])
        return
    click.echo(layout.side_by_side([("start", str(problem.start)), ("goal", str(problem.goal))]) + "\n")
    if problem.is_solvable and rows:
        compare_table.print_rows(comparison)
        click.echo()
    if not problem.is_solvable:
        terminal.echo(f"unsolvable: {rows[0].result.reason}")
        terminal.echo(layout.fields(unsolvable_fields(problem)) + "\n")
    notes = [compare_table.describe_proofs(comparison), compare_table.describe_depth_first(rows)]
    notes += compare_table.notes(problem, rows)
    for sentence in [*findings(comparison), *(notes if problem.is_solvable else [])]:
        if sentence:
            terminal.echo(sentence)


def _report_many(
    many: _Boards, runs: Sequence[tuple[int, Row]], limits: Limits, *, as_csv: bool, as_json: bool
) -> None:
    """The methods on several boards: how often each finds a solution, and at which cost."""
    problem, rows = many.problems[0], [row for _, row in runs]
    places = [{"label": entry.label or None, "line": entry.line} for entry in many.entries]
    if as_json:
        terminal.echo_json(
            {
                "boards": [
                    {"start": one_line(problem.start), **at} for problem, at in zip(many.problems, places, strict=True)
                ],
                "goal": one_line(problem.goal),
                "seed": many.seed,
                "limits": asdict(limits_of_every_run(limits)),
                "methods": [summary.to_dict() for summary in summarise(rows)],
            }
        )
        return
    if as_csv:
        records = [{**row.result.to_dict(), "board": number + 1, **places[number]} for number, row in runs]
        _print_csv(_CSV_COLUMNS_OF_BOARDS, records)
        return
    terminal.echo(f"{many.title}; goal {one_line(problem.goal)}")
    if not rows:
        click.echo("No run was finished.")
        return
    click.echo()
    compare_table.print_summaries(summarise(rows))
    click.echo()
    meaning = "The means are over all boards, that of the length over the boards that the method solved."
    for sentence in [meaning, *compare_table.notes(problem, rows)]:
        terminal.echo(sentence)


def _print_csv(columns: str, records: Sequence[dict[str, object]]) -> None:
    writer = csv.DictWriter(sys.stdout, columns.split(), extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)


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
