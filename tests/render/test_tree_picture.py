"""The picture of a search tree: it agrees with the trace, nothing overlaps, nodes left out are counted."""

from __future__ import annotations

import re

import pytest

from svg_trees import Picture
from taquin.errors import SpecError
from taquin.puzzle.moves import Move
from taquin.render import svg
from taquin.render.drawing.theme import DARK, LIGHT
from taquin.render.text.reading import reading_of
from taquin.run.limits import Limits
from taquin.run.result import Outcome, Status
from taquin.solving.registry import ALGORITHMS
from taquin.solving.solver import solve
from taquin.trace.events import Event, ExpandEvent, GenerateEvent
from taquin.trace.recorder import Recorder
from taquin.trace.trace import Trace

NEAR = "1 2 3 / 0 4 6 / 7 5 8"
MIDDLE = "8 1 3 / 4 0 2 / 7 6 5"
PLATEAU = "5 2 1 / 4 8 3 / 7 6 0"
EXAMPLE = ("1 0 8 2 5 7 4 6 3", "0 8 7 1 2 3 4 5 6")


def record(
    start: str, goal: str | None = None, *, algorithm: str = "astar(manhattan)", nodes: int | None = None
) -> Trace:
    recorder = Recorder()
    solve(start, goal, algorithm=algorithm, limits=Limits(nodes=nodes), observer=recorder)
    return recorder.trace()


@pytest.fixture(scope="module")
def example() -> Trace:
    return record(*EXAMPLE)


@pytest.fixture(scope="module")
def middle() -> Trace:
    return record(MIDDLE)


def test_the_worked_example_on_one_page(example: Trace) -> None:
    picture = Picture(svg.tree(example))
    picture.check()
    picture.check_centred()
    assert picture.width <= 600
    assert picture.height <= 1300
    assert len(picture.cards) == 15
    assert sorted(picture.nodes) == list(range(15))
    path = [0, 3, 4, 5, 7, 8, 11, 13]
    assert [number for number, card in sorted(picture.nodes.items()) if "path" in card.names] == path
    assert "solution path: 0 → 3 → 4 → 5 → 7 → 8 → 11 → 13" in picture.caption
    assert picture.lines("caption")[0] == "astar(manhattan): solved in 7 moves"
    assert "15 nodes, 7 expanded, 6 duplicates" in picture.caption
    assert picture.nodes[13].names >= {"goal", "path"}
    assert "goal" in picture.nodes[13].words
    assert "start" in picture.nodes[0].words


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_the_path_is_visible_without_colours(example: Trace, theme: object) -> None:
    """Thicker edges, and a second border."""
    picture = Picture(svg.tree(example, theme=theme))  # type: ignore[arg-type]
    for card in picture.nodes.values():
        large = [box for box in card.rectangles if box.right - box.left > 0.85 * (card.box.right - card.box.left)]
        assert len(large) == (2 if "path" in card.names else 1)
        if card.edge is not None:
            assert (card.edge.width == 3) == ("path" in card.names)


def test_every_node_says_what_the_trace_says(example: Trace) -> None:
    picture = Picture(svg.tree(example))
    for node in example.tree.nodes.values():
        card = picture.nodes[node.number]
        tiles = [str(tile) for tile in example.board(node.number) if tile]
        assert card.words[:8] == tiles
        assert card.words[8] == str(node.number)
        assert {f"g {node.g:g}", f"h {node.h:g}", f"f {node.f:g}"} <= set(card.words)
        assert [str(when) for when in node.expansions] == [words for words in card.words[9:] if words.isdecimal()]
        assert [child.number for child in sorted(card.children, key=lambda child: child.box.left)] == node.children
        assert card.letter == ("" if node.is_root else Move(node.move).letter)
        assert ("expanded" in card.names) == bool(node.expansions)


