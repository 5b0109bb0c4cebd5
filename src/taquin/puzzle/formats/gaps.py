"""What is between the cells of a row: it must not show other cells, or other rows, than those that are read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import isqrt

from taquin.errors import FormatError
from taquin.puzzle.formats.text import Row
from taquin.puzzle.geometry import Shape
from taquin.puzzle.words import plural

_CELL = re.compile(r"[^\s,;|\"']+")
_MARKS = frozenset(",;|")
_NEEDS_CARE = frozenset(",;|\"'")
_SPACES_AND_MARKS = frozenset(" \t\n,;|\"'")
_EMPTY_CELL = re.compile(r"[,;|][\s\"']*[,;|]")
_BETWEEN_BARS = re.compile(r"\|\s*\|")
QUOTED = re.compile(r"([\"'])([^\"'\n]*)\1")
_WORDS = {"": "spaces", ",": "commas", ";": "semicolons", "|": "bars"}
_LINE = 1000  # the width of a line end: more than that of any space within a line


class AmbiguityError(FormatError):
    """A legal board that may be another one: separators show one more cell, or it may begin at two places."""


def check_no_empty_cell(row: Row) -> None:
    """Raise ``AmbiguityError`` if separators show a cell in a row of a legal board, and nothing is in it: ``1,,2``."""
    text = row.text.strip()
    if _NEEDS_CARE.isdisjoint(text):
        return
    if (
        text[0] in ",;"
        or _EMPTY_CELL.search(text.strip(" \t\n,;|\"'"))
        or _BETWEEN_BARS.search(text)
        or (text[0] in "\"'" and has_empty_quotes(text))
    ):
        raise AmbiguityError(
            f"line {row.line}: expected a number in every cell, found an empty one", hint="0 is the blank"
        )


def check_quotes(row: Row) -> None:
    """Raise ``FormatError`` for a quote that is not paired: it would be lost in the other columns."""
    for quote in "\"'":
        if row.text.count(quote) % 2:
            raise FormatError(f"line {row.line}: expected quotes in pairs, found {quote} alone", hint="remove it")


def usual_marks(rows: Sequence[Row]) -> frozenset[str]:
    """The separators, other than spaces, that most lines have."""
    return Counter(map(_marks, rows)).most_common(1)[0][0]


def _marks(row: Row) -> frozenset[str]:
    return _MARKS.intersection(row.text)


def check_marks(row: Row, usual: frozenset[str]) -> None:
    """Raise ``FormatError`` if a line has other separators than most lines: its other columns may be damaged."""
    if other := sorted(_marks(row) ^ usual):
        found = "found" if other[0] in row.text else "missing"
        raise FormatError(f"line {row.line}: expected the same separators as in the other lines, {found} {other[0]!r}")


def has_empty_quotes(text: str) -> bool:
    """Whether there is nothing between two quotes."""
    return any(not match[2].strip() for match in QUOTED.finditer(text))


def check_groups(row: Row, shape: Shape) -> None:
    """Raise ``FormatError`` if what separates the cells of a whole board shows rows that are not those of the shape.

    ``1 2 3 4 5 6 7 8, 9 10 11 12 13 14 15 0`` has two rows of 8 and is no 4×4 board. Linear in the length of the row.
    """
    if _is_regular(row.text):
        return
    gaps = gaps_of(row)
    marks = [re.sub(r"[\s\"']", "", gap) for gap in gaps]
    between_rows = marks[shape.columns - 1 :: shape.columns]
    within_rows = [mark for place, mark in enumerate(marks, start=1) if place % shape.columns]
    for group in (between_rows, within_rows):
        if len(set(group)) > 1:
            one, other = [_WORDS.get(mark, repr(mark)) for mark in sorted(set(group))[:2]]
            raise FormatError(
                f"line {row.line}: expected the same separator between all numbers, found {one} and {other}",
                hint="a row is a line, or ends with /",
            )
    sizes = _group_sizes([_LINE * gap.count("\n") + len(gap.expandtabs()) for gap in gaps])
    if len(set(sizes)) == 1 < len(sizes) and 1 < sizes[0] != shape.columns and not _is_aligned(row.text):
        raise FormatError(
            f"line {row.line}: the spaces show {plural(len(sizes), 'row')} of {sizes[0]} numbers, "
            f"expected {plural(shape.rows, 'row')} of {shape.columns}",
            hint="a row is a line, or ends with /",
        )


def are_alike(row: Row, shape: Shape | None) -> bool:
    """Whether the cells of a row that has other columns too are separated as those of one board."""
    side = isqrt(len(row.tokens))
    try:
        check_no_empty_cell(row)
        check_groups(row, shape or Shape(side, side))
    except FormatError:
        return False
    return True


def text_between(row: Row, first: int, last: int) -> str:
    """The text of a row from one cell to another one; empty if it separates all cells by one space."""
    if not row.text or ("  " not in row.text and _SPACES_AND_MARKS.intersection(row.text) <= {" "}):
        return ""
    spans = [match.span() for match in _CELL.finditer(row.text)]
    return row.text[spans[first][0] : spans[last][1]] if first <= last < len(spans) else ""


def gaps_of(row: Row) -> list[str]:
    """The text between each cell and the next one."""
    spans = [match.span() for match in _CELL.finditer(row.text)]
    return [row.text[end:start] for (_, end), (start, _) in pairwise(spans)]


def _is_regular(text: str) -> bool:
    """Whether all cells are certainly separated alike; a fast check for the usual texts."""
    found = _SPACES_AND_MARKS.intersection(text.strip())
    if found == {",", " "}:
        return text.count(",") == text.count(", ") == text.strip().count(" ")
    return len(found) <= 1 and (found != {" "} or "  " not in text.strip())


def _group_sizes(widths: Sequence[int]) -> list[int]:
    """The numbers of cells between the gaps that are wider than the narrowest one."""
    least = min(widths, default=0)
    ends = [place for place, width in enumerate(widths, start=1) if width > least]
    return [end - start for start, end in pairwise([0, *ends, len(widths) + 1])]


def _is_aligned(text: str) -> bool:
    """Whether the left or the right edges of all cells are at equal distances."""
    spans = [match.span() for match in _CELL.finditer(text)]
    return any(len({later[edge] - span[edge] for span, later in pairwise(spans)}) <= 1 for edge in (0, 1))
