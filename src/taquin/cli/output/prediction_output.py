"""``taquin examine HEURISTIC --predict``: the nodes of IDA* that a distribution predicts, beside measured ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

import click

from taquin.analysis.branching import branching_factor, equilibrium
from taquin.analysis.distribution import Distribution, distribution
from taquin.analysis.prediction import IterationMeasurement, IterationPrediction, measure, predict
from taquin.analysis.random_boards import random_starts
from taquin.cli import streams, terminal
from taquin.cli.exits import INTERRUPTED, SOLVED
from taquin.cli.input import boards, effects
from taquin.cli.input import options as shared
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

_OPTIONS = (
    click.option("--predict", is_flag=True, help="Predict the nodes of IDA* from the distribution of the estimates."),
    click.option(
        "--board", metavar="BOARD", help="With --predict: from this board. Default: the mean over all boards."
    ),
    click.option("--bound", type=shared.whole(0, 500), help="With --predict: the largest bound of an iteration."),
    click.option(
        "--sample",
        type=shared.whole(1, 10**8),
        help="With --predict: the distribution over N random boards. Default: exact where that takes "
        "seconds, else 100000.",
    ),
    click.option(
        "--measure",
        "measured",
        type=shared.whole(0, 10**6),
        help="With --predict: measure iterations from N random boards. Default: 200 up to 9 cells, else "
        "20; 0 for none.",
    ),
    click.option("--seed", type=shared.whole(), default=1, help="With --predict: selects random boards. Default: 1."),
)


@dataclass(frozen=True)
class PredictionRequest:
    """--predict, and the options that belong to it."""

    is_requested: bool
    board: str | None
    bound: int | None
    sample: int | None
    measured: int | None
    seed: int

    def __post_init__(self) -> None:
        effects.check("--board", "--bound", "--sample", "--measure", "--seed", requires=["--predict"])
        if self.measured:
            effects.check("--measure", conflicts_with=["--board"])

    def run(self, chosen: HeuristicChoice, goal: Board, *, as_json: bool) -> int:
        """Predict and measure, print both, and return the exit code."""
        start = None if self.board is None else _read_start(self.board, goal)
        with terminal.cancel_on_interrupt() as cancellation, streams.progress_line() as show:

            def check(memory: int) -> None:
                if cancellation.is_cancelled:
                    raise click.Abort

            with limits_checked_by(check), user_code():
                show(f"evaluating {chosen.text} on {goal.shape} boards")
                estimates = distribution(chosen, goal, sample=self.sample, seed=self.seed)
                bounds = self._bounds(estimates, None if start is None else chosen.build(goal)(start.state))
                predicted = predict(estimates, bounds, start=start)
            starts = self._starts(start, goal)

            def listen(done: int) -> None:
                show(f"measured {done:,} of {plural(len(starts), 'board')}")

            with user_code():
                measured = measure(chosen, starts, goal, bounds, cancellation=cancellation, listener=listen)
        prediction = _Prediction(estimates, start, self.seed, predicted, measured)
        if as_json:
            terminal.echo_json(prediction.to_dict())
        else:
            terminal.echo(prediction.describe(is_consistent=chosen.consistent))
        return INTERRUPTED if cancellation.is_cancelled else SOLVED

    def _bounds(self, estimates: Distribution, estimate: float | None) -> range:
        """The bounds of the table; without --bound it ends 8 above the mean estimate, or above that of the board."""
        last = self.bound
        if last is None:
            last = round(estimates.mean if estimate is None else estimate) + 8
        return range(max(0, last - ROWS + 1), last + 1)

    def _starts(self, start: Board | None, goal: Board) -> list[Board]:
        if self.measured == 0:
            return []
        if start is not None:
            return [start]
        default = _MEASURED_SMALL if goal.shape.cells <= 9 else _MEASURED_LARGE
        return random_starts(goal, default if self.measured is None else self.measured, f"measure {self.seed}")


prediction_options = shared.gathered(
    "prediction", PredictionRequest, "predict board bound sample measured seed", _OPTIONS
)


def _read_start(text: str, goal: Board) -> Board:
    start = boards.read_board(text, goal.shape)
    if not Problem(start, goal).is_solvable:
        raise BoardError(f"{one_line(start)} cannot reach the goal {one_line(goal)}", hint="taquin check says why")
    return start


@dataclass(frozen=True)
class _Prediction:
    estimates: Distribution
    start: Board | None
    """The only board, or None for the mean over all."""
    seed: int
    predicted: Sequence[IterationPrediction]
    measured: Sequence[IterationMeasurement]

    def describe(self, *, is_consistent: bool) -> str:
        shape = self.estimates.goal.shape
        shares = ", ".join(f"{kind} {share:.4f}" for kind, share in equilibrium(shape).items())
        pairs = [
            ("distribution", self._describe_source()),
            ("blank", f"{shares}: shares of the nodes deep in the tree"),
            ("branching", f"{branching_factor(shape):.5f} children per node, the move back left out"),
            ("start", f"the mean over all boards of {shape}" if self.start is None else one_line(self.start)),
        ]
        if self.measured:
            count = self.measured[0].starts
            random = f"complete iterations from {plural(count, 'random board')} (seed {self.seed})"
            pairs.append(("measured", random if self.start is None else "complete iterations from this board"))
            if self.start is None:
                pairs.append(("", "± is the standard error: a few easy boards have most of the nodes"))
        if not is_consistent:
            pairs.append(("note", "the heuristic is not known to be consistent: the prediction may be too high"))
        title = f"Nodes of one iteration of IDA* with {self.estimates.heuristic} on {shape}, by bound"
        return f"{title}\n\n{layout.fields(pairs)}\n\n{_table(self.predicted, self.measured)}"

    def _describe_source(self) -> str:
        estimates = self.estimates
        mean = f"mean estimate {estimates.mean:.3f}"
        if estimates.sample is None:
            return f"exact, over all {estimates.boards:,} boards that can reach the goal; {mean}"
        return f"a sample of {estimates.sample:,} random boards (seed {self.seed}); {mean}"

    def to_dict(self) -> dict[str, object]:
        estimates, start = self.estimates, self.start
        return {
            "heuristic": estimates.heuristic,
            "goal": one_line(estimates.goal),
            "start": None if start is None else one_line(start),
            "boards": estimates.boards,
            "sample": estimates.sample,
            "seed": self.seed,
            "mean": estimates.mean,
            "branching_factor": branching_factor(estimates.goal.shape),
            "measured_boards": self.measured[0].starts if self.measured else 0,
            "iterations": [
                {
                    "bound": prediction.bound,
                    "predicted_expanded": prediction.expanded,
                    "predicted_generated": prediction.generated,
                    "measured_expanded": None if measurement is None else measurement.expanded,
                    "measured_generated": None if measurement is None else measurement.generated,
                    "standard_error": None if measurement is None else measurement.error,
                }
                for prediction, measurement in zip_longest(self.predicted, self.measured)
            ],
        }


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
