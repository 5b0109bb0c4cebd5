"""Find the boards in what a program printed, in whatever form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from taquin.puzzle.board import State, pack
from taquin.puzzle.conversion import cell_value
from taquin.puzzle.geometry import Shape

_BARS = re.compile(r"[|│┃]")
_EMPTY_CELL = re.compile(r"(?<=[|│┃])\s+(?=[|│┃])")
_ARROWS = re.compile(r"[-=]+>|→|⇒")
_DECORATION = re.compile(r"[\[\](){},;/'\"]")
_TOKEN = re.compile(r"\S+")
_LISTED = re.compile(r"[\[(][\d\s,;\[\](){}'\"]{3,}[\])]|(?<![\w.])\d{4,10}(?![\w.])")
_WORD = re.compile(r"[^\W\d_]+")
_PROMPT = re.compile(r"^.*[:?>]")
_ANNOTATION = re.compile(r"(?<=[\d\])|_*bBxX])\s+(?:\(|<|--|#|//|←|=)\s*[^\W\d_].*$")

_Row: TypeAlias = list[tuple[int, int]]
"""Pairs of the column of a cell in the text and its tile."""


@dataclass
class BoardScanner:
    """Finds the boards in lines of text: rows under each other, in one line, in lists, in boxes, or without spaces."""

    shape: Shape
    blank: str

    def boards(self, lines: Sequence[str]) -> Iterator[State]:
        columns = self.shape.columns
        rows: list[_Row] = []  # of a board that is not complete
        for line in _without_indices(lines, self.shape):
            row = self._row(line)
            if row is None and (bare := _ANNOTATION.sub("", line)) != line:
                row = self._row(bare)
                row = row if row and len(row) == columns else None
            if row is None and _WORD.search(line):
                rows.clear()
                for match in _LISTED.finditer(line):  # boards in a line with words
                    yield from self._split([tile for _, tile in self._row(match[0]) or []])
                row = self._row(_PROMPT.sub("", _ARROWS.sub("  ", line)))  # what stands after a prompt or a label
                row = row if row and len(row) % columns == 0 and (len(row) == columns or self._split_row(row)) else None
            if not row:
                continue
            found = self._split_row(row)
            if not found and (len(row) % columns == 0 or len(row) == columns - 1):
                if rows and len(rows[0]) > columns and len(rows[0]) != len(row):
                    rows.clear()
                rows.append(row)
                found = self._complete(rows[-self.shape.rows :])
                if not found:
                    continue
            rows.clear()
            yield from found

    def _split_row(self, row: _Row) -> list[State]:
        return self._split([tile for _, tile in row])

    def _row(self, line: str) -> _Row | None:
        """The cells of a line; None if it has anything else."""
        text = _DECORATION.sub(" ", _ARROWS.sub("  ", _BARS.sub(" ", _EMPTY_CELL.sub(" 0 ", line))))
        row = []
        for match in _TOKEN.finditer(text):
            tile = self._tile(match[0])
            if tile is not None:
                row.append((match.start(), tile))
                continue
            cells = [self._tile(cell) for cell in match[0]]  # a board or a row without spaces
            if len(cells) not in (self.shape.cells, self.shape.columns) or None in cells:
                return None
            row += [(match.start(), cell) for cell in cells if cell is not None]
        return row

    def _tile(self, token: str) -> int | None:
        value = 0 if token in (self.blank, "#") else cell_value(token)
        return value if value is not None and value < self.shape.cells else None

    def _split(self, cells: Sequence[int]) -> list[State]:
        """The boards in a stream of cells; none if a part is not a board."""
        size = self.shape.cells
        parts = [cells[place : place + size] for place in range(0, len(cells), size)]
        return [pack(part) for part in parts] if all(len(set(part)) == size for part in parts) else []

    def _complete(self, rows: list[_Row]) -> list[State]:
        """The boards that these rows make, side by side; the blank may be printed as a space."""
        columns = self.shape.columns
        if len(rows) < self.shape.rows:
            return []
        if sum(map(len, rows)) == self.shape.cells - 1:
            places = [place for place, _ in next(row for row in rows if len(row) == columns)]
            rows = [row if len(row) == columns else _with_gap(row, places) for row in rows]
        if len({len(row) for row in rows}) > 1:
            return []
        sides = range(0, len(rows[0]), columns)
        return self._split([tile for side in sides for row in rows for _, tile in row[side : side + columns]])


_HEADER = re.compile(r"^[\s|│]*(?:\(index\))?[\s|│]*((?:\d+[\s|│]+)+\d+)[\s|│]*$")
_INDEXED = re.compile(r"^([\s|│]*)(\d+)(?=[\s|│])(.*)$")
_RULE = re.compile(r"^[\s|│+┌┬┐├┼┤└┴┘─═=-]*$")


def _without_indices(lines: Sequence[str], shape: Shape) -> Iterator[str]:
    """The lines, with tables that number their columns and rows from 0 (data frames, console.table) without numbers."""
    held: list[str] = []  # a header, and the rows below it
    bare: list[str] = []
    for line in lines:
        if held and _RULE.match(line):
            continue
        match = _INDEXED.match(line) if held else None
        if match and int(match[2]) == len(bare):
            held.append(line)
            bare.append(" " * len(match[1] + match[2]) + match[3])
            if len(bare) == shape.rows:
                yield from bare
                held, bare = [], []
            continue
        yield from held
        header = _HEADER.match(line)
        is_header = header and re.findall(r"\d+", header[1]) == [str(column) for column in range(shape.columns)]
        held, bare = [line] if is_header else [], []
        if not is_header:
            yield line
    yield from held


def _with_gap(row: _Row, places: list[int]) -> _Row:
    """A row whose blank is a space, with 0 in the column that has no tile."""
    taken = {min(places, key=lambda place, at=at: abs(place - at)) for at, _ in row}  # type: ignore[misc]
    missing = [place for place in places if place not in taken]
    return sorted([*row, (missing[0] if missing else places[-1], 0)])
