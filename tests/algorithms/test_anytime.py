"""Anytime solving: the reference and the core find the same, and what is promised of lengths and bounds holds."""

from __future__ import annotations

from array import array
from itertools import count, product
from random import Random
from typing import Any

import pytest

from taquin import _native, random_board
from taquin.algorithms import anytime
from taquin.algorithms.anytime_schedule import Pace
from taquin.algorithms.layered_beam import BeamSettings, LayeredBeam
from taquin.algorithms.windows import Path, WindowSettings, shorten_windows
from taquin.errors import SpecError
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import Problem, TileSpace
from taquin.puzzle.slides import Metric
from taquin.run.limits import Cancellation, Limits
from taquin.run.progress import Improvement
from taquin.run.result import Counters, Quality, Status
from taquin.run.run import Run
from taquin.solving.solver import Backend, solve
from taquin.tables.distances import DistanceTable
from taquin.tables.scores.score import DisplacementScore
from taquin.tables.scores.store import score_weights
from taquin.trace.contract import Contract
from taquin.trace.recorder import Recorder

needs_core = pytest.mark.skipif(not _native.is_available(), reason=_native.describe())

SHAPES = [Shape(2, 2), Shape(2, 5), Shape(3, 3), Shape(4, 3), Shape(4, 4), Shape(5, 5)]


def walked(shape: Shape, blank: int, steps: int, seed: int) -> list[int]:
    """The numbers of the cells after a random walk of the number ``blank``."""
    random, cells, cell = Random(seed), list(range(shape.cells)), blank
    for _ in range(steps):
        there = shape.neighbour(cell, *random.choice([(-1, 0), (1, 0), (0, -1), (0, 1)]))
        if there is not None:
            cells[cell], cells[there], cell = cells[there], cells[cell], there
    return cells


def random_problem(shape: Shape, seed: int, steps: int = 300) -> Problem:
    """A random goal, and a start that it can be reached from."""
    goal = list(range(shape.cells))
    Random(seed).shuffle(goal)
    start = [goal[cell] for cell in walked(shape, goal.index(0), steps, seed)]
    return Problem(Board(start, shape), Board(goal, shape))


