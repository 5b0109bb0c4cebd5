"""All shortest solutions as a drawing: one row of boards for each number of moves, from the start down to the goal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from taquin.analysis.solution_graph import SolutionGraph
from taquin.render.board.picture import Grid, board_shapes, legible_cell
from taquin.render.drawing.shapes import (
    Curve,
    Drawing,
    Group,
    Label,
    Line,
    Rectangle,
    Shape,
    text_width,
    wrap_text,
)
from taquin.render.drawing.theme import LIGHT, Theme
from taquin.render.shortest.layered_layout import order_layers, place_layers
from taquin.render.shortest.view import MAX_STATES, View, facts, short_count, title, view_of

_MARGIN = 20
_NARROWEST = 560
_TITLE = 16
_TEXT = 12
_LINE = 1.45
_SMALL = 11
_PADDING = 6
_FOOT = 17  # the line under a board
_BETWEEN = 16  # two cards of a row
_FALL = 52  # from a row to the next
_LETTER = 15  # how far below a card the letter of a move stands
_PORT = 18  # between two moves from one card


@dataclass(frozen=True, slots=True)
class Card:
    """The card of a state: its upper left corner and its size."""

    layer: int
    index: int
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        """The horizontal centre."""
        return self.x + self.width / 2


def shortest_drawing(graph: SolutionGraph, *, max_states: int | None = MAX_STATES, theme: Theme = LIGHT) -> Drawing:
    """All shortest solutions as one graph: a row of boards for each number of moves, from the start down to the goal.

    Under each board is the number of solutions through it; a thicker line stands for more solutions. Of a graph with
    more than ``max_states`` states, those on most solutions are drawn, with a complete solution for each.
    """
    view = view_of(graph, max_states)
    lines = [*facts(view), *signs(graph)]
    rows = _cards(view)
    left = (
        max(text_width(text, _SMALL, is_bold=True) for layer in range(len(rows)) for text in row_label(view, layer))
        + _BETWEEN
    )
    right = max(card.x + card.width for row in rows for card in row)
    width = max(_NARROWEST, left + right)
    shift = left + (width - left - right) / 2
    head, top = _head(title(graph), lines, width, theme)
    shapes = [
        head,
        Group(tuple(_row_labels(view, rows, shift, theme)), _MARGIN, top, name="rows"),
        Group(tuple(_edges(view, rows, theme)), _MARGIN + shift, top, name="moves"),
        *(
            Group(tuple(_card(view, card, theme)), _MARGIN + shift + card.x, top + card.y, name="state")
            for row in rows
            for card in row
        ),
    ]
    return Drawing(
        width=width + 2 * _MARGIN,
        height=top + rows[-1][0].y + rows[-1][0].height + _MARGIN,
        title=title(graph),
        description=" ".join(lines),
        shapes=tuple(shapes),
        font=theme.font,
        background=theme.paper,
    )


def signs(graph: SolutionGraph) -> Iterator[str]:
    """What the signs of the picture mean, in sentences."""
    if graph.count > 1:
        yield (
            "The number under a board counts the solutions through it. Thicker lines carry more solutions; a double "
            "border marks the boards that are on all of them."
        )
    if graph.length:
        yield "Letters say where the blank goes: Up, Down, Left, Right. A dot marks a tile at home."


def row_label(view: View, layer: int) -> tuple[str, ...]:
    """The text beside a row: its number of moves, and how many of its states are shown if not all."""
    name = view.graph.metric.amount(layer) if layer else "start"
    if layer == view.graph.length:
        name = f"goal, {name}" if layer else "start and goal"
    shown, total = len(view.layers[layer]), len(view.graph.layers[layer])
    return (name,) if shown == total else (name, f"{shown:,} of {total:,} states")


def _cards(view: View) -> list[list[Card]]:
    """Every state's card, in rows; within a row in the order of the layer, not from left to right."""
    grid = Grid(view.graph.start.shape, legible_cell(view.graph.start.shape))
    counts = [short_count(view.through(layer, i)) for layer, row in enumerate(view.layers) for i in range(len(row))]
    inner = max(grid.width, *(text_width(count, _SMALL, is_bold=True) for count in counts))
    width, height = inner + 2 * _PADDING, grid.height + _FOOT + 2 * _PADDING
    links = [[[to for _, to in moves] for moves in layer] for layer in view.links]
    orders = order_layers([len(row) for row in view.layers], links)
    places = place_layers(orders, links, width + _BETWEEN)
    return [
        [Card(layer, index, x, layer * (height + _FALL), width, height) for index, x in enumerate(row)]
        for layer, row in enumerate(places)
    ]


def _head(heading: str, lines: list[str], width: float, theme: Theme) -> tuple[Group, float]:
    """Title and caption, and the top of the picture below."""
    labels: list[Shape] = []
    y = _MARGIN + _TITLE / 2
    for line in wrap_text(heading, width, _TITLE, is_bold=True):
        labels.append(Label(_MARGIN, y, line, _TITLE, theme.ink, anchor="start", is_bold=True))
        y += _TITLE * _LINE
    for line in (piece for sentence in lines for piece in wrap_text(sentence, width, _TEXT)):
        labels.append(Label(_MARGIN, y, line, _TEXT, theme.muted, anchor="start"))
        y += _TEXT * _LINE
    return Group(tuple(labels), name="caption"), y + _MARGIN


