"""Drawings as PNG, with Pillow (the extra ``images``) and its built-in font.

Everything is drawn larger and then reduced, which smooths the edges. Style sheets are ignored: an animated drawing is
drawn in its first state.
"""

from __future__ import annotations

import io
import math
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeAlias

from taquin.errors import BackendError, SpecError
from taquin.render.drawing.pen import Pen
from taquin.render.drawing.shapes import Circle, Drawing, Group, Label, Rectangle, Shape

if TYPE_CHECKING:
    from PIL.Image import Image

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""

MOST_PIXELS = 100_000_000
"""The most pixels that a picture may have."""

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
    pen = Pen(Draw(canvas), scale * larger)
    for shape, x, y in drawing.flat():
        if box is None or overlap(box, pixel_bounds(shape, x, y, scale)):
            pen.draw(shape, x, y)
    if box is not None:
        canvas = canvas.crop((box[0] * larger, box[1] * larger, box[2] * larger, box[3] * larger))
    return canvas.reduce(larger)


def pixel_size(drawing: Drawing, scale: float) -> tuple[int, int]:
    """The width and the height in pixels."""
    return max(1, round(drawing.width * scale)), max(1, round(drawing.height * scale))


def pixel_bounds(shape: Shape, x: float, y: float, scale: float) -> Box:
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
            assert not isinstance(shape, Group)
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
