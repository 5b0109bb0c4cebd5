"""Texts in many scripts, which every output shows as typed or refuses."""

from __future__ import annotations

import unicodedata

TEXTS = {
    "latin": "Příliš žluťoučký kůň Łódź Timișoara Ǖḱ",
    "greek": "Διάλεξη Ἀθῆναι",
    "cyrillic": "Лекция Ђорђе",
    "devanagari": "हिन्दी कक्षा",
    "arabic": "مرحبا لا عالم",
    "hebrew": "שלום עולם",
    "marks": "e̊x̣",
    "symbols": "Arad → ★ ∗ ≤ 4",
    "chinese": "数独课程",
    "japanese": "かなカナ",
    "korean": "한국어",
    "emoji": "🧩 👩‍🔬",
    "surrogate": "byte \udce9",
    "control": "\x1b[31m",
}
"""A text for each script. The last two are written out everywhere."""

NO_FONT = ("chinese", "japanese", "korean", "emoji")
"""Those that the fonts of the extras lack."""

HIDDEN = {"surrogate": r"byte \udce9", "control": r"\x1b[31m"}
"""How the texts with hidden characters are written out."""


def written(name: str) -> str:
    """How an output shows a text."""
    return HIDDEN.get(name, TEXTS[name])


def read_back(text: str) -> str:
    """A text that a program extracted, without the marks of directions that it adds, in one form of accents."""
    return unicodedata.normalize("NFC", "".join(letter for letter in text if letter not in "\u202a\u202b\u202c\f"))
