"""``taquin draw``: pictures of a board, of its solution, or of given moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import click

from taquin.analysis.known_solutions import keep_result
from taquin.analysis.verify import verify
from taquin.cli import terminal
from taquin.cli.exits import SOLVED, exit_code
from taquin.cli.input import boards, effects
from taquin.cli.input import options as shared
from taquin.cli.output import files, pictures
from taquin.cli.output.pictures import Target
from taquin.errors import MoveError, SpecError
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import Problem
from taquin.puzzle.solution import Solution
from taquin.puzzle.words import plural, shown
from taquin.render import formats
from taquin.render.board.picture import board_drawing
from taquin.render.formats import Format
from taquin.render.solution.animation import DEFAULT_PACE, LONGEST_PACE, SHORTEST_PACE, Animation
from taquin.render.solution.picture import DEFAULT_WIDTH, move_range, solution_drawing
from taquin.run.limits import Limits
from taquin.run.result import Status
from taquin.run.run import Run
from taquin.solving.default_methods import default_method
from taquin.solving.solver import run_method
from taquin.tables.plans.plan import has_plans
from taquin.tables.plans.store import stored_plans

_MOST_DRAWN_CELLS = 20_000
"""Of all boards of a strip together, unless the steps are chosen: a few megabytes of SVG."""


def parse_steps(text: str) -> tuple[int, int]:
    """The first and the last step.

    >>> parse_steps("1-10"), parse_steps("7")
    ((1, 10), (7, 7))
    """
    match = re.fullmatch(r"([0-9]{1,9})(?:\s*+(-|–|\.\.)\s*+([0-9]{1,9})?)?", text.strip())
    if match is None:
        raise SpecError(f"expected steps such as 1-10, 5- or 7, found {shown(text)}")
    first = int(match[1])
    last = int(match[3]) if match[3] else 10**9 if match[2] else first
    if not 1 <= first <= last:
        raise SpecError(f"expected steps from 1 on, the first before the last, found {shown(text)}")
    return first, last


@click.command("draw", cls=shared.GroupedCommand)
@shared.board_argument
@shared.size_option
@click.option(
    "--goal",
    "-g",
    metavar="GOAL",
    help="Mark the tiles that are at home in this goal. Default: standard with a solution, none without.",
)
@shared.method_options
@click.option("--time", "time_limit", metavar="TIME", help="With --solve: stop after this time, such as 10s.")
@click.option("--solve", "is_solved", is_flag=True, help="Draw the solution that `taquin solve` finds.")
@click.option("--moves", metavar="MOVES", help="Draw these moves, written as for `taquin verify`.")
@click.option("--animate", is_flag=True, help="Draw an animation instead of a strip of boards; a .gif is always one.")
@click.option(
    "--steps",
    callback=lambda ctx, parameter, value: None if value is None else parse_steps(value),
    metavar="A-B",
    help="Draw only the steps from A to B, such as 1-10.",
)
@shared.output_option(
    f"A {formats.describe_endings(formats.PICTURES)} file; - is SVG on standard output. "
    f"{formats.describe_packages(formats.PICTURES)}",
    allow_dash=True,
    required=True,
)
@click.option(
    "--width",
    type=shared.whole(16, 100_000),
    help=f"Pixels: the largest width of a strip ({DEFAULT_WIDTH}), or the longer side of one board. A PNG has twice "
    "as many, for sharp screens, unless that is too many.",
)
@click.option(
    "--pace",
    type=shared.real(SHORTEST_PACE, LONGEST_PACE),
    default=DEFAULT_PACE,
    metavar="SECONDS",
    help=f"Time from one move to the next, with --animate. Default: {DEFAULT_PACE}.",
)
@pictures.look_options
def command(
    board: tuple[str, ...],
    size: Shape | None,
    goal: str | None,
    method: shared.MethodRequest,
    time_limit: str | None,
    is_solved: bool,
    moves: str | None,
    animate: bool,
    steps: tuple[int, int] | None,
    output: Path,
    width: int | None,
    pace: float,
    look: pictures.Look,
) -> int:
    """Draw a board, or its solution as a strip or an animation.

    With --solve it draws the solution that `taquin solve` finds; with --moves, moves of your own. The ending of FILE
    selects the format. A .tex file is compiled alone, or read with \\input by a document that loads tikz. An animated
    SVG needs no script, and stands still where the viewer prefers reduced motion. An existing file is replaced.

    \b
    Examples:
      taquin draw "8 1 3 / 4 0 2 / 7 6 5" -o board.svg
      taquin draw "8 1 3 / 4 0 2 / 7 6 5" --solve -o strip.pdf
      taquin draw "8 1 3 / 4 0 2 / 7 6 5" --solve --animate -o play.svg
      taquin draw "8 1 3 / 4 0 2 / 7 6 5" --solve -a greedy -e misplaced --steps 1-7 -o greedy.png
      taquin draw "8 1 3 / 4 0 2 / 7 6 5" --moves RDLLUURDLDRURD -o play.gif
      taquin draw "8 1 3 / 4 0 2 / 7 6 5" --goal standard --theme dark -o board.png
    """
    target = _make_target(output, look, formats.ANIMATIONS if animate else formats.PICTURES)
    is_animated = animate or not target.format.drawing
    effects.forbid_together("--solve", "--moves")
    effects.check("--algorithm", "--heuristic", "--option", "--time", requires=["--solve"])
    effects.check("--steps", requires=["--solve", "--moves"])
    if not is_animated:
        effects.check("--pace", requires=["--animate", "a .gif file"])
    elif not is_solved and moves is None:
        raise SpecError("expected --solve or --moves for an animation, found neither")
    asked = goal if board or is_solved else goal or "standard"
    problem = boards.BoardRequest(board, asked, size).problem()
    if moves is None and not is_solved:
        marked = None if goal is None else problem.goal
        target.draw(board_drawing(problem.start, goal=marked, size=width, theme=look.theme))
        return SOLVED
    solution, code = _played(problem, moves) if moves is not None else _solved(problem, method, time_limit)
    if solution is None:
        return code
    if is_animated:
        film = Animation(solution, goal=problem.goal, steps=steps, size=width, pace=pace, theme=look.theme)
        target.write(target.format.write("animation", film, look.font))
        drawn = film.part
    else:
        most = max(1, _MOST_DRAWN_CELLS // problem.shape.cells)
        chosen = (1, most) if steps is None and solution.length > most else steps
        strip_width = DEFAULT_WIDTH if width is None else width
        target.draw(solution_drawing(solution, goal=problem.goal, steps=chosen, width=strip_width, theme=look.theme))
        drawn = move_range(solution, steps=chosen)
    if steps is None and not drawn.is_whole:
        following = f"{drawn.last + 1}-{min(2 * drawn.last, solution.length)}"
        terminal.echo(
            f"{target.path or 'the picture'} has the first {drawn.last:,} of {plural(solution.length, 'step')}: "
            f"--steps {following} draws the next ones",
            err=target.path is None,
        )
    return code


def _make_target(path: Path, look: pictures.Look, among: Sequence[Format]) -> Target:
    """The format that the ending of a file name selects; ``-`` is SVG. Raises ``SpecError`` for another ending."""
    if str(path) == "-":
        return Target(formats.find("svg"), None, look)
    ending = path.suffix.lower().removeprefix(".")
    still = next((row.title for row in formats.DRAWINGS if ending in row.endings), "")
    hint = f"{still} cannot be animated" if still else ""
    checked = files.check_file(path, formats.endings(among), kind="picture file", hint=hint)
    return Target(formats.find(checked, among), path, look)


def _solved(problem: Problem, method: shared.MethodRequest, time: str | None) -> tuple[Solution | None, int]:
    """The solution, or the path to where the search ended, and the exit code of the search."""
    chosen = method.pick(default_method(problem.shape))
    with terminal.cancel_on_interrupt() as cancellation, terminal.progress_line() as progress:
        result = run_method(problem, chosen, Run(Limits.parse(time=time), None, cancellation, progress))
    if chosen.algorithm.is_anytime and has_plans(problem.shape):
        result = keep_result(result, stored_plans())  # that of `taquin solve`, if it is shorter
    if result.solution is None:
        ending = "nothing was drawn" if result.partial_path is None else "the picture shows the path so far"
        hint = " (`taquin check` explains why)" if result.status is Status.UNSOLVABLE else ""
        terminal.warn(f"no solution was found ({result.status}): {ending}{hint}")
    return result.solution or result.partial_path, exit_code([result.status])


def _played(problem: Problem, moves: str) -> tuple[Solution, int]:
    """Play the moves. Raises ``MoveError`` that names the first impossible step and the legal moves there."""
    verification = verify(problem, moves, source="--moves")
    if (illegal := verification.illegal_step) is not None:
        possible = ", ".join(move.word for move in verification.end.moves())
        raise MoveError(
            f"step {illegal.number} ({illegal.step}) cannot be played: {illegal.reason}",
            hint=f"legal moves there: {possible}",
        )
    return Solution(problem.start, verification.moves), SOLVED
