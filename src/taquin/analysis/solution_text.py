"""Read a given solution: find the steps in a text, detect their notation, and parse them, without a replay."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from taquin.errors import BoardError, FormatError, MoveError
from taquin.puzzle.board import Board
from taquin.puzzle.conversion import cell_value
from taquin.puzzle.documents import read_document
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Move, Notation, parse_moves, split_steps
from taquin.puzzle.words import shown

Step: TypeAlias = Move | int | Board
"""A step as it was written: a direction, the number of a tile, or the board that it leads to."""

_COMMENT = re.compile(r"(?:^|(?<=\s))#[^\n]*", re.MULTILINE)
_ARROW = re.compile(r"[-=~]{1,4}>|(?<=\s)>(?=\s)|[→⇒⟶➔➜➡↓⬇]\ufe0f?")
_DASH = re.compile(r"(?<=[0-9])-(?=[0-9])")
_LABELLED = re.compile(
    r"""^[ \t]*+"?(?:path_to_goal|moves)"?(?:[ \t]*+:|(?=[ \t]))[ \t]*+"""
    r"""(?:((?:(?!["'][0-9]+["'])["'[A-Za-z]|[0-9]++[ \t]++[0-9]|[0-9]++:[ \t]++[A-Za-z]).*?)(?<!,)(,?)[ \t]*+)$""",
    re.MULTILINE,
)
_CUT = re.compile(r"… ([\d,]+) more …")
_STEP_NUMBER = re.compile(r"^[^\S\n]*+(?:(?:step|move)[^\S\n]*+)?([0-9]++)[^\S\n]*+[.):]", re.IGNORECASE | re.MULTILINE)
_BULLET = re.compile(r"^[^\S\n]*+[-*•][^\S\n]++", re.MULTILINE)
_COUNTED = re.compile(r"\s*([0-9]{1,9}):[ \t]+([A-Za-z][^\n]*)\s*")
"""As ``verify`` prints moves: ``2: RD``."""
_MARK_BETWEEN = re.compile(r"(?<=\S)[^\S\n]*+[-/|](?=[^\S\n]*+\S)")
_SEPARATOR = re.compile(r"[\s,;/|\[\](){}'\"]+")
_LETTER = re.compile(r"[^\W\d_xX]")
_TITLE = re.compile(r"[^\W\d_]{2}|^[UDLRudlr]$")
_WORD = re.compile(r"\w")


def find_steps(text: str, notation: Notation | None = None) -> str:
    """The part of a text that has the steps: the line with the moves in a solver's report, otherwise everything.

    Comments are removed, and dashes between numbers become spaces. Raises ``FormatError`` if some of the moves are left
    out, and if there are the reports of several solutions.
    """
    lines = "\n".join(text.removeprefix("\ufeff").splitlines())
    text = _DASH.sub(" ", _COMMENT.sub("", lines))
    if notation not in (Notation.BOARDS, Notation.NUMBERS) and (reports := _LABELLED.findall(text)):
        solutions = {steps for steps, _ in reports}
        if len(solutions) > 1:
            raise FormatError(f"expected one solution, found {len(solutions)}", hint="give the moves of one of them")
        text = solutions.pop()
    if cut := _CUT.search(text):
        raise FormatError(
            f"expected all moves, found a list that leaves out {cut[1]} of them", hint="taquin solve -o FILE writes all"
        )
    return text


def detect_notation(text: str, shape: Shape) -> Notation:
    """The notation of these steps: boards contain a blank, tiles are numbers, everything else is directions."""
    text = _without_arrows(text, "\n")
    tokens = _cell_tokens(text, shape)
    if any(cell_value(token) == 0 for token in tokens) or _has_grid(text):
        return Notation.BOARDS
    if not tokens or not _WORD.search(text) or _LETTER.search(text) or _STEP_NUMBER.search(text):
        return Notation.BLANK
    return Notation.BOARDS if _are_boards(text, shape) else Notation.NUMBERS


def _are_boards(text: str, shape: Shape) -> bool:
    """Whether lines of numbers without a 0 are boards in which an empty cell is the blank."""
    if "\n" not in text.strip():
        return False
    try:
        return len(_read_boards(text, shape, "text")) > 0
    except (BoardError, FormatError):
        return False


def _without_arrows(text: str, separator: str) -> str:
    """The steps with another separator than arrows. In a text without letters and digits the arrows are the steps."""
    return _ARROW.sub(separator, text) if _WORD.search(text) else text


def _has_grid(text: str) -> bool:
    return any(bar in text for bar in "|│┃")


def _cell_tokens(text: str, shape: Shape) -> list[str]:
    """The tokens that may be cells or tiles, of the lines that are no titles; compact boards (123405678) are split."""
    lines = [line for line in text.splitlines() if not _is_title(line, shape)]
    return [cell for line in lines for cell in _split_cells(line, shape)]


def _split_cells(line: str, shape: Shape) -> list[str]:
    tokens = [token for token in _SEPARATOR.split(line) if token]
    return [cell for token in tokens for cell in (token if _is_compact(token, shape) else (token,))]


def _is_compact(token: str, shape: Shape) -> bool:
    return len(token) == shape.cells <= 10 and all(cell_value(cell) is not None for cell in token)


def _is_title(line: str, shape: Shape) -> bool:
    """Whether a line has a word or a move. Among nearly all cells of a row they are damage, and no title."""
    tokens = _split_cells(line, shape)
    words = sum(cell_value(token) is None and _TITLE.search(token) is not None for token in tokens)
    cells = sum(cell_value(token) is not None for token in tokens)
    return words > 0 and not shape.columns - 1 <= cells > words


def read_steps(text: str, notation: Notation, shape: Shape, source: str = "text") -> list[Step]:
    """The steps in a text, not yet replayed. Raises as ``verify`` does."""
    match notation:
        case Notation.BOARDS:
            _check_arrows(text)
            return [*_read_boards(_without_arrows(text, "\n\n"), shape, source)]
        case Notation.NUMBERS:
            _check_arrows(text)
            return [_read_tile(token) for token in split_steps(_without_arrows(text, ","))]
        case _:
            counted = _COUNTED.fullmatch(text)
            if counted and len(moves := _read_moves(counted[2])) == int(counted[1]):
                return moves
            return _read_moves(_without_bullets(_without_step_numbers(text)))


def _read_moves(text: str) -> list[Step]:
    _check_arrows(text)
    return [*parse_moves(_MARK_BETWEEN.sub(",", _without_arrows(text, ",")))]


def _check_arrows(text: str) -> None:
    """Raise ``FormatError`` for an arrow that does not lead from a step to a step."""
    if _WORD.search(text) and not all(map(_WORD.search, _ARROW.split(text))):
        raise FormatError("expected a step before and after every arrow", hint="is one missing?")


def _without_bullets(text: str) -> str:
    """The lines of a list without the marks before all of them."""
    lines = [line for line in text.splitlines() if line.strip()]
    return _BULLET.sub("", text) if all(map(_BULLET.match, lines)) else text


def _without_step_numbers(text: str) -> str:
    """The steps without the numbers of their lines. Raises ``FormatError`` unless these count from 0 or 1."""
    if not _STEP_NUMBER.search(text):
        return text
    lines = [line for line in text.splitlines() if line.strip()]
    found = [_STEP_NUMBER.match(line) for line in lines]
    first = 0 if found[0] is not None and int(found[0][1]) == 0 else 1
    for place, (line, number) in enumerate(zip(lines, found, strict=True), start=first):
        if number is None or int(number[1]) != place:
            wanted = f"expected step {place} on a line of its own"
            raise FormatError(f"{wanted}, found {shown(line)}", hint="is a step missing?")
    steps = [_STEP_NUMBER.sub("", line) for line in lines]
    for line, step in zip(lines, steps, strict=True):
        if not step.strip() or bool(_LETTER.search(step)) is not bool(_LETTER.search(steps[0])):
            raise FormatError(f"expected a move after every number, found {shown(line)}", hint="is a step missing?")
    return "\n".join(steps)


def _read_tile(token: str) -> int:
    value = cell_value(token)
    if value is None or not token.isdigit():
        raise MoveError(f"expected the number of a tile, found {shown(token)}")
    return value


def _read_boards(text: str, shape: Shape, source: str) -> Sequence[Board]:
    """Boards one after another, in any form; titles above them are ignored.

    The shape is known, so boards that follow each other need no separator. A text that contains anything else, such as
    a drawn grid or an index before each board, is read as a file of boards.
    """
    _check_brackets(text, shape)
    values = [cell_value(token) for token in _cell_tokens(text, shape)]
    cells = [value for value in values if value is not None]
    if 0 in cells and len(cells) == len(values) and len(cells) % shape.cells == 0 and not _has_grid(text):
        _check_rows(text, shape)
        return [_make_board(cells, number, shape) for number in range(len(cells) // shape.cells)]
    lines = ["" if _is_title(line, shape) else line for line in text.splitlines()]
    document = read_document("\n".join(lines), shape, source=source)
    for number, entry in enumerate(document.entries, start=1):
        if entry.label.rstrip(".:)") not in ("", str(number), str(number - 1)):
            raise FormatError(f"expected board {number} or its number before it, found {shown(entry.label)}")
        if entry.goal is not None:  # two numbers before a board are no size here
            raise FormatError(f"expected boards of {shape.cells} cells, found other numbers before board {number}")
        if any(len(word) >= shape.cells - 1 or not _WORD.search(word) for word in entry.columns):  # damaged boards
            raise FormatError(f"expected a board of {shape.cells} cells, found {shown(entry.columns[0])}")
        after = entry.columns[bool(entry.label) :]
        if len(after) > 1 or any(map(str.isdigit, after)):
            raise FormatError(f"expected boards of {shape.cells} cells, found {shown(after[0])} after board {number}")
    return document.boards


def _check_brackets(text: str, shape: Shape) -> None:
    """Raise ``FormatError`` for a bracket or quote that is not paired, and for a sign of a comment, outside titles."""
    text = "\n".join(line for line in text.splitlines() if not _is_title(line, shape))
    for mark in "\"'#":
        if text.count(mark) % 2 or mark == "#" in text:
            raise FormatError(f"expected boards, found {mark} alone", hint="a comment begins with a space and #")
    opened = []
    for bracket in re.findall(r"[\[\](){}]", text):
        if bracket in "[({":
            opened.append("])}"["[({".index(bracket)])
        elif not opened or opened.pop() != bracket:
            raise FormatError(f"expected brackets in pairs, found {bracket!r} alone")
    if opened:
        raise FormatError(f"expected {opened[-1]!r} at the end of the list, found none", hint="is a part missing?")


def _check_rows(text: str, shape: Shape) -> None:
    """Raise ``FormatError`` for rows of different lengths, and for a row between other boards than its own."""
    paragraphs, widths = [0], set()
    for line in text.splitlines():
        if not line.strip() or _is_title(line, shape):
            paragraphs.append(0)
            continue
        rows = [len(_split_cells(row, shape)) for row in re.split("[/;]", line)]
        paragraphs[-1] += sum(rows)
        widths |= {*rows} if len(rows) > 1 else {rows[0]} if rows[0] % shape.cells else set()
    counts = {count for count in paragraphs if count}
    if len(widths - {0}) > 1 or (len(counts) > 1 and any(count % shape.cells for count in counts)):
        raise FormatError(
            f"expected boards with rows of {shape.columns} cells, found rows of different lengths or in other places"
        )


def _make_board(cells: Sequence[int], number: int, shape: Shape) -> Board:
    """Board ``number`` (from 0) in a stream of cells. The message of a ``BoardError`` names the board."""
    try:
        return Board(cells[number * shape.cells : (number + 1) * shape.cells], shape)
    except BoardError as error:
        raise BoardError(f"board {number + 1}: {error.message}", hint=error.hint) from None
