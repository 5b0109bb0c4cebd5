"""The worked examples of the documents behind this project: counters, numbers of nodes and moves, exactly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from looping import for_each
from taquin.puzzle.board import Board
from taquin.puzzle.problem import Problem
from taquin.puzzle.solution import Solution
from taquin.run.result import Quality, Status
from taquin.solving.solver import solve
from taquin.tables.distances import distance_table
from taquin.trace.recorder import Recorder

CASES: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parents[1] / "data" / "seed_cases.json").read_text(encoding="utf-8")
)
A_STAR = [
    (case, heuristic) for case in CASES["a_star"] for heuristic in ("manhattan", "misplaced") if heuristic in case
]


def named(value: object) -> str | None:
    return value if isinstance(value, str) else value["start"] if isinstance(value, dict) else None


@for_each(("case", "heuristic"), A_STAR)
def test_a_star(case: dict[str, Any], heuristic: str) -> None:
    start, goal, expected = Board(case["start"]), Board(case["goal"]), case[heuristic]
    recorder = Recorder()
    result = solve(start, goal, algorithm="astar", heuristic=heuristic, observer=recorder, backend="python")
    trace = recorder.trace()
    assert (result.status, result.quality) == (Status.SOLVED, Quality.OPTIMAL)
    assert result.length == expected["length"] == distance_table(goal).distance(start)
    for name, value in (("expanded", result.stats.expanded), ("generated", result.stats.generated)):
        assert value == expected.get(name, value), name
    assert list(trace.node_path) == expected.get("node_path", list(trace.node_path))
    # The path that the numbers of the nodes describe is the solution.
    assert [trace.tree[node].move for node in trace.node_path[1:]] == list(
        result.solution.moves if result.solution else ()
    )
    if "moves" in case:
        assert str(result.solution) == case["moves"]
        assert Solution(start, case["moves"]).end == goal


@for_each("text", ["bfs", "ida_star(manhattan)", "bidirectional_astar(misplaced)", "rbfs(manhattan)"])
@for_each("case", CASES["a_star"])
def test_other_optimal_algorithms_find_the_same_lengths(case: dict[str, Any], text: str) -> None:
    result = solve(case["start"], Board(case["goal"]), algorithm=text)
    assert result.length == case["manhattan"]["length"]
    if "moves" in case:  # there is one shortest solution only
        assert str(result.solution) == case["moves"]


@pytest.mark.parametrize("case", CASES["unsolvable"], ids=named)
@pytest.mark.parametrize("text", ["astar", "dfs", "hill_climbing", "bidirectional"])
def test_unsolvable(case: dict[str, Any], text: str) -> None:
    result = solve(case["start"], case["goal"], algorithm=text)
    assert result.status is Status.UNSOLVABLE
    assert result.solution is None
    assert result.stats.expanded == result.stats.generated == 0
    assert distance_table(Board(case["goal"])).get(Board(case["start"])) is None
    repair = Problem(case["start"], case["goal"]).solvability.repair
    assert repair is not None
    assert solve(Board(case["start"]).swapped(*repair), case["goal"]).is_solved
