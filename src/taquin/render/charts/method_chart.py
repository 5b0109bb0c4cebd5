"""Nodes of each method on one board: a bar chart on a log scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from textwrap import wrap
from typing import TYPE_CHECKING

from taquin.puzzle.board import one_line
from taquin.puzzle.words import plural
from taquin.render.charts.sheet import LOG_ZERO, SMALL, blank_figure, count_axis, render
from taquin.render.drawing.theme import LIGHT, Theme
from taquin.run.result import Quality, Result, Status
from taquin.solving.spec_text import short_spec

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_WIDTH = 8.5
_ROW = 0.3  # inches
_GAP = 0.45  # of a row, between two algorithms
_LONG = 16  # rows: a chart of more has its axis above it too
_LONGEST_NAME = 40  # letters in a line
_LONGEST_BOARD = 60


@dataclass(frozen=True, slots=True)
class Bar:
    """One method in the chart: its place, its name, and its result."""

    y: float
    """The middle of the bar, in rows from the top."""
    name: str
    outcome: str
    generated: int
    expanded: int
    is_solved: bool


def methods(results: Sequence[Result], *, format_: str = "svg", theme: Theme = LIGHT) -> bytes:
    """Nodes generated and expanded by each method, on a log scale, and the length of its solution or why it has none.

    All results are of one problem. Bars of runs without a solution are hatched. The chart grows with the methods.
    """
    if not results:
        raise ValueError("expected at least one result to draw")
    bars = lay_out(results)
    return render(lambda: _figure(results, bars, theme), format_=format_, title=_title(results), theme=theme)


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
        stats = result.stats
        bars.append(
            Bar(y + height / 2, name, _outcome(result, optimum), stats.generated, stats.expanded, result.is_solved)
        )
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


def _title(results: Sequence[Result]) -> str:
    count = "one method" if len(results) == 1 else f"{len(results)} methods"
    return f"Nodes of {count} on one {results[0].start.shape} board"


def _notes(results: Sequence[Result]) -> list[str]:
    start, goal = one_line(results[0].start), one_line(results[0].goal)
    boards = f"From {start} to {goal}. " if len(start) <= _LONGEST_BOARD else ""
    right = (
        "Right: the length of the solution; “proven” if the method proved it optimal, +N if it is N moves longer than "
        "optimal; ≥ N is the lower bound where a limit stopped the run."
    )
    return [boards + right]


def _figure(results: Sequence[Result], bars: Sequence[Bar], theme: Theme) -> Figure:
    rows = bars[-1].y + 0.5
    figure = blank_figure(_WIDTH, rows * _ROW + 1, title=_title(results), notes=_notes(results), theme=theme)
    axes = figure.add_subplot()
    _draw_bars(axes, bars, theme)
    axes.set_ylim(rows, 0)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    largest = max(bar.generated for bar in bars)
    count_axis(axes, which="x", is_log=True, largest=round(1.2 * largest**1.2))  # room for the numbers
    axes.set_xlabel("nodes (log scale)")
    is_long = rows > _LONG
    if is_long:
        axes.tick_params(axis="x", which="both", top=True, labeltop=True)
        axes.spines["top"].set_visible(True)
    for upper, lower in pairwise(bars):
        if lower.y - upper.y > 1 + _GAP - 0.01 and _key(upper) != _key(lower):
            axes.axhline((upper.y + lower.y) / 2, color=theme.frame, linewidth=0.6)
    _legend(axes, bars, results, theme, is_above_axis=is_long)
    return figure


def _key(bar: Bar) -> str:
    return bar.name.partition("(")[0]


def _draw_bars(axes: Axes, bars: Sequence[Bar], theme: Theme) -> None:
    for number, bar in enumerate(bars):
        surface = theme.home if bar.is_solved else theme.pruned
        hatch = "" if bar.is_solved else "///"
        for name, count, height, face, edge, width, pattern in (
            ("generated", bar.generated, 0.72, surface.face, surface.edge, 0.8, hatch),
            ("expanded", bar.expanded, 0.26, surface.edge, theme.paper, 0.6, None),
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
        _draw_name(axes, bar)
        at = (max(bar.generated, LOG_ZERO), bar.y)
        axes.annotate(
            f"{bar.generated:,}",
            at,
            (4, 0),
            textcoords="offset points",
            va="center",
            fontsize=SMALL,
            bbox={  # hides the grid
                "boxstyle": "square,pad=0.15",
                "facecolor": theme.paper,
                "edgecolor": "none",
                "gid": f"number-{number}",
            },
        )
        axes.annotate(
            bar.outcome,
            (1, bar.y),
            (6, 0),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            va="center",
            fontsize=SMALL,
            color=theme.ink if bar.is_solved else theme.path,
            fontweight="normal" if bar.is_solved else "bold",
            annotation_clip=False,
        )


def _draw_name(axes: Axes, bar: Bar) -> None:
    """The name of a bar, one text per line: matplotlib would align the left ends of a text of several lines."""
    lines = bar.name.split("\n")
    for number, line in enumerate(lines):
        axes.annotate(
            line,
            (0, bar.y),
            (-5, SMALL * 1.25 * ((len(lines) - 1) / 2 - number)),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            ha="right",
            va="center",
            fontsize=SMALL,
            annotation_clip=False,
        )


def _legend(axes: Axes, bars: Sequence[Bar], results: Sequence[Result], theme: Theme, *, is_above_axis: bool) -> None:
    from matplotlib.patches import Patch

    home, failed = theme.home, theme.pruned
    handles = [
        Patch(facecolor=home.face, edgecolor=home.edge, label="generated"),
        Patch(facecolor=home.edge, edgecolor=theme.paper, label="expanded (thin bar)"),
    ]
    if not all(bar.is_solved for bar in bars):
        statuses = sorted({str(result.status) for result in results if result.status is not Status.SOLVED})
        handles.append(
            Patch(
                facecolor=failed.face, edgecolor=failed.edge, hatch="///", label=f"no solution: {', '.join(statuses)}"
            )
        )
    axes.legend(
        handles=handles,
        loc="lower left",
        bbox_to_anchor=(0, 1),
        ncols=len(handles),
        borderaxespad=2.6 if is_above_axis else 0.4,
        borderpad=0,
    )
