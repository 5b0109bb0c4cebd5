"""``taquin solve``: solve one board, or every board of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import click

from taquin.cli import streams, terminal
from taquin.cli.exits import INTERRUPTED, exit_code
from taquin.cli.input import boards, effects, improve
from taquin.cli.input import options as shared
from taquin.cli.input.effects import Useless
from taquin.cli.input.gap_option import gap_option, within_of_gap
from taquin.cli.input.numbers import Whole
from taquin.cli.output import all_optimal, certificates, pictures, solve_output, solve_text
from taquin.cli.output.solve_form import SolveForm
from taquin.errors import SpecError
from taquin.puzzle.formats import Entry
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Notation
from taquin.puzzle.problem import Problem
from taquin.render.text import layout
from taquin.run.limits import Cancellation, Limits
from taquin.run.progress import BatchListener, ProgressListener
from taquin.run.result import Result
from taquin.solving.batch import MOST_JOBS, solve_many
from taquin.solving.default_methods import default_method, pick_method
from taquin.solving.method import Method
from taquin.solving.solver import Backend

EXAMPLE = "8 1 3 / 4 0 2 / 7 6 5"

_TRY_NEXT = f"""
Try next:
  taquin solve "8 6 7 / 2 5 4 / 3 0 1"              one of the two hardest 8-puzzles: 31 moves
  taquin compare "{EXAMPLE}"            every algorithm and heuristic on one board
  taquin trace "{EXAMPLE}" -a astar     step through the search
  taquin random 3x3 --depth 20                      a new puzzle that needs exactly 20 moves
  taquin --help                                     everything else
