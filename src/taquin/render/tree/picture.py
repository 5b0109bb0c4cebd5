"""A search tree as a drawing, the way a textbook draws it: boards, numbers, values, moves, the solution path."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from taquin.render.drawing.shapes import Drawing, Group, Label, Shape, text_width
from taquin.render.drawing.theme import LIGHT, Theme
from taquin.render.text.reading import Reading, reading_of
from taquin.render.tree.caption import caption, left_out, plural, round_title, title
from taquin.render.tree.card_content import wrapped
from taquin.render.tree.legend import legend
from taquin.render.tree.panel import Panel, panel
from taquin.render.tree.selection import SMALL, Cut, Focus, Selection, default_rounds, select
from taquin.trace.trace import Trace

_MARGIN = 20
_NARROWEST = 440
"""The least width of the text, for narrow trees."""
_WIDEST_TITLE = 640
"""A longer title is wrapped."""
_WIDEST = 1400
"""The largest width of a row of trees, unless one tree is wider."""
_TITLE = 16
_TEXT = 12
_LINE = 1.4
_BETWEEN = 32

LEGIBLE = Cut(levels=40, max_nodes=200, focus=Focus.LEGIBLE)
"""The default: a small tree is shown completely, a large one around its solution path."""


def tree_drawing(
    trace: Trace, *, cut: Cut = LEGIBLE, rounds: Sequence[int | None] | None = None, theme: Theme = LIGHT
) -> Drawing:
    """The picture of a search; ``render.svg.tree`` explains the options."""
    reading = reading_of(trace)
    chosen = default_rounds(trace, small=SMALL) if rounds is None else rounds
    return draw_selections(select(trace, reading, cut, chosen), reading, theme=theme)


def draw_selections(selections: Sequence[Selection], reading: Reading, *, theme: Theme = LIGHT) -> Drawing:
    """The picture of what was selected of a search: a title, a caption, the trees, and a legend."""
    trace = selections[0].trace
    column = max(_NARROWEST, min(_WIDEST_TITLE, text_width(title(trace), _TITLE, is_bold=True)))
    panels = [_titled(each, reading, theme, column if len(selections) == 1 else 0) for each in selections if each.shown]
    blocks = _rows(panels)
    lines = list(caption(selections, reading))
    width = max([column, *(right for _, right, _ in blocks)])
    shapes, y = _text_block(title(trace), lines, width, theme)
    for group, _, height in blocks:
        shapes.append(Group(group, _MARGIN, y))
        y += height + _BETWEEN
    if panels:
        cards = [card for each in panels for card in each.cards]
        signs, height = legend(cards, trace, reading, theme, width)
        shapes.append(Group((signs,), _MARGIN, y))
        y += height + _MARGIN
    return Drawing(
        width=width + 2 * _MARGIN,
        height=y,
        title=f"Search tree of {title(trace)}",
        description=f"{'. '.join(map(_sentence, lines))}.",
        shapes=tuple(shapes),
        font=theme.font,
        background=theme.paper,
    )


def _sentence(line: str) -> str:
    return line[:1].upper() + line[1:]


def _text_block(heading: str, lines: Sequence[str], width: float, theme: Theme) -> tuple[list[Shape], float]:
    """The title and the caption; the height that they take, with the space below."""
    labels: list[Shape] = []
    y = float(_MARGIN)
    for line in wrapped(heading, _TITLE, width, is_bold=True):
        labels.append(Label(_MARGIN, y + _TITLE / 2, line, _TITLE, theme.ink, anchor="start", is_bold=True))
        y += _TITLE * _LINE
    for text in lines:
        for line in wrapped(text, _TEXT, width):
            labels.append(Label(_MARGIN, y + _TEXT / 2, line, _TEXT, theme.muted, anchor="start"))
            y += _TEXT * _LINE
    return [Group(tuple(labels), name="caption")], y + _MARGIN


def _titled(selection: Selection, reading: Reading, theme: Theme, narrowest: float) -> Panel:
    """The tree of a round, centred under its title; a tree without rounds has no title."""
    drawn = panel(selection, reading, theme)
    iteration = selection.branch.iteration
    labels: list[Shape] = []
    width, y = max(drawn.width, narrowest), 0.0
    if iteration is not None:
        heading = round_title(selection.trace, reading, iteration)
        width = max(width, text_width(heading, 13, is_bold=True))
        labels.append(Label(0, 8, heading, 13, theme.ink, anchor="start", is_bold=True))
        y = 8 + 13 * _LINE
        for line in (text for note in _round_notes(selection) for text in wrapped(note, 11, width)):
            labels.append(Label(0, y, line, 11, theme.muted, anchor="start"))
            y += 11 * _LINE
        y += 8
    tree = Group(drawn.shapes, (width - drawn.width) / 2, y, name="tree")
    return Panel(width, drawn.height + y, (Group(tuple(labels), name="round"), tree), drawn.cards)


def _round_notes(selection: Selection) -> Iterator[str]:
    """Notes on one of several rounds, which the caption of the picture does not have."""
    if len(selection.trace.tree.bounds) > 1:
        yield plural(selection.total + selection.branch.hidden, "node")
        yield from left_out(selection)


def _rows(panels: Sequence[Panel]) -> list[tuple[tuple[Shape, ...], float, float]]:
    """The trees side by side, in rows no wider than a page where possible; each row with its width and height."""
    widest = max([_WIDEST, *(each.width for each in panels)])
    rows: list[tuple[tuple[Shape, ...], float, float]] = []
    for each in panels:
        shapes, right, height = rows[-1] if rows else ((), widest, 0.0)
        if right + 2 * _BETWEEN + each.width > widest:
            rows.append(((Group(each.shapes),), each.width, each.height))
        else:
            x = right + 2 * _BETWEEN
            rows[-1] = ((*shapes, Group(each.shapes, x, 0)), x + each.width, max(height, each.height))
    return rows
