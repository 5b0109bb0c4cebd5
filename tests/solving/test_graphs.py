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
    if not directed:
        edges = {(min(edge), max(edge)): cost for edge, cost in edges.items()}
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


@pytest.mark.parametrize("edges", [5, None, [("A", ["B"])], {"A": 5}, {"A": [["B", 5]]}, {"A": "BC"}, [3], [("A",)]])
def test_what_is_no_graph_is_refused_in_one_line(edges: Any) -> None:
    with pytest.raises(taquin.SpaceError, match=r"^expected (edges|nodes|the neighbours of 'A')[^\n]*found[^\n]*$"):
        Graph(edges, start="A", goal="B")


def test_neighbours_with_costs_in_a_list_are_refused() -> None:
    """They would be nodes of their own."""
    with pytest.raises(taquin.SpaceError, match=r"found \('B', 5\) \(\{'A': \{'B': 75\}\} gives costs\)"):
        Graph({"A": [("B", 5)], "B": []}, start="A", goal="B")
    assert taquin.search(Graph({(0, 0): [(0, 1)]}, start=(0, 0), goal=(0, 1)), "bfs").cost == 1


@pytest.mark.parametrize(
    ("edges", "words"),
    [
        ([("A", "B", 1), ("A", "B", 50)], "the edge 'A' to 'B' has the cost 50, and before it had 1"),
        ([("A", "B", 1), ("B", "A", 50)], r"the edge 'B' to 'A' .* \(remove one of them, or use directed=True\)"),
        ({"A": {"B": 1}, "B": {"A": 10}}, "the edge 'B' to 'A' has the cost 10, and before it had 1"),
        ("A B 1\nB C 1\nA B 50\n", "graph.txt, line 3: the edge 'A' to 'B' has the cost 50, and before it had 1"),
    ],
    ids=["list", "directions", "dict", "file"],
)
def test_an_edge_with_two_costs_is_refused(edges: Any, words: str, tmp_path: Path) -> None:
    with pytest.raises(taquin.SpaceError, match=words):
        Graph(as_file(edges, tmp_path), start="A", goal="B")


def as_file(edges: Any, folder: Path) -> Any:
    """A text, or bytes, as the path of a file with them."""
    if not isinstance(edges, str | bytes):
        return edges
    path = folder / "graph.txt"
    path.write_bytes(edges.encode() if isinstance(edges, str) else edges)
    return path


def test_an_edge_that_is_given_twice_with_one_cost_is_one_edge(tmp_path: Path) -> None:
    for edges in ([("A", "B", 2), ("B", "A", 2.0)], {"A": {"B": 2}, "B": {"A": 2}}, "A B 2\nA B 2.0\n"):
        graph = Graph(as_file(edges, tmp_path), start="A", goal="B")
        assert (taquin.search(graph, "ucs").cost, graph.successors("A")) == (2, [("B", "B")])


def test_the_directions_of_a_directed_graph_have_costs_of_their_own() -> None:
    roads = {"A": {"B": 1}, "B": {"A": 10}}
    costs = [taquin.search(Graph(roads, start=one, goal=two, directed=True), "ucs").cost for one, two in ("AB", "BA")]
    assert costs == [1, 10]


def test_a_node_without_edges_is_a_node() -> None:
    graph = Graph({"A": {}, "B": {"C": 1}}, start="A", goal="B")
    assert taquin.search(graph, "ucs").status == "unsolvable"


