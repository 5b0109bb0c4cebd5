"""Drawings as PNG and animations as GIF, with Pillow (the extra ``images``) and its built-in font.

Everything is drawn larger and then reduced, which smooths the edges. Style sheets are ignored: an animated drawing is
drawn in its first state.
"""

from __future__ import annotations

import io
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from taquin.errors import BackendError, SpecError
from taquin.render.drawing.shapes import Drawing, Label, Outline, Path, Point, path_of

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

Frame: TypeAlias = tuple[Drawing, int]  # one picture of an animation: a drawing, and how many milliseconds it is shown

MOST_PIXELS = 100_000_000  # the most pixels that a picture may have

# Straight pieces of a curve, and how many pixels each has.
_FEWEST_PIECES = 6
_MOST_PIECES = 24
_PIECE = 3
_SMOOTH_PIXELS = 40_000_000  # a picture that would be drawn with more is not drawn larger, and so not smoothed
_LARGER, _LARGER_FRAME = 3, 2  # a GIF has many frames
_COLOURS, _PALETTE_FRAMES = 64, 6
_LEAST_GAP = 8  # between two colours of the palette, in one of red, green and blue


def png(drawing: Drawing) -> bytes:
    """The drawing as a PNG file, with two pixels for each of its own, or one if two would be too many.

    Raises ``SpecError`` if one is too many as well.
    """
    file = io.BytesIO()
    scale = 1 if 4 * drawing.width * drawing.height > MOST_PIXELS else 2
    draw_image(drawing, scale).save(file, format="PNG", optimize=True)
    return file.getvalue()


def gif(frames: Iterable[Frame]) -> bytes:
    """Drawings of one size as an animated GIF that plays in a loop."""
    from PIL.Image import Dither

    shown = list(frames)
    palette = _common_palette([drawing for drawing, _ in shown])
    images = (_draw_frame(drawing).quantize(palette=palette, dither=Dither.NONE) for drawing, _ in shown)
    file = io.BytesIO()
    next(images).save(
        file,
        format="GIF",
        save_all=True,
        append_images=images,
        duration=[milliseconds for _, milliseconds in shown],
        loop=0,
        disposal=1,
    )
    return file.getvalue()


def _draw_frame(drawing: Drawing) -> Image:
    return draw_image(drawing, 1, larger=_LARGER_FRAME).convert("RGB")


def _common_palette(drawings: Sequence[Drawing]) -> Image:
    """One palette for all frames, so that still parts do not flicker: the most frequent colours of a few frames.

    Colours that are almost the same are left out, because Pillow would replace one by the other.
    """
    from PIL import Image

    counts: Counter[tuple[int, ...]] = Counter()
    for drawing in drawings[:: max(1, (len(drawings) - 1) // (_PALETTE_FRAMES - 1))]:
        pixels = _draw_frame(drawing).tobytes()
        counts.update(zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True))
    colours: list[tuple[int, ...]] = []
    for colour, _ in counts.most_common():
        gaps = (max(abs(one - other) for one, other in zip(colour, known, strict=True)) for known in colours)
        if len(colours) < _COLOURS and all(gap > _LEAST_GAP for gap in gaps):
            colours.append(colour)
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in colours for part in colour])
    return palette


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
    pen = Draw(canvas)
    for shape, x, y in drawing.flat():
        if isinstance(shape, Label):
            _draw_label(pen, shape, x, y, scale * larger)
        else:
            _draw_outline(pen, shape, x, y, scale * larger)
    return canvas.reduce(larger)


def _draw_outline(pen: ImageDraw, shape: Outline, x: float, y: float, scale: float) -> None:
    points = [(x * scale, y * scale) for x, y in _flattened(path_of(shape, x, y))]
    if shape.fill:
        pen.polygon(points, fill=shape.fill)
    if shape.stroke:
        width = max(1, round(shape.stroke_width * scale))
        dashes = [length * scale for length in shape.dashes]
        for piece in _dashed(points, dashes) if dashes else [points]:
            pen.line(piece, fill=shape.stroke, width=width, joint="curve")


def _draw_label(pen: ImageDraw, label: Label, x: float, y: float, scale: float) -> None:
    """Text at its baseline. The font has one weight: bold text is drawn with an outline."""
    pen.text(
        ((x + label.x) * scale, (y + label.baseline) * scale),
        label.text.translate(_SUBSTITUTES),
        fill=label.fill,
        font=_font(label.size * scale),
        anchor={"start": "ls", "middle": "ms", "end": "rs"}[label.anchor],
        stroke_width=round(label.size * scale * 0.022) if label.is_bold else 0,
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


def _dashed(points: Sequence[Point], lengths: Sequence[float]) -> list[list[Point]]:
    """The drawn pieces of a line with alternating strokes and gaps of these lengths."""
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
