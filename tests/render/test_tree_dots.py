"""Large trees: dots coloured by value, the boards of the solution path, everything on one page."""

from __future__ import annotations

import pytest

from svg_trees import SPACE, Picture
from taquin.errors import SpecError
from taquin.puzzle.moves import Move
from taquin.render import svg
from taquin.render.drawing.svg import from_drawing
from taquin.render.drawing.theme import DARK, LIGHT
from taquin.render.text.reading import reading_of
from taquin.render.tree.color_scale import ColorScale
from taquin.render.tree.node_style import NodeStyle
from taquin.render.tree.page import page_scale
from taquin.render.tree.picture import draw_selections
from taquin.render.tree.selection import Cut, select
from taquin.run.limits import Limits
from taquin.run.result import Outcome, Status
from taquin.solving.solver import solve
from taquin.trace.events import Event, ExpandEvent, GenerateEvent, GoalEvent
from taquin.trace.recorder import Recorder
from taquin.trace.trace import Trace

MIDDLE = "8 1 3 / 4 0 2 / 7 6 5"
DEEP = "3 5 4 / 8 0 6 / 1 7 2"
PLATEAU = "5 2 1 / 4 8 3 / 7 6 0"


def record(start: str, algorithm: str = "astar(manhattan)", *, nodes: int | None = None) -> Trace:
    recorder = Recorder()
    solve(start, algorithm=algorithm, limits=Limits(nodes=nodes), observer=recorder)
    return recorder.trace()


@pytest.fixture(scope="module")
def middle() -> Trace:
    return record(MIDDLE)


@pytest.fixture(scope="module")
def deep() -> Trace:
    return record(DEEP)


def fills(picture: Picture) -> dict[int, str]:
    """The colour of every dot: the first shape of a node that has no board, the dot beside the board of the others."""
    found = {}
    for group in picture.root.iter(SPACE + "g"):
        names = group.get("class", "").split()
        numbers = [int(name.removeprefix("node-")) for name in names if name.startswith("node-")]
        if numbers:
            shapes = [child for child in group if child.tag != SPACE + "g" and child.get("fill") != "none"]
            boxed = any(child.get("class") == "board" for child in group)
            found[numbers[0]] = shapes[1 if boxed else 0].attrib["fill"]
    return found


def test_more_than_80_nodes_are_dots(middle: Trace) -> None:
    def is_dots(max_nodes: int, node_style: str = "auto") -> bool:
        picture = Picture(svg.tree(middle, focus="everything", max_nodes=max_nodes, node_style=node_style))
        assert len(picture.nodes) == max_nodes
        return "colour: f = g + h" in picture.lines("legend")

    assert not is_dots(80)
    assert is_dots(81)
    assert is_dots(20, "dots")
    assert not is_dots(100, "boards")
    with pytest.raises(SpecError, match="expected a node style \\(auto, boards, dots\\), found 'cards'"):
        svg.tree(middle, node_style="cards")


def test_a_tree_of_up_to_300_nodes_is_complete(middle: Trace, deep: Trace) -> None:
    assert len(Picture(svg.tree(middle)).nodes) == len(middle.tree) == 128
    around = Picture(svg.tree(deep))
    assert len(deep.tree) > 300
    assert len(around.nodes) < 80
    assert around.named("omission")
    assert len(Picture(svg.tree(deep, focus="everything", node_style="dots")).nodes) == 300


CASES = {
    "astar": (DEEP, "astar(manhattan)"),
    "wastar": (DEEP, "wastar(euclidean, weight=2)"),
    "bfs": (MIDDLE, "bfs"),
    "dfs": (MIDDLE, "dfs"),
    "ida_star": (MIDDLE, "ida_star(misplaced)"),
    "greedy": (DEEP, "greedy(misplaced)"),
    "bidirectional": (MIDDLE, "bidirectional"),
    "bidirectional_astar": (DEEP, "bidirectional_astar(manhattan)"),
    "hill_climbing": (PLATEAU, "hill_climbing(manhattan)"),
    "beam": (DEEP, "beam(manhattan, width=10)"),
    "fifteen": ("1 2 3 4 / 5 6 8 12 / 9 10 7 15 / 13 14 0 11", "bfs"),
}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] if place % 2 else []) for place, name in enumerate(CASES)],
)
def test_300_nodes_are_legible_on_one_page(name: str) -> None:
    """A page of A4; the numbers have 8.5 pixels, and 6 of 1/96 inch after the reduction."""
    trace = record(*CASES[name], nodes=800)
    reading = reading_of(trace)
    iterations = [len(trace.tree.bounds) or None]
    selections = select(trace, reading, Cut(levels=40, max_nodes=300), iterations)
    drawing = draw_selections(selections, reading, node_style=NodeStyle.DOTS)
    assert page_scale(drawing) >= 0.69
    picture = Picture(from_drawing(drawing))
    picture.check()
    assert set(picture.nodes) == selections[0].shown


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("node_style", ["auto", "dots"])
def test_every_node_has_the_colour_of_its_f(middle: Trace, theme: object, node_style: str) -> None:
    picture = Picture(svg.tree(middle, node_style=node_style, theme=theme))  # type: ignore[arg-type]
    colors = fills(picture)
    by_value = {(middle.tree[number].f, color) for number, color in colors.items()}
    assert sorted(value for value, _ in by_value) == [10, 12, 14, 16]
    legend = [
        (element.attrib["fill"], float(text.text or ""))
        for group in picture.root.iter(SPACE + "g")
        if group.get("class") == "legend"
        for element, text in zip(group[0][::2], group[0][1::2], strict=True)
    ]
    assert {(value, color) for color, value in legend} == by_value


