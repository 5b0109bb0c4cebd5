"""Empty cells: where separators, quotes or columns show that a cell is there, and nothing is in it, it is the blank."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from taquin.puzzle.formats.gaps import QUOTED
from taquin.puzzle.formats.text import Text, bar_groups

_MARK = "_"
_SEPARATOR = re.compile(r"([,;\t])")
_IN_LIST = re.compile(r"(?<=[\[({,])[^\S\n]*(?=,)")
_AT_END_OF_LIST = re.compile(r"([^\s\])}]\s*+,)[^\S\n]*(?=[\])}])")
_SEVERAL_LISTS = re.compile(r"[\])}]\s*,?\s*[\[({]")
_SEVERAL_NUMBERS = re.compile(r"\s*\d+(?:\s+\d+)+\s*")
_BETWEEN_BARS = re.compile(r"(?<=\|)[^\S\n]*(?=\|)")
_BETWEEN_ROWS = re.compile(r"([/;])")
_TOKEN = re.compile(r"\S+")


def with_blanks(text: Text) -> Text:
    """The text with a mark for the blank in every empty cell. Linear in its length."""
    if text.body.count('"') % 2:
        return text  # a quote is missing, and with it perhaps a separator
    body = QUOTED.sub(lambda match: match[0] if match[2].strip() else _MARK, text.body)
    if text.has_lists:
        body = _IN_LIST.sub(_MARK, body)
        if _SEVERAL_LISTS.search(body):  # of one list alone, Python and others ignore the last comma
            body = _AT_END_OF_LIST.sub(rf"\1{_MARK}", body)
        return replace(text, body=body)
    lines = [_between_separators(line) for line in _with_bars(body.split("\n"))]
    if any(map(_SEPARATOR.search, lines)):
        return replace(text, body="\n".join(lines))
    filled = _by_columns([_of_rows(line) for line in lines])
    return replace(text, body="\n".join(filled), is_filled_by_columns=filled != lines)


def _between_separators(line: str) -> str:
    """``4,,5`` as ``4,_,5``: between commas, semicolons or tabs, and before the first and after the last one.

    Not if there are several numbers between two of them: then something else separates the cells.
    """
    parts = _SEPARATOR.split(line)
    if len(parts) == 1 or "/" in line or any(map(_SEVERAL_NUMBERS.fullmatch, parts)):
        return line
    return "".join(part if part.strip() or part == "\t" else _MARK for part in parts)


def _with_bars(lines: list[str]) -> list[str]:
    """Lines with a mark between two bars, and beside the outer bars of a row where other rows have a cell there."""
    for numbers in bar_groups(lines):
        rows = [lines[number].split("|") for number in numbers]
        for place in (0, -1):
            if any(row[place].strip() for row in rows):
                for row in rows:
                    row[place] = row[place] if row[place].strip() else _MARK
        for number, row in zip(numbers, rows, strict=True):
            lines[number] = _BETWEEN_BARS.sub(_MARK, "|".join(row))
    return lines


def _of_rows(line: str) -> str:
    """Rows of one line, ``1 2 3 / 4   5 / 6 7 8``, filled as if they were below each other."""
    parts = _BETWEEN_ROWS.split(line)
    if len(parts) == 1:
        return line
    rows = parts[::2]
    if all(row.startswith(" ") for row in rows[1:]):  # the space of " / "
        rows[1:] = [row[1:] for row in rows[1:]]
    filled = _by_columns(rows)
    if filled == rows:
        filled = _by_columns([row.strip() for row in rows])
    return " ".join(" ".join(pair) for pair in zip(filled, [*parts[1::2], ""], strict=True))


def _by_columns(lines: Sequence[str]) -> list[str]:
    """Lines with a mark where the only cell that one of them lacks is: in the white space of a column of the others.

    Empty lines end a board.
    """
    filled: list[str] = []
    rows: list[str] = []
    for line in [*lines, ""]:
        if line.strip():
            rows.append(line)
        else:
            filled += [*_fill_column(rows), line]
            rows = []
    return filled[:-1]


def _fill_column(rows: list[str]) -> list[str]:
    """The rows with a mark in their only empty cell, if all rows line up on one edge in columns of the same width."""
    spans = [[match.span() for match in _TOKEN.finditer(row)] for row in rows]
    width = max(map(len, spans), default=0)
    short = [number for number, row in enumerate(spans) if len(row) < width]
    if len(short) != 1 or len(spans[short[0]]) != width - 1 or width < 2:
        return rows
    number = short[0]
    places = {
        place for place in (_empty_column(spans, number, edge, len(rows[number])) for edge in (0, 1)) if place >= 0
    }
    if len(places) != 1:
        return rows
    place = places.pop()
    start = spans[number][place - 1][1] if place else 0
    filled = f"{rows[number][:start]} {_MARK} {rows[number][start:]}"
    return [*rows[:number], filled, *rows[number + 1 :]]


def _empty_column(spans: Sequence[Sequence[tuple[int, int]]], number: int, edge: int, length: int) -> int:
    """The column that this row of this length lacks, where the left (0) or right (1) edges show it; otherwise -1.

    The last one is shown only by spaces up to its edge.
    """
    columns = {tuple(span[edge] for span in row) for place, row in enumerate(spans) if place != number}
    if len(columns) != 1:
        return -1
    edges = columns.pop()
    widest = max(end - start for row in spans for start, end in row)
    steps = {later - earlier for earlier, later in pairwise(edges)}
    found = [span[edge] for span in spans[number]]
    missing = [place for place, value in enumerate(edges) if value not in found]
    if len(steps) != 1 or steps.pop() <= widest or len(missing) != 1:
        return -1
    return -1 if missing[0] == len(edges) - 1 and length < edges[-1] + 1 - edge else missing[0]
