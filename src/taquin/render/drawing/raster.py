"""Drawings as PNG, with Pillow (the extra ``images``) and its built-in font.

Everything is drawn larger and then reduced, which smooths the edges. Style sheets are ignored: an animated drawing is
drawn in its first state.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.util import find_spec
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from taquin.errors import BackendError, SpecError
from taquin.render.drawing.shapes import Circle, Curve, Drawing, Label, Line, Outline, Point, Rectangle

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""

MOST_PIXELS = 100_000_000
"""The most pixels that a picture may have."""

_CURVE_PIECES = 24
_CORNER_PIECES = 6
_SMOOTH_PIXELS = 40_000_000  # a picture that would be drawn with more is not drawn larger, and so not smoothed
_LARGER = 3
_MARGIN = 2
"""Pixels around a shape that its smoothed edge may colour."""


def png(drawing: Drawing, *, scale: float = 2) -> bytes:
    """The drawing as a PNG file, ``scale`` pixels for each of its own. Raises ``SpecError`` if that is too large."""
    check_packages("png")
    file = io.BytesIO()
    draw_image(drawing, scale).save(file, format="PNG", optimize=True)
    return file.getvalue()


def check_packages(ending: str) -> None:
    """Raise ``BackendError`` with an installation hint if Pillow is missing, or NumPy for a ``gif``."""
    if find_spec("PIL") is None:
        raise BackendError(
            "PNG and GIF are written with Pillow, which is not installed", hint='pip install ".[images]"'
        )
    if ending == "gif" and find_spec("numpy") is None:
        raise BackendError("GIF is written with NumPy, which is not installed", hint='pip install ".[images]"')


def draw_image(drawing: Drawing, scale: float, box: Box | None = None) -> Image:
    """The drawing in pixels, or the part of it in a box."""
    from PIL import Image
    from PIL.ImageDraw import Draw

    width, height = pixel_size(drawing, scale)
    if width * height > MOST_PIXELS:
        side = int(max(drawing.width, drawing.height) * math.sqrt(MOST_PIXELS / (width * height)))
        raise SpecError(
            f"the picture would have {width:,} × {height:,} pixels: expected at most {MOST_PIXELS:,} in all",
            hint=f"an SVG or a PDF can have any size; a board with a side of {side} fits (--width {side})",
        )
    larger = _LARGER if width * height * _LARGER**2 <= _SMOOTH_PIXELS else 1
    mode = "RGB" if drawing.background else "RGBA"
    canvas = Image.new(mode, (width * larger, height * larger), drawing.background or (0, 0, 0, 0))
    pen = _Pen(Draw(canvas), scale * larger)
    for shape, x, y in drawing.flat():
        if box is None or overlap(box, pixel_bounds(shape, x, y, scale)):
            pen.draw(shape, x, y)
    if box is not None:
        canvas = canvas.crop((box[0] * larger, box[1] * larger, box[2] * larger, box[3] * larger))
    return canvas.reduce(larger)


def pixel_size(drawing: Drawing, scale: float) -> tuple[int, int]:
    """The width and the height in pixels."""
    return max(1, round(drawing.width * scale)), max(1, round(drawing.height * scale))


def pixel_bounds(shape: Outline | Label, x: float, y: float, scale: float) -> Box:
    """A box that contains a shape, which is moved by ``x`` and ``y``."""
    border = 0.0
    match shape:
        case Rectangle():
            corners = [(shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height)]
            border = shape.stroke_width
        case Circle():
            reach = shape.radius + shape.stroke_width
            corners = [(shape.x - reach, shape.y - reach), (shape.x + reach, shape.y + reach)]
        case Label():
            left, right = shape.left - shape.size, shape.left + shape.width + shape.size
            corners = [(left, shape.y - shape.size), (right, shape.y + shape.size)]
        case _:
            corners, border = list(shape.points), shape.stroke_width
    xs, ys = [x + corner[0] for corner in corners], [y + corner[1] for corner in corners]
    return (
        math.floor((min(xs) - border) * scale) - _MARGIN,
        math.floor((min(ys) - border) * scale) - _MARGIN,
        math.ceil((max(xs) + border) * scale) + _MARGIN,
        math.ceil((max(ys) + border) * scale) + _MARGIN,
    )


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes have a pixel in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


class _Pen:
    """Draws shapes on an image, ``scale`` pixels for each of the drawing's."""

    def __init__(self, canvas: ImageDraw, scale: float) -> None:
        self.canvas = canvas
        self.scale = scale

    def draw(self, shape: Outline | Label, x: float, y: float) -> None:
        """Draw one shape, moved by ``x`` and ``y``."""
        match shape:
            case Rectangle():
                self._rectangle(shape, x, y)
            case Circle():
                grown = shape.radius + (shape.stroke_width / 2 if shape.stroke else 0)
                middle = (x + shape.x, y + shape.y)
                box = self._points([(middle[0] - grown, middle[1] - grown), (middle[0] + grown, middle[1] + grown)])
                width = self._width(shape.stroke_width)
                self.canvas.ellipse(box, fill=shape.fill or None, outline=shape.stroke or None, width=width)
            case Line():
                points = self._points([(x + a, y + b) for a, b in shape.points])
                if shape.fill:
                    self.canvas.polygon(points, fill=shape.fill)
                closed = [*points, points[0]] if shape.fill else points
                self._stroke(closed, shape.stroke, shape.stroke_width, shape.dashes)
            case Curve():
                points = self._points([(x + a, y + b) for a, b in _flattened(shape.points)])
                self._stroke(points, shape.stroke, shape.stroke_width, shape.dashes)
            case Label():
                self._label(shape, x, y)

    def _points(self, points: Iterable[Point]) -> list[Point]:
        return [(x * self.scale, y * self.scale) for x, y in points]

    def _width(self, width: float) -> int:
        return max(1, round(width * self.scale))

    def _rectangle(self, shape: Rectangle, x: float, y: float) -> None:
        """Pillow draws borders inside the box, a drawing has them centred on its edge."""
        left, top = x + shape.x, y + shape.y
        right, bottom = left + shape.width, top + shape.height
        is_dashed = bool(shape.stroke and shape.dashes)
        border = shape.stroke_width / 2 if shape.stroke and not is_dashed else 0
        box = self._points([(left - border, top - border), (right + border, bottom + border)])
        self.canvas.rounded_rectangle(
            [*box[0], box[1][0] - 1, box[1][1] - 1],
            radius=(shape.radius + border) * self.scale,
            fill=shape.fill or None,
            outline=shape.stroke if border else None,
            width=self._width(shape.stroke_width) if border else 0,
        )
        if is_dashed:
            radius = min(shape.radius, shape.width / 2, shape.height / 2)
            outline = self._points(_rounded(left, top, right, bottom, radius))
            self._stroke(outline, shape.stroke, shape.stroke_width, shape.dashes)

    def _stroke(self, points: Sequence[Point], colour: str, width: float, dashes: tuple[float, ...]) -> None:
        if not colour:
            return
        pieces = _dashed(points, [length * self.scale for length in dashes]) if dashes else [list(points)]
        for piece in pieces:
            self.canvas.line(piece, fill=colour, width=self._width(width), joint="curve")

    def _label(self, label: Label, x: float, y: float) -> None:
        """Text at its baseline. The font has one weight: bold text is drawn with an outline."""
        where = self._points([(x + label.x, y + label.baseline)])[0]
        self.canvas.text(
            where,
            label.text.translate(_SUBSTITUTES),
            fill=label.fill,
            font=_font(label.size * self.scale),
            anchor={"start": "ls", "middle": "ms", "end": "rs"}[label.anchor],
            stroke_width=round(label.size * self.scale * 0.022) if label.is_bold else 0,
            stroke_fill=label.fill,
        )


