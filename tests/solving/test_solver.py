"""``solve``: its arguments, its checks, the method that it chooses and its result."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import GOALS
from looping import for_each
from strategies import boards
from taquin import _native
from taquin.analysis.random_boards import board_of_depth, random_board, scrambled_board
from taquin.errors import BackendError, BoardError, HeuristicError, InternalError, SpecError
from taquin.heuristics.base import Heuristic
from taquin.heuristics.manhattan import Manhattan
from taquin.heuristics.pattern_database import PatternDatabases
from taquin.puzzle.board import Board, State
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.puzzle.problem import Problem
from taquin.run.limits import Limits
from taquin.run.result import Quality, Status
from taquin.run.run import Run
from taquin.solving.default_methods import default_method
from taquin.solving.method import Method, choose_method
from taquin.solving.registry import ALGORITHMS, AlgorithmSpec
from taquin.solving.results import replay
from taquin.solving.solver import run_default, solve
from taquin.tables.distances import distance_table
from taquin.trace.recorder import Recorder
from toy import CONFIGURATIONS, Configuration

EXAMPLE = "1 2 3 / 4 0 5 / 6 7 8"
every_configuration = for_each("configuration", CONFIGURATIONS)
every_algorithm = pytest.mark.parametrize("spec", ALGORITHMS, ids=lambda spec: spec.key)


# Arguments -------------------------------------------------------------------------------------------------------


@every_configuration
def test_spec_of_a_result_reproduces_the_run(configuration: Configuration) -> None:
    start = board_of_depth(GOALS["edge"], 8, rng=Random(1))
    first = solve(start, GOALS["edge"], algorithm=configuration.text("misplaced"), limits=Limits(nodes=2_000))
    again = solve(start, GOALS["edge"], algorithm=first.spec, limits=Limits(nodes=2_000))
    assert again.to_dict() | {"seconds": 0} == first.to_dict() | {"seconds": 0}


# The method -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["1x2", "3x3", "9x1", "3x4", "4x4", "3x6"])
def test_default_method_proves_the_shortest_solution(size: str) -> None:
    shape = Shape.parse(size)
    start = scrambled_board(Problem(random_board(shape, rng=Random(1))).goal, 20, rng=Random(2))
    result = solve(start)
    assert (result.status, result.quality) == (Status.SOLVED, Quality.OPTIMAL)
    assert result.spec == default_method(shape).resolved(result.goal).text
    if shape.cells <= 9:
        assert result.length == distance_table(result.goal).distance(start)


@pytest.mark.parametrize(
    ("size", "moves"),
    [
        ("2x10", 60),
        ("5x5", 60),
        ("1x40", 60),
        ("3x30", 60),
        ("1x256", 1),
        ("16x16", 1),
        ("2x128", 1),
        pytest.param("256x256", 1, marks=pytest.mark.slow),
    ],
)
def test_default_method_solves_large_boards(size: str, moves: int) -> None:
    goal = standard(Shape.parse(size))
    result = solve(scrambled_board(goal, moves, rng=Random(2)), limits=Limits(nodes=100_000))
    assert result.is_solved
    assert moves > 1 or result.length == 1


@pytest.mark.parametrize(("size", "algorithm"), [("3x3", "astar"), ("4x4", "ida_star"), ("5x5", "beam")])
def test_heuristic_without_an_algorithm(size: str, algorithm: str) -> None:
    """The default algorithm with the heuristic that was named; beam search where the default one uses none."""
    goal = Problem(random_board(Shape.parse(size), rng=Random(1))).goal
    start = scrambled_board(goal, 12, rng=Random(2))
    result = solve(start, heuristic="misplaced")
    assert result.is_solved
    assert result.heuristic == "misplaced"
    assert result.algorithm == algorithm


def test_options_without_an_algorithm_belong_to_the_default_one() -> None:
    assert solve(EXAMPLE, options={"tie_break": "lifo"}).spec == "astar(linear_conflict, tie_break=lifo)"
    with pytest.raises(SpecError, match="astar has no option 'width'"):
        solve(EXAMPLE, options={"width": 3})
    with pytest.raises(SpecError, match="a heuristic has no effect: bfs uses none"):
        solve(EXAMPLE, algorithm="bfs", heuristic="manhattan")


# Parity --------------------------------------------------------------------------------------------------------------


@every_algorithm
def test_parity_is_checked_before_any_search(spec: AlgorithmSpec) -> None:
    """On a board that is too large for any search."""
    board = random_board(Shape(40, 40), rng=Random(1))
    recorder = Recorder()
    result = solve(board.swapped(1, 2), algorithm=spec.key, observer=recorder)
    assert result.status is Status.UNSOLVABLE
    assert (result.solution, result.quality, result.lower_bound) == (None, None, 0)
    assert recorder.trace().events == ()
    assert result.stats.generated == 0
    assert "inversions" in result.reason


# Backends ------------------------------------------------------------------------------------------------------------


@every_algorithm
def test_native_backend_runs_or_raises(spec: AlgorithmSpec, monkeypatch: pytest.MonkeyPatch) -> None:
    if spec.native is not None and _native.is_available():
        assert solve(EXAMPLE, algorithm=spec.key, backend="native").backend == "native"
    monkeypatch.setattr(_native, "is_available", lambda: False)
    with pytest.raises(BackendError, match=rf"cannot run {spec.key}"):
        solve(EXAMPLE, algorithm=spec.key, backend="native")
    assert solve(EXAMPLE, algorithm=spec.key, backend="auto", limits=Limits(nodes=2_000)).backend == "python"


def test_unknown_backend() -> None:
    with pytest.raises(SpecError, match="auto, python, native or cuda"):
        solve(EXAMPLE, backend="gpu")  # type: ignore[arg-type]


# Users' heuristics ---------------------------------------------------------------------------------------------------


def wrong_cells(board: Board, goal: Board) -> float:
    """Counts the blank: overestimates by 1."""
    return sum(tile != home for tile, home in zip(board, goal, strict=True))


def three_times_manhattan(board: Board, goal: Board) -> float:
    return 3 * Manhattan(goal)(board.state)


class UnprovenZero(Heuristic):
    """Zero everywhere, which is admissible; but Taquin cannot know that of a user's class."""

    def __call__(self, state: State) -> float:
        return 0


