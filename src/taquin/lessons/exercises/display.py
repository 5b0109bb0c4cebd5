"""How a question looks: as text for the terminal, 79 columns wide, and its tree as a drawing."""

from __future__ import annotations

import textwrap
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TypedDict

from taquin.lessons.exercises.question import FigureNode, Question, letter
from taquin.puzzle.board import one_line
from taquin.render.board.picture import rows_in_words
from taquin.render.drawing.shapes import Drawing, Group, scaled
from taquin.render.drawing.theme import LIGHT, Theme
from taquin.render.text.layout import branch_lines, grid, number, side_by_side, table
from taquin.render.tree.cards import Card, Spacing, node_card
from taquin.render.tree.labels import NodeLabel
from taquin.render.tree.panel import CardTree

WIDTH = 79


def wrapped(text: str, *, first: str = "", rest: str = "") -> str:
    """The text in lines of at most 79 columns."""
    return textwrap.fill(text, WIDTH, initial_indent=first, subsequent_indent=rest)


def question_text(question: Question) -> str:
    """The text with its boards, tree, table and choices."""
    parts = [wrapped(question.text)]
    if question.boards:
        parts.append(side_by_side([(label, grid(board)) for label, board in question.boards]))
    if question.tree:
        parts.append(tree_text(question.tree, question.blanks))
    if question.table is not None:
        parts.append(table(question.table.headers, question.table.rows))
    if question.choices:
        lines = [
            wrapped(choice, first=f"  {letter(place)}) ", rest="     ") for place, choice in enumerate(question.choices)
        ]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def tree_text(nodes: Sequence[FigureNode], blanks: Sequence[str] = ()) -> str:
    """The tree with a line for each node: number, move, board and values; ``blanks`` are written as question marks."""
    children: defaultdict[int, list[FigureNode]] = defaultdict(list)
    for node in nodes:
        children[node.parent].append(node)
    rows = [
        (
            f"{prefix}{node.number}{' ' + node.move if node.move else ''}",
            "" if node.board is None else one_line(node.board),
            *_values(node, blanks),
            "expanded" if node.is_expanded else "",
        )
        for prefix, node in branch_lines(children[-1], lambda node: children[node.number])
    ]
    names = [name for name, value in nodes[0].values() if value is not None or name in blanks]
    headers = ("node", "board" if nodes[0].board is not None else "", *names, "")
    return table(headers, rows)


def _values(node: FigureNode, blanks: Sequence[str]) -> Iterator[str]:
    for name, value in node.values():
        if value is not None:
            yield number(value)
        elif name in blanks:
            yield "?"


# The tree as a drawing, for the page and for paper: values to be filled in are lines to write on

_SPACING = Spacing(gap=9, rise=24, highest=24, letter=10)
_SCALE = 1.1  # larger than the tree of a search, which has more nodes


def tree_drawing(nodes: Sequence[FigureNode], blanks: Sequence[str] = (), theme: Theme = LIGHT) -> Drawing:
    """The tree with its boards; a value that the learner has to find is a line to write on."""
    tree = _lay_out(nodes, blanks, theme)
    return Drawing(
        width=_SCALE * tree.width + 2,
        height=_SCALE * tree.height + 2,
        title="A search tree",
        description=" ".join(_sentence(node, blanks) for node in nodes),
        shapes=(Group((scaled(Group(tuple(tree.shapes())), _SCALE),), 1, 1),),
        font=theme.font,
    )


def _lay_out(nodes: Sequence[FigureNode], blanks: Sequence[str], theme: Theme) -> CardTree:
    """The cards in places: parents first, because a node that was improved may be older than its parent."""
    cards: list[tuple[Card, int]] = []
    waiting = [(node, -1) for node in nodes if node.parent < 0]
    while waiting:
        node, parent = waiting.pop()
        children = [child for child in nodes if child.parent == node.number]
        waiting += [(child, len(cards)) for child in reversed(children)]
        cards.append((node_card(_label(node, blanks), theme), parent))
    return CardTree(cards, _SPACING, theme)


def _label(node: FigureNode, blanks: Sequence[str]) -> NodeLabel:
    return NodeLabel(
        kind="expanded" if node.is_expanded else "frontier",
        title=f"{node.number}",
        name=f"node-{node.number}",
        board=node.board,
        values=tuple(f"{name} {number(value)}" for name, value in node.values() if value is not None),
        blanks=tuple(name for name, value in node.values() if value is None and name in blanks),
        is_exercise=True,
        letter=node.move,
    )


class Box(TypedDict):
    """A place in pixels of the picture."""

    x: float
    y: float
    width: float
    height: float


class BlankPlace(Box):
    """Where a blank of the tree is."""

    name: str


class NodePlace(Box):
    """Where a node of the tree is."""

    number: int
    blanks: list[BlankPlace]


def node_places(nodes: Sequence[FigureNode], blanks: Sequence[str] = ()) -> list[NodePlace]:
    """Where the drawing has each node and its blanks, in pixels: the page puts buttons and fields there."""
    tree = _lay_out(nodes, blanks, LIGHT)
    places: list[NodePlace] = []
    for place, card in enumerate(tree.cards):
        left, top = tree.centres[place] - card.width / 2, tree.head(place)
        fields: list[BlankPlace] = [
            {"name": blank.name, **_box(left + blank.x, top + blank.y, blank.width, blank.height)}
            for blank in card.blanks
        ]
        box = _box(left, top, card.width, card.height)
        places.append({"number": int(card.label.title), **box, "blanks": fields})
    return places


def _box(x: float, y: float, width: float, height: float) -> Box:
    """In the drawing, rounded so that every machine gives the same numbers."""
    left, top, across, down = (_SCALE * length for length in (x, y, width, height))
    return {"x": round(left + 1, 1), "y": round(top + 1, 1), "width": round(across, 1), "height": round(down, 1)}


def _sentence(node: FigureNode, blanks: Sequence[str]) -> str:
    parts = [f"Node {node.number}"]
    parts.append(f"child of {node.parent} by {node.move}" if node.parent >= 0 else "the root")
    if node.board is not None:
        parts.append(f"rows {rows_in_words(node.board)}")
    parts += [f"{name} {number(value)}" for name, value in node.values() if value is not None]
    parts += [f"{name} unknown" for name, value in node.values() if value is None and name in blanks]
    parts.append("expanded" if node.is_expanded else "not expanded")
    return ", ".join(parts) + "."
