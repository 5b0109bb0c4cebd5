"""The parts of a chart: axes with their numbers and grid, markers, and the sheet around them. Lengths are pixels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from taquin.render.drawing.captions import MARGIN, SAMPLE, SIZE, Entry, legend, text_block
from taquin.render.drawing.shapes import Circle, Drawing, Group, Label, Line, Point, Rectangle, Shape, text_width
from taquin.render.drawing.theme import Theme

WIDTH = 680  # of a chart without its margins: that of the text on a page of A4
LOG_ZERO = 0.7  # the start of a log scale of counts: a bar for 1 is visible, a bar for 0 is not
_TICKS = 7  # the most numbers on an axis
_TO_AXIS = 6  # from a number to its axis
_BETWEEN = 14  # letters of numbers on a horizontal axis
LARGE = 5.0  # a marker of a legend
_DASHES = ((), (7, 3), (2, 3), (7, 3, 2, 3))


@dataclass(frozen=True, slots=True)
class Axis:
    """The values from ``low`` to ``high`` on the pixels from ``first`` to ``last``."""

    low: float
    high: float
    first: float
    last: float
    is_log: bool = False
    is_whole: bool = True  # whether its values are whole numbers

    @classmethod
    def of_values(cls, values: Sequence[float], first: float, last: float) -> Axis:
        """An axis for any values, with room at its ends; logarithmic if they differ by more than a factor of 20."""
        low, high = min(values), max(values)
        if low > 0 and high > 20 * low:
            return cls(low / 1.3, high * 1.3, first, last, is_log=True, is_whole=False)
        room = 0.05 * (high - low or abs(high) or 1)
        return cls(max(low - room, 0) if low >= 0 else low - room, high + room, first, last, is_whole=False)

    @classmethod
    def of_counts(cls, largest: float, first: float, last: float, *, is_log: bool) -> Axis:
        """An axis for whole numbers from 0; a log scale begins a little below 1."""
        if is_log:
            return cls(LOG_ZERO, max(largest, 1) * 1.4, first, last, is_log=True)
        return cls(0, max(largest, 1) * 1.05, first, last)

    def at(self, value: float) -> float:
        """The place of a value.

        >>> Axis(1, 100, 0, 50, is_log=True).at(10), Axis(0, 10, 50, 0).at(2)
        (25.0, 40.0)
        """
        low, high = (log10(self.low), log10(self.high)) if self.is_log else (self.low, self.high)
        share = ((log10(value) if self.is_log else value) - low) / (high - low)
        return self.first + share * (self.last - self.first)

    @property
    def ticks(self) -> list[float]:
        """Values to write at the axis: few, and round.

        >>> Axis(0, 47, 0, 1).ticks, Axis(0.7, 3000, 0, 1, is_log=True).ticks, Axis(3, 30, 0, 1, is_log=True).ticks
        ([0, 10, 20, 30, 40], [1, 10, 100, 1000], [5, 10, 20])
        >>> Axis(0, 1.2, 0, 1, is_whole=False).ticks, Axis(0.03, 90, 0, 1, is_log=True, is_whole=False).ticks
        ([0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.2], [0.1, 1, 10])
        """
        least = 0 if self.is_whole else -9  # the least power of ten
        if self.is_log:
            powers = range(max(least, floor(log10(self.low))), ceil(log10(self.high)) + 1)
            ticks: list[float] = [10**power for power in powers[:: ceil(len(powers) / _TICKS)] if self._has(10**power)]
            finer = [factor * 10**power for power in powers for factor in (1, 2, 5) if self._has(factor * 10**power)]
            return ticks if len(ticks) > 2 else finer
        steps = (factor * 10**power for power in range(least, 18) for factor in (1, 2, 5))
        step = next(step for step in steps if (self.high - self.low) / step <= _TICKS)
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)
        return [round(number * step, 9) for number in range(first, last + 1)]

    def _has(self, value: float) -> bool:
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Panel:
    """Two axes: ``x`` goes right, ``y`` goes up."""

    x: Axis
    y: Axis

    def at(self, x: float, y: float) -> Point:
        return self.x.at(x), self.y.at(y)

    def frame(
        self, theme: Theme, *, x_label: str, y_label: str, title: str = "", x_names: Sequence[tuple[float, str]] = ()
    ) -> list[Shape]:
        """The grid, the numbers, the names of both axes, and a title above; ``x_names`` replace numbers of ``x``."""
        left, right, bottom, top = self.x.first, self.x.last, self.y.first, self.y.last
        shapes: list[Shape] = []
        for tick in self.y.ticks:
            y = self.y.at(tick)
            shapes.append(Line(((left, y), (right, y)), stroke=theme.frame, stroke_width=0.6))
            shapes.append(Label(left - _TO_AXIS, y, number_text(tick), SIZE, theme.ink, anchor="end"))
        for value, name in x_names or [(tick, number_text(tick)) for tick in self.x.ticks]:
            x = self.x.at(value)
            shapes.append(Line(((x, bottom), (x, bottom + 4)), stroke=theme.edge))
            shapes.append(Label(x, bottom + 13, name, SIZE, theme.ink))
        shapes.append(Line(((left, bottom), (right, bottom)), stroke=theme.edge))
        shapes.append(Label((left + right) / 2, bottom + 31, x_label, SIZE, theme.ink))
        shapes.append(Label(left, top - 10, y_label, SIZE, theme.ink, anchor="start"))
        if title:
            shapes.append(Label(left, top - 28, title, 13, theme.ink, anchor="start", is_bold=True))
        return shapes


def number_text(value: float) -> str:
    """A number at an axis.

    >>> number_text(2000.0), number_text(3 * 0.1)
    ('2,000', '0.3')
    """
    return f"{value:,.0f}" if value == round(value) else f"{value:g}"


def numbers_width(numbers: Iterable[float]) -> float:
    """The room for these numbers at a vertical axis."""
    return max((text_width(number_text(number), SIZE) for number in numbers), default=0) + _TO_AXIS + 2


def place_names(names: Sequence[str], width: float) -> range:
    """The places of as many names as fit below a horizontal axis: all, or every second, fifth, tenth, …"""
    room = max(2, int(width / (max(text_width(name, SIZE) for name in names) + _BETWEEN)))
    steps = (factor * 10**power for power in range(9) for factor in (1, 2, 5))
    return range(0, len(names), next(step for step in steps if len(names) <= room * step))


def sheet(
    title: str,
    notes: Sequence[str],
    plot: Group,
    height: float,
    entries: Sequence[Entry],
    theme: Theme,
    *,
    width: float = WIDTH,
) -> Drawing:
    """The picture: title and notes above the plot, the legend below it. Title and notes are the text alternative."""
    shapes, y = text_block(title, notes, width, theme)
    shapes.append(Group(plot.shapes, MARGIN, y, name=plot.name))
    y += height + 10
    signs, legend_height = legend(entries, theme, width)
    shapes.append(Group((signs,), MARGIN, y))
    return Drawing(
        width=width + 2 * MARGIN,
        height=y + legend_height + MARGIN,
        title=title,
        description=" ".join([f"{title}.", *notes]),
        shapes=tuple(shapes),
        font=theme.font,
        background=theme.paper,
    )


# Series


def colors(theme: Theme) -> tuple[str, ...]:
    """Colours of methods that all people can tell apart; markers differ too."""
    return theme.home.edge, theme.path, theme.goal.edge, theme.moved.edge, theme.duplicate.edge, theme.ink


def method_line(place: int, points: Sequence[Point], theme: Theme) -> Line:
    """The line of the method at this place; of more methods than colours, the dashes differ."""
    cycle, number = divmod(place, len(colors(theme)))
    return Line(tuple(points), stroke=colors(theme)[number], stroke_width=1.5, dashes=_DASHES[cycle % len(_DASHES)])


def method_entry(place: int, name: str, theme: Theme) -> Entry:
    """The method at this place in a legend."""
    return Entry((marker(place, SAMPLE / 2, 0, LARGE, theme),), name)


def marker(place: int, x: float, y: float, size: float, theme: Theme, *, is_filled: bool = True) -> Shape:
    """The sign of the method at this place: a disc, a square, a triangle or a diamond."""
    stroke = colors(theme)[place % len(colors(theme))]
    fill = stroke if is_filled else theme.paper
    wide = 1.2 * size
    match place % 4:
        case 0:
            return Circle(x, y, size, fill=fill, stroke=stroke)
        case 1:
            return Rectangle(x - 0.9 * size, y - 0.9 * size, 1.8 * size, 1.8 * size, fill=fill, stroke=stroke)
        case 2:
            return Line(((x, y - wide), (x + wide, y + size), (x - wide, y + size)), fill=fill, stroke=stroke)
        case _:
            points = ((x, y - wide), (x + wide, y), (x, y + wide), (x - wide, y))
            return Line(points, fill=fill, stroke=stroke)
