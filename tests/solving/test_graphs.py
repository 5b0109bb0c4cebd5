"""Explicit graphs as spaces: the results of the textbook's map, every form of a graph, every search, and the tree."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import taquin
from taquin import Graph
from taquin.cli import run
from taquin.solving.registry import ALGORITHMS
from taquin.solving.space_sets import load_spaces

FILE = Path(__file__).parents[2] / "examples" / "puzzles" / "romania.py"
ROADS = {"A": {"B": 1, "C": 4}, "B": {"C": 2, "D": 6}, "C": {"D": 2}}
ESTIMATES = {"A": 4, "B": 3, "C": 2}


def romania(**options: Any) -> Graph:
    made: Graph = runpy.run_path(str(FILE))["romania"](**options)
    return made


def test_the_results_of_the_textbook() -> None:
    roads = romania()
    found = taquin.search(roads, "astar", roads.h, admissible=True)
    assert (found.cost, found.stats.expanded, str(found.quality)) == (418, 5, "optimal")
    assert found.states == ("Arad", "Sibiu", "Rimnicu", "Pitesti", "Bucharest")
    greedy = taquin.search(roads, "greedy", roads.h)
    assert (greedy.cost, greedy.stats.expanded, greedy.states[2]) == (450, 3, "Fagaras")
    assert taquin.search(roads, "ucs").cost == taquin.search(roads, "bidirectional_astar", roads.h).cost == 418


@pytest.mark.parametrize(
    "edges",
    [
        ROADS,
        [(one, other, cost) for one, others in ROADS.items() for other, cost in others.items()],
        "A B 1\nA C 4 # a comment\n\nB C 2\nB D 6\nC D 2\nA 4\nB 3\nC 2\n",
        "A,B,1\nA,C,4\nB,C,2\nB,D,6\nC,D,2\n",
    ],
    ids=["dict", "list", "file", "csv"],
)
def test_every_form_of_a_graph(edges: Any, tmp_path: Path) -> None:
    if isinstance(edges, str):
        (tmp_path / "edges.txt").write_text(edges)
        edges = tmp_path / "edges.txt"
    graph = Graph(edges, start="A", goal="D", h=ESTIMATES)
    found = taquin.search(graph, "astar", graph.h, admissible=True)
    assert (found.states, found.cost) == (("A", "B", "C", "D"), 5)
    assert [state for _, state in Graph(edges, start="A", goal="D", directed=True).successors("C")] == ["D"]
    assert sorted(state for _, state in graph.successors("C")) == ["A", "B", "D"]


def test_a_graph_of_networkx() -> None:
    networkx = pytest.importorskip("networkx", reason="networkx is not installed")
    graph = networkx.DiGraph()
    graph.add_weighted_edges_from((one, other, cost) for one in ROADS for other, cost in ROADS[one].items())
    networkx.set_node_attributes(graph, ESTIMATES, "h")
    space = Graph(graph, start="A", goal="D")
    assert taquin.search(space, "astar", space.h, admissible=True).cost == 5
    assert [state for _, state in space.successors("D")] == []


def test_every_search_finds_a_way() -> None:
    weighted, plain = romania(), Graph(FILE.with_suffix(".txt"), start="Arad", goal="Bucharest", weighted=False)
    for spec in ALGORITHMS:
        if spec.needs_board or spec.own is not None:
            continue
        space = weighted if spec.claims.adds_costs else plain
        found = taquin.search(space, spec.key, space.h if spec.uses_heuristic else None, nodes=100_000)
        assert found.moves is None or (found.states[0], found.states[-1]) == ("Arad", "Bucharest")
        assert found.is_solved or spec.claims.complete == "no"
    assert taquin.search(plain, "bfs").states == ("Arad", "Sibiu", "Fagaras", "Bucharest")


@given(st.dictionaries(st.tuples(st.integers(0, 7), st.integers(0, 7)), st.integers(0, 9), min_size=1), st.booleans())
def test_the_cheapest_way_is_that_of_all_pairs(edges: dict[tuple[int, int], int], directed: bool) -> None:
    nodes = sorted({node for edge in edges for node in edge})
    cost = {(one, other): 0 if one == other else 10**9 for one in nodes for other in nodes}
    for (one, other), weight in edges.items():
        for pair in ((one, other),) if directed else ((one, other), (other, one)):
            cost[pair] = 0 if one == other else weight
    for middle in nodes:
        for one in nodes:
            for other in nodes:
                cost[one, other] = min(cost[one, other], cost[one, middle] + cost[middle, other])
    listed = [(one, other, weight) for (one, other), weight in edges.items()]
    for goal in nodes:
        graph = Graph(listed, start=nodes[0], goal=goal, directed=directed)
        for found in (taquin.search(graph, "ucs"), taquin.search(graph, "bidirectional_astar", graph.h)):
            assert found.cost == (cost[nodes[0], goal] if cost[nodes[0], goal] < 10**9 else None)


@pytest.mark.parametrize(
    ("edges", "goal", "words"),
    [
        (ROADS, "E", "the goal 'E' is not a node of the graph"),
        ({"Arad": ["Sibiu"]}, "Sibu", "did you mean 'Sibiu'"),
        ([("A", "B", -1)], "B", "the cost of A to B to be a finite number"),
        (["AB"], "B", r"expected edges such as \('A', 'B', 75\), found 'AB'"),
    ],
)
def test_what_is_refused(edges: Any, goal: str, words: str) -> None:
    with pytest.raises(taquin.SpaceError, match=words):
        Graph(edges, start="A" if goal != "Sibu" else "Arad", goal=goal)


def test_a_file_names_the_wrong_line(tmp_path: Path) -> None:
    (tmp_path / "edges.txt").write_text("A B 1\nA B 1 2\n")
    with pytest.raises(taquin.SpaceError, match=r"edges\.txt, line 2: expected an edge such as Arad Zerind 75"):
        Graph(tmp_path / "edges.txt", start="A", goal="B")


def test_steps_of_own_spaces(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["trace", f"{FILE}:romania", "-a", "astar", "-e", "h", "--lists"]) == 0
    out = capsys.readouterr().out
    assert "step 2: expand node 2 (by Sibiu from node 0): g 140 + h 253 = f 393\n  Sibiu   Arad " in out
    assert "moves       Sibiu Rimnicu Pitesti Bucharest\n  length      4\n  cost        418\n" in out
    for algorithm, held in (("ida_star", "path: 2 nodes"), ("rbfs", "path: 2, waiting beside it: ")):
        assert run(["trace", f"{FILE}:romania", "-a", algorithm, "-e", "h"]) == 0
        assert held in capsys.readouterr().out  # moves, not their costs
    pancakes = f"{FILE.with_name('pancake.py')}:stacks(size=4)"
    assert run(["trace", pancakes, "-a", "bidirectional", "--json"]) == 0
    steps = json.loads(capsys.readouterr().out)["steps"]
    assert {step["root"] for step in steps} == {0, 1}
    assert steps[0]["children"][0]["move"] == "2"
    recorder = taquin.Recorder()
    (space,) = [one.space for one in load_spaces(f"{FILE.with_name('pancake.py')}:stacks(size=4, count=1)")]
    found = taquin.search(space, "bidirectional_bfs", observer=recorder)
    trace = recorder.trace()
    first, second = trace.goal_nodes
    assert trace.state(first) == trace.state(second)
    assert [trace.state(node) for node in trace.node_path] == list(found.states)


def test_options_of_searches_of_own_spaces(capsys: pytest.CaptureFixture[str]) -> None:
    """They have an effect, or are refused."""
    trace = ["trace", f"{FILE}:romania", "--json"]
    assert run([*trace, "-a", "wastar", "-e", "h", "-O", "weight=3"]) == 0
    assert json.loads(capsys.readouterr().out)["spec"] == "wastar(h, weight=3)"
    for arguments, words in {
        ("-a", "astar", "-e", "h", "-O", "weight=3"): "astar has no option 'weight'",
        ("-a", "astar", "-e", "h", "-O", "seed=3"): "seed has no effect without tie_break=random",
        ("-a", "ucs", "-e", "h"): "--heuristic h has no effect: ucs uses no heuristic",
        ("-a", "astar(h)", "-e", "zero"): "'astar(h)' names a heuristic, and so does -e",
        ("-a", "ucs", "--goal", "snail"): "--goal has no effect: this is a space of your own",
    }.items():
        assert run([*trace, *arguments]) == 2
        assert words in capsys.readouterr().err


def test_trees_of_own_spaces(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["tree", f"{FILE}:romania", "-a", "astar", "-e", "h"]) == 0
    text = capsys.readouterr().out
    assert "0 start: Arad" in text
    assert re.search(r"└─6 Rimnicu +413 = 220 [+] 193 +3 +★", text)
    assert "× same state as node 7" in text
    picture = tmp_path / "tree.svg"
    assert run(["tree", f"{FILE}:romania", "-a", "astar", "-e", "h", "-o", str(picture)]) == 0
    assert "Rimnicu" in picture.read_text()
    assert run(["tree", f"{FILE.with_name('pancake.py')}:stacks(size=4)", "-e", "gap", "--json"]) == 0
    captured = capsys.readouterr()
    assert '"move": "4"' in captured.out
    assert "searching the first of 10 spaces" in captured.err
