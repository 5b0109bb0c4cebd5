"""No loop without asking: every constructor, table builder and search checks its limits, and does so often.

How often is measured in lines of Python from one look at the clock to the next, and the clock advances with every look:
no result depends on the speed of the machine.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest

from taquin import _native
from taquin.analysis.random_boards import random_board
from taquin.errors import BackendError, BoardError, HeuristicError, SpecError
from taquin.heuristics import walking_distance
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import make_goal
from taquin.puzzle.moves import Move, blank_targets
from taquin.puzzle.problem import Problem
from taquin.run.budget import Stop
from taquin.run.limits import Limits, limits_checked_by
from taquin.run.result import Result, Status
from taquin.run.run import Run
from taquin.solving import native_calls
from taquin.solving.registry import ALGORITHMS, HEURISTICS, AlgorithmSpec, HeuristicSpec
from taquin.solving.solver import solve
from taquin.tables import detours, slide_databases
from taquin.tables.distances import DistanceTable
from taquin.tables.pdb import store
from taquin.tables.pdb.build import build, build_in_python
from taquin.tables.pdb.pattern import Pattern
from taquin.tables.slide_databases import slide_patterns

COUNTING = "TAQUIN_COUNT_LINES"
LINES, LINES_PER_CELL = 100_000, 40
"""The most lines of Python from one look at the clock to the next: 10 ms or so, and as long for every 2,500 cells."""

SHAPES = ("3x3", "2x6", "3x5", "8x8", "100x100")

needs_core = pytest.mark.skipif(not _native.is_available(), reason="the native core is not built")


class Lines:
    """A clock that goes 10 ms with every look, and counts the lines between two looks."""

    def __init__(self) -> None:
        self.looks = self.count = 0
        self.most = LINES

    def look(self) -> float:
        self.count = 0
        self.looks += 1
        return self.looks / 100

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count lines, in a process of its own: CPython 3.11 may hang when code that ran before is traced."""
        if COUNTING not in os.environ:
            yield
            return
        before = sys.gettrace()
        sys.settrace(self._trace)
        try:
            yield
        finally:
            sys.settrace(before)

    def _trace(self, frame: FrameType, event: str, argument: object) -> Any:
        if not self.looks:
            return None  # the run has not begun
        if event == "line":
            self.count += 1
            assert self.count <= self.most, f"{frame.f_code.co_filename}, line {frame.f_lineno}: no look at the clock"
        return self._trace


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Lines:
    found = Lines()
    monkeypatch.setattr("taquin.run.budget.perf_counter", found.look)
    return found


