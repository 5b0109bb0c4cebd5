r"""Drawings as TikZ, for LaTeX: text in the fonts of the document, and paths that can be edited.

The file is compiled alone, or read with ``\input{file}`` by a document that loads ``tikz``. Comments name what follows
them, such as a node of a tree. The manual of TikZ: https://tikz.dev.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from textwrap import wrap

from taquin.render.drawing.pdf import POINTS
from taquin.render.drawing.shapes import (
    Circle,
    Curve,
    Drawing,
    Group,
    Label,
    Line,
    Outline,
    Point,
    Rectangle,
    Shape,
    short,
)

_LARGEST = 16_000  # points: TeX has no larger lengths

_HEAD = r"""% Compile this file alone, or read it in a document that has \usepackage{tikz} with \input{…}.
\expandafter\ifx\csname @nodocument\endcsname\relax
  \let\taquinend\relax
\else
  \documentclass[tikz]{standalone}
  \usepackage{fix-cm}@FONTS@
  \begin{document}
  \def\taquinend{\end{document}}
\fi"""


def from_drawing(drawing: Drawing) -> str:
    """The drawing as a LaTeX file. One that is too large for TeX is reduced."""
    return "\n".join(_Writer(drawing).lines()) + "\n"


class _Writer:
    """Writes one drawing. Every length in points is that in pixels, times ``scale``."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.scale = min(POINTS, _LARGEST / max(drawing.width, drawing.height))
        self.colors: dict[str, str] = {}

    def lines(self) -> Iterator[str]:
        drawing = self.drawing
        sheet = f"(0, 0) rectangle ({short(drawing.width)}, {short(drawing.height)})"
        body = [rf"  \useasboundingbox {sheet};"]
        if drawing.background:
            body.append(rf"  \fill[{self._color(drawing.background)}] {sheet};")
        body += self._shapes(drawing.shapes, "  ")  # which names the colours
        unit = f"{self.scale:.5f}".rstrip("0")
        for text in (drawing.title, drawing.description):
            yield from (f"% {line}" for line in wrap(text, 110, break_on_hyphens=False))
        texts = "".join(shape.written for shape, _, _ in drawing.flat() if isinstance(shape, Label))
        yield engine(texts) + _HEAD.replace("@FONTS@", fonts(texts) and f"\n{fonts(texts)}")
        yield rf"\begin{{tikzpicture}}[x={unit}bp, y=-{unit}bp, inner sep=0pt, outer sep=0pt]"
        yield r"  \def\taquinfont#1{\sffamily\fontsize{#1bp}{#1bp}\selectfont}"
        for color, name in self.colors.items():
            yield rf"  \definecolor{{{name}}}{{HTML}}{{{color.removeprefix('#').upper()}}}"
        yield from body
        yield r"\end{tikzpicture}%"
        yield r"\taquinend"

    def _shapes(self, shapes: Iterable[Shape], indent: str) -> Iterator[str]:
        for shape in shapes:
            match shape:
                case Group(is_hidden=True):
                    continue
                case Group():
                    yield from self._group(shape, indent)
                case Label():
                    yield indent + self._text(shape)
                case _:
                    yield indent + self._outline(shape)

    def _group(self, group: Group, indent: str) -> Iterator[str]:
        """A scope where a group has a place of its own, and a comment where it has a name."""
        if group.name:
            yield f"{indent}% {group.name}"
        if not (group.x or group.y):
            yield from self._shapes(group.shapes, indent)
            return
        yield rf"{indent}\begin{{scope}}[shift={{{_point((group.x, group.y))}}}]"
        yield from self._shapes(group.shapes, indent + "  ")
        yield rf"{indent}\end{{scope}}"

    def _text(self, label: Label) -> str:
        side = {"start": " west", "middle": "", "end": " east"}[label.anchor]
        font = rf"\taquinfont{{{short(label.size * self.scale)}}}" + (r"\bfseries" if label.is_bold else "")
        options = f"anchor=base{side}, text={self._color(label.fill)}, font={font}"
        return rf"\node[{options}] at {_point((label.x, label.baseline))} {{{escape(label.written)}}};"

    def _outline(self, shape: Outline) -> str:
        match shape:
            case Rectangle():
                end = (shape.x + shape.width, shape.y + shape.height)
                path = f"{_point((shape.x, shape.y))} rectangle {_point(end)}"
            case Circle():
                path = f"{_point((shape.x, shape.y))} circle[radius={self._length(shape.radius)}]"
            case Line():
                path = " -- ".join([*map(_point, shape.points), *(["cycle"] if shape.fill else [])])
            case Curve():
                start, *controls, stop = map(_point, shape.points)
                path = f"{start} .. controls {' and '.join(controls)} .. {stop}"
        return rf"\path[{', '.join(self._paint(shape))}] {path};"

    def _paint(self, shape: Outline) -> Iterator[str]:
        if shape.fill:
            yield f"fill={self._color(shape.fill)}"
        if shape.stroke:
            yield f"draw={self._color(shape.stroke)}, line width={self._length(shape.stroke_width)}"
        if shape.stroke and shape.dashes:
            words = (f"{'off' if place % 2 else 'on'} {self._length(dash)}" for place, dash in enumerate(shape.dashes))
            yield f"dash pattern={' '.join(words)}"
        if isinstance(shape, Rectangle) and shape.radius:
            radius = min(shape.radius, shape.width / 2, shape.height / 2)
            yield f"rounded corners={self._length(radius)}"

    def _length(self, pixels: float) -> str:
        return f"{short(pixels * self.scale)}bp"

    def _color(self, color: str) -> str:
        return self.colors.setdefault(color, f"taquin{len(self.colors) + 1}")


