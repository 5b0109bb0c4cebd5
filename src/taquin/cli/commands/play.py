"""``taquin play``: the game in the terminal."""

from __future__ import annotations

import re
import sys
from datetime import date
from functools import partial
from importlib.util import find_spec
from os import environ
from random import Random

import click

from taquin.analysis.random_boards import MOST_MOVES, random_board
from taquin.cli import terminal
from taquin.cli.exits import INTERNAL_ERROR, UNSOLVABLE
from taquin.cli.input import boards, effects
from taquin.cli.input import options as shared
from taquin.errors import BoardError, SpecError, missing_package
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric
from taquin.run.progress import BoardListener
from taquin.solving.results import explain_unsolvable
from taquin.tui import records, words

_DAILY = Shape(4, 4)


@click.command("play")
@partial(shared.board_argument, metavar="[SIZE|BOARD]")
@shared.goal_option
@shared.metric_option
@click.option("--depth", type=shared.whole(1), help="New boards have a shortest solution of exactly N moves or slides.")
@click.option("--harder-than", type=shared.whole(), help="Their shortest solution has more than N moves or slides.")
@click.option("--moves", type=shared.whole(1, MOST_MOVES), help="New boards are N random moves from the goal.")
@click.option("--seed", type=shared.whole(), help="Make the same boards again.")
@click.option("--daily", is_flag=True, help="Play today's board, a 4x4 that is the same for everyone.")
@click.option("--no-grades", is_flag=True, help="Do not rate moves on any board; the key g turns rating on.")
@click.option("--records", "shows_records", is_flag=True, help="Print your results and the last games; do not play.")
def command(
    board: tuple[str, ...],
    goal: str | None,
    metric: Metric,
    depth: int | None,
    harder_than: int | None,
    moves: int | None,
    seed: int | None,
    daily: bool,
    no_grades: bool,
    shows_records: bool,
) -> int:
    """Play in the terminal, with the arrow keys or the mouse.

    The game starts with a random board of SIZE (rows x columns, default: 3x3), or with BOARD. An arrow key or w, a, s,
    d slides a tile in its direction, with Shift all tiles of the line; a click slides the tiles between the clicked one
    and the blank. h gives a hint in two steps (the number of moves left, then the move), f lets the solver finish, u
    undoes a move, b shows your results, n makes a new board, ? shows all keys, q quits. g rates your moves, or stops
    that; they are rated from the beginning on BOARD and with --depth, --harder-than and --moves.

    Every solved game is recorded. Random boards that you solve for the first time, without hints or rated moves, count
    for the best results and averages. `--seed N` plays the boards of the page's set SIZE:N. The game needs Textual:
    pip install textual.

    \b
    Examples:
      taquin play
      taquin play 4x4
      taquin play "8 1 3 / 4 0 2 / 7 6 5"
      taquin play 3x3 --depth 15
      taquin play 5x5 --moves 50 --no-grades
      taquin play 4x4 --metric slides --depth 20
      taquin play --daily
      taquin play --records
    """
    effects.forbid_together("--depth", "--harder-than", "--moves")
    effects.check("--goal", "--depth", "--harder-than", "--moves", "--seed", conflicts_with=["--daily"])
    others = ["--goal", "--metric", "--depth", "--harder-than", "--moves", "--seed", "--daily", "--no-grades"]
    effects.check(*others, conflicts_with=["--records"])
    if board and (shows_records or (daily and _size(" ".join(board)) != _DAILY)):
        what = f"--daily is a {_DAILY} board" if daily else "--records takes no board"
        raise SpecError(what, hint="leave one of them out")
    if shows_records:
        click.echo(words.table(records.load(), date.today()))
        click.echo(f"File: {records.records_file()}")
        return 0
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise SpecError("expected a terminal to play in, found a file or a pipe", hint="`taquin solve` needs none")
    if environ.get("TERM") == "dumb":
        raise SpecError("expected a terminal that can place the cursor, found TERM=dumb", hint="use another terminal")
    if find_spec("textual") is None:
        raise missing_package("the game needs Textual", "tui")
    if daily:
        seed = int(f"{date.today():%Y%m%d}")
    text, rng = " ".join(board), Random(seed)
    shape = _DAILY if daily else _size(text or "3x3")
    given = boards.BoardRequest(board, goal).problem() if shape is None else None
    target = boards.read_goal(goal, shape) if given is None else given.goal
    shared.check_difficulty(target.shape, metric, depth=depth, harder_than=harder_than)
    is_graded = depth is not None or harder_than is not None
    if is_graded:
        kind = "depth"
    elif moves is not None:
        kind = "moves"
    else:
        kind = "uniform" if seed is None else "set"
    boards.prepare_slide_tables(Problem(target, target, metric=metric))

    def make_board(listener: BoardListener | None = None) -> Board:
        difficulty = {"depth": depth, "harder_than": harder_than, "moves": moves}
        while True:
            made = random_board(target.shape, target, metric=metric, rng=rng, listener=listener, **difficulty)
            if kind in ("depth", "moves") or made != target:
                return made

    with terminal.board_progress_line(metric) as listener:
        problem = Problem(make_board(listener), target) if given is None else given
    if not problem.is_solvable:
        reason = explain_unsolvable(problem)
        terminal.warn(f"this board cannot be solved: {reason} (`taquin check` shows more)")
        return UNSOLVABLE
    from taquin.tui.app import PlayApp

    first_kind = "daily" if daily else kind
    app = PlayApp(
        problem.start,
        target,
        make_board,
        grades=False if no_grades else None,
        first_kind=first_kind if given is None else "own",
        kind=kind,
        metric=metric,
    )
    code = app.run()
    game = app.game
    if not game.is_solved:
        named = "" if game.goal == standard(game.goal.shape) else f' --goal "{one_line(game.goal)}"'
        counted = "" if metric is Metric.MOVES else f" --metric {metric}"
        click.echo(f"You made {metric.amount(game.count)}. Resume with:")
        click.echo(f'taquin play "{one_line(game.board)}"{named}{counted}')
    return INTERNAL_ERROR if code is None else code


def _size(text: str) -> Shape | None:
    """The size that a text names; None if it is a board or a file. Raises ``BoardError`` for a wrong size."""
    try:
        return boards.read_size(text)
    except BoardError:
        if re.fullmatch(r"\d+([x×]\d+)+", text.strip(), re.IGNORECASE):
            raise
        return None
