"""Boards, tables, fields and lists of named items as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from textwrap import wrap
from typing import TypeVar
from unicodedata import category, east_asian_width

from taquin.puzzle.board import Board
from taquin.puzzle.words import printable_line

T = TypeVar("T")


def grid(board: Board) -> str:
    """The board in a box, the blank empty.

    >>> print(grid(Board("1 2 / 0 3")))
    ┌───┬───┐
    │ 1 │ 2 │
    ├───┼───┤
    │   │ 3 │
    └───┴───┘
    """
    width = len(str(len(board) - 1))
    columns = board.shape.columns

    def rule(left: str, middle: str, right: str) -> str:
        return left + middle.join(["─" * (width + 2)] * columns) + right

    rows = ["│" + "│".join(f" {tile or '':>{width}} " for tile in row) + "│" for row in board.rows()]
    body = f"\n{rule('├', '┼', '┤')}\n".join(rows)
    return f"{rule('┌', '┬', '┐')}\n{body}\n{rule('└', '┴', '┘')}"


_GAP = "    "
WIDEST = 160  # columns of text that fit on a screen. Wider blocks are shown below each other, or not at all


def side_by_side(blocks: Sequence[tuple[str, str]]) -> str:
    r"""Blocks of text next to each other, each under its title; below each other if that is too wide.

    A single block that is too wide is not shown.

    >>> print(side_by_side([("start", "1 2\n3 0"), ("goal", "0 1\n2 3")]))
    start    goal
    1 2      0 1
    3 0      2 3
    """
    columns = [[title, *text.splitlines()] for title, text in blocks]
    widths = [max(map(display_width, column)) for column in columns]
    if sum(widths) + len(_GAP) * (len(widths) - 1) > WIDEST:
        shown = [
            column if width <= WIDEST else [f"{column[0]}: not shown, {width} columns wide"]
            for column, width in zip(columns, widths, strict=True)
        ]
        return "\n\n".join("\n".join(column) for column in shown)
    return "\n".join(aligned(list(zip_longest(*columns, fillvalue="")), gap=_GAP))


def display_width(text: str) -> int:
    """The columns that a line of text takes at a terminal: an ideograph takes two, a combining character none.

    >>> print(table(["method", "nodes"], [["評価.py", "76"], ["astar", "301"]], right=[False, True]))
    method   nodes
    評価.py     76
    astar      301
    """
    if text.isascii():
        return len(text)
    return sum(
        0 if category(character) in ("Mn", "Me", "Cf") else 2 if east_asian_width(character) in "WF" else 1
        for character in text
    )


def padded(
    rows: Sequence[Sequence[str]], *, right: Sequence[bool] | None = None, fitted: Sequence[Sequence[str]] | None = None
) -> list[list[str]]:
    """Rows whose cells are as wide as their column; options as in ``aligned``."""
    widths = [max(map(display_width, column)) for column in zip(*(rows if fitted is None else fitted), strict=True)]
    sides = [False] * len(widths) if right is None else right
    return [list(map(_pad, row, widths, sides)) for row in rows]


def _pad(text: str, width: int, is_right: bool) -> str:
    spaces = " " * (width - display_width(text))
    return spaces + text if is_right else text + spaces


def aligned(
    rows: Sequence[Sequence[str]],
    *,
    right: Sequence[bool] | None = None,
    fitted: Sequence[Sequence[str]] | None = None,
    gap: str = "  ",
) -> list[str]:
    """Rows with aligned columns, those that ``right`` selects to the right; ``fitted`` rows set the widths, or all."""
    return [gap.join(row).rstrip() for row in padded(rows, right=right, fitted=fitted)]


def table(headers: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[bool] | None = None) -> str:
    """Columns aligned with spaces; ``right`` selects those aligned to the right."""
    lines = [[printable_line(cell) for cell in row] for row in (headers, *rows)]
    return "\n".join(aligned(lines, right=right))


_MARKDOWN_ESCAPES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", **{character: f"\\{character}" for character in "\\|`*[]"}}
)


def markdown_table(
    headers: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[bool] | None = None
) -> str:
    r"""A table in Markdown, aligned in its source as well; the cells are plain text.

    >>> print(markdown_table(["edge", "cost"], [["S | A", "12"]], right=[False, True]))
    | edge   | cost |
    |:-------|-----:|
    | S \| A |   12 |
    """
    cells = [[printable_line(cell).translate(_MARKDOWN_ESCAPES) for cell in row] for row in (headers, *rows)]
    head, *body = padded(cells, right=right)
    sides = [False] * len(head) if right is None else right
    rules = [
        "-" * (display_width(cell) + 1) + ":" if is_right else ":" + "-" * (display_width(cell) + 1)
        for cell, is_right in zip(head, sides, strict=True)
    ]
    lines = [f"| {' | '.join(row)} |" for row in (head, *body)]
    return "\n".join([lines[0], f"|{'|'.join(rules)}|", *lines[1:]])


def spreadsheet_text(text: str) -> str:
    r"""The text for a CSV file: on one line, and one that a spreadsheet would run as a formula after an apostrophe.

    >>> spreadsheet_text("=1+1"), spreadsheet_text(""), spreadsheet_text("a\x1b\nb")
    ("'=1+1", '', 'a\\x1b\\nb')
    """
    line = printable_line(text)
    return f"'{line}" if line.startswith(("=", "+", "-", "@")) else line


def fields(pairs: Sequence[tuple[str, str]]) -> str:
    """Names and values, one pair per line, the values aligned, also those of several lines."""
    width = max(len(name) for name, _ in pairs)
    indent = "\n" + " " * (width + 2)
    return "\n".join(f"{name:<{width}}  {value.replace(chr(10), indent)}".rstrip() for name, value in pairs)


_FIELD_NAME = re.compile(r"(?:\S+(?: \S+)*)?  +")


def wrapped(text: str, width: int) -> str:
    r"""The text with lines of at most this width that end between words.

    The further lines of a field are aligned with its value. Only there a word that is longer than a line is broken: a
    long list of moves.

    >>> print(wrapped("status  the time limit is reached\nmoves   RDLLURDRULLDRRUL", 18))
    status  the time
            limit is
            reached
    moves   RDLLURDRUL
            LDRRUL
    """
    lines: list[str] = []
    for line in text.split("\n"):
        name = _FIELD_NAME.match(line)
        indent = 0 if name is None or name.end() > width // 2 else name.end()
        lines += _wrap(line[indent:], width, line[:indent], " " * indent) if len(line) > width else [line]
    return "\n".join(lines)


def number(value: float) -> str:
    """A value of g, h or f, with at most two decimals: 7, 17.5, 4.24."""
    return f"{value:,.2f}".rstrip("0").rstrip(".")


@dataclass(frozen=True, slots=True)
class Characters:
    """The characters that the tree is drawn with."""

    branch: str = "├─"
    last: str = "└─"
    trunk: str = "│ "
    star: str = "★"
    cross: str = "×"
    ellipsis: str = "…"
    arrow: str = "→"


UNICODE, ASCII = Characters(), Characters("|-", "`-", "| ", "*", "x", "...", "->")


def branch_lines(
    roots: Sequence[T], below: Callable[[T], Sequence[T]], characters: Characters = UNICODE
) -> Iterator[tuple[str, T]]:
    """The items of trees from top to bottom, each with the lines that connect it to its parent.

    Nothing here recurses: a depth-first search of 100,000 levels is drawn like any other.

    >>> for line, item in branch_lines([1], lambda item: [2 * item, 3] if item < 2 else []):
    ...     print(f"{line}{item}")
    1
    ├─2
    └─3
    """
    waiting = [("", "", root) for root in reversed(roots)]
    while waiting:
        prefix, indent, item = waiting.pop()
        yield prefix, item
        family = below(item)
        for place, child in reversed(list(enumerate(family, start=1))):
            is_last = place == len(family)
            hook, line = (characters.last, "  ") if is_last else (characters.branch, characters.trunk)
            waiting.append((indent + hook, indent + line, child))


CATALOGUE_WIDTH = 120  # columns of the lists that ``taquin list`` prints


@dataclass(frozen=True, slots=True)
class Item:
    """A name, sentences that may be wrapped, and lines that may not."""

    name: str
    sentences: Sequence[str]
    drawing: str = ""


def catalogue(items: Sequence[Item], width: int = CATALOGUE_WIDTH) -> str:
    """The items one under the other, their descriptions in one column.

    >>> print(catalogue([Item("bfs", ["layer by layer"]), Item("astar", ["best f first", "also called a*"])]))
    bfs    layer by layer
    astar  best f first
           also called a*
    """
    room = width - max(len(item.name) for item in items) - 2
    pairs = []
    for item in items:
        lines = [line for sentence in item.sentences for line in _wrap(sentence, room)]
        pairs.append((item.name, "\n".join([*lines, *item.drawing.splitlines()])))
    return fields(pairs)


def _wrap(sentence: str, width: int, first: str = "", indent: str = "  ") -> list[str]:
    return wrap(
        sentence,
        width,
        initial_indent=first,
        subsequent_indent=indent,
        break_long_words=bool(first),
        break_on_hyphens=False,
    )
