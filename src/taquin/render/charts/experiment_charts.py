"""Charts of an experiment: cactus plot, scatter of two methods, boxes, and series of points by method.

All take plain numbers by method, and are drawn in the light theme. Methods differ by colour, marker and dashes. A
number may be None, if it is not known: its point is left out, and so is a method without points. If no method is left,
there is no chart: the functions return None.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from statistics import quantiles
from typing import TypeAlias

from taquin.render.charts.axes import (
    WIDTH,
    Axis,
    Panel,
    colors,
    marker,
    method_entry,
    method_line,
    numbers_width,
    sheet,
)
from taquin.render.drawing.captions import Entry
from taquin.render.drawing.shapes import Drawing, Group, Line, Rectangle, Shape
from taquin.render.drawing.theme import LIGHT

_HEIGHT = 360
_ENDS = _HEIGHT - 42, 22  # of the vertical axis
_POINT = 2.4  # the size of a marker
_LONGEST_NAME = 60  # characters of a method's name in a chart

Values: TypeAlias = Mapping[str, Iterable[float | None]]
Points: TypeAlias = Mapping[str, Iterable[tuple[float | None, float | None]]]


def _known_points(points: Points) -> dict[str, list[tuple[float, float]]]:
    """The points of which both numbers are known, of the methods that have such points."""
    known = {method: [(x, y) for x, y in pairs if x is not None and y is not None] for method, pairs in points.items()}
    return {method: pairs for method, pairs in known.items() if pairs}


def _known_values(values: Values) -> dict[str, list[float]]:
    known = _known_points({method: [(value, value) for value in each] for method, each in values.items()})
    return {method: [value for value, _ in pairs] for method, pairs in known.items()}


def cactus(values: Values, *, measure: str, boards: int | None = None) -> Drawing | None:
    """How many of the boards each method solves within a given effort: lower and further right is better."""
    known = _known_values(values)
    points = {method: list(enumerate(sorted(efforts), start=1)) for method, efforts in known.items()}
    whole = boards or max(map(len, points.values()), default=0)
    label = f"boards solved, of {whole:,}"
    return series(points, title="Boards solved by effort", label=label, measure=measure, limits=(0.5, whole + 0.5))


def scatter(
    points: Iterable[tuple[float | None, float | None]], *, first: str, second: str, measure: str
) -> Drawing | None:
    """One point per board: above the diagonal the second method needs more; None, not solved, is drawn at the edge."""
    points = [pair for pair in points if pair != (None, None)]
    if not points:
        return None
    first, second = _short(first), _short(second)
    y = Axis.of_values([value for point in points for value in point if value is not None], *_ENDS)
    panel = Panel(replace(y, first=numbers_width(y.ticks), last=WIDTH), y)
    low, edge = y.low, y.high
    shapes: list[Shape] = [Line((panel.at(low, low), panel.at(edge, edge)), stroke=LIGHT.muted)]
    entries: list[Entry] = []
    if any(None in point for point in points):
        corners = panel.at(low, edge), panel.at(edge, edge), panel.at(edge, low)
        shapes.append(Line(corners, stroke=LIGHT.muted, dashes=(2, 3)))
        names = "solved by both", "not solved by one, at the edge"
        entries = [method_entry(place, name, LIGHT) for place, name in enumerate(names)]
    for one, other in points:
        at = panel.at(edge if one is None else one, edge if other is None else other)
        shapes.append(marker(int(None in (one, other)), *at, _POINT, LIGHT))
    label = f"{measure}, {first}"
    return _chart(f"{first} against {second}", panel, shapes, entries, label=label, measure=f"{measure}, {second}")


def boxes(values: Values, *, measure: str) -> Drawing | None:
    """Quartiles and extremes of each method, with a marker at the median."""
    known = _known_values(values)
    if not known:
        return None
    y = Axis.of_values(list(chain.from_iterable(known.values())), *_ENDS)
    panel = Panel(Axis(0.5, len(known) + 0.5, numbers_width(y.ticks), WIDTH), y)
    half = min(24.0, 0.3 * (panel.x.at(2) - panel.x.at(1)))
    shapes: list[Shape] = []
    for place, efforts in enumerate(known.values()):
        lower, middle, upper = quantiles(efforts, n=4, method="inclusive") if len(efforts) > 1 else 3 * list(efforts)
        x, stroke = panel.x.at(place + 1), colors(LIGHT)[place % len(colors(LIGHT))]
        for extreme, quartile in ((min(efforts), lower), (max(efforts), upper)):
            end = panel.y.at(extreme)
            shapes.append(Line(((x - half / 2, end), (x + half / 2, end)), stroke=stroke))
            shapes.append(Line(((x, end), (x, panel.y.at(quartile))), stroke=stroke))
        top = panel.y.at(upper)
        shapes.append(Rectangle(x - half, top, 2 * half, panel.y.at(lower) - top, stroke=stroke))
        shapes.append(Line(((x - half, panel.y.at(middle)), (x + half, panel.y.at(middle))), stroke=stroke))
        shapes.append(marker(place, x, panel.y.at(middle), _POINT, LIGHT))
    numbers = [(float(number), str(number)) for number in range(1, len(known) + 1)]
    names = [f"{number}: {_short(method)}" for number, method in enumerate(known, start=1)]
    entries = [method_entry(place, name, LIGHT) for place, name in enumerate(names)]
    title = "Median, quartiles and extremes"
    return _chart(title, panel, shapes, entries, label="method", measure=measure, x_names=numbers)


def estimates(points: Points) -> Drawing | None:
    """One point per board and heuristic: its estimate of the start against the optimal length, on the diagonal."""
    known = _known_points(points)
    lengths = [length for pairs in known.values() for length, _ in pairs]
    return series(
        known,
        title="Estimate of the start against optimal length",
        label="optimal length h* (the line: h = h*)",
        measure="estimate h",
        has_lines=False,
        diagonal=(min(lengths, default=0), max(lengths, default=0)),
    )


def quality(curves: Points, *, clock: str) -> Drawing | None:
    """The mean quality of each method over time: best known length / length so far, 0 without a solution.

    What happens in the first millisecond is drawn at its end.
    """
    drawn = _known_points(curves)
    if not drawn:
        return None
    times = [max(seconds, 0.001) for points in drawn.values() for seconds, _ in points]
    y = Axis(0, 1.03, *_ENDS, is_whole=False)
    x = Axis(min(times) / 1.1, max(times) * 1.1, numbers_width(y.ticks), WIDTH, is_log=True, is_whole=False)
    panel = Panel(x, y)
    shapes: list[Shape] = []
    for place, points in enumerate(drawn.values()):
        known = [panel.at(max(seconds, 0.001), share) for seconds, share in points]
        corners = chain.from_iterable((here, (after, here[1])) for here, (after, _) in pairwise(known))
        shapes += [method_line(place, [*corners, known[-1]], LIGHT), marker(place, *known[-1], _POINT, LIGHT)]
    entries = [method_entry(place, _short(method), LIGHT) for place, method in enumerate(drawn)]
    measure, label = "best known length / length, mean", f"{clock} seconds"
    return _chart("Solution quality over time", panel, shapes, entries, label=label, measure=measure)


def series(
    points: Points,
    *,
    title: str,
    label: str,
    measure: str,
    has_lines: bool = True,
    limits: tuple[float, float] | None = None,
    diagonal: tuple[float, float] | None = None,
) -> Drawing | None:
    """The points of each method over whole numbers, joined by lines or not."""
    known = _known_points(points)
    if not known:
        return None
    places = [x for pairs in known.values() for x, _ in pairs]
    y = Axis.of_values([value for pairs in known.values() for _, value in pairs] + list(diagonal or ()), *_ENDS)
    low, high = limits or (min(places) - 0.5, max(places) + 0.5)
    panel = Panel(Axis(low, high, numbers_width(y.ticks), WIDTH), y)
    shapes: list[Shape] = []
    entries = [method_entry(place, _short(method), LIGHT) for place, method in enumerate(known)]
    if diagonal is not None:
        shapes.append(Line(tuple(panel.at(value, value) for value in diagonal), stroke=LIGHT.muted))
    for place, pairs in enumerate(known.values()):
        drawn = [panel.at(*pair) for pair in pairs]
        if has_lines and len(drawn) > 1:
            shapes.append(method_line(place, drawn, LIGHT))
        shapes += [marker(place, *point, _POINT, LIGHT) for point in drawn]
    return _chart(title, panel, shapes, entries, label=label, measure=measure)


def _chart(
    title: str,
    panel: Panel,
    shapes: Sequence[Shape],
    entries: Sequence[Entry],
    *,
    label: str,
    measure: str,
    x_names: Sequence[tuple[float, str]] = (),
) -> Drawing:
    """The sheet: the panel with its shapes, the horizontal axis with this label, the vertical one with the measure."""
    labels = [f"{name}{' (log scale)' if axis.is_log else ''}" for name, axis in ((label, panel.x), (measure, panel.y))]
    frame = panel.frame(LIGHT, x_label=labels[0], y_label=labels[1], x_names=x_names)
    drawing = sheet(title, [], Group((*frame, *shapes)), _HEIGHT, entries, LIGHT)
    return replace(drawing, description=f"{title}, by {measure}.")


def _short(method: str) -> str:
    return method if len(method) <= _LONGEST_NAME else method[: _LONGEST_NAME - 1] + "…"
