"""Wrong arguments of the native searches that store nodes raise an error and never crash the process."""

from __future__ import annotations

from array import array
from typing import Any

import pytest

from looping import for_each
from taquin import _native
from taquin.heuristics.manhattan import Manhattan
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import blank_targets
from taquin.puzzle.problem import Problem
from taquin.solving.native_heuristics import convert_heuristic

pytestmark = pytest.mark.skipif(not hasattr(_native.load(), "best_first"), reason=_native.describe())

NO_LIMIT = 2**64 - 1
NO_DEPTH = 2**30
HARD = Problem("0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1")  # 80 moves: no search here ends soon


def core() -> Any:
    return _native.load()


def call(problem: Problem | None = None, **changes: object) -> Any:
    problem = problem or Problem("1 2 / 0 3")
    grid = core().Grid(blank_targets(problem.shape))
    arguments: dict[str, object] = {
        "grid": grid,
        "start": problem.start.state,
        "goal": problem.goal.state,
        "heuristic": convert_heuristic(core(), grid, problem, Manhattan(problem.goal)),
        "weight_g": 1,
        "weight_h": 1.0,
        "tie_break": "fifo",
        "node_limit": NO_LIMIT,
        "depth_limit": NO_DEPTH,
        "event_cap": 0,
        "should_stop": None,
    }
    return core().best_first(**(arguments | changes))


def call_blind(name: str, **changes: object) -> Any:
    arguments: dict[str, object] = {
        "grid": core().Grid(blank_targets(Shape(2, 2))),
        "start": bytes([1, 2, 0, 3]),
        "goal": bytes([1, 2, 3, 0]),
        "node_limit": NO_LIMIT,
        "depth_limit": NO_DEPTH,
        "event_cap": 0,
        "should_stop": None,
    }
    return getattr(core(), name)(**(arguments | changes))


WRONG_BOARDS: list[dict[str, object]] = [
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
    {"node_limit": -1},
    {"depth_limit": -1},
    {"depth_limit": 2**40},
    {"event_cap": -1},
    {"grid": None},
]


@for_each("changes", WRONG_BOARDS)
def test_wrong_arguments_raise(changes: dict[str, Any]) -> None:
    with pytest.raises((TypeError, ValueError)):
        call(**changes)
    for name in ("breadth_first", "bidirectional"):
        with pytest.raises((TypeError, ValueError)):
            call_blind(name, **changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"weight_g": -1},
        {"weight_g": 1.5},
        {"weight_h": -1.0},
        {"weight_h": float("inf")},
        {"weight_h": float("nan")},
        {"weight_h": "1"},
        {"tie_break": "oldest"},
        {"tie_break": None},
        {"should_stop": 1},
    ],
    ids=str,
)
def test_wrong_options_raise(changes: dict[str, Any]) -> None:
    with pytest.raises((TypeError, ValueError)):
        call(HARD, **changes)


def test_a_correct_call_succeeds() -> None:
    assert call()["moves"] == call_blind("breadth_first")["moves"] == call_blind("bidirectional")["moves"] == bytes([3])


def test_grids_that_cannot_be_searched_raise() -> None:
    large = Shape(2, 13)
    state = bytes(range(large.cells))
    with pytest.raises(ValueError, match="25 cells"):
        call_blind("breadth_first", grid=core().Grid(blank_targets(large)), start=state, goal=state)
    one_way = array("b", [-1, 2, -1, 1, -1, 3, -1, -1, 0, -1, -1, 3, 1, -1, 2, -1])
    for name in ("breadth_first", "bidirectional"):
        with pytest.raises(ValueError, match="undone by the opposite move"):
            call_blind(name, grid=core().Grid(one_way))


def test_a_heuristic_for_another_grid_raises() -> None:
    """Also where the other grid has the same size."""
    wide, high = Problem("2 1 3 0 / 4 5 6 7"), Shape(4, 2)
    other = core().Grid(blank_targets(high))
    costs = bytes(tile * cell * 37 % 100 for tile in range(8) for cell in range(8))
    with pytest.raises(ValueError, match="another grid"):
        call(wide, heuristic=core().TileSum(other, costs), weight_h=0.0)
    with pytest.raises(ValueError, match="another grid"):
        call(heuristic=core().TileSum(other, costs))


def test_the_callback_stops_the_run() -> None:
    seen: list[tuple[int, ...]] = []

    def should_stop(expanded: int, generated: int, lower_bound: int, memory: int) -> bool:
        seen.append((expanded, generated, lower_bound, memory))
        return len(seen) == 2

    found = call(HARD, should_stop=should_stop)
    assert found["status"] == 2
    assert 0 <= seen[0][0] < seen[1][0] == found["counters"]["expanded"]
    assert found["counters"]["generated"] * 16 < seen[1][3] < found["counters"]["generated"] * 32 + 2**20


def test_an_exception_of_the_callback_is_raised() -> None:
    def should_stop(*numbers: int) -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        call(HARD, should_stop=should_stop)
