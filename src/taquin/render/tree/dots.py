"""The nodes of a large tree: dots in the colour of their value, and small boards on the solution path.

A dot has its number where there is room for numbers. What became of a node is the form of its dot: a strong border if
it was expanded; a thin or dashed one, or a smaller dot, if it was not; a diamond or a box if it was pruned.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil, floor

from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape as BoardShape
from taquin.puzzle.moves import Move
from taquin.render.board.picture import Grid, board_shapes
from taquin.render.drawing.shapes import Circle, Group, Label, Line, Shape, text_width, wrap_text
from taquin.render.drawing.theme import Surface, Theme
from taquin.render.text.layout import number
from taquin.render.text.reading import formula_of
from taquin.render.tree.cards import Card, CardMaker, Spacing
from taquin.render.tree.labels import Kind, LabelMaker, NodeLabel, surface_of
from taquin.render.tree.selection import Duplicate, Item, LeftOut, Selection
from taquin.trace.trace import Trace

NUMBER = 8.5  # the font of numbers on dots
PILL = 13.0  # the height of a dot with a number
_RING = 2.0
PATH_PILL = PILL + _RING  # the height of a dot on the solution path
_SMALL = 0.77  # the size of a dot that was not expanded, as a share of the others
_TEXT = 9.0
_LINE = 11.5
_PADDING = 3.0


@dataclass(frozen=True, slots=True)
class ColorScale:
    """Classes of values from the lowest to the highest: the least value of each, its colour, and its name."""

    lows: tuple[float, ...]
    colors: tuple[str, ...]
    names: tuple[str, ...]

    @classmethod
    def of(cls, values: Iterable[float], theme: Theme) -> ColorScale:
        """A class for every value; if there are more than the theme has colours, ranges of equal width.

        >>> from taquin.render.drawing.theme import LIGHT
        >>> ColorScale.of([14, 12, 10, 12], LIGHT).names
        ('10', '12', '14')
        >>> ColorScale.of(range(20), LIGHT).names
        ('0–2', '3–5', '6–8', '9–11', '12–14', '15–17', '18–19')
        """
        distinct = sorted(set(values))
        most = len(theme.ramp)
        if len(distinct) <= most:
            return cls(tuple(distinct), _spread(theme.ramp, len(distinct)), tuple(map(number, distinct)))
        first, last = floor(distinct[0]), ceil(distinct[-1])
        width = ceil((last + 1 - first) / most)
        lows = [low for low in range(first, last + 1, width) if any(low <= value < low + width for value in distinct)]
        highs = [min(low + width - 1, last) for low in lows]
        names = [f"{low:,}–{high:,}" if low < high else f"{low:,}" for low, high in zip(lows, highs, strict=True)]
        return cls(tuple(map(float, lows)), _spread(theme.ramp, len(lows)), tuple(names))

    def color(self, value: float) -> str:
        return self.colors[max(bisect_right(self.lows, value) - 1, 0)]


def _spread(ramp: tuple[str, ...], count: int) -> tuple[str, ...]:
    """This many colours, as different as possible."""
    if count < 2:
        return ramp[len(ramp) // 3 :][:count]
    return tuple(ramp[round(place * (len(ramp) - 1) / (count - 1))] for place in range(count))


@dataclass(frozen=True, slots=True, kw_only=True)
class DotStyle:
    """How much a picture of dots shows."""

    scale: ColorScale
    has_numbers: bool = False  # whether every dot has its number; those on the solution path always have it
    has_boards: bool = False
    """Whether the nodes of the solution path are boards; otherwise their boards are in a strip below the tree."""
    has_counts: bool = True
    """Whether the number of nodes left out stands where they are left out, not only in the caption."""
    radius: float = 4.3  # the size of a dot without number


class DotMaker(CardMaker):
    """Makes the nodes of one selection as dots."""

    def __init__(self, selection: Selection, theme: Theme, style: DotStyle) -> None:
        super().__init__(selection, theme)
        self.style = style
        gap, rise = 4 if style.has_numbers else 0.65 * style.radius, 17 if style.has_boards else 2.8 * style.radius
        self.spacing = Spacing(gap=gap, rise=rise, highest=60, letter=9, is_centred=True)

    def card(self, item: Item, where: str) -> Card:
        """A board, a dot, a small cross for a duplicate, or how many nodes are left out."""
        label = self.labels.label(item, where)
        match item:
            case LeftOut():
                return self._omission(label, item)
            case Duplicate():
                radius = self.style.radius
                return Card(replace(label, letter=""), 2 * radius, 2 * radius, tuple(cross(self.theme, radius, radius)))
            case _:
                return self._node(label, self.labels.formula.value(item.g, item.h))

    def _node(self, label: NodeLabel, value: float) -> Card:
        color = self.style.scale.color(value)
        if self.style.has_boards and label.is_on_main_path and label.board is not None:
            return self._board(label, label.board, color, value)
        if self.style.has_numbers or label.is_on_main_path:
            ring = _RING if label.is_on_path else 0
            width, height = pill_width(label.title) + ring, PILL + ring
            shapes = pill(label.kind, label.title, color, self.theme, 0, 0, is_on_path=label.is_on_path)
        else:
            radius = self.style.radius
            width, height = 2 * radius, 2 * radius * (_SMALL if label.kind == "frontier" else 1)
            shapes = dot(label.kind, color, self.theme, radius, height / 2, radius)
        return Card(replace(label, letter=""), width, height, tuple(shapes))

    def _omission(self, label: NodeLabel, left_out: LeftOut) -> Card:
        """How many nodes are left out here, or only that some are."""
        if not (self.style.has_counts or left_out.has_goal):
            return Card(label, 2, 0, ())
        text = f"+{left_out.nodes:,}{' with the goal' if left_out.has_goal else ''}"
        width = text_width(text, NUMBER)
        color = self.theme.path if left_out.has_goal else self.theme.muted
        return Card(label, width, PILL, (Label(width / 2, PILL / 2, text, NUMBER, color),))

    def _board(self, label: NodeLabel, board: Board, color: str, value: float) -> Card:
        """A board, and beside it the number on its colour, the value, and what the node is."""
        grid, edge = small_grid(board.shape), _RING + _PADDING
        texts = [f"{self.labels.formula.letter} {number(value)}", *notes(label)]
        beside = edge + grid.width + _PADDING
        width = beside + max(pill_width(label.title), *(text_width(text, _TEXT, is_bold=True) for text in texts)) + edge
        height = max(grid.height, PILL + _LINE * len(texts)) + 2 * edge
        surface = surface_of(label.kind, self.theme)
        ring = self.theme.path if label.is_on_path else surface.edge
        top, middle = (height - PILL - _LINE * len(texts)) / 2, (height - grid.height) / 2
        shapes: list[Shape] = [
            replace(surface, edge=ring, weight=_RING, dashes=()).box(0, 0, width, height, 5),
            board_shapes(board, grid, goal=self.goal, theme=self.theme, x=edge, y=middle),
            *pill(label.kind, label.title, color, self.theme, beside, top),
        ]
        for place, text in enumerate(texts):
            y = top + PILL + (place + 0.5) * _LINE
            shapes.append(Label(beside, y, text, _TEXT, surface.ink, anchor="start", is_bold=place > 0))
        return Card(label, width, height, tuple(shapes), has_home=True)


def notes(label: NodeLabel) -> list[str]:
    """What a node on the path is, in a word."""
    if label.kind == "stuck":
        return ["stuck" if label.notes and label.notes[-1].startswith("stuck") else "stopped"]
    return [note for note in label.notes if note in ("start", "goal", "meeting")]


def small_grid(shape: BoardShape) -> Grid:
    """The cells of a small board: its numbers have about 9 pixels."""
    return Grid(shape, max(15.0, 3.5 + 6.5 * len(str(shape.cells - 1))), digits=0.62)


def pill_width(title: str) -> float:
    return max(PILL, text_width(title, NUMBER) + 6)


def pill(
    kind: Kind, title: str, color: str, theme: Theme, x: float, y: float, *, is_on_path: bool = False
) -> Iterator[Shape]:
    """A dot with its number; on the solution path it has a ring."""
    weight, dashes = (_RING, ()) if is_on_path else _BORDERS[kind]
    ring = _RING if is_on_path else 0
    edge = theme.path if is_on_path else theme.ink if weight > 1 else theme.edge
    surface = Surface(color, edge, theme.ink_on(color), weight, dashes)
    width, height = pill_width(title) + ring, PILL + ring
    yield surface.box(x, y, width, height, 1.5 if kind == "pruned" and not is_on_path else PILL / 2)
    yield Label(x + width / 2, y + height / 2, title, NUMBER, surface.ink, is_bold=weight > 1)


_BORDERS: dict[Kind, tuple[float, tuple[float, ...]]] = {
    "expanded": (1.4, ()),
    "goal": (1.4, ()),
    "stuck": (1.4, ()),
    "frontier": (0.8, (2, 1.5)),
    "pruned": (0.8, (1, 1.5)),
}


def dot(kind: Kind, color: str, theme: Theme, x: float, y: float, radius: float) -> Iterator[Shape]:
    """A dot without number, around ``x``, ``y``."""
    if kind == "pruned":
        reach = radius - 0.5
        corners = ((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y))
        yield Line(corners, stroke=theme.edge, stroke_width=0.8, fill=color)
    elif kind == "frontier":
        yield Circle(x, y, _SMALL * radius - 0.4, fill=color, stroke=theme.edge, stroke_width=0.8)
    else:
        weight = 0.28 * radius
        yield Circle(x, y, radius - weight / 2, fill=color, stroke=theme.ink, stroke_width=weight)


def cross(theme: Theme, x: float, y: float) -> Iterator[Shape]:
    """The sign of a duplicate, around ``x``, ``y``."""
    for half in (2.5, -2.5):
        yield Line(((x - 2.5, y - half), (x + 2.5, y + half)), stroke=theme.duplicate.edge, stroke_width=1.2)


# The boards of the solution path, in rows below the tree: the numbers are those of the dots

_HEAD = 12.0
_LETTER = 9.0
_ARROW = 24.0
_BETWEEN_ROWS = 12.0
MOST_HEIGHT = 360.0  # of the rows below a tree
_MOST_LETTERS = 3


def path_strip(
    selection: Selection, style: DotStyle, theme: Theme, *, width: float, most_height: float = MOST_HEIGHT
) -> tuple[Group, float] | None:
    """All boards of the path that is drawn, or every second, third, … one if these are too many for the height.

    Returns the rows of boards, whose upper left corner is at 0, 0, and their height; None where there is no path.
    """
    trace, formula = selection.trace, formula_of(selection.trace.rules)
    whole = _ordered(selection)
    path = [node for node in whole if node in selection.shown]
    if not path or not trace.has_boards:
        return None
    grid = small_grid(trace.start.shape)
    labels = LabelMaker(selection)
    values = {node: formula.value(trace.tree[node].g, trace.tree[node].h) for node in path}
    texts = {node: f"{formula.letter} {number(value)}" for node, value in values.items()}
    widths = (pill_width(f"{node}") + 6 + text_width(text, _TEXT) for node, text in texts.items())
    slot = max(grid.width, *widths) + _ARROW  # notes have room below the arrow
    in_a_row = max(1, int((width + _ARROW) / slot))
    row_height = grid.height + 4 + PILL + _BETWEEN_ROWS
    room = in_a_row * max(2, int(most_height / row_height))
    step = max(1, -(-(len(path) - 1) // max(1, room - 1)))
    places = [*range(0, len(path) - 1, step), len(path) - 1]
    heading = _heading(selection, len(path) if len(path) < len(whole) else None, step)
    lines = wrap_text(heading, width, _HEAD, is_bold=True)
    shapes: list[Shape] = [
        Label(0, _HEAD * (0.5 + 1.3 * place), line, _HEAD, theme.ink, anchor="start", is_bold=True)
        for place, line in enumerate(lines)
    ]
    top = _HEAD * (0.7 + 1.3 * len(lines))
    for at, place in enumerate(places):
        x, y = at % in_a_row * slot, top + at // in_a_row * row_height
        node = path[place]
        board = trace.board(node)
        shapes.append(board_shapes(board, grid, goal=trace.goal, theme=theme, x=x, y=y))
        label, color = labels.node(trace.tree[node]), style.scale.color(values[node])
        shapes += _foot(label, texts[node], color, x, y + grid.height + 4, theme)
    for at, (place, to) in enumerate(pairwise(places)):
        x, y = at % in_a_row * slot + grid.width, top + at // in_a_row * row_height + grid.height / 2
        shapes += _arrow(x, y, slot - grid.width, _moves(trace, path[place : to + 1]), theme)
    rows = -(-len(places) // in_a_row)
    return Group(tuple(shapes), name="boards"), top + rows * row_height - _BETWEEN_ROWS


def _ordered(selection: Selection) -> list[int]:
    """The main path from the start to its end."""
    if selection.path_in_iteration:
        return list(selection.trace.node_path)
    return sorted(selection.main_path, key=selection.depths.__getitem__)


def _heading(selection: Selection, first: int | None, step: int) -> str:
    """What is shown: all boards of the path, or only the ``first``, or only some of them."""
    name = "solution path" if selection.path_in_iteration else "path of the local search"
    which = "The boards" if first is None else f"The first {first:,} boards"
    return f"{which} of the {name}" + (f", one every {step} moves" if step > 1 else "")


def _foot(label: NodeLabel, value: str, color: str, x: float, y: float, theme: Theme) -> Iterator[Shape]:
    yield from pill(label.kind, label.title, color, theme, x, y, is_on_path=label.is_on_path)
    text = " ".join([value, *(note for note in notes(label) if note != "meeting")])
    yield Label(x + pill_width(label.title) + 5, y + PILL / 2 + 1, text, _TEXT, theme.ink, anchor="start")


def _moves(trace: Trace, nodes: list[int]) -> str:
    """The letters of the moves from the first of these nodes to the last, or how many there are."""
    if len(nodes) - 1 > _MOST_LETTERS:
        return f"{len(nodes) - 1:,}"
    columns = trace.start.shape.columns
    moves = {-columns: Move.UP, columns: Move.DOWN, -1: Move.LEFT, 1: Move.RIGHT}
    blanks = [trace.board(node).blank for node in nodes]
    return "".join(moves[to - blank].letter for blank, to in pairwise(blanks))


def _arrow(x: float, y: float, width: float, text: str, theme: Theme) -> Iterator[Shape]:
    tail, tip = x + 4, x + min(width, _ARROW) - 4
    yield Line(((tail, y), (tip - 3, y)), stroke=theme.path, stroke_width=1.5)
    yield Line(((tip, y), (tip - 5, y - 3), (tip - 5, y + 3)), fill=theme.path)
    yield Label((tail + tip) / 2, y - _LETTER, text, NUMBER, theme.ink, is_bold=True)
