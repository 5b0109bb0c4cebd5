"""Drawings as PDF: pages of vectors and text, each of the size of its drawing.

A drawing has five kinds of shapes, so this file is all that PDF needs. A package would be larger: cairosvg needs a
C library, svglib brings reportlab, fpdf2 brings Pillow and fontTools. No font is in the file, because PDF has
Helvetica. The description is the alternative text of the picture, for screen readers. The same drawing gives the same
bytes. PDF 1.7: ISO 32000-1.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import NamedTuple

from taquin.render.drawing.shapes import Drawing, Label, Outline, Point, path_of

POINTS = 0.75  # points for each pixel of a drawing: 72 and 96 of them are an inch

_LARGEST_PAGE = 14_400  # points: viewers refuse larger pages
REGULAR, BOLD, SYMBOL, DINGBATS = _FONTS = ("Helvetica", "Helvetica-Bold", "Symbol", "ZapfDingbats")

_PAINT = {(True, True): "B", (True, False): "f", (False, True): "S", (False, False): "n"}
"""How a path is painted, by whether it is filled and whether it has a stroke."""


def from_drawing(drawing: Drawing) -> bytes:
    """The drawing as a PDF file of one page."""
    return from_pages([drawing])


def from_pages(drawings: Sequence[Drawing]) -> bytes:
    """Drawings as the pages of one PDF file; the title is that of the first.

    A drawing larger than any page of PDF is reduced to the largest page.
    """
    count = len(drawings)
    info, tree, first_element, first_font = 3 + 2 * count, 4 + 2 * count, 5 + 2 * count, 5 + 3 * count
    fonts = " ".join(f"/F{place} {first_font + place} 0 R" for place in range(len(_FONTS)))
    pages = [3 + 2 * place for place in range(count)]
    elements = [first_element + place for place in range(count)]
    parents = "".join(f"{place}[{element} 0 R]" for place, element in enumerate(elements))
    children = f"{elements[0]} 0 R" if count == 1 else f"[{' '.join(f'{element} 0 R' for element in elements)}]"
    return _file(
        [
            f"<</Type/Catalog/Pages 2 0 R/Lang(en)/MarkInfo<</Marked true>>/StructTreeRoot {tree} 0 R>>".encode(),
            f"<</Type/Pages/Kids[{' '.join(f'{page} 0 R' for page in pages)}]/Count {count}>>".encode(),
            *(part for place, drawing in enumerate(drawings) for part in _page_objects(drawing, place, fonts)),
            b"<</Title %b>>" % _string(drawings[0].title),
            f"<</Type/StructTreeRoot/K {children}/ParentTree<</Nums[{parents}]>>>>".encode(),
            *(
                f"<</Type/StructElem/S/Figure/P {tree} 0 R/Pg {page} 0 R/K 0/Alt ".encode()
                + _string(drawing.description)
                + b">>"
                for page, drawing in zip(pages, drawings, strict=True)
            ),
            *(_font(name) for name in _FONTS),
        ],
        info=info,
    )


def _page_objects(drawing: Drawing, place: int, fonts: str) -> tuple[bytes, bytes]:
    """A page and its content, which follows it."""
    scale = min(POINTS, _LARGEST_PAGE / max(drawing.width, drawing.height))
    size = f"{_number(drawing.width * scale)} {_number(drawing.height * scale)}"
    content = zlib.compress("\n".join(_page(drawing, scale)).encode("ascii"), 9)
    page = (
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {size}]/Contents {4 + 2 * place} 0 R/StructParents {place}"
        f"/Resources<</Font<<{fonts}>>>>>>"
    )
    return page.encode(), b"<</Length %d/Filter/FlateDecode>>stream\n%b\nendstream" % (len(content), content)


def _file(objects: Sequence[bytes], *, info: int) -> bytes:
    """Numbered objects, and the table of their places; the first is the catalogue, ``info`` the information."""
    parts = [b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"]
    places, length = [], len(parts[0])
    for number, content in enumerate(objects, start=1):
        places.append(length)
        parts.append(b"%d 0 obj\n%b\nendobj\n" % (number, content))
        length += len(parts[-1])
    rows = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects) + 1
    table = b"xref\n0 %d\n0000000000 65535 f \n%b" % (count, rows)
    trailer = b"trailer\n<</Size %d/Root 1 0 R/Info %d 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (count, info, length)
    return b"".join([*parts, table, trailer])


def _font(name: str) -> bytes:
    encoding = "/Encoding/WinAnsiEncoding" if name in (REGULAR, BOLD) else ""
    return f"<</Type/Font/Subtype/Type1/BaseFont/{name}{encoding}>>".encode()


def _string(text: str) -> bytes:
    """A text of the document, in any language."""
    return b"<feff%b>" % text.encode("utf-16-be", errors="replace").hex().encode()


def _page(drawing: Drawing, scale: float) -> Iterator[str]:
    """The operators of the page: in pixels, with y down, as in the drawing."""
    yield "/Figure<</MCID 0>>BDC"
    yield f"{_number(scale)} 0 0 {_number(-scale)} 0 {_number(drawing.height * scale)} cm"
    if drawing.background:
        yield f"{_color(drawing.background)} rg 0 0 {_number(drawing.width)} {_number(drawing.height)} re f"
    for shape, x, y in drawing.flat():
        yield _text(shape, x, y) if isinstance(shape, Label) else _outline(shape, x, y)
    yield "EMC"


def _text(label: Label, x: float, y: float) -> str:
    """A line of text; the text matrix turns it upright again."""
    run = list(pieces(label.text, is_bold=label.is_bold))
    width = label.size * sum(piece.width for piece in run)
    left = x + label.x - width * {"start": 0, "middle": 0.5, "end": 1}[label.anchor]
    shown = " ".join(f"/F{_FONTS.index(piece.font)} {_number(label.size)} Tf <{piece.code.hex()}> Tj" for piece in run)
    return f"BT {_color(label.fill)} rg 1 0 0 -1 {_number(left)} {_number(y + label.baseline)} Tm {shown} ET"


def _outline(shape: Outline, x: float, y: float) -> str:
    """The path, filled and stroked. Every stroke sets its dashes: no state is kept from one shape to the next."""
    path = path_of(shape, x, y)
    operators = [f"{_color(shape.fill)} rg"] if shape.fill else []
    if shape.stroke:
        dashes = " ".join(map(_number, shape.dashes))
        operators.append(f"{_color(shape.stroke)} RG {_number(shape.stroke_width)} w [{dashes}] 0 d")
    operators.append(f"{_point(path.start)} m")
    operators += [f"{' '.join(map(_point, segment))} {'l' if len(segment) == 1 else 'c'}" for segment in path.segments]
    if path.is_closed:
        operators.append("h")
    return " ".join([*operators, _PAINT[bool(shape.fill), bool(shape.stroke)]])


def _point(point: Point) -> str:
    return f"{_number(point[0])} {_number(point[1])}"


def _number(value: float) -> str:
    """A number with at most three decimals: PDF has no exponents."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _color(text: str) -> str:
    """Red, green and blue from 0 to 1, of ``#rrggbb``."""
    return " ".join(_number(int(text[place : place + 2], 16) / 255) for place in (1, 3, 5))


