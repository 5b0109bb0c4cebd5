"""The file formats of drawings: one name for each, which is also the ending of its files."""

from __future__ import annotations

from taquin.errors import SpecError
from taquin.render.drawing.shapes import Drawing

STILL_FORMATS = ("svg", "pdf", "png", "tex")
"""SVG, PDF and TikZ (``tex``) are vectors and need no other package; PNG needs Pillow."""


def encode(drawing: Drawing, format_: str, *, scale: float = 2) -> bytes:
    """The drawing as a file of one of ``STILL_FORMATS``; ``scale`` is for PNG, in pixels for each of the drawing's.

    >>> encode(Drawing(width=80, height=60, title="", description="", shapes=(), font=""), "pdf")[:8]
    b'%PDF-1.7'
    """
    match format_:  # every encoder is loaded where it is used
        case "svg":
            from taquin.render.drawing.svg import from_drawing as to_svg

            return to_svg(drawing).encode("utf-8")
        case "pdf":
            from taquin.render.drawing.pdf import from_drawing as to_pdf

            return to_pdf(drawing)
        case "png":
            from taquin.render.drawing.raster import png

            return png(drawing, scale=scale)
        case "tex":
            from taquin.render.drawing.tikz import from_drawing as to_tikz

            return to_tikz(drawing).encode("utf-8")
        case _:
            raise SpecError(f"expected a format ({', '.join(STILL_FORMATS)}), found {format_[:60]!r}")