@pytest.mark.parametrize("text", ["astar", "wastar", "ida_star", "rbfs", "bidirectional_astar", "greedy", "beam"])
@pytest.mark.parametrize("heuristic", [wrong_cells, three_times_manhattan, UnprovenZero])
def test_nothing_is_proven_with_a_users_heuristic(text: str, heuristic: type[Heuristic]) -> None:
    rng = Random(2)
    for depth in (6, 10, 12):
        start = board_of_depth(GOALS["corner"], depth, rng=rng)
        while (
            depth == 12 and Manhattan(GOALS["corner"])(start.state) == 12
        ):  # or the shortest solution is proven anyway
            start = board_of_depth(GOALS["corner"], depth, rng=rng)
        limits = Limits(nodes=3_000) if text == "beam" else None
        result = solve(start, GOALS["corner"], algorithm=text, heuristic=heuristic, limits=limits)
        assert result.is_solved or text == "beam"
        assert result.lower_bound == Manhattan(GOALS["corner"])(start.state) <= depth
        if result.length is None:
            continue
        assert result.length >= depth
        assert result.quality is (Quality.OPTIMAL if result.length == result.lower_bound else Quality.UNPROVEN)


def test_a_trace_claims_nothing_that_a_users_heuristic_does_not_prove() -> None:
    start = Board("1 7 3 / 8 0 6 / 5 4 2")
    for heuristic in (wrong_cells_thrice, "learned"):
        recorder = Recorder()
        solve(start, algorithm="astar", heuristic=heuristic, observer=recorder)
        assert recorder.trace().outcome.lower_bound == Manhattan(standard(Shape(3, 3)))(start.state)


def wrong_cells_thrice(board: Board, goal: Board) -> float:
    return 3 * wrong_cells(board, goal)


def test_databases_without_symmetry_are_named_so() -> None:
    databases = PatternDatabases(standard(Shape(3, 3)), partition="5-3", symmetry=False)
    assert solve(EXAMPLE, algorithm="ida_star", heuristic=databases).spec == "ida_star(pdb(5-3, symmetry=false))"


# Replay --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("moves", [(), (0,), (3, 3, 3), (1, 0, 1, 0), (3, 1, 3)])
def test_moves_that_do_not_solve_the_board_are_refused(moves: tuple[int, ...]) -> None:
    """Moves that lead off the board or not to the goal are never returned as a solution."""
    with pytest.raises(InternalError):
        replay(Problem(EXAMPLE), moves)


