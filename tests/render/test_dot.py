"""Files for Graphviz: every node and edge is there, and no text breaks the syntax."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

import drawings
from drawings import EXAMPLE, EXAMPLE_GOAL, FIFTEEN, MIDDLE, NEAR, PLATEAU, UNSOLVABLE, record
from taquin import Graph
from taquin.cli import run
from taquin.render.dot import graph_dot, shortest_dot, tree_dot
from taquin.render.draw import draw
from taquin.render.shortest.view import view_of
from taquin.render.tree.selection import Cut, Duplicate, Focus, Selection, default_iterations, select
from taquin.trace.trace import Trace

CASES = {
    "other goal": record(EXAMPLE, goal=EXAMPLE_GOAL),
    "middle": record(MIDDLE),
    "iterations": record(NEAR, "iddfs"),
    "bounds": record(MIDDLE, "ida_star(manhattan)"),
    "two sides": record(NEAR, "bidirectional"),
    "beam": record(NEAR, "beam(manhattan, width=2)"),
    "local": record(PLATEAU, "hill_climbing(misplaced)"),
    "fifteen": record(FIFTEEN),
    "unsolvable": record(UNSOLVABLE),
}
NODE = re.compile(r'^ +(?!graph )\w+ \[label="', re.MULTILINE)
ROMANIA = {"Timișoara": {"Arad": 118, "Lugoj": 111}, "Arad": {"Sibiu": 140}, 'a "b\\\nc': {"Arad": 1.5}}


def chosen(trace: Trace, focus: Focus = Focus.EVERYTHING) -> list[Selection]:
    return select(trace, Cut(focus=focus), default_iterations(trace, small=60))


@pytest.mark.parametrize("focus", Focus)
@pytest.mark.parametrize("trace", CASES.values(), ids=CASES)
def test_every_shown_node_of_a_tree_is_a_node_of_the_file(trace: Trace, focus: Focus) -> None:
    selections = chosen(trace, focus)
    found = re.findall(r'^ +(?:i\d+)?([ndm])(\d+) \[label="', tree_dot(selections), re.MULTILINE)
    items = [item for each in selections for node in each.shown for item in each.below(node)]
    numbers = sorted(number for each in selections for number in each.shown)
    assert sorted(int(number) for kind, number in found if kind == "n") == numbers
    assert sum(kind == "d" for kind, _ in found) == sum(isinstance(item, Duplicate) for item in items)
    assert sum(kind == "m" for kind, _ in found) == sum(
        each.left_out_below(node) > 0 for each in selections for node in each.shown
    )


@pytest.mark.parametrize("trace", CASES.values(), ids=CASES)
def test_every_node_of_a_tree_but_the_roots_has_an_edge(trace: Trace) -> None:
    selections = chosen(trace)
    text = tree_dot(selections)
    nodes = len(NODE.findall(text))
    roots = sum(len(each.roots) for each in selections)
    assert len(re.findall(r"^ +\w+ -> \w+ \[", text, re.MULTILINE)) == nodes - roots + (len(trace.goal_nodes) > 1)


def test_every_state_of_the_shortest_solutions_is_a_node() -> None:
    graph = drawings.graph_of("0 3 / 2 1")
    text = shortest_dot(view_of(graph))
    assert len(re.findall(r"^ +s\d+ \[label=", text, re.MULTILINE)) == graph.states
    assert text.count(" -> ") == sum(len(moves) for layer in graph.edges for moves in layer)


def test_names_costs_and_estimates_of_a_graph_appear_as_written() -> None:
    text = graph_dot(Graph(ROMANIA, start="Arad", goal="Sibiu", h={"Lugoj": 2.5}))
    assert 'label="Timișoara"' in text
    assert 'label="Lugoj\\nh 2.5"' in text
    assert 'n0 -> n1 [label="118", dir=none];' in text
    assert 'label="1.5"' in text


def test_a_directed_graph_has_arrows() -> None:
    text = graph_dot(Graph({"A": {"B": 1}, "B": {"A": 2}}, start="A", goal="B", directed=True))
    assert [line.strip() for line in text.splitlines() if "->" in line] == [
        'n0 -> n1 [label="1"];',
        'n1 -> n0 [label="2"];',
    ]


def test_text_from_a_trace_cannot_break_the_syntax() -> None:
    trace = CASES["middle"]
    evil = Trace({**trace.header, "spec": 'a"b\\c<d>#e&\nf'}, trace.events, trace.outcome)
    assert r"a\"b\\c<d>#e&\nf: solved" in tree_dot(chosen(evil))


@pytest.mark.parametrize("command", ["tree", "shortest"])
def test_commands_write_it_by_the_ending_of_the_file(command: str, tmp_path: Path) -> None:
    path = tmp_path / "graph.gv"
    assert run([command, NEAR, "-o", str(path)]) == 0
    assert path.read_text(encoding="utf-8").startswith(f"digraph {command} {{\n")


def test_a_picture_of_a_tree_is_saved_for_graphviz(tmp_path: Path) -> None:
    saved = draw(CASES["middle"]).save(tmp_path / "tree.dot")
    assert saved.read_text(encoding="utf-8").startswith("digraph tree {\n")


@pytest.mark.slow  # `.ci/run slow` installs Graphviz
@pytest.mark.parametrize(
    "text",
    [
        *(tree_dot(chosen(trace, Focus.LEGIBLE)) for trace in CASES.values()),
        shortest_dot(view_of(drawings.graph_of("0 3 / 2 1"))),
        graph_dot(Graph(ROMANIA, start="Arad", goal="Sibiu")),
    ],
    ids=[*CASES, "shortest", "graph"],
)
def test_graphviz_reads_it_without_a_word(text: str) -> None:
    done = subprocess.run(["dot", "-Tplain"], input=text.encode(), capture_output=True, check=True)
    assert done.stderr == b""
    assert done.stdout.count(b"\nnode ") == len(NODE.findall(text))
