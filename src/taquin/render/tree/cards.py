"""The cards of a drawn search tree: a node with its board and values, a duplicate, or a number of nodes left out."""

from __future__ import annotations

from dataclasses import dataclass

from taquin.puzzle.board import Board
from taquin.render.board.picture import legible_cell
from taquin.render.drawing.shapes import Group, Label, Shape, text_width
from taquin.render.drawing.theme import Theme
from taquin.render.text.reading import Reading
from taquin.render.tree.card_content import ROW, SMALL_TEXT, CardContent
from taquin.render.tree.labels import Kind, LabelMaker, NodeLabel, omission, surface_of
from taquin.render.tree.selection import Duplicate, Selection
from taquin.trace.tree import TreeNode


@dataclass(frozen=True, slots=True)
class Card:
    """A box in the drawn tree. ``shapes`` are relative to its upper left corner."""

    kind: Kind
    width: float
    height: float
    shapes: tuple[Shape, ...]
    name: str = ""
    """Its class in SVG, which names the node."""
    letter: str = ""
    """The move that led here."""
    is_on_path: bool = False
    is_on_main_path: bool = False
    """On the main path of the selection (``Selection.main_path``)."""
    marks: frozenset[str] = frozenset()
    """Other signs on it that the legend must explain."""

    @property
    def is_muted(self) -> bool:
        """Whether the search did not continue from here, or nodes are left out."""
        return self.kind in ("pruned", "duplicate", "omission")


LINK = Card("link", 2, 0, ())
"""Keeps a column free for the line between the two nodes where two searches met."""


class CardMaker:
    """Makes the cards of one selection."""

    def __init__(self, selection: Selection, reading: Reading, theme: Theme) -> None:
        self.labels, self.theme = LabelMaker(selection, reading), theme
        trace = selection.trace
        self.goal: Board | None = trace.goal if trace.has_boards else None
        self.cell = legible_cell(trace.start.shape) - 3 if trace.has_boards else 0

    def node(self, node: TreeNode) -> Card:
        """The card of a node."""
        return self._card(self.labels.node(node), "node")

    def duplicate(self, item: Duplicate) -> Card:
        """The card of a child that was dropped."""
        return self._card(self.labels.duplicate(item), "")

    def omission(self, count: int, where: str, *, has_goal: bool) -> Card:
        """The text in place of nodes that are left out."""
        lines = omission(count, where, has_goal=has_goal)
        width = max(text_width(line, SMALL_TEXT) for line in lines)
        labels = [
            Label(width / 2, (place + 0.5) * ROW, line, SMALL_TEXT, self.theme.path if place > 1 else self.theme.muted)
            for place, line in enumerate(lines)
        ]
        return Card("omission", width, len(lines) * ROW, tuple(labels), name="omission")

    def _card(self, label: NodeLabel, sort: str) -> Card:
        is_muted = label.kind in ("pruned", "duplicate")
        content = CardContent(
            title=label.title,
            surface=surface_of(label.kind, self.theme),
            theme=self.theme,
            badge=label.ranks,
            board=label.board,
            goal=None if is_muted else self.goal,
            cell=self.cell,
            values=label.values,
            notes=label.notes,
            has_ring=label.is_on_path,
            is_muted=is_muted,
        )
        marks = {label.reason, "rank" if label.ranks else "", "home" if content.has_tiles_at_home else ""}
        return Card(
            label.kind,
            *content.draw(),
            name=" ".join(filter(None, (sort, label.name, label.kind, "path" if label.is_on_path else ""))),
            letter=label.letter,
            is_on_path=label.is_on_path,
            is_on_main_path=label.is_on_main_path,
            marks=frozenset(marks - {""}),
        )


def group_of(card: Card, x: float, y: float) -> Group:
    """The card at its place."""
    return Group(card.shapes, x, y, name=card.name)
