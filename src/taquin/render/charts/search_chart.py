"""A chart of one recorded search: nodes per depth or per bound, and the frontier from step to step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from taquin.puzzle.board import one_line
from taquin.puzzle.words import plural
from taquin.render.charts.axes import LOG_ZERO, WIDTH, Axis, Panel, numbers_width, place_names, sheet
from taquin.render.drawing.captions import SAMPLE, SIZE, Entry
from taquin.render.drawing.shapes import Circle, Drawing, Group, Label, Line, Point, Rectangle, Shape
from taquin.render.drawing.theme import LIGHT, Surface, Theme
from taquin.render.text.comparison import FAILURES
from taquin.render.text.layout import number
from taquin.run.result import Status
from taquin.solving.spec_text import short_spec
from taquin.trace.events import ExpandEvent, GenerateEvent, ImproveEvent
from taquin.trace.ordering import SearchRules, StoredNodes
from taquin.trace.steps import steps
from taquin.trace.trace import Trace

_HEIGHT = 250  # of a panel, with its title and the names of its axes
_ABOVE, _BELOW = 44, 42  # parts of it
_MOST_BARS = 60
_FEWEST_COLUMNS = 4  # that a chart is as wide as
_MOST_POINTS = 600
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


def search(trace: Trace, *, theme: Theme = LIGHT) -> Drawing:
    """Two panels: nodes per depth, or per bound for searches in iterations; and the frontier over time.

    Searches that store only their path show its length instead of the frontier; local search shows the h of the current
    state, and nodes per restart if there were any. Of very long searches, the least and the largest value of each
    interval are drawn.
    """
    title = f"Search with {short_spec(trace.spec) or 'an unknown method'}: {_ending(trace)}"
    panels, entries = _panels(trace, theme)
    shapes = tuple(Group(tuple(panel), y=place * _HEIGHT) for place, panel in enumerate(panels))
    height = len(panels) * _HEIGHT if entries else 20
    return sheet(title, _notes(trace), Group(shapes), height, entries, theme)


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


def _panels(trace: Trace, theme: Theme) -> tuple[list[list[Shape]], list[Entry]]:
    """The shapes of each panel, and the legend."""
    if not trace.tree.expansions:
        word = Label(WIDTH / 2, 10, "No node was expanded: there is nothing to draw.", SIZE, theme.ink)
        return [[word]], []
    line = timeline(trace)
    iterations = len(trace.tree.bounds)
    columns = nodes_per_iteration(trace) if iterations else nodes_per_depth(trace)
    largest = max([*line.values, 1, *(max(values, default=0) for _, values in columns.series)])
    left = numbers_width([round(10 * largest)])
    panels: list[list[Shape]] = []
    entries: list[Entry] = []
    if iterations > 1 or not trace.rules.is_local:
        panels.append(_draw_columns(columns, *_column_titles(trace.rules, iterations), left, theme))
        is_dual = _is_dual(columns)
        for place, (name, _) in enumerate(columns.series):
            entries.append(Entry((_bar(place, is_dual, theme, 2, -8, 22, 16),), name))
    panels.append(_draw_timeline(line, trace, left, theme))
    is_solved = trace.outcome.status is Status.SOLVED
    ending = "goal found" if is_solved else str(trace.outcome.status)
    entries.append(Entry((_end_sign(SAMPLE / 2, 0, theme, is_solved=is_solved),), ending))
    return panels, entries


def _column_titles(rules: SearchRules, iterations: int) -> tuple[str, str]:
    """What the columns show, and what is below them."""
    if not iterations:
        return "Nodes at each depth", "depth g (moves from the root)"
    if rules.is_local:
        return "Nodes in each climb", "restart (0 is the first climb)"
    return "Nodes in each iteration", f"bound of the iteration: {rules.bound.replace('{}', '…')}"


def _panel(x: tuple[float, float], largest: float, left: float, *, is_log: bool) -> Panel:
    y = Axis.of_counts(largest, _HEIGHT - _BELOW, _ABOVE, is_log=is_log)
    return Panel(Axis(*x, left, WIDTH), y)


def _is_dual(columns: Columns) -> bool:
    """Whether both series are of equal rank: the two sides of a search from both ends."""
    return columns.series[1][0] != "expanded"


def _draw_columns(columns: Columns, title: str, label: str, left: float, theme: Theme) -> list[Shape]:
    largest, count = max(max(values) for _, values in columns.series), len(columns.labels)
    is_log = largest >= _LOG_FROM
    spare = max(_FEWEST_COLUMNS - count, 0) / 2  # a few columns are in the middle, and not very wide
    panel = _panel((-0.7 - spare, count - 0.3 + spare), largest, left, is_log=is_log)
    names = [(float(place), columns.labels[place]) for place in place_names(columns.labels, WIDTH - left)]
    y_label = "nodes (log scale)" if is_log else "nodes"
    shapes = panel.frame(theme, title=title, x_label=label, y_label=y_label, x_names=names)
    draw = _draw_bars if count <= _MOST_BARS else _draw_areas
    for place, (_, values) in enumerate(columns.series):
        drawn = draw(panel, values, place, is_dual=_is_dual(columns), theme=theme)
        shapes.append(Group(tuple(drawn), name=f"series-{place}"))
    return shapes


def _surface(place: int, is_dual: bool, theme: Theme) -> Surface:
    return (theme.home, theme.moved)[place] if is_dual else theme.home


def _bar(place: int, is_dual: bool, theme: Theme, x: float, y: float, width: float, height: float) -> Shape:
    """A bar of the first series, or one of the second: of equal rank, or thinner and darker within the first."""
    surface = _surface(place, is_dual, theme)
    if is_dual or not place:
        return surface.outline(x, y, width, height, 0)
    return Rectangle(x + 0.3 * width, y, 0.4 * width, height, fill=surface.edge)


def _draw_bars(panel: Panel, values: Sequence[int], place: int, *, is_dual: bool, theme: Theme) -> Iterator[Shape]:
    """Two series side by side; or the second as thinner, darker bars within the first."""
    shift, width = (0.4 * (place - 0.5), 0.38) if is_dual else (0, 0.8)
    unit = panel.x.at(1) - panel.x.at(0)
    for at, value in enumerate(values):
        if value:
            x, y = panel.at(at + shift, value)
            yield _bar(place, is_dual, theme, x - width * unit / 2, y, width * unit, panel.y.first - y)


def _draw_areas(panel: Panel, values: Sequence[int], place: int, *, is_dual: bool, theme: Theme) -> Iterator[Shape]:
    """The same as areas, where bars would be too thin."""
    xs, _, highs = envelope(values, _MOST_POINTS)
    least = LOG_ZERO if panel.y.is_log else 0
    top = [panel.at(x, max(high, least)) for x, high in zip(xs, highs, strict=True)]
    surface = _surface(place, is_dual, theme)
    if is_dual or not place:
        yield _area(top, panel.y.first, surface.face)
    color, dashes = (theme.ink, (3, 2)) if place else (surface.edge, ())
    yield Line(tuple(top), stroke=color, dashes=dashes)


def _area(top: Sequence[Point], bottom: float, color: str) -> Shape:
    return Line((*top, (top[-1][0], bottom), (top[0][0], bottom)), fill=color)


def _draw_timeline(line: Timeline, trace: Trace, left: float, theme: Theme) -> list[Shape]:
    places, lows, highs = envelope(line.values, _MOST_POINTS)
    panel = _panel((0, max(len(line.values), 2) * 1.02), max(line.values), left, is_log=False)
    name = _HELD[trace.rules.held]
    label = "expansions" + (" (dashed: a new iteration begins)" if line.begins else "")
    shapes = panel.frame(theme, title=f"{name[0].upper()}{name[1:]} over time", x_label=label, y_label=name)
    top, low = (
        [panel.at(place + 1, value) for place, value in zip(places, values, strict=True)] for values in (highs, lows)
    )
    drawn: list[Shape] = [_area(top, panel.y.first, theme.home.face)]
    if lows != highs:
        drawn.append(Line((*top, *reversed(low)), fill=theme.home.edge))  # the range within each interval
    drawn.append(Line(tuple(top), stroke=theme.home.edge, stroke_width=1.4))
    if lows == highs and len(top) <= _MOST_MARKS:
        drawn += [Circle(x, y, 2.6, fill=theme.home.edge) for x, y in top]
    if len(line.begins) <= _MOST_ROUNDS:
        for begin in line.begins:
            x = panel.x.at(begin)
            drawn.append(Line(((x, panel.y.first), (x, panel.y.last)), stroke=theme.muted, dashes=(2, 2)))
    end = panel.at(len(line.values), line.values[-1])
    sign = _end_sign(*end, theme, is_solved=trace.outcome.status is Status.SOLVED)
    return [*shapes, Group(tuple(drawn), name="timeline"), Group((sign,), name="end")]


def _end_sign(x: float, y: float, theme: Theme, *, is_solved: bool) -> Shape:
    """The end of the search: a star if it found the goal, otherwise a cross."""
    if not is_solved:
        strokes = (((-5, -5), (5, 5)), ((-5, 5), (5, -5)))
        return Group(tuple(Line(stroke, stroke=theme.path, stroke_width=3) for stroke in strokes), x, y)
    turns = [(9 if corner % 2 == 0 else 3.8, pi * corner / 5) for corner in range(10)]
    points = tuple((x + radius * sin(turn), y - radius * cos(turn)) for radius, turn in turns)
    return Line(points, fill=theme.goal.edge, stroke=theme.paper)


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