CASES = {
    "astar": (MIDDLE, "astar(manhattan)"),
    "wastar": (MIDDLE, "wastar(euclidean, weight=2)"),
    "bfs": (NEAR, "bfs"),
    "dfs": (MIDDLE, "dfs"),
    "ida_star": (MIDDLE, "ida_star(manhattan)"),
    "iddfs": (NEAR, "iddfs"),
    "rbfs": (MIDDLE, "rbfs(manhattan)"),
    "bidirectional": (NEAR, "bidirectional"),
    "bidirectional_astar": (MIDDLE, "bidirectional_astar(manhattan)"),
    "hill_climbing": (PLATEAU, "hill_climbing(manhattan, restarts=1)"),
    "beam": (MIDDLE, "beam(manhattan, width=4)"),
    "fifteen": ("1 2 3 4 / 5 6 8 12 / 9 10 7 15 / 13 14 0 11", "astar(manhattan)"),
    "wide": ("1 2 3 4 5 6 / 7 8 9 10 0 11", "astar(manhattan)"),
}


@pytest.mark.parametrize(
    ("name", "focus"),
    [
        pytest.param(name, focus, marks=[pytest.mark.slow] if (number + place) % 2 else [])
        for number, name in enumerate(CASES)
        for place, focus in enumerate(("legible", "everything", "around the path", "path"))
    ],
)
def test_nothing_overlaps(name: str, focus: str) -> None:
    start, algorithm = CASES[name]
    trace = record(start, algorithm=algorithm, nodes=2000)
    picture = Picture(svg.tree(trace, focus=focus, max_nodes=150, levels=25, node_style="boards"))
    picture.check()
    if not picture.named("omission") and len(trace.tree.roots) == 1:
        picture.check_centred()
    for card in picture.nodes.values():
        node = trace.tree[card.number]
        assert set(reading_of(trace).formula.parts(node.g, node.h)) <= set(card.words)


@pytest.mark.parametrize("name", CASES)
def test_shown_and_left_out_nodes_are_all_nodes(name: str) -> None:
    start, algorithm = CASES[name]
    trace = record(start, algorithm=algorithm, nodes=400)
    for focus, most in (("everything", 30), ("everything", 10**6), ("around the path", 200)):
        last = len(trace.tree.bounds) or None
        picture = Picture(svg.tree(trace, focus=focus, max_nodes=most, levels=60, iteration=last, node_style="boards"))
        below = sum(int(card.words[0].split()[1].replace(",", "")) for card in picture.named("omission"))
        mine = [node for node in trace.tree.nodes.values() if node.is_root or node.iteration == (last or 0)]
        assert len(picture.nodes) + below == len(mine)
        said = " ".join((picture.caption, *picture.lines("iteration")))
        found = re.search(r"left out: ([\d,]+) of ([\d,]+) nodes", said)
        if below:
            assert found
            assert [int(number.replace(",", "")) for number in found.groups()] == [below, len(mine)]
        else:
            assert found is None


@pytest.mark.parametrize("spec", ALGORITHMS, ids=lambda spec: spec.key)
def test_every_algorithm_has_a_picture(spec: object) -> None:
    trace = record(NEAR, algorithm=spec.key)  # type: ignore[attr-defined]
    text = svg.tree(trace)
    picture = Picture(text)
    picture.check()
    assert 0 in picture.nodes
    assert picture.lines("caption")[0] == f"{trace.spec}: solved in {len(trace.node_path) - 1:,} moves"
    again = record(NEAR, algorithm=spec.key)  # type: ignore[attr-defined]
    assert svg.tree(again) == text


def test_values_are_those_that_the_search_uses() -> None:
    words = {word for card in Picture(svg.tree(record(NEAR, algorithm="bfs"))).nodes.values() for word in card.words}
    assert {"g 0", "g 1", "g 2"} <= words
    assert not any(word.startswith(("h ", "f ")) for word in words)
    words = {
        word
        for card in Picture(svg.tree(record(NEAR, algorithm="greedy(manhattan)"))).nodes.values()
        for word in card.words
    }
    assert any(word.startswith("h ") for word in words)
    assert not any(word.startswith("f ") for word in words)


