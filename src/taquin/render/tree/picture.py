"""A search tree as a drawing, the way a textbook draws it: boards, numbers, values, moves, the solution path."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum

from taquin.errors import SpecError
from taquin.puzzle.words import plural, shown
from taquin.render.drawing.captions import LINE, MARGIN, TITLE, legend, text_block
from taquin.render.drawing.paper import LEAST_SCALE, PAPERS, page_scale
from taquin.render.drawing.shapes import Drawing, Group, Label, Shape, text_width, wrap_text
from taquin.render.drawing.theme import LIGHT, Theme
from taquin.render.text.reading import formula_of
from taquin.render.tree.cards import CardMaker
from taquin.render.tree.dots import MOST_HEIGHT, ColorScale, DotMaker, DotStyle, path_strip
from taquin.render.tree.labels import caption, left_out, title
from taquin.render.tree.legend import legend_entries
from taquin.render.tree.panel import Panel, panel
from taquin.render.tree.selection import LARGE, SMALL, Cut, Focus, Selection, default_iterations, select
from taquin.trace.trace import Trace

_NARROWEST = 440  # the least width of the text, for narrow trees
_WIDEST_TITLE = 640  # a longer title is wrapped
_WIDEST = 1400  # the largest width of a row of trees, unless one tree is wider
_WIDEST_COLUMN = 714  # the width of a narrow tree with the boards of its path beside it
_NARROWEST_STRIP = 200
_BETWEEN = 32
_PAGE_WIDTH = (PAPERS["a4"][0] - 2 * 19) / LEAST_SCALE
_TWO_PAGES = 2 * (PAPERS["a4"][1] - 2 * 38) / LEAST_SCALE
_MOST_LEVELS = 40
_MOST_NUMBERS = 1000  # a tree of more nodes has no room for their numbers on a page


class NodeStyle(StrEnum):
    """How nodes are drawn."""

    AUTO = "auto"  # as boards if there are at most ``SMALL``, otherwise as dots
    BOARDS = "boards"  # as cards with a board, a number and values
    DOTS = "dots"  # as dots, coloured by the value that the search compares, with boards on the solution path alone

    @classmethod
    def named(cls, name: str) -> NodeStyle:
        """The style of this name. Raises ``SpecError`` if there is none."""
        try:
            return cls(name)
        except ValueError:
            raise SpecError(f"expected a node style ({', '.join(cls)}), found {shown(name)}") from None

    def is_dots(self, selections: Sequence[Selection]) -> bool:
        shown = sum(len(selection.shown) for selection in selections)
        return shown > 0 and (self is NodeStyle.DOTS or (self is NodeStyle.AUTO and shown > SMALL))


def legible_cut(style: NodeStyle, *, levels: int | None = None, max_nodes: int | None = None) -> Cut:
    """What is drawn by default: a tree that is legible on a page completely, a larger one around its solution path.

    As dots, and if levels or a number of nodes are given, the path and the oldest nodes of a larger tree.
    """
    is_chosen = style is NodeStyle.DOTS or levels is not None or max_nodes is not None
    return Cut(
        levels=_MOST_LEVELS if levels is None else levels,
        max_nodes=LARGE if max_nodes is None else max_nodes,
        focus=Focus.EVERYTHING if is_chosen else Focus.LEGIBLE,
        small=SMALL if style is NodeStyle.BOARDS else LARGE,
    )


def tree_drawing(
    trace: Trace,
    *,
    cut: Cut | None = None,
    iterations: Sequence[int | None] | None = None,
    node_style: NodeStyle = NodeStyle.AUTO,
    theme: Theme = LIGHT,
) -> Drawing:
    """The search tree of a recorded run. Linear in the number of nodes shown.

    Of an iterative search, ``iterations`` are drawn, counted from 1; by default the last one, or all if they are small.
    """
    chosen = default_iterations(trace, small=SMALL) if iterations is None else iterations
    selections = select(trace, legible_cut(node_style) if cut is None else cut, chosen)
    return draw_selections(selections, node_style=node_style, theme=theme)


def draw_selections(
    selections: Sequence[Selection], *, node_style: NodeStyle = NodeStyle.AUTO, theme: Theme = LIGHT
) -> Drawing:
    """The picture of what was selected of a search: a title, a caption, the trees, and a legend."""
    return arrange(selections, node_style=node_style, theme=theme)[0]


def arrange(
    selections: Sequence[Selection], *, node_style: NodeStyle = NodeStyle.AUTO, theme: Theme = LIGHT
) -> tuple[Drawing, str]:
    """The picture, and how it was changed to be legible on A4 and in a window; empty if it was not.

    A tree of boards that is too large from the top down is turned, from left to right. If that is too large too, nodes
    are dots, unless boards were asked for, with the boards of the path in rows below the tree.
    """
    if node_style.is_dots(selections):
        return _draw_dots(selections, theme), ""
    upright = _draw(selections, None, theme)
    fits = _is_legible(upright) or (len(selections) > 1 and upright.width <= _WIDEST + 2 * MARGIN)
    if fits or any(len(selection.roots) > 1 for selection in selections):
        return upright, ""
    turned = _draw(selections, None, theme, is_turned=True)
    words = "drawn from left to right, to fit a page"
    if _is_legible(turned):
        return turned, words
    if node_style is NodeStyle.AUTO and selections[0].trace.has_boards:
        return _draw_dots(selections, theme), "drawn as dots, to be legible on a page"
    return (turned, words) if upright.width > max(_WIDEST, turned.width) else (upright, "")


def _is_legible(drawing: Drawing) -> bool:
    """Whether a drawing can be read on one sheet of A4, or on two, one below the other, and so in a window."""
    return page_scale(drawing) >= LEAST_SCALE or (drawing.width <= _PAGE_WIDTH and drawing.height <= _TWO_PAGES)


def _draw_dots(selections: Sequence[Selection], theme: Theme) -> Drawing:
    """The picture with nodes as dots, and as many boards and numbers as fit on one page."""
    visible = [
        Selection(
            selection.trace, replace(selection.cut, duplicates=bool(selection.cut.duplicates)), selection.iteration
        )
        for selection in selections
    ]
    drawings = (_draw(visible, style, theme) for style in _dot_styles(visible, theme))
    best = next(drawings)
    while page_scale(best) < LEAST_SCALE and (other := next(drawings, None)) is not None:
        best = max(best, other, key=page_scale)
    return best


def _dot_styles(selections: Sequence[Selection], theme: Theme) -> Iterator[DotStyle]:
    """What a picture of dots may show, from the most to the least."""
    trace, formula = selections[0].trace, formula_of(selections[0].trace.rules)
    shown = [trace.tree[node] for selection in selections for node in selection.shown]
    scale = ColorScale.of((formula.value(node.g, node.h) for node in shown), theme)
    has_path = trace.has_boards and any(selection.main_path for selection in selections)
    for has_numbers in (True, False) if len(shown) <= _MOST_NUMBERS else (False,):
        if has_path:
            yield DotStyle(scale=scale, has_numbers=has_numbers, has_boards=True)
        yield DotStyle(scale=scale, has_numbers=has_numbers)
    for radius in (4.3, 3.6, 3.0):
        yield DotStyle(scale=scale, has_counts=False, radius=radius)


def _draw(selections: Sequence[Selection], style: DotStyle | None, theme: Theme, *, is_turned: bool = False) -> Drawing:
    """The picture with nodes as dots of a style, or as cards with boards if it is None."""
    trace = selections[0].trace
    column = max(_NARROWEST, min(_WIDEST_TITLE, text_width(title(trace), TITLE, is_bold=True)))
    panels = [_titled(selection, style, theme, is_turned=is_turned) for selection in selections if selection.shown]
    if len(selections) == 1:
        panels = [_completed(tree, selections[0], style, theme, column) for tree in panels]
    blocks = _rows(panels)
    lines = list(caption(selections))
    cards = [card for tree in panels for card in tree.cards]
    entries = list(legend_entries(cards, selections[0], style, theme)) if panels else []
    width = max([column, *(right for _, right, _ in blocks), *(entry.width for entry in entries)])
    shapes, y = text_block(title(trace), lines, width, theme)
    for group, _, height in blocks:
        shapes.append(Group(group, MARGIN, y))
        y += height + _BETWEEN
    if style is not None and not style.has_boards and not any(tree.has_boards for tree in panels):
        strips = (path_strip(selection, style, theme, width=width) for selection in selections)
        for strip, height in filter(None, strips):
            shapes.append(Group((strip,), MARGIN, y))
            y += height + _BETWEEN
    if panels:
        signs, height = legend(entries, theme, width)
        shapes.append(Group((signs,), MARGIN, y))
        y += height + MARGIN
    return Drawing(
        width=width + 2 * MARGIN,
        height=y,
        title=f"Search tree of {title(trace)}",
        description=f"{'. '.join(map(_sentence, lines))}.",
        shapes=tuple(shapes),
        font=theme.font,
        background=theme.paper,
    )


def _completed(tree: Panel, selection: Selection, style: DotStyle | None, theme: Theme, column: float) -> Panel:
    """The only tree of a picture: centred, or beside the boards of its path if it is high and narrow."""
    room = _WIDEST_COLUMN - tree.width - 2 * _BETWEEN
    is_high = tree.height > 2 * MOST_HEIGHT and room > _NARROWEST_STRIP
    if is_high and style is not None and not style.has_boards:
        strip = path_strip(selection, style, theme, width=room, most_height=tree.height)
        if strip is not None:
            shapes = (*tree.shapes, Group(strip[:1], tree.width + 2 * _BETWEEN, 0))
            return replace(tree, width=_WIDEST_COLUMN, shapes=shapes, has_boards=True)
    spare = max(column - tree.width, 0)
    heading, drawn = tree.shapes
    return replace(tree, width=tree.width + spare, shapes=(heading, Group((drawn,), spare / 2)))


def _sentence(line: str) -> str:
    return line if line.startswith("h = ") else line[:1].upper() + line[1:]


def _titled(selection: Selection, style: DotStyle | None, theme: Theme, *, is_turned: bool = False) -> Panel:
    """The tree of an iteration, centred under its title; a tree without iterations has no title."""
    maker = CardMaker(selection, theme) if style is None else DotMaker(selection, theme, style)
    drawn = panel(selection, maker, is_turned=is_turned)
    labels: list[Shape] = []
    width, y = drawn.width, 0.0
    if heading := selection.title:
        width = max(width, text_width(heading, 13, is_bold=True))
        labels.append(Label(0, 8, heading, 13, theme.ink, anchor="start", is_bold=True))
        y = 8 + 13 * LINE
        for line in (text for note in _iteration_notes(selection) for text in wrap_text(note, width, 11)):
            labels.append(Label(0, y, line, 11, theme.muted, anchor="start"))
            y += 11 * LINE
        y += 8
    tree = Group(drawn.shapes, (width - drawn.width) / 2, y, name="tree")
    return Panel(width, drawn.height + y, (Group(tuple(labels), name="iteration"), tree), drawn.cards)


def _iteration_notes(selection: Selection) -> Iterator[str]:
    """Notes on one of several iterations, which the caption of the picture does not have."""
    if len(selection.trace.tree.bounds) > 1:
        yield plural(selection.total + selection.hidden, "node")
        yield from left_out(selection)


def _rows(panels: Sequence[Panel]) -> list[tuple[tuple[Shape, ...], float, float]]:
    """The trees side by side, in rows no wider than a page where possible; each row with its width and height."""
    widest = max([_WIDEST, *(tree.width for tree in panels)])
    rows: list[tuple[tuple[Shape, ...], float, float]] = []
    for tree in panels:
        shapes, right, height = rows[-1] if rows else ((), widest, 0.0)
        if right + 2 * _BETWEEN + tree.width > widest:
            rows.append(((Group(tree.shapes),), tree.width, tree.height))
        else:
            x = right + 2 * _BETWEEN
            rows[-1] = ((*shapes, Group(tree.shapes, x, 0)), x + tree.width, max(height, tree.height))
    return rows
