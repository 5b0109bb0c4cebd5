"""All shortest solutions, compared with an independent count."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import boards_with_walks, examples
from taquin.analysis import shortest
from taquin.analysis.shortest import ShortestSolutions, shortest_solutions
from taquin.analysis.solution_graph import Edge, SolutionGraph
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.puzzle.moves import Move
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Slide
from taquin.puzzle.solution import Solution
from taquin.run.limits import Cancellation, Limits
from taquin.run.result import Status
from taquin.solving.default_methods import proving_method
from taquin.solving.method import make_method
from taquin.solving.solver import run_method
from taquin.tables.distances import distance_table

HARDEST = ("8 6 7 / 2 5 4 / 3 0 1", "6 4 7 / 8 5 0 / 3 2 1")
Cells = tuple[int, ...]


def neighbours(cells: Cells, rows: int, columns: int) -> Iterator[tuple[str, Cells]]:
    """The boards one slide away, without any code of Taquin."""
    blank = cells.index(0)
    row, column = divmod(blank, columns)
    for letter, down, right in (("U", -1, 0), ("D", 1, 0), ("L", 0, -1), ("R", 0, 1)):
        if 0 <= row + down < rows and 0 <= column + right < columns:
            other = (row + down) * columns + column + right
            swapped = list(cells)
            swapped[blank], swapped[other] = swapped[other], swapped[blank]
            yield letter, tuple(swapped)


def count_from(goal: Board, *, most: int | None = None) -> dict[Cells, tuple[int, int]]:
    """The distance and the number of shortest paths from the goal, for all boards up to distance ``most``."""
    rows, columns = goal.shape.rows, goal.shape.columns
    found = {goal.cells: (0, 1)}
    layer = {goal.cells: 1}
    depth = 0
    while layer and depth != most:
        depth += 1
        following: dict[Cells, int] = defaultdict(int)
        for cells, ways in layer.items():
            for _, near in neighbours(cells, rows, columns):
                if near not in found:
                    following[near] += ways
        found.update({cells: (depth, ways) for cells, ways in following.items()})
        layer = following
    return found


def enumerate_solutions(cells: Cells, known: dict[Cells, tuple[int, int]], shape: Shape) -> Iterator[str]:
    """Every shortest solution as letters."""
    if known[cells][0] == 0:
        yield ""
        return
    for letter, near in neighbours(cells, shape.rows, shape.columns):
        if known.get(near, (-1, 0))[0] == known[cells][0] - 1:
            yield from (letter + rest for rest in enumerate_solutions(near, known, shape))


@pytest.fixture(params=["table", "search"])
def method(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Runs a test twice: with a table, and with the search for larger boards."""
    if request.param == "search":
        monkeypatch.setattr(shortest, "ready_table", lambda goal, warn, metric: None)
    return str(request.param)


def graph_of(found: ShortestSolutions) -> SolutionGraph:
    assert found.status is Status.SOLVED
    assert found.is_complete
    assert found.graph is not None
    assert found.graph.is_complete
    return found.graph


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(1, 5)], ids=str)
def test_every_board_of_a_small_size(shape: Shape, method: str) -> None:
    goal = standard(shape)
    known = count_from(goal)
    for cells, (distance, ways) in known.items():
        graph = graph_of(shortest_solutions(Board(cells, shape), goal))
        assert (graph.length, graph.count) == (distance, ways)
        listed = [str(solution) for solution in graph.solutions()]
        assert listed == list(enumerate_solutions(cells, known, shape))


