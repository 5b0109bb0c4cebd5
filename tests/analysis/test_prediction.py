"""Predicted nodes of IDA*, against counts that use neither the prediction nor the searches of Taquin."""

from __future__ import annotations

import numpy as np
import pytest

from taquin import Board, BoardError, Limits, State
from taquin.analysis.distribution import distribution
from taquin.analysis.prediction import count_iterations, measure, predict
from taquin.analysis.random_boards import random_starts
from taquin.heuristics.manhattan import Manhattan
from taquin.puzzle.goals import make_goal
from taquin.puzzle.problem import Problem, TileSpace
from taquin.run.limits import Cancellation
from taquin.run.run import Run
from taquin.solving.heuristic_choice import choose_heuristic
from taquin.tables.distances import DistanceTable

GOAL = make_goal(None, "3x3")
MANHATTAN = choose_heuristic("manhattan")


def exact_means(heuristic: str, goal: Board, most: int) -> list[tuple[float, float]]:
    """The mean of the expanded and of the generated nodes over all starts, for every bound.

    By recursion over all states at once: a subtree with r moves left below a state that was entered by some move has
    the state itself, if its estimate is at most r, and then the subtrees of its children with r - 1 moves left.
    """
    table = DistanceTable(goal)
    states = [state for depth in range(table.radius + 1) for state in table.states_at(depth)]
    number = {state: index for index, state in enumerate(states)}
    made = choose_heuristic(heuristic).build(goal)
    estimates = np.array([made(state) for state in states])
    children = np.full((4, len(states)), -1)
    successors = TileSpace(goal.state, goal.state, goal.shape).successors
    for index, state in enumerate(states):
        for step, child in successors(state):
            children[step, index] = number[child]
    undone = [1, 0, 3, 2]  # up, down, left, right
    below = np.zeros((2, 5, len(states)), dtype=np.int64)  # expanded and generated, by the move that entered; 4: none
    means = []
    for left in range(most + 1):
        above = np.zeros_like(below)
        for entered in range(5):
            for move in range(4):
                if entered < 4 and move == undone[entered]:
                    continue
                legal = children[move] >= 0
                above[:, entered, legal] += below[:, move][:, children[move, legal]]
                above[1, entered, legal] += 1
            above[0, entered] += 1
            above[:, entered, estimates > left] = 0
        below = above
        means.append((float(below[0, 4].mean()), float(below[1, 4].mean())))
    return means


def check_means(heuristic: str, goal: Board, most: int) -> None:
    found = distribution(choose_heuristic(heuristic), goal)
    predicted = predict(found, range(most + 1))
    for each, (expanded, generated) in zip(predicted, exact_means(heuristic, goal, most), strict=True):
        assert each.expanded == pytest.approx(expanded, rel=1e-12)
        assert each.generated == pytest.approx(generated, rel=1e-12)


def test_the_mean_over_all_boards_of_2x4_is_exact() -> None:
    check_means("manhattan", Board("1 2 3 0 / 4 5 6 7"), 24)


@pytest.mark.slow
@pytest.mark.parametrize("heuristic", ["manhattan", "misplaced", "linear_conflict"])
@pytest.mark.parametrize("goal", ["1 2 3 / 4 5 6 / 7 8 0", "1 2 3 / 8 0 4 / 7 6 5"])
def test_the_mean_over_all_boards_of_3x3_is_exact(heuristic: str, goal: str) -> None:
    check_means(heuristic, Board(goal), 24)


def brute_force(state: State, before: State | None, left: int, made: Manhattan) -> tuple[int, int]:
    if made(state) > left:
        return 0, 0
    expanded, generated = 1, 0
    for _, child in TileSpace(state, state, GOAL.shape).successors(state):
        if child != before:
            more, others = brute_force(child, state, left - 1, made)
            expanded, generated = expanded + more, generated + others + 1
    return expanded, generated


def test_complete_iterations_count_every_node_within_the_bound() -> None:
    start = Board("1 2 3 / 4 0 5 / 7 8 6")  # two moves from the goal, which does not end an iteration
    iterations = count_iterations(Problem(start, GOAL), MANHATTAN, 16)
    assert [each.bound for each in iterations] == list(range(2, 17, 2))
    for each in iterations:
        assert (each.expanded, each.generated) == brute_force(start.state, None, int(each.bound), Manhattan(GOAL))


def test_both_backends_count_the_same_iterations(monkeypatch: pytest.MonkeyPatch) -> None:
    starts = random_starts(GOAL, 5, 3)
    counted = [count_iterations(Problem(start, GOAL), MANHATTAN, 18) for start in starts]
    monkeypatch.setattr("taquin.analysis.prediction.unsupported_reason", lambda problem, method: "not here")
    assert [count_iterations(Problem(start, GOAL), MANHATTAN, 18) for start in starts] == counted


def test_an_iteration_that_is_stopped_is_left_out() -> None:
    problem = Problem(Board("8 6 7 / 2 5 4 / 3 0 1"), GOAL)
    whole = count_iterations(problem, MANHATTAN, 31)
    assert count_iterations(problem, MANHATTAN, 31, Run(Limits(nodes=5000))) == whole[:4]
    cancellation = Cancellation()
    cancellation.cancel()
    assert count_iterations(problem, MANHATTAN, 31, Run(None, None, cancellation)) == ()
    assert measure(MANHATTAN, [problem.start], GOAL, range(20, 24), cancellation=cancellation) == ()


def test_only_sums_over_tiles_are_counted_beyond_9_cells() -> None:
    with pytest.raises(BoardError, match="at most 9 cells, or 16 for a sum over tiles, found 4×4"):
        distribution(choose_heuristic("linear_conflict"), make_goal(None, "4x4"))


@pytest.mark.slow
def test_the_distribution_of_the_15_puzzle_is_exact() -> None:
    found = distribution(MANHATTAN, make_goal("blank-first", "4x4"))
    boards = sum(sum(counts.values()) for counts in found.counts)
    assert boards == 10_461_394_944_000
    assert sum(value * count for counts in found.counts for value, count in counts.items()) == 37 * boards
    assert predict(found, range(44, 45))[0].expanded == pytest.approx(877_824, rel=1e-5)
