"""Training of a score: the reference of the core's ``collect_ranked`` and ``fit_weights``.

A score guides a beam well if the boards of good solutions survive in it. So it is trained by *ranking inside the beam*:
random boards are solved with the current score; every board of a solution should have a lower score than others of its
layer. Each such pair changes the weights a little, by stochastic gradient descent on the logistic loss
log(1 + e^(d/T)), where d is the difference of the scores and T the temperature.

Only operations that every machine rounds alike are used: the same seed gives the same weights everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from dataclasses import dataclass
from math import floor, ldexp

from taquin.algorithms.layered_beam import BeamResult, BeamSettings, BoardScore, LayeredBeam
from taquin.puzzle.geometry import Shape, permutation_parity
from taquin.puzzle.moves import OFFSETS
from taquin.run.run import Run
from taquin.tables.scores.random_numbers import RandomNumbers
from taquin.tables.scores.score import DisplacementScore, PlacedLayout

_SHORTEST_WALK, _LONGEST_WALK = 1000, 10_000
_STEP_OF_SEEDS = 0x632BE59BD9B4E019
_LAST_RATE = 0.05


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


@dataclass(frozen=True, slots=True)
class RankedBoards:
    """Pairs of labelled boards, one after the other: the first of each pair should have the lower score."""

    boards: bytes
    solved: int
    moves: int  # of all solutions together


def collect(
    score: BoardScore, settings: TrainingSettings, seed: int, longest: int, poll: Callable[[int], None]
) -> RankedBoards:
    """Solve random boards with a beam, and pair the boards of each solution with others of their layers."""
    beam = LayeredBeam(score)
    pairs = bytearray()
    solved = moves = 0
    for number in range(settings.boards):
        poll(number)
        random = RandomNumbers(seed + number * _STEP_OF_SEEDS)
        labels = random_labels(score.shape, score.blank, random)
        result = beam.search(labels, BeamSettings(settings.width, longest, random.next(), settings.samples), Run())
        if result.moves is not None:
            pairs += _pairs(score.shape, labels, score.blank, result, settings.samples)
            solved, moves = solved + 1, moves + len(result.moves)
    return RankedBoards(bytes(pairs), solved, moves)


def random_labels(shape: Shape, blank: int, random: RandomNumbers) -> bytes:
    """A labelled board: a quarter of them are shuffled, the others result from random walks."""
    if random.below(4) == 0:
        return _shuffled(shape, blank, random)
    labels, cell = list(range(shape.cells)), blank
    steps = _SHORTEST_WALK + random.below(_LONGEST_WALK - _SHORTEST_WALK + 1)
    while steps:
        there = shape.neighbour(cell, *OFFSETS[random.below(4)])
        if there is not None:
            labels[cell], labels[there] = labels[there], labels[cell]
            cell, steps = there, steps - 1
    return bytes(labels)


def _shuffled(shape: Shape, blank: int, random: RandomNumbers) -> bytes:
    labels = _shuffled_numbers(shape.cells, random)
    cell = labels.index(blank)
    if permutation_parity(labels, range(shape.cells)) != shape.taxicab(cell, blank) % 2:  # exchange two tiles
        first = 1 if cell == 0 else 0
        second = first + 2 if cell == first + 1 else first + 1
        labels[first], labels[second] = labels[second], labels[first]
    return bytes(labels)


def _pairs(shape: Shape, start: bytes, blank: int, result: BeamResult, count: int) -> bytes:
    """Each board of the solution with the samples of its layer; the goal is left out."""
    assert result.moves is not None
    labels, cell, pairs = bytearray(start), start.index(blank), bytearray()
    for layer, move in enumerate(result.moves[:-1]):
        there = shape.neighbour(cell, *OFFSETS[move])
        assert there is not None
        labels[cell], labels[there], cell = labels[there], blank, there
        for other in result.samples[layer * count : (layer + 1) * count]:
            if other != labels:
                pairs += labels + other
    return bytes(pairs)


def fit(
    score: DisplacementScore,
    boards: bytes,
    settings: TrainingSettings,
    seed: int,
    rate: float,
    weights: MutableSequence[float],
    poll: Callable[[], None],
) -> None:
    """Change the weights, in moves, so that the first board of each pair has the lower score.

    In a fine training the weights of all tiles are followed by placed ones, and boards of a square are transposed at
    random.
    """
    cells = score.shape.cells
    pairs = len(boards) // (2 * cells)
    total = pairs * settings.epochs
    features = _Features(score, is_fine=settings.fine > 0)
    fixed = {feature for group in features.list(bytes(range(cells)), is_transposed=False) for feature in group}
    random = RandomNumbers(seed)
    order: list[int] = []
    for step in range(total):
        if step % pairs == 0:
            order = _shuffled_numbers(pairs, random)
        if step % 64 == 0:
            poll()
        is_transposed = settings.fine > 0 and score.shape.is_square and random.next() >> 63 == 1
        first = order[step % pairs] * 2 * cells
        better = features.list(boards[first : first + cells], is_transposed=is_transposed)
        worse = features.list(boards[first + cells : first + 2 * cells], is_transposed=is_transposed)
        different = [(one, other) for one, other in zip(better, worse, strict=True) if one[-1] != other[-1]]
        difference = 0.0
        for ones, others in different:
            for one, other in zip(ones, others, strict=True):
                difference += weights[one] - weights[other]
        step_rate = rate * (1 - (1 - _LAST_RATE) * step / total)
        gradient = 1 / (1 + exponential(-difference / settings.temperature))
        change = step_rate * settings.temperature * gradient / len(different)
        if settings.fine > 0:
            change = change / (1 + settings.fine)
        changes = (change, change * settings.fine)
        for ones, others in different:
            for one, other, amount in zip(ones, others, changes, strict=False):
                weights[one] -= 0 if one in fixed else amount
                weights[other] += 0 if other in fixed else amount


class _Features:
    """The weights of boards in training: each shared one alone or, if it is fine, with the placed one."""

    def __init__(self, score: DisplacementScore, *, is_fine: bool) -> None:
        self._score = score
        self._first_placed = score.layout.size
        self._placed = PlacedLayout(score.shape) if is_fine else None
        self._transposed = [
            column * score.shape.columns + row for row, column in map(score.shape.position, range(score.shape.cells))
        ]

    def list(self, labels: bytes, *, is_transposed: bool) -> list[tuple[int, ...]]:
        """The weights of a board, always the same number in the same order."""
        if is_transposed:
            turned = bytearray(len(labels))
            for cell, label in enumerate(labels):
                turned[self._transposed[cell]] = self._transposed[label]
            labels = bytes(turned)
        shared = self._score.features(labels)
        if self._placed is None:
            return [(feature,) for feature in shared]
        placed = self._placed.features(labels)
        return [(one, self._first_placed + other) for one, other in zip(shared, placed, strict=True)]


def _shuffled_numbers(count: int, random: RandomNumbers) -> list[int]:
    numbers = list(range(count))
    for last in range(count - 1, 0, -1):
        other = random.below(last + 1)
        numbers[last], numbers[other] = numbers[other], numbers[last]
    return numbers


def exponential(x: float) -> float:
    """The exponential function, for x from -30 to 30, from operations that are exact or rounded alike everywhere."""
    x = min(max(x, -30.0), 30.0)
    power = floor(x * 1.4426950408889634 + 0.5)
    rest = x - power * 0.6931471805599453
    total = 1.0
    for term in range(12, 0, -1):
        total = 1 + total * rest / term
    return ldexp(total, power)
