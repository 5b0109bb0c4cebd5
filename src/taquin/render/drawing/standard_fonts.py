"""The standard fonts of PDF, which every viewer has: Helvetica, and Symbol and ZapfDingbats for what it lacks.

Their widths are from Adobe's metrics of the 14 core fonts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from taquin.errors import BackendError, install_command
from taquin.puzzle.words import shown
from taquin.render.drawing.shapes import text_width

PACKAGES = ("uharfbuzz", "bidi", "pymupdf_fonts")
"""The modules of the extra ``pdf``, which ``images`` has too: they have other fonts, and place their letters."""

REGULAR, BOLD, SYMBOL, DINGBATS = NAMES = ("Helvetica", "Helvetica-Bold", "Symbol", "ZapfDingbats")


class Piece(NamedTuple):
    """Text in one font, in its encoding, and its width for a size of 1."""

    font: str
    code: bytes
    width: float


def has_other_fonts() -> bool:
    """Whether the packages of the extra ``pdf`` are installed."""
    return all(map(find_spec, PACKAGES))


def needs_other_fonts(text: str, own: Path | None) -> bool:
    """Whether a text is set in an embedded font, such as ``own``. Raises ``BackendError`` if that needs the extra."""
    missing = lacking(text)
    if own is None and not missing:
        return False
    if not has_other_fonts():
        named = ", ".join(f"{letter!r} (U+{ord(letter):04X})" for letter in dict.fromkeys(missing[:5]))
        lack = f"PDF's own fonts lack {named} of {shown(text, 40)}; a font for them"
        message = f"{'a font' if own else lack} is embedded by the extra pdf, which is not installed"
        raise BackendError(message, hint=install_command("pdf"))
    return True


def lacking(text: str) -> str:
    """The characters that none of these fonts has.

    >>> lacking("Timișoara → Łódź")
    'șŁź'
    """
    _, others = _metrics()
    return "".join(letter for letter in text if letter not in others and not _latin(letter))


def pieces(text: str, *, is_bold: bool) -> Iterator[Piece]:
    r"""The text, divided where the font changes. It must lack no character.

    >>> [(piece.font, piece.code) for piece in pieces("0 → 1", is_bold=False)]
    [('Helvetica', b'0 '), ('Symbol', b'\xae'), ('Helvetica', b' 1')]
    """
    font, (widths, others) = BOLD if is_bold else REGULAR, _metrics()
    for is_other, letters in groupby(text, others.__contains__):
        if is_other:
            yield from (others[letter] for letter in letters)
        else:
            code = "".join(letters).encode("cp1252")
            yield Piece(font, code, sum(widths[font][byte - 32] for byte in code) / 1000)


def standard_width(text: str, size: float, *, is_bold: bool = False) -> float:
    """The width of a text in these fonts; of the characters that they lack, an estimate."""
    missing = set(lacking(text))
    known = "".join(letter for letter in text if letter not in missing)
    rest = "".join(letter for letter in text if letter in missing)
    width = sum(piece.width for piece in pieces(known, is_bold=is_bold))
    return size * width + text_width(rest, size, is_bold=is_bold)


def _latin(letter: str) -> bool:
    """Whether Helvetica has it."""
    return bool(letter.encode("cp1252", errors="ignore")) and letter >= " " and letter != "\x7f"


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