def test_all_solutions_with_the_fewest_slides(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver decides which boards are on them, and the table of all distances agrees."""
    goal = standard(Shape(2, 3))
    starts = [Board(cells, goal.shape) for cells in islice(count_from(goal), 0, None, 7)]
    problems = [Problem(start, goal, metric="slides") for start in starts]
    expected = [graph_of(shortest_solutions(problem)) for problem in problems]
    monkeypatch.setattr(shortest, "ready_table", lambda goal, warn, metric: None)
    weak = make_method("ida_star", "linear_conflict")  # so that boards which are too far away are searched
    monkeypatch.setattr(shortest, "proving_method", lambda shape, metric: weak)
    assert [graph_of(shortest_solutions(problem)) for problem in problems] == expected
    assert max(graph.count for graph in expected) > 1
    nodes = run_method(problems[-1], weak).stats.generated + 9
    found = shortest_solutions(problems[-1], nodes=nodes)
    assert (found.status, found.count) == (Status.LIMIT, 1)
    assert found.reason == f"reached the limit of {nodes:,} nodes, after one shortest solution was found"


@examples(20)
@given(boards_with_walks(st.sampled_from([Shape(4, 4), Shape(2, 7), Shape(5, 5), Shape(1, 14)]), maximum_moves=10))
def test_easy_boards_with_any_goal(found: tuple[Board, tuple[Move, ...]]) -> None:
    check_against_enumeration(found[0], Solution(*found).end, len(found[1]))


def check_against_enumeration(start: Board, goal: Board, most: int) -> None:
    known = count_from(goal, most=most)
    graph = graph_of(shortest_solutions(start, goal))
    assert (graph.length, graph.count) == known[start.cells]
    assert [str(solution) for solution in graph.solutions()] == list(
        enumerate_solutions(start.cells, known, start.shape)
    )


@given(st.data())
def test_invariants_of_graphs(data: st.DataObject) -> None:
    table = distance_table(standard(Shape(3, 3)))
    depth = data.draw(st.integers(0, 31))
    start = Board.from_state(data.draw(st.sampled_from(table.states_at(depth))), Shape(3, 3))
    graph = graph_of(shortest_solutions(start))
    assert graph.layers[0] == (start.state,)
    assert graph.layers[-1] == (graph.goal.state,)
    for number, layer in enumerate(graph.layers):
        assert len(set(layer)) == len(layer)
        assert {table.distance(state) for state in layer} == {graph.length - number}
        through = [graph.through(number, place) for place in range(len(layer))]
        assert sum(through) == graph.count  # every solution has one state in every layer
        assert min(through) > 0
    for number, edges in enumerate(graph.edges):
        for place, each in enumerate(edges):
            assert list(each) == sorted(each, key=lambda edge: edge.slide)
            for slide, target in each:
                assert graph.board(number, place).play(slide.move) == graph.board(number + 1, target)
    letters = ["".join(str(int(move)) for move in each.moves) for each in islice(graph.solutions(), 50)]
    assert all(one < other for one, other in pairwise(letters))


def test_the_number_of_solutions_may_be_huge() -> None:
    """A graph of 200 layers, of which every second one has two moves: 2 to the power of 100 solutions."""
    board = Board("1 2 / 3 0")
    left, right = Slide(Move.LEFT, 1), Slide(Move.RIGHT, 1)
    here, fork, join = board.state, (Edge(left, 0), Edge(right, 1)), (Edge(right, 0),)
    graph = SolutionGraph(board, board, ((here,), (here, here)) * 100 + ((here,),), ((fork,), (join, join)) * 100)
    assert graph.count == 2**100
    assert graph.through(1, 0) == 2**99
    assert graph.length == 200


# Limits and cancellation

FIFTEEN = "1 4 3 11 / 9 6 2 7 / 10 5 0 8 / 13 14 15 12"  # 22 shortest solutions of 26 moves


def test_a_depth_limit(method: str) -> None:
    found = shortest_solutions(HARDEST[0], limits=Limits(depth=30))
    assert (found.status, found.graph, found.lower_bound) == (Status.EXHAUSTED, None, 31)
    assert found.reason == "no solution within the depth limit of 30 moves"
    assert shortest_solutions(HARDEST[0], limits=Limits(depth=31)).count == 40


@pytest.fixture
def one() -> int:
    """The number of nodes generated to find one shortest solution of the 15-puzzle above."""
    problem = Problem(FIFTEEN)
    return run_method(problem, proving_method(problem.shape)).stats.generated


def test_limits_after_the_first_solution(one: int) -> None:
    whole = shortest_solutions(FIFTEEN)
    assert whole.count is not None
    assert whole.count > 1
    for limits, reason in (
        (Limits(nodes=one + 5), f"reached the limit of {one + 5} nodes, after one shortest solution was found"),
        (Limits(memory=500), "reached the memory limit of 500 bytes, after one shortest solution was found"),
    ):
        found = shortest_solutions(FIFTEEN, limits=limits)
        assert found.status is Status.LIMIT
        assert found.reason == reason
        assert found.graph is not None
        assert not found.graph.is_complete
        assert (found.count, found.length, found.lower_bound) == (1, whole.length, whole.length)
        assert whole.graph is not None
        assert str(next(found.graph.solutions())) in {str(solution) for solution in whole.graph.solutions()}
        assert found.to_dict()["is_complete"] is False


def test_a_longer_15_puzzle_against_a_bidirectional_count() -> None:
    """Paths are counted from both ends to the middle, without a heuristic; the products are added up."""
    start = Board(FIFTEEN)
    ways = [count_from(board, most=13) for board in (start, standard(Shape(4, 4)))]
    middle = [cells for cells, (depth, _) in ways[0].items() if depth == 13 and ways[1].get(cells, (0, 0))[0] == 13]
    graph = graph_of(shortest_solutions(start))
    assert graph.length == 26
    assert graph.count == sum(ways[0][cells][1] * ways[1][cells][1] for cells in middle) == 22
    assert set(graph.layers[13]) == {bytes(cells) for cells in middle}


def test_counters_include_both_searches(one: int) -> None:
    found = shortest_solutions(FIFTEEN)
    assert found.generated > one
    assert found.expanded > 0
    assert shortest_solutions(HARDEST[0]).generated == 0


def test_cancellation() -> None:
    cancellation = Cancellation()
    cancellation.cancel()
    for board in (FIFTEEN, HARDEST[0]):
        found = shortest_solutions(board, cancellation=cancellation)
        assert (found.status, found.graph) == (Status.CANCELLED, None)


def test_the_json_object() -> None:
    found = shortest_solutions(HARDEST[1])
    record = found.to_dict(most=3)
    assert json.loads(json.dumps(record)) == record
    assert (record["count"], record["length"], record["solutions_left_out"]) == (40, 31, 37)
    assert found.graph is not None
    assert record["solutions"] == [str(solution) for solution in islice(found.graph.solutions(), 3)]
    assert record["states"] == found.graph.states
    assert record["states_per_layer"] == [len(layer) for layer in found.graph.layers]


@pytest.mark.slow
def test_a_15_puzzle_with_many_solutions() -> None:
    goal = standard(Shape(4, 4))
    known = count_from(goal, most=18)
    for cells in random.Random(4).sample(sorted(known), 2000):
        graph = graph_of(shortest_solutions(Board(cells), goal))
        assert (graph.length, graph.count) == known[cells]


HARD = "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3"


def test_limits_before_the_first_solution() -> None:
    found = shortest_solutions(HARD, "blank-first", limits=Limits(nodes=100))
    assert (found.status, found.graph) == (Status.LIMIT, None)
    assert found.reason == "reached the limit of 100 nodes"
    assert 0 < found.lower_bound < 57


def test_an_unsolvable_board_has_no_graph() -> None:
    found = shortest_solutions("1 2 3 / 4 5 6 / 8 7 0")
    assert (found.status, found.graph, found.count, found.length) == (Status.UNSOLVABLE, None, None, None)
    assert "inversions" in found.reason
    assert not found.is_complete
