"""Nodes of each method on many boards: a point for each board against the length of its solution, and medians."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from taquin.analysis.comparison import BoardsComparison
from taquin.errors import SpecError
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import plural
from taquin.render.charts.axes import (
    LARGE,
    LOG_ZERO,
    WIDTH,
    Axis,
    Panel,
    marker,
    method_entry,
    method_line,
    numbers_width,
    sheet,
)
from taquin.render.drawing.shapes import Drawing, Group, Shape
from taquin.render.drawing.theme import LIGHT, Theme
from taquin.solving.spec_text import short_spec

_HEIGHT = 360
_SHARE = 0.7  # of the distance between two lengths: how far the points of all methods are apart
_POINT = 2.4  # the size of a marker


@dataclass(frozen=True, slots=True)
class Series:
    """One method: the lengths and nodes of the boards that it solved, and of those that it did not."""

    name: str
    solved: tuple[tuple[int, int], ...]
    unsolved: tuple[tuple[int, int], ...]

    @property
    def medians(self) -> list[tuple[int, float]]:
        """The median number of nodes for each length."""
        lengths = sorted({length for length, _ in self.solved})
        return [(length, median(nodes for other, nodes in self.solved if other == length)) for length in lengths]


def series_of(comparison: BoardsComparison) -> list[Series]:
    """The points of each method. A board that no method solved has no length, and so no point."""
    found = []
    for name, rows in comparison.by_method.items():
        points: dict[bool, list[tuple[int, int]]] = {True: [], False: []}
        for board, row in sorted(rows.items()):
            length = comparison.length_of(board)
            if length is not None:
                points[row.result.is_solved].append((length, row.result.stats.expanded))
        found.append(Series(short_spec(name), tuple(points[True]), tuple(points[False])))
    return found


def boards(comparison: BoardsComparison, *, theme: Theme = LIGHT) -> Drawing:
    """Nodes expanded, on a log scale, against the length of the shortest solution that a method found.

    Every board has a small point for each method, hollow if the method did not solve it; larger markers joined by
    lines are the medians of the boards of one length.
    """
    methods = series_of(comparison)
    points = [point for method in methods for point in (*method.solved, *method.unsolved)]
    if not points:
        raise SpecError(f"there is nothing to draw: no method solved a {comparison.kind}")
    lengths, nodes = [length for length, _ in points], [count for _, count in points]
    y = Axis(max(min(nodes) / 1.5, LOG_ZERO), max(*nodes, 2) * 1.4, _HEIGHT - 42, 22, is_log=True)
    panel = Panel(Axis(min(lengths) - 0.6, max(lengths) + 0.6, numbers_width(y.ticks), WIDTH), y)
    shapes = panel.frame(
        theme, x_label="length of the shortest solution found (moves)", y_label="nodes expanded (log scale)"
    )
    for place, method in enumerate(methods):
        shapes.append(Group(tuple(_draw(method, place, len(methods), panel, theme)), name=f"method-{place}"))
    first = comparison.boards[0]
    size = f"{first.shape} " if isinstance(first, Problem) else ""
    title = f"Nodes of {plural(len(methods), 'method')} on {len(comparison.boards):,} {size}{comparison.kind}s"
    plot = Group(tuple(shapes))
    entries = [method_entry(place, method.name, theme) for place, method in enumerate(methods)]
    return sheet(title, _notes(comparison, methods), plot, _HEIGHT, entries, theme)


def _notes(comparison: BoardsComparison, methods: Sequence[Series]) -> list[str]:
    notes = [f"A small point is a {comparison.kind}; a large one is the median of those with the same length."]
    if any(method.unsolved for method in methods):
        notes.append("A hollow point is a run without a solution, with the nodes that it had expanded.")
    missing = sum(comparison.length_of(number) is None for number in range(1, len(comparison.boards) + 1))
    if missing:
        notes.append(f"{plural(missing, comparison.kind)} without a point: no method found a solution.")
    return notes


def _draw(method: Series, place: int, count: int, panel: Panel, theme: Theme) -> Iterator[Shape]:
    """The line of medians, and above it the points, those of each method a little beside those of the others."""
    shift = _SHARE * ((place + 0.5) / count - 0.5)
    line = [panel.at(length, max(nodes, 1)) for length, nodes in method.medians]
    if len(line) > 1:
        yield method_line(place, line, theme)
    for points, is_filled in ((method.solved, True), (method.unsolved, False)):
        for length, nodes in points:
            yield marker(place, *panel.at(length + shift, max(nodes, 1)), _POINT, theme, is_filled=is_filled)
    yield from (marker(place, x, y, LARGE, theme) for x, y in line)
