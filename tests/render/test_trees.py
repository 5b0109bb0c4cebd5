"""Pictures of search trees agree with the trace, and say what they leave out; the golden pictures have the details."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from drawings import EXAMPLE, EXAMPLE_GOAL, MIDDLE, NEAR, PLATEAU, record, tree
from taquin.errors import SpecError
from taquin.render.drawing.shapes import Drawing, Group, Label, Shape
from taquin.run.result import Outcome, Status
from taquin.trace.events import Event, ExpandEvent, GenerateEvent, GoalEvent
from taquin.trace.trace import Trace


def groups(shapes: tuple[Shape, ...], name: str) -> Iterator[Group]:
    """Groups of this name, wherever they are."""
    for shape in shapes:
        if isinstance(shape, Group):
            if name in shape.name.split():
                yield shape
            else:
                yield from groups(shape.shapes, name)


def words(shapes: tuple[Shape, ...]) -> list[str]:
    found: list[str] = []
    for shape in shapes:
        found += words(shape.shapes) if isinstance(shape, Group) else [shape.text] if isinstance(shape, Label) else []
    return found


def part(drawing: Drawing, name: str) -> str:
    """The texts of a part of the picture."""
    return " ".join(word for group in groups(drawing.shapes, name) for word in words(group.shapes))


def nodes(drawing: Drawing) -> dict[int, Group]:
    return {int(group.name.split()[1].removeprefix("node-")): group for group in groups(drawing.shapes, "node")}


def test_every_node_says_what_the_trace_says() -> None:
    trace = record(EXAMPLE, goal=EXAMPLE_GOAL)
    found = nodes(tree(trace))
    assert sorted(found) == sorted(trace.tree.nodes)
    for number, group in found.items():
        node, said = trace.tree[number], words(group.shapes)
        assert said[:9] == [*(str(tile) for tile in trace.board(number) if tile), str(number)]
        assert {f"g {node.g:g}", f"h {node.h:g}", f"f {node.f:g}"} <= set(said)
        assert [str(when) for when in node.expansions] == [word for word in said[9:] if word.isdecimal()]
        assert ("expanded" in group.name.split()) == bool(node.expansions)
        assert ("path" in group.name.split()) == (number in trace.node_path)


def test_why_nodes_were_pruned() -> None:
    for start, algorithm, iteration, reason in (
        (MIDDLE, "ida_star(manhattan)", 1, "f 12 > 10"),
        (NEAR, "iddfs", 3, "depth limit"),
        (NEAR, "beam(manhattan, width=2)", None, "outside beam"),
        (PLATEAU, "hill_climbing(misplaced)", None, "not better"),
    ):
        drawing = tree(record(start, algorithm), iteration=iteration)
        pruned = list(groups(drawing.shapes, "pruned"))
        assert pruned
        assert all(words(group.shapes)[-1] == reason for group in pruned)
    hidden = tree(record(MIDDLE, "ida_star(manhattan)"), iteration=1, pruned=False)
    assert not list(groups(hidden.shapes, "pruned"))
    assert "left out: 7 pruned nodes" in part(hidden, "iteration")


@pytest.mark.parametrize(
    ("node_style", "note"), [("boards", "… 21 more nodes to the right: with the goal"), ("dots", "+21 with the goal")]
)
def test_a_path_that_is_cut_says_so(node_style: str, note: str) -> None:
    drawing = tree(record(MIDDLE), levels=5, max_nodes=70, node_style=node_style)
    assert "cut off: 9 of the 15 nodes of the solution path, including the goal" in part(drawing, "caption")
    assert note in [" ".join(words(group.shapes)) for group in groups(drawing.shapes, "omission")]


@pytest.mark.parametrize(
    ("trace", "sentence"),
    [
        (record(PLATEAU, "hill_climbing(misplaced)"), "h = 5 here, and the best neighbour has h = 5 (plateau)"),
        (record(MIDDLE, "hill_climbing(misplaced, never_undo=true)"), "a state repeats after 12 moves, with h = 5"),
        (record(MIDDLE, "bfs", nodes=300), "reached the limit of 300 nodes"),
        (record("1 2 3 4 5 6 8 7 0"), "the start has an odd number of inversions"),
        (record(MIDDLE, "bfs", cap=5), "4 nodes recorded, 5,960 expanded, 6,846 duplicates only the first 5 events"),
    ],
    ids=["stuck", "repeated", "limit", "unsolvable", "truncated"],
)
def test_the_caption_says_how_the_search_ended(trace: Trace, sentence: str) -> None:
    assert sentence in part(tree(trace), "caption")


def test_very_long_paths_are_drawn_or_cut_in_linear_time() -> None:
    """With 30,000 nodes, a quadratic step takes minutes."""
    length = 30_000
    chain = [event for n in range(1, length) for event in (ExpandEvent(n - 1), GenerateEvent(n, n - 1, 0, n, 0))]
    events: tuple[Event, ...] = (GenerateEvent(0, -1, -1, 0, 0), *chain, GoalEvent(length - 1))
    trace = Trace({"spec": "toy"}, events, Outcome(status=Status.SOLVED, moves=(0,) * (length - 1)))
    for node_style in ("boards", "dots"):
        drawing = tree(trace, node_style=node_style)
        assert sorted(nodes(drawing)) == list(range(41))
        assert "cut off: 29,959 of the 30,000 nodes of the solution path" in part(drawing, "caption")
    deep = record(MIDDLE, "dfs", nodes=1500)
    assert len(nodes(tree(deep, levels=None, max_nodes=None))) == len(deep.tree)


def test_iterations() -> None:
    trace = record(MIDDLE, "ida_star(manhattan)")
    last = tree(trace)
    assert part(last, "iteration").startswith("iteration 3: f up to 14 (3 of 3)")
    assert "not drawn: iteration 1: f up to 10, 12 nodes; iteration 2: f up to 12, 37 nodes" in part(last, "caption")
    with pytest.raises(SpecError, match="there is no iteration 4: this search has 3"):
        tree(trace, iteration=4)
    with pytest.raises(SpecError, match="there is no iteration 1: this search has none"):
        tree(record(MIDDLE), iteration=1)
