"""Splitting text into paragraphs of rows of tokens, with their lines. Nothing here depends on boards."""

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
_BEFORE_LIST = re.compile(r"\s*(?:[A-Za-z_][\w\[\]<> ]*=\s*)?(?:([A-Za-z_][\w.]*)\s*\(\s*(?=[\[({\"']))?")
"""A name and ``=``, and a call: ``board = np.array(``."""
_AFTER_LIST = re.compile(r"(?:,\s{0,9}\w{1,20}\s?=\s?[\w.\"']{1,20})?\s{0,9}\)\Z")
_LATEX = (
    (re.compile(r"\\(?:square|Box|blacksquare|phantom\{[^}]{0,20}\})"), " _ "),
    (
        re.compile(
            r"\\(?:begin|end)\s*\{\w{0,20}\*?\}(?:\{[^}]{0,200}\})?|\\(?:left|right)\s*\\?[\[\](){}|.]|\s+|[$~]"
        ),
        " ",
    ),
    (re.compile(r"\\\\"), "\n"),
    (re.compile(r"\\[a-zA-Z]+|\\[\[\](),;:!]"), " "),
    (re.compile(r"\\"), "\n"),  # a shell makes one of two
    (re.compile(r"hline"), " "),
)
_CLOSING = {"[": "]", "(": ")", "{": "}"}
_MAXIMUM_DEPTH = 3


@dataclass(frozen=True, slots=True)
class Row:
    """The tokens of one row, and the line of the first one."""

    tokens: list[str]
    line: int


@dataclass(frozen=True, slots=True)
class Text:
    """A text without comments, with one kind of bar. The rest keeps its line."""

    body: str
    has_comments: bool

    @classmethod
    def from_raw(cls, raw: str) -> Text:
        """Prepare a text with any line ends, with or without a byte order mark."""
        body = raw.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        bare = _from_code(_COMMENT.sub("", body)).translate(_BARS)
        return cls(_EMPTY_CELL.sub(r"_\1", bare), has_comments="#" in body)

    @property
    def has_lists(self) -> bool:
        return self.body.lstrip()[:1] in _CLOSING

    @property
    def has_commas(self) -> bool:
        return "," in self.body or ";" in self.body

    def has_comma(self, row: Row) -> bool:
        line = self.body.split("\n", row.line)[row.line - 1]
        return "," in line or ";" in line


def _from_code(text: str) -> str:
    """The rows of a LaTeX matrix as lines, and the list in ``board = np.array([…])``; other text as it is."""
    if "\\" in text and "&" in text:
        for pattern, replacement in _LATEX:
            text = pattern.sub(replacement, text)
        rows = [row.split("&") for row in text.split("\n") if row.strip()]
        return "\n".join(" ".join(cell.strip() or "_" for cell in row) for row in rows)
    text = text.replace("\\n", "\n")  # as a shell leaves it
    before = _BEFORE_LIST.match(text)
    if before is None or not before[0].strip():
        return text
    rest = text[before.end() :].rstrip("; \t\n")
    return _AFTER_LIST.sub("", rest) if before[1] else rest


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
    for number, line in enumerate(text.body.split("\n"), start=1):
        if _BORDER.fullmatch(line) is None or _RULE.search(line) is None:
            clean = line.translate(_SEPARATORS)
            if "/" in clean or ";" in clean:
                yield _split_rows(clean, number)
            else:
                tokens = clean.split()
                yield [Row(tokens, number)] if tokens else []


def _split_rows(line: str, number: int) -> list[Row]:
    """The rows of a line with ``/`` or ``;``. Semicolons between single cells separate cells, not rows."""
    rows = [Row(row.split(), number) for row in _ROW.findall(line)]
    while rows and not rows[-1].tokens:
        rows.pop()
    is_line = all(len(row.tokens) == 1 for row in rows) and any(len(row.tokens[0]) == 1 for row in rows)
    if rows and "/" not in line and is_line:
        return [Row(line.replace(";", " ").split(), number)]
    return rows


@dataclass(slots=True)
class _List:
    """A list whose closing bracket has not been read yet."""

    bracket: str
    line: int
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
        piece = match[0]
        if piece in _CLOSING:
            stack.append(_open(stack, line, piece, top))
            paragraphs.append(stack[-1].rows)
        elif piece in ("]", ")", "}"):
            if not stack or _CLOSING[stack[-1].bracket] != piece:
                raise FormatError(f"line {line}: '{piece}' closes no list")
            closed = stack.pop()
            if not closed.has_cells and not closed.has_lists:
                raise FormatError(f"line {closed.line}: an empty list")
        elif row := _row_of_list(piece, line):
            if not stack or stack[-1].has_lists:
                raise FormatError(f"line {row.line}: expected only lists among lists, found {shown(row.tokens[0])}")
            stack[-1].has_cells = True
            stack[-1].parent.append(row)
            depths.setdefault(len(stack), row.line)
        line += piece.count("\n")
    if stack:
        raise FormatError(f"line {stack[-1].line}: '{stack[-1].bracket}' is never closed")
    if len(depths) > 1:
        raise FormatError(f"line {max(depths.values())}: expected lists of equal depth, found another depth")
    return [rows for rows in paragraphs if rows], next(iter(depths))


def _open(stack: list[_List], line: int, bracket: str, top: list[Row]) -> _List:
    if stack and stack[-1].has_cells:
        raise FormatError(f"line {line}: expected only numbers among numbers, found a list")
    if len(stack) == _MAXIMUM_DEPTH:
        raise FormatError(f"line {line}: expected a list of boards at most, found lists nested deeper")
    if stack:
        stack[-1].has_lists = True
    return _List(bracket, line, stack[-1].rows if stack else top)


def _row_of_list(piece: str, line: int) -> Row | None:
    clean = piece.translate(_SEPARATORS).replace("/", " ").replace(";", " ")
    tokens = clean.split()
    return Row(tokens, line + clean[: clean.index(tokens[0])].count("\n")) if tokens else None
