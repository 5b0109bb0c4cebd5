"""``taquin solve``: solve one board, or every board of a file."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator

import click

from taquin.cli import all_optimal, boards, pictures, terminal
from taquin.cli import options as shared
from taquin.cli.exits import exit_code
from taquin.puzzle.formats import Entry
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Notation
from taquin.render.text import layout, reports
from taquin.render.text.reading import partial_path_field
from taquin.run.limits import Limits
from taquin.run.result import Quality, Result, Status, one_line
from taquin.solving.batch import solve_many
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


@click.command("solve")
@shared.board_argument
@shared.goal_option
@shared.size_option
@shared.algorithm_option
@shared.heuristic_option
@shared.backend_option
@click.option("--steps", is_flag=True, help="Print every board of the solution.")
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
@shared.json_option
@click.option("--json-lines", is_flag=True, help="Print one JSON object per line, as each board is solved.")
@click.option(
    "--jobs", "-j", type=click.IntRange(min=1), default=1, help="Solve several boards at once, in N processes."
)
@click.option("--example", is_flag=True, help="Solve a built-in board with steps, and suggest more commands.")
@all_optimal.list_option
@all_optimal.show_option
@pictures.picture_options
@shared.limit_options
@shared.algorithm_options
def command(
    board: tuple[str, ...],
    goal: str | None,
    size: Shape | None,
    algorithm: str | None,
    heuristic: str | None,
    backend: Backend,
    steps: bool,
    style: str,
    notation: str,
    states: str | None,
    report: str | None,
    as_json: bool,
    json_lines: bool,
    jobs: int,
    example: bool,
    is_all: bool,
    show: int | None,
    picture_request: pictures.PictureRequest,
    limits: Limits,
    options: dict[str, object],
) -> int:
    """Solve a board, or every board of a file.

    Without BOARD, at a terminal, it prompts for start and goal row by row. Without --algorithm it chooses a method that
    suits the board. The exit code is 0 if solved, 1 if proven unsolvable, 3 if no solution was found (limit, stuck or
    exhausted), 130 if interrupted.

    \b
    Examples:
      taquin solve "1 2 3 / 4 0 5 / 6 7 8"
      taquin solve 2 8 1 3 4 6 7 5 0 --goal "3 2 1 8 0 4 7 5 6" -a astar -e misplaced --steps
      taquin solve "5 2 1 / 4 8 3 / 7 6 _" -a hill_climbing --variant stochastic --restarts 10
      taquin solve "8 1 3 / 4 0 2 / 7 6 5" --draw strip.svg --animate play.svg
      taquin solve "8 6 7 / 2 5 4 / 3 0 1" --all-optimal
      taquin solve boards.txt --json-lines --jobs 2
    """
    shared.forbid_together(json=as_json, json_lines=json_lines, states=states, report=report)
    others = {"algorithm": algorithm, "heuristic": heuristic, "backend": backend != "auto", "steps": steps, **options}
    others |= {"states": states, "report": report, "json_lines": json_lines}
    all_optimal.check(
        others | {"draw": picture_request.strip, "animate": picture_request.animation}, is_asked=is_all, show=show
    )
    if example and not board:
        board = (EXAMPLE,)
    if boards.is_interactive(board):
        document, goal = boards.prompt_boards(size, goal)
    else:
        document = boards.read_boards(board, size)
    if is_all:
        return all_optimal.list_solutions(
            document, goal, show=show, notation=Notation(notation), as_json=as_json, limits=limits
        )
    entries = document.entries
    picture_request.check(len(entries), document.source)
    goals = [boards.read_goal(goal, entry.board.shape) for entry in entries]
    format_ = _formatter(
        len(entries), states, report, json_lines, Notation(notation), layout.Style(style) if steps or example else None
    )
    with terminal.cancel_on_interrupt() as cancellation, terminal.progress_line() as progress:
        results = solve_many(
            [entry.board for entry in entries],
            goals[0] if len(set(goals)) == 1 else goal,
            algorithm=algorithm,
            heuristic=heuristic,
            options=options,
            limits=limits,
            cancellation=cancellation,
            progress=progress,
            backend=backend,
            jobs=jobs,
        )
        found = list(_print_each(entries, results, None if as_json else format_))
    if as_json:
        items = [_to_dict(entry, result) for entry, result in zip(entries, found, strict=False)]
        click.echo(json.dumps(items[0] if len(entries) == 1 else items, indent=2))
    elif len(entries) > 1 and not json_lines:
        click.echo(_describe_total(found, len(entries)))
    for result in found:
        picture_request.draw(result, is_quiet=as_json or json_lines)
    if example:
        click.echo(_TRY_NEXT, nl=False)
    return exit_code(result.status for result in found)


def _print_each(
    entries: tuple[Entry, ...], results: Iterator[Result], format_: Callable[[Entry, Result], str] | None
) -> Iterator[Result]:
    """Pass the results on, and print each one as soon as it is available."""
    for entry, result in zip(entries, results, strict=False):
        if format_ is not None:
            click.echo(format_(entry, result))
            sys.stdout.flush()
        yield result


def _formatter(
    count: int, states: str | None, report: str | None, json_lines: bool, notation: Notation, style: layout.Style | None
) -> Callable[[Entry, Result], str]:
    """The function that turns each result into text."""
    if json_lines:
        return lambda entry, result: json.dumps(_to_dict(entry, result))
    if states:
        return lambda entry, result: reports.subject42(result)
    if report:
        return lambda entry, result: reports.edx(result, _peak_megabytes())
    if count > 1 and style is None:
        return lambda entry, result: _describe_in_line(entry, result, notation)

    def format_(entry: Entry, result: Result) -> str:
        described = describe(result, notation)
        return described if style is None else f"{described}\n\n{describe_steps(result, style)}".rstrip()

    return format_


def _to_dict(entry: Entry, result: Result) -> dict[str, object]:
    return {**result.to_dict(), **({"label": entry.label} if entry.label else {})}


def describe(result: Result, notation: Notation = Notation.BLANK) -> str:
    """A result as text: both boards, the method, and what was found."""
    stats, solution = result.stats, result.solution
    drawn = [("start", str(result.start)), ("goal", str(result.goal))]
    if result.partial_path is not None:
        drawn.append(("stuck here" if result.status is Status.STUCK else "stopped here", str(result.partial_path.end)))
    boards_ = layout.side_by_side(drawn)
    pairs = [("method", f"{result.spec}, {result.backend} backend"), ("status", _describe_status(result))]
    if solution is not None:
        pairs += [
            ("moves", solution.text(notation) or "none: the start is the goal"),
            ("length", f"{solution.length} ({solution.multi_tile_length} in the multi-tile metric)"),
        ]
    elif result.status is not Status.UNSOLVABLE:
        pairs.append(("lower bound", f"{result.lower_bound} moves"))
    if result.partial_path is not None:
        path = result.partial_path
        pairs.append(partial_path_field(result.status, path.length, path.text(notation), result.final_h))
    if result.best_h is not None and solution is None:
        pairs.append(("best h", layout.number(result.best_h)))
    if len(result.iterations) > 1:
        bounds = ", ".join(layout.number(iteration.bound) for iteration in result.iterations)
        pairs.append(
            (
                "iterations",
                f"{len(result.iterations)}, with bounds {bounds}"
                if len(bounds) < 80
                else f"{len(result.iterations)}, the last with bound {layout.number(result.iterations[-1].bound)}",
            )
        )
    pairs += [
        ("expanded", f"{stats.expanded:,}"),
        ("generated", f"{stats.generated:,}"),
        ("time", f"{result.seconds:.3f} s"),
    ]
    return f"{boards_}\n\n{layout.fields(pairs)}"


def _describe_status(result: Result) -> str:
    match result.quality:
        case Quality.OPTIMAL:
            return "solved, and proven shortest"
        case Quality.BOUNDED | Quality.UNPROVEN:
            return f"solved; the shortest solution has at least {result.lower_bound} moves"
        case _:
            return f"{result.status}: {result.reason}" if result.reason else str(result.status)


def describe_steps(result: Result, style: layout.Style) -> str:
    """Every board of the solution, or of a local search's path to where it stands, with the move that led to it."""
    path = result.partial_path if result.solution is None else result.solution
    if path is None:
        return ""
    draw = layout.STYLES[style]
    blocks = []
    for number, board in enumerate(path.boards()):
        title = "start" if number == 0 else f"{number}. {path.moves[number - 1].word}"
        blocks.append(f"{title}\n{draw(board)}")
    return ("\n" if style is layout.Style.LIST else "\n\n").join(blocks)


