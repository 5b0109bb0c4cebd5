"""Searches for fewest slides: every algorithm in Python, the native search with databases, and what is refused."""

from __future__ import annotations

from random import Random

import pytest

from exhaustive import distance, slide_distances
from taquin import _native
from taquin.analysis.random_boards import random_board, scrambled_board
from taquin.errors import SpecError
from taquin.heuristics.slides import SlideDatabases
from taquin.puzzle.board import Board, State
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import make_goal, standard
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric, SlideSpace
from taquin.run.observer import Observer
from taquin.run.result import Quality, Status
from taquin.solving.heuristic_choice import choose_heuristic
from taquin.solving.solver import solve
from taquin.tables.slide_databases import can_build, obtain, slide_patterns

needs_databases = pytest.mark.skipif(not can_build(Shape(4, 4)), reason=_native.describe())
GOAL = standard(Shape(3, 3))
FARTHEST = Board("1 4 7 / 2 0 8 / 3 6 5")


@pytest.fixture(scope="module")
def judge() -> dict[State, int]:
    return slide_distances(GOAL.state, 3, 3)


def test_every_board_of_3x3_is_solved_with_the_fewest_slides(judge: dict[State, int]) -> None:
    """A sample; the table behind the method is compared on all boards."""
    for cells in Random(2).sample(sorted(judge), 60):
        result = solve(Board(cells, "3x3"), metric="slides")
        assert result.quality is Quality.OPTIMAL
        assert result.length == result.lower_bound == judge[cells]
        assert result.solution is not None
        assert result.solution.end == GOAL
        assert result.solution.multi_tile_length == judge[cells]


@pytest.mark.parametrize(
    "method",
    [
        "bfs",
        "bidirectional",
        "ucs",
        "iddfs",
        "astar(manhattan)",
        "astar(max(linear_conflict, misplaced))",
        "ida_star(walking_distance)",
        "rbfs(manhattan)",
        "bidirectional_astar(manhattan)",
    ],
)
def test_optimal_algorithms_find_the_fewest_slides(method: str, judge: dict[State, int]) -> None:
    rng = Random(method)
    for slides in (0, 1, 4, 7):
        cells = rng.choice([cells for cells, depth in judge.items() if depth == slides])
        result = solve(Board(cells, "3x3"), algorithm=method, metric="slides")
        assert (result.length, result.quality) == (slides, Quality.OPTIMAL)


@pytest.mark.parametrize("method", ["greedy(manhattan)", "wastar(manhattan)", "beam(manhattan)"])
def test_other_algorithms_solve_and_claim_no_more_than_is_true(method: str, judge: dict[State, int]) -> None:
    start = Board("8 6 7 / 2 5 4 / 3 0 1")
    result = solve(start, algorithm=method, metric="slides")
    assert result.length is not None
    assert result.length >= judge[start.state] >= result.lower_bound


@pytest.mark.parametrize("name", ["manhattan", "linear_conflict", "walking_distance", "gaschnig", "misplaced", "pdb"])
def test_heuristics_never_overestimate_slides(name: str, judge: dict[State, int]) -> None:
    heuristic = choose_heuristic(name).build(GOAL, Metric.SLIDES)
    rng = Random(name)
    for cells in rng.sample(sorted(judge), 2000):
        assert heuristic(cells) <= judge[cells]


def test_a_problem_carries_its_metric() -> None:
    problem = Problem(FARTHEST, metric="slides")
    assert isinstance(problem.space, SlideSpace)
    assert Problem(problem).metric is Metric.SLIDES
    assert Problem(problem, metric="moves").metric is Metric.MOVES
    assert problem != Problem(FARTHEST)
    with pytest.raises(SpecError, match="expected the metric moves or slides"):
        Problem(FARTHEST, metric="tiles")


def test_what_is_refused() -> None:
    with pytest.raises(SpecError, match="cannot be recorded"):
        solve(FARTHEST, metric="slides", observer=Observer())
    with pytest.raises(SpecError, match="take no options"):
        solve(FARTHEST, metric="slides", heuristic="pdb(4-4)")
    with pytest.raises(SpecError, match="works only for single moves"):
        solve(FARTHEST, metric="slides", algorithm="ida_star(lookback=8)")


def test_limits_count_slides() -> None:
    assert solve(FARTHEST, metric="slides", depth=23).status is Status.EXHAUSTED
    assert solve(FARTHEST, metric="slides", depth=24).length == 24
    assert solve("1 2 3 / 4 5 6 / 8 7 0", metric="slides").status is Status.UNSOLVABLE


