"""Splitting text into paragraphs of rows of tokens, with their lines. Nothing here depends on boards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from taquin.errors import FormatError
from taquin.puzzle.words import plural, shown

_SEPARATORS = str.maketrans(dict.fromkeys(",|\"'", " "))
_LINE_ENDS = str.maketrans(dict.fromkeys("\r\v\f\x1c\x1d\x1e\x85\u2028\u2029", "\n"))
_BARS = str.maketrans(dict.fromkeys("│┃║┆┇┊┋╎╏", "|"))
_COMMENT = re.compile(r"#[^\n]*")
_BORDER = re.compile(r"[\s|+=:\-─-╿]+")
_RULE = re.compile(r"--|==|:-|-:|[+─-╿]")
_LIST_PART = re.compile(r"[\[\](){}]|[/;]|[^\[\](){}/;]+")
_NAME = r"[A-Za-z_]\w*(?:<[\w<>]*>)?(?:\[\d{0,5}\])*"
_BEFORE_LIST = re.compile(rf"\s*(?:{_NAME}(?: +{_NAME}){{0,3}}\s*=\s*)?(?:([A-Za-z_][\w.]*)\s*\(\s*(?=[\[({{\"']))?")
"""A name and ``=``, and a call: ``board = np.array(``."""
_AFTER_LIST = re.compile(r"(?:,\s{0,9}\w{1,20}\s?=\s?[\w.\"']{1,20})?\s{0,9}\)\Z")
_SIDES_BEFORE = re.compile(r"\[(\d*)\]")
"""The sides in ``int board[2][8] = {…}``, of which C lets the first be empty."""
_WORD = re.compile(r"[^\s,;\[\](){}]+")
_TEXTS = re.compile(r"([\"'])[^\"']*\1(?:\s*,\s*([\"'])[^\"']*\2)*\s*,?\s*(?:,\s*\w{1,20}\s?=\s?[\w.\"']{1,20}\s*)?\)")
"""The arguments of a call with texts: ``'1 2 3', '4 0 5', '6 7 8')``."""
_OTHER_TEXT = re.compile(r"([\"'])[^\"'\n]*\s[^\"'\n]*\1\s*,\s*([\"'])\S*\2\s*\)")
"""A board and another word in a call, which is no size: ``'1 2 3 0', '14')``."""
_SIZE_AFTER = re.compile(r",\s{0,9}([\"'])(\d{1,3})x(\d{1,3})\1\s{0,9}\)\Z")
"""The size in ``Board('1 2 3 0', '1x4')``."""
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
_EMPTY_ROW = re.compile(r"[/;]\s*[/;\])}]|[\[({]\s*[/;]")
_CLOSING = {"[": "]", "(": ")", "{": "}"}
_MAXIMUM_DEPTH = 3


@dataclass(frozen=True, slots=True)
class Row:
    """The tokens of one row, and the line of the first one."""

    tokens: list[str]
    line: int
    text: str = ""
    """The text of the row; empty if its cells are digits without spaces."""
    columns: tuple[int, int] | None = None
    """The numbers of tokens before and after such digits, which are all cells."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text without comments, with one kind of bar. The rest keeps its line."""

    body: str
    has_comments: bool
    is_latex: bool = False
    is_grid: bool = False
    """Whether lines are drawn between the rows."""
    size: tuple[int, int] | None = None
    """Rows and columns, if the code around a list says them."""
    is_filled_by_columns: bool = False
    """Whether an empty cell was found where the rows of one board line up."""

    @classmethod
    def from_raw(cls, raw: str) -> Text:
        """Prepare a text with any line ends, with or without a byte order mark."""
        body = raw.removeprefix("\ufeff").replace("\r\n", "\n").translate(_LINE_ENDS)
        bare = _COMMENT.sub("", body)
        is_latex = "\\" in bare and "&" in bare
        bare, size = (_from_latex(bare), None) if is_latex else _from_code(bare)
        bare = bare.translate(_BARS)
        is_grid = _RULE.search(bare) is not None and any(map(_is_border, bare.split("\n")))
        return cls(bare, "#" in body, is_latex, is_grid, size)

    def has_row(self, row: Row) -> bool:
        """Whether the numbers of this line are a row of a board, also if it is the only one: in LaTeX and in a grid."""
        bars = row.text.strip().strip("|").count("|")
        return self.is_latex or (self.is_grid and 2 * bars >= len(row.tokens) - 1 > 0)

    @property
    def has_lists(self) -> bool:
        return self.body.lstrip()[:1] in _CLOSING

    @property
    def has_commas(self) -> bool:
        return "," in self.body or ";" in self.body

    def has_comma(self, row: Row) -> bool:
        line = self.body.split("\n", row.line)[row.line - 1]
        return "," in line or ";" in line


def _from_latex(text: str) -> str:
    """The rows of a LaTeX matrix as lines, with bars between the cells."""
    for pattern, replacement in _LATEX:
        text = pattern.sub(replacement, text)
    rows = [row.split("&") for row in text.split("\n") if row.strip()]
    return "\n".join(" | ".join(cell.strip() or "_" for cell in row) for row in rows)


