"""Recorded searches that are longer than their record: how they end, and what is shown while they run."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from taquin.run.limits import Cancellation
from taquin.run.progress import Progress
from taquin.solving.solver import solve
from taquin.web.api import watching
from taquin.web.browser.engine import Engine

FARTHEST = "8 6 7 / 2 5 4 / 3 0 1"
"""31 moves from the goal."""


def asked(path: str, **body: object) -> tuple[Any, list[Any]]:
    """The response of the engine, and its events."""
    events = list[Any]()
    call = Engine().respond(path, json.dumps(body), lambda kind, data: events.append((kind, json.loads(data))))
    status, _, content = asyncio.run(call)
    assert status == 200, content
    return (json.loads(content) if content else dict(events)["result"]), events


@pytest.mark.parametrize("method", ["astar(misplaced)", "ida_star(misplaced)", "bfs", "greedy(gaschnig)"])
def test_the_outcome_is_that_of_the_whole_search(method: str) -> None:
    record, _ = asked("trace", board=FARTHEST, algorithm=method, nodes=50)
    expected = solve(FARTHEST, algorithm=method, backend="python" if "ida" not in method else "auto")
    expanded, stats = record["steps"], expected.stats
    assert record["status"] == expected.status
    assert (record["duplicates"], record["pruned"]) == (stats.duplicates, stats.pruned)
    share = f"{expanded} of {stats.expanded:,} expansions"
    assert record["history"]["end"] == f"Recording ends here: {share}. The search went on and solved the board"
    assert record["history"]["notice"] == f"Only the first {share} are recorded."


def test_the_first_steps_are_those_of_the_whole_record() -> None:
    short, _ = asked("trace", board=FARTHEST, algorithm="astar(manhattan)", nodes=100)
    longer, _ = asked("trace", board=FARTHEST, algorithm="astar(manhattan)", nodes=2000)
    columns = short["history"]["steps"]["title"]
    assert columns == longer["history"]["steps"]["title"][: len(columns)]
    assert len(short["nodes"]["born"]) == 100


def test_what_is_recorded_is_shown_once_while_the_search_runs() -> None:
    heard = list[Progress]()
    shown = watching._showing(heard.append, lambda: {"steps": 7})
    for seconds in (0.1, watching.SHOWN_AFTER, 0.9):
        shown(Progress(seconds, 10, 20, 3, 0, None))
    assert [getattr(report, "record", None) for report in heard] == [None, {"steps": 7}, None]
    shown(watching.Writing(2, 10, 20, 3, 0, None))
    assert heard[-1].is_writing  # type: ignore[attr-defined]


def test_the_record_of_a_running_search_does_not_say_how_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "SHOWN_AFTER", 0.0)
    body = {"board": FARTHEST, "nodes": 50}
    record, events = asked("trace/stream", **body, algorithm="astar(gaschnig)")
    [shown] = [data["record"] for kind, data in events if kind == "progress" and data.get("record")]
    assert shown["history"]["end"] == f"Recording ends here, after {record['steps']} expansions"
    assert shown["history"]["changes"] == record["history"]["changes"]
    pair, events = asked("trace/pair/stream", **body, methods=["astar(gaschnig)", "greedy(manhattan)"])
    [shown] = [data["record"] for kind, data in events if kind == "progress" and data.get("record")]
    assert shown["sentence"] == ""
    assert [one["steps"] for one in shown["searches"]] == [one["steps"] for one in pair["searches"]]


def test_a_cancelled_search_is_not_run_again() -> None:
    cancellation = Cancellation()
    cancellation.cancel()
    body = watching.TraceRequest(board=FARTHEST, algorithm="astar(misplaced)", nodes=50)
    job = watching.trace(body, Engine()._service)
    record = json.loads(job.call(cancellation=cancellation, progress=lambda report: None))
    assert record["status"] == "cancelled"
