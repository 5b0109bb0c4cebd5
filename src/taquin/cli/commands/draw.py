"""``taquin draw``: pictures of a board, of its solution, or of given moves."""

from __future__ import annotations

from pathlib import Path

import click

from taquin.analysis.verify import verify
from taquin.cli import terminal
from taquin.cli.exits import SOLVED, exit_code
from taquin.cli.input import boards, effects
from taquin.cli.input import options as shared
from taquin.cli.output import pictures
from taquin.errors import MoveError, SpecError
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import Problem
from taquin.puzzle.solution import Solution
from taquin.render.board.picture import board_drawing
from taquin.render.drawing.theme import Theme
from taquin.render.solution.animation import DEFAULT_PACE, LONGEST_PACE, SHORTEST_PACE, Animation
from taquin.render.solution.picture import DEFAULT_WIDTH, solution_drawing
from taquin.run.limits import Limits
from taquin.run.result import Status
from taquin.run.run import Run
from taquin.solving.default_methods import default_method
from taquin.solving.solver import run_method


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
    callback=lambda ctx, parameter, value: None if value is None else pictures.parse_steps(value),
    metavar="A-B",
    help="Draw only the steps from A to B, such as 1-10.",
)
@shared.output_option(
    "A .svg, .pdf, .png, .tex (TikZ) or .gif file; - is SVG on standard output.", allow_dash=True, required=True
)
@click.option(
    "--width",
    type=shared.whole(16, 100_000),
    help=f"Pixels: the largest width of a strip ({DEFAULT_WIDTH}), or the longer side of one board. A PNG has twice "
    "as many, for sharp screens.",
)
@click.option(
    "--pace",
    type=shared.real(SHORTEST_PACE, LONGEST_PACE),
    default=DEFAULT_PACE,
    metavar="SECONDS",
    help=f"Time from one move to the next, with --animate. Default: {DEFAULT_PACE}.",
)
@pictures.theme_option
def command(
    board: tuple[str, ...],
    size: Shape | None,
    goal: str | None,
    method: shared.MethodRequest,
    time_limit: str | None,
    is_solved: bool,
    moves: str | None,
    animate: bool,
    steps: pictures.Steps | None,
    output: Path,
    width: int | None,
    pace: float,
    theme: Theme,
) -> int:
    """Draw a board, or its solution as a strip or an animation.

    With --solve it draws the solution that `taquin solve` finds; with --moves, moves of your own. The ending of FILE
    selects the format. SVG, PDF and TikZ need no other package; PNG and GIF need Pillow (pip install pillow). A
    .tex file is compiled alone, or read with \\input by a document that loads tikz. An animated SVG needs no script,
    and stands still where the viewer prefers reduced motion. An existing file is replaced.

    \b
    Examples:
      taquin draw "8 1 3 / 4 0 2 / 7 6 5" -o board.svg
      taquin draw "8 1 3 / 4 0 2 / 7 6 5" --solve -o strip.pdf
      taquin draw "8 1 3 / 4 0 2 / 7 6 5" --solve --animate -o play.svg
      taquin draw "8 1 3 / 4 0 2 / 7 6 5" --solve -a greedy -e misplaced --steps 1-7 -o greedy.png
      taquin draw "8 1 3 / 4 0 2 / 7 6 5" --moves RDLLUURDLDRURD -o play.gif
      taquin draw "8 1 3 / 4 0 2 / 7 6 5" --goal standard --theme dark -o board.png
    """
    is_animated = animate or output.suffix.lower() == ".gif"
    is_text = str(output) == "-"
    effects.forbid_together("--solve", "--moves")
    effects.check("--algorithm", "--heuristic", "--option", "--time", requires=["--solve"])
    effects.check("--steps", requires=["--solve", "--moves"])
    if not is_animated:
        effects.check("--pace", requires=["--animate", "a .gif file"])
    elif not is_solved and moves is None:
        raise SpecError("expected --solve or --moves for an animation, found neither")
    if not is_text:
        pictures.check_target(output, pictures.ANIMATED if animate else (*pictures.STILL, "gif"))
    problem = boards.read_problem(board, size, goal if board or is_solved else goal or "standard")
    if moves is None and not is_solved:
        marked = None if goal is None else problem.goal
        drawing = board_drawing(problem.start, goal=marked, size=width, theme=theme)
        pictures.save(pictures.encode_still(drawing, output), output)
        return SOLVED
    solution, code = _played(problem, moves) if moves is not None else _solved(problem, method, time_limit)
    if solution is None:
        return code
    if is_animated:
        format_ = pictures.picture_format(output, pictures.ANIMATED)
        film = Animation(solution, goal=problem.goal, steps=steps, size=width, pace=pace, theme=theme)
        made = film.encoded(format_)
    else:
        shown = steps or pictures.first_steps(solution)
        strip_width = DEFAULT_WIDTH if width is None else width
        drawing = solution_drawing(solution, goal=problem.goal, steps=shown, width=strip_width, theme=theme)
        made = pictures.encode_still(drawing, output)
    pictures.save(made, output)
    if steps is None:
        cut = None if is_animated else pictures.first_steps(solution)
        pictures.report_cut(output, solution, cut, is_quiet=is_text)
    return code


def _solved(problem: Problem, method: shared.MethodRequest, time: str | None) -> tuple[Solution | None, int]:
    """The solution, or the path to where the search ended, and the exit code of the search."""
    chosen = method.pick(default_method(problem.shape))
    with terminal.cancel_on_interrupt() as cancellation, terminal.progress_line() as progress:
        result = run_method(problem, chosen, Run(Limits.parse(time=time), None, cancellation, progress))
    if result.solution is None:
        ending = "nothing was drawn" if result.partial_path is None else "the picture shows the path so far"
        hint = " (`taquin check` explains why)" if result.status is Status.UNSOLVABLE else ""
        terminal.warn(f"no solution was found ({result.status}): {ending}{hint}")
    return result.solution or result.partial_path, exit_code([result.status])


def _played(problem: Problem, moves: str) -> tuple[Solution, int]:
    """Play the moves. Raises ``MoveError`` that names the first impossible step and the legal moves there."""
    found = verify(problem, moves, source="--moves")
    if (illegal := found.illegal_step) is not None:
        possible = ", ".join(move.word for move in found.end.moves())
        raise MoveError(
            f"step {illegal.number} ({illegal.step}) cannot be played: {illegal.reason}",
            hint=f"legal moves there: {possible}",
        )
    return Solution(problem.start, found.moves), SOLVED