def _from_code(text: str) -> tuple[str, tuple[int, int] | None]:
    """The list in ``board = np.array([…])`` and the size that the code gives; other text as it is."""
    text = text.replace("\\n", "\n")  # as a shell leaves it
    before = _BEFORE_LIST.match(text)
    if before is None or not before[0].strip():
        return text, None
    rest = text[before.end() :].rstrip("; \t\n").replace('"""', '"').replace("'''", "'")
    if before[1] and (after := _SIZE_AFTER.search(rest)):
        return rest[: after.start()], (int(after[2]), int(after[3]))
    if before[1] and rest[0] in "\"'" and (_TEXTS.fullmatch(rest) is None or _OTHER_TEXT.fullmatch(rest)):
        return text, None
    return _AFTER_LIST.sub("", rest) if before[1] else rest, _declared_size(before[0], rest)


def _declared_size(before: str, cells: str) -> tuple[int, int] | None:
    """The size that an array declares: ``int board[][8] =``. Raises ``FormatError`` if it has other numbers of cells.

    Without a type, one number is an index, as in ``boards[3] =``.
    """
    sides = _SIDES_BEFORE.findall(before)
    known = [int(side) for side in sides if side]
    if len(sides) == len(known) == 2:
        return known[0], known[1]
    if len(known) != 1 or len(sides) > 2 or len(before.split("=", maxsplit=1)[0].split()) == 1:
        return None
    side, count = known[0], len(_WORD.findall(cells))
    if side < 1 or count % side or (len(sides) == 1 and count != side):
        declared = "".join(f"[{each}]" for each in sides)
        wanted = plural(side, "number") if len(sides) == 1 else f"rows of {plural(side, 'number')}"
        raise FormatError(f"expected {wanted}, as declared in {declared}, found {plural(count, 'number')}")
    if len(sides) == 1:
        return None
    return (side, count // side) if sides[0] else (count // side, side)


def bar_groups(lines: Sequence[str]) -> Iterator[list[int]]:
    """The numbers of the lines of each board whose rows all have the same number of bars.

    A row with another number may have lost or gained one, so that an empty cell may be no cell.
    """
    rows: list[int] = []
    for number, line in enumerate([*lines, ""]):
        if not line.strip():
            if rows and len({lines[row].count("|") for row in rows}) == 1:
                yield rows
            rows = []
        elif not _is_border(line):
            rows.append(number)


def _is_border(line: str) -> bool:
    """Whether this is a line of a drawn grid, without cells."""
    return _BORDER.fullmatch(line) is not None and _RULE.search(line) is not None


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


def joined_lines(text: Text, paragraphs: list[list[Row]]) -> list[list[Row]]:
    """The same, but a line that ends with ``/`` or ``;`` and the next one are one paragraph."""
    lines = text.body.split("\n")
    joined = paragraphs[:1]
    for above, rows in pairwise(paragraphs):
        if lines[above[-1].line - 1].rstrip().endswith(("/", ";")):
            joined[-1] = [*joined[-1], *rows]
        else:
            joined.append(rows)
    return joined


def _lines(text: Text) -> Iterator[list[Row]]:
    """The rows of each line; an empty list for an empty line. Lines of a drawn grid are skipped."""
    are_cells = ";" in text.body and _has_semicolons_between_cells(text.body)
    for number, line in enumerate(text.body.split("\n"), start=1):
        if _is_border(line):
            continue
        if "/" in line or (";" in line and not are_cells):
            yield _split_rows(line, number)
        else:
            tokens = line.translate(_SEPARATORS).replace(";", " ").split()
            yield [Row(tokens, number, line)] if tokens else []


def _has_semicolons_between_cells(body: str) -> bool:
    """Whether semicolons separate cells, not rows: at most one number is between two of them, and one has one digit."""
    if "/" in body:
        return False
    cells = [part.split() for line in body.split("\n") if ";" in line for part in _clean(line).split(";")]
    return all(len(cell) <= 1 for cell in cells) and any(len(cell[0]) == 1 for cell in cells if cell)


def _clean(piece: str) -> str:
    return piece.translate(_SEPARATORS)


def _split_rows(line: str, number: int) -> list[Row]:
    """The rows of a line with ``/`` or ``;``.

    Nothing before the first or after the last separator is no row; an empty cell, where every row has one cell.
    """
    rows = [Row(_clean(piece).split(), number, piece) for piece in re.split("[/;]", line)]
    tokens = [token for row in rows for token in row.tokens]
    if len(rows) > 2 and all(len(row.tokens) <= 1 for row in rows) and any(len(token) == 1 for token in tokens):
        return rows
    while rows and not rows[-1].tokens:
        rows.pop()
    return rows[1:] if rows and not rows[0].tokens else rows


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
    if all(len(row.tokens) == 1 for rows in paragraphs for row in rows) and (found := _EMPTY_ROW.search(text.body)):
        place = text.body.count("\n", 0, found.start()) + 1
        raise FormatError(
            f"line {place}: expected a number beside {found[0].strip()!r}, found nothing", hint="0 is the blank"
        )
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
    clean = _clean(piece).replace("/", " ").replace(";", " ")
    tokens = clean.split()
    return Row(tokens, line + clean[: clean.index(tokens[0])].count("\n"), piece) if tokens else None
