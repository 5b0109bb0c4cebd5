"""Local search on spaces of a few states, where every step is known."""

from __future__ import annotations

from math import log

import pytest

from taquin.algorithms.local import _temperature
from taquin.run.result import Status
from taquin.solving.spaces import search


class Stairs:
    """Five steps down to the goal, each with four equal neighbours."""

    start = (5, 0)

    def is_goal(self, state: tuple[int, int]) -> bool:
        return state[0] == 0

    def successors(self, state: tuple[int, int]) -> list[tuple[int, tuple[int, int]]]:
        return [(move, (state[0] - 1, move)) for move in range(4)]


@pytest.mark.parametrize(("variant", "generated"), [("steepest", 20), ("stochastic", 20), ("first-choice", 5)])
def test_first_choice_generates_no_more_than_one_better_neighbour(variant: str, generated: int) -> None:
    result = search(Stairs(), f"hill_climbing(variant={variant})", lambda state: state[0])
    assert (result.length, result.stats.expanded, result.stats.generated) == (5, 5, generated)


class Terrace:
    """Steps down to the goal with a landing of two level moves; state 6, far up, is beside every step."""

    start = 0
    estimates = (3, 2, 2, 2, 1, 0, 9)

    def is_goal(self, state: int) -> bool:
        return state == 5

    def successors(self, state: int) -> list[tuple[int, int]]:
        return [(0, 6), (1, state + 1)]


@pytest.mark.parametrize(("sideways", "length"), [(0, None), (1, None), (2, 5)])
def test_level_moves_cross_a_plateau_as_far_as_they_are_allowed(sideways: int, length: int | None) -> None:
    result = search(
        Terrace(),
        f"hill_climbing(sideways={sideways}, variant=steepest)",
        lambda state: Terrace.estimates[state],
    )
    if length is None:
        assert result.status is Status.STUCK
        assert "plateau" in result.reason
    else:
        assert result.length == length


NEIGHBOURS = {"start": ("better", "worse"), "better": ("valley",), "valley": (), "worse": ("goal",), "goal": ()}


class Fork:
    """The better neighbour leads away from the goal, which is two moves from the start."""

    start = "start"

    def is_goal(self, state: str) -> bool:
        return state == "goal"

    def successors(self, state: str) -> list[tuple[int, str]]:
        return list(enumerate(NEIGHBOURS[state]))


@pytest.mark.parametrize("algorithm", ["hill_climbing", "annealing(temperature=0.001)"])
def test_a_depth_limit_proves_nothing(algorithm: str) -> None:
    estimates = {"start": 4, "better": 2, "valley": 1, "worse": 9, "goal": 0}
    result = search(Fork(), algorithm, lambda state: estimates[state], depth=2)
    assert result.status is Status.EXHAUSTED
    assert result.reason == "found no solution within the depth limit of 2 moves"
    assert result.lower_bound <= 2


def test_temperatures() -> None:
    assert [_temperature("linear", 8, 0.5, trial, 100) for trial in (0, 25, 100)] == [8, 6, 0]
    assert [_temperature("geometric", 8, 0.5, trial, 100) for trial in (0, 1, 3)] == [8, 4, 1]
    assert [_temperature("logarithmic", 8, 0.5, trial, 100) for trial in (0, 2)] == [8 / log(2), 8 / log(4)]
