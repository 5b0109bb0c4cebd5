"""The content of a card in a search tree: a board, a number, a badge, values and notes, in a box that fits them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

from taquin.puzzle.board import Board
from taquin.render.board.picture import Grid, board_shapes
from taquin.render.drawing.shapes import Label, Rectangle, Shape, text_width, wrap_text
from taquin.render.drawing.theme import Surface, Theme

SMALL_TEXT = 10
ROW = 13.5
"""The height of a line of small text."""
_TITLE = 12
_HEAD = 17
_BADGE = 9
_PADDING = 6
_RING = 4
"""How far the second border of a node on the solution path lies outside the first."""
_RADIUS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class CardContent:
    """What a card shows, and its colours. Its size is computed when it is drawn."""

    title: str
    surface: Surface
    theme: Theme
    badge: str = ""
    board: Board | None = None
    goal: Board | None = None
    cell: float = 0
    values: tuple[str, ...] = ()
    """The last one is bold: it is the value that orders the search."""
    notes: tuple[str, ...] = ()
    has_ring: bool = False
    """Whether it has a second border, like all nodes on the solution path."""
    is_muted: bool = False
    """Whether its board is drawn in the colours of the card."""

    @property
    def has_tiles_at_home(self) -> bool:
        """Whether tiles are marked on its board."""
        pairs = zip(self.board or (), self.goal or (), strict=False)
        return any(tile == wanted != 0 for tile, wanted in pairs)

    def draw(self) -> tuple[float, float, tuple[Shape, ...]]:
        """The width, the height, and the shapes, whose upper left corner is at 0, 0."""
        border = self.surface.weight + _RING if self.has_ring else self.surface.weight / 2
        edge = border + _PADDING
        grid = None if self.board is None else Grid(self.board.shape, self.cell)
        beside = edge + (grid.width + _PADDING if grid is not None else 0)
        column = self._column_width()
        rows, below = self._place_notes(column, beside - edge + column, grid)
        shapes = [*self._board_shapes(edge), *self._head(beside, edge, column)]
        shapes += _text(rows, beside, edge + _HEAD, self.surface.ink, strong=len(self.values) - 1)
        bottom = edge + max(_HEAD + len(rows) * ROW, grid.height if grid is not None else 0)
        shapes += _text(below, edge, bottom + 2, self.surface.ink)
        width = beside + column + edge
        height = bottom + (len(below) * ROW + 2 if below else 0) + edge
        return width, height, (*self._box(width, height, border), *shapes)

    def _column_width(self) -> float:
        """The width of the text beside the board: the number with its badge, and the values."""
        head = text_width(self.title, _TITLE, is_bold=True) + (_badge_width(self.badge) + 6 if self.badge else 0)
        return max([head, *(text_width(line, SMALL_TEXT, is_bold=True) for line in self.values)])

    def _place_notes(self, column: float, width: float, grid: Grid | None) -> tuple[list[str], list[str]]:
        """The rows beside the board and those below it: notes go below where they do not fit beside it."""
        beside = self._note_lines(column)
        rows = [*self.values, *beside]
        is_narrow = all(text_width(line, SMALL_TEXT, is_bold=True) <= column for line in beside)
        if grid is None or (is_narrow and _HEAD + len(rows) * ROW <= grid.height + ROW / 2):
            return rows, []
        return list(self.values), self._note_lines(width)

    def _note_lines(self, width: float) -> list[str]:
        lines = (wrap_text(note, width, SMALL_TEXT, is_bold=True, breaks_words=False) for note in self.notes)
        return list(chain.from_iterable(lines))

    def _head(self, x: float, y: float, width: float) -> Iterator[Shape]:
        """The number, and the badge with the order of expansion, light on dark."""
        middle = y + _HEAD / 2 - 1
        yield Label(x, middle, self.title, _TITLE, self.surface.ink, anchor="start", is_bold=True)
        if self.badge:
            wide = _badge_width(self.badge)
            yield Rectangle(x + width - wide, middle - 7.5, wide, 15, fill=self.surface.ink, radius=7.5)
            yield Label(x + width - wide / 2, middle, self.badge, _BADGE, self.surface.face, is_bold=True)

    def _board_shapes(self, corner: float) -> Iterator[Shape]:
        if self.board is None:
            return
        tile = Surface(self.surface.face, self.theme.frame, self.surface.ink)
        theme = replace(self.theme, tile=tile) if self.is_muted else self.theme
        yield board_shapes(self.board, cell=self.cell, goal=self.goal, theme=theme, x=corner, y=corner)

    def _box(self, width: float, height: float, border: float) -> Iterator[Rectangle]:
        if self.has_ring:
            ring, radius = self.theme.path, _RADIUS + _RING
            yield Rectangle(
                1, 1, width - 2, height - 2, fill=self.theme.paper, stroke=ring, stroke_width=2, radius=radius
            )
        yield Rectangle(
            border,
            border,
            width - 2 * border,
            height - 2 * border,
            fill=self.surface.face,
            stroke=self.surface.edge,
            stroke_width=self.surface.weight,
            radius=_RADIUS,
            dashes=self.surface.dashes,
        )


def _badge_width(text: str) -> float:
    return max(text_width(text, _BADGE, is_bold=True) + 8, 15)


def _text(lines: Iterable[str], x: float, y: float, ink: str, *, strong: int = -1) -> Iterator[Label]:
    """Lines one under the other, bold from the one with this number on."""
    for place, line in enumerate(lines):
        middle = y + (place + 0.5) * ROW
        yield Label(x, middle, line, SMALL_TEXT, ink, anchor="start", is_bold=place >= strong)
