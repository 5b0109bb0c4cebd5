"""Train the scores that are package data, one shape after the other: each begins with the weights of a smaller one.

.venv/bin/python tools/train_scores.py [SHAPE …]
"""

from __future__ import annotations

import sys
from time import perf_counter

from taquin.puzzle.geometry import Shape
from taquin.solving.training import Training, TrainingSettings
from taquin.tables.scores.store import write_package

SETTINGS = {
    Shape(4, 4): TrainingSettings(rounds=2, boards=1000),
    Shape(4, 5): TrainingSettings(rounds=2, boards=1000),
    Shape(5, 5): TrainingSettings(rounds=5, boards=1500),
    Shape(5, 6): TrainingSettings(rounds=2, boards=800),
    Shape(6, 6): TrainingSettings(rounds=4, boards=1200),
    Shape(7, 7): TrainingSettings(rounds=3, boards=800),
    Shape(8, 8): TrainingSettings(rounds=2, boards=500),
    Shape(9, 9): TrainingSettings(rounds=2, boards=300),
    Shape(10, 10): TrainingSettings(rounds=2, boards=250),
}
"""What is trained, in this order."""


def main() -> None:
    chosen = [Shape.parse(text) for text in sys.argv[1:]] or list(SETTINGS)
    for shape in chosen:
        began = perf_counter()
        training = Training.begin(shape, SETTINGS[shape])
        path = write_package(training.run())
        lengths = " ".join(f"{length:.2f}" for length in training.mean_lengths)
        print(
            f"{shape}: {path.stat().st_size:,} bytes, {perf_counter() - began:.0f} s, mean lengths {lengths}",
            flush=True,
        )


if __name__ == "__main__":
    main()
