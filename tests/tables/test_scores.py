"""Scores: the weights and their layout, the same in Python and on the core; training repeats exactly."""

from __future__ import annotations

import runpy
import sys
from array import array
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from looping import for_each
from taquin import _native, random_board
from taquin.algorithms.layered_beam import BeamSettings, LayeredBeam
from taquin.errors import BoardError
from taquin.heuristics.linear_conflict import LinearConflict
from taquin.heuristics.manhattan import Manhattan
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.run.budget import Stop
from taquin.run.limits import Cancellation
from taquin.run.result import Counters
from taquin.run.run import Run
from taquin.solving import training
from taquin.solving.training import Training, TrainingSettings
from taquin.tables.scores import store
from taquin.tables.scores.score import DisplacementScore, Labelling, PlacedLayout, PlacedScore
from taquin.tables.scores.store import packaged_weights, score_weights, trained_before, trained_shapes
from taquin.tables.scores.weights import TABLE, UNIT, Layout, ScoreWeights

needs_core = pytest.mark.skipif(not _native.is_available(), reason=_native.describe())
SHAPES = [Shape(2, 3), Shape(3, 3), Shape(4, 3), Shape(5, 5)]


def random_weights(shape: Shape) -> ScoreWeights:
    layout, random = Layout(shape), Random(1)
    values = array("h", [random.randrange(-1000, 1000) for _ in range(layout.size)])
    weights = ScoreWeights(shape, values)
    for blank in range(shape.cells):
        for fixed in DisplacementScore(weights, shape, blank).features(range(shape.cells)):
            values[fixed] = 0
    return weights


def test_a_damaged_score_of_the_user_is_skipped(cache: Path) -> None:
    expected = score_weights(Shape(6, 9)).values
    (cache / "score-6x9.table").write_bytes(b"")
    store.score_weights.cache_clear()
    assert score_weights(Shape(6, 9)).values == expected
    store.score_weights.cache_clear()


def shuffled(shape: Shape, seed: int) -> list[int]:
    labels = list(range(shape.cells))
    Random(seed).shuffle(labels)
    return labels


@needs_core
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_core_has_the_same_score(shape: Shape) -> None:
    from taquin import _core

    weights = random_weights(Shape(5, 5))
    for blank in (shape.cells - 1, shape.cells // 2, 0):
        score = DisplacementScore(weights, shape, blank)
        core = _core.DisplacementScore(shape.rows, shape.columns, blank, 5, 5, array("h", weights.values))
        for seed in range(10):
            labels = shuffled(shape, seed)
            assert score(labels) == core.evaluate(bytes(labels))


def random_placed(shape: Shape) -> PlacedScore:
    """Placed weights without any structure, 0 at the goal."""
    layout, random = PlacedLayout(shape), Random(2)
    values = array("h", [random.randrange(-1000, 1000) for _ in range(layout.size)])
    for feature in layout.features(range(shape.cells)):
        values[feature] = 0
    return PlacedScore(shape, values)


@needs_core
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_core_has_the_same_placed_score_and_changes_it_by_moves(shape: Shape) -> None:
    from taquin import _core

    weights, score, blank = random_weights(shape), random_placed(shape), shape.cells - 1
    sides = (shape.rows, shape.columns)
    core = _core.DisplacementScore(*sides, blank, *sides, array("h", weights.values), score.values)
    assert score(range(shape.cells)) == 0
    for seed in range(10):
        labels = bytes(shuffled(shape, seed))
        assert score(labels) == core.evaluate(labels)
    start = bytes(shuffled(shape, 3))
    settings = BeamSettings(20, 25)
    expected = LayeredBeam(score).search(start, settings, run := Run())
    found = _core.run_beam(core, start, 20, 25, 0, 0, 2, None)
    assert (found.moves if found.status is _core.Status.SOLVED else None) == expected.moves
    assert Counters.of(found.counters) == run.counters


def test_placed_weights_are_the_sum_of_what_all_tiles_share_and_what_each_has_learned() -> None:
    shape = Shape(3, 4)
    shared, layout = random_weights(shape), PlacedLayout(shape)
    score = DisplacementScore(shared, shape, shape.cells - 1)
    random = Random(4)
    fine = [random.randrange(-100, 100) for _ in range(layout.size)]
    learned = [value / UNIT for value in [*shared.values, *fine]]
    placed = PlacedScore.from_training(score, learned)
    for seed in range(10):
        labels = shuffled(shape, seed)
        assert placed(labels) == score(labels) + sum(fine[feature] for feature in layout.features(labels))


def test_goals_with_the_blank_in_a_corner_have_a_finer_score_where_one_was_trained() -> None:
    tool = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "train_scores.py"))
    trained = [shape for shape in tool["SHARED"] if store.placed_score(shape) is not None]
    assert trained == list(tool["PLACED"])
    for shape in trained:
        last = shape.cells - 1
        assert isinstance(store.board_score(shape, last), PlacedScore)
        assert isinstance(store.board_score(shape, last - 1), DisplacementScore)
        assert store.board_score(shape, last)(range(shape.cells)) == 0


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_transposed_weights_score_transposed_boards(shape: Shape) -> None:
    weights, turned = random_weights(shape), Shape(shape.columns, shape.rows)

    def transpose(cell: int) -> int:
        row, column = shape.position(cell)
        return turned.cell(column, row)

    for blank in range(shape.cells):
        score = DisplacementScore(weights, shape, blank)
        other = DisplacementScore(weights.transposed(), turned, transpose(blank))
        labels = shuffled(shape, blank)
        transposed = [0] * shape.cells
        for cell, label in enumerate(labels):
            transposed[transpose(cell)] = transpose(label)
        assert score(labels) == other(transposed)


