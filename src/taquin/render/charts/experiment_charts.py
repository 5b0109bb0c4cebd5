"""Charts of an experiment: cactus plot, scatter of two methods, means by length, boxes, values against lengths.

All take plain numbers by method. Colours are Okabe and Ito's, which colour-blind readers can tell apart; methods also
differ by marker and by line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from taquin.render.charts.sheet import blank_figure, render, whole_axis
from taquin.render.drawing.theme import LIGHT

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

_COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f")
_MARKERS = "os^Dv<>"
_LINES = ("-", "--", "-.", ":")
_WIDTH, _HEIGHT = 7.5, 4.2
_LONGEST_NAME = 60
"""Characters of a method's name in a chart: a longer one would leave no room for the axes."""


def cactus(values: Mapping[str, Sequence[float]], *, measure: str, format_: str = "svg") -> bytes:
    """How many boards each method solves within a given effort: lower and further right is better."""
    points = {method: list(enumerate(sorted(found), start=1)) for method, found in values.items()}
    return _series("Boards solved by effort", points, "boards solved", measure, format_)


def scatter(
    points: Sequence[tuple[float, float]],
    *,
    first: str,
    second: str,
    measure: str,
    format_: str = "svg",
) -> bytes:
    """One point per board: above the diagonal the second method needs more."""
    first, second = _label(first), _label(second)

    def draw(axes: Axes) -> None:
        values = [value for point in points for value in point]
        axes.plot([x for x, _ in points], [y for _, y in points], **_style(0, has_line=False))
        is_log = _scale(axes, values, f"{measure}, {second}")
        if is_log:
            axes.set_xscale("log")
            _label_decades(axes.xaxis)
        if values:
            ends = [min(values), max(values)]
            axes.plot(ends, ends, color=LIGHT.muted, linewidth=1, zorder=0)
        axes.set_xlabel(f"{measure}, {first}")

    return _chart(f"{first} against {second}", draw, measure, format_, has_legend=False)


def by_length(means: Mapping[str, Sequence[tuple[int, float]]], *, measure: str, format_: str = "svg") -> bytes:
    """The mean effort of each method by optimal length."""
    return _series("Mean by optimal length", means, "optimal length", measure, format_)


def boxes(values: Mapping[str, Sequence[float]], *, measure: str, format_: str = "svg") -> bytes:
    """Quartiles and extremes of each method."""

    def draw(axes: Axes) -> None:
        axes.boxplot(
            list(values.values()),
            tick_labels=list(map(_label, values)),
            whis=(0, 100),
            medianprops={"color": _COLORS[1]},
        )
        axes.tick_params(axis="x", rotation=20 if len(values) > 2 else 0)
        _scale(axes, [value for found in values.values() for value in found], measure)

    return _chart("Median, quartiles and extremes", draw, measure, format_, has_legend=False)


def against_length(points: Mapping[str, Sequence[tuple[int, float]]], *, measure: str, format_: str = "svg") -> bytes:
    """One point per board and method: effort against the length of the solution found."""
    return _series("Effort against length", points, "length of the solution", measure, format_, has_lines=False)


def _series(
    title: str,
    series: Mapping[str, Sequence[tuple[int, float]]],
    label: str,
    measure: str,
    format_: str,
    *,
    has_lines: bool = True,
) -> bytes:
    """The points of each method over whole numbers, joined by lines or not."""

    def draw(axes: Axes) -> None:
        for index, (method, found) in enumerate(series.items()):
            axes.plot(
                [x for x, _ in found], [y for _, y in found], label=_label(method), **_style(index, has_line=has_lines)
            )
        axes.set_xlabel(label)
        whole_axis(axes.xaxis)
        _scale(axes, [value for found in series.values() for _, value in found], measure)

    return _chart(title, draw, measure, format_)


def _label(method: str) -> str:
    """The name of a method as charts show it: shortened, and without control characters, which SVG does not allow."""
    text = method if len(method) <= _LONGEST_NAME else method[: _LONGEST_NAME - 1] + "…"
    return "".join(character if character.isprintable() else " " for character in text)


def _style(index: int, *, has_line: bool) -> dict[str, Any]:
    return {
        "color": _COLORS[index % len(_COLORS)],
        "marker": _MARKERS[index % len(_MARKERS)],
        "markersize": 3.5,
        "linestyle": _LINES[index // len(_COLORS) % len(_LINES)] if has_line else "none",
        "linewidth": 1.3,
    }


def _scale(axes: Axes, values: Sequence[float], label: str) -> bool:
    """Label the vertical axis, and make it logarithmic if values differ by more than a factor of 20."""
    is_log = bool(values) and min(values) > 0 and max(values) > 20 * min(values)
    if is_log:
        axes.set_yscale("log")
        _label_decades(axes.yaxis)
    axes.set_ylabel(f"{label}{' (log scale)' if is_log else ''}")
    axes.grid(visible=True)
    return is_log


def _label_decades(axis: Axis) -> None:
    """Numbers such as 0.2 and 1,000 on a log scale: at 1, 2 and 5 times a power of ten, where they fit."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    axis.set_major_locator(LogLocator(subs=(1, 2, 5), numticks=9))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}" if value >= 1 else f"{value:g}"))
    axis.set_minor_formatter(NullFormatter())


def _chart(title: str, draw: Callable[[Axes], None], measure: str, format_: str, *, has_legend: bool = True) -> bytes:
    def plot() -> Figure:
        figure = blank_figure(_WIDTH, _HEIGHT, title=title, notes=[], theme=LIGHT)
        axes = figure.add_subplot()
        draw(axes)
        if has_legend:
            axes.legend(loc="best")
        return figure

    return render(plot, format_=format_, title=f"{title}, by {measure}", theme=LIGHT)
