"""Train the scores that are package data.

.venv/bin/python tools/train_scores.py [shared] [placed] [SHAPE …]

First those of weights that all tiles share, one shape after the other: each begins with the weights of a smaller one.
Then placed weights for some shapes: each begins with the shared weights of its own shape and changes no other file.
``shared`` or ``placed`` alone trains only these. Run the same command again to resume an interrupted training.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Iterable
from time import perf_counter

from taquin.puzzle.geometry import Shape
from taquin.solving.training import Training, TrainingSettings
from taquin.tables.cache import to_bytes
from taquin.tables.scores.score import PlacedScore
from taquin.tables.scores.store import package_path, packaged_weights, placed_score, score_weights
from taquin.tables.scores.weights import ScoreWeights

SHARED = {
    Shape(4, 4): TrainingSettings(rounds=2, boards=1000),
    Shape(4, 5): TrainingSettings(rounds=2, boards=1000),
    Shape(5, 5): TrainingSettings(rounds=5, boards=1500),
    Shape(5, 6): TrainingSettings(rounds=2, boards=800),
    Shape(6, 6): TrainingSettings(rounds=4, boards=1200),
    Shape(7, 7): TrainingSettings(rounds=3, boards=800),
    Shape(8, 8): TrainingSettings(rounds=4, boards=1500),
    Shape(9, 9): TrainingSettings(rounds=4, boards=1200),
    Shape(10, 10): TrainingSettings(rounds=5, boards=1200),
    Shape(11, 11): TrainingSettings(rounds=2, boards=400),
    Shape(12, 12): TrainingSettings(rounds=2, boards=400),
    Shape(13, 13): TrainingSettings(rounds=2, boards=300),
    Shape(14, 14): TrainingSettings(rounds=2, boards=250),
    Shape(16, 16): TrainingSettings(rounds=2, boards=200),
}
"""What is trained, in this order."""

PLACED = {
    Shape(5, 5): TrainingSettings(rounds=4, boards=6000, seed=2, fine=0.3),
    Shape(6, 6): TrainingSettings(rounds=4, boards=4000, seed=2, fine=0.3),
    Shape(7, 7): TrainingSettings(rounds=4, boards=2500, seed=2, fine=0.3),
}


def train_shared(shape: Shape) -> None:
    """Train shared weights and write them."""
    began = perf_counter()
    training = Training.begin(shape, SHARED[shape])
    report(training, write(training.run()), began)


def train_placed(shape: Shape) -> None:
    """Train placed weights and write them."""
    began = perf_counter()
    start = packaged_weights(shape)
    training = Training.begin(shape, PLACED[shape], start.symmetric() if shape.is_square else start)
    training.run()
    placed = training.placed()
    assert placed is not None
    report(training, write(placed), began)


def write(weights: ScoreWeights | PlacedScore) -> int:
    """Write weights into the package, for later trainings too. Returns the size of their file."""
    path = package_path(weights.shape, "placed" if isinstance(weights, PlacedScore) else "score")
    path.write_bytes(zlib.compress(to_bytes(array("h", weights.values)), 9))
    score_weights.cache_clear()
    placed_score.cache_clear()
    return path.stat().st_size


def report(training: Training, size: int, began: float) -> None:
    """Print what was trained."""
    lengths = " ".join(f"{length:.2f}" for length in training.mean_lengths)
    print(f"{training.shape}: {size:,} bytes, {perf_counter() - began:.0f} s, mean lengths {lengths}", flush=True)


def main(words: Iterable[str]) -> None:
    kinds = {word for word in words if word in ("shared", "placed")} or {"shared", "placed"}
    chosen = [Shape.parse(word) for word in words if word not in ("shared", "placed")]
    for kind, settings, train in (("shared", SHARED, train_shared), ("placed", PLACED, train_placed)):
        for shape in settings:
            if kind in kinds and (not chosen or shape in chosen):
                train(shape)


if __name__ == "__main__":
    main(sys.argv[1:])
