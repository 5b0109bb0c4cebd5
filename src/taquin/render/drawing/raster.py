"""Drawings as PNG, with Pillow (the extra ``images``) and its built-in font.

Everything is drawn larger and then reduced, which smooths the edges. Style sheets are ignored: an animated drawing is
drawn in its first state.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib.util import find_spec
from itertools import pairwise
from typing import TYPE_CHECKING

from taquin.errors import BackendError, SpecError, missing_package
from taquin.render.drawing.shapes import Drawing, Label, Outline, Path, Point, path_of

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

MOST_PIXELS = 100_000_000
"""The most pixels that a picture may have."""

_FEWEST_PIECES, _MOST_PIECES, _PIECE = 6, 24, 3  # straight pieces of a curve, and how many pixels each has
_SMOOTH_PIXELS = 40_000_000  # a picture that would be drawn with more is not drawn larger, and so not smoothed
_LARGER = 3


def png(drawing: Drawing, *, scale: float = 2) -> bytes:
    """The drawing as a PNG file, ``scale`` pixels for each of its own. Raises ``SpecError`` if that is too large."""
    check_pillow()
    file = io.BytesIO()
    draw_image(drawing, scale).save(file, format="PNG", optimize=True)
    return file.getvalue()


def check_pillow() -> None:
    """Raise ``BackendError`` with an installation hint if Pillow is missing."""
    if find_spec("PIL") is None:
        raise missing_package("PNG and GIF are written with Pillow", "images")


def draw_image(drawing: Drawing, scale: float, *, larger: int = _LARGER) -> Image:
    """The drawing in pixels: drawn ``larger`` times as large and then reduced, unless it would have very many."""
    from PIL import Image
    from PIL.ImageDraw import Draw

    width, height = max(1, round(drawing.width * scale)), max(1, round(drawing.height * scale))
    if width * height > MOST_PIXELS:
        side = int(max(drawing.width, drawing.height) * math.sqrt(MOST_PIXELS / (width * height)))
        raise SpecError(
            f"the picture would have {width:,} × {height:,} pixels: expected at most {MOST_PIXELS:,} in all",
            hint=f"an SVG or a PDF can have any size; a board with a side of {side} fits (--width {side})",
        )
    larger = larger if width * height * larger**2 <= _SMOOTH_PIXELS else 1
    mode = "RGB" if drawing.background else "RGBA"
    canvas = Image.new(mode, (width * larger, height * larger), drawing.background or (0, 0, 0, 0))
    pen = _Pen(Draw(canvas), scale * larger)
    for shape, x, y in drawing.flat():
        pen.draw(shape, x, y)
    return canvas.reduce(larger)


class _Pen:
    """Draws shapes on an image, ``scale`` pixels for each of the drawing's."""

    def __init__(self, canvas: ImageDraw, scale: float) -> None:
        self.canvas = canvas
        self.scale = scale

    def draw(self, shape: Outline | Label, x: float, y: float) -> None:
        """Draw one shape, moved by ``x`` and ``y``."""
        if isinstance(shape, Label):
            self._label(shape, x, y)
            return
        points = self._points(_flattened(path_of(shape, x, y)))
        if shape.fill:
            self.canvas.polygon(points, fill=shape.fill)
        if shape.stroke:
            width = max(1, round(shape.stroke_width * self.scale))
            dashes = [length * self.scale for length in shape.dashes]
            for piece in _dashed(points, dashes) if dashes else [points]:
                self.canvas.line(piece, fill=shape.stroke, width=width, joint="curve")

    def _points(self, points: Iterable[Point]) -> list[Point]:
        return [(x * self.scale, y * self.scale) for x, y in points]

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


def _flattened(path: Path) -> Iterator[Point]:
    """The points of an outline, with its curves as short straight pieces; a closed one ends where it starts."""
    yield path.start
    start = path.start
    for segment in path.segments:
        if len(segment) == 3:
            yield from _bend((start, *segment))
        yield segment[-1]
        start = segment[-1]
    if path.is_closed:
        yield path.start


def _bend(points: Sequence[Point]) -> Iterator[Point]:
    """Points on a cubic Bézier curve between its ends: more on a longer one."""
    pieces = max(_FEWEST_PIECES, min(_MOST_PIECES, round(math.dist(points[0], points[-1]) / _PIECE)))
    for number in range(1, pieces):
        t = number / pieces
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        x, y = (sum(weight * point[axis] for weight, point in zip(weights, points, strict=True)) for axis in (0, 1))
        yield x, y


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
