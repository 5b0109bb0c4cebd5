"""The reader of traces in the browser: at every moment, forwards and backwards, it says what Python says."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from browser import Stage
from taquin.puzzle.board import Board
from taquin.render.text.layout import number
from taquin.render.text.reading import reading_of
from taquin.render.text.trace import describe_end, describe_start, describe_step
from taquin.run.limits import Limits
from taquin.solving.registry import ALGORITHMS
from taquin.solving.solver import solve
from taquin.trace.events import Event, ExpandEvent, GenerateEvent, ImproveEvent, PruneEvent
from taquin.trace.formats import write_lines
from taquin.trace.recorder import Recorder
from taquin.trace.steps import Held, Step, steps
from taquin.trace.trace import Trace
from taquin.trace.tree import SearchTree
from toy import HOUSE_CONFIGURATIONS, knowledge, trace_house

MODULES = ("trace", "trace_steps", "trace_text")
SCRIPT = """
const { TraceReader, TraceText, readSteps } = parts;
window.read = (lines) => {
  window.reader = new TraceReader(lines, { readSteps });
  window.text = new TraceText(reader);
};
window.state = () => ({
  nodes: reader.parent.map((parent, node) => [
    node, parent, reader.move[node], reader.g[node], reader.h[node], reader.iteration[node],
    reader.children[node], reader.expansions[node], reader.fate[node], reader.improvements[node],
  ]),
  roots: reader.roots, bounds: reader.bounds, begins: reader.begins, expansions: reader.expanded,
  waiting: [...reader.waiting].sort((one, other) => one - other),
});
window.at = (position) => { reader.goToEvent(position); return structuredClone(state()); };
window.everywhere = () => {
  const forwards = [];
  for (let position = 0; position <= reader.length; position += 1) forwards.push(at(position));
  const backwards = [];
  for (let position = reader.length; position >= 0; position -= 1) backwards.unshift(at(position));
  return [forwards, backwards];
};
window.stepsInWords = () => reader.steps.map((step) => [
  ...text.rounds(step), text.title(step),
  ...text.rows(step).map(({ move, node, value, fate }) => [move, `node ${node}`, value, fate].join(" | ")),
  ...text.dropped(step), text.held(step),
]);
"""

BOARD = Board("1 2 3 / 4 0 5 / 6 7 8")
SPECS = (
    "bfs",
    "bidirectional",
    "dfs(frontier=stack)",
    "depth_limited(limit=9)",
    "iddfs",
    "ucs",
    "greedy(manhattan)",
    "astar(euclidean)",
    "wastar(manhattan, weight=2)",
    "wastar(manhattan)",
    "ida_star(misplaced)",
    "rbfs(manhattan)",
    "bidirectional_astar(misplaced)",
    "beam(manhattan, width=5)",
    "hill_climbing(manhattan, restarts=3)",
    "annealing(manhattan, trials=300)",
)


def record(spec: str, board: Board = BOARD, *, limits: Limits | None = None) -> Trace:
    recorder = Recorder(cap=800)
    solve(board, algorithm=spec, observer=recorder, limits=limits)
    return recorder.trace()


def ask(page: Page, code: str) -> Any:
    """The value of this code; as text, which is many times faster than Playwright's own way."""
    return json.loads(page.evaluate(f"JSON.stringify({code})"))


def open_trace(page: Page, trace: Trace) -> None:
    page.evaluate("(lines) => read(lines)", "\n".join(write_lines(trace)))


def snapshot(tree: SearchTree, waiting: Iterable[int]) -> dict[str, Any]:
    """What the reader tells of a moment."""
    return {
        "nodes": [
            [
                *(node.number, node.parent, node.move, node.g, node.h, node.iteration),
                *(list(node.children), list(node.expansions), node.fate, node.improvements),
            ]
            for node in tree.nodes.values()
        ],
        "roots": list(tree.roots),
        "bounds": list(tree.bounds),
        "begins": list(tree.begins),
        "expansions": tree.expansions,
        "waiting": sorted(waiting),
    }