def _row_labels(view: View, rows: list[list[Card]], shift: float, theme: Theme) -> Iterator[Shape]:
    for layer, row in enumerate(rows):
        middle = row[0].y + row[0].height / 2
        lines = row_label(view, layer)
        for place, line in enumerate(lines):
            y = middle + (place - (len(lines) - 1) / 2) * _SMALL * _LINE
            yield Label(0, y, line, _SMALL, theme.muted, anchor="start", is_bold=place == 0)
        left = max(text_width(line, _SMALL, is_bold=True) for line in lines) + _PADDING
        right = min(card.x for card in row) + shift - _BETWEEN / 2
        if right > left:
            yield Line(((left, middle), (right, middle)), stroke=theme.frame, dashes=(1, 4))


def _card(view: View, card: Card, theme: Theme) -> Iterator[Shape]:
    graph = view.graph
    through = view.through(card.layer, card.index)
    surface = theme.goal if card.layer == graph.length else theme.expanded
    if through == graph.count > 1:
        ring = Rectangle(-3, -3, card.width + 6, card.height + 6, stroke=theme.path, stroke_width=2, radius=9)
        yield ring
    yield surface.box(0, 0, card.width, card.height, 6)
    board = graph.board(card.layer, view.layers[card.layer][card.index])
    grid = Grid(board.shape, legible_cell(board.shape))
    corner = (card.width - grid.width) / 2
    yield board_shapes(board, cell=grid.cell, goal=graph.goal, theme=theme, x=corner, y=_PADDING)
    foot = _PADDING + grid.height + _FOOT / 2 + 2
    yield Label(card.width / 2, foot, short_count(through), _SMALL, surface.ink, is_bold=True)


def _edges(view: View, rows: list[list[Card]], theme: Theme) -> Iterator[Shape]:
    """The moves between each two rows: first all lines, then all letters, so that no line crosses a letter."""
    letters: list[Shape] = []
    for layer, (upper, lower) in enumerate(pairwise(rows)):
        ends = _entries(view, layer, upper, lower)
        for card in upper:
            moves = sorted(view.links[layer][card.index], key=lambda link: lower[link[1]].middle)
            more = view.moves_left_out(layer, card.index)
            ports = _ports(card, len(moves) + (more > 0))
            for (move, to), x in zip(moves, ports, strict=False):
                start, end = (x, card.y + card.height), (ends[card.index, to], lower[to].y)
                yield _line(start, end, _weight(view, layer, card.index, to), theme)
                letters += _letter(move.letters, x, start[1] + _LETTER, theme)
            if more:
                yield _stub(ports[-1], card.y + card.height, theme)
                letters += _letter(f"+{more}", ports[-1], card.y + card.height + _LETTER, theme, is_muted=True)
    yield from letters


def _ports(card: Card, count: int) -> list[float]:
    """Where this many lines leave or enter a card, from left to right."""
    step = min(_PORT, card.width / max(count, 1))
    return [card.middle + (place - (count - 1) / 2) * step for place in range(count)]


def _entries(view: View, layer: int, upper: list[Card], lower: list[Card]) -> dict[tuple[int, int], float]:
    """The x at which the line from each upper card to each lower one ends; lines do not cross at a card."""
    above: dict[int, list[int]] = {}
    for card in upper:
        for _, to in view.links[layer][card.index]:
            above.setdefault(to, []).append(card.index)
    ends: dict[tuple[int, int], float] = {}
    for to, sources in above.items():
        sources.sort(key=lambda index: upper[index].middle)
        ends |= {(index, to): x for index, x in zip(sources, _ports(lower[to], len(sources)), strict=True)}
    return ends


def _weight(view: View, layer: int, index: int, to: int) -> float:
    """Thicker for more solutions: from 1 to 4."""
    return 1 + 3 * (view.carried(layer, index, to) / view.graph.count)


def _line(start: tuple[float, float], end: tuple[float, float], weight: float, theme: Theme) -> Curve:
    """Straight down to the letter, then over to the other card."""
    (x, y), (to_x, to_y) = start, end
    bend = (to_y - y) * 0.55
    return Curve(((x, y), (x, y + bend), (to_x, to_y - bend), (to_x, to_y)), stroke=theme.edge, stroke_width=weight)


def _stub(x: float, y: float, theme: Theme) -> Line:
    """The beginning of moves that are not shown."""
    return Line(((x, y), (x, y + 2 * _LETTER)), stroke=theme.edge, stroke_width=1, dashes=(2, 3))


def _letter(text: str, x: float, y: float, theme: Theme, *, is_muted: bool = False) -> tuple[Shape, ...]:
    width = max(12.0, text_width(text, _SMALL, is_bold=True) + 2)
    back = Rectangle(x - width / 2, y - 7, width, 14, fill=theme.paper, radius=4)
    return back, Label(x, y, text, _SMALL, theme.muted if is_muted else theme.ink, is_bold=True)