@needs_core
@pytest.mark.parametrize("metric", Metric)
@pytest.mark.parametrize(("shape", "width"), [*product(SHAPES, (1, 40)), (Shape(4, 4), 150)], ids=str)
def test_beams_of_the_core_are_those_of_the_reference(shape: Shape, width: int, metric: Metric) -> None:
    """Beams of more than 100 nodes estimate how many children are duplicates."""
    from taquin import _core

    for blank, longest in ((shape.cells - 1, 400), (shape.cells // 2, 30)):
        labels = bytes(walked(shape, blank, 200, width))
        weights = score_weights(shape)
        run = Run()
        settings = BeamSettings(width, longest, seed=5, metric=metric)
        expected = LayeredBeam(DisplacementScore(weights, shape, blank)).search(labels, settings, run)
        score = _core.DisplacementScore(*sides(shape), blank, *sides(shape), array("h", weights.values))
        for threads in (1, 3):
            found = _core.run_beam(
                score, labels, width, longest, 5, 0, threads, None, counts_slides=metric is Metric.SLIDES
            )
            assert (found.moves if found.status is _core.Status.SOLVED else None) == expected.moves
            assert Counters.of(found.counters) == run.counters


def test_the_nodes_of_a_constructed_solution_are_all_stored() -> None:
    run, problem = Run(), Problem("1 2 3 / 4 0 5 / 7 8 6")
    space = TileSpace(problem.start.state, problem.goal.state, problem.shape)
    path = anytime.ReferenceSteps(space, run).construct()
    assert run.counters.max_stored == len(path) + 1 == run.counters.expanded + 1


@needs_core
def test_a_pace_narrows_the_beams_of_both_alike() -> None:
    from taquin import _core

    shape, weights = Shape(4, 4), score_weights(Shape(4, 4))
    labels = bytes(walked(shape, 15, 300, 2))
    asked: list[tuple[int, int]] = []

    def pace(depth: int, stored: int) -> int:
        asked.append((depth, stored))
        return 40 if depth < 20 else 0 if depth % 5 == 0 else 7

    score = DisplacementScore(weights, shape, 15)
    run = Run()
    expected = LayeredBeam(score).search(labels, BeamSettings(30, 200, pace=pace), run)
    asked_first, asked = asked, []
    core_score = _core.DisplacementScore(4, 4, 15, 4, 4, array("h", weights.values))
    found = _core.run_beam(core_score, labels, 30, 200, 0, 0, 2, None, pace)
    assert (found.moves, asked) == (expected.moves, asked_first)
    assert Counters.of(found.counters) == run.counters
    wide = Run()
    LayeredBeam(score).search(labels, BeamSettings(30, 200), wide)
    assert run.counters.generated < wide.counters.generated


def test_the_pace_follows_the_time_that_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    run = Run()
    monkeypatch.setattr(Run, "elapsed", lambda self: now)
    pace = Pace(run, seconds=10, width=1000, longest=100)
    assert pace(1, 2) == 1000  # too early to know
    now = 1.0
    assert pace(2, 5000) == 500  # 5,000 nodes a second for 9 s and 90 wide layers
    assert pace(2, 50_000) == 1000
    now = 9.0
    assert pace(92, 36_000) == 1000
    assert pace(92, 3600) == 100  # 400 nodes a second for 1 s and 4 layers
    now = 11.0
    assert pace(99, 60_000) == 16


@pytest.mark.parametrize(
    ("problem", "width", "nodes"),
    [(random_problem(Shape(4, 4), 5, 200), 4, None), (Problem(random_board("5x5", seed=993869)), 2, 5_000)],
    ids=["beams", "windows"],
)
def test_the_trace_has_the_beams_from_the_goal_and_the_new_g_of_nodes_behind_a_window(
    problem: Problem, width: int, nodes: int | None
) -> None:
    recorder = Recorder()
    result = solve(problem, algorithm=f"anytime(width={width})", observer=recorder, nodes=nodes)
    trace = recorder.trace()
    contract = Contract(trace.header)
    for number, event in enumerate(trace.events):
        contract.check(event, number)
    assert len(trace.tree.roots) == 2
    for name in ("expanded", "generated", "duplicates", "pruned"):
        assert getattr(trace.fold(), name) == getattr(result.stats, name)
    assert trace.tree[trace.goal_nodes[0]].g == result.length


def sides(shape: Shape) -> tuple[int, int]:
    return shape.rows, shape.columns


@needs_core
@pytest.mark.parametrize("shape", [Shape(3, 3), Shape(3, 5), Shape(6, 7)], ids=str)
def test_windows_of_the_core_are_those_of_the_reference(shape: Shape) -> None:
    from taquin import _core

    problem = random_problem(shape, 3, 2000)
    moves = solve(problem, algorithm="constructive").solution.moves  # type: ignore[union-attr]
    path = Path(bytes(moves), range(1, len(moves) + 1))
    weights = score_weights(Shape(min(shape.rows, 5), min(shape.columns, 5)))
    start = list(problem.start.state)
    for first in (0, 7):
        run = Run()
        shorter = shorten_windows(shape, start, path, WindowSettings(16, first, 6, seed=3), weights, run)
        walk, trained = (array("i", start), path.moves), array("h", weights.values)
        found = _core.shorten_windows(*sides(shape), *walk, 16, first, 6, 3, *sides(weights.shape), trained, 2, None)
        assert found.moves == shorter.moves
        assert Counters.of(found.counters) == run.counters
        assert len(shorter) <= len(path)
        assert len(shorter.nodes) == len(shorter.moves)


SIDES = range(1, 13)


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        pytest.param(rows, columns, marks=() if rows == columns or rows + columns == 9 else pytest.mark.slow)
        for rows in SIDES
        for columns in SIDES
        if rows * columns > 1
    ],
)
def test_any_shape_with_a_random_goal(rows: int, columns: int) -> None:
    problem = random_problem(Shape(rows, columns), rows + columns)
    improvements: list[Improvement] = []
    result = solve(problem, algorithm="anytime(width=8)", improvement=improvements.append)
    lengths = [each.length for each in improvements]
    assert result.status is Status.SOLVED
    assert result.lower_bound <= (result.length or 0)
    assert lengths == sorted(set(lengths), reverse=True)
    assert lengths[-1] == result.length
    assert (result.quality is Quality.OPTIMAL) == (result.length == result.lower_bound)


each_backend = pytest.mark.parametrize("backend", ["python", pytest.param("native", marks=needs_core)])


@each_backend
def test_a_limit_ends_it_with_the_best_solution_so_far_if_there_is_one(backend: Backend) -> None:
    problem = random_problem(Shape(5, 5), 6)
    result = solve(problem, algorithm="anytime", nodes=2000, backend=backend)
    assert (result.status, result.quality) == (Status.SOLVED, Quality.BOUNDED)
    assert result.reason == "reached the limit of 2,000 nodes"
    result = solve(problem, algorithm="anytime", nodes=10, backend=backend)
    assert (result.status, result.stats.generated) == (Status.LIMIT, 10)


