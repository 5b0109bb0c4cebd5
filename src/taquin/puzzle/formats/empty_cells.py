"""Empty cells: where separators, quotes or columns show that a cell is there, and nothing is in it, it is the blank."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from taquin.puzzle.formats.text import Text

_MARK = "_"
_QUOTED = re.compile(r"([\"'])([^\"'\n]*)\1")
_SEPARATOR = re.compile(r"([,;\t])")
_IN_LIST = re.compile(r"(?<=[\[({,])[^\S\n]*(?=,)|(?<=,)[^\S\n]*(?=[\])}])")
_BARS = re.compile(r"(?<=\|)(?=\|)")
_BETWEEN_ROWS = re.compile(r"([/;])")
_TOKEN = re.compile(r"\S+")


def with_blanks(text: Text) -> Text:
    """The text with a mark for the blank in every empty cell. Linear in its length."""
    body = _QUOTED.sub(lambda match: match[0] if match[2].strip() else _MARK, text.body)
    if text.has_lists:
        return replace(text, body=_IN_LIST.sub(_MARK, body))
    lines = [_between_separators(line) for line in _BARS.sub(_MARK, body).split("\n")]
    if not any(map(_SEPARATOR.search, lines)):
        lines = _by_columns([_of_rows(line) for line in lines])
    return replace(text, body="\n".join(lines))


def _between_separators(line: str) -> str:
    """``4,,5`` as ``4,_,5``: between commas, semicolons or tabs, and before the first and after the last one."""
    if not _SEPARATOR.search(line) or "/" in line:
        return line
    return "".join(part if part.strip() or part == "\t" else _MARK for part in _SEPARATOR.split(line))


def _of_rows(line: str) -> str:
    """Rows of one line, ``1 2 3 / 4   5 / 6 7 8``, filled as if they were below each other."""
    parts = _BETWEEN_ROWS.split(line)
    if len(parts) == 1:
        return line
    return " ".join(
        " ".join(pair)
        for pair in zip(_by_columns([row.strip() for row in parts[::2]]), [*parts[1::2], ""], strict=True)
    )


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
    spans = [[match.span() for match in _TOKEN.finditer(row)] for row in rows]
    width = max(map(len, spans), default=0)
    short = [place for place, row in enumerate(spans) if len(row) < width]
    if len(short) != 1 or len(spans[short[0]]) != width - 1 or width < 2:
        return rows
    full = [row for row in spans if len(row) == width]
    columns = [(min(start for start, _ in cells), max(end for _, end in cells)) for cells in zip(*full, strict=True)]
    if any(end > start for (_, end), (start, _) in pairwise(columns)):
        return rows  # the columns overlap
    row, cells = rows[short[0]], spans[short[0]]
    places = [
        place
        for place in range(width)
        if len(row) > columns[place][0]
        and all(
            cell[0] < column[1] and column[0] < cell[1]
            for cell, column in zip(cells, [*columns[:place], *columns[place + 1 :]], strict=True)
        )
    ]
    if len(places) != 1:
        return rows
    start = cells[places[0] - 1][1] if places[0] else 0
    return [*rows[: short[0]], f"{row[:start]} {_MARK} {row[start:]}", *rows[short[0] + 1 :]]
