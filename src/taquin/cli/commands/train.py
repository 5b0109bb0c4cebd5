"""``taquin train``: train the score that guides beams on boards of a size."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

import click

from taquin.cli import streams, terminal
from taquin.cli.exits import INTERRUPTED, NO_SOLUTION
from taquin.cli.input import effects
from taquin.cli.input import options as shared
from taquin.errors import SpecError
from taquin.puzzle.geometry import Shape
from taquin.puzzle.words import duration_text, printable_line
from taquin.run.budget import Stop
from taquin.solving.default_methods import default_method
from taquin.solving.training import (
    Training,
    TrainingProgress,
    TrainingSettings,
    check_trainable,
    default_settings,
    forget,
)
from taquin.system.files import reason
from taquin.tables.scores.store import is_packaged
from taquin.tables.storage.folder import cache_folder, make_folder


@click.command("train", short_help="Train the score that guides beams on boards of a size.")
@click.argument("size", metavar="SIZE")
@click.option("--rounds", type=shared.whole(1, 1000), help="How many rounds of solving and learning. Default: 6.")
@click.option(
    "--boards",
    type=shared.whole(1, 1_000_000),
    help="Boards to solve in each round. Default: 2000, fewer on boards of more than 25 cells.",
)
@click.option("--width", type=shared.whole(1, 1_000_000), help="The width of the beams that solve them. Default: 500.")
@click.option("--seed", type=shared.whole(), help="The same seed trains the same score on every machine. Default: 1.")
@click.option("--remove", is_flag=True, help="Remove the trained score for this size.")
def command(
    size: str, rounds: int | None, boards: int | None, width: int | None, seed: int | None, remove: bool
) -> int:
    """Train the score that guides beams on boards of a size.

    A score says how promising a board is: beams keep the boards with the lowest scores. It is not a bound and proves
    nothing. The algorithm `anytime`, which `taquin solve` uses on large boards, guides its beams with it; the heuristic
    `learned` is the score for other algorithms. Taquin comes with scores for 4x4 to 14x14 and 16x16.

    In each round a beam with the current score solves random boards, and the score learns to rank the boards of the
    solutions before the others of their layers. The solutions get shorter, until they are nearly optimal. SIZE is rows
    x columns, from 2x2 to 256 cells. Wider beams and more boards take longer and train better.

    Ctrl-C keeps the finished rounds; run the same command again to resume. --remove returns to the score that Taquin
    comes with.

    \b
    Examples:
      taquin train 3x3 --rounds 2 --boards 20 --width 20
      taquin solve "8 6 7 / 2 5 4 / 3 0 1" -a "beam(learned, width=20)"
      taquin train 3x3 --remove
      taquin train 6x7
    """
    effects.check("--rounds", "--boards", "--width", "--seed", conflicts_with=["--remove"])
    shape = Shape.parse(size)
    check_trainable(shape)
    if remove:
        return _remove(shape)
    given = {"rounds": rounds, "boards": boards, "width": width, "seed": seed}
    chosen = {name: value for name, value in given.items() if value is not None}
    return _train(shape, replace(default_settings(shape), **chosen))


def _remove(shape: Shape) -> int:
    try:
        is_found = forget(shape)
    except OSError as error:
        raise _unwritable(error) from error
    if not is_found:
        raise SpecError(f"no score was trained for {shape}", hint=f"taquin train {shape.text} trains one")
    then = "the one that Taquin comes with is" if is_packaged(shape) else "one without training for this size is"
    click.echo(f"the score for {shape} is removed; {then} used again")
    return 0


def _train(shape: Shape, settings: TrainingSettings) -> int:
    make_folder(cache_folder())
    training = Training.begin(shape, settings)
    if 0 < training.finished < settings.rounds:
        click.echo(f"resuming with round {training.finished + 1} of {settings.rounds}")
    began = perf_counter()
    try:
        with terminal.cancel_on_interrupt() as cancellation, streams.progress_line() as show:
            training.run(lambda progress: show(_describe(progress)), cancellation)
        if not any(training.mean_lengths):
            training.discard()
            terminal.warn(f"no board was solved, so nothing was learned: use a --width above {settings.width}")
            return NO_SOLUTION
        path = training.finish()
    except Stop:
        kept = "no round is finished, so nothing is kept"
        if training.finished:
            rounds = f"{training.finished} of {settings.rounds} rounds"
            kept = f"{rounds} are finished and kept; run the same command again to resume"
        terminal.warn(f"interrupted: {kept}")
        return INTERRUPTED
    except OSError as error:
        raise _unwritable(error) from error
    click.echo(f"trained a score for {shape} in {duration_text(perf_counter() - began)}")
    click.echo(f"mean length  {_describe_lengths(training.mean_lengths)}")
    click.echo(f"stored in    {printable_line(str(path))}")
    click.echo(f"used by      {_describe_use(shape)}")
    if is_packaged(shape):
        click.echo(f"replaces     the score that Taquin comes with; taquin train {shape.text} --remove returns to it")
    return 0


def _describe_lengths(lengths: list[float]) -> str:
    """The mean lengths of the first and the last round. Boards are solved before a round learns from them."""
    first, last = (f"{length:.2f} moves" if length else "no board solved" for length in (lengths[0], lengths[-1]))
    if len(lengths) == 1:
        return f"{first} in round 1, before it learned; more rounds show how that changes"
    return f"{first} in round 1, {last} in round {len(lengths)}"


def _describe_use(shape: Shape) -> str:
    always = "every algorithm with the heuristic learned"
    if default_method(shape).algorithm.is_anytime:
        return f"taquin solve on {shape} boards, from now on; {always}"
    return f"taquin solve -a anytime on {shape} boards, from now on; {always}"


def _describe(progress: TrainingProgress) -> str:
    parts = [f"round {progress.round} of {progress.rounds}", f"{progress.solved:,} of {progress.boards:,} boards"]
    if progress.mean_length is not None:
        parts.append(f"mean length of the last round {progress.mean_length:.2f}")
    return ", ".join(parts)


def _unwritable(error: OSError) -> SpecError:
    folder = cache_folder()
    return SpecError(
        f"the cache folder {folder} cannot be written: {reason(error)}", hint="TAQUIN_CACHE names another folder"
    )
