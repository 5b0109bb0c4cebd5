"""``taquin compare``: many methods on one board, in one table."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from taquin.analysis.compare import DEFAULT_NAME, Comparison, Row, combine, compare_methods, limits_of_every_run
from taquin.analysis.many_boards import random_problems
from taquin.cli import streams, terminal
from taquin.cli.exits import INTERRUPTED, NO_SOLUTION, SOLVED, UNSOLVABLE
from taquin.cli.input import boards, completion, effects
from taquin.cli.input import options as shared
from taquin.cli.output import compare_boards, compare_table, pictures
from taquin.errors import SpecError
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.formats import Document, Entry
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import Problem
from taquin.render.drawing.theme import Theme
from taquin.render.text import layout
from taquin.render.text.findings import findings
from taquin.render.text.solvability import unsolvable_fields
from taquin.run.limits import Limits
from taquin.run.progress import ProgressListener
from taquin.run.result import Status
from taquin.solving.method import Method
from taquin.solving.solver import Backend

_CSV_COLUMNS = (
    "algorithm",
    "heuristic",
    "spec",
    "status",
    "quality",
    "length",
    "excess",
    "lower_bound",
    "expanded",
    "generated",
    "duplicates",
    "max_frontier",
    "max_stored",
    "effective_branching_factor",
    "seconds",
    "backend",
    "start",
    "goal",
)


def _split_all(ctx: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """The names of an option that may be given several times."""
    return tuple(name for value in values for name in _split(parameter, value))


def _split(parameter: click.Parameter, value: str) -> tuple[str, ...]:
    """Split names and specs at commas; a comma inside parentheses is part of its spec."""
    parts, depth = [""], 0
    for character in value:
        depth += (character == "(") - (character == ")")
        if character == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += character
    names = tuple(part.strip() for part in parts if part.strip())
    if not names:
        raise SpecError(f"expected names, separated by commas, for --{parameter.name}, found {value!r}")
    return names


@click.command("compare", cls=shared.GroupedCommand)
@shared.board_argument
@shared.goal_option
@shared.size_option
@click.option(
    "--algorithms",
    "-a",
    multiple=True,
    callback=_split_all,
    metavar="A,B,…",
    shell_complete=completion.lists((DEFAULT_NAME, *completion.ALGORITHM_NAMES)),
    help="Names or specs, separated by commas, such as astar,wastar(weight=2); `default` is that of solve. "
    "Default: all.",
)
@click.option(
    "--heuristics",
    "-e",
    multiple=True,
    callback=_split_all,
    metavar="X,Y,…",
    shell_complete=completion.lists(completion.HEURISTIC_NAMES, or_files=True),
    help="Names, max(a, b), or path/to/file.py:function, separated by commas. Default: all for A*, three for the "
    "other algorithms.",
)
@shared.backend_option
@click.option(
    "--boards",
    "count",
    type=shared.Whole(1),
    metavar="N",
    help="Compare on N random boards of --size (default: 3x3), those of `taquin random` with this seed.",
)
@click.option("--seed", type=shared.Whole(), metavar="N", help="The seed of --boards. Default: 0.")
@click.option("--csv", "as_csv", is_flag=True, help="Print the table as CSV; with several boards, every run.")
@shared.json_option
@pictures.plot_option
@pictures.theme_option
@shared.limit_options
def command(
    board: tuple[str, ...],
    goal: str | None,
    size: Shape | None,
    algorithms: tuple[str, ...],
    heuristics: tuple[str, ...],
    backend: Backend,
    count: int | None,
    seed: int | None,
    as_csv: bool,
    as_json: bool,
    plot: Path | None,
    theme: Theme,
    limits: Limits,
) -> int:
    """Run several algorithms and heuristics on one board or on many, and compare them in a table.

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

    The exit code is 0 if any combination solved a board, 1 if it is unsolvable, 3 if none did, 130 if interrupted.

    \b
    Examples:
      taquin compare "8 1 3 / 4 0 2 / 7 6 5"
      taquin compare "8 1 3 / 4 0 2 / 7 6 5" -a astar,ida_star -e misplaced,manhattan
      taquin compare "8 6 7 2 5 4 3 0 1" -a "astar,wastar(weight=1.5),wastar(weight=3)" -e manhattan --csv
      taquin compare "8 1 3 / 4 0 2 / 7 6 5" -a astar -e "manhattan,my_heuristic.py:estimate"
      taquin compare "8 1 3 / 4 0 2 / 7 6 5" -a astar,ida_star --plot nodes.svg
      taquin compare --boards 100 -a "hill_climbing,hill_climbing(sideways=50),hill_climbing(restarts=20)"
      taquin random 3x3 --depth 12 -n 50 | taquin compare - -a hill_climbing -e misplaced,manhattan
    """
    effects.forbid_together("--csv", "--json")
    effects.check("--theme", requires=["--plot"])
    effects.check("--seed", requires=["--boards"])
    if count is not None and board:
        raise SpecError("expected --boards or boards to compare on, found both")
    if count is None:
        many = _read(*boards.read_starts(board, size, goal))
    else:
        many = _random(boards.read_goal(goal, size or Shape(3, 3)), count, seed or 0)
    if count is not None or len(many.problems) > 1:
        if plot is not None:
            raise SpecError(f"expected one board with --plot, found {len(many.problems)}")
        return compare_boards.run_table(
            many, algorithms, heuristics, limits=limits, backend=backend, as_csv=as_csv, as_json=as_json
        )
    problem = many.problems[0]
    methods = combine(problem, algorithms, heuristics)
    if heuristics and not any(method.heuristic for method in methods):
        raise SpecError(f"--heuristics has no effect: {', '.join(algorithms)} use no heuristic")
    rows: list[Row] = []
    with terminal.cancel_on_interrupt() as cancellation, _progress_line(len(methods)) as progress:
        rows.extend(
            compare_methods(
                problem, methods, limits=limits, cancellation=cancellation, progress=progress, backend=backend
            )
        )
    comparison = Comparison(problem, tuple(rows), len(methods), limits_of_every_run(limits))
    if as_json:
        click.echo(json.dumps(comparison.to_dict(findings(comparison)), indent=2))
    elif as_csv:
        click.echo(_csv(comparison), nl=False)
    else:
        _print(comparison)
    if plot is not None and rows:
        from taquin.render import charts  # loaded only to draw a chart

        chart = charts.methods([row.result for row in rows], format_=charts.format_of(plot), theme=theme)
        pictures.save(chart, plot, is_quiet=as_json or as_csv)
    return _exit_code(comparison)


def _read(document: Document, goal: str | None) -> compare_boards.Boards:
    problems = [Problem(entry.board, boards.goal_of(entry, goal)) for entry in document.entries]
    title = f"{len(problems):,} boards of {document.source}"
    return compare_boards.Boards(title, document.entries, tuple(problems))


def _random(goal: Board, count: int, seed: int) -> compare_boards.Boards:
    problems = random_problems(goal, count, seed)
    entries = [Entry(problem.start, number) for number, problem in enumerate(problems, start=1)]
    title = f"{count:,} random {goal.shape} board{'' if count == 1 else 's'}, seed {seed}"
    return compare_boards.Boards(title, tuple(entries), tuple(problems), seed)


def _exit_code(comparison: Comparison) -> int:
    statuses = {row.result.status for row in comparison.rows}
    if Status.CANCELLED in statuses or len(comparison.rows) < comparison.planned:
        return INTERRUPTED
    if Status.SOLVED in statuses:
        return SOLVED
    return UNSOLVABLE if not comparison.problem.is_solvable else NO_SOLUTION


def _print(comparison: Comparison) -> None:
    problem, rows = comparison.problem, comparison.rows
    click.echo(layout.side_by_side([("start", str(problem.start)), ("goal", str(problem.goal))]) + "\n")
    if problem.is_solvable and rows:
        compare_table.print_table(comparison)
        click.echo()
    if not problem.is_solvable:
        compare_table.echo_wrapped(f"unsolvable: {rows[0].result.reason}")
        click.echo(layout.fields(unsolvable_fields(problem)) + "\n")
    for sentence in findings(comparison):
        compare_table.echo_wrapped(sentence)
    if problem.is_solvable:
        for note in (compare_table.describe_backends(rows), compare_table.describe_limits(problem, rows)):
            if note:
                compare_table.echo_wrapped(note)


def _csv(comparison: Comparison) -> str:
    file = io.StringIO()
    writer = csv.DictWriter(file, _CSV_COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    boards_ = {"start": one_line(comparison.problem.start), "goal": one_line(comparison.problem.goal)}
    writer.writerows({**comparison.row_to_dict(row), **boards_} for row in comparison.rows)
    return file.getvalue()


@contextmanager
def _progress_line(count: int) -> Iterator[Callable[[int, Method], ProgressListener | None] | None]:
    """A line on standard error that shows which method runs; None unless that is a terminal."""
    with streams.progress_line() as show:

        def begin(place: int, method: Method) -> ProgressListener | None:
            if show is None:
                return None
            name = f"{place + 1} of {count}: {method}"
            show(name)
            return lambda progress: show(f"{name}, {progress.seconds:.0f} s, expanded {progress.expanded:,}")

        yield None if show is None else begin
