"""Text as glyphs of fonts, from left to right: with HarfBuzz, and the Unicode Bidirectional Algorithm of python-bidi.

HarfBuzz shapes one run at a time: one font, one script, one direction. https://harfbuzz.github.io,
https://www.unicode.org/reports/tr9
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from taquin.render.drawing.fonts import Font, split

if TYPE_CHECKING:
    import uharfbuzz


@dataclass(frozen=True, slots=True)
class Glyph:
    """A glyph of a font and where it is drawn, for a font of size 1."""

    font: Font
    number: int
    advance: float  # from its origin to that of the next one
    x: float  # from its origin, to the right
    y: float  # and up
    text: str  # that it stands for, from left to right; empty if it belongs to the glyph before


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text in one font, one script and one direction."""

    text: str
    font: Font
    level: int  # odd from right to left

    @property
    def glyphs(self) -> tuple[Glyph, ...]:
        """The glyphs, from left to right."""
        return _glyphs(self)

    @property
    def width(self) -> float:
        """For a font of size 1."""
        return sum(glyph.advance for glyph in self.glyphs)


@lru_cache(maxsize=4096)
def runs(text: str, *, is_bold: bool, own: Path | None = None) -> tuple[Run, ...]:
    """The runs of a line of text, from left to right. Raises ``SpecError`` for a character that no font has."""
    return tuple(_reordered(list(_runs(text, split(text, is_bold=is_bold, own=own)))))


def shape(text: str, *, is_bold: bool, own: Path | None = None) -> tuple[Glyph, ...]:
    """The glyphs of a line of text, from left to right. Raises ``SpecError`` as ``runs``."""
    return tuple(glyph for run in runs(text, is_bold=is_bold, own=own) for glyph in run.glyphs)


def _runs(text: str, pieces: Sequence[tuple[str, Font]]) -> Iterator[Run]:
    """The longest pieces with one font, one script and one direction, in the order of reading."""
    fonts = [font for piece, font in pieces for _ in piece]
    keys = list(zip(map(id, fonts), _scripts(text), _levels(text), strict=True))
    ends = [place for place, (one, other) in enumerate(pairwise(keys), start=1) if one != other]
    for start, end in pairwise([0, *ends, len(text)]):
        if start < end:
            yield Run(text[start:end], fonts[start], keys[start][2])


def _scripts(text: str) -> list[str]:
    """The script of each letter: the first word of its name. Others have that of a letter beside them."""
    scripts: list[str] = []
    for character in text:
        is_letter = unicodedata.category(character) in ("Lu", "Ll", "Lo", "Lt")
        name = unicodedata.name(character, "") if is_letter else ""
        scripts.append(name.partition(" ")[0] or (scripts[-1] if scripts else ""))
    first = next(filter(None, scripts), "")
    return [script or first for script in scripts]


def _levels(text: str) -> list[int]:
    """The embedding levels of the characters, in a line that reads from left to right, as in SVG."""
    if all(unicodedata.bidirectional(character) not in ("R", "AL", "AN") for character in text):
        return [0] * len(text)
    from bidi import algorithm

    storage = algorithm.get_empty_storage()
    storage["base_level"], storage["base_dir"] = 0, "L"
    ordered = "".join(character for character in text if not _is_joiner(character))  # the algorithm removes the others
    algorithm.get_embedding_levels(ordered, storage)
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    algorithm.resolve_neutral_types(storage, debug=False)
    algorithm.resolve_implicit_levels(storage, debug=False)
    found = iter(storage["chars"])
    levels: list[int] = []
    for character in text:
        levels.append((levels[-1] if levels else 0) if _is_joiner(character) else next(found)["level"])
    return levels


def _is_joiner(character: str) -> bool:
    return unicodedata.bidirectional(character) == "BN"


def _reordered(runs: list[Run]) -> list[Run]:
    """The runs from left to right: rule L2 of the algorithm."""
    highest = max((run.level for run in runs), default=0)
    for level in range(highest, 0, -1):
        start = 0
        while start < len(runs):
            end = start
            while end < len(runs) and runs[end].level >= level:
                end += 1
            runs[start:end] = reversed(runs[start:end])
            start = end + 1
    return runs


@cache
def harfbuzz_font(font: Font) -> uharfbuzz.Font:
    import uharfbuzz

    return uharfbuzz.Font(font.face)


@lru_cache(maxsize=4096)
def _glyphs(run: Run) -> tuple[Glyph, ...]:
    import uharfbuzz

    buffer = uharfbuzz.Buffer()
    buffer.add_str(run.text)
    buffer.guess_segment_properties()
    is_reversed = run.level % 2 == 1
    buffer.direction = "rtl" if is_reversed else "ltr"
    buffer.language = "en"  # not that of the machine: the same text has the same glyphs everywhere
    uharfbuzz.shape(harfbuzz_font(run.font), buffer)
    infos, places = buffer.glyph_infos, buffer.glyph_positions or ()
    starts = sorted({info.cluster for info in infos})
    ends = dict(pairwise([*starts, len(run.text)]))
    unit, told = run.font.face.upem, set[int]()
    glyphs: list[Glyph] = []
    for info, place in zip(infos, places, strict=True):
        text = "" if info.cluster in told else run.text[info.cluster : ends[info.cluster]][:: -1 if is_reversed else 1]
        told.add(info.cluster)
        x, y = place.x_offset / unit, place.y_offset / unit
        glyphs.append(Glyph(run.font, info.codepoint, place.x_advance / unit, x, y, text))
    return tuple(glyphs)
