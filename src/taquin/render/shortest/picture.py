"""All shortest solutions as a drawing: one row of boards for each number of moves, from the start down to the goal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from taquin.analysis.solution_graph import SolutionGraph
from taquin.render.board.picture import Grid, board_shapes, legible_cell
from taquin.render.drawing.captions import MARGIN, text_block
from taquin.render.drawing.shapes import Curve, Drawing, Group, Label, Line, Point, Rectangle, Shape, text_width
from taquin.render.drawing.theme import LIGHT, Theme
from taquin.render.shortest.layered_layout import order_layers, place_layers
from taquin.render.shortest.view import MAX_STATES, View, facts, short_count, title, view_of

_NARROWEST = 560
_LINE = 1.45
_SMALL = 11
_PADDING = 6
_FOOT = 17  # the line under a board
_BETWEEN = 16  # two cards of a row
_FALL = 52  # from a row to the next
_LETTER = 15  # how far below a card the letter of a move stands
_PORT = 18  # between two moves from one card


def shortest_drawing(graph: SolutionGraph, *, max_states: int | None = MAX_STATES, theme: Theme = LIGHT) -> Drawing:
    """All shortest solutions as one graph: a row of boards for each number of moves, from the start down to the goal.

    Under each board is the number of solutions through it; a thicker line stands for more solutions. Of a graph with
    more than ``max_states`` states, those on most solutions are drawn, with a complete solution for each.
    """
    view = view_of(graph, max_states)
    lines = [*facts(view), *signs(graph)]
    rows = _Rows(view, theme)
    labels = [row_label(view, layer) for layer in range(len(view.layers))]
    left = max(text_width(text, _SMALL, is_bold=True) for label in labels for text in label) + _BETWEEN
    right = max(x + rows.width for row in rows.lefts for x in row)
    width = max(_NARROWEST, left + right)
    shift = left + (width - left - right) / 2
    head, top = text_block(title(graph), lines, width, theme)
    return Drawing(
        width=width + 2 * MARGIN,
        height=top + rows.top(graph.length) + rows.height + MARGIN,
        title=title(graph),
        description=" ".join(lines),
        shapes=(
            *head,
            Group(tuple(rows.labels(labels, shift)), MARGIN, top, name="rows"),
            Group(tuple(rows.edges()), MARGIN + shift, top, name="moves"),
            *rows.cards(MARGIN + shift, top),
        ),
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


class _Rows:
    """Where the cards of the states lie, in rows; within a row in the order of the layer, not from left to right."""

    def __init__(self, view: View, theme: Theme) -> None:
        self.view, self.theme = view, theme
        shape = view.graph.start.shape
        self.grid = Grid(shape, legible_cell(shape))
        counts = (short_count(view.through(*state)) for state in view.numbers)
        inner = max(self.grid.width, *(text_width(count, _SMALL, is_bold=True) for count in counts))
        self.width, self.height = inner + 2 * _PADDING, self.grid.height + _FOOT + 2 * _PADDING
        links = [[[to for _, to in moves] for moves in layer] for layer in view.links]
        orders = order_layers([len(row) for row in view.layers], links)
        self.lefts = place_layers(orders, links, self.width + _BETWEEN)

    def top(self, layer: int) -> float:
        return layer * (self.height + _FALL)

    def middle(self, layer: int, index: int) -> float:
        return self.lefts[layer][index] + self.width / 2

    def labels(self, labels: Sequence[tuple[str, ...]], shift: float) -> Iterator[Shape]:
        """The text beside each row, and a dotted line from there to the first card."""
        for layer, lines in enumerate(labels):
            middle = self.top(layer) + self.height / 2
            for place, line in enumerate(lines):
                y = middle + (place - (len(lines) - 1) / 2) * _SMALL * _LINE
                yield Label(0, y, line, _SMALL, self.theme.muted, anchor="start", is_bold=place == 0)
            left = max(text_width(line, _SMALL, is_bold=True) for line in lines) + _PADDING
            right = min(self.lefts[layer]) + shift - _BETWEEN / 2
            if right > left:
                yield Line(((left, middle), (right, middle)), stroke=self.theme.frame, dashes=(1, 4))

    def cards(self, x: float, y: float) -> Iterator[Group]:
        """The cards, of which the first row begins at ``x``, ``y``."""
        for layer, index in self.view.numbers:
            shapes = tuple(self._card(layer, index))
            yield Group(shapes, x + self.lefts[layer][index], y + self.top(layer), name="state")

    def _card(self, layer: int, index: int) -> Iterator[Shape]:
        graph, theme = self.view.graph, self.theme
        through = self.view.through(layer, index)
        surface = theme.goal if layer == graph.length else theme.expanded
        if through == graph.count > 1:
            yield Rectangle(-3, -3, self.width + 6, self.height + 6, stroke=theme.path, stroke_width=2, radius=9)
        yield surface.box(0, 0, self.width, self.height, 6)
        board, corner = self.view.board(layer, index), (self.width - self.grid.width) / 2
        yield board_shapes(board, self.grid, goal=graph.goal, theme=theme, x=corner, y=_PADDING)
        foot = _PADDING + self.grid.height + _FOOT / 2 + 2
        yield Label(self.width / 2, foot, short_count(through), _SMALL, surface.ink, is_bold=True)

    def edges(self) -> Iterator[Shape]:
        """The moves between each two rows: first all lines, then all letters, so that no line crosses a letter."""
        view, theme = self.view, self.theme
        letters: list[Shape] = []
        for layer, row in enumerate(view.links):
            ends, below = self._entries(layer), self.lefts[layer + 1]
            y = self.top(layer) + self.height
            for index, links in enumerate(row):
                moves = sorted(links, key=lambda link: below[link[1]])
                more = view.moves_left_out(layer, index)
                ports = self._ports(layer, index, len(moves) + (more > 0))
                for (move, to), x in zip(moves, ports, strict=False):
                    weight = 1 + 3 * (view.carried(layer, index, to) / view.graph.count)  # thicker for more solutions
                    yield _line((x, y), (ends[index, to], self.top(layer + 1)), weight, theme)
                    letters += _letter(move.letters, x, y + _LETTER, theme)
                if more:
                    x = ports[-1]  # the beginning of moves that are not shown
                    yield Line(((x, y), (x, y + 2 * _LETTER)), stroke=theme.edge, stroke_width=1, dashes=(2, 3))
                    letters += _letter(f"+{more}", x, y + _LETTER, theme, is_muted=True)
        yield from letters

    def _ports(self, layer: int, index: int, count: int) -> list[float]:
        """Where this many lines leave or enter a card, from left to right."""
        step = min(_PORT, self.width / max(count, 1))
        return [self.middle(layer, index) + (place - (count - 1) / 2) * step for place in range(count)]

    def _entries(self, layer: int) -> dict[tuple[int, int], float]:
        """The x at which the line from each card to each one of the next row ends; lines do not cross at a card."""
        above: dict[int, list[int]] = {}
        for index, links in enumerate(self.view.links[layer]):
            for _, to in links:
                above.setdefault(to, []).append(index)
        ends: dict[tuple[int, int], float] = {}
        for to, sources in above.items():
            sources.sort(key=lambda index: self.middle(layer, index))
            ports = self._ports(layer + 1, to, len(sources))
            ends |= {(index, to): x for index, x in zip(sources, ports, strict=True)}
        return ends


def _line(start: Point, end: Point, weight: float, theme: Theme) -> Curve:
    """Straight down to the letter, then over to the other card."""
    (x, y), (to_x, to_y) = start, end
    bend = (to_y - y) * 0.55
    return Curve(((x, y), (x, y + bend), (to_x, to_y - bend), (to_x, to_y)), stroke=theme.edge, stroke_width=weight)


def _letter(text: str, x: float, y: float, theme: Theme, *, is_muted: bool = False) -> tuple[Shape, ...]:
    width = max(12.0, text_width(text, _SMALL, is_bold=True) + 2)
    back = Rectangle(x - width / 2, y - 7, width, 14, fill=theme.paper, radius=4)
    return back, Label(x, y, text, _SMALL, theme.muted if is_muted else theme.ink, is_bold=True)
