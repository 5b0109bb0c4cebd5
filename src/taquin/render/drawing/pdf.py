"""Drawings as PDF: pages of vectors and text, each of the size of its drawing.

A drawing has five kinds of shapes, so this file is all that PDF needs. Texts that the standard fonts have need no font
in the file; those that they lack, and all texts if the user names a font, are set in embedded fonts (``embedding``).
The description is the alternative text of the picture, for screen readers. The same drawing with the same fonts gives
the same bytes. PDF 1.7: ISO 32000-1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from taquin.puzzle.words import printable
from taquin.render.drawing import standard_fonts
from taquin.render.drawing.pdf_syntax import number, stream
from taquin.render.drawing.shapes import Drawing, Label, Outline, Point, path_of
from taquin.render.drawing.standard_fonts import needs_other_fonts, pieces

if TYPE_CHECKING:
    from taquin.render.drawing.embedding import EmbeddedFonts

POINTS = 0.75  # points for each pixel of a drawing: 72 and 96 of them are an inch

_LARGEST_PAGE = 14_400  # points: viewers refuse larger pages

_PAINT = {(True, True): "B", (True, False): "f", (False, True): "S", (False, False): "n"}
"""How a path is painted, by whether it is filled and whether it has a stroke."""


def from_drawing(drawing: Drawing, font: Path | None = None) -> bytes:
    """The drawing as a PDF file of one page."""
    return from_pages([drawing], font)


def from_pages(drawings: Sequence[Drawing], font: Path | None = None) -> bytes:
    """Drawings as the pages of one PDF file; the title is that of the first.

    A drawing larger than any page of PDF is reduced to the largest page. ``font`` is the file of a font for all texts.
    Raises ``BackendError`` if a text needs an embedded font and the extra ``pdf`` is missing, and ``SpecError`` for a
    character that no font has.
    """
    count = len(drawings)
    info, tree, first_element, first_font = 3 + 2 * count, 4 + 2 * count, 5 + 2 * count, 5 + 3 * count
    first_embedded = first_font + len(standard_fonts.NAMES)
    embedded = _embedded_fonts(drawings, font)
    contents = ["\n".join(_page(drawing, embedded)).encode("ascii") for drawing in drawings]
    names = " ".join(f"/F{place} {first_font + place} 0 R" for place in range(len(standard_fonts.NAMES)))
    other = embedded.resources(first_embedded) if embedded else ""
    resources = f"/Font<<{names} {other}>>" if other else f"/Font<<{names}>>"
    pages = [3 + 2 * place for place in range(count)]
    elements = [first_element + place for place in range(count)]
    parents = "".join(f"{place}[{element} 0 R]" for place, element in enumerate(elements))
    children = f"{elements[0]} 0 R" if count == 1 else f"[{' '.join(f'{element} 0 R' for element in elements)}]"
    return _file(
        [
            f"<</Type/Catalog/Pages 2 0 R/Lang(en)/MarkInfo<</Marked true>>/StructTreeRoot {tree} 0 R>>".encode(),
            f"<</Type/Pages/Kids[{' '.join(f'{page} 0 R' for page in pages)}]/Count {count}>>".encode(),
            *(
                part
                for place, (drawing, content) in enumerate(zip(drawings, contents, strict=True))
                for part in (_page_object(drawing, place, resources), stream(content))
            ),
            b"<</Title %b>>" % _string(drawings[0].title),
            f"<</Type/StructTreeRoot/K {children}/ParentTree<</Nums[{parents}]>>>>".encode(),
            *(
                f"<</Type/StructElem/S/Figure/P {tree} 0 R/Pg {page} 0 R/K 0/Alt ".encode()
                + _string(drawing.description)
                + b">>"
                for page, drawing in zip(pages, drawings, strict=True)
            ),
            *(_font(name) for name in standard_fonts.NAMES),
            *(embedded.objects(first_embedded) if embedded else ()),
        ],
        info=info,
    )


def _embedded_fonts(drawings: Sequence[Drawing], font: Path | None) -> EmbeddedFonts | None:
    """The fonts for what the standard fonts lack, if a text needs them. The page in a browser has no such fonts."""
    labels = (shape for drawing in drawings for shape, _, _ in drawing.flat() if isinstance(shape, Label))
    if not any(needs_other_fonts(label.written, font) for label in labels):
        return None
    from taquin.render.drawing.embedding import EmbeddedFonts

    return EmbeddedFonts(font)


def _page_object(drawing: Drawing, place: int, resources: str) -> bytes:
    """A page; the object after it is its content."""
    scale = _scale(drawing)
    size = f"{number(drawing.width * scale)} {number(drawing.height * scale)}"
    return (
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {size}]/Contents {4 + 2 * place} 0 R/StructParents {place}"
        f"/Resources<<{resources}>>>>"
    ).encode()


def _scale(drawing: Drawing) -> float:
    return min(POINTS, _LARGEST_PAGE / max(drawing.width, drawing.height))


def _file(objects: Sequence[bytes], *, info: int) -> bytes:
    """Numbered objects, and the table of their places; the first is the catalogue, ``info`` the information."""
    parts = [b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"]
    places, length = [], len(parts[0])
    for position, content in enumerate(objects, start=1):
        places.append(length)
        parts.append(b"%d 0 obj\n%b\nendobj\n" % (position, content))
        length += len(parts[-1])
    rows = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects) + 1
    table = b"xref\n0 %d\n0000000000 65535 f \n%b" % (count, rows)
    trailer = b"trailer\n<</Size %d/Root 1 0 R/Info %d 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (count, info, length)
    return b"".join([*parts, table, trailer])


def _font(name: str) -> bytes:
    encoding = "/Encoding/WinAnsiEncoding" if name in (standard_fonts.REGULAR, standard_fonts.BOLD) else ""
    return f"<</Type/Font/Subtype/Type1/BaseFont/{name}{encoding}>>".encode()


def _string(text: str) -> bytes:
    """A text of the document, in any language; hidden characters are written out."""
    return b"<feff%b>" % printable(text).encode("utf-16-be").hex().encode()


def _page(drawing: Drawing, embedded: EmbeddedFonts | None) -> Iterator[str]:
    """The operators of the page: in pixels, with y down, as in the drawing."""
    scale = _scale(drawing)
    yield "/Figure<</MCID 0>>BDC"
    yield f"{number(scale)} 0 0 {number(-scale)} 0 {number(drawing.height * scale)} cm"
    if drawing.background:
        yield f"{_color(drawing.background)} rg 0 0 {number(drawing.width)} {number(drawing.height)} re f"
    for shape, x, y in drawing.flat():
        yield _text(shape, x, y, embedded) if isinstance(shape, Label) else _outline(shape, x, y)
    yield "EMC"


def _text(label: Label, x: float, y: float, embedded: EmbeddedFonts | None) -> str:
    """A line of text; the text matrix turns it upright again."""
    text = label.written
    if embedded and needs_other_fonts(text, embedded.own):
        shown, width = embedded.line(label)
    else:
        run = list(pieces(text, is_bold=label.is_bold))
        width = sum(piece.width for piece in run)
        size, names = number(label.size), standard_fonts.NAMES
        shown = " ".join(f"/F{names.index(piece.font)} {size} Tf <{piece.code.hex()}> Tj" for piece in run)
    left = x + label.x - label.size * width * {"start": 0, "middle": 0.5, "end": 1}[label.anchor]
    return f"BT {_color(label.fill)} rg 1 0 0 -1 {number(left)} {number(y + label.baseline)} Tm {shown} ET"


def _outline(shape: Outline, x: float, y: float) -> str:
    """The path, filled and stroked. Every stroke sets its dashes: no state is kept from one shape to the next."""
    path = path_of(shape, x, y)
    operators = [f"{_color(shape.fill)} rg"] if shape.fill else []
    if shape.stroke:
        dashes = " ".join(map(number, shape.dashes))
        operators.append(f"{_color(shape.stroke)} RG {number(shape.stroke_width)} w [{dashes}] 0 d")
    operators.append(f"{_point(path.start)} m")
    operators += [f"{' '.join(map(_point, segment))} {'l' if len(segment) == 1 else 'c'}" for segment in path.segments]
    if path.is_closed:
        operators.append("h")
    return " ".join([*operators, _PAINT[bool(shape.fill), bool(shape.stroke)]])


def _point(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def _color(text: str) -> str:
    """Red, green and blue from 0 to 1, of ``#rrggbb``."""
    return " ".join(number(int(text[place : place + 2], 16) / 255) for place in (1, 3, 5))
