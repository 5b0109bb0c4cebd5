"""Search trees for other programs: every node is in the text, and the text is well formed."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from drawings import EXAMPLE, EXAMPLE_GOAL, FIFTEEN, MIDDLE, NEAR, PLATEAU, UNSOLVABLE, record
from looping import for_each
from taquin.render.drawing import dot, mermaid
from taquin.render.tree.export import tree_graph
from taquin.render.tree.selection import Cut, Duplicate, Focus, Selection, default_iterations, select
from taquin.trace.trace import Trace

CASES = [
    record(EXAMPLE, goal=EXAMPLE_GOAL),
    record(MIDDLE),
    record(NEAR, "iddfs"),
    record(MIDDLE, "ida_star(manhattan)"),
    record(NEAR, "bidirectional"),
    record(NEAR, "beam(manhattan, width=2)"),
    record(PLATEAU, "hill_climbing(misplaced)"),
    record(FIFTEEN),
    record(UNSOLVABLE),
]


def chosen(trace: Trace, focus: Focus = Focus.EVERYTHING) -> list[Selection]:
    return select(trace, Cut(focus=focus), default_iterations(trace, small=60))


@for_each("trace", CASES)
@for_each("focus", Focus)
def test_every_node_and_edge_is_there(trace: Trace, focus: Focus) -> None:
    selections = chosen(trace, focus)
    roots = sum(len(each.roots) for each in selections)
    items = [item for each in selections for node in each.shown for item in each.below(node)]
    cut = sum(each.left_out_below(node) > 0 for each in selections for node in each.shown)
    numbers = sorted(number for each in selections for number in each.shown)
    for text, vertex, edge in (
        (dot.from_graph(tree_graph(selections)), r'^ +i?\d*([ndm])(\d+) \[label=".*"', r"^ +\w+ -> \w+ \["),
        (mermaid.from_graph(tree_graph(selections)), r'^ +i?\d*([ndm])(\d+)\["[^"]*"\]$', r"^ +\w+ (---|===|-\.-)"),
    ):
        found = re.findall(vertex, text, re.MULTILINE)
        assert sorted(int(number) for kind, number in found if kind == "n") == numbers
        dropped = sum(isinstance(item, Duplicate) for item in items)
        assert [sum(kind == each for kind, _ in found) for each in "dm"] == [dropped, cut]
        assert len(re.findall(edge, text, re.MULTILINE)) == len(found) - roots + (len(trace.goal_nodes) > 1)


def test_text_from_a_trace_cannot_break_the_syntax() -> None:
    trace = CASES[0]
    evil = Trace({**trace.header, "spec": 'a"b\\c<d>#e&'}, trace.events, trace.outcome)
    assert r"a\"b\\c<d>#e&: solved" in dot.from_graph(tree_graph(chosen(evil)))
    flowchart = mermaid.from_graph(tree_graph(chosen(evil)))
    assert 'title: "a#quot;b\\\\c#lt;d#gt;#35;e#amp;: solved' in flowchart
    assert "<d>" not in flowchart


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
@for_each("trace", CASES)
def test_graphviz_reads_it(trace: Trace) -> None:
    text = dot.from_graph(tree_graph(chosen(trace, Focus.LEGIBLE)))
    assert subprocess.run(["dot", "-Tplain"], input=text.encode(), capture_output=True, check=True).stderr == b""
