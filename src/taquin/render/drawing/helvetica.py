"""The widths of Helvetica, a standard font of PDF: every viewer has it, or one of the same widths.

From Adobe's metrics of the 14 core fonts. Characters that Helvetica lacks are taken from the standard fonts Symbol and
ZapfDingbats.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

REGULAR, BOLD, SYMBOL, DINGBATS = "Helvetica", "Helvetica-Bold", "Symbol", "ZapfDingbats"


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
    font, widths = (BOLD, _BOLD) if is_bold else (REGULAR, _REGULAR)
    for is_other, letters in groupby(text, _OTHERS.__contains__):
        if is_other:
            yield from (_OTHERS[letter] for letter in letters)
        else:
            code = "".join(letters).encode("cp1252", errors="replace")
            yield Piece(font, code, sum(widths[byte - 32] if byte >= 32 else 0 for byte in code) / 1000)


_OTHERS = {
    letter: Piece(font, bytes([code]), width / 1000)
    for letter, font, code, width in (
        ("←", SYMBOL, 0xAC, 987),
        ("↑", SYMBOL, 0xAD, 603),
        ("→", SYMBOL, 0xAE, 987),
        ("↓", SYMBOL, 0xAF, 603),
        ("−", SYMBOL, 0x2D, 549),
        ("≤", SYMBOL, 0xA3, 549),
        ("≥", SYMBOL, 0xB3, 549),
        ("≠", SYMBOL, 0xB9, 549),
        ("≈", SYMBOL, 0xBB, 549),
        ("√", SYMBOL, 0xD6, 549),
        ("ε", SYMBOL, 0x65, 439),
        ("↔", SYMBOL, 0xAB, 1042),
        ("★", DINGBATS, 0x48, 816),
    )
}

# fmt: off
_REGULAR = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
    500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
    556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
    278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584, 278, 556, 0, 222, 556, 333, 1000, 556, 556, 333,
    1000, 667, 333, 1000, 0, 611, 0, 0, 222, 222, 333, 333, 350, 556, 1000, 333, 1000, 500, 333, 944, 0, 500,
    667, 278, 333, 556, 556, 556, 556, 260, 556, 333, 737, 370, 556, 584, 333, 737, 333, 400, 584, 333, 333,
    333, 556, 537, 278, 333, 333, 365, 556, 834, 834, 834, 611, 667, 667, 667, 667, 667, 667, 1000, 722, 667,
    667, 667, 667, 278, 278, 278, 278, 722, 722, 778, 778, 778, 778, 778, 584, 778, 722, 722, 722, 722, 667,
    667, 611, 556, 556, 556, 556, 556, 556, 889, 500, 556, 556, 556, 556, 278, 278, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 584, 611, 556, 556, 556, 556, 500, 556, 500,
)
"""In thousandths, of the characters 32 to 255 of the encoding WinAnsi (cp1252); 0 for those it lacks."""

_BOLD = (
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278,
    556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584,
    556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556,
    333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584, 278, 556, 0, 278, 556, 500, 1000, 556, 556, 333,
    1000, 667, 333, 1000, 0, 611, 0, 0, 278, 278, 500, 500, 350, 556, 1000, 333, 1000, 556, 333, 944, 0, 500,
    667, 278, 333, 556, 556, 556, 556, 280, 556, 333, 737, 370, 556, 584, 333, 737, 333, 400, 584, 333, 333,
    333, 611, 556, 278, 333, 333, 365, 556, 834, 834, 834, 611, 722, 722, 722, 722, 722, 722, 1000, 722, 667,
    667, 667, 667, 278, 278, 278, 278, 722, 722, 778, 778, 778, 778, 778, 584, 778, 722, 722, 722, 722, 667,
    667, 611, 556, 556, 556, 556, 556, 556, 889, 556, 556, 556, 556, 556, 278, 278, 278, 278, 611, 611, 611,
    611, 611, 611, 611, 584, 611, 611, 611, 611, 611, 556, 611, 556,
)
# fmt: on
