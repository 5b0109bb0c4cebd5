"""``taquin draw``: pictures of a board, or of given moves from it."""

from __future__ import annotations

from pathlib import Path

import click

from taquin.analysis.verify import verify
from taquin.cli.input import boards, effects
from taquin.cli.input import options as shared
from taquin.cli.input.numbers import Real, Whole
from taquin.cli.output import pictures
from taquin.errors import MoveError, SpecError
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import Problem
from taquin.puzzle.solution import Solution
from taquin.render.board.picture import board_drawing
from taquin.render.drawing import svg
from taquin.render.drawing.shapes import Drawing
from taquin.render.drawing.theme import Theme
from taquin.render.solution.animation import DEFAULT_PACE, LONGEST_PACE, SHORTEST_PACE, animation_drawing
from taquin.render.solution.picture import DEFAULT_WIDTH, solution_drawing


@click.command("draw")
@shared.board_argument
@click.option(
    "--output",
    "-o",
    type=click.Path(path_type=Path, allow_dash=True),
    required=True,
    metavar="FILE",
    help="A .svg, .pdf, .png, .tex (TikZ) or .gif file; - is SVG on standard output.",
)
@click.option("--moves", metavar="MOVES", help="Draw these moves as a strip of boards; written as for `taquin verify`.")
@click.option("--animate", is_flag=True, help="Draw an animation of the moves; a .gif is always one.")
@pictures.steps_option("--steps")
@click.option(
    "--goal",
    "-g",
    metavar="GOAL",
    help="Mark the tiles at home in this goal. Default: standard with --moves, else no tile is marked.",
)
@shared.size_option
@click.option(
    "--width",
    type=Whole(16, 100_000),
    metavar="N",
    help=f"Pixels: the largest width of a strip ({DEFAULT_WIDTH}), or the longer side of one board. A PNG has twice "
    "as many, for sharp screens.",
)
@click.option(
    "--pace",
    type=Real(SHORTEST_PACE, LONGEST_PACE),
    default=DEFAULT_PACE,
    metavar="SECONDS",
    help=f"Time from one move to the next, with --animate. Default: {DEFAULT_PACE}.",
)
@pictures.theme_option
def command(
    board: tuple[str, ...],
    output: Path,
    moves: str | None,
    animate: bool,
    steps: pictures.Steps | None,
    goal: str | None,
    size: Shape | None,
    width: int | None,
    pace: float,
    theme: Theme,
) -> int:
    """Draw a board, a strip of boards with moves between them, or an animation.

    The ending of FILE selects the format. SVG, PDF and TikZ need no other package; PNG and GIF need Pillow
    (pip install ".[images]"). A .tex file is compiled alone, or read with \\input by a document that loads tikz.
    An animated SVG needs no script, and stands still where the viewer prefers reduced motion. An existing file is
    replaced.

    \b
    Examples:
      taquin draw "8 1 3 / 4 0 2 / 7 6 5" -o board.svg
      taquin draw "8 1 3 / 4 0 2 / 7 6 5" --goal standard --theme dark -o board.png
      taquin draw "8 1 3 / 4 0 2 / 7 6 5" --moves RDLLUURDLDRURD --steps 1-7 -o strip.pdf
      taquin draw "8 1 3 / 4 0 2 / 7 6 5" --moves RDLLUURDLDRURD --animate -o play.svg
      taquin solve "8 1 3 / 4 0 2 / 7 6 5" --animate play.gif
    """
    is_animated = animate or output.suffix.lower() == ".gif"
    if not is_animated:
        effects.refuse([effects.Useless("--pace", without=("--animate", "a .gif file"))])
    is_text = str(output) == "-"
    if not is_text:
        pictures.check_target(output, pictures.ANIMATED if animate else (*pictures.STILL, "gif"))
    if moves is None and (steps is not None or is_animated):
        raise SpecError(f"expected --moves with {'--steps' if steps else '--animate or a .gif file'}, found none")
    start, named = boards.read_start(board, size, goal if board else goal or "standard")
    target = None if goal is None and moves is None else boards.read_goal(named, start.shape)
    if moves is None:
        _write(board_drawing(start, goal=target, size=width, theme=theme), output)
        return 0
    solution = _played(start, moves, target)
    if is_animated and not is_text:
        made = pictures.encode_animation(solution, output, goal=target, steps=steps, size=width, pace=pace, theme=theme)
        pictures.save(made, output)
    elif is_animated:
        _write(animation_drawing(solution, goal=target, steps=steps, size=width, pace=pace, theme=theme), output)
    else:
        strip_width = DEFAULT_WIDTH if width is None else width
        _write(solution_drawing(solution, goal=target, steps=steps, width=strip_width, theme=theme), output)
    if steps is None:
        pictures.report_cut(output, solution, None, "--steps", is_quiet=is_text)
    return 0


def _write(drawing: Drawing, output: Path) -> None:
    if str(output) == "-":
        click.echo(svg.from_drawing(drawing), nl=False)
    else:
        pictures.save(pictures.encode_still(drawing, output), output)


def _played(start: Board, moves: str, goal: Board | None) -> Solution:
    """Play the moves. Raises ``MoveError`` that names the first impossible step and the legal moves there."""
    found = verify(Problem(start, goal), moves, source="--moves")
    if (illegal := found.illegal_step) is not None:
        possible = ", ".join(move.word for move in found.end.moves())
        raise MoveError(
            f"step {illegal.number} ({illegal.step}) cannot be played: {illegal.reason}",
            hint=f"legal moves there: {possible}",
        )
    return Solution(start, found.moves)