def moments(events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    """The tree and what waits, before the first event and after each."""
    tree, waiting = SearchTree(), set[int]()
    yield snapshot(tree, waiting)
    for event in events:
        tree.add(event)
        match event:
            case GenerateEvent(node=node) | ImproveEvent(node=node):
                waiting.add(node)
            case ExpandEvent(node=node):
                waiting.discard(node)
            case PruneEvent(node=node):
                waiting.discard(node)
            case _:
                pass
        yield snapshot(tree, waiting)


def toy_traces() -> Iterator[tuple[str, Trace]]:
    """Every algorithm and option on the house, with estimates that make it improve and reopen nodes."""
    for configuration in HOUSE_CONFIGURATIONS:
        for name in ("inconsistent", "inadmissible", "halves"):
            limits = Limits(nodes=40)
            trace = trace_house(configuration.spec, configuration.options, knowledge(name), limits=limits)
            yield f"{configuration} with {name} estimates", trace


TOYS = dict(toy_traces())


def test_the_toys_have_events_of_every_kind() -> None:
    kinds = {type(event).__name__ for trace in TOYS.values() for event in trace.events}
    assert len(kinds) == 7
    assert any(trace.outcome.stats.reopened for trace in TOYS.values())


def test_every_moment_of_small_searches_forwards_and_backwards(stage: Stage) -> None:
    page = stage.page(SCRIPT, modules=MODULES)
    for name, trace in TOYS.items():
        open_trace(page, trace)
        expected = list(moments(trace.events))
        forwards, backwards = ask(page, "everywhere()")
        assert forwards == expected, name
        assert backwards == expected, name


@pytest.mark.parametrize("spec", SPECS)
def test_moments_of_boards_in_any_order(stage: Stage, spec: str) -> None:
    trace = record(spec)
    page = stage.page(SCRIPT, modules=MODULES)
    open_trace(page, trace)
    rng = Random(spec)
    wanted = {rng.randrange(len(trace.events) + 1) for _ in range(25)} | {0, len(trace.events)}
    expected = {position: moment for position, moment in enumerate(moments(trace.events)) if position in wanted}
    for position in rng.sample(sorted(wanted), len(wanted)):
        assert ask(page, f"at({position})") == expected[position], position
    boards = ask(page, "reader.last.parent.map((_, node) => reader.board(node))")
    assert [Board(cells, trace.start.shape) for cells in boards] == [trace.board(node) for node in trace.tree.nodes]
    assert page.evaluate("reader.nodePath") == list(trace.node_path)
    assert page.evaluate("reader.goalNodes") == list(trace.goal_nodes)


def as_plain(step: Step) -> dict[str, Any]:
    """A step as the reader tells it."""
    children = [
        {
            "parent": child.parent,
            "move": child.move,
            "node": child.node,
            "g": child.g,
            "h": child.h,
            "fate": str(child.fate),
            "reason": child.reason,
            "knownG": child.known_g,
            "isReopened": child.is_reopened,
        }
        for child in step.children
    ]
    return {
        **{name: getattr(step, name) for name in ("number", "node", "parent", "move", "g", "h", "iteration", "times")},
        "begun": list(step.begun),
        "root": step.root,
        "children": children,
        "dropped": [list(pair) for pair in step.dropped],
        "waiting": step.waiting,
    }


def test_the_steps_and_words_of_small_searches(stage: Stage) -> None:
    page = stage.page(SCRIPT, modules=MODULES)
    for name, trace in TOYS.items():
        open_trace(page, trace)
        compare_steps(page, trace, name)
        compare_words(page, trace)


@pytest.mark.parametrize("spec", SPECS)
def test_the_steps_and_words_of_boards(stage: Stage, spec: str) -> None:
    page = stage.page(SCRIPT, modules=MODULES)
    for limits in (None, Limits(depth=5)):
        trace = record(spec, limits=limits)
        open_trace(page, trace)
        compare_steps(page, trace, spec)
        compare_words(page, trace)


def compare_steps(page: Page, trace: Trace, name: str) -> None:
    told = ask(page, "reader.steps.map(({ made, end, family, ...step }) => step)")
    assert told == json.loads(json.dumps([as_plain(step) for step in steps(trace, Held.FRONTIER)])), name
    ends = page.evaluate("reader.steps.map((step, place) => { reader.goTo(place + 1); return reader.time; })")
    assert ends == list(range(1, len(told) + 1))
    page.evaluate("reader.goTo(0)")
    assert page.evaluate("reader.time") == 0
    page.evaluate("reader.goTo(reader.steps.length)")
    assert page.evaluate("reader.isOver")


def compare_words(page: Page, trace: Trace) -> None:
    """Every word that ``taquin trace`` prints, less the boards and the spaces that align columns."""
    reading = reading_of(trace)
    assert page.evaluate("text.start()") == describe_start(trace, reading).splitlines()[-len(trace.tree.roots) :]
    told = ask(page, "stepsInWords()")
    for step, words in zip(steps(trace, reading.held), told, strict=True):
        lines = describe_step(trace, step, reading, draw=lambda board: "#").splitlines()
        title = next(place for place, line in enumerate(lines) if line.startswith("step "))
        table = [line[6 if trace.has_boards else 2 :] for line in lines[title + 1 :]]
        assert [squeezed(line) for line in words] == [squeezed(line) for line in [*lines[: title + 1], *table]]
    end = page.evaluate("text.end()")
    first, *rest = describe_end(trace, reading).splitlines()
    assert f"end: {end['title']}" == first
    assert [f"{name} {value}" for name, value in end["pairs"]] == [" ".join(line.split()) for line in rest]


def squeezed(line: str) -> str:
    return " ".join(line.replace("|", " ").split())


def test_every_algorithm_has_a_reading(stage: Stage) -> None:
    """Also those whose words no test above would miss."""
    page = stage.page(SCRIPT, modules=MODULES)
    trace = TOYS[next(iter(TOYS))]
    for spec in ALGORITHMS:
        one = Trace({"spec": f"{spec.key}(manhattan)"}, trace.events, trace.outcome)
        open_trace(page, one)
        told, reading = page.evaluate("text.reading"), reading_of(one)
        assert told["formula"] == {
            "weightG": reading.formula.weight_g,
            "weightH": reading.formula.weight_h,
            "showsG": reading.formula.shows_g,
        }
        assert (told["held"], told["bound"]) == (str(reading.held), reading.bound)


def test_numbers_are_written_as_in_python(stage: Stage) -> None:
    page, rng = stage.page(SCRIPT, modules=MODULES), Random(1)
    values = [0, 7, -3, 1234567, 0.5, 2.345, 0.125, 0.375, 1.005, 1234.5, 1234567.891, 1e15, 21.625]
    values += [rng.uniform(0, 10_000) for _ in range(200)]
    assert page.evaluate("(values) => values.map(parts.numberText)", values) == [number(value) for value in values]


def test_where_a_local_search_got_stuck(stage: Stage) -> None:
    trace = record("hill_climbing(misplaced)", Board("5 2 1 / 4 8 3 / 7 6 0"))
    page = stage.page(SCRIPT, modules=MODULES)
    open_trace(page, trace)
    assert page.evaluate("text.place") == 0
    assert page.evaluate("[text.kind(0), text.kind(1)]") == ["stuck", "pruned"]
    assert page.evaluate("text.state(0)").startswith("stuck: plateau")
    assert page.evaluate("(() => { reader.goTo(0); return text.kind(0); })()") == "frontier"


def test_the_frontier_is_told_best_first(stage: Stage) -> None:
    trace = record("astar(manhattan)")
    page = stage.page(SCRIPT, modules=MODULES)
    open_trace(page, trace)
    chosen = page.evaluate(
        """() => reader.steps.map((step, place) => { reader.goTo(place); return [text.waiting()[0], step.node]; })"""
    )
    assert all(first == node for first, node in chosen), "A* takes what is told first"
    open_trace(page, record("ida_star(manhattan)"))
    assert page.evaluate("reader.step.node") == page.evaluate("text.waiting().at(-1)")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ('{"taquin_trace": 1}\n{"event": "finish"}', "expected a trace of version 2"),
        ('{"taquin_trace": 2}\n{"event": "expand", "node": 0}', "the trace has no finish: it is cut off"),
        (
            '{"taquin_trace": 2}\n{"event": "generate", "node": 3, "parent": -1}\n{"event": "finish"}',
            "expected node 0 as the next, found 3",
        ),
        (
            '{"taquin_trace": 2}\n{"event": "jump"}\n{"event": "finish"}',
            'expected an event of a trace, found {"event":"jump"}',
        ),
    ],
)
def test_what_is_no_trace_is_refused(stage: Stage, lines: str, message: str) -> None:
    code = "(lines) => { try { read(lines); } catch (error) { return error.message; } }"
    assert stage.page(SCRIPT, modules=MODULES).evaluate(code, lines) == message
