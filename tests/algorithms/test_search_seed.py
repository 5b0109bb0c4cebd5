"""The worked examples of the documents behind this project: counters, numbers of nodes and moves, exactly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from looping import for_each
from taquin.puzzle.board import Board
from taquin.puzzle.problem import Problem
from taquin.run.result import Quality, Status
from taquin.solving.heuristic_choice import choose_heuristic
from taquin.solving.solver import solve
from taquin.tables.distances import distance_table
from taquin.trace.recorder import Recorder

CASES: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parents[1] / "data" / "seed_cases.json").read_text(encoding="utf-8")
)


@for_each("case", CASES["a_star"])
@for_each("heuristic", ["manhattan", "misplaced"])
def test_a_star(case: dict[str, Any], heuristic: str) -> None:
    start, goal, expected = Board(case["start"]), Board(case["goal"]), case.get(heuristic, {})
    recorder = Recorder()
    result = solve(start, goal, algorithm="astar", heuristic=heuristic, observer=recorder, backend="python")
    stats, path = result.stats, list(recorder.trace().node_path)
    found = {"expanded": stats.expanded, "generated": stats.generated, "length": result.length, "node_path": path}
    assert found == found | expected
    assert result.length == distance_table(goal).distance(start)
    assert str(result.solution) == case.get("moves", str(result.solution))


A_STAR = [
    (case, heuristic) for case in CASES["a_star"] for heuristic in ("manhattan", "misplaced") if heuristic in case
]


def test_the_data_file_is_complete() -> None:
    assert len(A_STAR) == 13
    assert sum("expanded" in case[heuristic] for case, heuristic in A_STAR) == 6
    assert sum("node_path" in case[heuristic] for case, heuristic in A_STAR) == 4
    assert (len(CASES["heuristic_values"]), len(CASES["unsolvable"]), len(CASES["depth_first"])) == (1, 2, 1)


@for_each("text", ["bfs", "ida_star(manhattan)", "bidirectional_astar(misplaced)", "rbfs(manhattan)"])
@for_each("case", CASES["a_star"])
def test_other_optimal_algorithms_find_the_same_lengths(case: dict[str, Any], text: str) -> None:
    result = solve(case["start"], Board(case["goal"]), algorithm=text)
    assert result.length == case["manhattan"]["length"]
    if "moves" in case:  # there is one shortest solution only
        assert str(result.solution) == case["moves"]


def named(value: object) -> str | None:
    return value if isinstance(value, str) else value["start"] if isinstance(value, dict) else None


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


@pytest.mark.parametrize("case", CASES["depth_first"], ids=named)
@pytest.mark.parametrize("frontier", ["path", "stack"])
def test_depth_first(case: dict[str, Any], frontier: str) -> None:
    result = solve(case["start"], case["goal"], algorithm=f"dfs(frontier={frontier})")
    assert result.is_solved
    assert result.length is not None
    assert result.length > case["shortest"] == distance_table(Board(case["goal"])).distance(Board(case["start"]))
    assert result.quality is Quality.UNPROVEN


@pytest.mark.parametrize("case", CASES["heuristic_values"], ids=lambda case: case["board"])
def test_heuristic_values(case: dict[str, Any]) -> None:
    for name in ("manhattan", "misplaced"):
        assert choose_heuristic(name).build(Board(case["goal"]))(Board(case["board"]).state) == case[name]
