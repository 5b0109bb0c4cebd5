"""``taquin random``: new puzzles, of a chosen difficulty."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random

import click

from taquin.analysis.random_boards import MOST_MOVES, Difficulty, random_board
from taquin.cli import streams, terminal
from taquin.cli.input import boards, effects
from taquin.cli.input import options as shared
from taquin.cli.output import files
from taquin.errors import BoardError, FormatError, SpecError, TaquinError
from taquin.puzzle.board import Board
from taquin.puzzle.documents import parse_board, read_file
from taquin.puzzle.formats import Format, format_board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric
from taquin.puzzle.words import plural
from taquin.render.records import random_record
from taquin.tables.distances import distance_table, table_unsupported_reason
from taquin.tables.ranked_distances import describe_building

_ON_LINES = (Format.ROWS, Format.ALGS4, Format.SUBJECT_42, Format.PLACED)
"""Formats with several lines per board: an empty line separates the boards."""


@click.command("random")
@click.argument("size", default="3x3", metavar="[SIZE]")
@click.option("--depth", type=shared.whole(), help="The shortest solution has exactly N moves, or slides.")
@click.option("--harder-than", type=shared.whole(), help="The shortest solution has more than N moves, or slides.")
@shared.metric_option
@click.option("--moves", type=shared.whole(most=MOST_MOVES), help="N random moves from the goal.")
@click.option("--count", "-n", type=shared.whole(1), default=1, help="How many boards.")
@click.option("--seed", type=shared.whole(), help="Make the same boards again.")
@shared.goal_option
@click.option(
    "--format",
    "-f",
    "form",
    type=click.Choice([form.value for form in Format]),
    default=Format.SLASH.value,
    help="How to write a board; see `taquin list formats`.",
)
@shared.json_option
@shared.output_option("Write the boards to a file.")
def command(
    size: str,
    depth: int | None,
    harder_than: int | None,
    metric: Metric,
    moves: int | None,
    count: int,
    seed: int | None,
    goal: str | None,
    form: str,
    as_json: bool,
    output: Path | None,
) -> int:
    """Make random boards that can be solved.

    SIZE is rows x columns, such as 4x4, or 15-puzzle; by default 3x3. Every board that can reach the goal is equally
    likely, unless --moves, --depth or --harder-than is given. --depth and --harder-than choose the length of the
    shortest solution, which is proven; with --metric slides they count slides. They work on boards of up to 16 cells (9
    without the native core). Up to 12 cells all boards of that difficulty are equally likely; the table for 12 cells
    takes some seconds, and is cached in a file. Larger ones are found by search, which takes some seconds each, and
    minutes if few boards are that far away. With --moves no move undoes the one before; the goal is then at most N
    moves away.

    Without --seed the seed is random, and printed on standard error.

    \b
    Examples:
      taquin random
      taquin random 3x3 --depth 20 --count 5 --seed 1
      taquin random 3x4 --depth 53
      taquin random 4x4 --depth 40
      taquin random 3x3 --harder-than 22 --metric slides
      taquin random 4x4 --moves 40 | taquin solve -
      taquin random 3x5 --goal snail --format rows
      taquin random 4x4 --count 100 -o boards.txt
    """
    effects.check("--format", conflicts_with=["--json"])
    shape = boards.read_size(size)
    effects.forbid_together("--depth", "--harder-than", "--moves")
    effects.check("--metric", requires=("--depth", "--harder-than"))
    shared.check_difficulty(shape, metric, depth=depth, harder_than=harder_than)
    if output is not None:
        files.check_file(output)
        _check_replaced(output, shape)
    target = boards.read_goal(goal, shape)
    chosen = secrets.randbelow(2**32) if seed is None else seed
    rng = Random(chosen)
    if depth is not None or harder_than is not None:
        _prepare_tables(target, metric)

    difficulty: Difficulty = {"depth": depth, "harder_than": harder_than, "moves": moves, "metric": metric}
    lines: list[str] = []
    write: Callable[[str], None] = click.echo if output is None else lines.append
    with terminal.board_progress_line(metric) as listener:
        make_board = partial(random_board, shape, target, rng=rng, listener=listener, **difficulty)
        if as_json:
            made = [make_board() for _ in range(count)]
            write(json.dumps(random_record(made, target, seed=chosen, **difficulty), indent=2))
        for number in range(0 if as_json else count):
            board = make_board()
            written = format_board(board, form)
            if number == 0:
                _announce(board, written, None if seed is not None else chosen)
            elif form in _ON_LINES:
                write("")
            write(written)
            if streams.current().is_closed:
                break
    if output is not None:
        name = files.write_file(output, "".join(f"{line}\n" for line in lines).encode())
        click.echo(f"wrote {name}: {plural(count, 'board')}")
    return 0


def _prepare_tables(goal: Board, metric: Metric) -> None:
    """Build or load the tables that prove distances, with a message and a progress line if that takes time."""
    if table_unsupported_reason(goal.shape, metric=metric):
        boards.announce_slide_tables(Problem(goal, goal, metric=metric))
        return
    if words := describe_building(goal, metric):
        click.echo(words, err=True)
    with terminal.table_progress_line() as listener:
        distance_table(goal, listener=listener, warn=terminal.warn, metric=metric)


def _check_replaced(output: Path, shape: Shape) -> None:
    """Raise ``SpecError`` if a file would be lost that has something other than boards."""
    if not output.is_file():
        return
    if output.suffix != ".py":
        if not output.stat().st_size:
            return
        for size in (None, shape):
            with suppress(BoardError, FormatError):
                read_file(output, size)
                return
    raise SpecError(f"{str(output)!r} exists and holds no boards", hint="choose another name, or remove the file first")


def _announce(board: Board, written: str, seed: int | None) -> None:
    """Print on standard error the seed, and the size that reading these boards needs."""
    if seed is not None:
        click.echo(f"seed {seed} (use --seed {seed} to repeat)", err=True)
    if not _reads_back(board, written):
        size = board.shape.text
        click.echo(f"these boards do not show their size: read them with taquin solve --size {size}", err=True)


def _reads_back(board: Board, written: str) -> bool:
    """Whether the text alone gives the board: a line of four numbers may be 1×4 or 2×2."""
    try:
        return parse_board(written) == board
    except TaquinError:
        return False
