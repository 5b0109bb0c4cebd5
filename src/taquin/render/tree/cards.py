"""The cards of a drawn search tree: a node with its board and values, a duplicate, or a number of nodes left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

from taquin.puzzle.board import Board
from taquin.render.board.picture import Grid, board_shapes, legible_cell
from taquin.render.drawing.shapes import Label, Rectangle, Shape, text_width, wrap_text
from taquin.render.drawing.theme import Surface, Theme
from taquin.render.text.reading import Reading
from taquin.render.tree.labels import LabelMaker, NodeLabel, surface_of
from taquin.render.tree.selection import Item, Selection

_TEXT = 10
_ROW = 13.5
_TITLE = 12
_HEAD = 17
_BADGE = 9
_PADDING = 6
_RING = 4  # how far the second border of a node on the solution path lies outside the first
_RADIUS = 6


@dataclass(frozen=True, slots=True)
class Card:
    """A node in the drawn tree. ``shapes`` are relative to its upper left corner."""

    label: NodeLabel
    width: float
    height: float
    shapes: tuple[Shape, ...]
    has_home: bool = False
    """Whether tiles at home are marked on its board."""


LINK = Card(NodeLabel(kind="link", title="", name=""), 2, 0, ())
"""Keeps a column free for the line between the two nodes where two searches met."""


class CardMaker:
    """Makes the cards of one selection."""

    def __init__(self, selection: Selection, reading: Reading, theme: Theme) -> None:
        self.labels, self.theme = LabelMaker(selection, reading), theme
        trace = selection.trace
        self.goal: Board | None = trace.goal if trace.has_boards else None
        self.cell = legible_cell(trace.start.shape) - 3 if trace.has_boards else 0

    def card(self, item: Item, where: str) -> Card:
        """The card of an item; ``where`` is the direction from a card to its children."""
        label = self.labels.label(item, where)
        return self._omission(label) if label.kind == "omission" else self._card(label)

    def _omission(self, label: NodeLabel) -> Card:
        """The text in place of nodes that are left out."""
        lines = label.notes
        width = max(text_width(line, _TEXT) for line in lines)
        labels = [
            Label(width / 2, (place + 0.5) * _ROW, line, _TEXT, self.theme.path if place > 1 else self.theme.muted)
            for place, line in enumerate(lines)
        ]
        return Card(label, width, len(lines) * _ROW, tuple(labels))

    def _card(self, label: NodeLabel) -> Card:
        goal = None if label.is_muted else self.goal
        pairs = zip(label.board or (), goal or (), strict=False)
        drawn = _CardDrawing(label, surface_of(label.kind, self.theme), self.theme, goal, self.cell).draw()
        return Card(label, *drawn, has_home=any(tile == wanted != 0 for tile, wanted in pairs))


@dataclass(frozen=True, slots=True)
class _CardDrawing:
    """Draws a card: a board, a number, a badge, values and notes, in a box that fits them."""

    label: NodeLabel
    surface: Surface
    theme: Theme
    goal: Board | None
    cell: float

    def draw(self) -> tuple[float, float, tuple[Shape, ...]]:
        """The width, the height, and the shapes, whose upper left corner is at 0, 0."""
        border = self.surface.weight + _RING if self.label.is_on_path else self.surface.weight / 2
        edge = border + _PADDING
        grid = None if self.label.board is None else Grid(self.label.board.shape, self.cell)
        beside = edge + (grid.width + _PADDING if grid is not None else 0)
        column = self._column_width()
        rows, below = self._place_notes(column, beside - edge + column, grid)
        shapes = [*self._board_shapes(edge), *self._head(beside, edge, column)]
        shapes += _text(rows, beside, edge + _HEAD, self.surface.ink, strong=len(self.label.values) - 1)
        bottom = edge + max(_HEAD + len(rows) * _ROW, grid.height if grid is not None else 0)
        shapes += _text(below, edge, bottom + 2, self.surface.ink)
        width = beside + column + edge
        height = bottom + (len(below) * _ROW + 2 if below else 0) + edge
        return width, height, (*self._box(width, height, border), *shapes)

    def _column_width(self) -> float:
        """The width of the text beside the board: the number with its badge, and the values."""
        head = text_width(self.label.title, _TITLE, is_bold=True) + (
            _badge_width(self.label.ranks) + 6 if self.label.ranks else 0
        )
        return max([head, *(text_width(line, _TEXT, is_bold=True) for line in self.label.values)])

    def _place_notes(self, column: float, width: float, grid: Grid | None) -> tuple[list[str], list[str]]:
        """The rows beside the board and those below it: notes go below where they do not fit beside it."""
        beside = self._note_lines(column)
        rows = [*self.label.values, *beside]
        is_narrow = all(text_width(line, _TEXT, is_bold=True) <= column for line in beside)
        if grid is None or (is_narrow and _HEAD + len(rows) * _ROW <= grid.height + _ROW / 2):
            return rows, []
        return list(self.label.values), self._note_lines(width)

    def _note_lines(self, width: float) -> list[str]:
        lines = (wrap_text(note, width, _TEXT, is_bold=True, breaks_words=False) for note in self.label.notes)
        return list(chain.from_iterable(lines))

    def _head(self, x: float, y: float, width: float) -> Iterator[Shape]:
        """The number, and the badge with the order of expansion, light on dark."""
        middle = y + _HEAD / 2 - 1
        yield Label(x, middle, self.label.title, _TITLE, self.surface.ink, anchor="start", is_bold=True)
        if self.label.ranks:
            wide = _badge_width(self.label.ranks)
            yield Rectangle(x + width - wide, middle - 7.5, wide, 15, fill=self.surface.ink, radius=7.5)
            yield Label(x + width - wide / 2, middle, self.label.ranks, _BADGE, self.surface.face, is_bold=True)

    def _board_shapes(self, corner: float) -> Iterator[Shape]:
        if self.label.board is None:
            return
        tile = Surface(self.surface.face, self.theme.frame, self.surface.ink)
        theme = replace(self.theme, tile=tile) if self.label.is_muted else self.theme
        yield board_shapes(self.label.board, cell=self.cell, goal=self.goal, theme=theme, x=corner, y=corner)

    def _box(self, width: float, height: float, border: float) -> Iterator[Rectangle]:
        if self.label.is_on_path:
            ring = Surface(self.theme.paper, self.theme.path, self.theme.ink, weight=2)
            yield ring.box(0, 0, width, height, _RADIUS + _RING)
        inset = border - self.surface.weight / 2
        yield self.surface.box(inset, inset, width - 2 * inset, height - 2 * inset, _RADIUS)


def _badge_width(text: str) -> float:
    return max(text_width(text, _BADGE, is_bold=True) + 8, 15)


def _text(lines: Iterable[str], x: float, y: float, ink: str, *, strong: int = -1) -> Iterator[Label]:
    """Lines one under the other, bold from the one with this number on."""
    for place, line in enumerate(lines):
        middle = y + (place + 0.5) * _ROW
        yield Label(x, middle, line, _TEXT, ink, anchor="start", is_bold=place >= strong)