# Databases


@needs_databases
def test_entries_of_a_database_are_exact_for_its_tiles() -> None:
    """On 2×7 all other tiles are alike, so boards are searched with these tiles blanked out."""
    pattern = slide_patterns(Shape(2, 7), 0)[0]
    entries, rng = obtain(pattern), Random(3)
    goal = [99] * 14
    goal[0] = 0
    for tile, home in enumerate(pattern.homes, start=1):
        goal[home] = tile
    for _ in range(12):
        start = list(goal)
        blank = 0
        for _ in range(rng.randrange(30)):
            blank = _walk(start, blank, rng)
        cells = [start.index(tile) for tile in range(1, 7)]
        assert entries[pattern.number(blank, cells)] == distance(bytes(start), bytes(goal), 2, 7, slides=True)


def _walk(cells: list[int], blank: int, rng: Random) -> int:
    steps = [blank + 7 if blank < 7 else blank - 7]
    steps += [blank - 1] * (blank % 7 > 0) + [blank + 1] * (blank % 7 < 6)
    target = rng.choice(steps)
    cells[blank], cells[target] = cells[target], 0
    return target


@needs_databases
def test_patterns_hold_every_tile() -> None:
    for shape in (Shape(2, 7), Shape(3, 5), Shape(2, 8), Shape(4, 4)):
        for blank in range(shape.cells):
            homes = {home for pattern in slide_patterns(shape, blank) for home in pattern.homes}
            assert homes == set(range(shape.cells)) - {blank}
            assert all(len(set(pattern.homes)) == 6 for pattern in slide_patterns(shape, blank))


@needs_databases
@pytest.mark.parametrize(
    "goal",
    [pytest.param(make_goal("standard", "7x2"), marks=pytest.mark.slow), Board("1 2 3 0 4 5 6 / 7 8 9 10 11 12 13")],
    ids=str,
)
def test_the_core_and_python_count_the_same(goal: Board) -> None:
    rng, sides = Random(4), (goal.shape.rows, goal.shape.columns)
    for steps in (0, 3, 20):
        start = scrambled_board(goal, steps, rng=rng)
        native = solve(start, goal, metric="slides", backend="native")
        python = solve(start, goal, metric="slides", backend="python")
        assert (native.length, native.stats, native.iterations) == (python.length, python.stats, python.iterations)
        assert native.moves == python.moves
        assert native.length == distance(start.state, goal.state, *sides, slides=True)
        for depth in (0, 2, 5):
            limited = [
                solve(start, goal, metric="slides", backend=backend, depth=depth) for backend in ("native", "python")
            ]
            assert limited[0].status is limited[1].status
            assert limited[0].stats == limited[1].stats
        stopped = [solve(start, goal, metric="slides", backend=backend, nodes=40) for backend in ("native", "python")]
        assert (stopped[0].status, stopped[0].stats) == (stopped[1].status, stopped[1].stats)


@needs_databases
@pytest.mark.slow
def test_boards_of_4x4_have_the_same_length_with_other_databases() -> None:
    """The goal with the blank elsewhere has other databases: a board and its turned image need the same slides."""
    rng = Random(8)
    for _ in range(5):
        start = random_board("4x4", rng=rng)
        turned = Board([(16 - tile) % 16 for tile in reversed(start.cells)], "4x4")
        goal = Board([(16 - tile) % 16 for tile in reversed(standard(Shape(4, 4)).cells)], "4x4")
        assert solve(start, metric="slides").length == solve(turned, goal, metric="slides").length
    near = [scrambled_board(standard(Shape(4, 4)), 16, rng=rng) for _ in range(10)]
    for board in near:
        found = solve(board, metric="slides")
        assert found.length == distance(board.state, standard(Shape(4, 4)).state, 4, 4, slides=True)
        assert isinstance(choose_heuristic("pdb").build(found.goal, Metric.SLIDES), SlideDatabases)


def test_the_farthest_board_of_3x3() -> None:
    result = solve(FARTHEST, metric="slides")
    assert str(result).startswith("solved in 24 slides, proven shortest")
    record = result.to_dict()
    assert record["metric"] == "slides"
    assert record["length"] == record["slides"] == 24
    assert record["single_moves"] == len(str(record["moves"]))
    assert solve(FARTHEST).to_dict()["metric"] == "moves"
