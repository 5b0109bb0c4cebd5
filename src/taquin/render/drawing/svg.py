"""Drawings as SVG text. The same drawing gives the same bytes, and has a text alternative."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from taquin.puzzle.words import written_out
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


class Span(NamedTuple):
    """A piece of a text with the family of its font, and where it begins."""

    text: str
    family: str
    x: float


Spans: TypeAlias = Callable[[Label], Iterable[Span]]


def from_drawing(drawing: Drawing, spans: Spans | None = None) -> str:
    """The drawing as an SVG document, which may also be part of a web page.

    The ids of title and description are made from the content, so that they are unique among the pictures of a page.
    With ``spans``, texts are divided into pieces with fonts and places; without, the program that shows it does so.
    """
    body = "\n".join(_elements(drawing.shapes, spans))
    mark = fingerprint(drawing.title, drawing.description, drawing.style, body)
    width, height = short(drawing.width), short(drawing.height)
    size = {"viewBox": f"0 0 {width} {height}", "width": width, "height": height}
    alternative = {"role": "img", "aria-labelledby": f"title-{mark} description-{mark}"}
    text = {"font-family": drawing.font, "text-anchor": "middle"}
    attributes = _attributes({"xmlns": "http://www.w3.org/2000/svg"} | size | alternative | text)
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
    r"""Text in which the characters that XML forbids are written out, such as half of a surrogate pair.

    >>> without_forbidden("\x1b[1m")
    '\\x1b[1m'
    """
    return _FORBIDDEN.sub(written_out, text)


_FORBIDDEN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _elements(shapes: Iterable[Shape], spans: Spans | None) -> Iterator[str]:
    for shape in shapes:
        match shape:
            case Group():
                move = f"translate({short(shape.x)} {short(shape.y)})" if shape.x or shape.y else ""
                hidden = "0" if shape.is_hidden else ""
                yield f"<g{_attributes({'class': shape.name, 'transform': move, 'opacity': hidden})}>"
                yield from _elements(shape.shapes, spans)
                yield "</g>"
            case Label():
                yield _text(shape, spans)
            case _:
                yield _outline(shape)


def _text(label: Label, spans: Spans | None) -> str:
    place = {"x": label.x, "y": label.baseline, "font-size": label.size}
    weight = "bold" if label.is_bold else ""
    if spans is None:
        anchor = "" if label.anchor == "middle" else label.anchor
        style = {"font-weight": weight, "text-anchor": anchor, "fill": label.fill}
        return f"<text{_attributes(place)}{_attributes(style)}>{escape(label.written)}</text>"
    style = {"font-weight": weight, "text-anchor": "start", "fill": label.fill, "xml:space": "preserve"}
    return "".join(
        f"<text{_attributes({**place, 'x': span.x, 'font-family': span.family, **style})}>{escape(span.text)}</text>"
        for span in spans(label)
    )


def _outline(shape: Outline) -> str:
    element, form = _form(shape)
    width = shape.stroke_width if shape.stroke and shape.stroke_width != 1 else ""
    dashes = " ".join(map(short, shape.dashes))
    paint = {"fill": shape.fill or "none", "stroke": shape.stroke, "stroke-width": width, "stroke-dasharray": dashes}
    return f"<{element}{_attributes(form)}{_attributes(paint)}/>"


def _form(shape: Outline) -> tuple[str, Mapping[str, float | str]]:
    """The SVG element of a shape, and the attributes of its geometry."""
    match shape:
        case Rectangle(x, y, width, height, radius):
            return "rect", {"x": x, "y": y, "width": width, "height": height, "rx": radius or ""}
        case Circle(x, y, radius):
            return "circle", {"cx": x, "cy": y, "r": radius}
        case Line():
            return "path", {"d": f"M{_places(shape.points)}{'z' if shape.fill else ''}"}
        case Curve():
            return "path", {"d": f"M{_places(shape.points[:1])}C{_places(shape.points[1:])}"}


def _places(points: Iterable[Point]) -> str:
    return " ".join(f"{short(x)} {short(y)}" for x, y in points)


def _attributes(values: Mapping[str, float | str]) -> str:
    """The attributes that have a value; numbers are shortened."""
    texts = {name: value if isinstance(value, str) else short(value) for name, value in values.items()}
    return "".join(f' {name}="{escape(text)}"' for name, text in texts.items() if text)