def test_the_convex_score_counts_linear_conflicts_and_single_moves() -> None:
    shape = Shape(3, 3)
    score = DisplacementScore(ScoreWeights.convex(shape), shape, 8)
    goal = Board([1, 2, 3, 4, 5, 6, 7, 8, 0])
    heuristic, labelling = LinearConflict(goal), Labelling(shape, goal.state)
    for cells in ([2, 1, 3, 4, 5, 6, 7, 8, 0], [1, 2, 3, 4, 5, 6, 7, 0, 8], [1, 2, 3, 7, 5, 6, 4, 8, 0]):
        distance = heuristic(bytes(cells))
        assert score(labelling.labels(bytes(cells))) in (round(UNIT * distance), round(UNIT * (2 * 2**1.5 + 2)))


def test_boards_of_other_shapes_use_what_was_trained() -> None:
    shapes = trained_shapes()
    assert {Shape(size, size) for size in range(5, 11)} <= set(shapes)
    for shape in (Shape(5, 5), Shape(6, 5), Shape(3, 5), Shape(11, 12), Shape(2, 30)):
        weights = score_weights(shape)
        assert weights.shape == shape
        assert len(weights.values) == Layout(shape).size
    is_convex = score_weights(Shape(2, 30)).values == ScoreWeights.convex(Shape(2, 30)).values
    is_transposed = score_weights(Shape(6, 5)).values == score_weights(Shape(5, 6)).transposed().values
    is_symmetric = score_weights(Shape(7, 7)).values == score_weights(Shape(7, 7)).transposed().values
    assert (is_convex, is_transposed, is_symmetric) == (True, True, True)
    assert score_weights(Shape(11, 12)).values == score_weights(Shape(12, 12)).resized(Shape(11, 12)).values
    # Training begins with smaller boards of similar sides only.
    assert trained_before(Shape(2, 30)).values == ScoreWeights.convex(Shape(2, 30)).values
    assert trained_before(Shape(6, 6)).values == packaged_weights(Shape(5, 6)).resized(Shape(6, 6)).values


def test_pairs_count_as_much_in_a_long_line_as_in_training() -> None:
    """All weights of pairs are 1,000 here. On average (n - d) / n tiles of a line are d cells to the right of one."""
    trained, longer = Shape(2, 13), Shape(2, 16)
    weights = ScoreWeights(trained, array("h", [1000]) * Layout(trained).size)

    def of_a_tile(found: ScoreWeights) -> float:
        layout, columns = found.layout, found.shape.columns
        weight = {distance: found.values[layout.pairs + (distance - 1) * TABLE] for distance in range(1, columns)}
        return sum(weight[distance] * (columns - distance) / columns for distance in weight)

    assert of_a_tile(weights) == pytest.approx(1000 * 6)
    assert of_a_tile(weights.resized(longer)) == pytest.approx(1000 * 6, rel=0.001)
    assert set(weights.resized(Shape(2, 12)).values) == {1000}
    blank_pairs = slice(Layout(longer).blank_pairs, Layout(longer).edges)
    assert set(weights.resized(longer).values[blank_pairs]) == {1000}


