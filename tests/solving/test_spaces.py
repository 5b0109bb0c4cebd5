"""Errors for spaces of one's own whose states or moves are of the wrong kind, for every algorithm alike."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from cases import each_case
from taquin import HeuristicError, Recorder, SpaceError, SpecError, Status, search
from taquin.heuristics.base import Estimate


class Steps:
    """From 0 to 3 by steps of 1; ``pairs`` makes the successors of a state."""

    def __init__(self, pairs: Any, start: Any = 0) -> None:
        self._pairs = pairs
        self.start = start

    def is_goal(self, state: object) -> bool:
        return state == 3

    def successors(self, state: Any) -> Any:
        return self._pairs(state)


@each_case("algorithm", ["bfs", "astar", "ida_star", "rbfs", "hill_climbing"])
@each_case(
    ("pairs", "message"),
    [
        (lambda state: [([1, 0], state + 1)], "expected moves that can be hashed, found a list"),
        (lambda state: [state + 1], "expected successors as pairs of a move and a state, found 1"),
        (lambda state: [(0, [state + 1])], "expected states that can be hashed, found a list"),
    ],
)
def test_successors_of_the_wrong_kind(algorithm: str, pairs: Any, message: str) -> None:
    with pytest.raises(SpaceError, match=message):
        search(Steps(pairs), algorithm, None if algorithm == "bfs" else lambda state: 0)


def test_a_class_is_not_a_space() -> None:
    with pytest.raises(SpaceError, match=r"expected a space, found the class Steps \(Steps\(\) makes one\)"):
        search(Steps, "bfs")  # type: ignore[arg-type]


def count_up(state: int) -> list[tuple[int, int]]:
    return [(0, state + 1)]


class Half(Estimate[int]):
    """An estimate of one's own, whose ``update`` fails."""

    def __call__(self, state: int) -> float:
        return 0.5

    def update(self, value: float, parent: int, child: int) -> float:
        raise SystemExit


@pytest.mark.parametrize(
    ("heuristic", "message"),
    [
        (lambda state: 10**400, "returned a number of about 400 digits for 0: expected a number up to 1e.300"),
        (lambda state: float("nan"), "returned nan for 0: expected a finite number, 0 or more"),
        (lambda state: "3", "returned '3' for 0: expected a finite number"),
        (lambda state: None, "returned None for 0: .* ends without return gives None"),
        (lambda state: 1 / state, r"test_spaces.py, line \d+: <lambda> failed on 0: ZeroDivisionError"),
        (lambda state: sys.exit(1), r"test_spaces.py, line \d+: <lambda> failed on 0: SystemExit"),
        (Half(), r"test_spaces.py, line \d+: Half failed on 1: SystemExit"),
    ],
)
def test_estimates_of_the_wrong_kind(heuristic: Any, message: str) -> None:
    with pytest.raises(HeuristicError, match=message):
        search(Steps(count_up), "astar", heuristic)


class Falling(Steps):
    """The estimate of a child is computed from its parent's, by a method of the space or of an object."""

    def __init__(self, change: float = -1) -> None:
        super().__init__(count_up)
        self.change, self.calls, self.updates = change, 0, 0

    def h(self, state: int) -> float:
        self.calls += 1
        return 3 - state

    def update_h(self, value: float, parent: int, child: int) -> float:
        self.updates += 1
        return value + self.change

    def __call__(self, state: int) -> float:
        return self.h(state)

    update = update_h


@pytest.mark.parametrize("name", ["h", "__call__"])
def test_estimates_are_updated(name: str) -> None:
    space = Falling()
    found = search(space, "astar", space.h if name == "h" else space, admissible=True)
    assert (found.cost, found.quality, space.updates) == (3, "optimal", 6)
    assert space.calls == 7  # at the start, and to check each update on the solution
    wrong = Falling(change=-0.5)
    with pytest.raises(HeuristicError, match=r"update of .* gives 2.5 for 1, and a call gives 2"):
        search(wrong, "astar", wrong.h if name == "h" else wrong)


