"""Drawings as values: shapes on a sheet, independent of file formats.

Lengths are in pixels, x goes right and y goes down. ``svg``, ``pdf``, ``tikz`` and ``raster`` encode a ``Drawing``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, TypeAlias, TypeVar
from zlib import crc32

from taquin.puzzle.words import printable_line

Point: TypeAlias = tuple[float, float]
Anchor: TypeAlias = Literal["start", "middle", "end"]

CAPITAL_HEIGHT = 0.72  # the height of digits and capital letters, for a font of size 1


@dataclass(frozen=True, slots=True, kw_only=True)
class _Painted:
    """How an outline is painted; ``dashes`` are lengths of strokes and gaps."""

    fill: str = ""
    stroke: str = ""
    stroke_width: float = 1
    dashes: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Rectangle(_Painted):
    """A box, perhaps with round corners; its border lies half inside and half outside."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0


@dataclass(frozen=True, slots=True)
class Circle(_Painted):
    """A disc or a ring around ``x``, ``y``."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Line(_Painted):
    """Straight strokes from point to point; with a fill, a closed polygon."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Curve(_Painted):
    """A cubic Bézier curve: start, two control points, end."""

    points: tuple[Point, Point, Point, Point]


Outline: TypeAlias = Rectangle | Circle | Line | Curve


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text. ``y`` is the middle of its digits and capitals, whatever the font."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    anchor: Anchor = "middle"
    is_bold: bool = False

    @property
    def written(self) -> str:
        """The text as every format has it: hidden characters are written out."""
        return printable_line(self.text)

    @property
    def baseline(self) -> float:
        """The y of the baseline of the letters."""
        return self.y + self.size * CAPITAL_HEIGHT / 2

    @property
    def width(self) -> float:
        """An upper estimate of the width."""
        return text_width(self.written, self.size, is_bold=self.is_bold)

    @property
    def left(self) -> float:
        """The estimated x at which the text begins."""
        return self.x - self.width * {"start": 0, "middle": 0.5, "end": 1}[self.anchor]


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that belong together, moved by ``x`` and ``y``; ``name`` becomes the class in SVG."""

    shapes: tuple[Shape, ...]
    x: float = 0
    y: float = 0
    name: str = ""
    is_hidden: bool = False  # invisible unless a style sheet shows it


Shape: TypeAlias = Outline | Label | Group


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A sheet with shapes on it, the later ones above the earlier ones.

    ``title`` and ``description`` are the text alternative for screen readers.
    """

    width: float
    height: float
    title: str
    description: str
    shapes: tuple[Shape, ...]
    font: str
    background: str = ""  # transparent if empty
    style: str = ""  # a style sheet for SVG, such as an animation; its names must be unique on a page

    def flat(self) -> Iterator[tuple[Outline | Label, float, float]]:
        """Every visible shape, without groups, in order, with its shift to the right and down."""
        yield from _flat(self.shapes, 0, 0)


def _flat(shapes: tuple[Shape, ...], x: float, y: float) -> Iterator[tuple[Outline | Label, float, float]]:
    for shape in shapes:
        if not isinstance(shape, Group):
            yield shape, x, y
        elif not shape.is_hidden:
            yield from _flat(shape.shapes, x + shape.x, y + shape.y)


@dataclass(frozen=True, slots=True)
class Path:
    """An outline for formats that have only lines and curves."""

    start: Point
    segments: tuple[tuple[Point, ...], ...]
    """One point: a line to it. Three: a cubic Bézier curve, with two control points and its end."""
    is_closed: bool


_ROUND = 0.5523  # of the radius: where the control points of a quarter of a circle lie


def path_of(shape: Outline, x: float, y: float) -> Path:
    """The outline of a shape that is moved by ``x`` and ``y``."""
    match shape:
        case Rectangle():
            radius = min(shape.radius, shape.width / 2, shape.height / 2)
            return _rounded(x + shape.x, y + shape.y, shape.width, shape.height, radius)
        case Circle():
            side = 2 * shape.radius
            return _rounded(x + shape.x - shape.radius, y + shape.y - shape.radius, side, side, shape.radius)
        case _:
            start, *rest = [(x + a, y + b) for a, b in shape.points]
            is_curve = isinstance(shape, Curve)
            return Path(start, (tuple(rest),) if is_curve else tuple((point,) for point in rest), bool(shape.fill))


