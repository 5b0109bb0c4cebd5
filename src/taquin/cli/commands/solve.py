"""``taquin solve``: solve one board, or every board of a file."""

from __future__ import annotations

import json
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
from taquin.puzzle.formats import Entry
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Notation
from taquin.puzzle.problem import Problem
from taquin.render.text import layout, reports
from taquin.run.limits import Limits
from taquin.run.result import Result
from taquin.solving.batch import MOST_JOBS, solve_many
from taquin.solving.default_methods import default_method, pick_method
from taquin.solving.solver import Backend
from taquin.system.peak_memory import peak_memory

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
@click.option("--steps", is_flag=True, help="Print every board of the solution.")
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
    a method that suits the board: up to 4x5 one that proves a shortest solution, beyond that anytime, which answers at
    once and then looks for shorter solutions. It stops when the time is up (10 seconds, or --time), when the length is
    good enough (--gap 5%, or --within 1.05), or at Ctrl-C; then it prints the best solution with a proven bound. The
    solution is kept in the cache folder: with --improve the same command goes on from it.

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
    if solve_output.form_of(output):
        effects.refuse_beside(["--steps", "--moves", "--max-steps"], f"{output} gets JSON")
    as_json |= solve_output.form_of(output) == "json"
    json_lines |= solve_output.form_of(output) == "json_lines"
    shared.forbid_together(json=as_json, json_lines=json_lines, states=states, report=report)
    if is_all:
        others = {
            "algorithm": algorithm,
            "heuristic": heuristic,
            "backend": backend != "auto",
            "steps": steps,
            "gap": gap is not None,
            "improve": is_improved,
            **options,
        }
        others |= {"states": states, "report": report, "json_lines": json_lines, "output": output}
        all_optimal.check(others | {"draw": picture_request.strip, "animate": picture_request.animation})
    if example and not board:
        board = (EXAMPLE,)
    if is_all:
        document, goal = boards.read_starts(board, size, goal)
        return all_optimal.list_solutions(
            document, goal, show=show, notation=Notation(notation), as_json=as_json, limits=limits
        )
    document, goal, faults = boards.read_legal(board, size, goal)
    terminal.print_faults(faults)
    entries = document.entries
    count = len(entries) + len(faults)
    picture_request.check(len(entries), document.source)
    certificates.check_request(certificate, count, document.source)
    problems = [Problem(entry.board, boards.goal_of(entry, goal)) for entry in entries]
    is_in_file = document.source != "text"
    method = pick_method(default_method(entries[0].board.shape), algorithm, heuristic, options)
    if gap is not None:
        options = within_of_gap(gap, method, options)
        method = pick_method(default_method(entries[0].board.shape), algorithm, heuristic, options)
    effects.refuse_in_method(method, algorithm, heuristic, options, is_python=backend == "python")
    if is_improved:
        improve.check(method, count, document.source)
    format_ = _formatter(
        count,
        states,
        report,
        json_lines,
        Notation(notation),
        layout.Style(style) if steps or example else None,
        most_steps=max_steps or solve_text.default_steps(entries[0].board.shape, is_file=output is not None),
        is_whole=output is not None,
        is_in_file=is_in_file,
    )
    with (
        solve_output.open_output(output, is_growing=len(entries) > 1 and not as_json) as target,
        terminal.cancel_on_interrupt() as cancellation,
        terminal.batch_progress_line(len(entries)) as (progress, batch_progress),
    ):
        if is_improved:
            results = improve.results(problems[0], method, limits, cancellation, progress, backend)
        else:
            results = solve_many(
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
        found = list(_print_each(entries, results, None if as_json else format_, target))
        total = solve_text.describe_total(found, len(entries), len(faults))
        if as_json:
            items = [
                _to_dict(entry, result, is_in_file=is_in_file) for entry, result in zip(entries, found, strict=False)
            ]
            target.write(json.dumps(items[0] if count == 1 else items, indent=2))
        elif count > 1 and not json_lines:
            target.write(total if output is not None else total + solve_text.describe_cuts(found))
    target.report(found, total)
    for result in found:
        picture_request.draw(result, is_quiet=as_json or json_lines)
        certificates.write(certificate, result, limits, is_quiet=as_json or json_lines)
    if example:
        click.echo(_TRY_NEXT, nl=False)
    if len(found) < len(entries) and not streams.current().is_closed:  # interrupted between two boards
        return INTERRUPTED
    if faults:
        return terminal.report_faults(faults, count)
    return exit_code(result.status for result in found)


def _print_each(
    entries: tuple[Entry, ...],
    results: Iterator[Result],
    format_: Callable[[Entry, Result], str] | None,
    target: solve_output.Output,
) -> Iterator[Result]:
    """Pass the results on, and print each one as soon as it is available."""
    for entry, result in zip(entries, results, strict=False):
        if len(entries) <= improve.MOST_KEPT:
            improve.keep(result, is_only=len(entries) == 1)
        if format_ is not None:
            target.write(format_(entry, result))
        yield result


def _formatter(
    count: int,
    states: str | None,
    report: str | None,
    json_lines: bool,
    notation: Notation,
    style: layout.Style | None,
    *,
    most_steps: int | None,
    is_whole: bool,
    is_in_file: bool,
) -> Callable[[Entry, Result], str]:
    """The function that turns each result into text."""
    if json_lines:
        return lambda entry, result: json.dumps(_to_dict(entry, result, is_in_file=is_in_file))
    if states:
        return lambda entry, result: reports.subject42(result)
    if report:
        return lambda entry, result: reports.edx(result, _peak_megabytes())
    if count > 1 and style is None:
        return lambda entry, result: solve_text.describe_in_line(entry, result, notation, is_whole=is_whole)

    def format_(entry: Entry, result: Result) -> str:
        described = solve_text.describe(result, notation, is_whole=is_whole)
        return (
            described
            if style is None
            else f"{described}\n\n{solve_text.describe_steps(result, style, notation, most_steps)}".rstrip()
        )

    return format_


def _to_dict(entry: Entry, result: Result, *, is_in_file: bool) -> dict[str, object]:
    """The object of ``--json``. One from a file has its label and its line too."""
    place = {"label": entry.label or None, "line": entry.line} if is_in_file else {}
    return {**result.to_dict(), **place}


def _peak_megabytes() -> float:
    """The peak memory of this process; 0 where the system does not report it."""
    return (peak_memory() or 0) / 2**20