def test_duplicates_are_shown_with_their_node_or_hidden(middle: Trace) -> None:
    picture = Picture(svg.tree(middle, focus="everything", node_style="boards"))
    dropped = picture.named("duplicate")
    assert len(dropped) == 4
    for card in dropped:
        known = int(card.words[8].removeprefix("= "))
        assert card.names == {"duplicate", f"duplicate-of-{known}"}
        assert card.words[:8] == [str(tile) for tile in middle.board(known) if tile]
        assert card.words[9] == "duplicate"
        assert card.letter in "UDLR"
        assert card.edge is not None
        assert card.edge.is_dashed
    parent = next(card for card in picture.nodes.values() if dropped[0] in card.children)
    assert middle.board(parent.number).play(dropped[0].letter) == middle.board(int(dropped[0].words[8][2:]))
    picture.check_centred()
    hidden = Picture(svg.tree(middle, focus="everything", duplicates=False))
    assert not hidden.named("duplicate")
    assert "left out: 4 duplicates, 75 children undoing the last move" in hidden.caption


def test_pruned_nodes_say_why_or_are_hidden() -> None:
    trace = record(MIDDLE, algorithm="ida_star(manhattan)")
    picture = Picture(svg.tree(trace, focus="everything", iteration=1))
    pruned = picture.named("pruned")
    assert len(pruned) == 7
    assert all("f 12 > 10" in card.words for card in pruned)
    hidden = Picture(svg.tree(trace, focus="everything", iteration=1, pruned=False))
    assert not hidden.named("pruned")
    assert "left out: 7 pruned nodes" in " ".join(hidden.lines("iteration"))
    beam = Picture(svg.tree(record(NEAR, algorithm="beam(manhattan, width=2)")))
    assert {card.words[-1] for card in beam.named("pruned")} == {"outside beam"}
    depth = Picture(svg.tree(record(NEAR, algorithm="iddfs"), iteration=3))
    assert {card.words[-1] for card in depth.named("pruned")} == {"depth limit"}


def test_iterations(middle: Trace) -> None:
    trace = record(MIDDLE, algorithm="ida_star(manhattan)")
    last = Picture(svg.tree(trace))
    assert last.lines("iteration")[0] == "iteration 3: f up to 14 (3 of 3)"
    assert "not drawn: iteration 1: f up to 10, 12 nodes; iteration 2: f up to 12, 37 nodes" in last.caption
    assert Picture(svg.tree(trace, iteration=2)).lines("iteration")[:2] == [
        "iteration 2: f up to 12 (2 of 3)",
        "38 nodes",
    ]
    small = Picture(svg.tree(record(NEAR, algorithm="iddfs")))
    assert [line for line in small.lines("iteration") if line.startswith("iter")] == [
        f"iteration {number}: depth up to {number - 1} ({number} of 4)" for number in range(1, 5)
    ]
    assert "not drawn" not in small.caption
    assert sum("path" in card.names for card in small.cards) == 4  # only in the last iteration
    with pytest.raises(SpecError, match="there is no iteration 4: this search has 3"):
        svg.tree(trace, iteration=4)
    with pytest.raises(SpecError, match="there is no iteration 1: this search has none"):
        svg.tree(middle, iteration=1)


def test_nodes_left_out_of_the_tree_of_the_goal_are_above() -> None:
    trace = record(MIDDLE, algorithm="bidirectional")
    picture = Picture(svg.tree(trace, focus="everything", max_nodes=40))
    first, second = (picture.nodes[root] for root in trace.tree.roots)
    middle = (first.box.bottom + second.box.top) / 2
    words = {(card.box.top > middle, card.words[1].split()[1]) for card in picture.named("omission")}
    assert words == {(False, "below"), (True, "above")}