def test_a_wrong_solution_of_a_search_is_an_internal_error(monkeypatch: pytest.MonkeyPatch) -> None:
    from taquin.algorithms import breadth_first

    right = breadth_first.bfs

    def wrong(space: object, run: object) -> object:
        from dataclasses import replace

        outcome = right(space, run)  # type: ignore[arg-type]
        assert outcome.moves is not None
        return replace(outcome, moves=outcome.moves[:-1])

    monkeypatch.setattr(breadth_first, "bfs", wrong)
    with pytest.raises(InternalError, match="do not reach the goal"):
        solve(EXAMPLE, algorithm="bfs", backend="python")


# The result ----------------------------------------------------------------------------------------------------------

FIELDS = {
    "status",
    "quality",
    "start",
    "goal",
    "algorithm",
    "heuristic",
    "moves",
    "length",
    "lower_bound",
    "expanded",
    "generated",
    "duplicates",
    "reopened",
    "max_frontier",
    "max_stored",
    "seconds",
    "backend",
    "spec",
}


@every_algorithm
@for_each("start", [EXAMPLE, "1 2 3 / 4 5 6 / 8 7 0", "1 2 3 / 4 5 6 / 7 8 0"])
def test_result_as_plain_values(spec: AlgorithmSpec, start: str) -> None:
    result = solve(start, algorithm=spec.key, limits=Limits(nodes=500))
    plain = result.to_dict()
    assert set(plain) >= FIELDS
    assert json.loads(json.dumps(plain)) == plain
    assert plain["algorithm"] == (spec.key if result.is_searched else None)
    assert (plain["heuristic"] is not None) == (spec.uses_heuristic and result.is_searched)
    assert (plain["spec"] is None) == (plain["backend"] is None) == (plain["status"] == "unsolvable")
    assert (plain["moves"] is None) == (plain["length"] is None) == (plain["status"] != "solved")
    assert (plain["reason"] is None) == (plain["status"] == "solved")


def test_a_run_that_was_made_earlier_still_leaves_time_for_a_solution() -> None:
    """The time limit counts from when the run was made, the seconds of the result from when it began to search."""
    run = Run(Limits(time=0.2))
    run.budget.began -= 0.1
    hard = Problem("14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3", "blank-first")
    assert run_default(hard, choose_method("bfs"), run).is_solved


def test_starts_and_goals_as_text_and_boards() -> None:
    expected = solve(Board(EXAMPLE), Board("1 2 3 / 4 5 6 / 7 8 0"))
    for start in (EXAMPLE, "123405678", Board(EXAMPLE)):
        for goal in (None, "standard", "1 2 3 4 5 6 7 8 0", Board("123456780")):
            result = solve(start, goal)
            assert (result.start, result.goal) == (expected.start, expected.goal)
            assert result.length == expected.length == 14


def test_goal_of_another_shape_is_refused() -> None:
    with pytest.raises(BoardError, match=r"2×2.*3×3|3×3.*2×2"):
        solve(EXAMPLE, Board("1 2 3 0"))


@pytest.mark.parametrize("goal", GOALS.values(), ids=list(GOALS))
def test_parity_of_all_arrangements_agrees_with_the_table(goal: Board) -> None:
    """A sample of the 362,880 arrangements; the table has exactly those that can reach the goal."""
    rng = Random(4)
    table = distance_table(goal)
    cells = list(range(9))
    unsolvable = 0
    for _ in range(2_000):
        rng.shuffle(cells)
        board = Board(cells)
        assert Problem(board, goal).is_solvable == (table.get(board) is not None)
        unsolvable += table.get(board) is None
    assert 900 < unsolvable < 1_100


def test_a_heuristic_that_overestimates_loses_the_shortest_solution() -> None:
    """If it did not, the estimates would not be used."""
    rng = Random(1)
    starts = [board_of_depth(GOALS["corner"], 20, rng=rng) for _ in range(10)]
    lengths = [solve(start, algorithm="astar", heuristic=three_times_manhattan).length or 0 for start in starts]
    assert max(lengths) > 20
    assert min(lengths) >= 20


