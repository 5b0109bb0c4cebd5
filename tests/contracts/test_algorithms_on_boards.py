"""Every algorithm with every heuristic on boards, judged by exhaustive tables and by replaying each solution."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from random import Random
from typing import Any, TypeAlias

import pytest

import exhaustive
from conftest import GOALS
from pairwise import Row, all_pairs
from taquin.analysis.random_boards import board_of_depth, scrambled_board
from taquin.heuristics.manhattan import Manhattan
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import blank_first, make_goal, standard
from taquin.puzzle.problem import Problem
from taquin.puzzle.solution import Solution
from taquin.run.limits import Limits
from taquin.run.result import Quality, Result, Status
from taquin.run.run import Run
from taquin.solving.method import Method, choose_method
from taquin.solving.registry import ALGORITHMS
from taquin.solving.results import is_bound_proven
from taquin.solving.solver import run_method, solve
from taquin.solving.specs import AlgorithmSpec
from taquin.tables.distances import distance_table
from toy import CONFIGURATIONS, HEURISTIC_TEXTS, Configuration

DEFAULTS = [configuration for configuration in CONFIGURATIONS if not configuration.changed]
EASY_DEPTHS = (0, 1, 2, 3, 5, 8, 11)
HARD_DEPTHS = (15, 19, 23, 27, 30)
SIZES = ("2x2", "2x3", "3x2", "1x5", "5x1", "2x4", "1x2")
LARGER_SIZES = ("3x4", "4x3", "2x6", "4x4")
GOAL_NAMES = ("standard", "blank-first", "random")
STORES_NO_PATH = {spec.key for spec in ALGORITHMS if spec.claims.memory in ("constant", "every state visited")}
"""They store one state, or each state once that the path visits several times."""

EXACT = {"yes", "if h is admissible"}

Check: TypeAlias = Callable[..., None]


def methods(configurations: list[Configuration], heuristics: tuple[str, ...]) -> Iterator[str]:
    for configuration in configurations:
        for heuristic in heuristics if configuration.spec.uses_heuristic else heuristics[:1]:
            yield configuration.text(heuristic)


class Cases:
    """Combinations of a configuration, a heuristic and other values: all, or a selection with every pair of values."""

    def __init__(self, configurations: Sequence[Configuration], *factors: Sequence[Any]) -> None:
        self.configurations = configurations
        self.factors = (HEURISTIC_TEXTS, *factors)
        self.selection = all_pairs(configurations, *self.factors)

    def selected(self, configuration: Configuration) -> Iterable[Row]:
        """The selected combinations with this configuration: the method as text, and a value of each factor."""
        rows = (row for one, *row in self.selection if one is configuration)
        return dict.fromkeys((configuration.text(heuristic), *values) for heuristic, *values in rows)

    def all(self, configuration: Configuration) -> Iterable[Row]:
        """The whole product with this configuration."""
        rows = product(*self.factors)
        return dict.fromkeys((configuration.text(heuristic), *values) for heuristic, *values in rows)


NEAR = Cases(CONFIGURATIONS, tuple(GOALS), EASY_DEPTHS)
FAR = Cases(DEFAULTS, ("corner", "centre"), HARD_DEPTHS)
DEPTH_LIMITS = Cases(CONFIGURATIONS, (4, 9, 12), (None, -2, -1, 0, 3))
SHAPES = Cases(CONFIGURATIONS, SIZES, GOAL_NAMES)
LARGER_SHAPES = Cases([each for each in DEFAULTS if not each.spec.is_anytime], LARGER_SIZES, GOAL_NAMES)


def judge(result: Result, method: Method, distance: int) -> None:
    """Check every value of a result, for any status."""
    spec = method.algorithm
    factor = 1.0 if spec.claims.suboptimality is None else float(dict(method.options)[spec.claims.suboptimality.name])
    assert result.status is not Status.UNSOLVABLE
    assert 0 <= result.lower_bound <= distance
    assert (result.solution is None) == (result.quality is None) == (result.status is not Status.SOLVED)
    if not spec.is_anytime:  # it says why it stopped, with a solution too
        assert bool(result.reason) == (result.status is not Status.SOLVED)
    if result.solution is None:
        return
    board = result.start
    for move in result.solution.moves:
        board = board.play(move)
    assert board == result.goal
    length = len(result.solution.moves)
    assert length == result.length
    assert length >= distance
    assert (result.quality is Quality.OPTIMAL) == (length == result.lower_bound)
    if result.quality is Quality.OPTIMAL:
        assert length == distance
    if result.quality is Quality.BOUNDED and not spec.is_anytime:
        assert length <= factor * result.lower_bound
    is_proving = method.is_heuristic_sound
    if spec.claims.optimal == "yes" or (is_proving and spec.claims.optimal == "if h is admissible"):
        assert result.quality is Quality.OPTIMAL
    if is_proving and spec.claims.suboptimality is not None:
        assert result.quality is not Quality.UNPROVEN
        assert length <= factor * distance
    check_counters(result, spec)


def check_counters(result: Result, spec: AlgorithmSpec) -> None:
    """The least counters for a path of this length."""
    stats, length = result.stats, result.length or 0
    assert stats.generated >= length
    assert stats.max_frontier >= 1
    assert stats.max_stored >= (1 if spec.key in STORES_NO_PATH else length + 1)
    if not spec.is_bidirectional:
        assert stats.expanded >= length
        assert stats.max_depth >= length
    for iteration in result.iterations:
        assert iteration.expanded <= stats.expanded
    if result.iterations:
        assert sum(iteration.generated for iteration in result.iterations) == stats.generated
        assert sum(iteration.expanded for iteration in result.iterations) == stats.expanded


def solve_and_judge(text: str, start: Board, goal: Board, distance: int, limits: Limits | None = None) -> Result:
    method = choose_method(text)
    result = run_method(Problem(start, goal), method, Run(limits), "python")
    judge(result, method, distance)
    assert result.spec == method.resolved(goal).text
    return result


# The 3×3 -----------------------------------------------------------------------------------------------------------


def check_near_board(text: str, name: str, depth: int) -> None:
    """A board at this depth, and no limits: a complete algorithm must solve it."""
    spec = choose_method(text).algorithm
    limits = Limits(nodes=2_000) if spec.claims.complete in {"no", "on finite spaces"} else None
    goal = GOALS[name]
    result = solve_and_judge(text, board_of_depth(goal, depth, rng=Random(f"{text} {name}")), goal, depth, limits)
    if spec.claims.complete == "yes":
        assert result.is_solved
    if spec.key == "depth_limited":
        limit = int(dict(choose_method(text).options)["limit"])
        assert result.status is (Status.SOLVED if depth <= limit else Status.EXHAUSTED)
        assert result.is_solved or result.lower_bound == max(limit + 1, manhattan(result))


def manhattan(result: Result) -> float:
    return Manhattan(result.goal)(result.start.state)


def check_far_board(text: str, name: str, depth: int) -> None:
    """Solved or stopped, the bounds of the result hold."""
    goal = GOALS[name]
    start = board_of_depth(goal, depth, rng=Random(f"{text} {name}"))
    result = solve_and_judge(text, start, goal, depth, Limits(nodes=2_500))
    assert result.status in {Status.SOLVED, Status.LIMIT, Status.STUCK, Status.EXHAUSTED}


@pytest.mark.parametrize(
    "text",
    [
        *methods(
            [c for c in DEFAULTS if c.spec.claims.optimal == "if h is admissible"], ("manhattan", "linear_conflict")
        ),
        "bidirectional",
        "astar(manhattan, tie_break=lifo)",
        "wastar(manhattan, weight=1)",
        *(pytest.param(text, marks=pytest.mark.slow) for text in ("bfs", "astar(misplaced)", "astar(euclidean)")),
    ],
)
@pytest.mark.parametrize("name", ["corner", pytest.param("edge", marks=pytest.mark.slow)])
def test_farthest_boards_are_solved_and_proven(text: str, name: str) -> None:
    table = distance_table(GOALS[name])
    result = solve_and_judge(text, board_of_depth(table.goal, table.radius, rng=Random(1)), table.goal, table.radius)
    assert result.length == table.radius == result.lower_bound == 31


def check_depth_limit(text: str, distance: int, slack: int | None) -> None:
    """A limit with this much more than the board needs; None is a limit of 0."""
    method = choose_method(text)
    goal = GOALS["edge"]
    depth = 0 if slack is None else distance + slack
    start = board_of_depth(goal, distance, rng=Random(text))
    nodes = 2_000_000 if "undo" in text else 20_000  # 2.7 children of a node instead of 1.7
    result = solve_and_judge(text, start, goal, distance, Limits(depth=depth, nodes=nodes))
    assert (result.length or 0) <= depth
    if method.algorithm.claims.complete == "yes" and is_bound_proven(method):
        assert result.is_solved == (depth >= distance)
        assert result.is_solved or result.lower_bound >= depth + 1
    if result.reason.startswith("no solution within"):
        assert depth < distance
    assert result.is_solved or result.status in {Status.LIMIT, Status.STUCK, Status.EXHAUSTED}


@pytest.mark.parametrize("text", ["wastar({}, weight={})", "wastar(euclidean, weight={1})"])
def test_rounding_does_not_raise_the_lower_bound(text: str) -> None:
    """Where Manhattan distance is perfect, f / weight is the distance, but for the last digit."""
    goal = GOALS["corner"]
    for moves in ("UL", "ULD", "UULD", "ULLU", "UULLDD"):
        start = Solution(goal, moves).end
        distance = int(Manhattan(goal)(start.state))
        for tenths in range(11, 99, 2):
            solve_and_judge(text.format("manhattan", tenths / 10), start, goal, distance)


# Other shapes ------------------------------------------------------------------------------------------------------


def check_other_shape(text: str, size: str, name: str) -> None:
    if "walking_distance" in text and size == "2x6":
        return  # its table takes long
    rng, shape = Random(f"{text} {size}"), Shape.parse(size)
    is_complete = choose_method(text).algorithm.claims.complete == "yes"
    cells = list(range(shape.cells))
    Random(size).shuffle(cells)
    goal = Board(cells, shape) if name == "random" else make_goal(name, shape)
    start = scrambled_board(goal, rng.randrange(14 if shape.cells <= 8 else 10), rng=rng)
    length = exhaustive.distance(start.state, goal.state, shape.rows, shape.columns)
    result = solve_and_judge(text, start, goal, length, Limits(nodes=50_000 if is_complete else 2_000))
    assert result.is_solved or not is_complete


@pytest.mark.parametrize(
    "text", list(methods([c for c in DEFAULTS if c.spec.claims.optimal in EXACT], ("manhattan", "misplaced")))
)
def test_every_board_of_two_small_shapes(text: str) -> None:
    """All 24 boards of the 2×2, and of the 2×3 every board within reach of a search of the tree."""
    for goal, farthest in ((Board([3, 0, 2, 1]), 6), (Board([4, 1, 0, 2, 5, 3], "2x3"), 12)):
        table = distance_table(goal)
        for depth in range(min(farthest, table.radius) + 1):
            for state in table.states_at(depth):
                result = solve_and_judge(text, Board.from_state(state, goal.shape), goal, depth)
                assert result.length == depth


@pytest.mark.parametrize("configuration", DEFAULTS, ids=str)
def test_boards_of_more_than_256_cells(configuration: Configuration) -> None:
    """Their states are tuples. Two heuristics do not have tables for them."""
    goal = standard(Shape(17, 16))
    start = scrambled_board(goal, 4, rng=Random(2))
    length = exhaustive.distance(start.state, goal.state, 17, 16)
    heuristics = tuple(text for text in HEURISTIC_TEXTS if text not in {"walking_distance", "pdb", "learned"})
    for text in methods([configuration], heuristics):
        solve_and_judge(text, start, goal, length, Limits(nodes=500))


CHECKS = [
    (check_near_board, NEAR),
    (check_far_board, FAR),
    (check_depth_limit, DEPTH_LIMITS),
    (check_other_shape, SHAPES),
    (check_other_shape, LARGER_SHAPES),
]
each_check = pytest.mark.parametrize(
    ("check", "cases", "configuration"),
    [
        pytest.param(check, cases, configuration, id=f"{check.__name__}-{configuration}")
        for check, cases in CHECKS
        for configuration in cases.configurations
    ],
)


@each_check
def test_every_pair_of_values(check: Check, cases: Cases, configuration: Configuration) -> None:
    for case in cases.selected(configuration):
        check(*case)


@pytest.mark.slow
@each_check
def test_every_combination(check: Check, cases: Cases, configuration: Configuration) -> None:
    for case in cases.all(configuration):
        check(*case)


# Known facts -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expanded", "deepest", "frontier"),
    [
        ("bfs", 10, 4, 12),
        ("ucs", 10, 4, 12),
        ("dfs(frontier=stack)", 181_437, 66_125, 42_913),
        ("astar(manhattan)", 3, 3, None),
    ],
)
def test_reference_outputs_of_the_edx_driver(text: str, expanded: int, deepest: int, frontier: int | None) -> None:
    """The example of the course CSMM.101x: ``python driver.py bfs 1,2,5,3,4,0,6,7,8``, with its published output.

    path_to_goal ['Up', 'Left', 'Left'], nodes_expanded, max_search_depth, and max_fringe_size of the first edition.
    """
    result = solve("1 2 5 3 4 0 6 7 8", "blank-first", algorithm=text, backend="python")
    assert str(result.solution) == "ULL"
    assert result.stats.expanded == expanded
    assert result.stats.max_depth == deepest
    assert frontier in {None, result.stats.max_frontier}


def test_tree_search_deeper_than_the_recursion_limit() -> None:
    limit = sys.getrecursionlimit() + 1000
    start, algorithm = "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3", f"depth_limited(limit={limit})"
    result = solve(start, "blank-first", algorithm=algorithm, limits=Limits(nodes=10 * limit), backend="python")
    assert (result.stats.max_depth, result.stats.max_frontier, result.stats.max_stored) == (limit, limit, limit + 1)


@pytest.mark.parametrize("moves", [10, 15, 20, 25])
def test_optimal_algorithms_agree_on_the_15_puzzle(moves: int) -> None:
    rng = Random(moves)
    for goal in (standard(Shape(4, 4)), blank_first(Shape(4, 4))):
        start = scrambled_board(goal, moves, rng=rng)
        distance = exhaustive.distance(start.state, goal.state, 4, 4)
        assert distance <= moves
        for text in (
            "astar(manhattan)",
            "astar(walking_distance)",
            "ida_star(manhattan)",
            "ida_star(linear_conflict)",
            "rbfs(manhattan)",
            "bidirectional",
            "bidirectional_astar(manhattan)",
            "bidirectional_astar(linear_conflict)",
        ):
            assert solve_and_judge(text, start, goal, distance).length == distance


@pytest.mark.parametrize(
    "text", ["astar(linear_conflict)", "rbfs(linear_conflict)", "wastar(linear_conflict, weight=2)"]
)
def test_depth_limit_does_not_spoil_the_lower_bound(text: str) -> None:
    """With good paths pruned, the least f in the frontier is no bound for solutions beyond the limit."""
    rng = Random(5)
    for distance in (14, 16):
        start = board_of_depth(GOALS["corner"], distance, rng=rng)
        for depth in range(distance - 4, distance):
            result = solve_and_judge(text, start, GOALS["corner"], distance, Limits(depth=depth))
            assert result.status is Status.EXHAUSTED
            assert depth < result.lower_bound <= distance


@pytest.mark.slow
def test_depth_first_search_with_a_path_of_100_000_moves() -> None:
    """One move from the goal it takes the wrong one, and its path becomes 100,000 moves long."""
    result = solve("1 2 3 / 4 5 6 / 7 0 8", algorithm="dfs", backend="python")
    assert result.length == 106_329
    assert result.stats.max_depth >= 106_329
    assert (result.quality, result.lower_bound) == (Quality.UNPROVEN, 1)
