"""Arguments of the core's searches and tables that contradict each other raise an error.

That no argument crashes the process is tested with random ones (tests/attack/test_native_bindings.py, native/fuzz).
"""

from __future__ import annotations

from array import array
from typing import Any

import pytest

from cases import each_case
from looping import for_each
from taquin import _native
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import blank_targets
from taquin.puzzle.problem import Problem

pytestmark = pytest.mark.skipif("ida_star" not in _native.capabilities(), reason=_native.describe())

SEARCHES = ("ida_star", "best_first", "breadth_first", "bidirectional", "bidirectional_astar")
HARD = Problem("0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1")  # 80 moves: no search here ends soon
COSTS = bytes(16)


def core() -> Any:
    return _native.load()


def make_grid(shape: Shape | None = None) -> Any:
    return core().Grid(blank_targets(shape or Shape(2, 2)))


def call(name: str, problem: Problem | None = None, **changes: object) -> Any:
    """Call a search with right arguments, except for these changes."""
    problem = problem or Problem("1 2 / 0 3")
    grid = make_grid(problem.shape)
    arguments: dict[str, object] = {"grid": grid, "start": problem.start.state, "goal": problem.goal.state}
    if name in ("ida_star", "best_first", "bidirectional_astar"):
        arguments["heuristic"] = core().TileSum(grid, bytes(problem.shape.cells**2))
    if name == "bidirectional_astar":
        arguments["backward_heuristic"] = arguments["heuristic"]
    if name == "ida_star":
        arguments |= {"detours": None, "threads": 1}
    if name == "best_first":
        arguments |= {"weight_g": 1, "weight_h": 1.0, "tie_break": "fifo"}
    arguments |= {"node_limit": 2**64 - 1, "depth_limit": 2**30, "event_cap": 0, "should_stop": None}
    return getattr(core(), name)(**(arguments | changes))


def test_correct_calls_succeed() -> None:
    assert [call(name).moves for name in SEARCHES] == [bytes([3])] * len(SEARCHES)


@each_case(
    "changes",
    [
        *({"start": start} for start in (bytes([1, 2, 0]), bytes([1, 2, 0, 0]), bytes([1, 2, 0, 4]), [1, 2, 0, 3])),
        *({"goal": goal} for goal in (bytes([1, 2, 3, 3]), array("b", [1, 2, 3, 0]))),
        {"node_limit": -1},
        {"depth_limit": -1},
        {"depth_limit": 2**40},
        {"event_cap": -1},
        {"start": bytes([1, 2, 0])},
        {"start": bytes([1, 2, 0, 0])},
        {"start": bytes([1, 2, 0, 4])},
        {"start": bytes(70)},
        {"start": array("i", [1, 2, 0, 3])},
        {"start": array("d", [1, 2, 0, 3])},
        {"start": [1, 2, 0, 3]},
        {"start": None},
        {"goal": bytes([1, 2, 3, 3])},
        {"goal": array("b", [1, 2, 3, 0])},
        {"depth_limit": -(2**31)},
        {"grid": None},
    ],
)
def test_wrong_arguments_raise(changes: dict[str, Any]) -> None:
    for name in SEARCHES:
        with pytest.raises((TypeError, ValueError)):
            call(name, **changes)


