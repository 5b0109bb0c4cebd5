"""Numbers, values and names in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable


def plural(count: int, noun: str) -> str:
    """A number and a noun.

    >>> plural(1, "move"), plural(1200, "move")
    ('1 move', '1,200 moves')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def count_text(count: int) -> str:
    """A number in millions where it is that large, for lines that change often.

    >>> count_text(4_080), count_text(4_123_456), count_text(12_000_000_000)
    ('4,080', '4.1 M', '12,000.0 M')
    """
    return f"{count:,}" if count < 10**6 else f"{count / 10**6:,.1f} M"


def gap_text(length: int, lower_bound: int, noun: str = "move") -> str:
    """How far a solution of this length may be from a shortest one. The percentage is of the bound, rounded up.

    >>> gap_text(104, 100), gap_text(15, 14)
    ('at most 4 moves (4 %) longer than optimal', 'at most 1 move (8 %) longer than optimal')
    """
    gap = length - lower_bound
    percent = f" ({-(-100 * gap // lower_bound):,} %)" if lower_bound else ""
    return f"at most {plural(gap, noun)}{percent} longer than optimal"


def alternatives(words: Iterable[str]) -> str:
    """Words of which one is expected.

    >>> alternatives([".svg", ".pdf", ".png"])
    '.svg, .pdf or .png'
    """
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def state_text(state: object) -> str:
    r"""A state of a space of the user's own on one line.

    >>> state_text((3, 1, 2)), state_text(b"\3\1\2"), state_text("Arad")
    ('3 1 2', '3 1 2', 'Arad')
    """
    written = " ".join(map(str, state)) if isinstance(state, tuple | list | bytes) else str(state)
    return printable_line(" ".join(written.split()))


def whole(value: float) -> float:
    """The number as an integer where it is one, so that JSON has 14 and not 14.0."""
    return int(value) if value == int(value) else value


def size_text(size: int) -> str:
    """A number of bytes, in the largest unit that is not larger.

    >>> size_text(200), size_text(5_000), size_text(200_000_000), size_text(1_500_000_000)
    ('200 bytes', '5 kB', '200 MB', '1.5 GB')
    """
    for unit, name in ((10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if size >= unit:
            return f"{size / unit:.3g} {name}" if size < 1000 * unit else f"{size / unit:,.0f} {name}"
    return plural(size, "byte")


def near_hint(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """The hint of an error: the known name that is most like this one, or ``otherwise`` if none is like it.

    >>> near_hint("snial", ["standard", "snail"]), near_hint("xyz", ["snail"], "see the list")
    ("did you mean 'snail'?", 'see the list')
    """
    from difflib import get_close_matches  # only errors need it

    near = get_close_matches(name, list(known), n=1)
    return f"did you mean {near[0]!r}?" if near else otherwise


def shown(value: object, longest: int = 80) -> str:
    """A value as error messages quote it: its ``repr`` in one line, shortened, and never an error itself.

    >>> shown("a word"), shown(10**400), shown("x" * 100, longest=12)
    ("'a word'", 'a number of about 400 digits', "'xxxxxxxx...")
    """
    if isinstance(value, int) and value.bit_length() > 200:
        return f"a number of about {value.bit_length() * 0.30103:,.0f} digits"
    try:
        text = " ".join(repr(value[: 2 * longest] if isinstance(value, str) else value).split())
    except Exception:  # noqa: BLE001 - a caller's __repr__ may fail in any way
        text = f"an object of the type {type(value).__name__}"
    return text if len(text) <= longest else text[: longest - 3] + "..."


# Control characters; those that reverse the direction of writing; others that are not seen, but U+200C and U+200D,
# which words and emoji need; and half of a surrogate pair, which stands for a byte of a file name that is not UTF-8.
_HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
_HIDDEN_IN_LINES = re.compile(rf"(?!\r\n|[\n\t]){_HIDDEN.pattern}")


def is_printable(text: str) -> bool:
    """Whether ``printable_line`` leaves a text as it is."""
    return _HIDDEN.search(text) is None


def printable_line(text: str) -> str:
    r"""A name, a title or a cell of a table, with every hidden character as Python writes it, also line breaks.

    All text that people or spreadsheets read has names from outside in this form: a name must neither control the
    terminal nor look like another line or another name. JSON has the name as it is.

    >>> printable_line("own\x1b]0;title\x07\n.json"), printable_line("Ștefan\u202e")
    ('own\\x1b]0;title\\x07\\n.json', 'Ștefan\\u202e')
    """
    return _HIDDEN.sub(written_out, text)


def printable(text: str) -> str:
    r"""The same for a text of several lines: tabs and ends of lines stay.

    >>> printable("first\n\x1bsecond")
    'first\n\\x1bsecond'
    """
    return _HIDDEN_IN_LINES.sub(written_out, text)


def written_out(match: re.Match[str]) -> str:
    """A character that was found, as Python writes it."""
    return match[0].encode("unicode_escape").decode()


def duration_text(seconds: float) -> str:
    """A time in the largest unit that suits it.

    >>> duration_text(0.004), duration_text(0.25), duration_text(90), duration_text(600), duration_text(9000)
    ('0.01 s', '0.25 s', '90 s', '10 min', '2.5 h')
    """
    if seconds < 1:
        return f"{max(0.01, seconds):.2f} s"
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"