@pytest.mark.parametrize("cost", ["1", None, -1, float("nan"), float("inf"), 10**400])
def test_costs_of_the_wrong_kind(cost: Any) -> None:
    space: Any = Steps(count_up)
    space.cost = lambda state, move, child: cost
    with pytest.raises(SpaceError, match="expected a cost of 0 or more, found"):
        search(space, "ucs")


def test_a_start_that_cannot_be_hashed() -> None:
    with pytest.raises(SpaceError, match="expected states that can be hashed, found a list"):
        search(Steps(count_up, start=[1]), "bfs")


def test_heuristics_without_effect_are_refused() -> None:
    with pytest.raises(SpecError, match="a heuristic has no effect: bfs uses none"):
        search(Steps(count_up), "bfs", lambda state: 0)
    with pytest.raises(SpecError, match="a backward heuristic has no effect: astar uses none"):
        search(Steps(count_up), "astar", lambda state: 0, backward_heuristic=lambda state: 0)


class Hanging(Steps):
    def successors(self, state: Any) -> Any:
        while True:
            pass


def test_successors_of_the_start_that_never_end_are_stopped_by_the_time_limit() -> None:
    result = search(Hanging(count_up), "bfs", time=0.1)
    assert result.status is Status.LIMIT
    assert result.reason.startswith("reached the time limit of 0.1 s, and Hanging.successors")


class Jug:
    """Two jugs of 3 and 5 litres; 4 litres are wanted. Moves have names, and costs: one for each litre moved."""

    start, goal = (0, 0), (0, 4)

    def is_goal(self, state: tuple[int, int]) -> bool:
        return state == self.goal

    def successors(self, state: tuple[int, int]) -> list[tuple[str, tuple[int, int]]]:
        small, large = state
        right, left = min(small, 5 - large), min(large, 3 - small)
        ways = {"fill 3": (3, large), "fill 5": (small, 5), "empty 3": (0, large), "empty 5": (small, 0)}
        ways |= {"pour 3": (small - right, large + right), "pour 5": (small + left, large - left)}
        return [(name, to) for name, to in ways.items() if to != state]


class WeightedJug(Jug):
    def cost(self, state: tuple[int, int], move: str, child: tuple[int, int]) -> float:
        return int(move[-1])


@each_case("algorithm", ["bfs", "ucs", "astar", "ida_star", "rbfs", "iddfs", "beam(width=50)", "greedy"])
def test_moves_are_anything_hashable(algorithm: str) -> None:
    recorder = Recorder()
    heuristic = None if algorithm in ("bfs", "ucs", "iddfs") else lambda state: 0
    found = search(Jug(), algorithm, heuristic, observer=recorder)
    moves: tuple[str, ...] = found.moves or ()  # mypy knows the type of the moves
    assert set(moves) <= {"fill 3", "fill 5", "empty 3", "empty 5", "pour 3", "pour 5"}
    state = Jug.start
    for move in moves:
        state = dict(Jug().successors(state))[move]
    assert state == Jug.goal == found.states[-1]
    assert all(isinstance(node.move, int) for node in recorder.trace().tree.nodes.values())


def test_named_moves_with_costs_backwards_and_in_algorithms_of_ones_own() -> None:
    found = search(WeightedJug(), "ucs")
    assert found.cost == sum(int(move[-1]) for move in found.moves or ())

    class Line:
        start, goal = 0, 4

        def is_goal(self, state: int) -> bool:
            return state == 4

        def successors(self, state: int) -> list[tuple[str, int]]:
            return [("up", state + 1), ("down", state - 1)]

        predecessors = successors

        def reverse(self, move: str) -> str:
            return {"up": "down", "down": "up"}[move]

    assert search(Line(), "bidirectional").moves == ("up",) * 4
    assert search(Line(), lambda space: ["up"] * 4).moves == ("up",) * 4
