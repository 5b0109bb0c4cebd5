"""The native searches that store nodes against the reference: same moves, same counters, same events."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import ceil
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amounts import examples
from pairwise import all_pairs
from taquin import _native
from taquin.algorithms.best_first import TIE_BREAKS, best_first
from taquin.algorithms.breadth_first import bfs, bidirectional
from taquin.analysis.random_boards import random_board, scrambled_board
from taquin.heuristics.base import Blind, Heuristic
from taquin.heuristics.linear_conflict import LinearConflict
from taquin.heuristics.manhattan import Manhattan
from taquin.heuristics.maximum import Maximum
from taquin.heuristics.pattern_database import PatternDatabases
from taquin.heuristics.tile_sum import Misplaced, TileSum
from taquin.heuristics.walking_distance import WalkingDistance
from taquin.puzzle.board import Board, State
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import blank_targets
from taquin.puzzle.problem import Problem
from taquin.run.execution import execute
from taquin.run.limits import Limits
from taquin.run.result import Outcome, Status
from taquin.run.run import Run
from taquin.solving.native_heuristics import convert_heuristic, for_stored_nodes
from taquin.solving.native_runs import _replay
from taquin.trace.events import Event
from taquin.trace.recorder import Recorder

pytestmark = pytest.mark.skipif(not hasattr(_native.load(), "best_first"), reason=_native.describe())

NO_LIMIT = 2**64 - 1
NO_DEPTH = 2**30
CAP = 10_000
WEIGHTS = [(1, 0), (0, 1), (1, 1), (1, 2), (1, 5), (1, 1.5), (1, 1.1), (1, 7 / 3), (1, 1e6), (2, 3), (0, 0), (0, 0.7)]
LINES = [(1, 2), (1, 5), (6, 1)]
SHAPES = [*LINES, (2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (2, 5), (3, 4), (4, 3), (4, 4), (3, 6), (5, 5)]


class Summed(TileSum):
    """Any sum of per-tile entries."""

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        self.entries = self.tables()

    def __call__(self, state: State) -> int:
        return sum(self.entries[tile][cell] for cell, tile in enumerate(state))


class Steep(Summed):
    """Three for every row and one for every column: inadmissible and inconsistent, so that nodes are reopened."""

    def cost(self, rows: int, columns: int) -> int:
        return 3 * rows + columns


class Gappy(Summed):
    """Far tiles count, near ones do not: admissible and inconsistent, so that A* reopens nodes too."""

    def cost(self, rows: int, columns: int) -> int:
        return rows + columns if rows + columns > 1 else 0


class NativeBlind(TileSum):
    """The core's form of ``Blind``."""

    def cost(self, rows: int, columns: int) -> int:
        return 0


class Databases(PatternDatabases):
    """Patterns of three tiles, which are built at once for every goal. Inconsistent."""

    def __init__(self, goal: Board, symmetry: bool = True) -> None:
        tiles = len(goal) - 1
        sizes = [min(3, tiles - first) for first in range(0, tiles, 3)]
        super().__init__(goal, partition="-".join(map(str, sizes)), symmetry=symmetry)


class RankedDatabases(Databases):
    """The same in the order of ``RankedIndex``, which the core uses for large tables, and without the mirror."""

    def __init__(self, goal: Board) -> None:
        super().__init__(goal, symmetry=False)

    def tables(self) -> Any:
        ranked = ((bytes(database.tiles), database.entries, bytes(database.cells)) for database in self.databases)
        return tuple(ranked), None, False


class Largest(Maximum):
    """The maximum of one heuristic of each kind, some inconsistent."""

    def __init__(self, goal: Board) -> None:
        inner = Maximum([Databases(goal), WalkingDistance(goal)])
        super().__init__([Gappy(goal), inner, LinearConflict(goal), WalkingDistance(goal)])


class LargestOfSums(Maximum):
    """A maximum without a walking distance."""

    def __init__(self, goal: Board) -> None:
        super().__init__([Steep(goal), Manhattan(goal), RankedDatabases(goal)])


HEURISTICS = [Blind, Misplaced, Manhattan, LinearConflict, WalkingDistance, Steep, Gappy]
COMPUTED_FROM_BOARDS = [Databases, RankedDatabases, Largest, LargestOfSums]


def core() -> Any:
    return _native.load()