def test_the_error_of_a_failing_heuristic_names_it() -> None:
    def broken(board: Board, goal: Board) -> float:
        raise ZeroDivisionError(f"{board} {goal}")

    with pytest.raises(HeuristicError, match="broken failed on"):
        solve(EXAMPLE, algorithm="astar", heuristic=broken)


def test_results_are_frozen() -> None:
    result = solve(EXAMPLE)
    with pytest.raises(AttributeError):
        result.status = Status.STUCK  # type: ignore[misc]


def test_a_spec_and_separate_arguments_are_equal() -> None:
    expected = solve(EXAMPLE, algorithm="wastar(misplaced, weight=2, tie_break=lifo)")
    apart = solve(EXAMPLE, algorithm="wastar", heuristic="hamming", options={"weight": 2, "tie-break": "LIFO"})
    mixed = solve(EXAMPLE, algorithm="WA*(weight=2)", heuristic="misplaced", options={"tie_break": "lifo"})
    assert expected.spec == apart.spec == mixed.spec == "wastar(misplaced, weight=2, tie_break=lifo)"
    assert expected.stats == apart.stats == mixed.stats


def test_the_header_of_a_trace_is_made_only_for_an_observer(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Method] = []

    def header(method: Method) -> dict[str, str]:
        made.append(method)
        return {}

    monkeypatch.setattr(Method, "header", property(header))
    solve("1 2 3 / 4 0 5 / 7 8 6")
    assert not made
    solve("1 2 3 / 4 0 5 / 7 8 6", observer=Recorder())
    assert len(made) == 1


def test_an_empty_name_is_refused() -> None:
    with pytest.raises(SpecError):
        solve(EXAMPLE, algorithm="")


@given(boards(Shape(3, 3)), boards(Shape(3, 3)))
def test_solved_or_unsolvable_for_any_pair_of_boards(start: Board, goal: Board) -> None:
    result = solve(start, goal, algorithm="greedy(manhattan)")
    assert result.status is (
        Status.SOLVED if distance_table(GOALS["corner"]).get(relabelled(start, goal)) is not None else Status.UNSOLVABLE
    )


def relabelled(start: Board, goal: Board) -> Board:
    """An equivalent pair of boards whose goal is the standard one; the new start is returned.

    The goal's tiles are renamed 1, 2, … in reading order, and its blank is led to the last cell by moves of its own,
    which are played on the start too, as its tiles were renamed: a slide changes neither board's class.
    """
    names = {tile: name for name, tile in enumerate([tile for tile in goal if tile], start=1)} | {0: 0}
    here, there = Board([names[tile] for tile in start], start.shape), Board([names[t] for t in goal], goal.shape)
    while there.blank % 3 < 2:
        there = there.play("R")
    while there.blank < 8:
        there = there.play("D")
    names = {tile: name for name, tile in enumerate([tile for tile in there if tile], start=1)} | {0: 0}
    return Board([names[tile] for tile in here], start.shape)


def test_the_error_of_an_object_names_its_class() -> None:
    class Failing(UnprovenZero):
        def __call__(self, state: State) -> float:
            raise ZeroDivisionError

    with pytest.raises(HeuristicError, match=r"test_solver.py, line \d+: .*Failing failed on"):
        solve(EXAMPLE, algorithm="astar", heuristic=Failing(standard(Shape(3, 3))))


@given(st.integers(0, 31), st.integers(0, 2**20))
def test_any_board_at_any_depth(depth: int, seed: int) -> None:
    """Drawn by Hypothesis: A* against the table."""
    goal = list(GOALS.values())[seed % 4]
    depth = min(depth, distance_table(goal).radius)
    start = board_of_depth(goal, depth, rng=Random(seed))
    result = solve(start, goal, algorithm="astar(linear_conflict)", backend="python")
    assert result.length == result.lower_bound == depth
    assert result.solution is not None
    assert result.solution.end == goal


@pytest.mark.parametrize("size", ["3x3", "1x2", "3x1"])
def test_a_start_that_is_the_goal_takes_no_moves(size: str) -> None:
    goal = standard(Shape.parse(size))
    result = solve(goal, goal)
    assert (result.status, result.quality) == (Status.SOLVED, Quality.OPTIMAL)
    assert (result.length, result.lower_bound) == (0, 0)
    assert result.stats.expanded == result.stats.generated == 0
