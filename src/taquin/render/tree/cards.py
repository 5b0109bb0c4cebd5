"""The cards that a search tree is drawn with: a node with its board and values, a duplicate, or what is left out."""

from __future__ import annotations

from dataclasses import dataclass

from taquin.puzzle.board import Board
from taquin.render.board.picture import legible_cell
from taquin.render.drawing.shapes import Group, Label, Shape, text_width
from taquin.render.drawing.theme import Theme
from taquin.render.text.reading import Reading
from taquin.render.tree.face import ROW, SMALL_TEXT, Face
from taquin.render.tree.selection import Duplicate, Selection
from taquin.render.tree.words import Kind, Teller, Words, omission, surface_of
from taquin.trace.tree import TreeNode


@dataclass(frozen=True, slots=True)
class Card:
    """Something with a place in the tree. ``shapes`` are drawn from its upper left corner, which is at 0, 0."""

    kind: Kind
    width: float
    height: float
    shapes: tuple[Shape, ...]
    name: str = ""
    """Its class in SVG, which names the node."""
    letter: str = ""
    """The move that led here."""
    is_on_path: bool = False
    is_on_way: bool = False
    """On the way that a failed local search went."""
    marks: frozenset[str] = frozenset()
    """What else it shows that a legend must explain."""

    @property
    def is_muted(self) -> bool:
        """Whether the search went no further here."""
        return self.kind in ("pruned", "duplicate", "omission")


STEM = Card("stem", 2, 0, ())
"""Keeps a column free, for the line between the nodes where two searches met."""


class CardMaker:
    """Makes the cards of one selection."""

    def __init__(self, selection: Selection, reading: Reading, theme: Theme) -> None:
        self.teller, self.theme = Teller(selection, reading), theme
        trace = selection.trace
        self.goal: Board | None = trace.goal if trace.has_boards else None
        self.cell = legible_cell(trace.start.shape) - 3 if trace.has_boards else 0

    def node(self, node: TreeNode) -> Card:
        """The card of a node."""
        return self._card(self.teller.node(node), "node")

    def duplicate(self, item: Duplicate) -> Card:
        """The card of a child that was dropped."""
        return self._card(self.teller.duplicate(item), "")

    def omission(self, count: int) -> Card:
        """What stands where nodes are left out."""
        lines = omission(count)
        width = max(text_width(line, SMALL_TEXT) for line in lines)
        labels = [
            Label(width / 2, (place + 0.5) * ROW, line, SMALL_TEXT, self.theme.muted)
            for place, line in enumerate(lines)
        ]
        return Card("omission", width, len(lines) * ROW, tuple(labels), name="omission")

    def _card(self, words: Words, sort: str) -> Card:
        is_muted = words.kind in ("pruned", "duplicate")
        face = Face(
            title=words.title,
            surface=surface_of(words.kind, self.theme),
            theme=self.theme,
            badge=words.ranks,
            board=words.board,
            goal=None if is_muted else self.goal,
            cell=self.cell,
            values=words.values,
            notes=words.notes,
            has_ring=words.is_on_path,
            is_muted=is_muted,
        )
        marks = {words.reason, "rank" if words.ranks else "", "home" if face.has_tiles_at_home else ""}
        return Card(
            words.kind,
            *face.draw(),
            name=" ".join(filter(None, (sort, words.name, words.kind, "path" if words.is_on_path else ""))),
            letter=words.letter,
            is_on_path=words.is_on_path,
            is_on_way=words.is_on_way,
            marks=frozenset(marks - {""}),
        )


def group_of(card: Card, x: float, y: float) -> Group:
    """The card at its place."""
    return Group(card.shapes, x, y, name=card.name)
