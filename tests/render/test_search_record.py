"""The record of a search: its steps have the sentences of ``taquin trace``, and its nodes their states."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from looping import for_each
from recording import recorded
from taquin.puzzle.board import Board
from taquin.render.search_record import ShownSearch, search_record
from taquin.render.text.sentences import Sentences
from taquin.render.text.trace import describe_end, describe_start, describe_step
from taquin.solving.heuristic_choice import HeuristicLike
from taquin.solving.registry import ALGORITHMS
from taquin.trace.steps import steps
from taquin.trace.trace import Trace

BOARD = "1 2 3 / 4 0 5 / 6 7 8"
HARDEST = "8 6 7 / 2 5 4 / 3 0 1"
VARIANTS = ("dfs(frontier=stack)", "hill_climbing(manhattan, restarts=3)", "lrta_star(manhattan, lookahead=2)")
SPECS = (*(algorithm.key for algorithm in ALGORITHMS), *VARIANTS)


def record(spec: str, board: str = BOARD, *, nodes: int = 5_000, cap: int = 800) -> Trace:
    return recorded(board, algorithm=spec, nodes=nodes, cap=cap)


def history_of(trace: Trace) -> dict[str, Any]:
    """The history as a viewer gets it."""
    history: dict[str, Any] = json.loads(json.dumps(search_record(ShownSearch(trace))))["history"]
    return history


@cache
def shown(spec: str) -> tuple[Trace, dict[str, Any]]:
    """A search by this method, and its history."""
    trace = record(spec)
    return trace, history_of(trace)


def words_of_step(history: dict[str, Any], number: int) -> list[str]:
    """What a viewer shows for a step: the title, the children and the notes."""
    rows, place = history["children"], number - 1
    first = rows["end"][place - 1] if place else 0
    children = [
        " ".join(
            [
                history["texts"][rows["label"][at]],
                f"node {rows['node'][at]}",
                history["values"]["sum"][rows["value"][at]],
                history["texts"][rows["text"][at]],
            ]
        )
        for at in range(first, rows["end"][place])
    ]
    return [history["steps"]["title"][place], *children, *history["steps"]["notes"][place]]


@for_each("spec", SPECS)
def test_steps_have_the_words_of_the_command_line(spec: str) -> None:
    trace, history = shown(spec)
    start = describe_start(trace).splitlines()[-len(trace.tree.roots) :]
    assert history["start"] == "before the first step: " + "; ".join(start)
    if not trace.is_truncated:
        assert f"end: {history['end']}".casefold() == describe_end(trace).splitlines()[0].casefold()
    for step in steps(trace):
        lines = describe_step(trace, step, draw=lambda board: "#").splitlines()
        title = next(place for place, line in enumerate(lines) if line.startswith("step "))
        table = [" ".join(line[6:].split()) for line in lines[title + 1 :]]
        assert words_of_step(history, step.number) == [lines[title], *table]


def states_at_the_end(history: dict[str, Any]) -> dict[int, tuple[str, str, list[str]]]:
    changes, states = history["changes"], history["states"]
    return {
        node: (states["kind"][state], states["tag"][state], states["lines"][state])
        for node, state in zip(changes["node"], changes["state"], strict=True)
    }


@for_each("spec", SPECS)
def test_nodes_have_the_state_that_the_tree_has(spec: str) -> None:
    trace, history = shown(spec)
    found = states_at_the_end(history)
    assert found.keys() == trace.tree.nodes.keys()
    for number, (kind, tag, lines) in found.items():
        node = trace.tree[number]
        assert (kind == "goal") == (number in trace.goal_nodes)
        assert (node.improvements > 0) == any(line.startswith("improved ") for line in lines)
        if kind == "expanded":
            assert lines[0].startswith(f"expanded in step {', '.join(f'{each:,}' for each in node.expansions[-3:])}")
        elif kind == "pruned":
            assert node.fate
            assert tag
        elif kind == "frontier":
            assert not node.expansions
            forgotten = ["no longer stored: the search backtracked"] if "rbfs" in spec else []
            assert lines[0] in ("waits", "waits in the frontier", *forgotten)


@for_each("spec", SPECS)
def test_the_curve_of_stored_nodes_has_the_maximum_of_the_run(spec: str) -> None:
    trace = record(spec, nodes=1_500, cap=9_000)
    assert not trace.is_truncated
    assert max(history_of(trace)["counters"]["stored"]) == trace.outcome.stats.max_stored


def test_words_for_states() -> None:
    assert states_at_the_end(history_of(record("ida_star(manhattan)")))[1] == (
        "pruned",
        "beyond 6",
        ["pruned: f 8 > bound 6"],
    )
    meeting = record("bidirectional", cap=10_000)
    found = states_at_the_end(history_of(meeting))
    for node in meeting.goal_nodes:
        assert found[node] == ("goal", "meeting", ["the two searches meet here"])
    stuck = states_at_the_end(history_of(record("hill_climbing(misplaced)", "5 2 1 / 4 8 3 / 7 6 0")))
    assert stuck[0][:2] == ("stuck", "stuck")
    assert stuck[0][2][0].endswith("(plateau)")


def test_a_truncated_trace_says_so() -> None:
    history = history_of(record("astar", "8 1 3 / 4 0 2 / 7 6 5", cap=20))
    assert history["notice"] == "Only the first 5 of 76 expansions are recorded."
    assert history["end"] == "Recording ends here: 5 of 76 expansions. The search went on and solved the board"
    limited = history_of(record("bfs", cap=20))
    assert limited["end"].endswith("The search went on and ended: reached the limit of 5,000 nodes")
    assert history_of(record("astar"))["notice"] == ""


def test_many_nodes_take_few_bytes_each() -> None:
    nodes = 5_000
    trace = record("astar(misplaced)", HARDEST, nodes=nodes, cap=3 * nodes)
    assert len(trace.tree) >= nodes
    assert len(json.dumps(search_record(ShownSearch(trace)), separators=(",", ":"))) < 300 * nodes


# The last step


def closing_notes(algorithm: str, heuristic: HeuristicLike) -> str:
    trace = recorded(HARDEST, algorithm=algorithm, heuristic=heuristic)
    return " ".join(Sentences(trace).closing_notes())


@for_each("weight", ["1.5", "2", "3", "5"])
def test_the_factor_of_weighted_a_star_holds_if_h_never_overestimates(weight: str) -> None:
    told = closing_notes(f"wastar(weight={weight})", "manhattan")
    assert f"the solution is at most {weight} times as long as a shortest one. This solution has" in told
    assert "A shorter one may exist" in told


def test_no_factor_is_claimed_if_h_may_overestimate() -> None:
    def seven_times_misplaced(board: Board) -> int:
        return 7 * sum(tile != cell for cell, tile in enumerate(board.cells, 1) if tile)

    told = closing_notes("wastar", seven_times_misplaced)
    assert told.startswith("The search stops at the first goal that it takes. This solution has")
    assert "A shorter one may exist" in told


def test_iterations() -> None:
    history = history_of(record("ida_star(manhattan)", "8 1 3 / 4 0 2 / 7 6 5", cap=10_000))
    assert history["iterations"] == [
        {"name": "f up to 10", "step": 1, "expanded": 6},
        {"name": "f up to 12", "step": 7, "expanded": 21},
        {"name": "f up to 14", "step": 28, "expanded": 77},
    ]
