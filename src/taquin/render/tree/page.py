"""What a picture of dots shows, so that it fits on one page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from taquin.render.drawing.shapes import Drawing
from taquin.render.drawing.theme import Theme
from taquin.render.text.reading import Reading
from taquin.render.tree.color_scale import ColorScale
from taquin.render.tree.dots import DotStyle
from taquin.render.tree.panel import Spacing
from taquin.render.tree.selection import Selection

LEAST_SCALE = 0.76
"""A picture that must be reduced more than this to fit on a page shows less."""

_PAGE = (1083.0, 754.0)  # A4 with margins of 5 mm, in pixels of 1/96 inch
_MOST_NUMBERS = 1000  # a tree of more nodes has no room for their numbers on a page: no need to try


def dot_styles(selections: Sequence[Selection], reading: Reading, theme: Theme) -> Iterator[DotStyle]:
    """What a picture of dots may show, from the most to the least."""
    tree = selections[0].trace.tree
    shown = [tree[node] for selection in selections for node in selection.shown]
    scale = ColorScale.of((reading.formula.value(node.g, node.h) for node in shown), theme)
    has_path = _has_boards(selections)
    for has_numbers in (True, False) if len(shown) <= _MOST_NUMBERS else (False,):
        if has_path:
            yield DotStyle(scale=scale, has_numbers=has_numbers, has_boards=True)
        yield DotStyle(scale=scale, has_numbers=has_numbers)
    for radius in (4.3, 3.6, 3.0):
        yield DotStyle(scale=scale, has_counts=False, radius=radius)


def _has_boards(selections: Sequence[Selection]) -> bool:
    """Whether there is a path whose boards can be drawn."""
    return selections[0].trace.has_boards and any(selection.main_path for selection in selections)


def dot_spacing(style: DotStyle) -> Spacing:
    """The distances between dots."""
    return Spacing(
        gap=4 if style.has_numbers else 0.65 * style.radius,
        rise=17 if style.has_boards else 2.8 * style.radius,
        highest=60,
        letter=9,
        is_centred=True,
    )


def page_scale(drawing: Drawing) -> float:
    """How much a drawing must be reduced to fit on a page of A4, upright or across; 1 if it fits as it is."""
    long, short = _PAGE
    upright = min(short / drawing.width, long / drawing.height)
    return min(1.0, max(upright, min(long / drawing.width, short / drawing.height)))
