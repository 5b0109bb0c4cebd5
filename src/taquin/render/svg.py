"""Pictures as SVG text. The same value gives the same bytes, and every picture has a text alternative."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from zlib import crc32

from taquin.board import Board
from taquin.render.drawing import Circle, Curve, Drawing, Group, Label, Line, Point, Rectangle, Shape

_CELL = 48


def board(value: Board) -> str:
    """A picture of a board: one square a tile, nothing where the blank is, and a text for screen readers.

    >>> board(Board("1 2 / 0 3"))[:25]
    '<svg xmlns="http://www.w3'
    """
    shape = value.shape
    width, height = shape.columns * _CELL, shape.rows * _CELL
    label = "; ".join(" ".join(str(tile or "blank") for tile in row) for row in value.rows())
    size = _CELL * (0.45 if shape.cells <= 100 else 0.32)
    frame = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {frame} role="img" aria-label="{shape} board: {label}">',
        f'<rect width="{width}" height="{height}" rx="6" fill="#d7dde4"/>',
        f'<g font-family="sans-serif" font-size="{size:g}" text-anchor="middle" fill="#1b2733">',
    ]
    for cell, tile in enumerate(value):
        if tile:
            row, column = shape.position(cell)
            x, y = column * _CELL, row * _CELL
            parts.append(
                f'<rect x="{x + 2}" y="{y + 2}" width="{_CELL - 4}" height="{_CELL - 4}" rx="5" fill="#ffffff"/>'
                f'<text x="{x + _CELL / 2:g}" y="{y + _CELL / 2 + size * 0.35:g}">{tile}</text>'
            )
    return "\n".join([*parts, "</g>", "</svg>"])


# How a drawing is written ----------------------------------------------------------------------------------------


def from_drawing(drawing: Drawing) -> str:
    """The drawing as an SVG document, which may also stand inside a web page.

    The ids of title and description are made from the content, so that many pictures on one page keep apart.
    """
    body = "\n".join(_elements(drawing.shapes))
    mark = fingerprint(drawing.title, drawing.description, drawing.style, body)
    width, height = short(drawing.width), short(drawing.height)
    attributes = _attributes(
        ("xmlns", "http://www.w3.org/2000/svg"),
        ("viewBox", f"0 0 {width} {height}"),
        ("width", width),
        ("height", height),
        ("role", "img"),
        ("aria-labelledby", f"title-{mark} description-{mark}"),
        ("font-family", drawing.font),
        ("text-anchor", "middle"),
    )
    parts = [
        f"<svg{attributes}>",
        f'<title id="title-{mark}">{escape(drawing.title)}</title>',
        f'<desc id="description-{mark}">{escape(drawing.description)}</desc>',
    ]
    if drawing.style:
        parts.append(f"<style>{escape(drawing.style)}</style>")
    if drawing.background:
        parts.append(f'<rect width="{width}" height="{height}" fill="{drawing.background}"/>')
    return "\n".join([*parts, body, "</svg>\n"])


def fingerprint(*texts: str) -> str:
    """Eight characters that tell texts apart, the same in every run."""
    return f"{crc32(chr(0).join(texts).encode(errors='replace')):08x}"


def escape(text: str) -> str:
    """Text that may stand in an element or an attribute of XML; characters that XML forbids become �.

    >>> escape('a < "b"')
    'a &lt; &quot;b&quot;'
    """
    text = _FORBIDDEN.sub("�", text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


_FORBIDDEN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def short(value: float) -> str:
    """A number with at most two decimals and no more characters than it needs.

    >>> short(12.0), short(0.504), short(-0.001)
    ('12', '.5', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text in ("-0", "0"):
        return "0"
    return text.replace("0.", ".", 1) if abs(value) < 1 else text


def _elements(shapes: Iterable[Shape]) -> Iterator[str]:
    for shape in shapes:
        match shape:
            case Group():
                move = f"translate({short(shape.x)} {short(shape.y)})" if shape.x or shape.y else ""
                yield f"<g{_attributes(('id', shape.identity), ('class', shape.name), ('transform', move))}>"
                yield from _elements(shape.shapes)
                yield "</g>"
            case Label():
                yield _text(shape)
            case _:
                yield _outline(shape)


def _text(label: Label) -> str:
    attributes = _attributes(
        ("x", short(label.x)),
        ("y", short(label.baseline)),
        ("font-size", short(label.size)),
        ("font-weight", "bold" if label.is_bold else ""),
        ("text-anchor", "" if label.anchor == "middle" else label.anchor),
        ("fill", label.fill),
    )
    return f"<text{attributes}>{escape(label.text)}</text>"


def _outline(shape: Rectangle | Circle | Line | Curve) -> str:
    element, form = _form(shape)
    dashes = () if isinstance(shape, Circle) else shape.dashes
    is_thin = not shape.stroke or shape.stroke_width == 1
    paint = _attributes(
        ("fill", "none" if isinstance(shape, Curve) else shape.fill or "none"),
        ("stroke", shape.stroke),
        ("stroke-width", "" if is_thin else short(shape.stroke_width)),
        ("stroke-dasharray", " ".join(map(short, dashes))),
    )
    return f"<{element}{form}{paint}/>"


def _form(shape: Rectangle | Circle | Line | Curve) -> tuple[str, str]:
    """The element that a shape becomes, and the attributes that say where it lies."""
    match shape:
        case Rectangle():
            return "rect", _attributes(
                ("x", short(shape.x)),
                ("y", short(shape.y)),
                ("width", short(shape.width)),
                ("height", short(shape.height)),
                ("rx", short(shape.radius) if shape.radius else ""),
            )
        case Circle():
            return "circle", _attributes(("cx", short(shape.x)), ("cy", short(shape.y)), ("r", short(shape.radius)))
        case Line():
            return "path", _attributes(("d", f"M{_places(shape.points)}{'z' if shape.is_closed else ''}"))
        case Curve():
            return "path", _attributes(("d", f"M{_places(shape.points[:1])}C{_places(shape.points[1:])}"))


def _places(points: Iterable[Point]) -> str:
    return " ".join(f"{short(x)} {short(y)}" for x, y in points)


def _attributes(*pairs: tuple[str, str]) -> str:
    """The attributes that have a value."""
    return "".join(f' {name}="{escape(value)}"' for name, value in pairs if value)
