"""Estimates of a heuristic against true distances over a whole space: a heat map with the diagonal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log
from typing import TypeAlias

from taquin.analysis.examine import Examination
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.rounding import exceeds, round_up
from taquin.puzzle.words import plural
from taquin.render.charts.axes import Axis, Panel, numbers_width, sheet
from taquin.render.drawing.captions import SAMPLE, SIZE, Entry
from taquin.render.drawing.shapes import Circle, Drawing, Group, Label, Line, Rectangle, Shape
from taquin.render.drawing.theme import LIGHT, Theme, mixed
from taquin.solving.spec_text import short_spec

Count: TypeAlias = tuple[float, int, int]  # an estimate, a true distance, and how many boards have both

_PANEL, _HEIGHT = 470, 460  # of the chart of one heuristic
_ABOVE, _BELOW = 66, 42  # parts of its height
_MOST_ROWS = 120
_LONGEST_NAME = 44  # letters


@dataclass(frozen=True, slots=True)
class Field:
    """One cell of the heat map: the boards at this distance with an estimate above ``low`` and up to ``high``."""

    distance: int
    low: float
    high: float
    boards: int
    overestimated: int  # how many of these boards are overestimated


def examination(what: Examination, *, theme: Theme = LIGHT) -> Drawing:
    """The estimates of an examined heuristic, and of the one that it was compared with."""
    panels = [(what.heuristic, what.counts)]
    if what.comparison is not None:
        panels.append((what.comparison.other, what.comparison.other_counts))
    return estimates(panels, what.goal, theme=theme)


def estimates(heuristics: Sequence[tuple[str, Sequence[Count]]], goal: Board, *, theme: Theme = LIGHT) -> Drawing:
    """Estimate against true distance, one panel for each heuristic: its name, and its counts over a whole space.

    Every field of the map is coloured by the number of its boards. The diagonal is the true distance; fields above it
    are overestimates, which an admissible heuristic never has, and are crossed out in another colour. A line shows the
    mean estimate at each distance.
    """
    title = f"Estimate against true distance on every {goal.shape} board"
    lowest = min(floor(estimate) for _, counts in heuristics for estimate, _, _ in counts)
    highest = max(ceil(estimate) for _, counts in heuristics for estimate, _, _ in counts)
    radius = max(distance for _, counts in heuristics for _, distance, _ in counts)
    size = max(1, ceil((highest - lowest) / _MOST_ROWS))
    maps = [fields_of(counts, size) for _, counts in heuristics]
    most = max(2, *(field.boards for fields in maps for field in fields))
    low, high = min(lowest, 0) - 0.5 * size, max(highest, radius) + 0.5 * size
    y = Axis(low, max(high, 1), _HEIGHT - _BELOW, _ABOVE)
    left = numbers_width(y.ticks)
    is_whole = all(estimate == int(estimate) for _, counts in heuristics for estimate, _, _ in counts)
    y_label = "estimate (moves)" if is_whole else "estimate (moves; fields round up)"
    panel = Panel(Axis(-0.5, radius + 0.5, left, _PANEL - 20), y)
    shapes: list[Shape] = []
    for place, ((name, counts), fields) in enumerate(zip(heuristics, maps, strict=True)):
        frame = panel.frame(theme, x_label="true distance (moves)", y_label=y_label)
        words = [Label(left, 8, _fitting(short_spec(name)), 13, theme.ink, anchor="start", is_bold=True)]
        words += [
            Label(left, y, line, SIZE, theme.ink, anchor="start")
            for line, y in zip(_verdict(counts), (25, 40), strict=True)
        ]
        drawn = _draw_panel(panel, counts, fields, most, theme)
        shapes.append(Group((*frame, *words, *drawn), place * _PANEL, name=f"heuristic-{place}"))
    states = sum(count for _, _, count in heuristics[0][1])
    note = f"All {states:,} boards that can reach {one_line(goal)}."
    has_over = any(field.overestimated for fields in maps for field in fields)
    entries = _entries(most, theme, has_over=has_over)
    return sheet(title, [note], Group(tuple(shapes)), _HEIGHT, list(entries), theme, width=_PANEL * len(maps))


def _fitting(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…"


def fields_of(counts: Sequence[Count], size: int = 1) -> list[Field]:
    """Put the counts into fields that are ``size`` high.

    With size 1 a field goes from one whole number to the next, the upper one included: true distances are whole, so an
    estimate is too high exactly if its field lies above the diagonal.
    """
    boards: dict[tuple[int, int], int] = defaultdict(int)
    over: dict[tuple[int, int], int] = defaultdict(int)
    for estimate, distance, count in counts:
        place = distance, round_up(estimate / size)
        boards[place] += count
        over[place] += count if exceeds(estimate, distance, unit=1) else 0
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


def _draw_panel(
    panel: Panel, counts: Sequence[Count], fields: Sequence[Field], most: int, theme: Theme
) -> Iterator[Shape]:
    """The fields, the diagonal of true distances, and the line of means."""
    for is_over, name in ((False, "fields"), (True, "overestimated")):
        drawn = [_draw_field(panel, field, most, theme) for field in fields if bool(field.overestimated) is is_over]
        yield Group(tuple(drawn), name=name)
    ends = panel.at(max(0, panel.y.low), max(0, panel.y.low)), panel.at(panel.x.high - 0.5, panel.x.high - 0.5)
    yield Line(ends, stroke=theme.muted, stroke_width=1.2, dashes=(5, 3))
    line = tuple(panel.at(*point) for point in means(counts))
    if len(line) > 1:
        yield Line(line, stroke=theme.paper, stroke_width=4.4)
        yield Line(line, stroke=theme.ink, stroke_width=1.8)
    yield Group(tuple(_mean(x, y, theme) for x, y in line), name="means")


def _draw_field(panel: Panel, field: Field, most: int, theme: Theme) -> Shape:
    left, right = panel.x.at(field.distance - 0.5), panel.x.at(field.distance + 0.5)
    middle = (field.low + field.high) / 2 + 0.5
    top, bottom = panel.y.at(middle + (field.high - field.low) / 2), panel.y.at(middle - (field.high - field.low) / 2)
    is_over = bool(field.overestimated)
    box = Rectangle(left, top, right - left, bottom - top, fill=_color(field.boards, most, theme, is_over=is_over))
    if not is_over:
        return box
    return Group((box, Line(((left, bottom), (right, top)), stroke=theme.pruned.ink, stroke_width=0.8)))


def _color(boards: int, most: int, theme: Theme, *, is_over: bool) -> str:
    """From few boards to many, on a log scale."""
    share = log(boards) / log(most)
    if is_over:
        return mixed(theme.pruned.face, theme.pruned.edge, share)
    home = theme.home
    return mixed(home.face, home.edge, 2 * share) if share < 0.5 else mixed(home.edge, home.ink, 2 * share - 1)


def _mean(x: float, y: float, theme: Theme) -> Shape:
    return Circle(x, y, 2.8, fill=theme.paper, stroke=theme.ink, stroke_width=1.4)


def _verdict(counts: Sequence[Count]) -> tuple[str, str]:
    """Whether it is admissible, and its mean beside the true mean."""
    boards = sum(count for _, _, count in counts)
    over = sum(count for estimate, distance, count in counts if exceeds(estimate, distance, unit=1))
    mean = sum(estimate * count for estimate, _, count in counts) / boards
    truth = sum(distance * count for _, distance, count in counts) / boards
    if over:
        percent = min(max(100 * over / boards, 0.01), 100 if over == boards else 99.99)
        word = f"not admissible: overestimates on {plural(over, 'board')} ({percent:.2f}%)"
    else:
        word = "admissible: never above the diagonal"
    return word, f"mean {mean:,.2f}, true mean {truth:,.2f}"


def _entries(most: int, theme: Theme, *, has_over: bool) -> Iterator[Entry]:
    yield Entry((Line(((0, 0), (SAMPLE, 0)), stroke=theme.muted, stroke_width=1.2, dashes=(5, 3)),), "true distance")
    line = Line(((0, 0), (SAMPLE, 0)), stroke=theme.ink, stroke_width=1.8)
    yield Entry((line, _mean(SAMPLE / 2, 0, theme)), "mean estimate")
    samples = sorted({1, round(most**0.25), round(most**0.5), round(most**0.75), most})
    boxes = [
        Rectangle(16 * place, -8, 16, 16, fill=_color(boards, most, theme, is_over=False))
        for place, boards in enumerate(samples)
    ]
    words = f"boards: {', '.join(f'{boards:,}' for boards in samples)}"
    yield Entry(tuple(boxes), words, sample=16 * len(samples))
    if has_over:
        box = Rectangle(5, -8, 16, 16, fill=theme.pruned.face)
        stroke = Line(((5, 8), (21, -8)), stroke=theme.pruned.ink, stroke_width=0.8)
        yield Entry((box, stroke), "overestimated")