_SUBSTITUTES = str.maketrans({"×": "x", "–": "-", "−": "-", "→": ">", "←": "<", "↑": "^", "★": "*", "≤": "<", "≥": ">"})
"""Replacements for characters that Pillow's font lacks."""


@lru_cache(maxsize=32)
def _font(size: float) -> FreeTypeFont:
    from PIL.ImageFont import FreeTypeFont, load_default

    font = load_default(size)
    if not isinstance(font, FreeTypeFont):
        raise BackendError("this Pillow was built without FreeType, and so has no font that can be scaled")
    return font


def _rounded(left: float, top: float, right: float, bottom: float, radius: float) -> list[Point]:
    """The outline of a box with round corners, clockwise from the upper left and back."""
    middles = ((right, top, -1, 1), (right, bottom, -1, -1), (left, bottom, 1, -1), (left, top, 1, 1))
    points = [(left + radius, top)]
    for corner, (x, y, inward, down) in enumerate(middles):
        for piece in range(_CORNER_PIECES + 1) if radius else (0,):
            angle = (corner - 1 + piece / _CORNER_PIECES) * math.pi / 2
            points.append((x + radius * (inward + math.cos(angle)), y + radius * (down + math.sin(angle))))
    return [*points, points[0]]


def _flattened(points: Sequence[Point]) -> list[Point]:
    """A cubic Bézier curve as short straight pieces."""
    found = []
    for number in range(_CURVE_PIECES + 1):
        t = number / _CURVE_PIECES
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        x, y = (sum(weight * point[axis] for weight, point in zip(weights, points, strict=True)) for axis in (0, 1))
        found.append((x, y))
    return found


def _dashed(points: Sequence[Point], dashes: Sequence[float]) -> list[list[Point]]:
    """The drawn pieces of a line with alternating strokes and gaps of these lengths."""
    lengths = list(dashes) * (2 if len(dashes) % 2 else 1)
    pieces: list[list[Point]] = [[points[0]]]
    turn, left = 0, lengths[0]
    for (x, y), (end_x, end_y) in pairwise(points):
        length, done = math.hypot(end_x - x, end_y - y), 0.0
        while length - done > left:
            done += left
            corner = (x + (end_x - x) * done / length, y + (end_y - y) * done / length)
            if turn % 2 == 0:
                pieces[-1].append(corner)
            else:
                pieces.append([corner])
            turn += 1
            left = lengths[turn % len(lengths)]
        left -= length - done
        if turn % 2 == 0:
            pieces[-1].append((end_x, end_y))
    return [piece for piece in pieces if len(piece) > 1]
