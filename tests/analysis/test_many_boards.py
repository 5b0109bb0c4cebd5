"""Many methods on many boards: the numbers of the summary are those of single runs."""

from __future__ import annotations

import pytest

from taquin.analysis.many_boards import compare_boards, random_problems, summarise
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import make_goal
from taquin.puzzle.problem import Problem
from taquin.run.limits import Cancellation, Limits
from taquin.run.result import Status
from taquin.solving.method import choose_method
from taquin.solving.solver import solve

NEAR = ["1 2 3 / 4 5 6 / 7 0 8", "1 2 3 / 4 5 6 / 0 7 8"]
FAR = "8 6 7 / 2 5 4 / 3 0 1"


def test_summaries_are_those_of_single_runs() -> None:
    problems = [Problem(board) for board in (*NEAR, FAR)]
    methods = [choose_method(text) for text in ("hill_climbing(manhattan)", "astar(manhattan)")]
    runs = list(compare_boards(problems, methods))
    assert [number for number, _ in runs] == [0, 1, 2, 0, 1, 2]
    climbing, astar = summarise([row for _, row in runs])
    assert (climbing.solved, climbing.boards, climbing.failures) == (2, 3, {"stuck": 1})
    assert climbing.success_rate == pytest.approx(2 / 3)
    assert climbing.mean_length == 1.5  # over the two boards that it solved
    results = [solve(problem.start, algorithm="hill_climbing(manhattan)") for problem in problems]
    assert climbing.mean_expanded == sum(result.stats.expanded for result in results) / 3
    assert climbing.mean_generated == sum(result.stats.generated for result in results) / 3
    assert (astar.solved, astar.failures, astar.mean_length) == (3, {}, (1 + 2 + 31) / 3)
    assert astar.to_dict()["success_rate"] == 1


def test_a_method_that_solves_nothing_has_no_mean_length() -> None:
    (summary,) = summarise(
        [row for _, row in compare_boards([Problem(FAR)], [choose_method("bfs")], limits=Limits(nodes=9))]
    )
    assert (summary.solved, summary.success_rate, summary.mean_length) == (0, 0, None)
    assert summary.failures == {"limit": 1}


def test_random_boards_follow_from_the_seed() -> None:
    goal = make_goal("snail", Shape(3, 3))
    problems = random_problems(goal, 20, seed=7)
    assert problems == random_problems(goal, 20, seed=7)
    assert problems != random_problems(goal, 20, seed=8)
    assert all(problem.goal == goal and problem.is_solvable for problem in problems)


def test_a_cancellation_ends_all() -> None:
    cancellation = Cancellation()
    runs = []
    for run in compare_boards([Problem(NEAR[0])] * 3, [choose_method("bfs")] * 2, cancellation=cancellation):
        runs.append(run)
        cancellation.cancel()
    assert [row.result.status for _, row in runs] == [Status.SOLVED]
