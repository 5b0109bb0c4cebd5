"""The cards of a drawn search tree: a node with its board and values, a duplicate, or a number of nodes left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from taquin.puzzle.board import Board
from taquin.render.board.picture import Grid, board_shapes, legible_cell
from taquin.render.drawing.shapes import Label, Line, Rectangle, Shape, text_width, wrap_text
from taquin.render.drawing.theme import Surface, Theme
from taquin.render.tree.labels import LabelMaker, NodeLabel, surface_of
from taquin.render.tree.selection import Item, Selection

_TEXT = 10
_ROW = 13.5
_TITLE = 12
_HEAD = 17
_BADGE = 9
_BLANK_ROW = 21  # high enough for a number written by hand
_BLANK_COLUMN = 40
_BARE = 20  # the column of a card that shows only its number: wide enough to be touched
_WIDEST_NOTE = 110
_PADDING = 6
_RING = 4  # how far the second border of a node on the solution path lies outside the first
_RADIUS = 6


class Blank(NamedTuple):
    """Where the reader of an exercise writes a value, relative to the upper left corner of the card."""

    name: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Card:
    """A node in the drawn tree. ``shapes`` are relative to its upper left corner."""

    label: NodeLabel
    width: float
    height: float
    shapes: tuple[Shape, ...]
    has_home: bool = False  # whether tiles at home are marked on its board
    blanks: tuple[Blank, ...] = ()


LINK = Card(NodeLabel(kind="link", title="", name=""), 2, 0, ())
"""Keeps a column free for the line between the two nodes where two searches met."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spacing:
    """The distances between the cards of a tree."""

    gap: float  # between cards of one level
    rise: float  # between levels, at least
    highest: float  # between levels, at most
    letter: float  # the font of the moves on the edges
    is_centred: bool = False  # whether the cards of a level have their middles on one line, not their upper sides


WIDE = Spacing(gap=14, rise=34, highest=110, letter=11)  # for cards with boards


class CardMaker:
    """Makes the cards of one selection."""

    def __init__(self, selection: Selection, theme: Theme) -> None:
        self.labels, self.theme, self.spacing = LabelMaker(selection), theme, WIDE
        self.goal: Board | None = selection.trace.goal if selection.trace.has_boards else None

    def card(self, item: Item, where: str) -> Card:
        """The card of an item; ``where`` is the direction from a card to its children."""
        label = self.labels.label(item, where)
        return _omission(label, self.theme) if label.kind == "omission" else node_card(label, self.theme, self.goal)


def _omission(label: NodeLabel, theme: Theme) -> Card:
    lines = label.notes
    width = max(text_width(line, _TEXT) for line in lines)
    labels = [
        Label(width / 2, (place + 0.5) * _ROW, line, _TEXT, theme.path if place > 1 else theme.muted)
        for place, line in enumerate(lines)
    ]
    return Card(label, width, len(lines) * _ROW, tuple(labels))


def node_card(label: NodeLabel, theme: Theme, goal: Board | None = None) -> Card:
    """A board, a number, a badge, values, blanks and notes, in a box that fits them; tiles at home are marked."""
    surface = surface_of(label.kind, theme)
    border = surface.weight + _RING if label.is_on_path else surface.weight / 2
    edge = border + _PADDING
    grid = None if label.board is None else Grid(label.board.shape, legible_cell(label.board.shape) - 3)
    beside = edge + (grid.width + _PADDING if grid is not None else 0)
    column = _column_width(label)
    rows, below = _place_notes(label, column, beside - edge + column, grid)
    shapes: list[Shape] = []
    has_home = False
    if label.board is not None and grid is not None:
        home, tiles = goal, theme
        if label.is_muted:
            home, tiles = None, replace(theme, tile=Surface(surface.face, theme.frame, surface.ink))
        shapes.append(board_shapes(label.board, grid, goal=home, theme=tiles, x=edge, y=edge))
        has_home = home is not None and any(a == b != 0 for a, b in zip(label.board, home, strict=True))
    shapes += _head(label, surface, beside, edge, column)
    strong = len(rows) if label.is_exercise else len(label.values) - 1
    shapes += _text(rows, beside, edge + _HEAD, surface.ink, strong=strong)
    foot = edge + _HEAD + len(rows) * _ROW
    blanks = tuple(_place_blanks(label, beside, foot, column))
    for blank in blanks:
        middle = blank.y + blank.height / 2
        shapes.append(Label(beside, middle, blank.name, _TEXT, surface.ink, anchor="start"))
        ends = ((blank.x, blank.y + blank.height - 5), (blank.x + blank.width, blank.y + blank.height - 5))
        shapes.append(Line(ends, stroke=theme.ink, stroke_width=theme.thin))
    bottom = max(foot + len(blanks) * _BLANK_ROW, edge + (grid.height if grid is not None else 0))
    shapes += _text(below, edge, bottom + 2, surface.ink)
    width = beside + column + edge
    height = bottom + (len(below) * _ROW + 2 if below else 0) + edge
    box = _box(label, surface, width, height, border, theme)
    return Card(label, width, height, (*box, *shapes), has_home=has_home, blanks=blanks)


