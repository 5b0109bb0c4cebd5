"""Detours: the automaton against its definition, and searches that skip them against searches that do not."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from contextlib import nullcontext
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import examples
from taquin import _native
from taquin.analysis.random_boards import random_board, scrambled_board
from taquin.errors import SpecError
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.puzzle.moves import blank_targets
from taquin.puzzle.problem import Problem
from taquin.solving import native_calls
from taquin.solving.solver import Backend, solve
from taquin.tables.cache import to_bytes
from taquin.tables.detours import FORBIDDEN, PACKAGED, build, build_in_python, detours, table_file
from taquin.tables.distances import DistanceTable
from taquin.tables.storage.folder import CacheWarning
from toy import House

Walk = tuple[int, ...]


def play(shape: Shape, cell: int, moves: Walk) -> tuple[int, ...] | None:
    """The board after these moves, every tile named after its first cell; None if they leave the grid."""
    targets = blank_targets(shape)
    board = list(range(shape.cells))
    for move in moves:
        target = targets[4 * cell + move]
        if target < 0:
            return None
        board[cell], board[target] = board[target], board[cell]
        cell = target
    return tuple(board)


@cache
def first_ways(shape: Shape, cell: int) -> dict[tuple[int, ...], Walk]:
    """The shortest string to each board within six moves, of equal ones the first: all others are detours."""
    found: dict[tuple[int, ...], Walk] = {}
    for moves in (moves for size in range(7) for moves in product(range(4), repeat=size)):
        board = play(shape, cell, moves)
        if board is not None:
            found.setdefault(board, moves)
    return found


def contains_detour(shape: Shape, cell: int, moves: Walk) -> bool:
    targets = blank_targets(shape)
    for begin in range(len(moves)):
        for end in range(begin + 1, len(moves) + 1):
            board = play(shape, cell, moves[begin:end])
            assert board is not None
            if first_ways(shape, cell)[board] != moves[begin:end]:
                return True
        cell = targets[4 * cell + moves[begin]]
    return False


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(2, 3), Shape(3, 1)])
def test_automaton_forbids_what_the_definition_says(shape: Shape) -> None:
    automaton = detours(shape, 6)
    for cell in range(shape.cells):
        for size in range(1, 7):
            for moves in product(range(4), repeat=size):
                if play(shape, cell, moves) is None:
                    continue
                state = cell
                for move in moves:
                    state = FORBIDDEN if state == FORBIDDEN else automaton[4 * state + move]
                assert (state == FORBIDDEN) == contains_detour(shape, cell, moves), (cell, moves)


def test_every_board_keeps_its_first_shortest_path(corner: DistanceTable) -> None:
    """To depth 16 on the 3×3: a search that skips detours reaches every board by a shortest path."""
    automaton, space = build_in_python(Shape(3, 3), 10), Problem(corner.goal).space
    level = {(corner.goal.state, corner.goal.blank)}
    for depth in range(1, 17):
        level = {
            (child, after)
            for state, walk in level
            for move, child in space.successors(state)
            if (after := automaton[4 * walk + move]) != FORBIDDEN
        }
        assert set(corner.states_at(depth)) <= {state for state, _ in level}, depth


@examples(60, deadline=None)
@given(seed=st.integers(0, 2**32), lookback=st.integers(3, 9), moves=st.integers(0, 30))
def test_the_solution_stays_the_same(seed: int, lookback: int, moves: int) -> None:
    rng = Random(seed)
    shape = Shape(*rng.choice([(2, 2), (2, 3), (3, 3), (3, 2), (2, 4)]))
    goal = random_board(shape, rng=rng)
    problem = Problem(scrambled_board(goal, moves, rng=rng), goal)
    plain = solve(problem.start, goal, algorithm="ida_star(manhattan)", backend="python")
    avoiding = solve(problem.start, goal, algorithm=f"ida_star(manhattan, lookback={lookback})", backend="python")
    assert avoiding.solution == plain.solution
    assert avoiding.stats.expanded <= plain.stats.expanded


def test_a_lookback_of_six_saves_nodes() -> None:
    start = "8 6 7 / 2 5 4 / 3 0 1"
    plain = solve(start, algorithm="ida_star(manhattan)", backend="python")
    avoiding = solve(start, algorithm="ida_star(manhattan, lookback=6)", backend="python")
    assert avoiding.length == plain.length == 31
    assert avoiding.stats.expanded < 0.85 * plain.stats.expanded


def test_an_automaton_with_too_many_states_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    """With fewer states allowed than usual: in Python, a table that is too large takes minutes to build."""
    monkeypatch.setattr("taquin.tables.detours.FORBIDDEN", 100)
    with pytest.raises(SpecError, match="a lookback of 8 moves needs too large a table on 3×4"):
        build_in_python(Shape(3, 4), 8)


@pytest.mark.slow
@pytest.mark.skipif(not _native.is_available(), reason="the native core is not built")
def test_the_core_refuses_an_automaton_with_too_many_states() -> None:
    big = random_board(Shape(5, 6), rng=Random(1))
    with pytest.raises(SpecError, match="a lookback of 12 moves needs too large a table on 5×6"):
        solve(big, big, algorithm="ida_star(manhattan, lookback=12)", backend="native")


def test_a_lookback_on_other_spaces_raises() -> None:
    from taquin.algorithms.linear_memory import ida_star
    from taquin.heuristics.base import NoEstimate
    from taquin.run.run import Run

    with pytest.raises(SpecError, match="only for single moves of tiles"):
        ida_star(House(), Run(), NoEstimate(), lookback=6)


# Stored tables


@pytest.mark.parametrize(("shape", "length"), PACKAGED)
def test_package_data_equals_a_fresh_build(shape: Shape, length: int) -> None:
    assert detours(shape, length) == build(shape, length)


@pytest.fixture
def built(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[Shape, int]]]:
    """The tables that are built, in an empty cache folder."""
    found: list[tuple[Shape, int]] = []

    def count(shape: Shape, length: int) -> array[int]:
        found.append((shape, length))
        return build(shape, length)

    monkeypatch.setattr("taquin.tables.detours.build", count)
    detours.cache_clear()
    yield found
    detours.cache_clear()


def test_a_table_is_stored_and_opened(built: list[tuple[Shape, int]], own_cache: Path) -> None:
    shape, path = Shape(2, 4), own_cache / "detours-2x4-10.table"
    expected = build_in_python(shape, 10)
    for damage, count in ((False, 1), (False, 1), (True, 2), (False, 2)):  # a damaged file is replaced
        detours.cache_clear()
        if damage:
            path.write_bytes(path.read_bytes()[:-1] + b"x")
        with pytest.warns(CacheWarning, match="checksum is wrong") if damage else nullcontext():
            assert detours(shape, 10) == expected
        assert len(built) == count


def test_a_stored_table_that_is_no_automaton_is_built_again(built: list[tuple[Shape, int]]) -> None:
    """Its checksum is right. Searches with it would fail, or miss shortest solutions."""
    shape = Shape(2, 4)
    good = build_in_python(shape, 10)
    legal = next(index for index, state in enumerate(good) if state != FORBIDDEN)
    shifted = array("H", [state if state == FORBIDDEN else (state + 1) % (len(good) // 4) for state in good])
    unreachable = array("H", [*good, *[FORBIDDEN] * 4])
    beyond = array("H", [*good[:legal], len(good) // 4, *good[legal + 1 :]])
    for forged in (array("H", bytes(800)), shifted, unreachable, beyond):
        table_file(shape, 10).write(to_bytes(forged), {})
        detours.cache_clear()
        with pytest.warns(CacheWarning, match="not written by Taquin"):
            assert detours(shape, 10) == good
        detours.cache_clear()
        assert detours(shape, 10) == good  # the file was replaced
    assert built == [(shape, 10)] * 4


@pytest.mark.parametrize("backend", ["python", "native"])
@pytest.mark.usefixtures("built")
def test_a_search_with_a_forged_table_is_right(backend: Backend) -> None:
    if backend == "native" and not _native.is_available():
        pytest.skip(_native.describe())
    table_file(Shape(2, 4), 10).write(bytes(800), {})
    native_calls.make_detours.cache_clear()
    with pytest.warns(CacheWarning, match="not written by Taquin"):
        result = solve("1 2 3 4 / 5 0 6 7", algorithm="ida_star(manhattan, lookback=10)", backend=backend)
    assert result.length == solve("1 2 3 4 / 5 0 6 7", algorithm="bfs").length
    native_calls.make_detours.cache_clear()


def test_short_tables_are_not_stored(built: list[tuple[Shape, int]], own_cache: Path) -> None:
    detours(Shape(2, 2), 6)
    assert (built, list(own_cache.iterdir())) == ([(Shape(2, 2), 6)], [])


@pytest.mark.skipif(not _native.is_available(), reason=_native.describe())
def test_the_core_refuses_tables_that_are_no_automaton() -> None:
    core: Any = _native.load()
    shape = Shape(2, 3)
    grid = core.Grid(blank_targets(shape))
    good = array("H", build_in_python(shape, 8))
    assert core.Detours(grid, good).following == good.tobytes()

    def changed(index: int, value: int) -> array[int]:
        table = good[:]
        table[index] = value
        return table

    off_the_grid = good.index(FORBIDDEN)
    legal = next(index for index, state in enumerate(good) if state != FORBIDDEN)
    bad = [good[:-1], good[:4], good[:0], changed(legal, len(good)), changed(off_the_grid, 0), changed(legal, 0)]
    for table in [*bad, array("H", [*good, *[FORBIDDEN] * 4])]:  # the last one has a state that is not reached
        with pytest.raises(ValueError, match="expected"):
            core.Detours(grid, table)
    for wrong in (good.tobytes(), list(good), None):
        with pytest.raises(TypeError):
            core.Detours(grid, wrong)


@pytest.mark.parametrize(
    "shape", [Shape(2, 65), Shape(1, 200), pytest.param(Shape(17, 17), marks=pytest.mark.slow)], ids=str
)
def test_boards_that_the_core_does_not_take(shape: Shape) -> None:
    """Over 128 cells the core has no table, and over 256 cells a state is no longer bytes."""
    board = scrambled_board(standard(shape), 9, rng=Random(1))
    plain = solve(board, algorithm="ida_star(manhattan)")
    pruned = solve(board, algorithm="ida_star(manhattan, lookback=6)")
    assert (pruned.solution, pruned.quality) == (plain.solution, plain.quality)


def test_lookback_of_two_is_the_textbook() -> None:
    start = "8 1 3 / 4 0 2 / 7 6 5"
    assert (
        solve(start, algorithm="ida_star(manhattan, lookback=2)").stats
        == solve(start, algorithm="ida_star(manhattan)").stats
    )
