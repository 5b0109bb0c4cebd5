"""The graph of all shortest solutions: what is shown of it, the picture read back, and the forms for other programs."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given
from hypothesis import strategies as st

import svg_reading
from amounts import examples
from taquin.analysis import shortest
from taquin.analysis.shortest import shortest_solutions
from taquin.analysis.solution_graph import SolutionGraph
from taquin.cli import run
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.puzzle.moves import Move
from taquin.puzzle.solution import Solution
from taquin.render import svg
from taquin.render.drawing.shapes import text_width
from taquin.render.drawing.svg import from_drawing
from taquin.render.drawing.theme import DARK, LIGHT
from taquin.render.shortest import export as shortest_export
from taquin.render.shortest.picture import shortest_drawing
from taquin.render.shortest.view import MAX_STATES, View, short_count, view_of
from taquin.run.result import one_line
from taquin.tables.distances import distance_table

HARDEST = "8 6 7 / 2 5 4 / 3 0 1"
EASY = "2 4 3 / 8 6 7 / 1 5 0"
FIFTEEN = "1 4 3 11 / 9 6 2 7 / 10 5 0 8 / 13 14 15 12"


def graph_of(board: str | Board) -> SolutionGraph:
    graph = shortest_solutions(board).graph
    assert graph is not None
    return graph


@pytest.fixture(scope="module")
def hardest() -> SolutionGraph:
    return graph_of(HARDEST)


@st.composite
def eight_puzzles(draw: st.DrawFn) -> SolutionGraph:
    table = distance_table(standard(Shape(3, 3)))
    states = table.states_at(draw(st.integers(0, table.radius)))
    return graph_of(Board.from_state(draw(st.sampled_from(states)), Shape(3, 3)))


# What is shown


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
    solutions = [_places(graph, solution) for solution in graph.solutions()]
    inside = sum(all(place in shown[layer] for layer, place in enumerate(places)) for places in solutions)
    assert view.solutions == inside >= 1


def _places(graph: SolutionGraph, solution: Solution) -> list[int]:
    return [layer.index(board.state) for layer, board in zip(graph.layers, solution.boards(), strict=True)]


@given(eight_puzzles(), st.integers(1, 200))
def test_every_move_between_states_that_are_shown_is_shown(graph: SolutionGraph, most: int) -> None:
    view = view_of(graph, most)
    for layer, index, move, to in moves_of(view):
        here, there = board_of(view, layer, index), board_of(view, layer + 1, to)
        assert here.play(move) == there
        assert 0 < view.carried(layer, index, to) <= view.through(layer, index)
    for layer, links in enumerate(view.links):
        below = {board_of(view, layer + 1, to) for to in range(len(view.layers[layer + 1]))}
        for index, moves in enumerate(links):
            here = board_of(view, layer, index)
            assert [move for move, _ in moves] == [move for move in here.moves() if here.play(move) in below]
            assert view.moves_left_out(layer, index) == len(graph.edges[layer][view.layers[layer][index]]) - len(moves)


def moves_of(view: View) -> list[tuple[int, int, Move, int]]:
    return [
        (layer, index, move, to)
        for layer, links in enumerate(view.links)
        for index, moves in enumerate(links)
        for move, to in moves
    ]


def board_of(view: View, layer: int, index: int) -> Board:
    return view.graph.board(layer, view.layers[layer][index])


def states_of(view: View) -> list[tuple[int, int]]:
    return [(layer, index) for layer, row in enumerate(view.layers) for index in range(len(row))]


def test_those_with_most_solutions_are_shown(hardest: SolutionGraph) -> None:
    view = view_of(hardest, 150)
    assert 140 < view.states <= 150
    ranked = sorted(states_of(view_of(hardest)), key=lambda state: -hardest.through(*state))
    assert all(place in view.layers[layer] for layer, place in ranked[:40])
    assert not all(place in view.layers[layer] for layer, place in ranked[-60:])
    assert view_of(hardest, 527).left_out == view_of(hardest, None).left_out == 0


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (1, "1"),
        (999_999, "999,999"),
        (10**6, "1·10⁶"),
        (2**100, "1.27·10³⁰"),
        (9_999_999, "1·10⁷"),
        (10**400 + 1, "1·10⁴⁰⁰"),
    ],
)
def test_large_numbers_are_short(count: int, text: str) -> None:
    assert short_count(count) == text


# The picture


class Picture:
    """A picture of a graph, read back."""

    def __init__(self, drawn: str) -> None:
        self.root = svg_reading.parse(drawn)
        self.width, self.height = float(self.root.attrib["width"]), float(self.root.attrib["height"])
        self.words = svg_reading.words(self.root)
        groups = [group for group in self.root.iter(f"{svg_reading.NAMESPACE}g") if group.get("class") == "state"]
        self.cards = [_card(group) for group in groups]
        self.letters = [word for word in self.words if re.fullmatch(r"[UDLR]|\+\d", word.text)]


def _card(group: Element) -> tuple[svg_reading.Box, list[int], str]:
    """The outer box of a card, its tiles in reading order, and the number under it."""
    x, y = map(float, re.findall(r"-?[\d.]+", group.attrib["transform"]))
    boxes, words = svg_reading.boxes(group), svg_reading.words(group)
    card = svg_reading.Box(
        x + min(box.left for box in boxes),
        y + min(box.top for box in boxes),
        x + max(box.right for box in boxes),
        y + max(box.bottom for box in boxes),
        "",
        "",
        0,
    )
    numbers = sorted(words[:-1], key=lambda word: (round(word.middle[1]), word.middle[0]))
    return card, [int(word.text) for word in numbers], words[-1].text


def read(graph: SolutionGraph, most: int | None = MAX_STATES) -> tuple[View, Picture]:
    return view_of(graph, most), Picture(svg.shortest_solutions(graph, max_states=most))


@examples(30)
@given(eight_puzzles(), st.sampled_from([20, 60, 150, None]))
def test_the_picture_shows_every_state_and_every_move(graph: SolutionGraph, most: int | None) -> None:
    view, picture = read(graph, most)
    expected = Counter(
        (tuple(tile for tile in board_of(view, *state) if tile), short_count(view.through(*state)))
        for state in states_of(view)
    )
    assert Counter((tuple(numbers), count) for _, numbers, count in picture.cards) == expected
    letters = Counter(word.text for word in picture.letters if word.text.isalpha())
    assert letters == Counter(move.letter for _, _, move, _ in moves_of(view))
    rows = [len(row) for row in view.layers]
    tops = sorted(card.top for card, _, _ in picture.cards)
    assert len({round(top) // 20 for top in tops}) == len(rows)


@examples(30)
@given(eight_puzzles(), st.sampled_from([20, 60, 150, None]))
def test_nothing_overlaps(graph: SolutionGraph, most: int | None) -> None:
    check_apart(read(graph, most)[1])


@pytest.mark.parametrize("board", [FIFTEEN, "0 3 / 2 1", "1 2 3 / 4 5 6 / 7 8 0", "4 5 0 / 1 2 3", "1 2 3 4 0 5"])
def test_nothing_overlaps_on_other_sizes(board: str) -> None:
    shape = Shape(1, 6) if "/" not in board else None
    check_apart(read(graph_of(Board(board, shape)), None)[1])


def check_apart(picture: Picture) -> None:
    cards = [card for card, _, _ in picture.cards]
    assert not [pair for pair in combinations(cards, 2) if pair[0].overlaps(pair[1])]
    loose = [word for word in picture.words if not any(card.holds(*word.middle) for card in cards)]
    assert not [(a.text, b.text) for a, b in combinations(loose, 2) if a.box.overlaps(b.box)]
    assert not [(word.text, card) for word in loose for card in cards if word.box.overlaps(card)]
    for word in picture.words:
        assert word.box.left >= 0
        assert word.box.top >= 0
        assert word.box.bottom <= picture.height
        assert min(word.box.right, word.box.left + text_width(word.text, word.size)) <= picture.width
    assert all(card.right <= picture.width and card.bottom <= picture.height for card in cards)


def test_rows_are_one_below_the_other(hardest: SolutionGraph) -> None:
    view, picture = read(hardest)
    labels = [word for word in picture.words if re.fullmatch(r"start|(goal, )?\d+ moves?", word.text)]
    assert [word.text for word in labels] == [
        "start",
        "1 move",
        *(f"{number} moves" for number in range(2, 31)),
        "goal, 31 moves",
    ]
    assert all(upper.middle[1] < lower.middle[1] for upper, lower in pairwise(labels))
    counted = [word.text for word in picture.words if word.text.endswith(" states")]
    assert counted == [
        f"{len(shown)} of {len(layer)} states"
        for shown, layer in zip(view.layers, hardest.layers, strict=True)
        if len(shown) < len(layer)
    ]


def test_the_picture_says_what_is_left_out(hardest: SolutionGraph) -> None:
    view, picture = read(hardest)
    said = svg_reading.description(picture.root)
    assert svg_reading.title(picture.root) == "40 shortest solutions of 31 moves each"
    assert f"Left out: {view.left_out} of 527 states." in said
    assert f"with them {view.solutions} complete solutions." in said
    assert f"From {HARDEST} to 1 2 3 / 4 5 6 / 7 8 0." in said
    missing = sum(view.moves_left_out(layer, i) for layer, i in states_of(view) if layer < 31)
    assert missing == sum(int(word.text[1:]) for word in picture.letters if word.text.startswith("+"))
    whole = svg_reading.description(read(hardest, None)[1].root)
    assert "Left out" not in whole
    assert "stopped at a limit" not in whole


def test_a_graph_that_is_not_complete_says_so() -> None:
    graph = SolutionGraph.from_solution(Solution(Board("1 2 3 / 4 0 5 / 7 8 6"), "RD"))
    root = read(graph)[1].root
    assert svg_reading.title(root) == "1 or more shortest solutions of 2 moves"
    assert "there may be more solutions of this length" in svg_reading.description(root)


def test_lines_are_thicker_where_more_solutions_go(hardest: SolutionGraph) -> None:
    view = view_of(hardest, None)
    root = svg_reading.parse(svg.shortest_solutions(hardest, max_states=None))
    group = next(each for each in root.iter(f"{svg_reading.NAMESPACE}g") if each.get("class") == "moves")
    curves = [path for path in group.iter(f"{svg_reading.NAMESPACE}path") if "C" in path.attrib["d"]]
    drawn = sorted(round(float(path.get("stroke-width", 1)), 2) for path in curves)
    shares = [view.carried(layer, index, to) / 40 for layer, index, _, to in moves_of(view)]
    assert drawn == sorted(round(1 + 3 * share, 2) for share in shares)


def test_states_of_all_solutions_have_a_ring(hardest: SolutionGraph) -> None:
    rings = [box for box in svg_reading.boxes(read(hardest, None)[1].root) if box.stroke == LIGHT.path]
    everywhere = [state for state in states_of(view_of(hardest)) if hardest.through(*state) == 40]
    assert len(rings) == len(everywhere) == 2
    only = read(graph_of("1 2 3 / 4 0 5 / 7 8 6"))[1]
    assert not [box for box in svg_reading.boxes(only.root) if box.stroke == LIGHT.path]  # a single solution


def test_both_themes_show_the_same(hardest: SolutionGraph) -> None:
    light, dark = (shortest_drawing(hardest, theme=theme) for theme in (LIGHT, DARK))
    assert (light.width, light.height, light.title, light.description) == (
        dark.width,
        dark.height,
        dark.title,
        dark.description,
    )
    assert (light.background, dark.background) == (LIGHT.paper, DARK.paper)
    assert svg.shortest_solutions(hardest, theme=DARK) == from_drawing(dark)


# Other forms


def test_values_for_json(hardest: SolutionGraph) -> None:
    view = view_of(hardest, 100)
    record = shortest_export.to_dict(view)
    assert json.loads(json.dumps(record)) == record
    layers = record["layers"]
    assert isinstance(layers, list)
    numbers = [state["state"] for layer in layers for state in layer]
    assert numbers == list(range(view.states))
    boards = {state["state"]: Board(state["board"]) for layer in layers for state in layer}
    moves = record["moves"]
    assert isinstance(moves, list)
    assert len(moves) == len(moves_of(view))
    for each in moves:
        assert boards[each["from"]].play(each["move"]) == boards[each["to"]]
    assert record["states_left_out"] == view.left_out


def test_a_graph_for_graphviz_and_for_mermaid() -> None:
    view = view_of(graph_of("0 3 / 2 1"))
    expected = {
        (number_of(view, layer, i), move.letter, number_of(view, layer + 1, to))
        for layer, i, move, to in moves_of(view)
    }
    dot = shortest_export.to_dot(view, theme=DARK)
    found = re.findall(r'^  s(\d+) -> s(\d+) \[label="([UDLR])"', dot, flags=re.MULTILINE)
    assert {(int(one), letter, int(other)) for one, other, letter in found} == expected
    assert dot.count("[label=") == 1 + 12 + 12
    assert dot.count("rank=same") == 7
    assert DARK.paper in dot
    mermaid = shortest_export.to_mermaid(view)
    found = re.findall(r"^  s(\d+) [-=]+>\|([UDLR])\| s(\d+)$", mermaid, flags=re.MULTILINE)
    assert {(int(one), letter, int(other)) for one, letter, other in found} == expected
    assert 's0["0 3<br>2 1<br>2 of 2"]' in mermaid


def number_of(view: View, layer: int, index: int) -> int:
    return states_of(view).index((layer, index))


def test_text_for_the_terminal(hardest: SolutionGraph) -> None:
    view = view_of(hardest, 40)
    written = shortest_export.to_text(view)
    head, table = written.split("\n\n")
    assert head.splitlines()[0] == "40 shortest solutions of 31 moves each"
    assert "Left out: " in head
    rows = table.splitlines()[1:]
    assert len(rows) == view.states
    for state, row in zip(states_of(view), rows, strict=True):
        assert re.match(rf" *{state[0]} +{number_of(view, *state)} +{view.through(*state)}  ", row)
        assert one_line(board_of(view, *state)) in row
    assert rows[-1].endswith("goal")


# At the command line


def test_files_of_every_form(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for board, name, beginning, said in (
        (HARDEST, "a.svg", "<svg", "40 shortest solutions of 31 moves each"),
        (EASY, "a.dot", "digraph", "2 shortest solutions of 16 moves each"),
        (EASY, "a.mmd", "---\ntitle", "2 shortest solutions of 16 moves each"),
        (EASY, "a.json", "{", "2 shortest solutions of 16 moves each"),
        (EASY, "a.txt", "2 shortest solutions", "2 shortest solutions of 16 moves each"),
    ):
        path = tmp_path / name
        assert run(["tree", board, "--all-optimal", "-o", str(path)]) == 0
        assert capsys.readouterr().out.endswith(f"{path}: {said}\n")
        assert path.read_text(encoding="utf-8").startswith(beginning)
    assert run(["tree", EASY, "--all-optimal", "-o", str(tmp_path / "a.png"), "--theme", "dark"]) == 0
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    svg_file = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert svg_file == svg.shortest_solutions(graph_of(HARDEST))


def test_more_or_fewer_states(capsys: pytest.CaptureFixture[str]) -> None:
    for given_, shown in (
        (["--max-nodes", "34"], 32),
        (["--max-nodes", "1000"], 527),
        ([], view_of(graph_of(HARDEST), 150).states),
    ):
        assert run(["tree", HARDEST, "--all-optimal", *given_]) == 0
        assert len(capsys.readouterr().out.split("\n\n")[1].splitlines()) == shown + 1
    assert run(["tree", HARDEST, "--all-optimal", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["states_left_out"] == 0


def test_nothing_to_draw(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    assert run(["tree", "1 2 3 4 5 6 8 7 0", "--all-optimal", "-o", str(path)]) == 1
    captured = capsys.readouterr()
    assert captured.err.startswith("taquin: nothing was drawn: unsolvable: ")
    assert captured.out == ""
    assert not path.exists()
    assert run(["tree", "1 2 3 4 5 6 8 7 0", "--all-optimal"]) == 1
    assert capsys.readouterr().out.startswith("unsolvable: ")
    assert run(["tree", "1 2 3 4 5 6 8 7 0", "--all-optimal", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["status"] == "unsolvable"


def test_a_search_that_reached_a_limit(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The memory suffices for the tables of the first search, whether they exist already or not."""
    monkeypatch.setattr(shortest, "_STATE_BYTES", 10**12)
    assert run(["tree", FIFTEEN, "--all-optimal", "--memory", "1GB"]) == 3
    assert capsys.readouterr().out.startswith("1 or more shortest solutions of 26 moves\n")


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (["-a", "astar"], "--algorithm"),
        (["-e", "manhattan"], "--heuristic"),
        (["--levels", "3"], "--levels"),
        (["--path-only"], "--path-only"),
        (["--around-path"], "--around-path"),
        (["--iteration", "1"], "--iteration"),
        (["--weight", "2"], "--weight"),
    ],
)
def test_options_without_meaning_here(capsys: pytest.CaptureFixture[str], options: list[str], found: str) -> None:
    assert run(["tree", HARDEST, "--all-optimal", *options]) == 2
    assert f"expected one of --all-optimal and {found}, found both" in capsys.readouterr().err
