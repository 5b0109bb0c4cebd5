"""Native distance tables: compared with the reference, with invalid arguments, interrupted, and as files."""

from __future__ import annotations

import os
import signal
from array import array
from functools import cache
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import pytest

from taquin import _native
from taquin.analysis.random_boards import random_board
from taquin.errors import BackendError
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.puzzle.moves import blank_targets
from taquin.tables.distances import DistanceTable
from taquin.tables.ranked_distances import RankedDistances
from taquin.tables.symmetry import StateRanking, standard_form
from waiting import PATIENCE

pytestmark = pytest.mark.skipif("distance_table" not in _native.capabilities(), reason=_native.describe())

SIZES = ["2x3", "3x2", "4x2", "3x3"]


def core() -> Any:
    return _native.load()


@cache
def ranking(size: str = "3x3", blank: int = 0) -> Any:
    return core().StateRanking(core().Grid(blank_targets(Shape.parse(size))), blank)


# The reference


@pytest.mark.parametrize(
    "size", [pytest.param(size, marks=[pytest.mark.slow] if size == "3x3" else []) for size in SIZES]
)
def test_both_backends_build_the_same_table(size: str) -> None:
    shape = Shape.parse(size)
    rng = Random(size)
    for _ in range(1 if shape.cells > 8 else 3):
        goal = random_board(shape, rng=rng)
        goal = rng.choice([goal, goal.swapped(1, 2)])
        native, python = DistanceTable(goal, backend="native"), DistanceTable(goal, backend="python")
        assert (native.backend, python.backend) == ("native", "python")
        assert native.counts == python.counts
        assert (len(native), native.radius, native.mean) == (len(python), python.radius, python.mean)
        for depth in range(python.radius + 1):
            states = python.states_at(depth)
            assert native.states_at(depth) == states
            assert {native.get(state) for state in states} == {depth}
        for _ in range(50):
            board = random_board(shape, goal, rng=rng)
            assert native.best_moves(board) == python.best_moves(board)
            assert native.get(board.swapped(1, 2)) is python.get(board.swapped(1, 2)) is None


def test_invalid_states_have_no_rank() -> None:
    numbers = StateRanking(standard(Shape(2, 3)))
    for state in (b"", bytes(6), bytes([1, 2, 3, 4, 5]), bytes([1, 2, 3, 4, 5, 6]), bytes([0, 1, 2, 3, 4, 255])):
        assert numbers.rank(state) is None


def test_goals_share_standard_forms() -> None:
    for shapes, expected in ((("3x4", "4x3"), 4), (("2x6", "6x2"), 3), (("3x3",), 3), (("2x5", "5x2"), 3)):
        forms = set()
        for shape in map(Shape.parse, shapes):
            for blank in range(shape.cells):
                form = standard_form(shape, blank)
                assert form.cells[form.blank] == blank
                forms.add((form.shape, form.blank))
        assert len(forms) == expected


def test_10_cells() -> None:
    table = DistanceTable(standard(Shape(5, 2)))
    assert len(table) == 1_814_400
    assert table.radius == 55  # sequence A151944 of the OEIS
    rng = Random(1)
    for _ in range(300):
        board = random_board(table.goal.shape, rng=rng)
        distance = table.distance(board)
        assert distance == 1 + min(table.distance(board.play(move)) for move in board.moves())
    assert all(table.distance(state) == 55 for state in table.states_at(55))


def test_the_table_does_not_depend_on_threads() -> None:
    tables = []
    for threads in (1, 2, 5):
        table = bytearray(len(ranking("2x5", 3)))
        assert sum(core().fill_distances(ranking("2x5", 3), table, threads, None)) == len(table)
        tables.append(bytes(table))
    assert tables[0] == tables[1] == tables[2]


