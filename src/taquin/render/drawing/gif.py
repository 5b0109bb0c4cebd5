"""Animations as GIF, with Pillow (the extra ``images``)."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from taquin.render.drawing.raster import check_pillow, draw_image
from taquin.render.drawing.shapes import Frame

if TYPE_CHECKING:
    from PIL.Image import Image

_COLOURS = 64
_LEAST_GAP = 8  # between two colours of the palette, in one of red, green and blue
_PALETTE_FRAMES = 6
_LARGER = 2  # frames are drawn this many times larger and then reduced: less than a PNG, because there are many


def encode(frames: Iterable[Frame], *, scale: float = 1) -> bytes:
    """Drawings of one size as an animated GIF that plays in a loop."""
    check_pillow()
    from PIL.Image import Dither

    shown = list(frames)
    palette = _common_palette(shown, scale)
    images = (_draw(frame, scale).quantize(palette=palette, dither=Dither.NONE) for frame in shown)
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


def _draw(frame: Frame, scale: float) -> Image:
    return draw_image(frame.drawing, scale, larger=_LARGER).convert("RGB")


def _common_palette(frames: Sequence[Frame], scale: float) -> Image:
    """One palette for all frames, so that still parts do not flicker: the most frequent colours of a few frames.

    Colours that are almost the same are left out, because Pillow would replace one by the other.
    """
    from PIL import Image

    counts: Counter[tuple[int, ...]] = Counter()
    for frame in frames[:: max(1, (len(frames) - 1) // (_PALETTE_FRAMES - 1))]:
        pixels = _draw(frame, scale).tobytes()
        counts.update(zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True))
    colours: list[tuple[int, ...]] = []
    for colour, _ in counts.most_common():
        if len(colours) < _COLOURS and all(max(map(_gap, colour, other)) > _LEAST_GAP for other in colours):
            colours.append(colour)
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in colours for part in colour])
    return palette


def _gap(one: int, other: int) -> int:
    return abs(one - other)
