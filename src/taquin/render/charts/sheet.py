"""The sheet of every chart of experiments: a figure of matplotlib in the light theme, with reproducible bytes.

Nothing here uses ``pyplot`` or a display. The user's settings of matplotlib are replaced while a chart is drawn, one
chart at a time, and restored.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from textwrap import wrap
from threading import Lock
from typing import TYPE_CHECKING

from taquin.render import formats
from taquin.render.drawing.svg import without_forbidden
from taquin.render.drawing.theme import LIGHT

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WIDTH, _HEIGHT = 7.5, 4.2  # inches, without the title
_FONT = "DejaVu Sans"  # part of matplotlib, so that a text has the same width everywhere
_SMALL = 8.5
_TITLE_SIZE = 13.0
_LETTER = 0.66  # an upper estimate of the mean width of a bold letter for a font of size 1
_LEADING = 1.5
_MARGIN = 0.14  # inches
_INCH_PIXELS = 144  # of PNG files

_drawing = Lock()  # matplotlib's settings belong to the whole process


def chart(
    title: str, draw: Callable[[Axes], None], *, measure: str, format_: str = "svg", has_legend: bool = True
) -> bytes:
    """A file with this title above the axes that ``draw`` fills.

    Title and measure are the text alternative for screen readers.
    """
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine
    from matplotlib.style import context
    from matplotlib.text import Text

    lines = wrap(title, int((_WIDTH - 2 * _MARGIN) * 72 / (_LETTER * _TITLE_SIZE)))
    leading = _TITLE_SIZE * _LEADING / 72
    top = _MARGIN + len(lines) * leading
    height = _HEIGHT + top
    file = io.BytesIO()
    with _drawing, context(_SETTINGS, after_reset=True):
        engine = ConstrainedLayoutEngine(rect=(0, 0, 1, 1 - top / height), w_pad=_MARGIN, h_pad=_MARGIN)
        figure = Figure(figsize=(_WIDTH, height), layout=engine)
        for place, line in enumerate(lines):
            at = (_MARGIN / _WIDTH, 1 - (_MARGIN + place * leading) / height)
            figure.text(*at, line, fontsize=_TITLE_SIZE, fontweight="bold", ha="left", va="top", in_layout=False)
        axes = figure.add_subplot()
        draw(axes)
        if has_legend:
            axes.legend(loc="best")
        for text in figure.findobj(Text):
            text.set_text(without_forbidden(text.get_text()))
        left_out = formats.find(format_, formats.CHARTS).chart_facts or ()
        metadata = {"Title": without_forbidden(f"{title}, by {measure}"), **dict.fromkeys(left_out)}
        figure.savefig(file, format=format_, dpi=_INCH_PIXELS, metadata=metadata)
    if format_ != "svg":
        return file.getvalue()
    page = file.getvalue().decode("utf-8").replace(f"'{_FONT}'", LIGHT.font)  # as other pictures; they are no wider
    return page.replace("<svg ", '<svg role="img" ', 1).encode("utf-8")  # one image for screen readers


_SETTINGS = {
    "font.family": [_FONT],
    "text.color": LIGHT.ink,
    "text.parse_math": False,  # a dollar sign in a file name is not mathematics
    "figure.facecolor": LIGHT.paper,
    "savefig.facecolor": LIGHT.paper,
    "axes.facecolor": LIGHT.paper,
    "axes.edgecolor": LIGHT.edge,
    "axes.labelcolor": LIGHT.ink,
    "axes.labelsize": 9.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    **{f"{axis}tick.color": LIGHT.edge for axis in "xy"},
    **{f"{axis}tick.labelcolor": LIGHT.ink for axis in "xy"},
    **{f"{axis}tick.labelsize": _SMALL for axis in "xy"},
    "ytick.alignment": "center",
    "grid.color": LIGHT.frame,
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "legend.fontsize": _SMALL,
    "svg.fonttype": "none",
    "svg.hashsalt": "taquin",
    "pdf.fonttype": 42,
}
