"""Estimates of a heuristic against true distances over a whole space: a heat map with the diagonal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import TYPE_CHECKING, Any, TypeAlias

from taquin.analysis.examine import TOLERANCE, Examination
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.words import plural
from taquin.render.charts.sheet import SMALL, blank_figure, render, whole_axis
from taquin.render.drawing.theme import LIGHT, Theme
from taquin.solving.spec_text import short_spec

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap, LogNorm
    from matplotlib.figure import Figure

Count: TypeAlias = tuple[float, int, int]  # an estimate, a true distance, and how many boards have both

_PANEL = 6.2  # inches
_MOST_ROWS = 120


@dataclass(frozen=True, slots=True)
class Field:
    """One cell of the heat map: the boards at this distance with an estimate above ``low`` and up to ``high``."""

    distance: int
    low: float
    high: float
    boards: int
    overestimated: int  # how many of these boards are overestimated


def examination(what: Examination, *, format_: str = "svg", theme: Theme = LIGHT) -> bytes:
    """The estimates of an examined heuristic, and of the one that it was compared with."""
    panels = [(what.heuristic, what.counts)]
    if what.comparison is not None:
        panels.append((what.comparison.other, what.comparison.other_counts))
    return estimates(panels, what.goal, format_=format_, theme=theme)


def estimates(
    heuristics: Sequence[tuple[str, Sequence[Count]]], goal: Board, *, format_: str = "svg", theme: Theme = LIGHT
) -> bytes:
    """Estimate against true distance, one panel for each heuristic: its name, and its counts over a whole space.

    Every field of the map is coloured by the number of its boards. The diagonal is the true distance; fields above it
    are overestimates, which an admissible heuristic never has, and are hatched in another colour. A line shows the mean
    estimate at each distance.
    """
    names = [short_spec(name) for name, _ in heuristics]
    title = f"Estimate against true distance on every {goal.shape} board"
    verdicts = [f"{name} is {'; '.join(_verdict(counts))}" for name, (_, counts) in zip(names, heuristics, strict=True)]
    spoken = f"{title}: {'; '.join(verdicts)}"
    return render(lambda: _figure(names, heuristics, goal, title, theme), format_=format_, title=spoken, theme=theme)


def fields_of(counts: Sequence[Count], size: int = 1) -> list[Field]:
    """Put the counts into fields that are ``size`` high.

    With size 1 a field goes from one whole number to the next, the upper one included: true distances are whole, so an
    estimate is too high exactly if its field lies above the diagonal.
    """
    boards: dict[tuple[int, int], int] = defaultdict(int)
    over: dict[tuple[int, int], int] = defaultdict(int)
    for estimate, distance, count in counts:
        place = distance, ceil((estimate - TOLERANCE) / size)
        boards[place] += count
        over[place] += count if estimate > distance + TOLERANCE else 0
    return [
        Field(distance, (row - 1) * size, row * size, boards[distance, row], over[distance, row])
        for distance, row in sorted(boards)
    ]


def means(counts: Sequence[Count]) -> list[tuple[int, float]]:
    total: dict[int, float] = defaultdict(float)
    boards: dict[int, int] = defaultdict(int)
    for estimate, distance, count in counts:
        total[distance] += estimate * count
        boards[distance] += count
    return [(distance, total[distance] / boards[distance]) for distance in sorted(boards)]


def _figure(
    names: Sequence[str], heuristics: Sequence[tuple[str, Sequence[Count]]], goal: Board, title: str, theme: Theme
) -> Figure:
    from matplotlib.colors import LogNorm

    lowest = min(floor(estimate) for _, counts in heuristics for estimate, _, _ in counts)
    highest = max(ceil(estimate) for _, counts in heuristics for estimate, _, _ in counts)
    size = max(1, ceil((highest - lowest) / _MOST_ROWS))
    maps = [fields_of(counts, size) for _, counts in heuristics]
    norm = LogNorm(1, max(2, *(field.boards for fields in maps for field in fields)))
    states = sum(count for _, _, count in heuristics[0][1])
    note = f"All {states:,} boards that can reach {one_line(goal)}."
    figure = blank_figure(_PANEL * len(names), 5.6, title=title, notes=[note], theme=theme)
    panels = figure.subplots(1, len(names), sharex=True, sharey=True, squeeze=False)[0]
    for axes, name, (_, counts), fields in zip(panels, names, heuristics, maps, strict=True):
        _draw_panel(axes, name, counts, fields, norm, theme)
    radius = max(distance for _, counts in heuristics for _, distance, _ in counts)
    panels[0].set_xlim(-0.5, radius + 0.5)
    panels[0].set_ylim(min(lowest, 0) - 0.5 * size, max(highest, radius) + 0.5 * size)
    is_whole = all(estimate == int(estimate) for _, counts in heuristics for estimate, _, _ in counts)
    panels[0].set_ylabel("estimate (moves)" if is_whole else "estimate (moves; fields round up)")
    whole_axis(panels[0].xaxis)
    whole_axis(panels[0].yaxis)
    _draw_scale(figure, panels[-1], norm, theme)
    return figure


def _draw_panel(
    axes: Axes, name: str, counts: Sequence[Count], fields: Sequence[Field], norm: LogNorm, theme: Theme
) -> None:
    safe, over = ([field for field in fields if bool(field.overestimated) is is_over] for is_over in (False, True))
    _draw_fields(axes, safe, norm, _scale(theme, is_over=False), theme.paper, "")
    _draw_fields(axes, over, norm, _scale(theme, is_over=True), theme.pruned.ink, "////")
    radius = max(distance for _, distance, _ in counts)
    ends = (-0.5, radius + 0.5)
    axes.plot(ends, ends, color=theme.muted, linewidth=1.2, linestyle=(0, (5, 3)), gid="diagonal")
    distances, values = zip(*means(counts), strict=True)
    axes.plot(distances, values, color=theme.paper, linewidth=4.4, solid_capstyle="round")
    axes.plot(distances, values, **_mean_line(theme), markeredgewidth=1.4, gid="means")
    axes.set_title(name, pad=34)
    for line, height in zip(_verdict(counts), (20, 7), strict=True):
        axes.annotate(line, (0, 1), (0, height), xycoords="axes fraction", textcoords="offset points", fontsize=SMALL)
    axes.set_xlabel("true distance (moves)")
    _legend(axes, has_over=bool(over), theme=theme)


def _verdict(counts: Sequence[Count]) -> tuple[str, str]:
    """Whether it is admissible, and its mean beside the true mean."""
    boards = sum(count for _, _, count in counts)
    over = sum(count for estimate, distance, count in counts if estimate > distance + TOLERANCE)
    mean = sum(estimate * count for estimate, _, count in counts) / boards
    truth = sum(distance * count for _, distance, count in counts) / boards
    if over:
        percent = min(max(100 * over / boards, 0.01), 100 if over == boards else 99.99)
        word = f"not admissible: overestimates on {plural(over, 'board')} ({percent:.2f}%)"
    else:
        word = "admissible: never above the diagonal"
    return word, f"mean {mean:,.2f}, true mean {truth:,.2f}"


def _draw_fields(axes: Axes, fields: Sequence[Field], norm: LogNorm, colors: Colormap, edge: str, hatch: str) -> None:
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import Rectangle

    if not fields:
        return
    boxes = [Rectangle((field.distance - 0.5, field.low + 0.5), 1, field.high - field.low) for field in fields]
    painted = PatchCollection(boxes, cmap=colors, norm=norm, edgecolor=edge, linewidth=0.4, hatch=hatch)
    painted.set_gid("overestimated" if hatch else "fields")
    painted.set_array([field.boards for field in fields])
    axes.add_collection(painted)


def _scale(theme: Theme, *, is_over: bool) -> Colormap:
    """The colours from few boards to many."""
    from matplotlib.colors import LinearSegmentedColormap

    home, over = theme.home, theme.pruned
    colors = [over.face, over.edge] if is_over else [home.face, home.edge, home.ink]  # hatches have over.ink
    return LinearSegmentedColormap.from_list("boards", colors)


def _mean_line(theme: Theme) -> dict[str, Any]:
    return {"color": theme.ink, "linewidth": 1.8, "marker": "o", "markersize": 4.6, "markerfacecolor": theme.paper}


def _legend(axes: Axes, *, has_over: bool, theme: Theme) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles: list[Line2D | Patch] = [
        Line2D([], [], color=theme.muted, linewidth=1.2, linestyle=(0, (5, 3)), label="true distance"),
        Line2D([], [], **_mean_line(theme), label="mean estimate"),
    ]
    if has_over:
        over = theme.pruned
        handles.append(Patch(facecolor=over.face, edgecolor=over.ink, hatch="////", label="overestimated"))
    axes.legend(handles=handles, loc="upper left", bbox_to_anchor=(-0.02, -0.1), ncols=3, borderaxespad=0)


def _draw_scale(figure: Figure, axes: Axes, norm: LogNorm, theme: Theme) -> None:
    from matplotlib.cm import ScalarMappable
    from matplotlib.ticker import NullFormatter

    bar = figure.colorbar(ScalarMappable(norm, _scale(theme, is_over=False)), ax=axes, pad=0.02, fraction=0.05)
    bar.outline.set_visible(False)
    bar.ax.yaxis.set_major_formatter("{x:,.0f}")
    bar.ax.yaxis.set_minor_formatter(NullFormatter())
    bar.set_label("boards (log scale)")
