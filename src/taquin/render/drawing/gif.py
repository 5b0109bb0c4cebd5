"""Animations as GIF, with Pillow and NumPy (the extra ``images``).

Of each frame only what differs from the frame before is drawn: a tile that slides, not the whole board.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from taquin.render.drawing.raster import Box, check_packages, draw_image, overlap, pixel_bounds, pixel_size
from taquin.render.drawing.shapes import Drawing, Frame, Label, Outline

if TYPE_CHECKING:
    import numpy
    from PIL.Image import Image

Colours: TypeAlias = "numpy.ndarray[Any, numpy.dtype[Any]]"

_COLOURS = 64
_PALETTE_FRAMES = 6


def encode(frames: Iterable[Frame], *, scale: float = 1) -> bytes:
    """Drawings of one size as an animated GIF that plays in a loop."""
    check_packages("gif")
    shown = list(frames)
    film = Film(common_palette([frame.drawing for frame in shown], scale), scale)
    images = (film.image(frame.drawing) for frame in shown)
    file = io.BytesIO()
    next(images).save(
        file,
        format="GIF",
        save_all=True,
        append_images=images,
        duration=[frame.milliseconds for frame in shown],
        loop=0,
        disposal=1,
    )
    return file.getvalue()


class Film:
    """Draws one drawing after another."""

    def __init__(self, palette: Colours, scale: float) -> None:
        self._palette = palette
        self._scale = scale
        self._last: Image | None = None
        self._shapes: set[tuple[Outline | Label, float, float]] = set()

    def image(self, drawing: Drawing) -> Image:
        """The drawing in colours of the palette."""
        shapes = set(drawing.flat())
        if self._last is None:
            found = _indexed(draw_image(drawing, self._scale), self._palette)
        else:
            found = self._last.copy()
            for box in self._changed(drawing, shapes):
                found.paste(_indexed(draw_image(drawing, self._scale, box), self._palette), box[:2])
        self._last, self._shapes = found, shapes
        return found

    def _changed(self, drawing: Drawing, shapes: set[tuple[Outline | Label, float, float]]) -> list[Box]:
        """Boxes that contain every shape that is new or gone, and that do not overlap."""
        width, height = pixel_size(drawing, self._scale)
        boxes: list[Box] = []
        for shape, x, y in shapes ^ self._shapes:
            left, top, right, bottom = pixel_bounds(shape, x, y, self._scale)
            box = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
            if box[0] >= box[2] or box[1] >= box[3]:
                continue
            while near := [other for other in boxes if overlap(box, other)]:
                boxes = [other for other in boxes if other not in near]
                box = _around([box, *near])
            boxes.append(box)
        return boxes


def _around(boxes: Sequence[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def common_palette(drawings: Sequence[Drawing], scale: float) -> Colours:
    """One palette for all frames, so that still parts do not flicker: the most frequent colours of a few drawings."""
    import numpy

    step = max(1, (len(drawings) - 1) // (_PALETTE_FRAMES - 1))
    some = [*drawings[::step], drawings[-1]]
    pixels = numpy.concatenate([_pixels(draw_image(drawing, scale)) for drawing in some])
    colours, counts = numpy.unique(pixels, return_counts=True)
    return colours[numpy.argsort(-counts, kind="stable")[:_COLOURS]]


def _indexed(image: Image, palette: Colours) -> Image:
    """The image with each colour replaced by the nearest one of the palette.

    Pillow's ``quantize`` is less exact: it replaces even colours that are in the palette.
    """
    import numpy
    from PIL import Image

    colours, places = numpy.unique(_pixels(image), return_inverse=True)
    distances = ((_parts(colours)[:, None, :] - _parts(palette)[None, :, :]) ** 2).sum(axis=2)
    indices = distances.argmin(axis=1).astype(numpy.uint8)[places]
    found = Image.frombytes("P", image.size, indices.tobytes())
    found.putpalette(_parts(palette).astype(numpy.uint8).tobytes())
    return found


def _pixels(image: Image) -> Colours:
    """One number for each pixel."""
    import numpy

    return numpy.frombuffer(image.convert("RGBX").tobytes(), dtype="<u4") & 0xFFFFFF


def _parts(colours: Colours) -> Colours:
    """Red, green and blue of each colour."""
    import numpy

    return numpy.stack([colours >> shift & 0xFF for shift in (0, 8, 16)], axis=1).astype(numpy.int32)
