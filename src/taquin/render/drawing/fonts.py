"""Which font has which text, for the formats that contain the shapes of letters: PDF, PNG and GIF.

The first of these that has a text sets it: the file of ``--font``; the fonts of the package pymupdf-fonts, which are
the same on every machine (Noto Sans for Latin, Greek and Cyrillic; FiraGO for Arabic, Hebrew and Devanagari; symbols);
a font that is installed here, which a warning names. A text that no font has is refused: nothing is ever replaced.
"""

from __future__ import annotations

import unicodedata
import warnings
from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from taquin.errors import SpecError, TaquinWarning
from taquin.puzzle.words import shown
from taquin.render.drawing.installed_fonts import installed_fonts

if TYPE_CHECKING:
    from uharfbuzz import Face

_PACKAGED = (("notos", "notosbo"), ("figo", "figbo"), ("math", "math"), ("symbol2", "symbol2"))
"""The names of the fonts in pymupdf-fonts: regular and bold."""

_LONGEST = 10_000  # characters of one line
_JOINERS = frozenset("\u200c\u200d\ufe0e\ufe0f")  # they shape their neighbours, and are not seen


class FontWarning(TaquinWarning):
    """A text was set in a font of this machine: the file may look different on another one."""


@dataclass(frozen=True, eq=False)
class Font:
    """A font, of a file or in memory."""

    face: Face
    path: Path | None = None  # None for a font of the package

    @cached_property
    def family(self) -> str:
        """The name by which programs select it."""
        from uharfbuzz import OTNameIdPredefined

        names = (OTNameIdPredefined.TYPOGRAPHIC_FAMILY, OTNameIdPredefined.FONT_FAMILY)
        return next(filter(None, map(self.face.get_name, names)), "unnamed")

    @cached_property
    def _characters(self) -> Container[int]:
        characters: Container[int] = self.face.unicodes
        return characters

    def has(self, text: str) -> bool:
        """Whether it has a glyph for every character, or for the composed characters that HarfBuzz makes of them."""
        return any(
            all(ord(character) in self._characters or character in _JOINERS for character in form)
            for form in (text, unicodedata.normalize("NFC", text))
        )


@cache
def read_font(path: Path) -> Font:
    """The font of a file. Raises ``SpecError`` if it is none."""
    import uharfbuzz

    name = shown(str(path))
    try:
        is_file = path.is_file()  # not a device or a FIFO, which have no end
        face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path))) if is_file else None
    except (OSError, ValueError, uharfbuzz.HarfBuzzError) as error:
        raise SpecError(f"cannot read the font {name}: {getattr(error, 'strerror', error)}") from error
    if face is None:
        raise SpecError(f"expected the file of a font, found {name}, which is no file")
    if not face.unicodes:
        raise SpecError(f"expected a font (.ttf, .otf, .ttc), found {name}, which is not a font")
    return Font(face, path)


@cache
def packaged_fonts(*, is_bold: bool) -> tuple[Font, ...]:
    """The fonts of the package, the usual one first."""
    import uharfbuzz
    from pymupdf_fonts import myfont

    return tuple(Font(uharfbuzz.Face(uharfbuzz.Blob(myfont(names[is_bold])))) for names in _PACKAGED)


@lru_cache(maxsize=4096)
def split(text: str, *, is_bold: bool, own: Path | None = None) -> tuple[tuple[str, Font], ...]:
    """The text in pieces that one font sets: as few as there can be, and never within a letter and its accents.

    Raises ``SpecError`` for a character that no font has, and for a text so long that resvg would take minutes. ``own``
    is the file of a font, which is asked first.
    """
    if len(text) > _LONGEST:
        found = f"found one of {len(text):,}: {shown(text, 40)}"
        raise SpecError(f"expected lines of at most {_LONGEST:,} characters, {found}", hint="SVG takes longer ones")
    fonts = (*(() if own is None else (read_font(own),)), *packaged_fonts(is_bold=is_bold))
    for font in fonts:
        if font.has(text):
            return ((text, font),)
    pieces: list[tuple[str, Font]] = []
    for unit in _units(text):
        font = next((font for font in fonts if font.has(unit)), None) or _installed(unit, text)
        if pieces and pieces[-1][1] is font:
            pieces[-1] = (pieces[-1][0] + unit, pieces[-1][1])
        else:
            pieces.append((unit, font))
    return tuple(pieces)


def _units(text: str) -> Iterator[str]:
    """Characters with the marks and the joiners that belong to them."""
    start = 0
    for place in range(1, len(text)):
        character = text[place]
        is_part = character in _JOINERS or text[place - 1] == "\u200d" or unicodedata.category(character)[0] == "M"
        if not is_part and not "\U0001f3fb" <= character <= "\U0001f3ff":  # the colours of skin
            yield text[start:place]
            start = place
    if text:
        yield text[start:]


@lru_cache(maxsize=4096)
def _installed(unit: str, text: str) -> Font:
    """A font of this machine that has these characters. Raises ``SpecError`` if there is none."""
    for path in installed_fonts():
        try:
            font = read_font(path)
        except SpecError:
            continue
        if font.has(unit):
            _warn_of(font, text)
            return font
    named = ", ".join(f"{character!r} (U+{ord(character):04X})" for character in unit)
    raise SpecError(
        f"no font here has {named} of {shown(text, 40)}", hint="--font FILE names a font that has it; SVG needs none"
    )


_named: set[Font] = set()  # by a warning


def _warn_of(font: Font, text: str) -> None:
    if font not in _named:
        _named.add(font)
        message = f"{shown(text, 40)} is set in {font.family}, a font of this machine ({font.path})"
        warnings.warn(message, FontWarning, stacklevel=2)
