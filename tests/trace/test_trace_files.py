"""Traces: steps, files that read back, and errors for files that are no traces."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import each_case
from looping import for_each
from recording import recorded
from strategies import boards_with_walks, examples, shapes
from taquin.errors import TraceError
from taquin.puzzle.board import Board
from taquin.puzzle.moves import Move
from taquin.render.search_record import ShownSearch, search_record
from taquin.render.text import trace as trace_text
from taquin.render.text.trace import describe_lists
from taquin.render.tree import text as tree_text
from taquin.render.tree.picture import draw_selections
from taquin.render.tree.selection import Cut, Focus, select
from taquin.render.tree.text import tree_to_dict
from taquin.run.limits import Limits
from taquin.run.result import Outcome, Status
from taquin.solving.method import choose_method
from taquin.solving.solver import solve
from taquin.trace.events import DuplicateEvent, Event, ExpandEvent, GenerateEvent, ImproveEvent, PruneEvent
from taquin.trace.formats import is_trace_file, read_file, read_lines, write_file, write_lines
from taquin.trace.lists import ListReader
from taquin.trace.ordering import Order, StoredNodes
from taquin.trace.recorder import Recorder
from taquin.trace.steps import ChildStatus, Step, steps
from taquin.trace.trace import Header, Trace
from toy import CONFIGURATIONS, HOUSE_CONFIGURATIONS, Configuration, knowledge, trace_house

START, GOAL = "1 0 8 2 5 7 4 6 3", "0 8 7 1 2 3 4 5 6"
NEAR = "1 2 3 / 0 4 6 / 7 5 8"
MIDDLE = "8 1 3 / 4 0 2 / 7 6 5"


def read_everything(trace: Trace) -> None:
    """Run every reader of traces on it."""
    trace.fold()
    reader = ListReader(trace)
    trace_text.describe_start(trace)
    for step in steps(trace):
        assert describe_lists(reader.after(step.number))
        trace_text.describe_step(trace, step)
        trace_text.step_to_dict(step, trace)
    trace_text.describe_end(trace)
    json.dumps(trace_text.trace_to_dict(trace))
    assert search_record(ShownSearch(trace))["steps"] == trace.tree.expansions
    iterations: list[int | None] = list(range(1, len(trace.tree.bounds) + 1)) or [None]
    tree_text.describe_tree(trace)
    for focus in Focus:
        selections = select(trace, Cut(levels=30, max_nodes=30, focus=focus), iterations)
        for selection in selections:
            tree_text.draw_tree(selection, boards=trace.has_boards)
        json.dumps(tree_to_dict(selections, boards=trace.has_boards))
        draw_selections(selections)


# Steps -----------------------------------------------------------------------------------------------------------


every_configuration = for_each("configuration", HOUSE_CONFIGURATIONS)


@cache
def recorded_on_a_board(configuration: Configuration) -> Trace:
    return recorded(MIDDLE, algorithm=configuration.text("manhattan"), limits=Limits(nodes=120))


@every_configuration
def test_every_event_is_in_a_step(configuration: Configuration) -> None:
    trace = recorded_on_a_board(configuration)
    events: Counter[type[Event]] = Counter(map(type, trace.events))
    found = list(steps(trace))
    children = [child for step in found for child in step.children]
    fates = Counter(child.status for child in children)
    dropped = sum(len(step.dropped) for step in found)
    assert [step.number for step in found] == list(range(1, events[ExpandEvent] + 1))
    assert (
        len(children) == events[GenerateEvent] - len(trace.tree.roots) + events[ImproveEvent] + events[DuplicateEvent]
    )
    assert fates[ChildStatus.DUPLICATE] == events[DuplicateEvent] == trace.outcome.stats.duplicates
    assert fates[ChildStatus.IMPROVED] == events[ImproveEvent]
    assert fates[ChildStatus.PRUNED] + dropped == events[PruneEvent]


@every_configuration
def test_children_are_one_move_from_their_parents_and_the_tree_lists_duplicates_once(
    configuration: Configuration,
) -> None:
    trace = recorded_on_a_board(configuration)
    found: dict[int, set[tuple[int, int]]] = {}
    for step in steps(trace):
        for child in step.children:
            assert trace.board(child.parent).play(Move(child.move)) == trace.board(child.node)
            if child.status is ChildStatus.DUPLICATE:
                found.setdefault(child.parent, set()).add((child.move, child.node))
    listed = {number: node.duplicates for number, node in trace.tree.nodes.items() if node.duplicates}
    assert {number: set(known) for number, known in listed.items()} == found
    assert all(len(set(known)) == len(known) for known in listed.values())


most_configurations = pytest.mark.parametrize(
    "configuration",
    [
        pytest.param(each, id=str(each), marks=[pytest.mark.slow] if each.changed and number % 2 else [])
        for number, each in enumerate(HOUSE_CONFIGURATIONS)
    ],
)


@most_configurations
def test_every_reader_reads_it(configuration: Configuration) -> None:
    trace = recorded_on_a_board(configuration)
    read_everything(trace)
    assert read_lines(write_lines(trace)) == trace


@pytest.mark.parametrize(
    ("algorithms", "board"),
    [
        (("bfs", "ucs", "astar", "wastar(weight=3)", "greedy", "dfs(frontier=stack)", "rbfs"), MIDDLE),
        (("ida_star", "iddfs", "dfs", "depth_limited(limit=5)"), NEAR),
    ],
    ids=["frontier", "path"],
)
def test_the_largest_frontier_is_what_the_counters_say(algorithms: tuple[str, ...], board: str) -> None:
    for algorithm in algorithms:
        trace = recorded(board, algorithm=algorithm, limits=Limits(nodes=3000))
        assert max(step.waiting for step in steps(trace)) == trace.outcome.stats.max_frontier, algorithm


def test_an_improved_node_has_both_values_of_g() -> None:
    """Weighted A* finds longer paths first: where a shorter one follows, an expanded node is opened again."""
    trace = recorded("1 7 3 / 8 0 6 / 5 4 2", algorithm="wastar(manhattan, weight=3)")
    improved = [child for step in steps(trace) for child in step.children if child.status is ChildStatus.IMPROVED]
    assert improved
    assert all(child.g < child.known_g for child in improved)
    assert sum(child.is_reopened for child in improved) == trace.outcome.stats.reopened == 5
    assert sum(node.improvements for node in trace.tree.nodes.values()) == len(improved)


@most_configurations
def test_a_trace_of_the_toy_has_no_boards_and_can_be_read(configuration: Configuration) -> None:
    for name in ("consistent", "inconsistent"):
        trace = trace_house(configuration.spec, configuration.options, knowledge(name), limits=Limits(nodes=100))
        assert not trace.has_boards
        read_everything(trace)
        assert read_lines(write_lines(trace)) == trace
        with pytest.raises(TraceError, match="names no start"):
            _ = trace.start


def test_a_path_of_10_000_levels() -> None:
    """No reader recurses or takes quadratic time."""
    events: list[Event] = [GenerateEvent(0, -1, -1, 0, 0)]
    for node in range(1, 10_001):
        events += [ExpandEvent(node - 1), GenerateEvent(node, node - 1, 1 - node % 2, node, 0)]
    header: Header = {"spec": "dfs", "start": "1 2 / 3 0", "goal": "0 1 / 2 3"}
    trace = Trace(header, tuple(events), Outcome(status=Status.LIMIT))
    assert len(trace.tree.path(10_000)) == 10_001
    assert trace.board(10_000) == trace.start
    (selection,) = select(trace, Cut(levels=10, max_nodes=50))
    assert "9,990 more nodes below" in tree_text.draw_tree(selection)
    assert sum(1 for _ in steps(trace)) == 10_000


# Rules -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", ["bidirectional", "ida_star"])
def test_wrong_rules_in_a_header_do_no_harm(algorithm: str) -> None:
    """A file may say anything: every reader describes the trace, or raises ``TraceError``."""
    trace = recorded(NEAR, algorithm=algorithm, limits=Limits(nodes=6))
    for order in Order:
        for held in StoredNodes:
            rules = replace(trace.rules, order=order, held=held, bound="{0.__class__} {:>9999999999} {}")
            with suppress(TraceError):
                read_everything(replace(trace, header={**trace.header, "rules": rules}))


# Readings --------------------------------------------------------------------------------------------------------


# Files -----------------------------------------------------------------------------------------------------------


@given(boards_with_walks(shapes(maximum_cells=12)), st.sampled_from(CONFIGURATIONS), st.integers(0, 400))
@examples(60)
def test_any_run_reads_back(run: tuple[Board, tuple[Move, ...]], configuration: Configuration, cap: int) -> None:
    start, moves = run
    goal = start
    for move in moves:
        goal = goal.play(move)
    trace = recorded(start, goal, algorithm=configuration.text("manhattan"), limits=Limits(nodes=200), cap=cap)
    again = read_lines(write_lines(trace))
    assert again == trace
    assert (again.start, again.goal) == (start, goal)
    assert again.is_truncated == (len(again.events) == cap and trace.is_truncated)
    read_everything(again)


def test_a_file_reads_back(tmp_path: Path) -> None:
    trace = recorded(START, GOAL, algorithm="astar")
    path = tmp_path / "search.jsonl"
    write_file(trace, path)
    assert read_file(path) == trace
    assert is_trace_file(path)
    assert [file.name for file in tmp_path.iterdir()] == ["search.jsonl"]  # no draft is left behind
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(trace.events) + 2
    assert read_lines(part for line in lines for part in (line, " ")) == trace


@pytest.mark.parametrize("name", ["missing.jsonl", ".", "missing/file.jsonl", "bad\0name"])
def test_files_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    with pytest.raises(TraceError):
        read_file(tmp_path / name)
    assert not is_trace_file(tmp_path / name)


@pytest.mark.parametrize("name", [".", "missing/file.jsonl", "bad\0name"])
def test_files_that_cannot_be_written(tmp_path: Path, name: str) -> None:
    with pytest.raises(TraceError, match="cannot write"):
        write_file(recorded(NEAR, algorithm="astar"), tmp_path / name)


def test_a_binary_file_is_not_a_trace(tmp_path: Path) -> None:
    path = tmp_path / "binary"
    path.write_bytes(bytes(range(256)))
    with pytest.raises(TraceError, match="is not text"):
        read_file(path)
    path.write_bytes(b"\x1b[2J" * 3)
    with pytest.raises(TraceError, match=r"found \?\[2J"):
        read_file(path)


RULES = json.dumps({"taquin_trace": 4, "rules": asdict(choose_method("astar").rules)})
HEADER = '{"taquin_trace": 4, "spec": "astar", "start": "1 2 / 3 0", "goal": "1 2 / 0 3"}'
ROOT = '{"event": "generate", "node": 0, "parent": -1, "move": "", "g": 0, "h": 1}'
CHILD = '{"event": "generate", "node": 1, "parent": 0, "move": "L", "g": 1, "h": 0}'
FINISH = list(write_lines(recorded("1 2 / 3 0", "1 2 / 0 3", algorithm="astar")))[-1]


@each_case(
    ("lines", "fault"),
    [
        ([], "an empty file"),
        (["", "  "], "an empty file"),
        (["hello"], "line 1: expected a JSON object"),
        (["[" * 100_000], "line 1: expected a JSON object"),
        (['{"event": "expand", "node": 0}'], "header"),
        (['{"taquin_trace": 2}'], "version 2, expected 4"),
        (['{"taquin_trace": 5}'], "version 5, expected 4"),
        (['{"taquin_trace": 4, "rules": []}'], "line 1"),
        (['{"taquin_trace": 4, "rules": {"order": "best"}}'], "line 1"),
        ([RULES.replace('"best"', '"worst"')], "line 1"),
        ([RULES.replace('"fifo"', '"oldest"')], "line 1"),
        ([RULES.replace('"weight_h": 1', '"weight_h": NaN')], "line 1"),
        ([RULES.replace('"bound {}"', "7")], "line 1"),
        ([RULES.replace('"run"', '"walk"')], "line 1"),
        (['{"taquin_trace": 4, "spec": 7}'], "line 1"),
        (['{"taquin_trace": 4, "start": "1 1", "goal": "0 1"}'], "not a board"),
        (['{"taquin_trace": 4, "start": "1 0", "goal": "1 2 / 3 0"}'], "from a 1×2 board to a 2×2 one"),
        ([HEADER], "incomplete"),
        ([HEADER, ROOT], "incomplete"),
        ([HEADER, FINISH, FINISH], "line 3: expected nothing after the finish"),
        ([HEADER, CHILD], "expected node 0"),
        ([HEADER, ROOT, ROOT], "expected node 1"),
        ([HEADER, '{"event": "expand", "node": 0}'], "node 0 is not generated yet"),
        ([HEADER, '{"event": "explode", "node": 0}'], "line 2: expected an event"),
        ([HEADER, '{"event": ["expand"], "node": 0}'], "line 2: expected an event"),
        ([HEADER, ROOT.replace('"h": 1', '"h": NaN')], "line 2: expected an event"),
        ([HEADER, ROOT.replace('"h": 1', '"h": "1"')], "line 2: expected an event"),
        ([HEADER, ROOT.replace('"h": 1', '"h": 1' + "0" * 400)], "line 2: expected an event"),
        ([HEADER, ROOT.replace('"move": ""', '"move": "L"')], "a root has no move"),
        ([HEADER, ROOT, CHILD.replace('"L"', '""')], "found none"),
        ([HEADER, ROOT, CHILD.replace('"L"', '"LR"')], "line 3: expected an event"),
        ([HEADER, ROOT, CHILD.replace('"L"', '"R"')], "leads off the board"),
        ([HEADER, ROOT, CHILD.replace('"g": 1', '"g": 0')], "must exceed the parent's g"),
        ([HEADER, ROOT, CHILD.replace('"parent": 0', '"parent": 1')], "not generated yet"),
        ([HEADER, ROOT, CHILD.replace('"parent": 0', '"parent": -7')], "not generated yet"),
        (
            [HEADER, ROOT, CHILD, '{"event": "improve", "node": 1, "parent": 0, "move": "L", "g": 1}'],
            "does not improve",
        ),
        ([HEADER, ROOT, CHILD, '{"event": "improve", "node": 1, "parent": 0, "move": "U", "g": 0.5}'], "does not lead"),
        ([HEADER, ROOT, CHILD, '{"event": "improve", "node": 0, "parent": 1, "move": "R", "g": -1}'], "does not impr"),
        ([HEADER, ROOT, '{"event": "duplicate", "node": 1, "parent": 0, "move": "L", "g": 1}'], "not generated yet"),
        ([HEADER, ROOT, CHILD, '{"event": "duplicate", "node": 0, "parent": 2, "move": "R", "g": 2}'], "node 2 is not"),
        ([HEADER, ROOT, CHILD, '{"event": "duplicate", "node": 0, "parent": 1, "move": "U", "g": 2}'], "does not lead"),
        ([HEADER, ROOT, CHILD, '{"event": "duplicate", "node": 0, "parent": 1, "move": "L", "g": 2}'], "off the board"),
        ([HEADER, ROOT, CHILD, '{"event": "duplicate", "node": 0, "parent": 1, "move": "R", "g": 1}'], "must exceed"),
        ([HEADER, ROOT, CHILD, '{"event": "duplicate", "node": 0, "parent": 1, "move": "", "g": 2}'], "found none"),
        ([HEADER, ROOT, CHILD, '{"event": "duplicate", "node": 0}'], "line 4: expected an event"),
        ([HEADER, FINISH.replace('"solved"', '"soled"')], "line 2: expected an event"),
        ([HEADER, FINISH.replace("false", '"no"')], "line 2: expected an event"),
        ([HEADER, '{"event": "finish"}'], "line 2: expected an event"),
        ([HEADER.replace('"start"', '"sart"')], "line 1: expected an event"),
        ([HEADER, ROOT, CHILD.replace('"h"', '"h": 3, "h"')], "line 3: expected a JSON object"),
        ([HEADER, ROOT, CHILD.replace('"h"', '"f": 3, "h"')], "line 3: expected an event"),
        ([HEADER, ROOT, FINISH], "the finish counts expanded=1, and the events are 0: a line is missing"),
        (["1" * 10_000], "line 1: expected a JSON object"),
        ([RULES.replace('"fifo"', '["fifo"]')], "line 1"),
        ([RULES.replace('"frontier"', '"attic"')], "line 1"),
        ([HEADER, ROOT.replace('"h": 1', '"h": Infinity')], "line 2: expected an event"),
    ],
)
def test_errors_name_the_fault(lines: list[str], fault: str) -> None:
    with pytest.raises(TraceError, match=fault):
        read_lines(lines)


def test_whole_numbers_have_64_bits() -> None:
    """A counter may be as large as one of the core; a larger number is not one that Taquin wrote."""
    *_, finish = write_lines(recorded("1 2 / 3 0", "1 2 / 0 3", algorithm="astar"))
    largest, larger = (finish.replace('"reopened": 0', f'"reopened": {number}') for number in (2**63, 2**63 + 1))
    assert largest != finish
    largest = largest.replace('"truncated": false', '"truncated": true')  # otherwise the events are counted
    assert read_lines([HEADER, largest]).outcome.stats.reopened == 2**63
    with pytest.raises(TraceError, match="line 2: expected an event"):
        read_lines([HEADER, larger])


def test_a_fault_in_a_file_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(f"{HEADER}\nhello\n")
    with pytest.raises(TraceError, match=r"bad\.jsonl: line 2: expected a JSON object, found hello"):
        read_file(path)


@given(st.lists(st.text()))
def test_garbage_gives_a_trace_error(lines: list[str]) -> None:
    with pytest.raises(TraceError):
        read_lines(lines)


@for_each("algorithm", ["astar", "ida_star", "bidirectional"])
def test_lines_that_are_lost_doubled_or_exchanged_give_a_trace_error_or_a_trace_that_can_be_read(
    algorithm: str,
) -> None:
    lines = list(write_lines(recorded(NEAR, algorithm=algorithm, limits=Limits(nodes=12))))
    for place in range(len(lines)):
        before, line, after = lines[:place], lines[place], lines[place + 1 :]
        for changed in ([*before, *after], [*before, line, line, *after], [*before, *after[:1], line, *after[1:]]):
            with suppress(TraceError):
                read_everything(read_lines(changed))


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "search.jsonl"
    path.write_text("precious")
    broken = Trace({"spec": "\ud800"}, (GenerateEvent(0, -1, 99, 0, 0),), Outcome(status=Status.LIMIT))
    with pytest.raises(TraceError, match="cannot write"):
        write_file(broken, path)
    assert path.read_text() == "precious"
    assert [file.name for file in tmp_path.iterdir()] == ["search.jsonl"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target.jsonl", tmp_path / "link.jsonl"
    target.write_text("old")
    link.symlink_to(target)
    write_file(recorded(NEAR, algorithm="astar"), link)
    assert link.is_symlink()
    assert is_trace_file(target)


def record(
    start: Board | str,
    goal: Board | str | None = None,
    *,
    algorithm: str = "astar",
    limits: Limits | None = None,
    cap: int = 50_000,
) -> Trace:
    recorder = Recorder(cap)
    solve(start, goal, algorithm=algorithm, limits=limits, observer=recorder)
    return recorder.trace()


def test_steps_are_made_as_they_are_asked_for() -> None:
    trace = record("8 6 7 2 5 4 3 0 1", algorithm="astar(manhattan)", limits=Limits(nodes=10_000))
    first: Step = next(iter(steps(trace)))
    assert (first.number, first.node, first.parent) == (1, 0, -1)


def test_a_single_row_reads_back_as_one() -> None:
    """Its text in the header has no slash: the reader must not take it for a square."""
    trace = record(Board([1, 0, 2, 3], "1x4"), Board([1, 2, 3, 0], "1x4"))
    again = read_lines(write_lines(trace))
    assert again.start == Board([1, 0, 2, 3], "1x4")
    assert again.board(again.goal_nodes[0]) == again.goal


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["", "U", "L", "bound"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


RUNS = [
    list(write_lines(recorded(START, GOAL, algorithm="astar"))),
    list(write_lines(recorded(NEAR, algorithm="ida_star"))),
    list(write_lines(recorded(NEAR, algorithm="bidirectional"))),
    list(write_lines(recorded("1 7 3 / 8 0 6 / 5 4 2", algorithm="wastar(weight=3)", limits=Limits(nodes=150)))),
    list(write_lines(recorded(MIDDLE, algorithm="hill_climbing(restarts=1)"))),
]


@st.composite
def damaged_files(draw: st.DrawFn) -> list[str]:
    """A damaged trace file: lines missing, doubled, moved, or with another value in some field."""
    lines = list(draw(st.sampled_from(RUNS)))
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["value", "value", "value", "number", "lose", "double", "move", "character"])):
            case "value" | "number" as kind:
                try:
                    fields = json.loads(lines[place])
                except ValueError:  # this line is damaged already
                    continue
                if not isinstance(fields, dict) or not fields:
                    continue
                name = draw(st.sampled_from(sorted(fields)))
                fields[name] = draw(JSON if kind == "value" else st.integers(-2, 20))
                lines[place] = json.dumps(fields)
            case "lose":
                del lines[place]
            case "double":
                lines.insert(place, lines[place])
            case "move":
                lines.insert(draw(st.integers(0, len(lines) - 1)), lines.pop(place))
            case _:
                at = draw(st.integers(0, len(lines[place])))
                lines[place] = lines[place][:at] + draw(st.characters()) + lines[place][at + 1 :]
        if not lines:
            break
    return lines


@given(damaged_files())
@examples(300)
def test_a_damaged_file_gives_a_trace_error_or_a_trace_that_can_be_read(lines: list[str]) -> None:
    try:
        trace = read_lines(lines)
    except TraceError:
        return
    read_everything(trace)