@pytest.mark.slow
def test_12_cells(own_cache: Path) -> None:
    reported: list[int] = []
    table = DistanceTable(standard(Shape(3, 4)), listener=lambda done, total: reported.append(done))
    assert len(table) == 239_500_800
    assert (table.radius, table.counts[53]) == (53, 18)  # published: R. E. Korf
    assert table.counts[:12] == (1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781, 1392)
    assert reported == sorted(reported)
    assert [path.name for path in own_cache.glob("d*")] == ["distances-3x4-blank-0.table"]
    assert next(own_cache.glob("d*")).stat().st_size < 300e6
    assert list(table.states_at(53)) == sorted(set(table.states_at(53)))
    assert bytes(table.state_at(36, 0)) < bytes(table.state_at(36, table.counts[36] - 1))
    assert DistanceTable(standard(Shape(4, 3))).counts == table.counts  # from the same file


# Wrong arguments


def test_a_grid_that_does_not_reach_all_states_is_refused() -> None:
    targets = blank_targets(Shape(2, 4))[:]
    for cell in range(1, 4):  # a single connection between the rows: tiles keep their cyclic order
        targets[4 * cell + 1] = targets[4 * (cell + 4)] = -1
    ring = core().StateRanking(core().Grid(targets), 0)
    with pytest.raises(ValueError, match="all states can reach"):
        core().fill_distances(ring, bytearray(len(ring)), 1, None)


def test_filling_with_wrong_arguments() -> None:
    """A table that is short, empty, read-only, signed, of 16 bits or missing, and wrong numbers of threads."""
    size = 181_440
    wrong = (bytearray(size - 1), bytearray(0), bytes(size), array("b", bytes(size)), array("H", bytes(2 * size)), None)
    for table in wrong:
        with pytest.raises((ValueError, TypeError)):
            core().fill_distances(ranking(), table, 1, None)
    for threads in (0, -1, 257):
        with pytest.raises(ValueError, match="1 to 256 threads"):
            core().fill_distances(ranking(), bytearray(size), threads, None)


def test_unsupported_shapes() -> None:
    for shape in (Shape(2, 2), Shape(1, 9), Shape(4, 4)):
        with pytest.raises(BackendError, match="supports 6 to 12 cells, with at least two rows"):
            DistanceTable(standard(shape), backend="native")


# Stopping


def test_ctrl_c_stops_the_build() -> None:
    reported: list[tuple[int, int]] = []
    has_begun = Event()

    def listen(done: int, total: int) -> None:
        reported.append((done, total))
        has_begun.set()

    def interrupt() -> None:
        assert has_begun.wait(PATIENCE)
        os.kill(os.getpid(), signal.SIGINT)

    interrupting = Thread(target=interrupt)
    interrupting.start()
    with pytest.raises(KeyboardInterrupt):
        RankedDistances(standard(Shape(3, 4)), listener=listen, is_stored=False)
    interrupting.join()
    assert all(done < total for done, total in reported)


def test_the_callback_stops_the_build() -> None:
    table = bytearray(len(ranking("2x5")))
    calls: list[tuple[int, int]] = []

    def should_stop(distance: int, reached: int) -> bool:
        calls.append((distance, reached))
        return len(calls) == 2

    big = ranking("3x4")
    assert core().fill_distances(big, memoryview(bytearray(len(big))), 2, should_stop) is None
    assert len(calls) == 2
    assert calls[0] <= calls[1]
    assert core().fill_distances(ranking("2x5"), table, 2, lambda distance, reached: False) is not None


@pytest.mark.parametrize("size", ["2x3", "3x2", "2x4"])
def test_ranks_number_the_states_that_can_reach_the_goal(size: str) -> None:
    goal = random_board(Shape.parse(size), rng=Random(size))
    numbers, table = StateRanking(goal), DistanceTable(goal, backend="python")
    states = [state for depth in range(table.radius + 1) for state in table.states_at(depth)]
    assert {numbers.rank(state) for state in states} == set(range(len(numbers)))
    assert numbers.rank(goal.swapped(1, 2).state) is None
