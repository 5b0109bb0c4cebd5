"""Many methods on many boards: the numbers of the summary are those of single runs."""

from __future__ import annotations

import pytest

from taquin.analysis.compare import compare_boards
from taquin.analysis.many_boards import summarise
from taquin.puzzle.problem import Problem
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