def _describe_in_line(entry: Entry, result: Result, notation: Notation) -> str:
    """One line about one of several boards: its label and its result."""
    label = entry.label or str(entry.line)
    if result.partial_path is not None:
        end = f"after {result.partial_path.length:,} moves at {one_line(result.partial_path.end)}"
        return f"{label}: {one_line(result.start)}: {_describe_status(result)}, {end}"
    if result.solution is None:
        return f"{label}: {one_line(result.start)}: {_describe_status(result)}"
    quality = "" if result.quality is Quality.OPTIMAL else f", {result.quality}, at least {result.lower_bound}"
    return (
        f"{label}: {result.length} moves{quality}: {result.solution.text(notation)} "
        f"({result.stats.expanded:,} expanded, {result.seconds:.3f} s)"
    )


def _describe_total(results: list[Result], count: int) -> str:
    statuses = ", ".join(f"{number} {status}" for status, number in Counter(r.status for r in results).items())
    expanded = sum(result.stats.expanded for result in results)
    seconds = sum(result.seconds for result in results)
    missing = f", {count - len(results)} not run" if len(results) < count else ""
    return f"{count} boards: {statuses}{missing}; {expanded:,} expanded, {seconds:.3f} s of search"


def _peak_megabytes() -> float:
    """The peak memory of this process; 0 where the system does not report it."""
    try:
        import resource
    except ImportError:
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)