def on_core(problem: Problem, limits: Limits, search: Callable[..., dict[str, Any]], **options: Any) -> Any:
    """Run a search of the core; return its outcome and its events in the form of the reference."""
    recorder = Recorder(cap=CAP)
    run = Run(limits=limits, observer=recorder)

    def finish() -> Outcome:
        found = search(
            core().Grid(blank_targets(problem.shape)),
            problem.start.state,
            problem.goal.state,
            node_limit=NO_LIMIT if limits.nodes is None else limits.nodes,
            depth_limit=NO_DEPTH if limits.depth is None else limits.depth,
            event_cap=CAP + 1,
            should_stop=None,
            **options,
        )
        run.adopt(found["counters"], found["iterations"], found["lower_bound"], is_depth_limited=found["is_depth_cut"])
        _replay(found["events"], recorder)
        if found["status"] == 0:
            return run.solved(found["moves"])
        if found["status"] == 1:
            return run.exhausted(is_complete=options.get("weight_g", 1) > 0)
        run.poll()  # raises: the limit of nodes is reached
        raise AssertionError(found["status"])

    return execute(finish, run, dict), recorder.trace().events, recorder.is_truncated


def on_reference(limits: Limits, search: Callable[[Run], Outcome]) -> tuple[Outcome, tuple[Event, ...], bool]:
    recorder = Recorder(cap=CAP)
    run = Run(limits=limits, observer=recorder)
    outcome = execute(lambda: search(run), run, dict)
    return outcome, recorder.trace().events, recorder.is_truncated


def assert_same(native: Any, python: Any) -> None:
    (outcome, events, truncated), (expected, expected_events, expected_truncated) = native, python
    assert (outcome.status, outcome.reason, outcome.moves) == (expected.status, expected.reason, expected.moves)
    assert outcome.stats == expected.stats
    assert outcome.lower_bound == ceil(expected.lower_bound - 1e-9)  # as `solve` rounds it
    assert events == expected_events
    assert truncated == expected_truncated


def compare_best_first(
    problem: Problem, kind: type[Heuristic], weights: tuple[int, float], tie_break: str, limits: Limits
) -> Outcome:
    weight_g, weight_h = weights
    heuristic = kind(problem.goal)
    form = NativeBlind(problem.goal) if kind is Blind else heuristic
    grid = core().Grid(blank_targets(problem.shape))
    native = on_core(
        problem,
        limits,
        core().best_first,
        heuristic=for_stored_nodes(core(), grid, convert_heuristic(core(), grid, problem, form)),
        weight_g=weight_g,
        weight_h=weight_h,
        tie_break=tie_break,
    )
    python = on_reference(
        limits,
        lambda run: best_first(
            problem.space, run, heuristic, weight_g=weight_g, weight_h=weight_h, tie_break=tie_break
        ),
    )
    assert_same(native, python)
    return python[0]


def has_form(kind: type[Heuristic], shape: Shape) -> bool:
    """Whether the core has a form of this heuristic for boards of this shape."""
    if kind is LinearConflict:
        return max(shape.rows, shape.columns) <= 5
    return kind not in {WalkingDistance, Largest} or (not shape.is_line and shape.cells <= 16)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """A random goal and a start near it, or any start on a small board, which may be unsolvable."""
    shape = Shape(*draw(st.sampled_from(SHAPES)))
    rng = Random(draw(st.integers(0, 2**32)))
    goal = random_board(shape, rng=rng)
    if shape.cells <= 6 and draw(st.booleans()):
        return Problem(Board(rng.sample(range(shape.cells), shape.cells), shape), goal)
    return Problem(scrambled_board(goal, draw(st.integers(0, 20)), rng=rng), goal)


@st.composite
def some_limits(draw: st.DrawFn) -> Limits:
    nodes = draw(st.one_of(st.just(2_000), st.integers(0, 300)))
    depth = draw(st.one_of(st.none(), st.none(), st.integers(0, 16)))
    return Limits(nodes=nodes, depth=depth)


@examples(500, derandomize=True)
@given(
    problem=problems(),
    kind=st.sampled_from(HEURISTICS),
    weights=st.sampled_from(WEIGHTS),
    tie_break=st.sampled_from(sorted(TIE_BREAKS)),
    limits=some_limits(),
)
def test_best_first_equals_the_reference(
    problem: Problem, kind: type[Heuristic], weights: tuple[int, float], tie_break: str, limits: Limits
) -> None:
    if has_form(kind, problem.shape):
        compare_best_first(problem, kind, weights, tie_break, limits)


@examples(100, derandomize=True)
@given(
    problem=problems(),
    kind=st.sampled_from(COMPUTED_FROM_BOARDS),
    weights=st.sampled_from(WEIGHTS),
    tie_break=st.sampled_from(sorted(TIE_BREAKS)),
    limits=some_limits(),
)
def test_databases_and_maxima_equal_the_reference(
    problem: Problem, kind: type[Heuristic], weights: tuple[int, float], tie_break: str, limits: Limits
) -> None:
    if has_form(kind, problem.shape):
        compare_best_first(problem, kind, weights, tie_break, limits)


