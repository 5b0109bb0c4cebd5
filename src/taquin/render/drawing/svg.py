"""Drawings as SVG text. The same drawing gives the same bytes, and has a text alternative."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

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
    fingerprint,
    short,
)


def from_drawing(drawing: Drawing) -> str:
    """The drawing as an SVG document, which may also be part of a web page.

    The ids of title and description are made from the content, so that they are unique among the pictures of a page.
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


def escape(text: str) -> str:
    """Text for an element or an attribute of XML.

    >>> escape('a < "b"')
    'a &lt; &quot;b&quot;'
    """
    text = without_forbidden(text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def without_forbidden(text: str) -> str:
    """Text with � for characters that XML forbids, such as control characters and half of a surrogate pair."""
    return _FORBIDDEN.sub("�", text)


_FORBIDDEN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _elements(shapes: Iterable[Shape]) -> Iterator[str]:
    for shape in shapes:
        match shape:
            case Group():
                move = f"translate({short(shape.x)} {short(shape.y)})" if shape.x or shape.y else ""
                attributes = _attributes(
                    ("class", shape.name),
                    ("transform", move),
                    ("opacity", "0" if shape.is_hidden else ""),
                )
                yield f"<g{attributes}>"
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


def _outline(shape: Outline) -> str:
    element, form = _form(shape)
    is_thin = not shape.stroke or shape.stroke_width == 1
    paint = _attributes(
        ("fill", shape.fill or "none"),
        ("stroke", shape.stroke),
        ("stroke-width", "" if is_thin else short(shape.stroke_width)),
        ("stroke-dasharray", " ".join(map(short, shape.dashes))),
    )
    return f"<{element}{form}{paint}/>"


def _form(shape: Outline) -> tuple[str, str]:
    """The SVG element of a shape, and the attributes of its geometry."""
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
            return "path", _attributes(("d", f"M{_places(shape.points)}{'z' if shape.fill else ''}"))
        case Curve():
            return "path", _attributes(("d", f"M{_places(shape.points[:1])}C{_places(shape.points[1:])}"))


def _places(points: Iterable[Point]) -> str:
    return " ".join(f"{short(x)} {short(y)}" for x, y in points)


def _attributes(*pairs: tuple[str, str]) -> str:
    """The attributes that have a value."""
    return "".join(f' {name}="{escape(value)}"' for name, value in pairs if value)