# The widths of Helvetica, a standard font of PDF: every viewer has it, or one of the same widths. From Adobe's metrics
# of the 14 core fonts. Characters that Helvetica lacks are taken from the standard fonts Symbol and ZapfDingbats.


class Piece(NamedTuple):
    """Text in one font, in its encoding, and its width for a size of 1."""

    font: str
    code: bytes
    width: float


def pieces(text: str, *, is_bold: bool) -> Iterator[Piece]:
    r"""The text, divided where the font changes. A character of none of these fonts becomes a question mark.

    >>> [(piece.font, piece.code) for piece in pieces("0 → 1", is_bold=False)]
    [('Helvetica', b'0 '), ('Symbol', b'\xae'), ('Helvetica', b' 1')]
    """
    font, (widths, others) = BOLD if is_bold else REGULAR, _metrics()
    for is_other, letters in groupby(text, others.__contains__):
        if is_other:
            yield from (others[letter] for letter in letters)
        else:
            code = "".join(letters).encode("cp1252", errors="replace")
            yield Piece(font, code, sum(widths[font][byte - 32] if byte >= 32 else 0 for byte in code) / 1000)


@cache
def _metrics() -> tuple[dict[str, list[int]], dict[str, Piece]]:
    """The widths of the characters of both Helveticas, and the characters of the other fonts."""
    from tomllib import loads  # most programs write no PDF

    known = loads(files("taquin.render.drawing").joinpath("font_metrics.toml").read_text(encoding="utf-8"))
    others = {
        letter: Piece(font, bytes([code]), width / 1000)
        for font in (SYMBOL, DINGBATS)
        for letter, (code, width) in known[font].items()
    }
    return known["widths"], others