@examples(150, derandomize=True)
@given(problem=problems(), limits=some_limits())
def test_breadth_first_equals_the_reference(problem: Problem, limits: Limits) -> None:
    native = on_core(problem, limits, core().breadth_first)
    assert_same(native, on_reference(limits, lambda run: bfs(problem.space, run)))


@examples(150, derandomize=True)
@given(problem=problems(), limits=some_limits())
def test_bidirectional_equals_the_reference(problem: Problem, limits: Limits) -> None:
    native = on_core(problem, limits, core().bidirectional)
    assert_same(native, on_reference(limits, lambda run: bidirectional(problem.space, run)))


HARDEST = Problem("8 6 7 / 2 5 4 / 3 0 1")  # 31 moves


LONG_KINDS = (Manhattan, Gappy, *COMPUTED_FROM_BOARDS)
LONG_WEIGHTS = ((1, 1), (1, 1.3), (1, 3), (0, 1))
PAIRS = all_pairs(LONG_KINDS[:2], LONG_WEIGHTS, sorted(TIE_BREAKS))


@pytest.mark.parametrize(
    ("kind", "weights", "tie_break"),
    [
        pytest.param(
            *case, id=f"{case[0].__name__}-{case[1]}-{case[2]}", marks=() if case in PAIRS else pytest.mark.slow
        )
        for case in product(LONG_KINDS, LONG_WEIGHTS, sorted(TIE_BREAKS))
    ],
)
def test_long_runs_equal_the_reference(kind: type[Heuristic], weights: tuple[int, float], tie_break: str) -> None:
    compare_best_first(HARDEST, kind, weights, tie_break, Limits(depth=60))


@pytest.mark.slow
def test_a_breadth_first_search_to_the_farthest_board_equals_the_reference() -> None:
    limits = Limits()
    native = on_core(HARDEST, limits, core().breadth_first)
    assert_same(native, on_reference(limits, lambda run: bfs(HARDEST.space, run)))


def test_runs_over_a_whole_space_equal_the_reference() -> None:
    limits = Limits()
    beyond_reach = Problem("1 2 3 4 / 5 7 6 0")
    native = on_core(beyond_reach, limits, core().breadth_first)
    assert_same(native, on_reference(limits, lambda run: bfs(beyond_reach.space, run)))
    for weights in [(1, 0), (0, 1), (1, 1.5)]:
        assert compare_best_first(beyond_reach, Steep, weights, "low-h", limits).status is Status.UNSOLVABLE
    native = on_core(beyond_reach, limits, core().bidirectional)
    assert_same(native, on_reference(limits, lambda run: bidirectional(beyond_reach.space, run)))


def test_the_heuristics_above_cause_reopening() -> None:
    outcome = compare_best_first(HARDEST, Gappy, (1, 1.3), "fifo", Limits())
    assert outcome.stats.reopened > 100
    outcome = compare_best_first(Problem("8 6 7 / 2 5 4 / 3 0 1"), Databases, (1, 1.3), "fifo", Limits())
    assert outcome.stats.reopened > 0


@pytest.mark.slow
def test_a_depth_beyond_16_bits() -> None:
    """Greedy search with h = 0 and the newest node first goes as deep as there are states."""
    outcome = compare_best_first(Problem("1 2 3 / 4 5 6 / 8 7 0"), Blind, (0, 1), "lifo", Limits())
    assert outcome.stats.max_depth > 2**16


KORF = [  # R. E. Korf, Artificial Intelligence 27, 1985
    ("14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", 45),
    ("13 8 14 3 9 1 0 7 15 5 4 10 12 2 6 11", 41),
]


@pytest.mark.parametrize(("board", "length"), KORF)
@pytest.mark.parametrize("kind", [Manhattan, LinearConflict, WalkingDistance, PatternDatabases])
def test_published_lengths(board: str, length: int, kind: type[Heuristic]) -> None:
    problem = Problem(board, "blank-first")
    grid = core().Grid(blank_targets(problem.shape))
    heuristic = for_stored_nodes(core(), grid, convert_heuristic(core(), grid, problem, kind(problem.goal)))
    options = {"heuristic": heuristic, "weight_g": 1, "weight_h": 1, "tie_break": "fifo"}
    outcome = on_core(problem, Limits(), core().best_first, **options)[0]
    assert len(outcome.moves) == outcome.lower_bound == length