def test_the_boards_of_the_path_are_in_the_tree_if_they_fit_there() -> None:
    trace = record("1 3 6 / 4 0 2 / 7 5 8", "bfs")
    picture = Picture(svg.tree(trace))
    assert len(picture.nodes) == 184
    for number in trace.node_path:
        card = picture.nodes[number]
        assert card.words[:8] == [str(tile) for tile in trace.board(number) if tile]
        assert card.words[8:10] == [str(number), f"g {trace.tree[number].g}"]
    assert not picture.parts["boards"]


def test_or_below_it_with_their_numbers_and_moves(deep: Trace) -> None:
    picture = Picture(svg.tree(deep, focus="everything", node_style="dots"))
    words = picture.lines("boards")
    assert words[0] == "The boards of the solution path"
    assert deep.outcome.moves is not None
    assert [word for word in words if word in tuple("UDLR")] == [Move(move).letter for move in deep.outcome.moves]
    for number in deep.node_path:
        assert picture.nodes[number].words == [str(number)]
        assert str(number) in words
    assert sum(word.startswith("f ") for word in words) == len(deep.node_path)


def test_the_boards_of_a_path_that_is_cut(deep: Trace) -> None:
    picture = Picture(svg.tree(deep, focus="everything", node_style="dots", levels=9))
    assert picture.lines("boards")[0] == "The first 10 boards of the solution path"
    assert "cut off: 11 of the 21 nodes of the solution path, with the goal" in picture.caption


def test_a_high_and_narrow_tree_has_its_boards_beside_it() -> None:
    """The heading is wrapped."""
    trace = record(MIDDLE, "greedy", nodes=400)
    picture = Picture(svg.tree(trace, focus="everything", node_style="dots"))
    picture.check()
    assert min(text.box.left for text in picture.parts["boards"]) > max(card.box.right for card in picture.cards)
    assert " ".join(picture.lines("boards")[:2]).startswith("The boards of the solution path, one every 2 moves")


def test_nodes_left_out_are_counted(middle: Trace) -> None:
    picture = Picture(svg.tree(middle, focus="everything", max_nodes=100))
    below = sum(int(card.words[0].removeprefix("+")) for card in picture.named("omission"))
    assert below == 28
    assert "left out: 28 of 128 nodes" in picture.caption
    assert "nodes left out here" in picture.lines("legend")


def test_duplicates_among_dots_are_drawn_on_demand(middle: Trace) -> None:
    assert "left out: 4 duplicates" in Picture(svg.tree(middle)).caption
    picture = Picture(svg.tree(middle, duplicates=True))
    assert len(picture.named("duplicate")) == 4
    assert "duplicate" in picture.lines("legend")


def test_pruned_nodes_have_another_form_and_every_iteration_has_a_tree() -> None:
    trace = record(MIDDLE, "ida_star(manhattan)")
    picture = Picture(svg.tree(trace, iteration=3, node_style="dots"))
    assert picture.named("pruned")
    assert "pruned: f > the bound" in picture.lines("legend") or "pruned" in picture.lines("legend")


def test_a_run_without_boards_has_dots() -> None:
    events: tuple[Event, ...] = (
        GenerateEvent(0, -1, -1, 0, 2),
        ExpandEvent(0),
        GenerateEvent(1, 0, 0, 1, 1),
        GenerateEvent(2, 0, 3, 1, 3),
    )
    picture = Picture(svg.tree(Trace({"spec": "toy"}, events, Outcome(status=Status.LIMIT)), node_style="dots"))
    picture.check()
    assert {number: card.words for number, card in picture.nodes.items()} == {0: ["0"], 1: ["1"], 2: ["2"]}


def test_a_very_long_path_is_cut_in_linear_time() -> None:
    """With 30,000 nodes, a quadratic step takes minutes."""
    length = 30_000
    chain = [event for n in range(1, length) for event in (ExpandEvent(n - 1), GenerateEvent(n, n - 1, 0, n, 0))]
    events: tuple[Event, ...] = (GenerateEvent(0, -1, -1, 0, 0), *chain, GoalEvent(length - 1))
    outcome = Outcome(status=Status.SOLVED, moves=(0,) * (length - 1))
    trace = Trace({"spec": "toy"}, events, outcome)
    for node_style in ("boards", "dots"):
        picture = Picture(svg.tree(trace, node_style=node_style))
        assert sorted(picture.nodes) == list(range(41))
        assert "cut off: 29,959 of the 30,000 nodes of the solution path, with the goal" in picture.caption


def test_many_values_share_colours() -> None:
    scale = ColorScale.of([0, 1.5, 40, 100], LIGHT)
    assert scale.names == ("0", "1.50", "40", "100")
    assert len(set(scale.colors)) == 4
    wide = ColorScale.of([step / 4 for step in range(100)], LIGHT)
    assert wide.names == ("0–3", "4–7", "8–11", "12–15", "16–19", "20–23", "24–25")
    assert wide.color(3.75) == wide.color(0) != wide.color(4)
    assert ColorScale.of([7], DARK).colors == ColorScale.of([9], DARK).colors
