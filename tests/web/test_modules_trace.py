"""The reader of traces in the browser: at every step, forwards and backwards, it has the tree that Python has."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from browser import Stage
from recording import recorded
from taquin.puzzle.board import Board
from taquin.render.search_record import ShownSearch, search_record
from taquin.render.text.sentences import has_closing
from taquin.run.limits import Limits
from taquin.trace.events import ExpandEvent, GenerateEvent, ImproveEvent, PruneEvent
from taquin.trace.frontier import make_frontier
from taquin.trace.ordering import StoredNodes
from taquin.trace.steps import steps
from taquin.trace.trace import Trace
from taquin.trace.tree import SearchTree
from toy import CONFIGURATIONS, HOUSE_CONFIGURATIONS, knowledge, trace_house

SCRIPT = """
window.read = (record) => { window.reader = new parts.TraceReader(JSON.parse(record)); };
window.state = () => structuredClone({
  nodes: reader.parent.map((parent, node) => [parent, reader.move[node], reader.children[node]]),
  roots: reader.roots, time: reader.time,
  waiting: [...reader.waiting].sort((one, other) => one - other),
});
window.at = (time) => { reader.goTo(time); return state(); };
window.everywhere = () => {
  const forwards = [];
  for (let time = 0; time <= reader.stepCount; time += 1) forwards.push(at(time));
  const backwards = [];
  for (let time = reader.stepCount; time >= 0; time -= 1) backwards.unshift(at(time));
  return [forwards, backwards];
};
"""

BOARD = Board("1 2 3 / 4 0 5 / 6 7 8")
SPECS = (
    "dfs(frontier=stack)",
    "iddfs",
    "rbfs(manhattan)",
    "bidirectional_astar(misplaced)",
    "hill_climbing(manhattan, restarts=3)",
)


def record(spec: str, board: Board = BOARD) -> Trace:
    return recorded(board, algorithm=spec, nodes=5_000, cap=800)


def ask(page: Page, code: str) -> Any:
    """The value of this code; as text, which is many times faster than Playwright's serialization."""
    return json.loads(page.evaluate(f"JSON.stringify({code})"))


def open_trace(page: Page, trace: Trace) -> None:
    page.evaluate("(record) => read(record)", json.dumps(search_record(ShownSearch(trace))))


def snapshot(tree: SearchTree, waiting: Iterable[int]) -> dict[str, Any]:
    letters = ["U", "D", "L", "R", ""]
    return {
        "nodes": [[node.parent, letters[node.move], list(node.children)] for node in tree.nodes.values()],
        "roots": list(tree.roots),
        "time": tree.expansions,
        "waiting": sorted(waiting),
    }


def moments(trace: Trace) -> Iterator[dict[str, Any]]:
    """The tree and the nodes that wait, before the first step and after each."""
    frontier = make_frontier(trace.rules)
    tree, waiting = frontier.tree, set[int]()
    for event in trace.events:
        if isinstance(event, ExpandEvent):
            yield snapshot(tree, waiting)
        frontier.add(event)
        if trace.rules.held is StoredNodes.SIBLINGS:  # a node that the search goes back to waits again
            waiting = frontier.open
            continue
        match event:
            case GenerateEvent(node=node) | ImproveEvent(node=node):
                waiting.add(node)
            case ExpandEvent(node=node) | PruneEvent(node=node):
                waiting.discard(node)
            case _:
                pass
    yield snapshot(tree, waiting)
    if has_closing(trace):
        taken = set(trace.goal_nodes) if len(trace.goal_nodes) == 1 else set()
        yield {**snapshot(tree, waiting - taken), "time": tree.expansions + 1}


@pytest.fixture(scope="module")
def page(module_stage: Stage) -> Page:
    return module_stage.page(SCRIPT)


@pytest.fixture(scope="module")
def toys() -> dict[str, Trace]:
    """Every algorithm and option on a small space, with estimates that make it improve and reopen nodes."""
    return {
        f"{configuration} with {name} estimates": trace_house(
            configuration.spec, configuration.options, knowledge(name), limits=Limits(nodes=40)
        )
        for configuration in HOUSE_CONFIGURATIONS
        for name in ("inconsistent", "halves")
    }


def test_every_step_of_small_searches_forwards_and_backwards(page: Page, toys: dict[str, Trace]) -> None:
    assert any(trace.outcome.stats.reopened for trace in toys.values())
    for name, trace in toys.items():
        open_trace(page, trace)
        expected = list(moments(trace))
        forwards, backwards = ask(page, "everywhere()")
        assert forwards == expected, name
        assert backwards == expected, name


@pytest.mark.parametrize("spec", SPECS)
def test_steps_of_boards_in_any_order(page: Page, spec: str) -> None:
    trace = record(spec)
    open_trace(page, trace)
    rng, last = Random(spec), trace.tree.expansions
    wanted = {rng.randrange(last + 1) for _ in range(12)} | {0, last}
    expected = {time: moment for time, moment in enumerate(moments(trace)) if time in wanted}
    for time in rng.sample(sorted(wanted), len(wanted)):
        assert ask(page, f"at({time})") == expected[time], time
    boards = ask(page, "reader.last.parent.map((_, node) => reader.board(node).cells)")
    assert [Board(cells, trace.start.shape) for cells in boards] == [trace.board(node) for node in trace.tree.nodes]
    assert page.evaluate("reader.nodePath") == list(trace.node_path)
    assert page.evaluate("reader.goalNodes") == list(trace.goal_nodes)
    if trace.rules.held == "siblings":
        counts = ask(page, "reader.record.history.steps.node.map((_, n) => (at(n + 1), reader.heldNodes().length))")
        assert counts[:last] == [step.waiting for step in steps(trace)]


def test_the_frontier_is_listed_in_the_order_of_expansion(page: Page) -> None:
    holding = (StoredNodes.FRONTIER, StoredNodes.SIBLINGS)
    for configuration in CONFIGURATIONS:
        is_ordered = not configuration.changed or "tie_break" in dict(configuration.changed)
        if not is_ordered or configuration.spec.rules(configuration.options).held not in holding:
            continue
        open_trace(page, record(configuration.text("manhattan")))
        listed = ask(
            page,
            """reader.record.history.steps.node.slice(0, reader.record.steps).map((node, time) => {
              reader.goTo(time);
              return [reader.heldNodes().find((one) => reader.root[one] === reader.root[node]), node];
            })""",
        )
        assert listed
        assert all(first == node for first, node in listed), f"{configuration} expands the node that is listed first"
    open_trace(page, record("ida_star(manhattan)"))
    assert page.evaluate("(at(9), reader.step.node)") == page.evaluate("reader.heldNodes().at(-1)")
