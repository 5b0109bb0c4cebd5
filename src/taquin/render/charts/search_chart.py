"""A chart of one recorded search: nodes per depth or per bound, and the frontier from step to step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from taquin.puzzle.board import one_line
from taquin.puzzle.words import plural
from taquin.render.charts.sheet import LOG_ZERO, SMALL, blank_figure, count_axis, render
from taquin.render.drawing.theme import LIGHT, Surface, Theme
from taquin.render.text.comparison import FAILURES
from taquin.render.text.layout import number
from taquin.run.result import Status
from taquin.solving.spec_text import short_spec
from taquin.trace.events import ExpandEvent, GenerateEvent, ImproveEvent
from taquin.trace.ordering import SearchRules, StoredNodes
from taquin.trace.steps import steps
from taquin.trace.trace import Trace

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_WIDTH = 8.5
_MOST_BARS = 60
_MOST_LABELS = 24
_FEWEST_COLUMNS = 4  # that a chart is as wide as
_MOST_LETTERS = 90  # in a row of labels
_MOST_POINTS = 1000
_MOST_MARKS = 40
_MOST_ROUNDS = 30
_LOG_FROM = 100  # a log scale is used if the largest count is at least this


_HELD = {
    StoredNodes.FRONTIER: "nodes in the frontier",
    StoredNodes.PATH: "nodes on the current path",
    StoredNodes.SIBLINGS: "nodes beside the current path",
    StoredNodes.CURRENT: "estimate h of the current state",
}
_ENDINGS = {**FAILURES, Status.SOLVED: "solved", Status.UNSOLVABLE: "proven unsolvable"}


def search(trace: Trace, *, format_: str = "svg", theme: Theme = LIGHT) -> bytes:
    """Two panels: nodes per depth, or per bound for searches in iterations; and the frontier over time.

    Searches that store only their path show its length instead of the frontier; local search shows the h of the current
    state, and nodes per restart if there were any. Of very long searches, the least and the largest value of each
    interval are drawn.
    """
    title = f"Search with {short_spec(trace.spec) or 'an unknown method'}: {_ending(trace)}"
    return render(lambda: _figure(trace, title, theme), format_=format_, title=title, theme=theme)


def _ending(trace: Trace) -> str:
    moves = trace.outcome.moves
    return _ENDINGS[trace.outcome.status] if moves is None else f"solved in {plural(len(moves), 'move')}"


def _notes(trace: Trace) -> list[str]:
    stats, reason = trace.outcome.stats, trace.outcome.reason
    boards = f"From {one_line(trace.start)} to {one_line(trace.goal)}. " if trace.has_boards else ""
    counts = f"{plural(stats.generated, 'node')} generated, {stats.expanded:,} expanded."
    notes = [f"{boards if len(boards) < 150 else ''}{counts}"]
    if reason and reason != trace.outcome.status:
        notes.append(f"Reason: {reason}.")
    if trace.is_truncated:
        notes.append(f"Only the first {len(trace.events):,} events were recorded; the search continued.")
    return notes


def _figure(trace: Trace, title: str, theme: Theme) -> Figure:
    rules = trace.rules
    if not trace.tree.expansions:
        figure = blank_figure(_WIDTH, 0.6, title=title, notes=_notes(trace), theme=theme)
        figure.text(0.5, 0.25 / figure.get_figheight(), "No node was expanded: there is nothing to draw.", ha="center")
        return figure
    iterations = len(trace.tree.bounds)
    has_columns = iterations > 1 or not rules.is_local
    figure = blank_figure(_WIDTH, 6 if has_columns else 3.4, title=title, notes=_notes(trace), theme=theme)
    panels = figure.subplots(2 if has_columns else 1, 1, squeeze=False)[:, 0]
    if has_columns:
        columns = nodes_per_iteration(trace) if iterations else nodes_per_depth(trace)
        _draw_columns(panels[0], columns, theme)
        title, label = _column_titles(rules, iterations)
        panels[0].set(title=title, xlabel=label)
    _draw_timeline(panels[-1], trace, theme)
    return figure


def _column_titles(rules: SearchRules, iterations: int) -> tuple[str, str]:
    """What the columns show, and what is below them."""
    if not iterations:
        return "Nodes at each depth", "depth g (moves from the root)"
    if rules.is_local:
        return "Nodes in each climb", "restart (0 is the first climb)"
    return "Nodes in each iteration", f"bound of the iteration: {rules.bound.replace('{}', '…')}"


def _draw_columns(axes: Axes, columns: Columns, theme: Theme) -> None:
    largest = max(max(values) for _, values in columns.series)
    is_log = largest >= _LOG_FROM
    is_dual = columns.series[1][0] != "expanded"
    draw = _draw_bars if len(columns.labels) <= _MOST_BARS else _draw_areas
    for place, (name, values) in enumerate(columns.series):
        draw(axes, values, place, name, base=LOG_ZERO if is_log else 0, is_dual=is_dual, theme=theme)
    count_axis(axes, which="y", is_log=is_log, largest=largest)
    axes.set_ylabel("nodes (log scale)" if is_log else "nodes")
    _label_columns(axes, columns.labels)
    axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2, borderaxespad=0.2)


def _label_columns(axes: Axes, labels: Sequence[str]) -> None:
    """Labels below the columns: all, or as many as fit. A few columns are in the middle, and not very wide."""
    room = max(2, min(_MOST_LABELS, _MOST_LETTERS // max(1, *map(len, labels), 1)))
    steps = (factor * 10**power for power in range(9) for factor in (1, 2, 5))
    places = range(0, len(labels), next(step for step in steps if len(labels) <= room * step))
    axes.set_xticks(places, [labels[place] for place in places])
    spare = max(_FEWEST_COLUMNS - len(labels), 0) / 2
    axes.set_xlim(-0.7 - spare, len(labels) - 0.3 + spare)


def _surface(place: int, is_dual: bool, theme: Theme) -> Surface:
    return (theme.home, theme.moved)[place] if is_dual else theme.home


def _draw_bars(
    axes: Axes, values: Sequence[int], place: int, name: str, *, base: float, is_dual: bool, theme: Theme
) -> None:
    """Two series side by side, the second hatched; or the second as thinner, darker bars within the first."""
    surface = _surface(place, is_dual, theme)
    face, edge = (surface.face, surface.edge) if is_dual or not place else (surface.edge, theme.paper)
    shift, width = (0.4 * (place - 0.5), 0.38) if is_dual else (0, (0.8, 0.34)[place])
    axes.bar(
        [at + shift for at, value in enumerate(values) if value],
        [value - base for value in values if value],
        width,
        base,
        facecolor=face,
        edgecolor=edge,
        linewidth=0.8,
        hatch="///" if is_dual and place else "",
        label=name,
        gid=f"series-{place}",
    )


def _draw_areas(
    axes: Axes, values: Sequence[int], place: int, name: str, *, base: float, is_dual: bool, theme: Theme
) -> None:
    """The same as areas, where bars would be too thin."""
    xs, _, highs = envelope(values, _MOST_POINTS)
    surface = _surface(place, is_dual, theme)
    line = [max(high, base) for high in highs]
    if is_dual or not place:
        axes.fill_between(xs, [base] * len(xs), line, step="mid", color=surface.face, alpha=0.6, linewidth=0)
    style, color = ((0, (3, 2)), theme.ink) if place else ("-", surface.edge)
    axes.step(xs, line, where="mid", color=color, linestyle=style, linewidth=1, label=name, gid=f"series-{place}")


def _draw_timeline(axes: Axes, trace: Trace, theme: Theme) -> None:
    line = timeline(trace)
    places, lows, highs = envelope(line.values, _MOST_POINTS)
    xs = [place + 1 for place in places]
    color = theme.home.edge
    if lows == highs:
        marker = "o" if len(xs) <= _MOST_MARKS else ""
        axes.plot(xs, highs, color=color, linewidth=1.4, marker=marker, markersize=3.5)
        axes.fill_between(xs, [0] * len(xs), highs, color=theme.home.face, alpha=0.6, linewidth=0)
    else:
        axes.fill_between(xs, [0] * len(xs), lows, color=theme.home.face, alpha=0.6, linewidth=0)
        axes.fill_between(xs, lows, highs, facecolor=theme.home.face, edgecolor=color, linewidth=0.9)
    if len(line.begins) <= _MOST_ROUNDS:
        for begin in line.begins:
            axes.axvline(begin, color=theme.muted, linewidth=0.8, linestyle=(0, (2, 2)))
    _mark_end(axes, line, trace.outcome.status, theme)
    name = _HELD[trace.rules.held]
    axes.set_title(f"{name[0].upper()}{name[1:]} over time")
    axes.set_xlabel("expansions" + (" (dashed: a new iteration begins)" if line.begins else ""))
    axes.set_ylabel(name)
    count_axis(axes, which="y", is_log=False, largest=max(line.values))
    count_axis(axes, which="x", is_log=False, largest=len(line.values))


def _mark_end(axes: Axes, line: Timeline, status: Status, theme: Theme) -> None:
    """A sign for the end of the search: a star if it found the goal, otherwise a cross."""
    is_solved = status is Status.SOLVED
    axes.plot(
        [len(line.values)],
        line.values[-1:],
        linestyle="",
        marker="*" if is_solved else "X",
        markersize=13 if is_solved else 9,
        markerfacecolor=theme.goal.edge if is_solved else theme.path,
        markeredgecolor=theme.paper,
        label="goal found" if is_solved else str(status),
        gid="end",
        clip_on=False,
        zorder=5,
    )
    axes.legend(loc="lower right", bbox_to_anchor=(1, 1), borderaxespad=0.2, fontsize=SMALL)


# The numbers of the chart


@dataclass(frozen=True, slots=True)
class Columns:
    """Counts side by side: for every label, one number in each series."""

    labels: tuple[str, ...]
    series: tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class Timeline:
    """One number after each step, from 1 on. ``begins``: the steps with which the second and later iterations began."""

    values: tuple[float, ...]
    begins: tuple[int, ...]


def nodes_per_depth(trace: Trace) -> Columns:
    """Nodes generated and expanded at each depth g; of a search from both ends, nodes generated by each side.

    A node counts where it was made or expanded, even if a cheaper path was found later. Roots do not count as
    generated, as in the counters.
    """
    side: dict[int, int] = {}
    depth: dict[int, int] = {}
    generated: list[Counter[int]] = [Counter(), Counter()]
    expanded: Counter[int] = Counter()
    for event in trace.events:
        match event:
            case GenerateEvent(node, parent, _, g, _):
                side[node] = side[parent] if parent >= 0 else min(len(side), 1)
                depth[node] = int(g)
                generated[side[node]][int(g)] += parent >= 0
            case ImproveEvent(node=node, g=g):
                depth[node] = int(g)
            case ExpandEvent(node):
                expanded[depth[node]] += 1
            case _:
                pass
    levels = range(max(depth.values(), default=0) + 1)
    labels = tuple(f"{level:,}" for level in levels)
    if generated[1]:
        names = ("generated from the start", "generated from the goal")
        return Columns(labels, tuple((names[end], tuple(generated[end][g] for g in levels)) for end in (0, 1)))
    made = tuple(generated[0][g] for g in levels)
    return Columns(labels, (("generated", made), ("expanded", tuple(expanded[g] for g in levels))))


def nodes_per_iteration(trace: Trace) -> Columns:
    """Nodes generated and expanded in each iteration; the label is its bound."""
    iterations = trace.outcome.iterations
    generated, expanded = (
        tuple(getattr(iteration, name) for iteration in iterations) for name in ("generated", "expanded")
    )
    labels = tuple(number(iteration.bound) for iteration in iterations)
    return Columns(labels, (("generated", generated), ("expanded", expanded)))


def timeline(trace: Trace) -> Timeline:
    """The size of the frontier or path after each step; for local search the h of the current state."""
    values, begins = [], []
    for step in steps(trace):
        values.append(step.h if trace.rules.is_local else float(step.waiting))
        if step.begun and step.number > 1:
            begins.append(step.number)
    if trace.rules.is_local and trace.outcome.status is Status.SOLVED and not trace.is_truncated:
        values.append(trace.tree[trace.goal_nodes[0]].h)  # the goal is not expanded, but it is the last state
    return Timeline(tuple(values), tuple(begins))


def envelope(values: Sequence[float], most: int) -> tuple[list[int], list[float], list[float]]:
    """The places of at most ``most`` intervals, each with its least and its largest value.

    >>> envelope([5, 1, 2, 9], 2)
    ([0, 2], [1, 2], [5, 9])
    """
    size = max(1, -(-len(values) // most))
    places = range(0, len(values), size)
    parts = [values[place : place + size] for place in places]
    return list(places), list(map(min, parts)), list(map(max, parts))