def test_the_default_time_does_not_keep_the_first_solution_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a very large board, or a slow machine, the first solution alone takes longer."""
    looks = count()
    monkeypatch.setattr("taquin.run.budget.perf_counter", lambda: 20 * next(looks))
    result = solve(random_problem(Shape(6, 6), 6), algorithm="anytime", backend="python")
    assert (result.status, result.reason) == (Status.SOLVED, "reached the time limit of 10 s")
    assert solve(random_problem(Shape(6, 6), 6), algorithm="anytime", time=10, backend="python").status is Status.LIMIT


@needs_core
@pytest.mark.parametrize(
    ("shape", "nodes"), [(Shape(3, 3), 200), (Shape(5, 5), 20_000), (Shape(14, 14), 12_000)], ids=str
)
def test_a_limit_of_nodes_is_exact_on_any_number_of_threads(shape: Shape, nodes: int) -> None:
    problem = random_problem(shape, 11)
    results = [solve(problem, algorithm=f"anytime(threads={threads})", nodes=nodes) for threads in (1, 3)]
    assert nodes <= results[0].stats.generated <= nodes + 3
    assert results[0].reason == f"reached the limit of {nodes:,} nodes"
    assert (results[0].solution, results[0].stats) == (results[1].solution, results[1].stats)


def test_an_initial_solution_is_never_lost() -> None:
    problem = random_problem(Shape(5, 5), 6)
    first = solve(problem, algorithm="anytime(width=1)")
    for limits in (Limits(time=0), Limits(nodes=1)):
        result = solve(problem, algorithm="anytime", initial=first, limits=limits)
        assert (result.status, result.length) == (Status.SOLVED, first.length)
        assert "limit" in result.reason
    for other in ("ara_star(manhattan)", "constructive"):
        with pytest.raises(SpecError, match="does not improve a given solution"):
            solve(problem, algorithm=other, initial=first)


def test_a_cancelled_run_keeps_what_it_has() -> None:
    cancellation = Cancellation()
    result = solve(
        random_problem(Shape(6, 6), 6),
        algorithm="anytime",
        cancellation=cancellation,
        improvement=lambda each: cancellation.cancel(),
    )
    assert (result.status, result.reason) == (Status.SOLVED, "cancelled")


def test_it_stops_when_the_solution_is_good_enough() -> None:
    result = solve(random_problem(Shape(6, 6), 7), algorithm="anytime(within=1000)")
    assert (result.status, result.reason, result.iterations) == (Status.SOLVED, "", ())


@each_backend
def test_a_depth_limit_is_kept_and_the_bound_is_that_of_all_solutions(backend: Backend) -> None:
    for text in ("1 5 6 0 9 / 4 7 2 8 3", "3 1 2 / 0 4 5"):
        shortest = solve(text, algorithm="astar").length
        assert shortest is not None
        for depth in (5, shortest - 2, shortest):
            result = solve(text, algorithm="anytime(width=50)", backend=backend, depth=depth)
            assert result.length == (shortest if depth >= shortest else None)
            assert result.lower_bound <= shortest


def test_a_lack_of_memory_keeps_the_best_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object, **named: object) -> None:
        raise MemoryError

    monkeypatch.setattr(anytime.ReferenceSteps, "beam", fail)
    result = solve(random_problem(Shape(4, 4), 9, 200), algorithm="anytime", backend="python")
    assert (result.status, result.reason) == (Status.SOLVED, "out of memory")


@needs_core
def test_memory_stays_within_its_limit() -> None:
    used: list[int] = []
    solve(
        random_problem(Shape(6, 6), 9),
        algorithm="anytime",
        memory="20MB",
        nodes=3_000_000,
        progress=lambda now: used.append(now.memory),
    )
    assert max(used, default=0) <= 20_000_000


@each_backend
@pytest.mark.parametrize(("size", "nodes"), [("3x3", 4000), ("3x5", 6000), ("2x20", 3000)])
def test_solutions_measured_in_slides_get_shorter_and_keep_their_bound(size: str, nodes: int, backend: Backend) -> None:
    """The last one is too long for slides in beams: only its windows are shortened."""
    start = random_board(size, seed=6)
    found: list[Improvement] = []
    result = solve(start, metric="slides", algorithm="anytime", nodes=nodes, backend=backend, improvement=found.append)
    assert result.solution is not None
    assert result.solution.end == result.goal
    assert result.length == result.solution.multi_tile_length >= result.lower_bound > 0
    lengths = [each.length for each in found]
    assert lengths == sorted(set(lengths), reverse=True)
    assert lengths[-1] == result.length
    assert all(each.metric is Metric.SLIDES and each.lower_bound <= each.length for each in found)
    if size == "3x3":
        exact = DistanceTable(metric="slides").distance(start)
        assert result.lower_bound <= exact <= result.length


@needs_core
def test_the_core_and_the_reference_find_the_same_slides() -> None:
    arguments: dict[str, Any] = {"metric": "slides", "algorithm": "anytime(width=20)", "nodes": 8000}
    results = [solve(random_board("4x4", seed=0), backend=backend, **arguments) for backend in ("native", "python")]
    assert results[0].moves == results[1].moves


@pytest.mark.parametrize("shape", [Shape(3, 4), Shape(4, 4)], ids=str)
def test_the_reference_ends_by_itself_with_a_width(shape: Shape) -> None:
    problem = random_problem(shape, 4, 40)
    result = solve(problem, algorithm="anytime(width=3)", backend="python")
    again = solve(problem, algorithm="anytime(width=3)", backend="python")
    assert result.status is Status.SOLVED
    assert (result.solution, result.stats, result.iterations) == (again.solution, again.stats, again.iterations)


def test_no_time_is_a_limit() -> None:
    assert solve(random_problem(Shape(20, 20), 6), algorithm="anytime", time=0).status is Status.LIMIT
