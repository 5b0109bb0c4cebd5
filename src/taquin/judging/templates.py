"""How a board is typed into a program, or passed to it: a text with the cells as fields."""

from __future__ import annotations

import re

from taquin.errors import SpecError
from taquin.puzzle.board import Board
from taquin.puzzle.words import near_hint, shown

_FIELD = re.compile(r"\{((?:goal_)?[a-z]+\d*)(?::([^{}]*))?\}")
_BOARD_FIELD = re.compile(r"(?:goal_)?(?:cells?|rows?|column|digits|list|file)\d*")
_ESCAPES = {r"\n": "\n", r"\t": "\t", r"\\": "\\"}
_ESCAPE = re.compile(r"\\[nt\\]")
FIELDS = ("cells", "rows", "row1", "column1", "cell1", "digits", "list", "size", "method", "file")
"""The names of fields; with ``goal_`` before them (not size and method) they are those of the goal."""


def has_fields(text: str) -> bool:
    """Whether a text names the cells of a board."""
    return any(_BOARD_FIELD.fullmatch(match[1]) for match in _FIELD.finditer(text))


def unescape(text: str) -> str:
    r"""Replace the ``\n`` and ``\t`` of a shell's text by line ends and tabs."""
    return _ESCAPE.sub(lambda match: _ESCAPES[match[0]], text)


def fill(
    template: str,
    board: Board,
    goal: Board,
    *,
    blank: str = "0",
    method: str = "",
    file: str = "",
    goal_file: str = "",
) -> str:
    r"""The text with its fields filled. Raises ``SpecError`` for an unknown field.

    A colon and a text are the separator of the cells.

    >>> fill("2\n{row1}\n{row2}\n", Board("1 2 / 0 3"), Board("1 2 / 3 0"), blank="_")
    '2\n1 2\n_ 3\n'
    >>> fill("{cells:,} {digits} {goal_list}", Board("1 2 / 0 3"), Board("1 2 / 3 0"))
    '1,2,0,3 1203 [[1, 2], [3, 0]]'
    """
    fields = {"file": [[file]], "goal_file": [[goal_file]], "method": [[method]]}  # lines of cells
    fields["size"] = [[str(board.shape.rows)]]
    for prefix, source in (("", board), ("goal_", goal)):
        rows = [[str(tile or blank) for tile in row] for row in source.rows()]
        cells = [cell for row in rows for cell in row]
        nested = f"[{', '.join(f'[{text}]' for text in map(', '.join, rows))}]"
        fields |= {f"{prefix}row{number}": [row] for number, row in enumerate(rows, start=1)}
        columns = zip(*rows, strict=True)
        fields |= {f"{prefix}column{number}": [[*column]] for number, column in enumerate(columns, start=1)}
        fields |= {f"{prefix}cell{number}": [[cell]] for number, cell in enumerate(cells, start=1)}
        fields |= {f"{prefix}cells": [cells], f"{prefix}rows": rows}
        fields |= {f"{prefix}digits": [["".join(cells)]], f"{prefix}list": [[nested]]}

    def value(match: re.Match[str]) -> str:
        name, separator = match[1], " " if match[2] is None else match[2]
        if name == "method" and not method:
            raise SpecError("the template has {method}, but no method is given", hint="add --method TEXT")
        if name not in fields:
            hint = near_hint(name, FIELDS, f"it takes {', '.join(f'{{{field}}}' for field in FIELDS)}")
            raise SpecError(f"the template has no field {shown(match[0])} for a {board.shape} board", hint=hint)
        return "\n".join(map(separator.join, fields[name]))

    return _FIELD.sub(value, template)


def learn(typed: str, board: Board) -> tuple[str, str] | None:
    r"""The template of a text in which a board was typed, and its blank; None if the board is not in the text.

    >>> learn("2\n1 2\nb 3\n1\n", Board("1 2 / 0 3"))
    ('2\n{row1}\n{row2}\n1\n', 'b')
    """
    gap = r"([\s,;|\[\](){}'\"]*)"
    cells = [r"(\S|\d+)" if tile == 0 else str(tile) for tile in board]
    pattern = re.compile(
        r"(?<!\d)" + "".join(cell + (gap if place < len(cells) - 1 else "") for place, cell in enumerate(cells))
    )
    match = pattern.search(typed)
    if match is None:
        return None
    gaps = list(match.groups())
    blank = gaps.pop(board.blank)
    fields = [f"{{cell{number}}}" for number in range(1, len(cells) + 1)]
    text = "".join(field + gap for field, gap in zip(fields, [*gaps, ""], strict=True))
    text = text.replace("".join(fields), "{digits}").replace(" ".join(fields), "{cells}")
    for row in range(board.shape.rows):
        own = fields[row * board.shape.columns : (row + 1) * board.shape.columns]
        text = text.replace(" ".join(own), f"{{row{row + 1}}}")
    return typed[: match.start()] + text + typed[match.end() :], blank
