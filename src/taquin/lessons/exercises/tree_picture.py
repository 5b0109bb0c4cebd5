"""The tree of a question as a drawing, for the page and for paper. Values to be filled in are lines to write on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from taquin.lessons.exercises.question import FigureNode
from taquin.render.board.picture import Grid, board_shapes, legible_cell
from taquin.render.drawing.shapes import Circle, Drawing, Group, Label, Line, Shape, text_width
from taquin.render.drawing.theme import LIGHT, Theme
from taquin.render.text.layout import number
from taquin.render.tree.layout import tidy

_PADDING = 5
_GAP = 10
_RISE = 26
_TEXT = 11
_LINE = 16
_BLANK_LINE = 22
"""High enough for a number written by hand."""
_BARE = 34
"""The width of a node that shows only its number."""
_VALUES = 44
"""The width of the values beside a board."""


@dataclass(frozen=True, slots=True)
class _Card:
    """A node: its number and board, the values beside it, and where its blank values are."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    blanks: tuple[tuple[str, float, float, float], ...]
    """Name, left end, middle and width of each."""


class _Layout:
    """The cards of a tree, and where they are."""

    def __init__(self, nodes: Sequence[FigureNode], blanks: Sequence[str], theme: Theme) -> None:
        places = {node.number: place for place, node in enumerate(nodes)}
        self.children: list[list[int]] = [[] for _ in nodes]
        for place, node in enumerate(nodes):
            if node.parent >= 0:
                self.children[places[node.parent]].append(place)
        self.cards = [_card(node, blanks, theme) for node in nodes]
        tree = tidy(self.children, [card.width for card in self.cards], gap=_GAP)
        row = max(card.height for card in self.cards)
        self.centres = tree.centres
        self.tops = [level * (row + _RISE) for level in tree.levels]
        self.width, self.height = tree.width + 2, max(self.tops) + row + 2


def tree_drawing(nodes: Sequence[FigureNode], blanks: Sequence[str] = (), theme: Theme = LIGHT) -> Drawing:
    """The tree with its boards; a value that the learner has to find is a line to write on."""
    layout = _Layout(nodes, blanks, theme)
    shapes: list[Shape] = []
    for parent, family in enumerate(layout.children):
        for child in family:
            start = (layout.centres[parent], layout.tops[parent] + layout.cards[parent].height)
            end = (layout.centres[child], layout.tops[child])
            shapes.append(Line((start, end), stroke=theme.edge, stroke_width=theme.medium))
            shapes += _move(nodes[child].move, (start[0] + end[0]) / 2, (start[1] + end[1]) / 2, theme)
    for card, centre, top in zip(layout.cards, layout.centres, layout.tops, strict=True):
        shapes.append(Group(card.shapes, centre - card.width / 2, top))
    return Drawing(
        width=layout.width,
        height=layout.height,
        title="A search tree",
        description=describe_tree(nodes, blanks),
        shapes=(Group(tuple(shapes), 1, 1),),
        font=theme.font,
    )


def node_places(nodes: Sequence[FigureNode], blanks: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Where the drawing has each node and its blanks, in pixels: the page puts buttons and fields there."""
    layout = _Layout(nodes, blanks, LIGHT)
    found = []
    for node, card, centre, top in zip(nodes, layout.cards, layout.centres, layout.tops, strict=True):
        left = centre - card.width / 2 + 1
        fields = [
            {"name": name, **_box(left + x, top + 1 + y - _BLANK_LINE / 2, width, _BLANK_LINE)}
            for name, x, y, width in card.blanks
        ]
        found.append({"number": node.number, **_box(left, top + 1, card.width, card.height), "blanks": fields})
    return found


def _box(x: float, y: float, width: float, height: float) -> dict[str, float]:
    """Rounded, so that every machine gives the same numbers."""
    return {"x": round(x, 1), "y": round(y, 1), "width": round(width, 1), "height": round(height, 1)}


def _move(letter: str, x: float, y: float, theme: Theme) -> tuple[Shape, ...]:
    """The letter of a move, on a disc that hides the edge behind it."""
    return (Circle(x, y, 8, fill=theme.paper), Label(x, y, letter, _TEXT, theme.ink)) if letter else ()


def describe_tree(nodes: Sequence[FigureNode], blanks: Sequence[str] = ()) -> str:
    """The tree in words: a sentence for each node."""
    return " ".join(_sentence(node, blanks) for node in nodes)


def _sentence(node: FigureNode, blanks: Sequence[str]) -> str:
    parts = [f"Node {node.number}"]
    parts.append(f"child of {node.parent} by {node.move}" if node.parent >= 0 else "the root")
    if node.board is not None:
        parts.append("rows " + "; ".join(" ".join(str(tile or "blank") for tile in row) for row in node.board.rows()))
    parts += [f"{name} {number(value)}" for name, value in node.values() if value is not None]
    parts += [f"{name} unknown" for name, value in node.values() if value is None and name in blanks]
    parts.append("expanded" if node.is_expanded else "not expanded")
    return ", ".join(parts) + "."


def _card(node: FigureNode, blanks: Sequence[str], theme: Theme) -> _Card:
    surface = theme.expanded if node.is_expanded else theme.frontier
    rows = [(name, value) for name, value in node.values() if value is not None or name in blanks]
    top, left, bottom = float(_PADDING + _LINE), float(_PADDING), float(_PADDING + _LINE)
    content: list[Shape] = []
    fields: list[tuple[str, float, float, float]] = []
    if node.board is not None:
        grid = Grid(node.board.shape, legible_cell(node.board.shape) - 4)
        content.append(board_shapes(node.board, cell=grid.cell, theme=theme, x=left, y=top))
        left, bottom = left + grid.width + 6, top + grid.height
    width = left + (_VALUES + _PADDING if rows else 0) if node.board or rows else _BARE
    name = Label(_PADDING, _PADDING + _LINE / 2 - 1, str(node.number), _TEXT + 2, surface.ink, "start", is_bold=True)
    if node.board is None and not rows:
        name = Label(width / 2, (bottom + _PADDING) / 2, str(node.number), _TEXT + 3, surface.ink, is_bold=True)
    row_height = _BLANK_LINE if blanks else _LINE
    for place, (label, value) in enumerate(rows):
        y = top + (place + 0.5) * row_height
        content.append(Label(left, y, f"{label} =", _TEXT, surface.ink, anchor="start"))
        start = left + text_width(f"{label} = ", _TEXT)
        if value is None:
            fields.append((label, start, y, width - _PADDING - start))
            content.append(Line(((start, y + 6), (width - _PADDING, y + 6)), stroke=theme.ink, stroke_width=theme.thin))
        else:
            content.append(Label(start, y, number(value), _TEXT, surface.ink, anchor="start"))
    height = max(bottom, top + len(rows) * row_height) + _PADDING
    box = surface.outline(0, 0, width, height, 6)
    return _Card(width, height, (box, name, *content), tuple(fields))