@needs_core
@pytest.mark.parametrize("side", [12, *(pytest.param(side, marks=pytest.mark.slow) for side in (13, 14))])
def test_beams_on_large_boards_reach_the_goal(side: int) -> None:
    """They ended on boards whose outer lines were all shifted by one, before sizes from 11×11 on were trained."""
    from taquin import _core

    shape = Shape(side, side)
    board = random_board(shape, seed=side)
    labels = Labelling(shape, standard(shape).state).labels(board.state)
    score = _core.DisplacementScore(side, side, shape.cells - 1, side, side, array("h", score_weights(shape).values))
    longest = int(1.7 * Manhattan(standard(shape))(board.state))
    assert _core.run_beam(score, labels, 1000, longest, 1, 0, 2, None).status is _core.Status.SOLVED


# Training

SETTINGS = TrainingSettings(rounds=2, boards=3, width=4, seed=3, samples=2, epochs=1)


@pytest.fixture
def cache(own_cache: Path) -> Path:
    store.score_weights.cache_clear()
    return own_cache


TRAINED = {  # the mean lengths of two rounds and a checksum of the weights, by an implementation in plain Python
    (Shape(3, 3), 0): ([22, 103 / 3], "a43b06f8101ea931"),
    (Shape(3, 3), 0.25): ([22, 85 / 3], "752eafb847c3ae67"),
    (Shape(2, 4), 0): ([30, 131 / 3], "bfafd1eefbab1efa"),
    (Shape(2, 4), 0.25): ([30, 131 / 3], "0ae90b1ac3db8c1c"),
}


@needs_core
@pytest.mark.usefixtures("cache")
@for_each(("training_of", "expected"), TRAINED.items())
def test_training_gives_the_same_weights_on_every_machine(
    training_of: tuple[Shape, float], expected: tuple[list[float], str]
) -> None:
    shape, fine = training_of
    run = Training.begin(shape, replace(SETTINGS, fine=fine), ScoreWeights.convex(shape))
    run._train_round(None, Cancellation())
    run._train_round(None, Cancellation())
    weights = array("d", run.weights)
    if sys.byteorder == "big":
        weights.byteswap()
    assert (run.mean_lengths, sha256(weights).hexdigest()[:16]) == expected


@needs_core
def test_training_that_was_interrupted_is_resumed(cache: Path) -> None:
    shape = Shape(3, 3)
    whole = Training.begin(shape, SETTINGS).run()
    for path in cache.iterdir():
        path.unlink()

    def cancel_in_round(number: int) -> tuple[Cancellation, Callable[[training.TrainingProgress], None]]:
        cancellation = Cancellation()
        return cancellation, lambda now: cancellation.cancel() if now.round == number else None

    cancellation, progress = cancel_in_round(2)
    with pytest.raises(Stop):
        Training.begin(shape, SETTINGS).run(progress, cancellation)
    resumed = Training.begin(shape, SETTINGS)
    assert resumed.finished == 1
    is_same = resumed.run().values == whole.values
    assert is_same


@needs_core
@pytest.mark.parametrize("weight", ["nan", "inf"])
def test_a_checkpoint_with_weights_that_are_not_numbers_is_not_used(cache: Path, weight: str) -> None:
    run = Training.begin(Shape(3, 3), SETTINGS)
    facts = {"finished": 1, "mean_lengths": [20.0]}
    for value, finished in ((1.0, 1), (float(weight), 0)):
        run._checkpoint().write(array("d", [value] * len(run.weights)).tobytes(), facts)
        assert Training.begin(Shape(3, 3), SETTINGS).finished == finished


@needs_core
@pytest.mark.parametrize(
    "facts",
    [{}, {"finished": 2, "mean_lengths": [20.0]}, {"finished": 1, "mean_lengths": ["20"]}, {"finished": 1}],
    ids=str,
)
def test_a_checkpoint_with_wrong_facts_is_not_used(cache: Path, facts: dict[str, object]) -> None:
    run = Training.begin(Shape(3, 3), SETTINGS)
    run._checkpoint().write(array("d", [1.0] * len(run.weights)).tobytes(), facts)
    assert Training.begin(Shape(3, 3), SETTINGS).finished == 0


@needs_core
def test_weights_that_the_user_trained_are_used(cache: Path) -> None:
    shape = Shape(3, 3)
    run = Training.begin(shape, SETTINGS)
    weights = run.run()
    path = run.finish()
    assert list(cache.glob("*.table")) == [path]
    is_used = score_weights(shape).values == weights.symmetric().values
    assert is_used


def test_lines_are_refused() -> None:
    with pytest.raises(BoardError, match="1×5"):
        Training.begin(Shape(1, 5), SETTINGS)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_score_is_0_at_the_goal(shape: Shape) -> None:
    for blank in {0, shape.columns - 1, shape.cells // 2, shape.cells - 2, shape.cells - 1}:
        assert DisplacementScore(random_weights(shape), shape, blank)(range(shape.cells)) == 0