"""


_PROGRAM_OUTPUT = ("--json", "--json-lines", "--states", "--report")
_USELESS = (
    Useless("--example", beside=("BOARD", "--instances", "--all-optimal", *_PROGRAM_OUTPUT)),
    Useless("--steps", beside=_PROGRAM_OUTPUT),
    Useless("--style", without=("--steps", "--example")),
    Useless("--max-steps", without=("--steps", "--example")),
    Useless("--show", without=("--all-optimal",)),
    Useless("--jobs", beside=("--all-optimal",)),
    Useless("--certificate", beside=("--all-optimal",)),
    Useless("--draw-steps", without=("--draw", "--animate")),
    Useless("--theme", without=("--draw", "--animate")),
)


@click.command("solve")
@shared.board_argument
@shared.goal_option
@shared.size_option
@shared.algorithm_option
@shared.heuristic_option
@shared.backend_option
@click.option("--steps", is_flag=True, help="Print the boards of the solution.")
@click.option(
    "--max-steps",
    type=Whole(1),
    metavar="N",
    help=f"With --steps: print at most N boards. Default: {solve_text.MOST_STEPS}, fewer large ones; with -o all.",
)
@click.option(
    "--style",
    type=click.Choice([style.value for style in layout.Style]),
    default="grid",
    help="How --steps draws a board.",
)
@click.option(
    "--moves",
    "notation",
    type=click.Choice([notation.value for notation in Notation]),
    default="blank",
    help="Write moves as directions of the blank, directions of the tile, or numbers of the tiles.",
)
@click.option("--states", type=click.Choice(["42"]), help="Print the output that the 42 subject asks for.")
@click.option("--report", type=click.Choice(["edx"]), help="Print the fields that the edX driver writes.")
@solve_output.output_option
@shared.json_boards_option
@click.option("--json-lines", is_flag=True, help="Print one JSON object per line, as each board is solved.")
@click.option("--jobs", "-j", type=Whole(1, MOST_JOBS), default=1, help="Solve several boards at once, in N processes.")
@click.option("--example", is_flag=True, help="Solve a built-in board with steps, and suggest more commands.")
@certificates.option
@all_optimal.list_option
@all_optimal.show_option
@pictures.picture_options
@shared.limit_options
@gap_option
@improve.improve_option
@shared.algorithm_options
def command(
    board: tuple[str, ...],
    goal: str | None,
    size: Shape | None,
    algorithm: str | None,
    heuristic: str | None,
    backend: Backend,
    steps: bool,
    max_steps: int | None,
    style: str,
    notation: str,
    states: str | None,
    report: str | None,
    output: Path | None,
    as_json: bool,
    json_lines: bool,
    jobs: int,
    example: bool,
    certificate: Path | None,
    is_all: bool,
    show: int | None,
    picture_request: pictures.PictureRequest,
    limits: Limits,
    gap: float | None,
    is_improved: bool,
    options: dict[str, object],
) -> int:
    """Solve a board, or every board of a file.

    Without BOARD, at a terminal, it asks for start and goal, row by row or in one line. Without --algorithm it chooses
    a method that suits the board: up to 4x5 (4x4 without the native core) one that proves a shortest solution, beyond
    that anytime, which answers at once and then looks for shorter solutions. It stops when the time is up (10 seconds,
    or --time), when the length is good enough (--gap 5%, or --within 1.05), or at Ctrl-C; then it prints the best
    solution with a proven bound. The solution is kept in the cache folder: with --improve the same command goes on from
    it.

    The exit code is 0 if solved, 1 if proven unsolvable, 3 if no solution was found (limit, stuck or exhausted), 130 if
    interrupted without one. A board of a file that cannot be read is reported with its line, the others are solved, and
    the exit code is 2.

    \b
    Examples:
      taquin solve "1 2 3 / 4 0 5 / 6 7 8"
      taquin solve 2 8 1 3 4 6 7 5 0 --goal "3 2 1 8 0 4 7 5 6" -a astar -e misplaced --steps
      taquin solve "5 2 1 / 4 8 3 / 7 6 _" -a hill_climbing --variant stochastic --restarts 10
      taquin solve "8 1 3 / 4 0 2 / 7 6 5" --draw strip.svg --animate play.svg
      taquin solve "8 6 7 / 2 5 4 / 3 0 1" --all-optimal
      taquin solve boards.txt --json-lines --jobs 2
      taquin solve "korf100(easy)" --jobs 2
      taquin solve large.txt --time 1m --gap 5%
      taquin solve large.txt --time 10m --improve
      taquin solve "8 6 7 / 2 5 4 / 3 0 1" -a dfs -o long.json
      taquin solve "8 6 7 / 2 5 4 / 3 0 1" --certificate proof.json
    """
    effects.refuse([*_USELESS, *(() if is_all else [Useless("--moves", beside=_PROGRAM_OUTPUT)])])
    if ending := solve_output.form_of(output):
        effects.refuse_beside(["--steps", "--moves", "--max-steps"], f"{output} gets JSON")
    as_json |= ending == "json"
    json_lines |= ending == "json_lines"
    shared.forbid_together(json=as_json, json_lines=json_lines, states=states, report=report)
    if example and not board:
        board = (EXAMPLE,)
    if is_all:
        others: dict[str, object] = {"algorithm": algorithm, "heuristic": heuristic, "backend": backend != "auto"}
        others |= {"steps": steps, "gap": gap is not None, "improve": is_improved, **options}
        others |= {"states": states, "report": report, "json_lines": json_lines, "output": output}
        all_optimal.check(others | {"draw": picture_request.strip, "animate": picture_request.animation})
        document, goal = boards.read_starts(board, size, goal)
        return all_optimal.list_solutions(
            document, goal, show=show, notation=Notation(notation), as_json=as_json, limits=limits
        )
    document, goal, faults = boards.read_legal(board, size, goal)
    terminal.print_faults(faults)
    form = SolveForm(
        count=len(document.entries) + len(faults),
        is_in_file=document.source != "text",
        is_for_file=output is not None,
        notation=Notation(notation),
        style=layout.Style(style) if steps or example else None,
        max_steps=max_steps,
        as_json=as_json,
        json_lines=json_lines,
        states=states,
        report=report,
    )
    picture_request.check(len(document.entries), document.source)
    certificates.check_request(certificate, form.count, document.source)
    method, options = _choose_method(document.entries, algorithm, heuristic, options, gap, backend)
    if is_improved:
        improve.check(method, form.count, document.source)
    problems = [Problem(entry.board, boards.goal_of(entry, goal)) for entry in document.entries]

    def solve(
        cancellation: Cancellation, progress: ProgressListener | None, batch_progress: BatchListener | None
    ) -> Iterator[Result]:
        if is_improved:
            return improve.results(problems[0], method, limits, cancellation, progress, backend)
        return solve_many(
            problems,
            algorithm=algorithm,
            heuristic=heuristic,
            options=options,
            limits=limits,
            cancellation=cancellation,
            progress=progress,
            batch_progress=batch_progress,
            backend=backend,
            jobs=jobs,
        )

    found = _write_results(solve, document.entries, form, output)
    for result in found:
        picture_request.draw(result, is_quiet=as_json or json_lines)
        certificates.write(certificate, result, limits, is_quiet=as_json or json_lines)
    if example:
        click.echo(_TRY_NEXT, nl=False)
    if len(found) < len(problems) and not streams.current().is_closed:  # interrupted between two boards
        return INTERRUPTED
    if faults:
        return terminal.report_faults(faults, form.count)
    return exit_code(result.status for result in found)


def _choose_method(
    entries: tuple[Entry, ...],
    algorithm: str | None,
    heuristic: str | None,
    options: dict[str, object],
    gap: float | None,
    backend: Backend,
) -> tuple[Method, dict[str, object]]:
    """The method of the first board, and the options with ``gap``.

    Boards of other sizes may have other methods. What one of them does not take is refused before any is solved.
    """
    shapes = list(dict.fromkeys(entry.board.shape for entry in entries))
    methods = []
    given = options
    for shape in shapes:
        default = default_method(shape)
        try:
            if gap is not None:
                options = within_of_gap(gap, pick_method(default, algorithm, heuristic, given), given)
            methods.append(pick_method(default, algorithm, heuristic, options))
            effects.refuse_in_method(methods[-1], algorithm, heuristic, options, is_python=backend == "python")
        except SpecError as error:
            if len(shapes) == 1 or algorithm is not None:
                raise
            raise SpecError(f"boards of {shape}: {error.message}", hint=error.hint) from error
    return methods[0], options


def _write_results(
    solve: Callable[..., Iterator[Result]], entries: tuple[Entry, ...], form: SolveForm, output: Path | None
) -> list[Result]:
    """Solve the boards, with a progress line, and write each result as soon as it is available."""
    found: list[Result] = []
    with (
        solve_output.open_output(output, is_growing=len(entries) > 1 and not form.as_json) as target,
        terminal.cancel_on_interrupt() as cancellation,
        terminal.batch_progress_line(len(entries)) as (progress, batch_progress),
    ):
        for entry, result in zip(entries, solve(cancellation, progress, batch_progress), strict=False):
            if len(entries) <= improve.MOST_KEPT:
                improve.keep(result, is_only=len(entries) == 1)
            if (text := form.describe(entry, result)) is not None:
                target.write(text)
            found.append(result)
        total = solve_text.describe_total(found, len(entries), form.count - len(entries))
        if (end := form.conclude(entries, found, total)) is not None:
            target.write(end)
    target.report(found, total)
    return found
