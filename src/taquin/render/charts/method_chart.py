"""Nodes of each method on one board: a bar chart on a log scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from textwrap import wrap

from taquin.analysis.comparison import Comparison
from taquin.errors import SpecError
from taquin.puzzle.board import one_line
from taquin.puzzle.words import plural
from taquin.render.charts.axes import LOG_ZERO, WIDTH, Axis, sheet
from taquin.render.drawing.captions import SIZE, Entry
from taquin.render.drawing.shapes import Drawing, Group, Label, Line, Rectangle, Shape, text_width
from taquin.render.drawing.theme import LIGHT, Theme
from taquin.run.result import Quality, Result, Status
from taquin.solving.spec_text import short_spec

_ROW = 26
_LINE = 14  # of a name with several
_GAP = 10  # between two algorithms
_LONG = 400  # a chart that is higher has its axis above it too
_LONGEST_NAME = 40  # letters in a line
_LONGEST_BOARD = 60


@dataclass(frozen=True, slots=True)
class Bar:
    """One method in the chart."""

    y: float  # the middle of the bar
    lines: tuple[str, ...]  # its name
    outcome: str
    result: Result

    @property
    def bottom(self) -> float:
        return self.y + _height(self.lines) / 2


def _height(lines: Sequence[str]) -> float:
    return _ROW + _LINE * (len(lines) - 1)


def methods(compared: Comparison | Sequence[Result], *, theme: Theme = LIGHT) -> Drawing:
    """Nodes generated and expanded by each method, on a log scale, and the length of its solution or why it has none.

    All results are of one problem. Bars of runs without a solution have dashed borders. The chart grows with the
    methods.
    """
    results = compared if isinstance(compared, Sequence) else [row.result for row in compared.rows]
    if not results:
        raise SpecError("there is no result to draw")
    count = "one method" if len(results) == 1 else f"{len(results)} methods"
    title = f"Nodes of {count} on one {results[0].start.shape} board"
    bars = lay_out(results)
    plot, height = _plot(bars, theme)
    return sheet(title, [_note(results[0])], plot, height, list(_entries(bars, theme)), theme)


def lay_out(results: Sequence[Result]) -> list[Bar]:
    """A bar for each result, from the top, with a gap where another algorithm begins."""
    best = min((result.length for result in results if result.length is not None), default=None)
    bound = max(result.lower_bound for result in results)
    optimum = best if best is not None and best <= bound else None
    bars: list[Bar] = []
    y, before = 0.0, ""
    for result in results:
        lines = _wrapped(short_spec(result.spec))
        y += _GAP if before and before != result.algorithm else 0
        bars.append(Bar(y + _height(lines) / 2, lines, _outcome(result, optimum), result))
        y, before = y + _height(lines), result.algorithm
    return bars


def _wrapped(name: str) -> tuple[str, ...]:
    """A long spec on several lines, broken between its arguments; a line that is still too long is cut."""
    lines = wrap(name, _LONGEST_NAME, break_on_hyphens=False, break_long_words=False)
    half = _LONGEST_NAME // 2
    return tuple(line if len(line) <= _LONGEST_NAME else f"{line[:half]}…{line[-half:]}" for line in lines)


def _outcome(result: Result, optimum: int | None) -> str:
    if result.length is None:
        is_bounded = result.status in (Status.LIMIT, Status.EXHAUSTED)
        return f"{result.status}, ≥ {result.lower_bound:,}" if is_bounded else str(result.status)
    moves = plural(result.length, "move")
    if result.quality is Quality.OPTIMAL:
        return f"{moves}, proven"
    if optimum is None or result.length == optimum:
        return moves
    return f"{moves} (+{result.length - optimum:,})"


def _note(result: Result) -> str:
    start, goal = one_line(result.start), one_line(result.goal)
    boards = f"From {start} to {goal}. " if len(start) <= _LONGEST_BOARD else ""
    return (
        f"{boards}Right: the length of the solution; “proven” if the method proved it optimal, +N if it is N moves "
        "longer than optimal; ≥ N is the lower bound where a limit stopped the run."
    )


def _plot(bars: Sequence[Bar], theme: Theme) -> tuple[Group, float]:
    """The bars with their axis, and their height."""
    left = max(text_width(line, SIZE) for bar in bars for line in bar.lines) + 8
    right = WIDTH - max(text_width(bar.outcome, SIZE, is_bold=not bar.result.is_solved) for bar in bars) - 8
    largest = max(bar.result.stats.generated for bar in bars)
    room = text_width(f"{largest:,}", SIZE) + 14  # for the number after the longest bar
    axis = Axis(LOG_ZERO, max(largest, 10), left, right - room, is_log=True)
    is_long = bars[-1].bottom > _LONG
    top = 38.0 if is_long else 4.0
    bottom = top + bars[-1].bottom
    shapes: list[Shape] = []
    for tick in axis.ticks:
        x = axis.at(tick)
        shapes.append(Line(((x, top), (x, bottom)), stroke=theme.frame, stroke_width=0.6))
        shapes += [
            Label(x, y, f"{tick:,}", SIZE, theme.ink) for y in ([top - 10, bottom + 12] if is_long else [bottom + 12])
        ]
    for upper, lower in pairwise(bars):
        if upper.result.algorithm != lower.result.algorithm:
            y = top + upper.bottom + _GAP / 2
            shapes.append(Line(((0, y), (WIDTH, y)), stroke=theme.frame, stroke_width=0.6))
    shapes.append(Label((left + right) / 2, bottom + 30, "nodes (log scale)", SIZE, theme.ink))
    for number, bar in enumerate(bars):
        shapes.append(Group(tuple(_draw_bar(bar, axis, right, theme)), y=top, name=f"bar-{number}"))
    return Group(tuple(shapes)), bottom + 38


def _draw_bar(bar: Bar, axis: Axis, right: float, theme: Theme) -> Iterator[Shape]:
    """The two bars of a method, its name to the left, its outcome to the right."""
    is_solved, stats = bar.result.is_solved, bar.result.stats
    surface = theme.home if is_solved else theme.pruned
    end = axis.first
    if stats.generated:
        end = axis.at(stats.generated)
        yield surface.outline(axis.first, bar.y - 9, end - axis.first, 18, 0)
    if stats.expanded:
        yield Rectangle(axis.first, bar.y - 3.5, axis.at(stats.expanded) - axis.first, 7, fill=surface.edge)
    for place, line in enumerate(bar.lines):
        y = bar.y + _LINE * (place - (len(bar.lines) - 1) / 2)
        yield Label(axis.first - 8, y, line, SIZE, theme.ink, anchor="end")
    number = f"{stats.generated:,}"
    yield Rectangle(end + 3, bar.y - 7, text_width(number, SIZE) + 6, 14, fill=theme.paper)  # hides the grid
    yield Label(end + 6, bar.y, number, SIZE, theme.ink, anchor="start")
    color = theme.ink if is_solved else theme.path
    yield Label(right + 8, bar.y, bar.outcome, SIZE, color, anchor="start", is_bold=not is_solved)


def _entries(bars: Sequence[Bar], theme: Theme) -> Iterator[Entry]:
    home, failed = theme.home, theme.pruned
    yield Entry((home.outline(2, -8, 22, 16, 0),), "generated")
    yield Entry((Rectangle(2, -3.5, 22, 7, fill=home.edge),), "expanded (thin bar)")
    statuses = sorted({str(bar.result.status) for bar in bars if not bar.result.is_solved})
    if statuses:
        yield Entry((failed.outline(2, -8, 22, 16, 0),), f"no solution: {', '.join(statuses)}")
