"""The worked examples of the documents behind this project: counters, numbers of nodes and moves, exactly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from looping import for_each
from taquin.puzzle.board import Board
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
