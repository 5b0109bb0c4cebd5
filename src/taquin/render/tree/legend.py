"""The legend of a search tree: the meaning of the signs that appear in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from taquin.render.drawing.shapes import Circle, Group, Label, Line, Rectangle, Shape, text_width
from taquin.render.drawing.theme import Surface, Theme
from taquin.render.text.reading import Formula, Reading
from taquin.render.tree.cards import Card
from taquin.render.tree.labels import Kind, surface_of
from taquin.trace.trace import Trace

_SIZE = 11
_SAMPLE = 26
_ROW = 22
_GAP = 22


@dataclass(frozen=True, slots=True)
class Entry:
    """A sign and what it means. The sign is drawn around the middle of a field that is ``_SAMPLE`` wide."""

    sign: tuple[Shape, ...]
    meaning: str

    @property
    def width(self) -> float:
        """The width of sign, space and text."""
        return _SAMPLE + 7 + text_width(self.meaning, _SIZE)


def legend(cards: Sequence[Card], trace: Trace, reading: Reading, theme: Theme, width: float) -> tuple[Group, float]:
    """The entries, short ones in columns below the long ones, within ``width``; and their height."""
    entries = list(_entries(cards, trace, reading, theme))
    long = [entry for entry in entries if 2 * entry.width + _GAP > width]
    short = [entry for entry in entries if entry not in long]
    column = max((entry.width for entry in short), default=width) + _GAP
    in_a_row = max(1, int((width + _GAP) / column))
    shapes: list[Shape] = []
    for place, entry in enumerate(long):
        shapes += _row(entry, 0, place * _ROW, theme)
    for place, entry in enumerate(short):
        shapes += _row(entry, place % in_a_row * column, (len(long) + place // in_a_row) * _ROW, theme)
    rows = len(long) - -len(short) // in_a_row
    return Group(tuple(shapes), name="legend"), rows * _ROW


def _row(entry: Entry, x: float, y: float, theme: Theme) -> Iterator[Shape]:
    middle = y + _ROW / 2
    yield Group(entry.sign, x, middle)
    yield Label(x + _SAMPLE + 7, middle, entry.meaning, _SIZE, theme.muted, anchor="start")


def _entries(cards: Sequence[Card], trace: Trace, reading: Reading, theme: Theme) -> Iterator[Entry]:
    kinds = {card.kind for card in cards}
    marks = {mark for card in cards for mark in card.marks}
    yield Entry(_word("7", theme), "node number, in order of generation")
    if any(card.letter for card in cards):
        away = ", away from the root" if len(trace.tree.roots) > 1 else ""
        yield Entry(_word("U", theme), f"move of the blank{away}: Up, Down, Left, Right")
    yield from (Entry(_word(name, theme), meaning) for name, meaning in _values(reading.formula, trace))
    if "rank" in marks:
        yield Entry(_badge("3", theme), "order of visits" if reading.is_local else "order of expansion")
    for kind, meaning in _KINDS.items():
        if kind in kinds:
            explained = "pruned: f > the bound" if kind == "pruned" and "bound" in marks else meaning(trace, reading)
            yield Entry(tuple(_box(surface_of(kind, theme))), explained)
    if any(card.is_on_path for card in cards):
        yield Entry(tuple(_path_sign(theme)), "solution path")
    if any(card.is_on_main_path and card.letter and not card.is_on_path for card in cards):
        yield Entry(
            (Line(((0, 0), (_SAMPLE, 0)), stroke=theme.ink, stroke_width=theme.thick),), "path of the local search"
        )
    if "link" in kinds or len(trace.goal_nodes) > 1:
        line = Line(((0, 0), (_SAMPLE, 0)), stroke=theme.path, stroke_width=theme.thick, dashes=(2, 5))
        yield Entry((line,), "the two searches meet")
    if "home" in marks:
        yield Entry(tuple(_home(theme)), "tile at home")


_KINDS: dict[Kind, Callable[[Trace, Reading], str]] = {
    "expanded": lambda trace, reading: "visited" if reading.is_local else "expanded",
    "frontier": lambda trace, reading: "generated, never expanded",
    "pruned": lambda trace, reading: "not taken, and why" if reading.is_local else "pruned, and why",
    "duplicate": lambda trace, reading: "duplicate: = the node that has this board",
    "goal": lambda trace, reading: "meeting" if len(trace.goal_nodes) > 1 else "goal",
    "stuck": lambda trace, reading: "where the search stopped",
}


def _values(formula: Formula, trace: Trace) -> Iterator[tuple[str, str]]:
    if formula.shows_g:
        yield "g", "moves from the root"
    if formula.weight_h:
        yield "h", f"estimated moves to the {'other root' if len(trace.tree.roots) > 1 else 'goal'}"
    if formula.weight_g and formula.weight_h:
        yield "f", formula.name.removeprefix("f ")


def _box(surface: Surface) -> Iterable[Shape]:
    yield Rectangle(
        2,
        -8,
        _SAMPLE - 4,
        16,
        fill=surface.face,
        stroke=surface.edge,
        stroke_width=surface.weight,
        radius=4,
        dashes=surface.dashes,
    )


def _path_sign(theme: Theme) -> Iterable[Shape]:
    yield Line(((0, 0), (_SAMPLE, 0)), stroke=theme.path, stroke_width=theme.thick)
    yield Rectangle(5, -8, 16, 16, fill=theme.paper, stroke=theme.path, stroke_width=1.5, radius=4)
    yield Rectangle(8, -5, 10, 10, stroke=theme.expanded.edge, stroke_width=1, radius=2)


def _home(theme: Theme) -> Iterable[Shape]:
    surface = theme.home
    yield Rectangle(5, -8, 16, 16, fill=surface.face, stroke=surface.edge, stroke_width=1, radius=2)
    yield Circle(18, -5, 1.2, fill=surface.edge)


def _badge(text: str, theme: Theme) -> tuple[Shape, ...]:
    box = Rectangle(_SAMPLE / 2 - 7.5, -7.5, 15, 15, fill=theme.expanded.ink, radius=7.5)
    return box, Label(_SAMPLE / 2, 0, text, 9, theme.expanded.face, is_bold=True)


def _word(text: str, theme: Theme) -> tuple[Shape, ...]:
    return (Label(_SAMPLE / 2, 0, text, 12, theme.ink, is_bold=True),)
