"""Questions about a search: the answers are what the search did, and the explanations name the rule."""

from __future__ import annotations

import re

from looping import for_each
from recording import recorded
from taquin.puzzle.moves import Move
from taquin.render.predictions import PredictionsRecord, prediction_record
from taquin.render.search_record import ShownSearch
from taquin.render.text.reading import formula_of
from taquin.trace.events import DuplicateEvent, ExpandEvent, GenerateEvent, ImproveEvent
from taquin.trace.trace import Trace
from toy import CONFIGURATIONS, Configuration

BOARD = "8 1 3 / 4 0 2 / 7 6 5"


def record(board: str, method: str) -> Trace:
    return recorded(board, algorithm=method, nodes=400, time=20, cap=800)


def questions(trace: Trace) -> PredictionsRecord:
    return prediction_record(ShownSearch(trace))


def expected_answers(trace: Trace) -> list[int | str]:
    """What the search did, from its events alone."""
    expanded = [event.node for event in trace.events if isinstance(event, ExpandEvent)]
    if not trace.rules.is_local:
        return [*expanded, *trace.goal_nodes[:1]]
    goals = trace.goal_nodes
    taken: list[int | str] = []
    for place, node in enumerate(expanded):
        kept = [child for child in trace.tree[node].children if child in (*expanded[place + 1 : place + 2], *goals)]
        taken.append(Move(trace.tree[kept[0]].move).letter if kept else "")
    return taken


@for_each("configuration", CONFIGURATIONS)
def test_the_answers_are_what_every_search_did(configuration: Configuration) -> None:
    trace = record("1 2 3 / 4 0 5 / 6 7 8", configuration.text("manhattan"))
    found = questions(trace)
    if trace.rules.is_local:
        looks_ahead = "lookahead" in dict(configuration.changed)  # then most steps take no move
        for answer, expected in zip(found["answer"], expected_answers(trace), strict=True):
            assert answer == expected or not expected or (looks_ahead and not answer), "a restart goes elsewhere"
    else:
        assert found["answer"] == expected_answers(trace)
    assert len(found["why"]) == len(found["answer"])
    assert all(found["why"])


def test_a_tie_is_explained_by_its_rule() -> None:
    for rule, text in (
        ("fifo", "2 and 4 both have f = 10, the least. Oldest first takes node 2."),
        ("lifo", "4 and 2 both have f = 10, the least. Newest first takes node 4."),
    ):
        found = questions(record(BOARD, f"astar(manhattan, tie_break={rule})"))
        assert found["why"][1] == text
    many = questions(record(BOARD, "bfs"))
    assert many["why"][1] == "1, 2, 3 and 4 have g = 1, the least. Oldest first takes node 1."


@for_each("method", ["astar(manhattan)", "astar(misplaced, tie_break=low-h)", "greedy(manhattan)", "ucs"])
def test_the_nodes_of_a_tie_really_have_the_least_value(method: str) -> None:
    trace = record(BOARD, method)
    formula = formula_of(trace.rules)
    found = questions(trace)
    waiting: dict[int, float] = {}
    step = 0
    for event in trace.events:
        if isinstance(event, ExpandEvent):
            least = min(waiting.values())
            assert waiting[event.node] == least
            ties = sum(value == least for value in waiting.values())
            why = found["why"][step]
            assert (ties > 1) == (" have " in why), why
            if more := re.search(r"and (\d+) more have", why):
                assert ties == int(more[1]) + why.split(" and ")[0].count(",") + 1
            del waiting[event.node]
            step += 1
        elif isinstance(event, GenerateEvent):
            waiting[event.node] = formula.value(event.g, event.h)
        elif isinstance(event, ImproveEvent):
            waiting[event.node] = formula.value(event.g, trace.tree[event.node].h)


def test_questions_about_children_agree_with_the_events() -> None:
    trace = record(BOARD, "astar(manhattan)")
    found = questions(trace)
    values = list(zip(*found["value"].values(), strict=True))
    assert len(values) == trace.tree.expansions
    for step, (question, answer, _) in enumerate(values, 1):
        node, move = re.findall(r"Node (\d+) is expanded .* by (\w+)\?", question)[0]
        after = trace.board(int(node)).play(move[0])
        same = [number for number in range(len(trace.tree)) if trace.board(number) == after]
        assert same, step
        h = trace.tree[same[0]].h
        assert float(answer) == trace.tree[int(node)].g + 1 + h
    dropped = {(event.parent, event.move) for event in trace.events if isinstance(event, DuplicateEvent)}
    asked = [one for one in zip(*found["duplicate"].values(), strict=True) if one[0]]
    assert {answer for _, answer, _ in asked} == {"yes", "no"}
    for question, answer, _ in asked:
        node, move = re.findall(r"Node (\d+) is expanded. Is its child by (\w+)", question)[0]
        assert ((int(node), Move.parse(move).value) in dropped) == (answer == "yes")
