"""Training of scores for boards of a size, by the native core, in rounds that can be resumed.

A score guides a beam well if the boards of good solutions survive in it. So it is trained by *ranking inside the beam*:
random boards are solved with the current score; every board of a solution should have a lower score than others of its
layer. Each such pair changes the weights a little, by stochastic gradient descent on the logistic loss
log(1 + e^(d/T)), where d is the difference of the scores and T the temperature.

The core uses only operations that every machine rounds alike: the same seed gives the same weights everywhere.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from math import inf, isfinite
from pathlib import Path
from typing import TypeAlias, cast

from taquin import _native
from taquin.errors import BackendError, BoardError
from taquin.puzzle.geometry import Shape
from taquin.run.budget import Stop
from taquin.run.limits import Cancellation, checking_limits
from taquin.run.result import Status
from taquin.solving.native_anytime import make_score
from taquin.system.cores import core_count
from taquin.tables.cache import CacheFile
from taquin.tables.scores.score import DisplacementScore, PlacedLayout, PlacedScore
from taquin.tables.scores.store import remove_user, trained_before, write_user
from taquin.tables.scores.weights import LARGEST, UNIT, Layout, ScoreWeights

_VERSION = 1
_LARGEST_CELLS = 256
_SEEDS = 1 << 64


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingSettings:
    """How a score is trained. The same settings give the same weights on every machine."""

    rounds: int = 6
    boards: int = 2000  # boards that are solved in each round
    width: int = 500  # the width of the beams that solve them
    seed: int = 1
    samples: int = 4
    epochs: int = 2
    rate: float = 0.1
    decay: float = 0.75  # learning-rate decay per round
    temperature: float = 2.0
    fine: float = 0.0
    """Learning rate of placed weights, relative to that of shared ones; 0: there are no placed weights."""


def default_settings(shape: Shape) -> TrainingSettings:
    """Settings that train in minutes: fewer boards in each round where a board takes longer."""
    return TrainingSettings(boards=max(100, min(TrainingSettings().boards, 50_000 // shape.cells)))


def check_trainable(shape: Shape) -> None:
    """Raise ``BoardError`` for lines, and for boards that are too large."""
    if shape.is_line or shape.cells > _LARGEST_CELLS:
        raise BoardError(f"a score is trained on boards from 2×2 to {_LARGEST_CELLS} cells, not on {shape}")


def longest_solution(shape: Shape) -> int:
    """The most moves in which training solves a board; uniform boards need about 0.8 times as many at first."""
    return max(12 * shape.cells, 6 * (shape.rows + shape.columns) * shape.cells // 10)


def forget(shape: Shape) -> bool:
    """Remove the score that was trained for a shape, also if unfinished. Returns whether there was one.

    Raises ``OSError`` if a file cannot be removed.
    """
    is_finished, is_begun = remove_user(shape), _checkpoint_file(shape, TrainingSettings()).remove()
    return is_finished or is_begun


@dataclass(frozen=True, slots=True)
class TrainingProgress:
    """How far training is."""

    round: int
    rounds: int
    solved: int  # boards of this round that are solved so far
    boards: int
    mean_length: float | None  # the mean length of the solutions of the round before; it decreases


TrainingListener: TypeAlias = Callable[[TrainingProgress], None]


@dataclass
class Training:
    """The training of one score: its weights so far, in moves, and the rounds that are finished."""

    shape: Shape
    settings: TrainingSettings
    weights: array[float]
    finished: int = 0
    mean_lengths: list[float] = field(default_factory=list)

    @classmethod
    def begin(cls, shape: Shape, settings: TrainingSettings, start: ScoreWeights | None = None) -> Training:
        """Begin, or resume an interrupted training with the same settings; see ``check_trainable``."""
        check_trainable(shape)
        if not _native.is_available():
            raise BackendError("training needs the native core", hint="install taquin where there is a C++ compiler")
        first = (start or trained_before(shape)).resized(shape)
        training = cls(shape, settings, array("d", [value / UNIT for value in first.values]))
        if settings.fine:
            training.weights.frombytes(bytes(8 * PlacedLayout(shape).size))
        training._resume()
        return training

    def run(self, progress: TrainingListener | None = None, cancellation: Cancellation | None = None) -> ScoreWeights:
        """Train all rounds that are left. Raises ``Stop`` if cancelled; what is finished is kept for the next time."""
        cancellation = cancellation or Cancellation()
        while self.finished < self.settings.rounds:
            self._train_round(progress, cancellation)
            self._save()
        return self.quantized()

    def quantized(self) -> ScoreWeights:
        shared = self.weights[: Layout(self.shape).size]
        values = [round(max(-LARGEST, min(LARGEST, value * UNIT))) for value in shared]
        return ScoreWeights(self.shape, array("h", values))

    def placed(self) -> PlacedScore | None:
        if not self.settings.fine:
            return None
        return PlacedScore.from_training(self.shared_score(), self.weights)

    def shared_score(self) -> DisplacementScore:
        return DisplacementScore(self.quantized(), self.shape, self.shape.cells - 1)

    def finish(self) -> Path:
        path = write_user(self.quantized(), {"settings": asdict(self.settings), "mean_lengths": self.mean_lengths})
        self.discard()
        return path

    def discard(self) -> None:
        self._checkpoint().remove()

    def _train_round(self, progress: TrainingListener | None, cancellation: Cancellation) -> None:
        settings, last = self.settings, (self.mean_lengths[-1] or None) if self.mean_lengths else None

        def poll(solved: int) -> None:
            if progress is not None:
                progress(TrainingProgress(self.finished + 1, settings.rounds, solved, settings.boards, last))
            if cancellation.is_cancelled:
                raise Stop(Status.CANCELLED, "cancelled")

        seed = settings.seed * 1_000_003 + self.finished
        rate = settings.rate
        for _ in range(self.finished):
            rate *= settings.decay
        length, solved = self._train(seed, rate, poll)
        self.mean_lengths.append(length / max(solved, 1))
        self.finished += 1

    def _train(self, seed: int, rate: float, poll: Callable[[int], None]) -> tuple[int, int]:
        """Change the weights. Returns the length of all solutions together, and their number."""
        settings, longest = self.settings, longest_solution(self.shape)
        score = make_score(self.shape, self.shape.cells - 1, self.quantized(), self.placed())

        def collects(solved: int, *_: int) -> bool:
            poll(solved)  # raises to stop
            return False

        def fits(*_: int) -> bool:
            return collects(settings.boards)

        collecting = (seed << 20) % _SEEDS, settings.boards, settings.width, longest, settings.samples
        ranked = _native.core.collect_ranked(score, *collecting, core_count(), collects)
        if ranked.boards:
            fitting = seed % _SEEDS, settings.epochs, rate, settings.temperature, settings.fine
            _native.core.fit_weights(score, ranked.boards, *fitting, self.weights, fits)
        return ranked.moves, ranked.solved

    # Resuming ----------------------------------------------------------------------------------------------------

    def _checkpoint(self) -> CacheFile:
        return _checkpoint_file(self.shape, self.settings)

    def _save(self) -> None:
        facts = {"finished": self.finished, "mean_lengths": self.mean_lengths}
        self._checkpoint().write(self.weights.tobytes(), facts)

    def _resume(self) -> None:
        stored = self._checkpoint().open_usable()  # None if it is of other settings, or damaged
        if stored is None or len(stored.table) != 8 * len(self.weights):
            return
        weights, facts = array("d", bytes(stored.table)), stored.facts
        if not all(map(isfinite, checking_limits(weights))):
            return
        self.weights, self.mean_lengths = weights, cast("list[float]", facts["mean_lengths"])
        self.finished = len(self.mean_lengths)


def _checkpoint_file(shape: Shape, settings: TrainingSettings) -> CacheFile:
    key = {"rows": shape.rows, "columns": shape.columns, **asdict(settings)}
    return CacheFile(f"training-{shape.text}.table", "training", _VERSION, key, _find_fault)


def _find_fault(facts: Mapping[str, object], size: int) -> str:
    lengths, finished = facts.get("mean_lengths"), facts.get("finished")
    is_right = isinstance(lengths, list) and all(type(length) is float and 0 <= length < inf for length in lengths)
    return "" if is_right and len(cast("list[float]", lengths)) == finished else "expected the finished rounds"
