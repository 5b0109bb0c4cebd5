"""Local search on spaces of a few states, where every step is known."""

from __future__ import annotations

from math import exp, log

import pytest

from exhaustive import layers, neighbours
from recording import recorded
from taquin.algorithms.local import _temperature
from taquin.puzzle.board import Board
from taquin.puzzle.problem import Problem
from taquin.run.result import Status
from taquin.solving.solver import solve
from taquin.solving.spaces import search
from taquin.trace.events import GenerateEvent, PruneEvent


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
    """Steps down to the goal with two landings of two level moves; state 8, far up, is beside every step."""

    start = 0
    estimates = (3, 2, 2, 2, 1, 1, 1, 0, 9)

    def is_goal(self, state: int) -> bool:
        return state == 7

    def successors(self, state: int) -> list[tuple[int, int]]:
        return [(0, 8), (1, state + 1)]


@pytest.mark.parametrize(("sideways", "length"), [(0, None), (1, None), (2, 7)])
def test_level_moves_cross_each_plateau_as_far_as_they_are_allowed(sideways: int, length: int | None) -> None:
    result = search(
        Terrace(), f"hill_climbing(sideways={sideways}, variant=steepest)", lambda state: Terrace.estimates[state]
    )
    if length is None:
        assert result.status is Status.STUCK
        assert "plateau" in result.reason
    else:
        assert result.length == length


def test_temperatures() -> None:
    assert [_temperature("linear", 8, 0.5, trial, 100) for trial in (0, 25, 100)] == [8, 6, 0]
    assert [_temperature("geometric", 8, 0.5, trial, 100) for trial in (0, 1, 3)] == [8, 4, 1]
    assert [_temperature("logarithmic", 8, 0.5, trial, 100) for trial in (0, 2)] == [8 / log(2), 8 / log(4)]


# Learning real-time A* -------------------------------------------------------------------------------------------

GOAL = bytes([1, 2, 3, 4, 5, 0])
DISTANCES = {board: distance for distance, layer in enumerate(layers(GOAL, 2, 3)) for board in layer}


def manhattan(board: bytes) -> int:
    return sum(
        abs(cell // 3 - (tile - 1) // 3) + abs(cell % 3 - (tile - 1) % 3) for cell, tile in enumerate(board) if tile
    )


def lrta_agent(board: bytes) -> list[bytes]:
    """The boards that the agent of the textbook visits, which looks one move ahead."""
    learned: dict[bytes, int] = {}
    visited = [board]
    while board != GOAL:
        costs = {other: 1 + learned.get(other, manhattan(other)) for other in neighbours(board, 2, 3)}
        best = min(costs, key=lambda other: costs[other])
        learned[board] = max(learned.get(board, manhattan(board)), costs[best])
        board = best
        visited.append(board)
    return visited


def test_lrta_star_visits_the_boards_of_the_textbook_and_learns_no_more_than_the_distance() -> None:
    """From every fourth board of the 2×3."""
    rises = 0
    for board in sorted(DISTANCES)[::4]:
        problem = Problem(Board(list(board), "2x3"), Board(list(GOAL), "2x3"))
        result = solve(problem, algorithm="lrta_star(manhattan)")
        assert result.solution is not None
        assert [bytes(each.cells) for each in result.solution.boards()] == lrta_agent(board)
        assert manhattan(board) <= result.lower_bound <= DISTANCES[board]
        rises += result.lower_bound > manhattan(board)
    assert rises > 10


@pytest.mark.parametrize("lookahead", [2, 3, 5])
def test_lrta_star_solves_every_board_and_shorter_with_more_lookahead(lookahead: int) -> None:
    total = nearest = 0
    for board in sorted(DISTANCES)[::8]:
        problem = Problem(Board(list(board), "2x3"), Board(list(GOAL), "2x3"))
        result = solve(problem, algorithm=f"lrta_star(manhattan, lookahead={lookahead})")
        assert result.length is not None
        assert result.lower_bound <= DISTANCES[board] <= result.length
        total += result.length
        nearest += len(lrta_agent(board)) - 1
    assert total < nearest


def test_annealing_takes_worse_boards_as_often_as_the_temperature_says() -> None:
    method = "annealing(manhattan, temperature=2, cooling=1, trials=4000)"
    trace = recorded("14 15 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 0", algorithm=method)
    values = {event.node: event.h for event in trace.events if isinstance(event, GenerateEvent)}
    rejected = {event.node for event in trace.events if isinstance(event, PruneEvent)}
    worse = {node for node, h in values.items() if node and h > values[trace.tree[node].parent]}
    assert len(worse) > 1000
    assert rejected <= worse
    assert len(worse - rejected) / len(worse) == pytest.approx(exp(-1 / 2), abs=0.05)


NEIGHBOURS = {"start": ("better", "worse"), "better": ("valley",), "valley": (), "worse": ("goal",), "goal": ()}


class Fork:
    """The better neighbour leads away from the goal, which is two moves from the start."""

    start = "start"

    def is_goal(self, state: str) -> bool:
        return state == "goal"

    def successors(self, state: str) -> list[tuple[int, str]]:
        return list(enumerate(NEIGHBOURS[state]))


@pytest.mark.parametrize("algorithm", ["hill_climbing", "annealing(temperature=0.001)", "lrta_star"])
def test_a_depth_limit_proves_nothing(algorithm: str) -> None:
    estimates = {"start": 4, "better": 2, "valley": 1, "worse": 9, "goal": 0}
    result = search(Fork(), algorithm, lambda state: estimates[state], depth=2)
    assert result.status is Status.EXHAUSTED
    assert result.reason == "found no solution within the depth limit of 2 moves"
    assert result.lower_bound <= 2
