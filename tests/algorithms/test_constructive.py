"""The constructive solver on boards of every shape with any goal, and both backends move by move."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from looping import for_each
from taquin.algorithms.construction.lines import BLOCK
from taquin.algorithms.construction.walk import look_ahead
from taquin.errors import SpaceError
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import make_goal
from taquin.puzzle.problem import Problem
from taquin.run.limits import Cancellation, Limits
from taquin.run.progress import Progress
from taquin.run.result import Result, Status
from taquin.solving.solver import Backend, solve
from taquin.solving.spaces import search
from taquin.tables.distances import distance_table
from taquin.trace.events import GenerateEvent
from taquin.trace.recorder import Recorder
from toy import House


def shuffled(shape: Shape, rng: Random) -> Board:
    cells = list(range(shape.cells))
    rng.shuffle(cells)
    return Board(cells, shape)


def random_problem(shape: Shape, rng: Random) -> Problem:
    """A random board with a random goal that it can reach; on lines, the blank alone is elsewhere."""
    if shape.is_line:
        tiles = rng.sample(range(1, shape.cells), shape.cells - 1)
        start, goal = ([*tiles[:place], 0, *tiles[place:]] for place in rng.choices(range(shape.cells), k=2))
        return Problem(Board(start, shape), Board(goal, shape))
    problem = Problem(shuffled(shape, rng), shuffled(shape, rng))
    return problem if problem.repaired is None else Problem(problem.repaired, problem.goal)


def run(problem: Problem, backend: Backend = "auto", limits: Limits | None = None) -> Result:
    return solve(problem.start, problem.goal, algorithm="constructive", backend=backend, limits=limits)


SHAPES = [Shape(rows, columns) for rows in range(1, 8) for columns in range(1, 8) if rows * columns > 1]


@for_each("shape", [*SHAPES, Shape(12, 10), Shape(2, 12), Shape(12, 1)])
def test_both_backends_make_the_same_moves(shape: Shape) -> None:
    problem = random_problem(shape, Random(str(shape)))
    native, python = run(problem, "native"), run(problem, "python")
    assert native.solution == python.solution
    assert native.stats == python.stats
    assert native.solution is not None
    assert native.lower_bound <= native.solution.length


@pytest.mark.parametrize("size", ["2×2", "2×3", "3×2", "3×3"])
def test_a_board_that_is_one_block_is_solved_in_the_fewest_moves(size: str) -> None:
    shape = Shape.parse(size)
    assert max(shape.rows, shape.columns) <= BLOCK
    rng = Random(size)
    for _ in range(20):
        problem = random_problem(shape, rng)
        assert run(problem).length == distance_table(problem.goal).distance(problem.start)


@pytest.mark.slow
@pytest.mark.parametrize("size", ["2×4", "4×2", "3×3"])
def test_every_board_of_a_small_shape(size: str) -> None:
    goal = make_goal("standard", Shape.parse(size))
    table = distance_table(goal)
    for depth in range(table.radius + 1):
        for state in table.states_at(depth):
            assert run(Problem(Board.from_state(state, goal.shape), goal)).is_solved


def test_the_mean_length_is_far_below_the_textbook_method() -> None:
    """8/3·n³ is what placing one tile after the other takes."""
    rng = Random(1)
    shape = Shape(30, 30)
    lengths = [run(Problem(random_problem(shape, rng).start)).length for _ in range(3)]
    solved = [length for length in lengths if length is not None]
    assert solved
    assert sum(solved) / len(solved) < 2 * 30**3


@pytest.mark.slow
def test_the_largest_boards() -> None:
    for shape in (Shape(256, 256), Shape(2, 256), Shape(256, 3)):
        assert run(random_problem(shape, Random(1))).is_solved


@pytest.mark.parametrize("backend", ["python", "native"])
def test_limits(backend: Backend) -> None:
    problem = random_problem(Shape(7, 7), Random(2))
    assert run(problem, backend, Limits(time=0)).status is Status.LIMIT
    stopped = run(problem, backend, Limits(nodes=100))
    assert (stopped.status, stopped.stats.generated) == (Status.LIMIT, 100)
    assert run(problem, backend, Limits(depth=100)).status is Status.EXHAUSTED
    cancellation = Cancellation()
    cancellation.cancel()
    cancelled = solve(problem.start, problem.goal, algorithm="constructive", backend=backend, cancellation=cancellation)
    assert cancelled.status is Status.CANCELLED


@pytest.mark.usefixtures("ticking_clock")
def test_a_time_limit_and_progress_during_the_run() -> None:
    problem = random_problem(Shape(7, 7), Random(2))
    reports: list[Progress] = []
    result = solve(
        problem.start, problem.goal, algorithm="constructive", backend="python", time=0.1, progress=reports.append
    )
    assert result.status is Status.LIMIT
    assert 0 < reports[0].expanded < result.stats.expanded + 64


def test_every_move_is_a_node_of_the_trace() -> None:
    problem = random_problem(Shape(4, 5), Random(3))
    recorder = Recorder()
    result = solve(problem.start, problem.goal, algorithm="constructive", observer=recorder)
    assert result.solution is not None
    assert result.stats.expanded == result.stats.generated == result.length
    nodes = [event for event in recorder.trace().events if isinstance(event, GenerateEvent)]
    assert [event.move for event in nodes[1:]] == list(result.solution.moves)


def test_the_walk_looks_ahead_less_on_large_boards() -> None:
    assert [look_ahead(cells) for cells in (16, 1_000, 1_001, 4_000, 4_001)] == [5, 5, 4, 4, 3]


SPECIAL: dict[str, Callable[[list[int]], list[int]]] = {
    "solved": lambda cells: cells,
    "reversed": lambda cells: [*reversed(cells[:-1]), 0],
    "rows reversed": lambda cells: [tile for row in reversed(_rows(cells)) for tile in row],
    "transposed": lambda cells: [row[column] for column in range(12) for row in _rows(cells)],
    "one tile in the far corner": lambda cells: [*cells[1:-1], cells[0], 0],
}


def _rows(cells: list[int]) -> list[list[int]]:
    return [cells[row * 12 : row * 12 + 12] for row in range(12)]


@pytest.mark.parametrize("name", SPECIAL)
@pytest.mark.parametrize("goal", ["standard", "blank-first", "snail"])
def test_boards_with_a_pattern(name: str, goal: str) -> None:
    shape = Shape(12, 12)
    start = Board(SPECIAL[name](list(make_goal("standard", shape))), shape)
    problem = Problem(start, goal)
    problem = problem if problem.repaired is None else Problem(problem.repaired, goal)
    result = run(problem)
    assert result.length is not None
    assert result.length < 4 * 12**3


def test_another_space_is_refused() -> None:
    with pytest.raises(SpaceError, match="constructive works only on boards"):
        search(House(), "constructive")
