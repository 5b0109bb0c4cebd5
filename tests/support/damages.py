"""Texts damaged by one step, as copying and typing damage them; and a table over the readers of texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias
from warnings import catch_warnings, simplefilter

from figures import Tally, complain

Damage: TypeAlias = Callable[[Random, str], str]

_UNITS = {
    "character": re.compile(r".", re.DOTALL),
    "token": re.compile(r"\w+|[^\w\s]"),
    "separator": re.compile(r"[^\w]+"),
    "line": re.compile(r"[^\n]*\n|[^\n]+"),
}
_OTHER_DIGITS = ("٠١٢٣٤٥٦٧٨٩", "０１２３４５６７８９", "०१२३४५६७८९", "₀₁₂₃₄₅₆₇₈₉")
_SEPARATORS = (" ", "  ", ",", ";", "/", "|", "-", "\n", "\t", ":", "=", "\u00a0", "\u2028", "&", "")
_INSERTED = "#-.,;:/|=()[]{}'\"_xX*0123456789abULDR \t\n\0\u00a0\u2028\x85\u200b→↓٣³"


def _places(random: Random, text: str, count: int = 1) -> list[tuple[int, int]]:
    """The beginnings and ends of some units of one kind, in the order of the text; empty if there are too few."""
    found = [match.span() for match in _UNITS[random.choice(list(_UNITS))].finditer(text)]
    return sorted(random.sample(found, count)) if len(found) >= count else []


def drop(random: Random, text: str) -> str:
    for begin, end in _places(random, text):
        return text[:begin] + text[end:]
    return text


def double(random: Random, text: str) -> str:
    for begin, end in _places(random, text):
        return text[:end] + text[begin:]
    return text


def swap(random: Random, text: str) -> str:
    match _places(random, text, 2):
        case [(a, b), (c, d)]:
            return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]
    return text


def move(random: Random, text: str) -> str:
    match _places(random, text, 2):
        case [(a, b), (c, _)]:
            return text[:a] + text[b:c] + text[a:b] + text[c:]
    return text


def insert(random: Random, text: str) -> str:
    place = random.randint(0, len(text))
    return text[:place] + random.choice(_INSERTED) + text[place:]


def replace(random: Random, text: str) -> str:
    """A character instead of a unit: another one of the text, or one that stands in no text."""
    for begin, end in _places(random, text):
        other: str = random.choice([*_INSERTED, random.choice(text)])
        return text[:begin] + other + text[end:]
    return text


def replace_separator(random: Random, text: str) -> str:
    found = list(_UNITS["separator"].finditer(text))
    if not found:
        return text
    begin, end = random.choice(found).span()
    return text[:begin] + random.choice(_SEPARATORS) + text[end:]


def change_case(random: Random, text: str) -> str:
    letters = [place for place, letter in enumerate(text) if letter.isalpha()]
    if not letters:
        return text
    place = random.choice(letters)
    return text[:place] + text[place].swapcase() + text[place + 1 :]


def change_digit(random: Random, text: str) -> str:
    """A digit of another script, mostly one with another value."""
    digits = [place for place, letter in enumerate(text) if letter in "0123456789"]
    if not digits:
        return text
    place = random.choice(digits)
    return text[:place] + random.choice(random.choice(_OTHER_DIGITS)) + text[place + 1 :]


def truncate(random: Random, text: str) -> str:
    return text[: random.randrange(len(text))] if text else text


def cut_beginning(random: Random, text: str) -> str:
    return text[random.randrange(len(text)) :] if text else text


def add_byte_order_mark(random: Random, text: str) -> str:
    place = random.choice([0, 0, random.randint(0, len(text))])
    return f"{text[:place]}\ufeff{text[place:]}"


def change_line_ends(random: Random, text: str) -> str:
    """All line ends or one of them, as other systems write them."""
    end = random.choice(["\r\n", "\r", "\n\n", "\n\r"])
    ends = [place for place, letter in enumerate(text) if letter == "\n"]
    if not ends or random.random() < 0.5:
        return text.replace("\n", end)
    place = random.choice(ends)
    return text[:place] + end + text[place + 1 :]


DAMAGES: Sequence[Damage] = (
    *(drop, double, swap, move, drop, double, swap, move),
    *(insert, replace, replace_separator, change_case, change_digit),
    *(truncate, cut_beginning, add_byte_order_mark, change_line_ends),
)


def damage_text(random: Random, text: str) -> str:
    return random.choice(DAMAGES)(random, text)


def damage_bytes(random: Random, text: str) -> bytes:
    """The same for the bytes of a file: they may also be invalid as UTF-8, or in another encoding."""
    data = text.encode("utf-8")
    place = random.randint(0, len(data))
    match random.randrange(20):
        case 0:
            return data[:place] + bytes([random.choice([0x80, 0xC3, 0xE2, 0xFE, 0xFF])]) + data[place:]
        case 1:
            return text.encode("utf-16")
        case 2:
            return data[:place]
        case _:
            return damage_text(random, text).encode("utf-8", "surrogatepass")


# A table over readers: one row for each -------------------------------------------------------------------------------


class Refused(ValueError):
    """Raised by a strict reader: the text does not have the documented form."""


@dataclass(frozen=True)
class Written:
    """A text in a documented form. ``about`` is what its readers know beside the text, such as the size of a board."""

    text: str
    about: Any = None


@dataclass(frozen=True)
class Reader:
    """A row of the table: who writes random texts, the reader of Taquin, and a strict reader of the documented form.

    Both readers take the text and ``Written.about``, and return values that can be compared.
    """

    name: str
    write: Callable[[Random], Written]
    read: Callable[[Any, Any], object]
    strict: Callable[[str, Any], object]
    is_file: bool = False
    """Whether the reader takes bytes. Those that are not UTF-8 have no documented form."""
    checks_more: bool = False
    """Whether the reader also checks what the strict one does not, and so may refuse more."""


_NOTHING = object()


def _strictly(reader: Reader, damaged: str | bytes, about: Any) -> object:
    try:
        return reader.strict(damaged.decode("utf-8") if isinstance(damaged, bytes) else damaged, about)
    except (Refused, UnicodeDecodeError):
        return _NOTHING


def read_or_refuse(reader: Reader, damaged: str | bytes, about: Any) -> tuple[object, str]:
    """The value that Taquin reads, and a fault of the message if it refuses the text. A warning is a refusal too."""
    found = []
    with catch_warnings(record=True) as warned:
        simplefilter("always")
        fault = complain(lambda: found.append(reader.read(damaged, about)))
    return (found[0] if found and not warned else _NOTHING), fault


def misreading(reader: Reader, written: Written, damaged: str | bytes) -> str:
    """What is wrong with how a damaged text is read; empty if it is read as it should be, or refused."""
    value = _strictly(reader, written.text, written.about)
    assert value is not _NOTHING, f"{reader.name}: the writer wrote another form than documented: {written.text!r}"
    expected = _strictly(reader, damaged, written.about)
    actual, fault = read_or_refuse(reader, damaged, written.about)
    if fault:
        return fault
    if actual is _NOTHING:
        is_wrong = expected is not _NOTHING and not reader.checks_more
        return f"refused, though it means {expected!r:.150}" if is_wrong else ""
    if actual == expected or (expected is _NOTHING and actual == value):
        return ""
    wanted = "an error" if expected is _NOTHING else repr(expected)
    return f"read as {actual!r:.150} instead of {wanted:.150}"


def attack(reader: Reader, count: int, seed: int, tally: Tally) -> None:
    """Damage ``count`` random texts of a reader by one step each, after each text was read as it was written."""
    random = Random(f"{reader.name} {seed}")
    for number in range(count):
        if number % 5 == 0:
            written = reader.write(random)
            whole = written.text.encode() if reader.is_file else written.text
            fault = misreading(reader, written, whole)
            assert not fault, f"{reader.name}, not damaged: {fault} <- {written.text!r}"
        damage = damage_bytes if reader.is_file else damage_text
        damaged = damage(random, written.text)
        tally.add(misreading(reader, written, damaged), damaged)
