"""The colours of the nodes in a large tree: one for each value that the search compares, or for each range of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor

from taquin.render.drawing.theme import Theme
from taquin.render.text.layout import number


@dataclass(frozen=True, slots=True)
class ColorScale:
    """Classes of values from the lowest to the highest: the least value of each, its colour, and its name."""

    lows: tuple[float, ...]
    colors: tuple[str, ...]
    names: tuple[str, ...]

    @classmethod
    def of(cls, values: Iterable[float], theme: Theme) -> ColorScale:
        """A class for every value; if there are more than the theme has colours, ranges of equal width.

        >>> from taquin.render.drawing.theme import LIGHT
        >>> ColorScale.of([14, 12, 10, 12], LIGHT).names
        ('10', '12', '14')
        >>> ColorScale.of(range(20), LIGHT).names
        ('0–2', '3–5', '6–8', '9–11', '12–14', '15–17', '18–19')
        """
        distinct = sorted(set(values))
        most = len(theme.ramp)
        if len(distinct) <= most:
            return cls(tuple(distinct), _spread(theme.ramp, len(distinct)), tuple(map(number, distinct)))
        first, last = floor(distinct[0]), ceil(distinct[-1])
        width = ceil((last + 1 - first) / most)
        lows = [low for low in range(first, last + 1, width) if any(low <= value < low + width for value in distinct)]
        highs = [min(low + width - 1, last) for low in lows]
        names = [f"{low:,}–{high:,}" if low < high else f"{low:,}" for low, high in zip(lows, highs, strict=True)]
        return cls(tuple(map(float, lows)), _spread(theme.ramp, len(lows)), tuple(names))

    def color(self, value: float) -> str:
        """The colour of this value."""
        return self.colors[max(bisect_right(self.lows, value) - 1, 0)]


def _spread(ramp: tuple[str, ...], count: int) -> tuple[str, ...]:
    """This many colours, as different as possible."""
    if count < 2:
        return ramp[len(ramp) // 3 :][:count]
    return tuple(ramp[round(place * (len(ramp) - 1) / (count - 1))] for place in range(count))
