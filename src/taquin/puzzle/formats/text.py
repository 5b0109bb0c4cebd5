"""Splitting text into paragraphs of rows of tokens, with their positions. Nothing here depends on boards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from taquin.errors import FormatError
from taquin.puzzle.words import shown

_SEPARATORS = str.maketrans(dict.fromkeys(",|\"'", " "))
_BARS = str.maketrans(dict.fromkeys("│┃║┆┇┊┋╎╏", "|"))
_EMPTY_CELL = re.compile(r"(?<=\|)[^\S\n]([^\S\n]*)(?=\|)")
_COMMENT = re.compile(r"#[^\n]*")
_BORDER = re.compile(r"[\s|+=:\-─-╿]+")
_RULE = re.compile(r"--|==|:-|-:|[+─-╿]")
_ROW = re.compile(r"[^/;]+|(?<=[/;])(?=[/;])")
_LIST_PART = re.compile(r"[\[\](){}]|[/;]|[^\[\](){}/;]+")
_CLOSING = {"[": "]", "(": ")", "{": "}"}
_MAXIMUM_DEPTH = 3


@dataclass(frozen=True, slots=True)
class Row:
    """The tokens of one row, the line of the first token, and the text of the row, which begins at ``start``."""

    tokens: list[str]
    line: int
    start: int
    text: str


@dataclass(frozen=True, slots=True)
class Text:
    """A text without comments, with one kind of bar. The rest keeps its line and column."""

    body: str
    has_comments: bool

    @classmethod
    def from_raw(cls, raw: str) -> Text:
        """Prepare a text with any line ends, with or without a byte order mark."""
        body = raw.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        bare = _COMMENT.sub("", body).translate(_BARS)
        return cls(_EMPTY_CELL.sub(r"_\1", bare), has_comments="#" in body)

    def place(self, position: int) -> str:
        """Line and column of a character, both counted from 1."""
        line = self.body.count("\n", 0, position) + 1
        return f"line {line}, column {self._column(position)}"

    def place_of(self, row: Row, token: str) -> str:
        """Line and column of the first occurrence of this token in the row."""
        match = re.search(rf"(?<!\S){re.escape(token)}(?!\S)", row.text)
        position = match.start() if match else 0
        margin = len(row.text) - len(row.text.lstrip())
        line = row.line + row.text.count("\n", margin, max(margin, position))  # linear in the row, not in the text
        return f"line {line}, column {self._column(row.start + position)}"

    def _column(self, position: int) -> int:
        return position - self.body.rfind("\n", 0, position)

    @property
    def has_lists(self) -> bool:
        return self.body.lstrip()[:1] in _CLOSING

    @property
    def has_commas(self) -> bool:
        return "," in self.body or ";" in self.body

    def has_comma(self, row: Row) -> bool:
        piece = self.body[row.start : row.start + len(row.text)]
        return "," in piece or ";" in piece


def split_lines(text: Text) -> tuple[list[list[Row]], bool]:
    """The rows in paragraphs, and whether a line contains several rows.

    If one does, every line is a paragraph; otherwise every line is a row, and empty lines separate paragraphs.
    """
    lines = list(_lines(text))
    if any(len(rows) > 1 for rows in lines):
        return [rows for rows in lines if rows], True
    paragraphs: list[list[Row]] = [[]]
    for rows in lines:
        if rows:
            paragraphs[-1] += rows
        elif paragraphs[-1]:
            paragraphs.append([])
    return [paragraph for paragraph in paragraphs if paragraph], False


def _lines(text: Text) -> Iterator[list[Row]]:
    """The rows of each line; an empty list for an empty line. Lines of a drawn grid are skipped."""
    start = 0
    for number, line in enumerate(text.body.split("\n"), start=1):
        if _BORDER.fullmatch(line) is None or _RULE.search(line) is None:
            clean = line.translate(_SEPARATORS)
            if "/" in clean or ";" in clean:
                yield _split_rows(clean, number, start)
            else:
                tokens = clean.split()
                yield [Row(tokens, number, start, clean)] if tokens else []
        start += len(line) + 1


def _split_rows(line: str, number: int, start: int) -> list[Row]:
    """The rows of a line with ``/`` or ``;``. Semicolons between single cells separate cells, not rows."""
    rows = [Row(match[0].split(), number, start + match.start(), match[0]) for match in _ROW.finditer(line)]
    while rows and not rows[-1].tokens:
        rows.pop()
    is_line = all(len(row.tokens) == 1 for row in rows) and any(len(row.tokens[0]) == 1 for row in rows)
    if rows and "/" not in line and is_line:
        line = line.replace(";", " ")
        return [Row(line.split(), number, start, line)]
    return rows


@dataclass(slots=True)
class _List:
    """A list whose closing bracket has not been read yet."""

    bracket: str
    start: int
    parent: list[Row]
    rows: list[Row] = field(default_factory=list)
    has_lists: bool = False
    has_cells: bool = False


def split_lists(text: Text) -> tuple[list[list[Row]], int]:
    """The innermost lists as rows, in one paragraph for each list of rows; and their depth: 1, 2 or 3.

    A ``;`` within a list separates rows, as in Matlab.
    """
    top: list[Row] = []
    paragraphs = [top]
    stack: list[_List] = []
    depths: dict[int, int] = {}
    line = 1
    for match in _LIST_PART.finditer(text.body):
        position, piece = match.start(), match[0]
        if piece in _CLOSING:
            stack.append(_open(text, stack, position, piece, top))
            paragraphs.append(stack[-1].rows)
        elif piece in ("]", ")", "}"):
            if not stack or _CLOSING[stack[-1].bracket] != piece:
                raise FormatError(f"{text.place(position)}: '{piece}' closes no list")
            closed = stack.pop()
            if not closed.has_cells and not closed.has_lists:
                raise FormatError(f"{text.place(closed.start)}: an empty list")
        elif row := _row_of_list(piece, line, position):
            if not stack or stack[-1].has_lists:
                place = text.place_of(row, row.tokens[0])
                raise FormatError(f"{place}: expected only lists among lists, found {shown(row.tokens[0])}")
            stack[-1].has_cells = True
            stack[-1].parent.append(row)
            depths.setdefault(len(stack), position)
        line += piece.count("\n")
    if stack:
        raise FormatError(f"{text.place(stack[-1].start)}: '{stack[-1].bracket}' is never closed")
    if len(depths) > 1:
        raise FormatError(f"{text.place(max(depths.values()))}: expected lists of equal depth, found another depth")
    return [rows for rows in paragraphs if rows], next(iter(depths))


def _open(text: Text, stack: list[_List], position: int, bracket: str, top: list[Row]) -> _List:
    if stack and stack[-1].has_cells:
        raise FormatError(f"{text.place(position)}: expected only numbers among numbers, found a list")
    if len(stack) == _MAXIMUM_DEPTH:
        raise FormatError(f"{text.place(position)}: expected a list of boards at most, found lists nested deeper")
    if stack:
        stack[-1].has_lists = True
    return _List(bracket, position, stack[-1].rows if stack else top)


def _row_of_list(piece: str, line: int, position: int) -> Row | None:
    clean = piece.translate(_SEPARATORS).replace("/", " ").replace(";", " ")
    tokens = clean.split()
    margin = clean[: len(clean) - len(clean.lstrip())]
    return Row(tokens, line + margin.count("\n"), position, clean) if tokens else None