def _box(
    label: NodeLabel, surface: Surface, width: float, height: float, border: float, theme: Theme
) -> Iterator[Rectangle]:
    if label.is_on_path:
        ring = Surface(theme.paper, theme.path, theme.ink, weight=2)
        yield ring.box(0, 0, width, height, _RADIUS + _RING)
    inset = border - surface.weight / 2
    yield surface.box(inset, inset, width - 2 * inset, height - 2 * inset, _RADIUS)


def _place_blanks(label: NodeLabel, x: float, y: float, width: float) -> Iterator[Blank]:
    """A line to write on for each blank, in rows below the values."""
    for place, name in enumerate(label.blanks):
        start = text_width(f"{name} ", _TEXT) + 2
        yield Blank(name, x + start, y + place * _BLANK_ROW, width - start, _BLANK_ROW)


def _column_width(label: NodeLabel) -> float:
    """The width of the text beside the board: the number with its badge, and the values."""
    badge = _badge_width(label.ranks) + 6 if label.ranks else 0
    head = text_width(label.title, _TITLE, is_bold=True) + badge
    least = _BLANK_COLUMN if label.blanks else _BARE if label.is_bare else 0
    lines = [text_width(line, _TEXT, is_bold=True) for line in label.values]
    if label.board is None:  # its notes are below its values
        lines += [min(text_width(line, _TEXT, is_bold=True), _WIDEST_NOTE) for line in label.notes]
    return max([head, least, *lines])


def _place_notes(label: NodeLabel, column: float, width: float, grid: Grid | None) -> tuple[list[str], list[str]]:
    """The rows beside the board and those below it: notes go below where they do not fit beside it."""
    beside, below = (
        [line for note in label.notes for line in wrap_text(note, room, _TEXT, is_bold=True, breaks_words=False)]
        for room in (column, width)
    )
    rows = [*label.values, *beside]
    is_narrow = all(text_width(line, _TEXT, is_bold=True) <= column for line in beside)
    if grid is None or (is_narrow and _HEAD + len(rows) * _ROW <= grid.height + _ROW / 2):
        return rows, []
    return list(label.values), below


def _head(label: NodeLabel, surface: Surface, x: float, y: float, width: float) -> Iterator[Shape]:
    """The number, and the badge with the order of expansion, light on dark."""
    middle = y + _HEAD / 2 - 1
    if label.is_bare:
        yield Label(x + width / 2, middle, label.title, _TITLE, surface.ink, is_bold=True)
        return
    yield Label(x, middle, label.title, _TITLE, surface.ink, anchor="start", is_bold=True)
    if label.ranks:
        wide = _badge_width(label.ranks)
        yield Rectangle(x + width - wide, middle - 7.5, wide, 15, fill=surface.ink, radius=7.5)
        yield Label(x + width - wide / 2, middle, label.ranks, _BADGE, surface.face, is_bold=True)


def _badge_width(text: str) -> float:
    return max(text_width(text, _BADGE, is_bold=True) + 8, 15)


def _text(lines: Iterable[str], x: float, y: float, ink: str, *, strong: int = -1) -> Iterator[Label]:
    """Lines one under the other, bold from the one with this number on."""
    for place, line in enumerate(lines):
        middle = y + (place + 0.5) * _ROW
        yield Label(x, middle, line, _TEXT, ink, anchor="start", is_bold=place >= strong)
