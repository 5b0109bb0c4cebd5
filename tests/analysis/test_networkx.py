"""Search trees and shortest solutions as graphs of networkx."""

from __future__ import annotations

from itertools import pairwise

import pytest

import taquin

networkx = pytest.importorskip("networkx", reason="networkx is not installed")
BOARD = "8 6 7 / 2 5 4 / 3 0 1"


def test_a_search_tree() -> None:
    recorder = taquin.Recorder()
    taquin.solve("8 1 3 / 4 0 2 / 7 6 5", algorithm="astar(manhattan)", observer=recorder)
    trace = recorder.trace()
    graph = trace.tree.to_networkx()
    assert networkx.is_arborescence(graph)
    assert len(graph) == len(trace.tree)
    [goal] = (node for node, fate in graph.nodes(data="fate") if fate == "goal")
    path = networkx.shortest_path(graph, 0, goal)
    assert tuple(path) == trace.node_path
    assert [graph.edges[edge]["move"] for edge in pairwise(path)] == list(trace.outcome.moves or ())
    assert all(graph.nodes[node]["f"] <= 14 for node in path)
    assert graph.nodes[0]["expansions"] == "1"
    assert graph.nodes[goal]["expansions"] == ""
    assert "</graphml>" in "".join(networkx.generate_graphml(graph))


def test_all_shortest_solutions() -> None:
    found = taquin.shortest_solutions(BOARD)
    graph = found.to_networkx()
    assert found.graph is not None
    assert len(graph) == found.graph.states
    paths = list(networkx.all_simple_paths(graph, BOARD, "1 2 3 / 4 5 6 / 7 8 0"))
    assert len(paths) == found.count == 40
    moves = {"".join(graph.edges[edge]["move"] for edge in pairwise(path)) for path in paths}
    assert moves == {str(solution) for solution in found.graph.solutions()}
    assert graph.nodes[BOARD] == {"layer": 0, "solutions": 40}
    assert len(taquin.shortest_solutions("1 2 3 / 4 5 6 / 8 7 0").to_networkx()) == 0
