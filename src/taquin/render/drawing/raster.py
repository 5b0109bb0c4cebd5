"""Drawings as PNG and animations as GIF: resvg draws their SVG with fonts that are the same on every machine.

The extra ``images`` has the packages: resvg-py, the fonts and uharfbuzz to choose among them; Pillow puts the frames
of a GIF together. Style sheets are ignored: an animated drawing is drawn in its first state.
"""

from __future__ import annotations

import io
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TypeAlias

from taquin.errors import SpecError
from taquin.render.drawing import fonts
from taquin.render.drawing.shapes import Drawing, Label
from taquin.render.drawing.shaping import runs
from taquin.render.drawing.svg import Span, from_drawing

if TYPE_CHECKING:
    from PIL.Image import Image

Frame: TypeAlias = tuple[Drawing, int]  # one picture of an animation: a drawing, and how many milliseconds it is shown

MOST_PIXELS = 100_000_000  # the most pixels that a picture may have

_COLOURS, _PALETTE_FRAMES = 64, 6
_LEAST_GAP = 8  # between two colours of the palette, in one of red, green and blue


def png(drawing: Drawing, font: Path | None = None) -> bytes:
    """The drawing as a PNG file, with two pixels for each of its own, or one if two would be too many.

    Raises ``SpecError`` if one is too many as well, and for a character that neither ``font`` nor another font has.
    """
    with _painter([drawing], font) as painter:
        return painter.paint(drawing, 1 if 4 * drawing.width * drawing.height > MOST_PIXELS else 2)


def gif(frames: Iterable[Frame], font: Path | None = None) -> bytes:
    """Drawings of one size as an animated GIF that plays in a loop."""
    from PIL.Image import Dither

    shown = list(frames)
    drawings = [drawing for drawing, _ in shown]
    file = io.BytesIO()
    with _painter(drawings, font) as painter:
        palette = _common_palette(painter, drawings)
        images = (painter.image(drawing).quantize(palette=palette, dither=Dither.NONE) for drawing in drawings)
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


def image(drawing: Drawing) -> Image:
    """The drawing as an image of Pillow, with one pixel for each of its own."""
    with _painter([drawing], None) as painter:
        return painter.image(drawing)


def _common_palette(painter: _Painter, drawings: Sequence[Drawing]) -> Image:
    """One palette for all frames, so that still parts do not flicker: the most frequent colours of a few frames.

    Colours that are almost the same are left out, because Pillow would replace one by the other.
    """
    from PIL import Image

    counts: Counter[tuple[int, ...]] = Counter()
    for drawing in drawings[:: max(1, (len(drawings) - 1) // (_PALETTE_FRAMES - 1))]:
        pixels = painter.image(drawing).tobytes()
        counts.update(zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True))
    colours: list[tuple[int, ...]] = []
    for colour, _ in counts.most_common():
        gaps = (max(abs(one - other) for one, other in zip(colour, known, strict=True)) for known in colours)
        if len(colours) < _COLOURS and all(gap > _LEAST_GAP for gap in gaps):
            colours.append(colour)
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in colours for part in colour])
    return palette


@dataclass(frozen=True, slots=True)
class _Painter:
    """resvg, with the files of the fonts that some drawings need."""

    files: list[str]
    font: Path | None

    def _spans(self, label: Label) -> Iterator[Span]:
        """The runs of a text: in a text of several fonts or scripts, resvg may draw boxes or join letters wrongly."""
        found = runs(label.written, is_bold=label.is_bold, own=self.font)
        width = label.size * sum(run.width for run in found)
        x = label.x - width * {"start": 0, "middle": 0.5, "end": 1}[label.anchor]
        for run in found:
            yield Span(run.text, f"'{run.font.family}'", x)
            x += label.size * run.width

    def paint(self, drawing: Drawing, zoom: int) -> bytes:
        """The drawing as a PNG file."""
        from resvg_py import svg_to_bytes

        width, height = max(1, round(drawing.width * zoom)), max(1, round(drawing.height * zoom))
        if width * height > MOST_PIXELS:
            side = int(max(drawing.width, drawing.height) * math.sqrt(MOST_PIXELS / (width * height)))
            raise SpecError(
                f"the picture would have {width:,} × {height:,} pixels: expected at most {MOST_PIXELS:,} in all",
                hint=f"an SVG or a PDF can have any size; a board with a side of {side} fits (--width {side})",
            )
        return svg_to_bytes(
            svg_string=from_drawing(replace(drawing, style=""), self._spans),
            width=width,
            height=height,
            skip_system_fonts=True,
            font_files=self.files,
        )

    def image(self, drawing: Drawing) -> Image:
        from PIL import Image

        return Image.open(io.BytesIO(self.paint(drawing, 1))).convert("RGB")


@contextmanager
def _painter(drawings: Sequence[Drawing], font: Path | None) -> Iterator[_Painter]:
    """A painter for these drawings. The fonts of the package are in no files, but resvg reads files."""
    labels = {shape for drawing in drawings for shape, _, _ in drawing.flat() if isinstance(shape, Label)}
    texts = {(label.written, label.is_bold) for label in labels}
    used = [piece for text, is_bold in sorted(texts) for _, piece in fonts.split(text, is_bold=is_bold, own=font)]
    with TemporaryDirectory(prefix="taquin-fonts-") as folder:
        files: list[str] = []
        for number, needed in enumerate(dict.fromkeys(used)):
            path = needed.path or Path(folder, f"{number}.ttf")
            if needed.path is None:
                path.write_bytes(needed.face.blob.data)
            files.append(str(path))
        yield _Painter(files, font)
