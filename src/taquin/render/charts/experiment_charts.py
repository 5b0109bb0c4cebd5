"""Charts of an experiment: cactus plot, scatter of two methods, boxes, and series of points by method.

All take plain numbers by method. Colours are Okabe and Ito's, which colour-blind readers can tell apart; methods also
differ by marker and by line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from taquin.render.charts.sheet import chart
from taquin.render.drawing.theme import LIGHT

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

_COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f")
_MARKERS = "os^Dv<>P"  # not as many as colours, so that more than 7 methods differ in both
_LINES = ("-", "--", "-.", ":")
_LONGEST_NAME = 60  # characters of a method's name in a chart: a longer one would leave no room for the axes


def cactus(
    values: Mapping[str, Sequence[float]], *, measure: str, boards: int | None = None, format_: str = "svg"
) -> bytes:
    """How many of the boards each method solves within a given effort: lower and further right is better."""
    points = {method: list(enumerate(sorted(efforts), start=1)) for method, efforts in values.items()}
    whole = boards or max(map(len, points.values()))
    return series(
        points,
        title="Boards solved by effort",
        label=f"boards solved, of {whole:,}",
        measure=measure,
        format_=format_,
        limits=(0.5, whole + 0.5),
    )


def scatter(
    points: Sequence[tuple[float | None, float | None]], *, first: str, second: str, measure: str, format_: str = "svg"
) -> bytes:
    """One point per board: above the diagonal the second method needs more; None, not solved, is drawn at the edge."""
    first, second = _label(first), _label(second)

    def draw(axes: Axes) -> None:
        values = [value for point in points for value in point if value is not None]
        is_log = _scale(axes, values, f"{measure}, {second}")
        if is_log:
            axes.set_xscale("log")
            _label_decades(axes.xaxis)
        low, high = min(values), max(values)
        edge = high * (high / low) ** 0.08 if is_log else high + 0.08 * (high - low or high or 1)
        for index, are_solved in enumerate((True, False)):
            chosen = [(x, y) for x, y in points if (x is not None and y is not None) == are_solved]
            xs = [edge if x is None else x for x, _ in chosen]
            ys = [edge if y is None else y for _, y in chosen]
            label = "solved by both" if are_solved else "not solved by one, at the edge"
            axes.plot(xs, ys, label=label, **_style(index, has_line=False), clip_on=False)
        if any(None in point for point in points):
            for line in (axes.axhline, axes.axvline):
                line(edge, color=LIGHT.muted, linewidth=1, linestyle=":", zorder=0)
        axes.plot([low, high], [low, high], color=LIGHT.muted, linewidth=1, zorder=0)
        axes.set_xlabel(f"{measure}, {first}{' (log scale)' if is_log else ''}")

    has_legend = any(None in point for point in points)
    return chart(f"{first} against {second}", draw, measure=measure, format_=format_, has_legend=has_legend)


def boxes(values: Mapping[str, Sequence[float]], *, measure: str, format_: str = "svg") -> bytes:
    """Quartiles and extremes of each method."""

    def draw(axes: Axes) -> None:
        axes.boxplot(
            list(values.values()),
            tick_labels=list(map(_label, values)),
            whis=(0, 100),
            medianprops={"color": _COLORS[1]},
        )
        if len(values) > 2:
            for label in axes.get_xticklabels():
                label.set(rotation=25, horizontalalignment="right", rotation_mode="anchor")
        _scale(axes, [value for efforts in values.values() for value in efforts], measure)

    return chart("Median, quartiles and extremes", draw, measure=measure, format_=format_, has_legend=False)


def estimates(points: Mapping[str, Sequence[tuple[float, float]]], *, format_: str = "svg") -> bytes:
    """One point per board and heuristic: its estimate of the start against the optimal length, on the diagonal."""
    lengths = [length for pairs in points.values() for length, _ in pairs]
    return series(
        points,
        title="Estimate of the start against optimal length",
        label="optimal length h*",
        measure="estimate h",
        format_=format_,
        has_lines=False,
        diagonal=(min(lengths), max(lengths)),
    )


def quality(curves: Mapping[str, Sequence[tuple[float, float]]], *, clock: str, format_: str = "svg") -> bytes:
    """The mean quality of each method over time: best known length / length so far, 0 without a solution.

    What happens in the first millisecond is drawn at its end.
    """

    def draw(axes: Axes) -> None:
        for index, (method, points) in enumerate(curves.items()):
            style = _style(index, has_line=True) | {"marker": ""}
            xs = [max(x, 0.001) for x, _ in points]
            axes.plot(xs, [y for _, y in points], label=_label(method), **style, drawstyle="steps-post")
        axes.set_xscale("log")
        _label_decades(axes.xaxis)
        axes.set_xlabel(f"{clock} seconds (log scale)")
        axes.set_ylabel("best known length / length, mean")
        axes.set_ylim(0, 1.03)
        axes.grid(visible=True)

    return chart("Solution quality over time", draw, measure=f"{clock} seconds", format_=format_)


def series(
    points: Mapping[str, Sequence[tuple[float, float]]],
    *,
    title: str,
    label: str,
    measure: str,
    format_: str = "svg",
    has_lines: bool = True,
    limits: tuple[float, float] | None = None,
    diagonal: tuple[float, float] | None = None,
) -> bytes:
    """The points of each method over whole numbers, joined by lines or not."""

    def draw(axes: Axes) -> None:
        for index, (method, pairs) in enumerate(points.items()):
            xs, ys = [x for x, _ in pairs], [y for _, y in pairs]
            axes.plot(xs, ys, label=_label(method), **_style(index, has_line=has_lines))
        if diagonal is not None:
            axes.plot(diagonal, diagonal, color=LIGHT.muted, linewidth=1, zorder=0, label="h = h*")
        axes.set_xlabel(label)
        _number_by_whole(axes.xaxis)
        if limits is not None:
            axes.set_xlim(*limits)
        _scale(axes, [value for pairs in points.values() for _, value in pairs], measure)

    return chart(title, draw, measure=measure, format_=format_)


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


def _number_by_whole(axis: Axis) -> None:
    """A few whole numbers at the axis."""
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(integer=True, nbins=6, min_n_ticks=1, steps=[1, 2, 5, 10]))
    axis.set_major_formatter("{x:,.0f}")
