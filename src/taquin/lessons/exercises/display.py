"""How a question looks: as text for the terminal, 79 columns wide, and its tree as a drawing."""

from __future__ import annotations

import textwrap
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from taquin.lessons.exercises.question import FigureNode, Question, letter
from taquin.puzzle.board import one_line
from taquin.render.board.picture import Grid, board_shapes, legible_cell, rows_in_words
from taquin.render.drawing.shapes import Drawing, Label, Line, Shape, text_width
from taquin.render.drawing.theme import LIGHT, Theme
from taquin.render.text.layout import branch_lines, grid, number, side_by_side, table
from taquin.render.tree.cards import Card, Spacing
from taquin.render.tree.labels import Kind, NodeLabel, surface_of
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

_PADDING = 5
_TEXT = 11
_LINE = 16
_BLANK_LINE = 22
"""High enough for a number written by hand."""
_BARE = 34
"""The width of a node that shows only its number."""
_VALUES = 44
"""The width of the values beside a board."""
_SPACING = Spacing(gap=10, rise=26, highest=26, letter=_TEXT)


@dataclass(frozen=True, slots=True)
class _FigureCard(Card):
    """A node: its number and board, the values beside it, and where its blank values are."""

    blanks: tuple[tuple[str, float, float, float], ...] = ()
    """Name, left end, middle and width of each."""


def tree_drawing(nodes: Sequence[FigureNode], blanks: Sequence[str] = (), theme: Theme = LIGHT) -> Drawing:
    """The tree with its boards; a value that the learner has to find is a line to write on."""
    tree = _lay_out(nodes, blanks, theme)
    return Drawing(
        width=tree.width + 2,
        height=tree.height + 2,
        title="A search tree",
        description=" ".join(_sentence(node, blanks) for node in nodes),
        shapes=tuple(tree.shapes(1, 1)),
        font=theme.font,
    )


def _lay_out(nodes: Sequence[FigureNode], blanks: Sequence[str], theme: Theme) -> CardTree:
    """The cards in places: parents first, because a node that was improved may be older than its parent."""
    cards: list[tuple[_FigureCard, int]] = []
    waiting = [(node, -1) for node in nodes if node.parent < 0]
    while waiting:
        node, parent = waiting.pop()
        children = [child for child in nodes if child.parent == node.number]
        waiting += [(child, len(cards)) for child in reversed(children)]
        cards.append((_card(node, blanks, theme), parent))
    return CardTree(cards, _SPACING, theme)


def node_places(nodes: Sequence[FigureNode], blanks: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Where the drawing has each node and its blanks, in pixels: the page puts buttons and fields there."""
    tree = _lay_out(nodes, blanks, LIGHT)
    found = []
    for place, card in enumerate(tree.cards):
        assert isinstance(card, _FigureCard)
        left, top = tree.centres[place] - card.width / 2 + 1, tree.head(place) + 1
        fields = [
            {"name": name, **_box(left + x, top + y - _BLANK_LINE / 2, width, _BLANK_LINE)}
            for name, x, y, width in card.blanks
        ]
        number = int(card.label.title)
        found.append({"number": number, **_box(left, top, card.width, card.height), "blanks": fields})
    return found


def _box(x: float, y: float, width: float, height: float) -> dict[str, float]:
    """Rounded, so that every machine gives the same numbers."""
    return {"x": round(x, 1), "y": round(y, 1), "width": round(width, 1), "height": round(height, 1)}


def _sentence(node: FigureNode, blanks: Sequence[str]) -> str:
    parts = [f"Node {node.number}"]
    parts.append(f"child of {node.parent} by {node.move}" if node.parent >= 0 else "the root")
    if node.board is not None:
        parts.append(f"rows {rows_in_words(node.board)}")
    parts += [f"{name} {number(value)}" for name, value in node.values() if value is not None]
    parts += [f"{name} unknown" for name, value in node.values() if value is None and name in blanks]
    parts.append("expanded" if node.is_expanded else "not expanded")
    return ", ".join(parts) + "."


def _card(node: FigureNode, blanks: Sequence[str], theme: Theme) -> _FigureCard:
    kind: Kind = "expanded" if node.is_expanded else "frontier"
    surface = surface_of(kind, theme)
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
    node_label = NodeLabel(kind=kind, title=str(node.number), name=f"node-{node.number}", letter=node.move)
    return _FigureCard(node_label, width, height, (box, name, *content), blanks=tuple(fields))
