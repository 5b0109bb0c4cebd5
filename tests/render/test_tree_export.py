"""Search trees for other programs: every node and edge of the selection is in the text, and the text is well formed."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from taquin.puzzle.moves import Move
from taquin.render.text.reading import Reading, reading_of
from taquin.render.tree.export import to_dot, to_mermaid, tree_to_dict
from taquin.render.tree.selection import Cut, Duplicate, Focus, Selection, default_iterations, select
from taquin.run.limits import Limits
from taquin.solving.solver import solve
from taquin.trace.recorder import Recorder
from taquin.trace.trace import Trace
from taquin.trace.tree import TreeNode

NEAR = "1 2 3 / 0 4 6 / 7 5 8"
MIDDLE = "8 1 3 / 4 0 2 / 7 6 5"
CASES = {
    "example": ("1 0 8 2 5 7 4 6 3", "0 8 7 1 2 3 4 5 6", "astar(manhattan)"),
    "duplicates": (MIDDLE, None, "astar(manhattan)"),
    "iterations": (NEAR, None, "iddfs"),
    "bounds": (MIDDLE, None, "ida_star(manhattan)"),
    "sides": (NEAR, None, "bidirectional"),
    "beam": (NEAR, None, "beam(manhattan, width=2)"),
    "stuck": ("5 2 1 / 4 8 3 / 7 6 0", None, "hill_climbing(misplaced)"),
    "fifteen": ("1 2 3 4 / 5 6 8 12 / 9 10 7 15 / 13 14 0 11", None, "astar(manhattan)"),
    "unsolvable": ("1 2 3 4 5 6 8 7 0", None, "astar(manhattan)"),
}


def record(name: str) -> Trace:
    start, goal, algorithm = CASES[name]
    recorder = Recorder()
    solve(start, goal, algorithm=algorithm, limits=Limits(nodes=3000), observer=recorder)
    return recorder.trace()


def chosen(trace: Trace, focus: Focus = Focus.EVERYTHING) -> list[Selection]:
    return select(trace, reading_of(trace), Cut(focus=focus), default_iterations(trace, small=60))


def labels_wanted(selections: Sequence[Selection]) -> list[tuple[str, list[str]]]:
    """The name of every node in the graph, and the lines that its label must have among others."""
    wanted = []
    for selection in selections:
        trace, iteration = selection.trace, selection.branch.iteration
        for number in selection.shown:
            node = trace.tree[number]
            values = ", ".join(reading_of(trace).formula.parts(node.g, node.h))
            rows = str(trace.board(number)).splitlines()
            wanted.append((f"{'' if iteration is None else f'i{iteration}'}n{number}", [*rows, values]))
    return wanted


def edges_wanted(selections: Sequence[Selection]) -> list[tuple[str, str, str]]:
    """The ends and the move of every edge between nodes, from top to bottom."""
    wanted = []
    for selection in selections:
        tree, iteration = selection.trace.tree, selection.branch.iteration
        prefix = "" if iteration is None else f"i{iteration}"
        for number in selection.shown:
            node = tree[number]
            if not node.is_root:
                ends = [f"{prefix}n{node.parent}", f"{prefix}n{number}"]
                if tree.path(number)[0] != tree.roots[0]:  # the tree of the goal is upside down
                    ends.reverse()
                wanted.append((ends[0], ends[1], Move(node.move).letter))
    return wanted


def read_dot(text: str) -> tuple[dict[str, list[str]], list[tuple[str, str, str]]]:
    """The labels of the nodes, and the edges."""
    nodes, edges = {}, []
    for line in text.splitlines():
        edge = re.fullmatch(r'\s*(\w+) -> (\w+) \[.*?label="([^"]*)".*\];', line)
        node = re.fullmatch(r'\s*(\w+) \[label="((?:[^"\\]|\\.)*)".*\];', line)
        if edge:
            edges.append((edge[1], edge[2], edge[3]))
        elif node and node[1] not in ("graph", "node", "edge"):
            nodes[node[1]] = node[2].split("\\n")
    return nodes, edges


MERMAID_LINES = {
    "node": r'\s*(\w+)\["([^"]*)"\]',
    "edge": r"\s*(\w+) (?:---|===|-\.-)(?:\|([^|]+)\|)? (\w+)",
    "class": r"\s*class [\w,]+ \w+",
    "definition": r"\s*classDef \w+ [\w#:.,\- ]+",
    "iteration": r'\s*subgraph \w+\["[^"]*"\]',
    "end": r"\s*end",
    "comment": r"\s*%% .*",
}


def read_mermaid(text: str) -> tuple[dict[str, list[str]], list[tuple[str, str, str]]]:
    """The labels of the nodes, and the edges. Every line must be valid in Mermaid."""
    first, title, third, kind, *lines = text.splitlines()
    assert (first, third, kind) == ("---", "---", "flowchart TD")
    assert re.fullmatch(r'title: "(?:[^"\\]|\\.)*"', title)
    nodes, edges = {}, []
    for line in lines:
        found = [name for name, form in MERMAID_LINES.items() if re.fullmatch(form, line)]
        assert found, line
        match = re.fullmatch(MERMAID_LINES[found[0]], line)
        assert match
        if found[0] == "node":
            nodes[match[1]] = match[2].replace("\N{FIGURE SPACE}", " ").split("<br>")
        elif found[0] == "edge":
            assert {match[1], match[3]} <= nodes.keys() or match[2] == "same board"
            edges.append((match[1], match[3], match[2] or ""))
    return nodes, edges


Writer = Callable[[Sequence[Selection], Reading], str]
Reader = Callable[[str], tuple[dict[str, list[str]], list[tuple[str, str, str]]]]


@pytest.mark.parametrize(("write", "read"), [(to_dot, read_dot), (to_mermaid, read_mermaid)], ids=["dot", "mermaid"])
@pytest.mark.parametrize("name", CASES)
def test_every_node_and_edge_is_there(name: str, write: Writer, read: Reader) -> None:
    trace = record(name)
    for focus in Focus:
        selections = chosen(trace, focus)
        nodes, edges = read(write(selections, reading_of(trace)))
        for point, lines in labels_wanted(selections):
            assert set(lines) <= set(nodes[point])
            assert nodes[point][0].split()[0] == point.rpartition("n")[2]
        assert set(edges_wanted(selections)) <= set(edges)
        items = [item for each in selections for node in each.shown for item in each.below(node)]
        dropped = [item for item in items if isinstance(item, Duplicate)]
        cut = [node for each in selections for node in each.shown if each.left_out_below(node)]
        roots = sum(len(each.roots) for each in selections)
        assert len(nodes) == roots + sum(isinstance(item, TreeNode) for item in items) + len(dropped) + len(cut)
        met = len(trace.goal_nodes) > 1
        assert len(edges) == len(nodes) - roots + met
        assert sum(lines[-1] == "duplicate" for lines in nodes.values()) == len(dropped)
        below = [lines[0].removeprefix("… ") for lines in nodes.values() if lines[0].startswith("…")]
        counts = [f"{each.left_out_below(node):,} more" for each in selections for node in each.shown]
        assert sorted(below) == sorted(count for count in counts if count != "0 more")


def test_the_path_is_marked() -> None:
    trace = record("example")
    selections = chosen(trace)
    dot = to_dot(selections, reading_of(trace))
    assert sorted(re.findall(r"(\w+) \[label=.*peripheries=2\]", dot)) == sorted(f"n{node}" for node in trace.node_path)
    assert len(re.findall(r"-> \w+ \[.*penwidth=3", dot)) == 7
    mermaid = to_mermaid(selections, reading_of(trace))
    assert len(re.findall(r"===", mermaid)) == 7
    assert f"class {','.join(f'n{node}' for node in trace.node_path)} path" in mermaid


def test_text_from_a_trace_cannot_break_the_syntax() -> None:
    trace = record("example")
    evil = Trace({**trace.header, "spec": 'a"b\\c<d>#e&'}, trace.events, trace.outcome)
    selections = chosen(evil)
    assert r"a\"b\\c<d>#e&: solved" in to_dot(selections, reading_of(evil))
    assert 'title: "a\\"b\\\\c<d>#e&: solved' in to_mermaid(selections, reading_of(evil))


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
@pytest.mark.parametrize("name", CASES)
def test_graphviz_reads_it(name: str) -> None:
    trace = record(name)
    text = to_dot(chosen(trace, Focus.LEGIBLE), reading_of(trace))
    drawn = subprocess.run(["dot", "-Tplain"], input=text.encode(), capture_output=True, check=True)
    assert drawn.stderr == b""
    nodes, edges = read_dot(text)
    lines = drawn.stdout.decode().splitlines()
    assert sum(line.startswith("node ") for line in lines) == len(nodes)
    assert sum(line.startswith("edge ") for line in lines) == len(edges)


def test_json_names_the_same_nodes() -> None:
    trace = record("duplicates")
    (selection,) = chosen(trace, Focus.AROUND_PATH)
    found: Any = tree_to_dict([selection], reading_of(trace), boards=True)["iterations"]
    assert {node["node"] for node in found[0]["nodes"]} == selection.shown
    assert found[0]["nodes_left_out"] == selection.left_out
    assert found[0]["nodes"][0]["board"] == "8 1 3 / 4 0 2 / 7 6 5"
