"""The figure of every chart of experiments: matplotlib's ``Figure`` in the theme, with reproducible bytes.

Nothing here uses ``pyplot`` or a display. The user's settings of matplotlib are replaced while a chart is drawn, one
chart at a time, and restored.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from textwrap import wrap
from threading import Lock
from typing import TYPE_CHECKING

from taquin.render import formats
from taquin.render.drawing.svg import without_forbidden
from taquin.render.drawing.theme import Theme

if TYPE_CHECKING:
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

FONT_SIZE = 10.0
SMALL = 8.5
_FONT = "DejaVu Sans"  # part of matplotlib, so that a text has the same width everywhere
_TITLE_SIZE = 13.0
_LETTER = 0.56  # an upper estimate of the mean width of a letter for a font of size 1
_BOLD_LETTER = 0.66
_LEADING = 1.5
_MARGIN = 0.14  # inches
_INCH_PIXELS = 144  # of PNG files

_drawing = Lock()  # matplotlib's settings belong to the whole process


def render(plot: Callable[[], Figure], *, format_: str, title: str, theme: Theme) -> bytes:
    """Call ``plot`` under the settings of the theme and write its figure.

    ``title`` is the text alternative for screen readers.
    """
    from matplotlib.style import context
    from matplotlib.text import Text

    file = io.BytesIO()
    with _drawing, context(_settings(theme), after_reset=True):
        figure = plot()
        for text in figure.findobj(Text):
            text.set_text(without_forbidden(text.get_text()))
        left_out = formats.find(format_, formats.CHARTS).chart_facts or ()
        metadata = {"Title": without_forbidden(title), **dict.fromkeys(left_out)}
        figure.savefig(file, format=format_, dpi=_INCH_PIXELS, metadata=metadata)
    if format_ != "svg":
        return file.getvalue()
    page = file.getvalue().decode("utf-8").replace(f"'{_FONT}'", theme.font)  # as other pictures; they are no wider
    return page.replace("<svg ", '<svg role="img" ', 1).encode("utf-8")  # one image for screen readers


def _settings(theme: Theme) -> dict[str, object]:
    return {
        "font.family": [_FONT],
        "font.size": FONT_SIZE,
        "text.color": theme.ink,
        "text.parse_math": False,  # a dollar sign in a file name is not mathematics
        "figure.facecolor": theme.paper,
        "savefig.facecolor": theme.paper,
        "axes.facecolor": theme.paper,
        "axes.edgecolor": theme.edge,
        "axes.labelcolor": theme.ink,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "axes.titlelocation": "left",
        "axes.titlesize": 11,
        "axes.titleweight": "bold",
        "axes.titlepad": 10,
        "axes.unicode_minus": True,
        **{f"{axis}tick.color": theme.edge for axis in "xy"},
        **{f"{axis}tick.labelcolor": theme.ink for axis in "xy"},
        **{f"{axis}tick.labelsize": SMALL for axis in "xy"},
        "ytick.alignment": "center",
        "axes.labelsize": 9.5,
        "grid.color": theme.frame,
        "grid.linewidth": 0.6,
        "legend.frameon": False,
        "legend.fontsize": SMALL,
        "hatch.linewidth": 0.8,
        "svg.fonttype": "none",
        "svg.hashsalt": "taquin",
        "pdf.fonttype": 42,
    }


def blank_figure(width: float, height: float, *, title: str, notes: Sequence[str], theme: Theme) -> Figure:
    """A figure of this size in inches, plus the height of its title and notes."""
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    lines = [(line, _TITLE_SIZE, "bold", theme.ink) for line in _wrapped(title, width, _BOLD_LETTER * _TITLE_SIZE)]
    lines += [(line, SMALL, "normal", theme.muted) for note in notes for line in _wrapped(note, width, _LETTER * SMALL)]
    top = _MARGIN + sum(size * _LEADING / 72 for _, size, _, _ in lines)
    height += top
    engine = ConstrainedLayoutEngine(rect=(0, 0, 1, 1 - top / height), w_pad=_MARGIN, h_pad=_MARGIN)
    figure = Figure(figsize=(width, height), layout=engine)
    y = _MARGIN
    for line, size, weight, color in lines:
        at = (_MARGIN / width, 1 - y / height)
        figure.text(*at, line, fontsize=size, fontweight=weight, color=color, ha="left", va="top", in_layout=False)
        y += size * _LEADING / 72
    return figure


def _wrapped(text: str, width: float, letter: float) -> list[str]:
    """The lines of a text on a sheet of this many inches, with letters of this many points."""
    return wrap(text, int((width - 2 * _MARGIN) * 72 / letter))


def whole_axis(axis: Axis) -> None:
    """Number the axis by a few whole numbers."""
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(integer=True, nbins=6, min_n_ticks=1, steps=[1, 2, 5, 10]))
    axis.set_major_formatter("{x:,.0f}")
