"""Fonts in PDF files: of each font the glyphs that the texts need, with what they say, so that it can be searched.

HarfBuzz makes the subset (package uharfbuzz). A code of a text stands for a glyph and its characters, so that two
spellings of one glyph stay different when they are copied. ISO 32000-1, 9.7 to 9.10.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from pathlib import Path
from typing import NamedTuple

from taquin.errors import SpecError
from taquin.render.drawing import fonts
from taquin.render.drawing.pdf_syntax import number, stream
from taquin.render.drawing.shapes import Label, fingerprint
from taquin.render.drawing.shaping import Glyph, harfbuzz_font, shape

_OBJECTS = 6  # of one font in the file
_UNUSED_TABLES = ("GSUB", "GPOS", "GDEF", "name", "post", "OS/2", "DSIG", "kern", "cmap")
_RESTRICTED = 0x0002  # of the field fsType: the owner of the font forbids embedding


class Line(NamedTuple):
    """A line of text: its operators, to which a size is applied, and its width for a size of 1."""

    operators: str
    width: float


@dataclass(frozen=True, slots=True)
class _Subset:
    """Glyphs of one font, with their codes by the number of the glyph and what it says.

    The codes begin at 1; in a font of the type CFF they are the numbers of the glyphs, because a code selects a glyph.
    """

    font: fonts.Font
    name: str  # as a resource of the pages
    codes: dict[tuple[int, str], int] = field(default_factory=dict)

    def code(self, glyph: Glyph) -> int:
        return self.codes.setdefault((glyph.number, glyph.text), glyph.number if self.is_cff else len(self.codes) + 1)

    def takes(self, glyph: Glyph) -> bool:
        """Whether the glyph has a code, or can get one: in a font of the type CFF it says one thing."""
        key = (glyph.number, glyph.text)
        return not self.is_cff or key in self.codes or glyph.number not in self.codes.values()

    @property
    def is_cff(self) -> bool:
        return "glyf" not in self.font.face.table_tags


class EmbeddedFonts:
    """The fonts of one PDF file. ``own`` is the file of a font that is to set all texts that it has."""

    def __init__(self, own: Path | None) -> None:
        self.own = own
        self._subsets: list[_Subset] = []

    def line(self, label: Label) -> Line:
        """The operators that show a text. Raises ``SpecError`` for a character that no font has."""
        glyphs = shape(label.written, is_bold=label.is_bold, own=self.own)
        return Line(" ".join(self._operators(glyphs, label.size)), sum(glyph.advance for glyph in glyphs))

    def resources(self, first: int) -> str:
        """The names of the fonts for the pages; the number of their first object is ``first``."""
        places = range(first, first + _OBJECTS * len(self._subsets), _OBJECTS)
        return " ".join(f"/{subset.name} {place} 0 R" for subset, place in zip(self._subsets, places, strict=True))

    def objects(self, first: int) -> Iterator[bytes]:
        """The objects of the fonts, six for each."""
        for place, subset in enumerate(self._subsets):
            yield from _font_objects(subset, first + place * _OBJECTS)

    def _operators(self, glyphs: Sequence[Glyph], size: float) -> Iterator[str]:
        """One TJ for glyphs of one font and height; numbers move the next glyph left, in thousandths of the size.

        Several glyphs side by side that stand for their characters together are marked with these (ActualText).
        """
        font, rise, parts = "", 0.0, list[str]()
        for cluster in _clusters(glyphs):
            is_marked = any(glyph.advance for glyph in cluster[1:])
            if is_marked:
                yield from _taken(parts)
                yield f"/Span<</ActualText<feff{cluster[0].text.encode('utf-16-be').hex()}>>>BDC"
            for glyph in cluster:
                subset = self._subset(glyph)
                if subset.name != font or glyph.y != rise:
                    yield from _taken(parts)
                if subset.name != font:
                    font = subset.name
                    yield f"/{font} {number(size)} Tf"
                if glyph.y != rise:
                    rise = glyph.y
                    yield f"{number(rise * size)} Ts"
                after = glyph.x + _advance(subset.font, glyph.number) - glyph.advance
                parts += [number(-1000 * glyph.x), f"<{subset.code(glyph):04x}>", number(1000 * after)]
            if is_marked:
                yield from _taken(parts)
                yield "EMC"
        yield from _taken(parts)
        if rise:
            yield "0 Ts"

    def _subset(self, glyph: Glyph) -> _Subset:
        for subset in self._subsets:
            if subset.font is glyph.font and subset.takes(glyph):
                return subset
        _check_licence(glyph.font)
        self._subsets.append(_Subset(glyph.font, f"E{len(self._subsets)}"))
        return self._subsets[-1]


def _check_licence(font: fonts.Font) -> None:
    table = font.face.reference_table("OS/2").data
    if int.from_bytes(table[8:10], "big") & 0xF == _RESTRICTED:
        raise SpecError(f"the font {font.family} forbids that it is embedded in PDF files", hint="--font names another")


def _clusters(glyphs: Sequence[Glyph]) -> Iterator[Sequence[Glyph]]:
    """Each glyph that has a text, with those after it that belong to it."""
    starts = [place for place, glyph in enumerate(glyphs) if glyph.text]
    for start, end in pairwise([*starts, len(glyphs)]):
        yield glyphs[start:end]


def _taken(parts: list[str]) -> Iterator[str]:
    """The operator for the parts, which leaves none of them."""
    if parts:
        yield f"[{' '.join(part for part in parts if part != '0')}]TJ".replace("> <", "")
        parts.clear()


def _advance(font: fonts.Font, glyph: int) -> float:
    return float(harfbuzz_font(font).get_glyph_h_advance(glyph) / font.face.upem)


# Objects: the font, its part for glyphs, its description, its file, the texts of the codes, the glyphs of the codes


def _font_objects(subset: _Subset, first: int) -> Iterator[bytes]:
    import uharfbuzz

    font, codes = subset.font, subset.codes
    file, glyphs = _subset_file(subset)
    name = f"{_tag(subset)}+{_postscript_name(font)}"
    metrics = uharfbuzz.Font(font.face).get_font_extents("ltr")
    unit = font.face.upem
    up, down = (round(1000 * value / unit) for value in (metrics.ascender, metrics.descender))
    kind = "CIDFontType0" if subset.is_cff else "CIDFontType2"
    widths = " ".join(f"{code}[{number(1000 * _advance(font, glyph))}]" for (glyph, _), code in codes.items())
    places = "" if subset.is_cff else f"/CIDToGIDMap {first + 5} 0 R"
    yield (
        f"<</Type/Font/Subtype/Type0/BaseFont/{name}/Encoding/Identity-H/DescendantFonts[{first + 1} 0 R]"
        f"/ToUnicode {first + 4} 0 R>>"
    ).encode()
    yield (
        f"<</Type/Font/Subtype/{kind}/BaseFont/{name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
        f"/FontDescriptor {first + 2} 0 R/DW 0/W[{widths}]{places}>>"
    ).encode()
    yield (
        f"<</Type/FontDescriptor/FontName/{name}/Flags 4/FontBBox[-1000 {down} 2000 {up}]/ItalicAngle 0"
        f"/Ascent {up}/Descent {down}/CapHeight 700/StemV 80/FontFile{3 if subset.is_cff else 2} {first + 3} 0 R>>"
    ).encode()
    yield stream(file, "/Subtype/CIDFontType0C" if subset.is_cff else f"/Length1 {len(file)}")
    yield stream(_texts_of(codes).encode())
    ordered = sorted((code, glyphs[glyph]) for (glyph, _), code in codes.items())
    yield stream(b"" if subset.is_cff else b"".join(glyph.to_bytes(2, "big") for _, glyph in [(0, 0), *ordered]))


def _subset_file(subset: _Subset) -> tuple[bytes, dict[int, int]]:
    """The file of the subset, and the new numbers of its glyphs."""
    import uharfbuzz
    from uharfbuzz import SubsetFlags

    asked = uharfbuzz.SubsetInput()
    asked.glyph_set.update(glyph for glyph, _ in subset.codes)
    asked.pin_all_axes_to_default(subset.font.face)
    flags = SubsetFlags.NO_LAYOUT_CLOSURE | SubsetFlags.NOTDEF_OUTLINE
    if subset.is_cff:
        flags |= SubsetFlags.RETAIN_GIDS | SubsetFlags.CFF_IDENTITY_CHARSET | SubsetFlags.DOWNGRADE_CFF2
    asked.flags = flags
    asked.drop_table_tag_set.update(int.from_bytes(tag.encode(), "big") for tag in _UNUSED_TABLES)
    plan = uharfbuzz.SubsetPlan(subset.font.face, asked)
    made = plan.execute()
    data = made.reference_table("CFF ").data if subset.is_cff else made.blob.data
    if not data:
        raise SpecError(f"the font {subset.font.family} has no outlines that a PDF file can have")
    mapping = plan.old_to_new_glyph_mapping
    return data, {glyph: mapping[glyph] for glyph, _ in subset.codes}


def _texts_of(codes: dict[tuple[int, str], int]) -> str:
    """The CMap ToUnicode: what each code says."""
    rows = [f"<{code:04x}> <{text.encode('utf-16-be').hex()}>" for (_, text), code in codes.items() if text]
    blocks = (rows[start : start + 100] for start in range(0, len(rows), 100))
    body = chain.from_iterable([f"{len(block)} beginbfchar", *block, "endbfchar"] for block in blocks)
    return "\n".join(
        [
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
            "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def",
            "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
            "1 begincodespacerange <0000> <ffff> endcodespacerange",
            *body,
            "endcmap CMapName currentdict /CMap defineresource pop end end",
        ]
    )


def _tag(subset: _Subset) -> str:
    """Six letters that name the subset, made of its glyphs."""
    checksum = int(fingerprint(repr(sorted(subset.codes))), 16)
    return "".join(chr(ord("A") + checksum // 26**place % 26) for place in range(6))


def _postscript_name(font: fonts.Font) -> str:
    from uharfbuzz import OTNameIdPredefined

    name = font.face.get_name(OTNameIdPredefined.POSTSCRIPT_NAME) or font.family
    return "".join(letter for letter in name if letter.isascii() and (letter.isalnum() or letter == "-")) or "Font"