def _point(point: Point) -> str:
    return f"({short(point[0])}, {short(point[1])})"


def escape(text: str) -> str:
    r"""Text for LaTeX. Letters that a font may lack are written as formulas.

    >>> escape("50 % of a_1 → {2}")
    '50 \\% of a\\_1 $\\rightarrow$ \\{2\\}'
    """
    return text.translate(_ESCAPES)


def command(text: str) -> str:
    r"""A command for LaTeX, which can be copied from the document: no dashes, curly quotes or drawn underscores.

    >>> command("taquin draw -o a_b.svg --title 'A'")
    '\\texttt{taquin draw -o a{\\char95}b.svg -{}-title \\textquotesingle{}A\\textquotesingle{}}'
    """
    letters = {r"\_": r"{\char95}", "--": "-{}-", "'": r"\textquotesingle{}"}
    escaped = escape(text)
    for letter, written in letters.items():
        escaped = escaped.replace(letter, written)
    return rf"\texttt{{{escaped}}}"


def engine(text: str) -> str:
    r"""The lines at the head of a file with this text: empty, or that the file needs LuaLaTeX.

    There a character that the font lacks is an error: otherwise it would be left out without one.

    >>> engine("a Řetěz → b"), engine("Timișoara").splitlines()[1]
    ('', '\\ifdefined\\directlua\\else\\errmessage{This text needs LuaLaTeX: run lualatex}\\fi')
    """
    return "" if all(map(_is_usual, text)) else _LUALATEX


def fonts(text: str) -> str:
    """The lines of a preamble that choose fonts for a file with this text; empty if pdfLaTeX has all letters."""
    return "" if all(map(_is_usual, text)) else _FONTS


def _is_usual(letter: str) -> bool:
    """Whether pdfLaTeX has a letter: ASCII, our formulas, and those with an accent that its oldest fonts have."""
    if letter.isascii() or ord(letter) in _ESCAPES or letter in "ßæøåœłÆØÅŒŁıÄÖÜ":
        return True
    parts = unicodedata.normalize("NFD", letter)
    return len(parts) == 2 and parts[0].isascii() and parts[1] in _ACCENTS and letter < "\u0180"


_ACCENTS = frozenset("\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c")
_LUALATEX = r"""% This file has characters that need LuaLaTeX, and a font that has them: lualatex FILE.
\ifdefined\directlua\else\errmessage{This text needs LuaLaTeX: run lualatex}\fi
\tracinglostchars=3 % a character that the font lacks is an error: \setsansfont{…} of fontspec names another
"""
_FONTS = r"""\usepackage{fontspec}
\def\taquinfonts#1{\setmainfont{#1}[Renderer=HarfBuzz]\setsansfont{#1}[Renderer=HarfBuzz]}
\IfFontExistsTF{Noto Sans}{\taquinfonts{Noto Sans}}{\IfFontExistsTF{DejaVu Sans}{\taquinfonts{DejaVu Sans}}{}}"""

_ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        **{letter: f"\\{letter}" for letter in "{}$&#_%"},
        **{letter: f"${letter}$" for letter in "<>|"},
        '"': "''",
        "×": r"$\times$",
        "·": r"$\cdot$",
        "→": r"$\rightarrow$",
        "←": r"$\leftarrow$",
        "↑": r"$\uparrow$",
        "↓": r"$\downarrow$",
        "−": "$-$",
        "≤": r"$\leq$",
        "≥": r"$\geq$",
        "≈": r"$\approx$",
        "↔": r"$\leftrightarrow$",
        "∞": r"$\infty$",
        "√": r"$\surd$",
        "²": "$^2$",
        "₀": "$_0$",
        "∗": r"$\ast$",
        "ε": r"$\varepsilon$",
        "µ": r"$\mu$",
        "★": r"$\star$",
        "…": r"\ldots{}",
        "–": "--",
        "—": "---",
        "“": "``",
        "”": "''",
        "’": "'",
    }
)