REFUSED = {
    "1 2 5\n2 3\n1 4 9\n4 3 9\n": (2, "an estimate of '2', but 3 is the name of a node (line 4)"),
    "A B 5\nB C\n": (2, "expected an edge with its cost, as in line 1, found 'B C'"),
    "A B 5\nAB 5\n": (2, "expected an estimate of a node, but no edge names 'AB'"),
    "A B 5\nA 3\nA 4\n": (3, "'A' has the estimate 4, and before it had 3"),
    "A B 5\nA -4\n": (2, "expected h of A to be a finite number, 0 or more, found -4"),
    "A B -5\n": (1, "expected the cost of A to B to be a finite number, 0 or more, found -5"),
    "A B 1 2\n": (1, "expected an edge such as Arad Zerind 75, found 'A B 1 2'"),
    "A B\nB C D\n": (2, "expected an edge such as Arad Zerind 75, found 'B C D'"),
    "A,,5\n": (1, "expected an edge such as Arad Zerind 75 with commas between its columns, found 'A,,5'"),
    "A,B,5\nB C 5\n": (2, "expected an edge such as Arad Zerind 75 with commas between its columns, found 'B C 5'"),
    "A;B;7,5\n": (1, "expected commas between the columns, as in line 1, found semicolons: 'A;B;7,5'"),
    "\tB\t5\n": (1, "expected an edge such as Arad Zerind 75 with tabs between its columns"),
    'A B\n"B" C\n': (2, 'expected names and numbers, found "'),
    "A B#2 5\n": (1, "expected names and numbers, found #"),
    "A B\nB \u200bC\n": (2, "expected printable characters, found U+200B"),
    "A B\nA inf\n": (2, "expected a finite number of at most 40 digits, found 'inf'"),
    "A B 1e-400\n": (1, "expected a finite number of at most 40 digits, found '1e-400'"),
}


@pytest.mark.parametrize("text", REFUSED)
def test_a_line_of_a_file_that_may_mean_something_else_is_refused(text: str, tmp_path: Path) -> None:
    line, words = REFUSED[text]
    with pytest.raises(taquin.SpaceError, match=rf"^graph\.txt, line {line}: .*{re.escape(words)}"):
        Graph(as_file(text, tmp_path), start="A", goal="B")


def test_numbers_may_be_names_where_every_edge_has_its_cost(tmp_path: Path) -> None:
    """An estimate that is also a name has a sign."""
    graph = Graph(as_file("1 2 5\n2 3 1\n1 4 9\n4 3 9\n1 +4\n2 0.5\n", tmp_path), start="1", goal="3")
    assert (taquin.search(graph, "ucs").cost, graph.h("1"), graph.h("2")) == (6, 4, 0.5)


def test_whole_numbers_of_a_file_are_exact(tmp_path: Path) -> None:
    graph = Graph(as_file(f"A B {2**60 + 1}\nB C {2**60}\n", tmp_path), start="A", goal="B")
    assert taquin.search(graph, "ucs").cost == 2**60 + 1


@pytest.mark.parametrize("text", ["A,B,3\nB,C,4\nA,7,\nB,4,\n", "A\tB\t3\t\nB\tC\t4\nA\t7\t\nB\t4\n"])
def test_empty_columns_of_a_spreadsheet_mean_nothing_behind_a_number(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(text)
    graph = Graph(tmp_path / "a.txt", start="A", goal="C")
    assert (taquin.search(graph, "ucs").cost, graph.h("A"), graph.h("B")) == (7, 7, 4)
    (tmp_path / "a.txt").write_text("A,B,3\nB,C,\n")
    with pytest.raises(taquin.SpaceError, match="line 2: expected an edge"):
        Graph(tmp_path / "a.txt", start="A", goal="C")


def test_a_file_without_edges_is_refused(tmp_path: Path) -> None:
    for text in ("", "\n# nothing\n", "1 2\n2 3\n"):
        with pytest.raises(taquin.SpaceError, match=r"^graph\.txt: expected edges such as Arad Zerind 75, found none"):
            Graph(as_file(text, tmp_path), start="1", goal="2")


def test_a_byte_order_mark_is_not_part_of_a_name(tmp_path: Path) -> None:
    assert taquin.search(Graph(as_file("\ufeffA B 5\n", tmp_path), start="A", goal="B"), "ucs").cost == 5


def test_files_are_refused_as_files_of_boards_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.puzzle.formats.files.MAXIMUM_BYTES", 1000)
    for content, words in {
        b"A B 5\nA \xff 1\nB \xfe 1\n": "expected text in UTF-8, found byte 0xff at position 9",
        b"A B 5\nA \0 1\n": "expected text in UTF-8, found byte 0x00 at position 9",
        b"A B 5\n" * 166 + b"A C 15\n": "expected at most 0 MiB, found more",
    }.items():
        with pytest.raises(taquin.FormatError, match=words):
            Graph(as_file(content, tmp_path), start="A", goal="B")


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