@each_case(
    ("name", "changes"),
    [
        *(("best_first", {"weight_h": weight}) for weight in (-1.0, float("inf"), float("nan"))),
        ("best_first", {"weight_g": -1}),
        ("best_first", {"tie_break": "oldest"}),
        ("ida_star", {"threads": 0}),
        ("best_first", {"weight_h": -1.0}),
        ("best_first", {"weight_h": float("inf")}),
        ("best_first", {"weight_h": float("nan")}),
        ("ida_star", {"threads": -3}),
    ],
)
def test_wrong_options_raise(name: str, changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        call(name, HARD, **changes)


def test_grids_that_cannot_be_searched_raise() -> None:
    large = Shape(2, 13)
    state = bytes(range(large.cells))
    with pytest.raises(ValueError, match="25 cells"):
        call("breadth_first", grid=make_grid(large), start=state, goal=state)
    one_way = array("b", [-1, 2, -1, 1, -1, 3, -1, -1, 0, -1, -1, 3, 1, -1, 2, -1])
    for name in ("breadth_first", "bidirectional"):
        with pytest.raises(ValueError, match="undone by the opposite move"):
            call(name, grid=core().Grid(one_way))


def test_a_heuristic_for_another_grid_raises() -> None:
    """Also where the other grid has the same size."""
    other = make_grid(Shape(4, 2))
    costs = bytes(tile * cell * 37 % 100 for tile in range(8) for cell in range(8))
    for name, argument in (
        *((name, "heuristic") for name in ("best_first", "ida_star", "bidirectional_astar")),
        ("bidirectional_astar", "backward_heuristic"),
    ):
        for problem in (None, Problem("2 1 3 0 / 4 5 6 7")):
            with pytest.raises(ValueError, match="another grid"):
                call(name, problem, **{argument: core().TileSum(other, costs)})


def test_heuristics_of_two_kinds_raise() -> None:
    grid = make_grid()
    sums = core().TileSum(grid, COSTS)
    table = core().WalkTable(2, bytes([1, 1]), array("i", [-1] * 8), bytes([0, 1, 0, 1]))
    walks = core().WalkSum(table, table, 0, 0)
    pair = core().Maximum(grid, (sums,)), core().Maximum(grid, (sums, walks))
    with pytest.raises(ValueError, match="of the same kind"):
        call("bidirectional_astar", grid=grid, heuristic=pair[0], backward_heuristic=pair[1])


@for_each("name", ["best_first", "ida_star", "bidirectional_astar"])
def test_the_callback_stops_the_run(name: str) -> None:
    seen: list[tuple[int, ...]] = []

    def should_stop(*numbers: int) -> bool:
        seen.append(numbers)
        return len(seen) == 2

    found = call(name, HARD, should_stop=should_stop)
    assert found.status is _native.core.Status.STOPPED
    assert 0 <= seen[0][0] < seen[1][0] == found.counters.expanded
    if name != "ida_star":
        assert found.counters.generated * 16 < seen[1][3] < found.counters.generated * 32 + 2**20


@for_each("name", SEARCHES)
def test_an_exception_of_the_callback_is_raised(name: str) -> None:
    def should_stop(*numbers: int) -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        call(name, HARD, should_stop=should_stop)


def test_wrong_tables_raise() -> None:
    grid = make_grid()
    with pytest.raises(ValueError, match="targets that are cells"):
        core().Grid(array("b", [9] * 16))
    with pytest.raises(ValueError, match="cost for every tile"):
        core().TileSum(grid, bytes(15))
    with pytest.raises(ValueError, match="by exactly 1"):
        core().UnitTileSum(grid, COSTS)
    with pytest.raises(ValueError, match="followers that are states"):
        core().WalkTable(2, bytes(3), array("i", [7] * 12), bytes(4))
    with pytest.raises(ValueError, match="goal lines from 0"):
        core().WalkTable(2, bytes(3), array("i", [0] * 12), bytes([0, 1, 2, 1]))


def test_wrong_walks_and_maxima_raise() -> None:
    grid = make_grid()
    costs = core().TileSum(grid, COSTS)
    table = core().WalkTable(2, bytes([1, 1]), array("i", [-1] * 8), bytes([0, 1, 0, 1]))
    walk = core().WalkSum(table, table, 0, 0)
    for wrong, message in (((), "at least one heuristic"), ((walk, costs, walk), "at most one walking distance")):
        with pytest.raises(ValueError, match=message):
            core().Maximum(grid, wrong)
    other = core().Grid(array("b", [-1] * 36))
    for part in (costs, walk):
        with pytest.raises(ValueError, match="another grid"):
            core().Maximum(other, (part,))
    for heuristic in (walk, core().Maximum(grid, (costs, walk))):
        with pytest.raises(ValueError, match="another start or goal"):
            call("ida_star", heuristic=heuristic)
