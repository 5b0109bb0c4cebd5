"""The part of the graph of all shortest solutions that is shown, and its picture."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawings import HARDEST, graph_of
from strategies import examples
from taquin.analysis.solution_graph import SolutionGraph
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.puzzle.solution import Solution
from taquin.render.drawing.shapes import Curve, Group, Label, Rectangle
from taquin.render.drawing.theme import LIGHT
from taquin.render.shortest.picture import shortest_drawing
from taquin.render.shortest.view import View, short_count, view_of
from taquin.tables.distances import distance_table


@st.composite
def eight_puzzles(draw: st.DrawFn) -> SolutionGraph:
    table = distance_table(standard(Shape(3, 3)))
    states = table.states_at(draw(st.integers(0, table.radius)))
    return graph_of(one_line(Board.from_state(draw(st.sampled_from(states)), Shape(3, 3))))


def states_of(view: View) -> list[tuple[int, int]]:
    return [(layer, index) for layer, row in enumerate(view.layers) for index in range(len(row))]


def board_of(view: View, layer: int, index: int) -> Board:
    return view.graph.board(layer, view.layers[layer][index])


@given(eight_puzzles(), st.integers(1, 200))
def test_every_state_that_is_shown_lies_on_a_solution_that_is_shown(graph: SolutionGraph, most: int) -> None:
    view = view_of(graph, most)
    assert view.states <= max(most, graph.length + 1)
    assert view.states + view.left_out == graph.states
    reached = {0}
    for layer, links in enumerate(view.links):
        assert reached == set(range(len(view.layers[layer])))  # from the start
        assert all(links)  # and on to the goal
        reached = {to for moves in links for _, to in moves}
    assert reached == {0}
    shown = [set(layer) for layer in view.layers]
    places = [
        [layer.index(board.state) for layer, board in zip(graph.layers, solution.boards(), strict=True)]
        for solution in graph.solutions()
    ]
    assert view.solutions == sum(all(map(set.__contains__, shown, each)) for each in places) >= 1


@given(eight_puzzles(), st.integers(1, 200))
def test_every_move_between_states_that_are_shown_is_shown(graph: SolutionGraph, most: int) -> None:
    view = view_of(graph, most)
    for layer, index in states_of(view)[:-1]:
        here, moves = board_of(view, layer, index), view.links[layer][index]
        below = [board_of(view, layer + 1, to) for to in range(len(view.layers[layer + 1]))]
        assert [slide.move for slide, _ in moves] == [move for move in here.moves() if here.play(move) in below]
        assert all(here.play(slide.move) == below[to] for slide, to in moves)
        assert all(0 < view.carried(layer, index, to) <= view.through(layer, index) for _, to in moves)
        assert view.moves_left_out(layer, index) == len(graph.edges[layer][view.layers[layer][index]]) - len(moves)


def test_those_with_most_solutions_are_shown() -> None:
    graph = graph_of(HARDEST)
    view = view_of(graph, 150)
    assert 140 < view.states <= 150
    ranked = sorted(states_of(view_of(graph)), key=lambda state: -graph.through(*state))
    assert all(place in view.layers[layer] for layer, place in ranked[:40])
    assert view_of(graph, 527).left_out == view_of(graph, None).left_out == 0


@examples(30)
@given(eight_puzzles(), st.sampled_from([20, 60, None]))
def test_the_picture_shows_every_state_and_every_move(graph: SolutionGraph, most: int | None) -> None:
    """A card for each state, a row for each number of moves, and thicker lines where more solutions go."""
    view, drawing = view_of(graph, most), shortest_drawing(graph, max_states=most)
    cards = [group for group in drawing.shapes if isinstance(group, Group) and group.name == "state"]
    found, rings = Counter[tuple[str, str]](), 0
    for card in cards:
        (board,) = (each for each in card.shapes if isinstance(each, Group))
        (count,) = (each.text for each in card.shapes if isinstance(each, Label))
        found[" ".join(each.text for each in board.shapes if isinstance(each, Label)), count] += 1
        rings += any(isinstance(each, Rectangle) and each.stroke == LIGHT.path for each in card.shapes)
    states = [(board_of(view, *state), view.through(*state)) for state in states_of(view)]
    assert found == Counter((" ".join(str(tile) for tile in board if tile), short_count(n)) for board, n in states)
    assert rings == (sum(count == graph.count for _, count in states) if graph.count > 1 else 0)
    assert len({card.y for card in cards}) == len(view.layers)
    (moves,) = (group for group in drawing.shapes if isinstance(group, Group) and group.name == "moves")
    carried = [view.carried(*state, to) for state in states_of(view)[:-1] for _, to in view.links[state[0]][state[1]]]
    widths = [each.stroke_width for each in moves.shapes if isinstance(each, Curve)]
    assert sorted(widths) == pytest.approx(sorted(1 + 3 * share / graph.count for share in carried))


def test_the_picture_says_what_is_left_out() -> None:
    drawing = shortest_drawing(graph_of(HARDEST))
    view = view_of(graph_of(HARDEST), 150)
    assert drawing.title == "40 shortest solutions of 31 moves each"
    assert f"Left out: {view.left_out} of 527 states." in drawing.description
    assert f"with {view.solutions} complete solutions." in drawing.description
    assert "Left out" not in shortest_drawing(graph_of(HARDEST), max_states=None).description
    incomplete = shortest_drawing(SolutionGraph.from_solution(Solution(Board("1 2 3 / 4 0 5 / 7 8 6"), "RD")))
    assert incomplete.title == "1 or more shortest solutions of 2 moves"
    assert "there may be more solutions of this length" in incomplete.description


def test_large_numbers_are_short() -> None:
    counts = (999_999, 10**6, 9_999_999, 10**400 + 1)
    assert [short_count(count) for count in counts] == ["999,999", "1·10⁶", "1·10⁷", "1·10⁴⁰⁰"]
