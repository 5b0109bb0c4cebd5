"""The formats of pictures, trees and graphs, one row each: commands, help, HTTP and the page read this table.

A row names the functions that write the format. They are loaded when a file is written, so the table costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from pkgutil import resolve_name
from typing import Literal

from taquin.errors import SpecError, missing_package
from taquin.puzzle.words import alternatives, shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A format of files. A function is named as ``module:function``; without one, the format has no such files."""

    name: str  # as the value of --format
    program: str = ""  # that reads it, where the ending does not say so
    endings: tuple[str, ...]  # of file names, the usual one first
    media_type: str
    drawing: str = ""  # writes a ``Drawing``: a board, a strip, a tree, a graph of shortest solutions, a chart
    animation: str = ""  # writes an ``Animation``
    is_graph: bool = False  # a tree or shortest solutions for a program that places the nodes itself
    is_text: bool = False  # text or values of a tree or of shortest solutions, which their commands write
    is_binary: bool = False
    sets_text: bool = False  # the file has the shapes of the letters: it needs a font
    packages: tuple[str, ...] = ()  # modules of the extra ``images`` that it needs, besides those of fonts

    @property
    def ending(self) -> str:
        return self.endings[0]

    @property
    def title(self) -> str:
        """What sentences call it."""
        return self.program or self.name.upper()

    @property
    def extra(self) -> str | None:
        """The extra that it needs."""
        return "images" if self.packages else None

    def check(self) -> None:
        """Raise ``BackendError`` with an installation hint if a package is needed and missing."""
        if not self.packages:
            return
        from taquin.render.drawing.standard_fonts import PACKAGES

        if not all(map(find_spec, (*self.packages, *PACKAGES))):
            raise missing_package("PNG and GIF need the extra images", "images")

    def write(self, kind: Literal["drawing", "animation"], content: object, font: Path | None = None) -> bytes:
        """The bytes of a file with this content; ``font`` is the file of a font for its texts.

        Raises ``BackendError`` if a package is missing, and ``SpecError`` for a character that no font has.
        """
        self.check()
        function = resolve_name(getattr(self, kind))
        written: str | bytes = function(content, font) if self.sets_text else function(content)
        return written.encode("utf-8") if isinstance(written, str) else written


FORMATS = (
    Format(
        name="svg",
        endings=("svg",),
        media_type="image/svg+xml",
        drawing="taquin.render.drawing.svg:from_drawing",
        animation="taquin.render.solution.animation:Animation.to_svg",
    ),
    Format(
        name="pdf",
        endings=("pdf",),
        media_type="application/pdf",
        drawing="taquin.render.drawing.pdf:from_drawing",
        is_binary=True,
        sets_text=True,
    ),
    Format(
        name="png",
        endings=("png",),
        media_type="image/png",
        drawing="taquin.render.drawing.raster:png",
        is_binary=True,
        sets_text=True,
        packages=("resvg_py",),
    ),
    Format(
        name="tikz",
        program="TikZ",
        endings=("tex",),
        media_type="application/x-tex",
        drawing="taquin.render.drawing.tikz:from_drawing",
    ),
    Format(
        name="gif",
        endings=("gif",),
        media_type="image/gif",
        animation="taquin.render.solution.animation:Animation.to_gif",
        is_binary=True,
        sets_text=True,
        packages=("resvg_py", "PIL"),
    ),
    Format(name="dot", program="Graphviz", endings=("dot", "gv"), media_type="text/vnd.graphviz", is_graph=True),
    Format(name="json", endings=("json",), media_type="application/json", is_text=True),
    Format(name="text", endings=("txt",), media_type="text/plain", is_text=True),
)

DRAWINGS = tuple(row for row in FORMATS if row.drawing)
ANIMATIONS = tuple(row for row in FORMATS if row.animation)
PICTURES = tuple(row for row in FORMATS if row.drawing or row.animation)
GRAPHS = tuple(row for row in FORMATS if row.drawing or row.is_graph or row.is_text)
"""What a tree or a graph of shortest solutions is written as."""


def endings(formats: Iterable[Format]) -> tuple[str, ...]:
    """The usual ending of each format: what ``Picture`` and HTTP call it."""
    return tuple(row.ending for row in formats)


def find(name: str, formats: Iterable[Format] = FORMATS) -> Format:
    """The format with this name or ending. Raises ``SpecError`` if none of these has it.

    >>> find("tex").name, find("tikz").ending
    ('tikz', 'tex')
    """
    for row in formats:
        if name == row.name or name in row.endings:
            return row
    raise SpecError(f"expected a format ({', '.join(endings(formats))}), found {shown(name)}")


def describe_endings(formats: Iterable[Format]) -> str:
    """The endings for a sentence, with the programs that read the files.

    >>> describe_endings(FORMATS[:5])
    '.svg, .pdf, .png, .tex (TikZ) or .gif'
    """
    return alternatives(f".{row.ending} ({row.program})" if row.program else f".{row.ending}" for row in formats)


def describe_packages(formats: Iterable[Format]) -> str:
    """A sentence on the formats that need an extra, if there are any.

    >>> describe_packages(FORMATS[:5])
    "PNG and GIF need the extra images (pip install 'taquin[images]')."
    """
    names = [row.title for row in formats if row.extra]
    need = f"need{'s' * (len(names) == 1)}"
    return f"{' and '.join(names)} {need} the extra images (pip install 'taquin[images]')." if names else ""
