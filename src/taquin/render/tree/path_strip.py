"""The boards of the solution path in rows below a tree of dots: the numbers are those of the dots."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from taquin.puzzle.moves import Move
from taquin.render.board.picture import Grid, board_shapes
from taquin.render.drawing.shapes import Group, Label, Line, Shape, text_width, wrap_text
from taquin.render.drawing.theme import Theme
from taquin.render.text.layout import number
from taquin.render.tree.dots import DIGITS, NUMBER, PILL, DotStyle, notes, pill, pill_width, small_cell
from taquin.render.tree.labels import LabelMaker, NodeLabel
from taquin.render.tree.selection import Selection
from taquin.trace.trace import Trace

_HEAD = 12.0
_TEXT = 9.0
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
    trace, formula = selection.trace, selection.reading.formula
    whole = _ordered(selection)
    path = [node for node in whole if node in selection.shown]
    if not path or not trace.has_boards:
        return None
    grid = Grid(trace.start.shape, small_cell(trace.start), DIGITS)
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
        shapes.append(board_shapes(board, cell=grid.cell, digits=DIGITS, goal=trace.goal, theme=theme, x=x, y=y))
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
    return sorted(selection.main_path, key=selection.branch.depths.__getitem__)


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