@pytest.mark.parametrize("node_style", ["boards", "dots"])
def test_a_path_that_is_cut_says_so(middle: Trace, node_style: str) -> None:
    picture = Picture(svg.tree(middle, levels=5, focus="everything", max_nodes=70, node_style=node_style))
    picture.check()
    assert "cut off: 9 of the 15 nodes of the solution path, with the goal" in picture.caption
    (last,) = (card for card in picture.named("omission") if "goal" in " ".join(card.words))
    words = ["… 21 more", "nodes below:", "also the goal"] if node_style == "boards" else ["+21, the goal too"]
    assert last.words == words


@pytest.mark.parametrize("name", ["bidirectional", "bidirectional_astar"])
@pytest.mark.parametrize("focus", ["legible", "everything"])
def test_the_trees_of_a_bidirectional_search_face_each_other(name: str, focus: str) -> None:
    start, algorithm = CASES[name]
    trace = record(start, algorithm=algorithm)
    picture = Picture(svg.tree(trace, focus=focus, node_style="boards"))
    picture.check()
    first, second = (picture.nodes[root] for root in trace.tree.roots)
    assert first.box.top == min(card.box.top for card in picture.cards)
    assert second.box.bottom == max(card.box.bottom for card in picture.cards)
    meeting = [picture.nodes[node] for node in trace.goal_nodes]
    assert all("meeting" in card.words for card in meeting)
    assert meeting[0].words[:8] == meeting[1].words[:8]
    assert picture.lines("meeting") == ["same board"]
    numbers = " and ".join(map(str, trace.goal_nodes))
    assert f"nodes {numbers} are the same board" in picture.caption
    links = [edge for edge in picture.edges if edge.width == 3 and edge.is_dashed]
    assert all(abs(x - meeting[0].box.centre) < 0.1 for edge in links for x, _ in edge.points)
    assert meeting[0].box.centre == pytest.approx(meeting[1].box.centre, abs=0.1)
    heights = sorted(y for edge in links for _, y in edge.points)
    assert heights[0] == pytest.approx(meeting[0].box.bottom, abs=3)
    assert heights[-1] == pytest.approx(meeting[1].box.top, abs=3)


def test_where_a_climb_gets_stuck() -> None:
    trace = record(PLATEAU, algorithm="hill_climbing(misplaced)")
    picture = Picture(svg.tree(trace))
    (stuck,) = picture.named("stuck")
    assert stuck.number == 0
    assert "stuck: plateau" in stuck.words
    assert [card.words[-1] for card in picture.named("pruned")] == ["not better", "not better"]
    assert "plateau: h = 5 here and 5 at the best neighbour" in picture.caption
    assert picture.lines("caption")[0] == "hill_climbing(misplaced): stuck"
    longer = Picture(svg.tree(record(PLATEAU, algorithm="hill_climbing(manhattan)")))
    (stuck,) = longer.named("stuck")
    walk = [card for card in longer.nodes.values() if card.edge is not None and card.edge.width == 3]
    assert stuck in walk
    assert "path of the local search" in longer.lines("legend")


def test_a_climb_that_repeats_a_state() -> None:
    picture = Picture(svg.tree(record(MIDDLE, algorithm="hill_climbing(misplaced, never_undo=true)")))
    (stuck,) = picture.named("stuck")
    assert " ".join(stuck.words[-2:]).endswith("a state repeats")
    assert "a state repeats after 12 moves, with h = 5" in picture.caption


def test_an_improved_node_is_below_its_last_parent() -> None:
    trace = record("8 6 7 2 5 4 3 0 1", algorithm="wastar(manhattan, weight=5)")
    improved = [node for node in trace.tree.nodes.values() if node.improvements]
    assert improved
    picture = Picture(svg.tree(trace, focus="everything", max_nodes=None, levels=None, node_style="boards"))
    for node in improved:
        card = picture.nodes[node.number]
        assert any(words.startswith("improved") for words in card.words)
        assert card in picture.nodes[node.parent].children