def _rounded(left: float, top: float, width: float, height: float, radius: float) -> Path:
    """A box whose corners are quarters of a circle, clockwise from the upper left."""
    right, bottom = left + width, top + height
    segments: list[tuple[Point, ...]] = []
    for x, y, back_x, back_y, on_x, on_y in (
        (right, top, -radius, 0, 0, radius),
        (right, bottom, 0, -radius, -radius, 0),
        (left, bottom, radius, 0, 0, -radius),
        (left, top, 0, radius, radius, 0),
    ):
        segments.append(((x + back_x, y + back_y),))
        if radius:
            near = 1 - _ROUND
            controls = (x + near * back_x, y + near * back_y), (x + near * on_x, y + near * on_y)
            segments.append((*controls, (x + on_x, y + on_y)))
    return Path((left + radius, top), tuple(segments), is_closed=True)


Scalable = TypeVar("Scalable", bound=Shape)


def scaled(shape: Scalable, factor: float) -> Scalable:
    """The shape with all its lengths multiplied.

    >>> scaled(Circle(10, 20, 4), 0.5)
    Circle(fill='', stroke='', stroke_width=0.5, dashes=(), x=5.0, y=10.0, radius=2.0)
    """

    def times(value: Any) -> Any:  # a value of the same type
        match value:
            case bool() | str():
                return value
            case int() | float():
                return value * factor
            case tuple():
                return tuple(map(times, value))
        return scaled(value, factor)

    return replace(shape, **{field.name: times(getattr(shape, field.name)) for field in fields(shape)})


_NARROW = frozenset("iljtfrI.,:;|!'()[]/ ")
_WIDE = frozenset("mwMW@%…→←↑↓×★—")
_FIRST_GREEK = "\u0370"  # the first character after the Latin letters and their accents


def text_width(text: str, size: float, *, is_bold: bool = False) -> float:
    """The approximate width of a text: an upper bound for digits in common sans-serif fonts.

    >>> text_width("15", 10) < text_width("MW", 10)
    True
    """
    units = sum(map(_units, text))
    return units * size * (1.09 if is_bold else 1)


def _units(letter: str) -> float:
    if letter.isascii():
        return 0.4 if letter in _NARROW else 0.98 if letter in _WIDE else 0.64
    category = unicodedata.category(letter)
    if category in ("Mn", "Me", "Cf"):  # marks above and below, joiners
        return 0
    if letter in _WIDE or unicodedata.east_asian_width(letter) in "WF":
        return 0.98 if letter in _WIDE else 1.02
    return 0.8 if letter >= _FIRST_GREEK and category[0] == "L" else 0.64  # such as Ж and Ω


def wrap_text(
    text: str,
    width: float,
    size: float,
    *,
    is_bold: bool = False,
    breaks_words: bool = True,
    measure: Callable[..., float] = text_width,
) -> list[str]:
    """The text in lines of at most this width; a word that is wider is broken, or has a line of its own.

    No line ends at a no-break space.

    >>> wrap_text("outside the beam", 70, 10), wrap_text("/home/me/estimate.py", 70, 10)
    (['outside the', 'beam'], ['/home/me/es', 'timate.py'])
    """
    lines: list[str] = []
    for word in re.findall(r"[^ \t\r\n]+", text):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and measure(longer, size, is_bold=is_bold) <= width:
            lines[-1] = longer
        else:
            lines += _pieces(word, width, size, is_bold=is_bold) if breaks_words else [word]
    return lines


def _pieces(word: str, width: float, size: float, *, is_bold: bool) -> list[str]:
    pieces = [""]
    for letter in word:
        if pieces[-1] and text_width(pieces[-1] + letter, size, is_bold=is_bold) > width:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def short(value: float) -> str:
    """A number with at most two decimals, as short as possible.

    >>> short(12.0), short(0.504), short(-0.001)
    ('12', '.5', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text in ("-0", "0"):
        return "0"
    return text.replace("0.", ".", 1) if abs(value) < 1 else text


def fingerprint(*texts: str) -> str:
    """A checksum of the texts: eight characters, the same in every run."""
    return f"{crc32(chr(0).join(texts).encode(errors='replace')):08x}"
