"""The open and the closed list after every step, for every algorithm, compared with the trace."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from looping import for_each
from recording import recorded
from taquin.puzzle.board import State
from taquin.puzzle.problem import StateSpace
from taquin.render.draw import draw
from taquin.render.search_record import ShownSearch, search_record
from taquin.render.text.reading import held_order
from taquin.render.text.trace import describe_legend, describe_lists, lists_to_dict
from taquin.run.result import Outcome, Status
from taquin.run.run import Run
from taquin.solving.registry import ALGORITHMS
from taquin.trace.events import DuplicateEvent, Event, ExpandEvent, GenerateEvent, GoalEvent, IterationEvent, PruneEvent
from taquin.trace.formats import read_lines, write_lines
from taquin.trace.lists import ListReader
from taquin.trace.ordering import Scope, StoredNodes
from taquin.trace.steps import steps
from taquin.trace.trace import Trace, trace_after
from toy import CONFIGURATIONS, Configuration

BOARD = "8 1 3 / 4 0 2 / 7 6 5"
every_configuration = for_each("configuration", CONFIGURATIONS)


def record(spec: str, nodes: int = 120) -> Trace:
    return recorded(BOARD, algorithm=spec, nodes=nodes)


@every_configuration
def test_lists_of_every_step(configuration: Configuration) -> None:
    trace = record(configuration.text("manhattan"))
    rules = trace.rules
    reader = ListReader(trace)
    expanded = [event.node for event in trace.events if isinstance(event, ExpandEvent)]
    for step in steps(trace):
        found = reader.after(step.number)
        assert found.tree.expansions == step.number
        assert found.path[0] == step.root
        if rules.held in (StoredNodes.FRONTIER, StoredNodes.SIBLINGS):
            assert len(found.open) == step.waiting
            is_next = found.open[:1] == tuple(expanded[step.number :][:1])
            assert is_next or step.number == len(expanded), "the Order of its rules is another: trace/ordering.py"
        else:
            assert not found.open
        if rules.drops_duplicates:
            first = found.tree.begins[-1] if rules.unique_states is Scope.ITERATION else 0
            assert set(found.closed) == set(expanded[first : step.number]) - set(found.open)
            assert found.closed[-1:] == (step.node,) or step.number == first
        if rules.held is StoredNodes.PATH:
            assert len(found.path) == step.waiting
            assert found.path[-1] == step.node
    for number in (len(expanded), len(expanded) // 2, 1):  # going back gives the same lists
        assert describe_lists(reader.after(number)) == describe_lists(ListReader(trace).after(number))


@pytest.mark.parametrize("spec", ALGORITHMS, ids=lambda spec: spec.key)
def test_lists_fit_eighty_columns_and_are_cut(spec: object) -> None:
    trace = record(getattr(spec, "key", ""), nodes=2000)
    found = ListReader(trace).after(trace.tree.expansions)
    lines = [*describe_legend(trace.rules).splitlines(), *describe_lists(found).splitlines()]
    assert max(map(len, lines)) <= 80
    assert len(lines) <= 40


def test_lists_as_on_paper() -> None:
    trace = record("astar(manhattan)")
    reader = ListReader(trace)
    assert describe_lists(reader.after(0)) == "  open    0: 0+10=10\n  closed  empty"
    assert describe_lists(reader.after(2)) == (
        "  open    4: 1+9=10, 6: 2+8=10, 1: 1+11=12, 3: 1+11=12, 5: 2+10=12\n  closed  0: 0+10=10, 2: 1+9=10"
    )
    values = lists_to_dict(reader.after(1))
    assert (values["closed"], values["path"]) == ([0], [0])
    assert values["open"] == [
        {"node": node, "g": 1, "h": h, "f": 1 + h} for node, h in ((2, 9), (4, 9), (1, 11), (3, 11))
    ]


@pytest.mark.parametrize(
    ("spec", "step", "expected"),
    [
        ("dfs(frontier=stack)", 2, "  stack   5: g 2, 6: g 2, 2: g 1, 3: g 1, 4: g 1\n  closed  0: g 0, 1: g 1"),
        ("ida_star(manhattan)", 2, "  path  0: 0+10=10, 2: 1+9=10"),
        ("beam(manhattan, width=2)", 2, "  layer 1  4: h 9\n  layer 2  6: h 8, 5: h 10\n  closed   0: h 10, 2: h 9"),
        ("hill_climbing(manhattan)", 1, "  path  0: h 10, 2: h 9"),
        (
            "rbfs(misplaced)",
            3,
            "  path       0: 0+5=5, 2: 1+5=6\n  beside it  4: 1+5=6, 8: 2+5=7, 1: 1+5=6 → 7, 3: 1+6=7, 7: 2+6=8",
        ),
        (
            "bidirectional",
            1,
            (
                "  open, forward          2: g 1, 3: g 1, 4: g 1, 5: g 1\n  open, backward (next)  1: g 0\n"
                "  closed, forward        0: g 0\n  closed, backward       empty"
            ),
        ),
    ],
)
def test_what_other_searches_store(spec: str, step: int, expected: str) -> None:
    trace = record(spec)
    assert describe_lists(ListReader(trace).after(step)) == expected


def test_an_own_algorithm_is_not_taken_for_one_of_taquin() -> None:
    def depth_first(space: StateSpace[State], run: Run) -> Outcome:
        run.add_root(0, 0)
        run.expand(0)
        for number, (move, _) in enumerate(space.successors(space.start), start=1):
            run.generate(number, 0, move, 1, 0)
        return run.failed(Status.EXHAUSTED, "one step only")

    trace = read_lines(write_lines(recorded(BOARD, algorithm=depth_first)))
    assert held_order(trace.rules) == "the oldest first"
    lists = ListReader(trace).after(1)
    assert describe_lists(lists) == "  open    1: g 1, 2: g 1, 3: g 1, 4: g 1\n  closed  0: g 0"


@pytest.mark.parametrize("method", ["astar(manhattan)", "ida_star(manhattan)", "bidirectional", "hill_climbing"])
def test_a_trace_that_is_cut_after_a_step(method: str) -> None:
    trace = record(method, nodes=5000)
    last = trace.tree.expansions
    for step in (0, 1, last // 2, last):
        part = trace_after(trace, step)
        assert part.fold().expanded == step
        assert part.events == trace.events[: len(part.events)]
        following = trace.events[len(part.events) : len(part.events) + 1]
        assert all(isinstance(event, ExpandEvent | GoalEvent) for event in following)
        if following:
            assert ("before the first step" if step == 0 else f"after step {step}") in draw(part).svg
    assert trace_after(trace, last + 1) is trace


def test_rules_of_a_search_with_a_lambda() -> None:
    trace = recorded(BOARD, algorithm="astar(tie_break=lifo)", heuristic=lambda board: 0)
    assert "<lambda>" in trace.spec
    assert trace.rules.tie_break == "lifo"


def random_events(rng: Random) -> Iterator[Event]:
    """Events that keep the contract of traces, in an order that no search has."""
    g = [0] * rng.choice((1, 2))
    yield from (GenerateEvent(root, -1, -1, 0, rng.choice((0, 3, 2.5))) for root in range(len(g)))
    for _ in range(rng.randrange(40)):
        node = rng.randrange(len(g))
        match rng.randrange(6):
            case 0 | 1:
                g.append(g[node] + 1)
                yield GenerateEvent(len(g) - 1, node, rng.randrange(4), g[-1], rng.randrange(6))
            case 2:
                yield ExpandEvent(node)
            case 3:
                yield PruneEvent(node, "depth")
            case 4:
                yield DuplicateEvent(rng.randrange(len(g)), node, 0, g[node] + 1)
            case _:
                yield rng.choice((IterationEvent(3), GoalEvent(node)))


@pytest.mark.parametrize("spec", [*(spec.key for spec in ALGORITHMS), "dfs(frontier=stack)"])
def test_traces_that_no_search_has_made_are_shown(spec: str) -> None:
    """A file may come from another program: its order is then not that of the algorithm, but no reader fails."""
    for seed in range(60):
        trace = Trace({"spec": spec}, tuple(random_events(Random(seed))), Outcome(status=Status.LIMIT))
        reader = ListReader(trace)
        for step in steps(trace):
            assert describe_lists(reader.after(step.number))
        assert search_record(ShownSearch(trace))["steps"] == trace.tree.expansions
