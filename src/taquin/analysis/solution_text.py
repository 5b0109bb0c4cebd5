"""Read a given solution: find the steps in a text, detect their notation, and parse them, without a replay."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from taquin.errors import BoardError, FormatError, MoveError
from taquin.puzzle.board import Board
from taquin.puzzle.conversion import cell_value
from taquin.puzzle.formats import read_document
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Move, Notation, parse_moves
from taquin.puzzle.words import shown

Step: TypeAlias = Move | int | Board
"""A step as it was written: a direction, the number of a tile, or the board that it leads to."""

_COMMENT = re.compile(r"#[^\n]*")
_ARROW = re.compile(r"[-=~]{0,4}>|[→⇒⟶➔➜➡↓⬇]\ufe0f?")
_DASH = re.compile(r"(?<=\d)-(?=\d)")
_LABELLED = re.compile(
    r"""^[ \t]*+"?(?:path_to_goal|moves)"?(?:[ \t]*+:|(?=[ \t]))[ \t]*+(["'[A-Za-z].*|\d++(?:[ \t]++\d++)++)$""",
    re.MULTILINE,
)
_CUT = re.compile(r"… ([\d,]+) more …")
_STEP_NUMBER = re.compile(r"^[ \t]*+(?:(?:step|move)[ \t]*+)?\d++[ \t]*+[.):]", re.IGNORECASE | re.MULTILINE)
_SEPARATOR = re.compile(r"[\s,;/|\[\](){}'\"]+")
_LETTER = re.compile(r"[^\W\d_xX]")
_WORD = re.compile(r"\w")


def find_steps(text: str, notation: Notation | None = None) -> str:
    """The part of a text that has the steps: the line with the moves in a solver's report, otherwise everything.

    Comments are removed; arrows between steps become line ends, dashes between numbers become spaces. In a text without
    letters and digits the arrows are the steps. Raises ``FormatError`` if some of the moves are left out.
    """
    text = _DASH.sub(" ", _COMMENT.sub("", text.removeprefix("\ufeff")))
    if _WORD.search(text):
        text = _ARROW.sub("\n", text)
    if notation not in (Notation.BOARDS, Notation.NUMBERS) and (report := _LABELLED.search(text)):
        text = report[1]
    if cut := _CUT.search(text):
        raise FormatError(
            f"expected all moves, found a list that leaves out {cut[1]} of them", hint="taquin solve -o FILE writes all"
        )
    return text


def detect_notation(text: str, shape: Shape) -> Notation:
    """The notation of these steps: boards contain a blank, tiles are numbers, everything else is directions."""
    tokens = _cell_tokens(text, shape)
    if any(cell_value(token) == 0 for token in tokens) or _has_grid(text):
        return Notation.BOARDS
    has_numbers = tokens and _WORD.search(text) and not _LETTER.search(text)
    return Notation.NUMBERS if has_numbers else Notation.BLANK


def _has_grid(text: str) -> bool:
    return any(bar in text for bar in "|│┃")


def _cell_tokens(text: str, shape: Shape) -> list[str]:
    """The tokens that may be cells or tiles. Lines with a word are titles; compact boards (123405678) are split."""
    lines = [line for line in text.splitlines() if not _LETTER.search(line)]
    tokens = [token for line in lines for token in _SEPARATOR.split(line) if token]
    return [cell for token in tokens for cell in (token if len(token) == shape.cells <= 10 else (token,))]


def read_steps(text: str, notation: Notation, shape: Shape, source: str = "text") -> list[Step]:
    """The steps in a text, not yet replayed. Raises as ``verify`` does."""
    match notation:
        case Notation.BOARDS:
            return [*_read_boards(text, shape, source)]
        case Notation.NUMBERS:
            return [_read_tile(token) for token in _SEPARATOR.split(text) if token]
        case _:
            return [*parse_moves(" ".join(_SEPARATOR.split(_STEP_NUMBER.sub(" ", text).replace("-", " "))))]


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
    values = [cell_value(token) for token in _cell_tokens(text, shape)]
    cells = [value for value in values if value is not None]
    if len(cells) == len(values) and len(cells) % shape.cells == 0 and not _has_grid(text):
        return [_make_board(cells, number, shape) for number in range(len(cells) // shape.cells)]
    lines = ["" if _LETTER.search(line) else line for line in text.splitlines()]
    document = read_document("\n".join(lines), shape, source=source)
    for number, entry in enumerate(document.entries, start=1):
        if len(entry.columns) > 1:
            raise FormatError(
                f"expected boards of {shape.cells} cells, found {len(entry.columns)} more numbers after board {number}"
            )
    return document.boards


def _make_board(cells: Sequence[int], number: int, shape: Shape) -> Board:
    """Board ``number`` (from 0) in a stream of cells. The message of a ``BoardError`` names the board."""
    try:
        return Board(cells[number * shape.cells : (number + 1) * shape.cells], shape)
    except BoardError as error:
        raise BoardError(f"board {number + 1}: {error.message}", hint=error.hint) from None