def test_the_legend_names_what_appears_and_nothing_else(example: Trace) -> None:
    lines = Picture(svg.tree(example)).lines("legend")
    assert {"expanded", "generated, not expanded", "goal", "solution path", "tile at home"} <= set(lines)
    assert not any("pruned" in line or "duplicate" in line or "meet" in line for line in lines)
    assert {"moves from the root", "estimated moves to the goal", "= g + h"} <= set(lines)
    start = Picture(svg.tree(record("1 2 3 4 5 6 7 8 0"))).lines("legend")
    assert not any("move of the blank" in line or "order of expansion" in line for line in start)


def test_a_search_that_reached_a_limit() -> None:
    trace = record(MIDDLE, algorithm="bfs", nodes=300)
    picture = Picture(svg.tree(trace, node_style="boards"))
    picture.check()
    assert sorted(picture.nodes) == list(range(80))
    assert "the limit of 300 nodes is reached" in picture.caption
    assert not picture.named("path")


def test_an_unsolvable_board_has_a_picture_without_nodes() -> None:
    picture = Picture(svg.tree(record("1 2 3 4 5 6 8 7 0")))
    picture.check()
    assert not picture.cards
    assert not picture.lines("legend")
    assert "astar(manhattan): unsolvable" in picture.caption
    assert "with an odd number of columns" in picture.caption


def test_a_truncated_recording() -> None:
    recorder = Recorder(cap=5)
    solve(MIDDLE, algorithm="bfs", observer=recorder)
    picture = Picture(svg.tree(recorder.trace()))
    assert "4 nodes recorded, 5,960 expanded" in picture.caption
    assert "only the first 5 events of the search are recorded" in picture.caption


def test_the_path_alone(middle: Trace) -> None:
    picture = Picture(svg.tree(middle, focus="path"))
    assert sorted(picture.nodes) == list(middle.node_path)
    assert not picture.named("omission")
    assert "left out: 113 of 128 nodes" in picture.caption
    cut = Picture(svg.tree(middle, focus="path", levels=4))
    assert [card.words for card in cut.named("omission")] == [["… 10 more", "nodes below:", "also the goal"]]
    assert "cut off: 10 of the 15 nodes of the solution path, with the goal" in cut.caption
    none = Picture(svg.tree(record(PLATEAU, algorithm="hill_climbing(misplaced)"), focus="path"))
    assert "there is no solution path to show" in none.caption


def test_a_run_without_boards_has_a_picture() -> None:
    events: tuple[Event, ...] = (
        GenerateEvent(0, -1, -1, 0, 2),
        ExpandEvent(0),
        GenerateEvent(1, 0, 0, 1, 1),
        GenerateEvent(2, 0, 3, 1, 3),
    )
    picture = Picture(svg.tree(Trace({"spec": "toy"}, events, Outcome(status=Status.LIMIT))))
    picture.check()
    picture.check_centred()
    assert picture.nodes[1].words == ["1", "g 1", "h 1", "f 2"]


def test_a_deep_chain_can_be_drawn() -> None:
    trace = record(MIDDLE, algorithm="dfs", nodes=1500)
    text = svg.tree(trace, focus="everything", levels=None, max_nodes=None)
    assert len(re.findall(r'class="node node-\d+ ', text)) == len(trace.tree)


def test_the_text_alternative(example: Trace) -> None:
    root = Picture(svg.tree(example)).root
    title, description = (element.text or "" for element in root[:2])
    assert title == "Search tree of astar(manhattan): solved in 7 moves"
    assert "Solution path: 0 → 3 → 4 → 5 → 7 → 8 → 11 → 13." in description


def test_an_unknown_focus(example: Trace) -> None:
    with pytest.raises(SpecError, match="expected a focus"):
        svg.tree(example, focus="all")