@pytest.fixture(autouse=True)
def nothing_is_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table has to be built."""
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    for cached in (
        walking_distance.walking_table,
        walking_distance.walking_graph,
        detours.detours,
        native_calls.make_detours,
        store._obtain,
    ):
        cached.cache_clear()


@lru_cache
def problem(shape: str) -> Problem:
    found = Problem(random_board(Shape(*map(int, shape.split("x"))), rng=Random(1)))
    assert found.is_solvable
    assert found.space.start == found.start.state  # the tables of moves are there
    return found


def ends_promptly(lines: Lines, shape: str, method: str, limits: Limits, backend: str = "python") -> Result | None:
    """The result; None if the method is not defined on this shape, which is found out as soon."""
    lines.most = LINES + LINES_PER_CELL * problem(shape).shape.cells
    with lines.counted():
        try:
            return solve(problem(shape), algorithm=method, limits=limits, backend=backend)  # type: ignore[arg-type]
        except (BackendError, HeuristicError, SpecError):
            return None


def text(spec: HeuristicSpec) -> str:
    return f"{spec.key}(manhattan, gaschnig)" if spec.takes_parts else spec.key


def method_text(spec: AlgorithmSpec) -> str:
    return f"{spec.key}(inversion_distance)" if spec.uses_heuristic else spec.key


@pytest.mark.slow
@pytest.mark.skipif(COUNTING in os.environ, reason="this is the process that counts")
def test_lines_are_counted() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", __file__]
    done = subprocess.run(command, env={**os.environ, COUNTING: "1"}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]


# Methods -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", ["4x4", "100x100"])
@pytest.mark.parametrize("spec", ALGORITHMS, ids=lambda spec: spec.key)
def test_every_algorithm_in_python(lines: Lines, spec: AlgorithmSpec, shape: str) -> None:
    result = ends_promptly(lines, shape, method_text(spec), Limits(time=0))
    assert result is not None
    assert (result.status, result.stats.expanded) == (Status.LIMIT, 0)
    result = ends_promptly(lines, shape, method_text(spec), Limits(time=0.03))
    assert result is not None
    assert result.status in (Status.LIMIT, Status.STUCK)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("spec", HEURISTICS, ids=lambda spec: spec.key)
def test_every_heuristic_in_python(lines: Lines, spec: HeuristicSpec, shape: str) -> None:
    result = ends_promptly(lines, shape, f"astar({text(spec)})", Limits(time=0.03))
    assert result is None or result.status is Status.LIMIT
    assert lines.looks <= 10


@needs_core
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("limits", [Limits(time=0), Limits(time=0, memory=1)], ids=["time", "memory"])
def test_every_method_on_the_core(lines: Lines, shape: str, limits: Limits) -> None:
    methods = [spec.key for spec in ALGORITHMS if spec.native is not None]
    methods += [f"{name}({text(spec)})" for name in ("ida_star", "astar") for spec in HEURISTICS if spec.native]
    methods += [f"ida_star(manhattan, lookback={lookback}, threads=2)" for lookback in (10, 14)]
    for method in methods:
        result = ends_promptly(lines, shape, method, limits, backend="native")
        assert result is None or (result.status, result.stats.expanded) == (Status.LIMIT, 0), method


@needs_core
def test_the_core_asks_again_and_again_while_it_builds_an_automaton() -> None:
    """If it asked only at the beginning, it would continue for a minute and take gigabytes."""
    core: Any = _native.load()
    grid = core.Grid(blank_targets(Shape(8, 8)))
    asked: list[tuple[int, int]] = []

    def should_stop(walks: int, memory: int) -> bool:
        asked.append((walks, memory))
        return len(asked) == 5

    assert core.build_detours(grid, 14, should_stop) is None
    assert len(asked) == 5
    assert asked == sorted(asked)
    assert asked[-1][0] > asked[0][0]


# Tables ------------------------------------------------------------------------------------------------------------


def goal(shape: str) -> Board:
    return make_goal(None, shape)


PATTERN = Pattern(Shape(4, 4), blank=0, homes=(1, 2, 3, 4, 5))
TABLES: dict[str, Callable[[], object]] = {
    "walking distance of 2x6": lambda: walking_distance.WalkingDistance(goal("2x6")),
    "walking distance of 3x5": lambda: walking_distance.WalkingDistance(goal("3x5")),
    "walks of 2x6 for the core": lambda: walking_distance.walking_graph(6, 2, 0),
    "detours of 10x10": lambda: detours.build_in_python(Shape(10, 10), 12),
    "distances in Python": lambda: DistanceTable(goal("3x3"), backend="python"),
    "database in Python": lambda: build_in_python(PATTERN),
    "distances on the core": lambda: DistanceTable(goal("2x5")),
    "slides in Python": lambda: DistanceTable(goal("3x3"), backend="python", metric="slides"),
    "slides on the core": lambda: DistanceTable(goal("2x5"), metric="slides"),
    "database for slides on the core": lambda: slide_databases._build(slide_patterns(Shape(3, 5), 0)[0]),
    "distances of 3x4 on the core": lambda: DistanceTable(goal("3x4")),
    "database on the core": lambda: build(PATTERN),
    "detours of 8x8 on the core": lambda: native_calls.make_detours(Shape(8, 8), 12, tuple(Move)),
}
SOON = ("distances on the core", "database on the core", "slides on the core")
each_table = pytest.mark.parametrize("name", TABLES)


def make(name: str) -> object:
    if "core" in name and not _native.is_available():
        pytest.skip("the native core is not built")
    return TABLES[name]()


@each_table
def test_every_table_is_built_under_limits(lines: Lines, name: str) -> None:
    """Ten looks at the clock, and the time is over. What the core builds soon has one look, before it begins."""
    run = Run(Limits(time=0.005 if name in SOON else 0.1))
    with lines.counted(), limits_checked_by(run.check), pytest.raises(Stop, match="the time limit"):
        make(name)


@each_table
def test_no_table_is_built_beyond_the_memory_limit(name: str) -> None:
    limit = 200_000
    tracemalloc.start()
    try:
        with limits_checked_by(Run(Limits(memory=limit)).check), pytest.raises(Stop, match="the memory limit"):
            make(name)
        assert tracemalloc.get_traced_memory()[1] < 20 * limit
    finally:
        tracemalloc.stop()


# Values of all kinds -------------------------------------------------------------------------------------------------


def test_a_stop_is_not_swallowed_by_a_function_that_catches_errors() -> None:
    calls = 0

    def careless(board: Board) -> float:
        nonlocal calls
        calls += 1
        try:
            return walking_distance.WalkingDistance(goal("2x6"))(board.state)
        except Exception:  # noqa: BLE001 - what a careless user writes
            return 0

    result = solve(problem("2x6"), algorithm="astar", heuristic=careless, time=0)
    assert (result.status, calls) == (Status.LIMIT, 1)


@pytest.mark.parametrize("shape", ["3x3", "10x10"])
@pytest.mark.parametrize("lookback", [6, 14])
def test_detours_in_python(lines: Lines, lookback: int, shape: str) -> None:
    result = ends_promptly(lines, shape, f"ida_star(manhattan, lookback={lookback})", Limits(time=0.03))
    assert result is None or result.status is Status.LIMIT


@needs_core
def test_an_exception_ends_building_an_automaton() -> None:
    core: Any = _native.load()

    def should_stop(walks: int, memory: int) -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        core.build_detours(core.Grid(blank_targets(Shape(8, 8))), 14, should_stop)


def test_too_large_boards_are_refused_at_once() -> None:
    with pytest.raises(BoardError, match="too large"):
        DistanceTable(goal("4x4"))
