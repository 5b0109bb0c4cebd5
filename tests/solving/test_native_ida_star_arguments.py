"""The core's IDA* and its tables with wrong arguments: an exception, never a crash of the process."""

from __future__ import annotations

from array import array
from typing import Any

import pytest

from looping import for_each
from taquin import _native
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import Problem
from taquin.solving.method import choose_method
from taquin.solving.native_runs import unsupported_reason

pytestmark = pytest.mark.skipif("ida_star" not in _native.capabilities(), reason=_native.describe())

TARGETS = array("b", [-1, 2, -1, 1, -1, 3, 0, -1, 0, -1, -1, 3, 1, -1, 2, -1])
COSTS = bytes(16)


def core() -> Any:
    return _native.load()


def call(**changes: object) -> object:
    grid = core().Grid(TARGETS)
    arguments: dict[str, object] = {
        "grid": grid,
        "start": bytes([1, 2, 0, 3]),
        "goal": bytes([1, 2, 3, 0]),
        "heuristic": core().TileSum(grid, COSTS),
        "detours": None,
        "threads": 1,
        "node_limit": 10**6,
        "depth_limit": 100,
        "event_cap": 0,
        "should_stop": None,
    }
    return core().ida_star(**(arguments | changes))


def test_a_correct_call_succeeds() -> None:
    found = call()
    assert isinstance(found, dict)
    assert found["moves"] == bytes([3])


@for_each(
    "changes",
    [
        {"start": bytes([1, 2, 0])},
        {"start": bytes([1, 2, 0, 0])},
        {"start": bytes([1, 2, 0, 4])},
        {"start": bytes(70)},
        {"goal": bytes([1, 2, 3, 3])},
        {"start": array("i", [1, 2, 0, 3])},
        {"start": array("d", [1, 2, 0, 3])},
        {"start": [1, 2, 0, 3]},
        {"start": None},
        {"node_limit": -1},
        {"event_cap": -1},
        {"heuristic": None},
        {"threads": 0},
        {"threads": -3},
        {"detours": 6},
        {"depth_limit": -(2**31)},
    ],
)
def test_wrong_arguments_raise(changes: dict[str, object]) -> None:
    with pytest.raises((TypeError, ValueError)):
        call(**changes)


def test_wrong_tables_raise() -> None:
    grid = core().Grid(TARGETS)
    with pytest.raises(ValueError, match=r"four targets|cells"):
        core().Grid(array("b", [0, 1]))
    with pytest.raises(ValueError, match="targets that are cells"):
        core().Grid(array("b", [9] * 16))
    with pytest.raises(TypeError):
        core().Grid(array("i", TARGETS))
    with pytest.raises(ValueError, match="cost for every tile"):
        core().TileSum(grid, bytes(15))
    with pytest.raises(ValueError, match="blank"):
        core().TileSum(grid, bytes([1] * 16))
    with pytest.raises(ValueError, match="by exactly 1"):
        core().UnitTileSum(grid, COSTS)
    with pytest.raises(ValueError, match="followers"):
        core().WalkTable(2, bytes(3), array("i", [0] * 5), bytes(4))
    with pytest.raises(ValueError, match="followers that are states"):
        core().WalkTable(2, bytes(3), array("i", [7] * 12), bytes(4))
    with pytest.raises(ValueError, match="goal lines from 0"):
        core().WalkTable(2, bytes(3), array("i", [0] * 12), bytes([0, 1, 2, 1]))


def test_a_walk_for_another_board_raises() -> None:
    grid = core().Grid(TARGETS)
    table = core().WalkTable(2, bytes([1, 1]), array("i", [-1] * 8), bytes([0, 1, 0, 1]))
    with pytest.raises(ValueError, match="another start or goal"):
        call(grid=grid, heuristic=core().WalkSum(table, table, 0, 0))


def test_a_heuristic_for_another_grid_raises() -> None:
    larger = Shape(3, 3)
    method = choose_method("ida_star", "manhattan")
    assert unsupported_reason(Problem(Board([*range(1, 9), 0])), method) == ""
    targets = array("b", [-1] * (4 * larger.cells))
    other = core().Grid(targets)
    with pytest.raises(ValueError, match="another grid"):
        call(heuristic=core().TileSum(other, bytes(81)))


def test_wrong_maxima_raise() -> None:
    grid = core().Grid(TARGETS)
    costs = core().TileSum(grid, COSTS)
    table = core().WalkTable(2, bytes([1, 1]), array("i", [-1] * 8), bytes([0, 1, 0, 1]))
    walk = core().WalkSum(table, table, 0, 0)
    with pytest.raises(ValueError, match="at least one heuristic"):
        core().Maximum(grid, ())
    with pytest.raises(ValueError, match="at most one walking distance"):
        core().Maximum(grid, (walk, costs, walk))
    for wrong in (None, 5, core().Maximum(grid, (costs,))):
        with pytest.raises(TypeError, match="heuristics of the core"):
            core().Maximum(grid, (costs, wrong))
    with pytest.raises(TypeError):
        core().Maximum(grid, [costs])
    other = core().Grid(array("b", [-1] * 36))
    for part in (costs, walk):
        with pytest.raises(ValueError, match="another grid"):
            core().Maximum(other, (part,))
    with pytest.raises(ValueError, match="another grid"):
        call(heuristic=core().Maximum(other, (core().TileSum(other, bytes(81)),)))
    with pytest.raises(ValueError, match="another start or goal"):
        call(heuristic=core().Maximum(grid, (costs, walk)))
