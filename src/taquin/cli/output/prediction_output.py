"""``taquin examine HEURISTIC --predict``: the nodes of IDA* that a distribution predicts, beside measured ones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

import click

from taquin.analysis.branching import branching_factor, equilibrium
from taquin.analysis.distribution import Distribution, distribution
from taquin.analysis.prediction import IterationMeasurement, IterationPrediction, measure, predict
from taquin.analysis.random_boards import random_starts
from taquin.cli import streams, terminal
from taquin.cli.exits import INTERRUPTED, SOLVED
from taquin.cli.input import boards
from taquin.errors import BoardError
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import plural
from taquin.render.text import layout
from taquin.run.limits import limits_checked_by
from taquin.solving.heuristic_choice import HeuristicChoice
from taquin.system.user_calls import user_code

ROWS = 12
"""Bounds that are shown: the largest, and those below it."""

_MEASURED_SMALL, _MEASURED_LARGE = 200, 20
"""Random boards that are measured unless --measure says another number: up to 9 cells, and on larger boards."""

OPTIONS = ("--board", "--bound", "--sample", "--measure", "--seed")


def run(
    chosen: HeuristicChoice,
    goal: Board,
    *,
    board: str | None,
    bound: int | None,
    sample: int | None,
    measured: int | None,
    seed: int,
    as_json: bool,
) -> int:
    start = None if board is None else _read_start(board, goal)
    with terminal.cancel_on_interrupt() as cancellation, streams.progress_line() as show:

        def check(memory: int) -> None:
            if cancellation.is_cancelled:
                raise click.Abort

        with limits_checked_by(check), user_code():
            show(f"evaluating {chosen.text} on {goal.shape} boards")
            estimates = distribution(chosen, goal, sample=sample, seed=seed)
            bounds = _bounds(bound, estimates, None if start is None else chosen.build(goal)(start.state))
            predicted = predict(estimates, bounds, start=start)
        starts = _starts(measured, start, goal, seed)

        def listen(done: int) -> None:
            show(f"measured {done:,} of {plural(len(starts), 'board')}")

        with user_code():
            measurements = measure(chosen, starts, goal, bounds, cancellation=cancellation, listener=listen)
    if as_json:
        terminal.echo_json(_to_dict(estimates, start, seed, predicted, measurements))
    else:
        terminal.echo(describe(estimates, start, seed, predicted, measurements, is_consistent=chosen.consistent))
    return INTERRUPTED if cancellation.is_cancelled else SOLVED


def _read_start(text: str, goal: Board) -> Board:
    start = boards.read_board(text, goal.shape)
    if not Problem(start, goal).is_solvable:
        raise BoardError(f"{one_line(start)} cannot reach the goal {one_line(goal)}", hint="taquin check says why")
    return start


def _bounds(given: int | None, estimates: Distribution, estimate: float | None) -> range:
    """The bounds of the table; without --bound it ends 8 above the mean estimate, or above that of the board."""
    last = round(estimates.mean if estimate is None else estimate) + 8 if given is None else given
    return range(max(0, last - ROWS + 1), last + 1)


def _starts(measured: int | None, start: Board | None, goal: Board, seed: int) -> list[Board]:
    if measured == 0:
        return []
    if start is not None:
        return [start]
    default = _MEASURED_SMALL if goal.shape.cells <= 9 else _MEASURED_LARGE
    return random_starts(goal, default if measured is None else measured, f"measure {seed}")


def describe(
    estimates: Distribution,
    start: Board | None,
    seed: int,
    predicted: Sequence[IterationPrediction],
    measured: Sequence[IterationMeasurement],
    *,
    is_consistent: bool,
) -> str:
    shape = estimates.goal.shape
    shares = ", ".join(f"{kind} {share:.4f}" for kind, share in equilibrium(shape).items())
    pairs = [
        ("distribution", describe_source(estimates, seed)),
        ("blank", f"{shares}: shares of the nodes deep in the tree"),
        ("branching", f"{branching_factor(shape):.5f} children per node, the move back left out"),
        ("start", f"the mean over all boards of {shape}" if start is None else one_line(start)),
    ]
    if measured:
        count = measured[0].starts
        random = f"complete iterations from {plural(count, 'random board')} (seed {seed})"
        pairs.append(("measured", random if start is None else "complete iterations from this board"))
        if start is None:
            pairs.append(("", "± is the standard error: a few easy boards have most of the nodes"))
    if not is_consistent:
        pairs.append(("note", "the heuristic is not known to be consistent: the prediction may be too high"))
    return (
        f"Nodes of one iteration of IDA* with {estimates.heuristic} on {shape}, by bound\n\n{layout.fields(pairs)}\n\n"
        + _table(predicted, measured)
    )


def describe_source(estimates: Distribution, seed: int) -> str:
    mean = f"mean estimate {estimates.mean:.3f}"
    if estimates.sample is None:
        return f"exact, over all {estimates.boards:,} boards that can reach the goal; {mean}"
    return f"a sample of {estimates.sample:,} random boards (seed {seed}); {mean}"


def _table(predicted: Sequence[IterationPrediction], measured: Sequence[IterationMeasurement]) -> str:
    headers = ["bound", "predicted expanded", "generated"]
    is_mean = bool(measured) and measured[0].starts > 1
    headers += ["measured expanded", *["±"][: int(is_mean)], "generated", "predicted/measured"] if measured else []
    rows = []
    for prediction, measurement in zip_longest(predicted, measured):
        row = [str(prediction.bound), _count(prediction.expanded), _count(prediction.generated)]
        if measurement is not None:
            ratio = f"{prediction.expanded / measurement.expanded:.3f}" if measurement.expanded else ""
            row += [
                _count(measurement.expanded),
                *[_count(measurement.error)][: int(is_mean)],
                _count(measurement.generated),
                ratio,
            ]
        rows.append(row)
    return layout.table(headers, rows, right=[True] * len(headers))


def _count(nodes: float) -> str:
    return f"{nodes:,.2f}" if nodes < 1000 else f"{nodes:,.0f}"


def _to_dict(
    estimates: Distribution,
    start: Board | None,
    seed: int,
    predicted: Sequence[IterationPrediction],
    measured: Sequence[IterationMeasurement],
) -> dict[str, object]:
    return {
        "heuristic": estimates.heuristic,
        "goal": one_line(estimates.goal),
        "start": None if start is None else one_line(start),
        "boards": estimates.boards,
        "sample": estimates.sample,
        "seed": seed,
        "mean": estimates.mean,
        "branching_factor": branching_factor(estimates.goal.shape),
        "measured_boards": measured[0].starts if measured else 0,
        "iterations": [
            {
                "bound": prediction.bound,
                "predicted_expanded": prediction.expanded,
                "predicted_generated": prediction.generated,
                "measured_expanded": None if measurement is None else measurement.expanded,
                "measured_generated": None if measurement is None else measurement.generated,
                "standard_error": None if measurement is None else measurement.error,
            }
            for prediction, measurement in zip_longest(predicted, measured)
        ],
    }
