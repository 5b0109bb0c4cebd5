"""Nodes of each method on one board: a bar chart on a log scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from textwrap import wrap
from typing import TYPE_CHECKING

from taquin.errors import SpecError
from taquin.puzzle.board import one_line
from taquin.puzzle.words import plural
from taquin.render.charts.sheet import LOG_ZERO, SMALL, blank_figure, count_axis, render
from taquin.render.drawing.theme import LIGHT, Theme
from taquin.run.result import Quality, Result, Status
from taquin.solving.spec_text import short_spec

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from taquin.analysis.compare import Comparison

_WIDTH = 8.5
_ROW = 0.3  # inches
_GAP = 0.45  # of a row, between two algorithms
_LONG = 16  # rows: a chart of more has its axis above it too
_LONGEST_NAME = 40  # letters in a line
_LONGEST_BOARD = 60


@dataclass(frozen=True, slots=True)
class Bar:
    """One method in the chart."""

    y: float  # the middle of the bar, in rows from the top
    name: str
    outcome: str
    result: Result


def methods(compared: Comparison | Sequence[Result], *, format_: str = "svg", theme: Theme = LIGHT) -> bytes:
    """Nodes generated and expanded by each method, on a log scale, and the length of its solution or why it has none.

    All results are of one problem. Bars of runs without a solution are hatched. The chart grows with the methods.
    """
    results = compared if isinstance(compared, Sequence) else [row.result for row in compared.rows]
    if not results:
        raise SpecError("there is no result to draw")
    count = "one method" if len(results) == 1 else f"{len(results)} methods"
    title = f"Nodes of {count} on one {results[0].start.shape} board"
    return render(lambda: _figure(lay_out(results), title, theme), format_=format_, title=title, theme=theme)


def lay_out(results: Sequence[Result]) -> list[Bar]:
    """A bar for each result, from the top, with a gap where another algorithm begins."""
    best = min((result.length for result in results if result.length is not None), default=None)
    bound = max(result.lower_bound for result in results)
    optimum = best if best is not None and best <= bound else None
    bars: list[Bar] = []
    y, before = 0.0, ""
    for result in results:
        name = _wrapped(short_spec(result.spec))
        height = 1 + 0.5 * name.count("\n")
        y += _GAP if before and before != result.algorithm else 0
        bars.append(Bar(y + height / 2, name, _outcome(result, optimum), result))
        y, before = y + height, result.algorithm
    return bars


def _wrapped(name: str) -> str:
    """A long spec on several lines, broken between its arguments; a line that is still too long is cut."""
    lines = wrap(name, _LONGEST_NAME, break_on_hyphens=False, break_long_words=False)
    half = _LONGEST_NAME // 2
    return "\n".join(line if len(line) <= _LONGEST_NAME else f"{line[:half]}…{line[-half:]}" for line in lines)


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


def _figure(bars: Sequence[Bar], title: str, theme: Theme) -> Figure:
    rows = bars[-1].y + 0.5
    figure = blank_figure(_WIDTH, rows * _ROW + 1, title=title, notes=[_note(bars[0].result)], theme=theme)
    axes = figure.add_subplot()
    for number, bar in enumerate(bars):
        _draw_bar(axes, bar, number, theme)
    axes.set_ylim(rows, 0)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    largest = max(bar.result.stats.generated for bar in bars)
    count_axis(axes, which="x", is_log=True, largest=round(1.2 * largest**1.2))  # room for the numbers
    axes.set_xlabel("nodes (log scale)")
    is_long = rows > _LONG
    if is_long:
        axes.tick_params(axis="x", which="both", top=True, labeltop=True)
        axes.spines["top"].set_visible(True)
    for upper, lower in pairwise(bars):
        if lower.y - upper.y > 1 + _GAP - 0.01 and upper.name.partition("(")[0] != lower.name.partition("(")[0]:
            axes.axhline((upper.y + lower.y) / 2, color=theme.frame, linewidth=0.6)
    _legend(axes, bars, theme, is_above_axis=is_long)
    return figure


def _draw_bar(axes: Axes, bar: Bar, number: int, theme: Theme) -> None:
    """The two bars of a method, its name to the left, its outcome to the right."""
    is_solved, stats = bar.result.is_solved, bar.result.stats
    surface = theme.home if is_solved else theme.pruned
    hatch = "" if is_solved else "///"
    for name, count, height, face, edge, width, pattern in (
        ("generated", stats.generated, 0.72, surface.face, surface.edge, 0.8, hatch),
        ("expanded", stats.expanded, 0.26, surface.edge, theme.paper, 0.6, None),
    ):
        axes.barh(
            bar.y,
            max(count - LOG_ZERO, 0),
            left=LOG_ZERO,
            height=height,
            facecolor=face,
            edgecolor=edge,
            linewidth=width,
            hatch=pattern,
            gid=f"{name}-{number}",
        )
    write = partial(axes.annotate, textcoords="offset points", va="center", fontsize=SMALL)
    write_beside = partial(write, xycoords=("axes fraction", "data"), annotation_clip=False)
    lines = bar.name.split("\n")  # one text per line: matplotlib would align the left ends of several
    for place, line in enumerate(lines):
        write_beside(line, (0, bar.y), (-5, SMALL * 1.25 * ((len(lines) - 1) / 2 - place)), ha="right")
    box = {"boxstyle": "square,pad=0.15", "facecolor": theme.paper, "edgecolor": "none", "gid": f"number-{number}"}
    write(f"{stats.generated:,}", (max(stats.generated, LOG_ZERO), bar.y), (4, 0), bbox=box)  # which hides the grid
    color, weight = (theme.ink, "normal") if is_solved else (theme.path, "bold")
    write_beside(bar.outcome, (1, bar.y), (6, 0), color=color, fontweight=weight)


def _legend(axes: Axes, bars: Sequence[Bar], theme: Theme, *, is_above_axis: bool) -> None:
    from matplotlib.patches import Patch

    home, failed = theme.home, theme.pruned
    handles = [
        Patch(facecolor=home.face, edgecolor=home.edge, label="generated"),
        Patch(facecolor=home.edge, edgecolor=theme.paper, label="expanded (thin bar)"),
    ]
    statuses = sorted({str(bar.result.status) for bar in bars if not bar.result.is_solved})
    if statuses:
        label = f"no solution: {', '.join(statuses)}"
        handles.append(Patch(facecolor=failed.face, edgecolor=failed.edge, hatch="///", label=label))
    axes.legend(
        handles=handles,
        loc="lower left",
        bbox_to_anchor=(0, 1),
        ncols=len(handles),
        borderaxespad=2.6 if is_above_axis else 0.4,
        borderpad=0,
    )
