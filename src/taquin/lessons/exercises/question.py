"""A question as a value: text, boards, the kind of answer, and the answer with its explanation.

Everything in it is plain data. ``record`` gives what a learner may see, as JSON; the answer is not part of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, TypedDict

from taquin.puzzle.board import Board
from taquin.puzzle.words import whole
from taquin.render.records import BoardRecord, board_records


class Kind(StrEnum):
    """What a learner answers with."""

    CHOICE = "choice"
    NUMBER = "number"
    MOVES = "moves"
    LIST = "list"
    BOARD = "board"


class Touch(StrEnum):
    """What a learner can touch to answer; the answer can always be typed instead."""

    NOTHING = ""
    NODES = "nodes"
    """Nodes of the tree."""
    ROWS = "rows"
    """Rows of the table, by their first cell."""
    NAMES = "names"
    """Names that are listed."""
    TILES = "tiles"
    """Tiles of the first board."""
    CELLS = "cells"
    """Cells of the first board, numbered from 0."""
    SWAPS = "swaps"
    """Two cells change places on a copy of the first board, which is the answer."""
    BLANKS = "blanks"
    """The blanks of the tree are filled in."""
    MOVES = "moves"
    """The first board is played; the answer is the moves, or for a board the position."""


class FigureRecord(TypedDict):
    """A node of a drawn tree; null is a value that is not shown."""

    number: int
    parent: int
    move: str
    rows: list[list[int]] | None
    g: float | None
    h: float | None
    f: float | None
    expanded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureNode:
    """A node of a drawn tree. What is None is left blank: the learner finds it."""

    number: int
    parent: int
    """The number of the parent; -1 at the root."""
    move: str = ""
    """The letter of the move that led here."""
    board: Board | None = None
    g: float | None = None
    h: float | None = None
    f: float | None = None
    is_expanded: bool = False

    def record(self) -> FigureRecord:
        """The node as plain values."""
        return {
            "number": self.number,
            "parent": self.parent,
            "move": self.move,
            "rows": None if self.board is None else [list(row) for row in self.board.rows()],
            "g": None if self.g is None else whole(self.g),
            "h": None if self.h is None else whole(self.h),
            "f": None if self.f is None else whole(self.f),
            "expanded": self.is_expanded,
        }

    def values(self) -> tuple[tuple[str, float | None], ...]:
        """The names and values of g, h and f."""
        return ("g", self.g), ("h", self.h), ("f", self.f)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of texts under headings."""

    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @classmethod
    def from_values(cls, headers: tuple[str, ...], rows: Iterable[Sequence[object]]) -> Table:
        """A table of values of any type."""
        return cls(headers, tuple(tuple(map(str, row)) for row in rows))


class QuestionRecord(TypedDict):
    """A question, without its answer."""

    form: str
    seed: int
    text: str
    kind: Annotated[str, Kind]
    expects: Annotated[str, "How the answer is written."]
    choices: Annotated[list[str], "The letters a, b, c, … name them in an answer."]
    boards: list[BoardRecord]
    tree: list[FigureRecord]
    blanks: Annotated[list[str], "The values of the tree that the learner has to find."]
    table: Table | None
    given: Annotated[dict[str, object], "The values that the text names."]
    touch: Annotated[str, Touch, "What can be touched to answer."]
    names: Annotated[list[str], "The names that can be touched."]
    is_ordered: Annotated[bool, "For a list: whether the order counts."]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question, made by a form from a seed."""

    kind: Kind
    answer: str
    """The right answer, as a learner would type it; for a choice, the text of the right one."""
    explanation: str
    """Why it is right, with the numbers."""
    also: tuple[str, ...] = ()
    """Other answers that are right, such as other shortest solutions."""
    choices: tuple[str, ...] = ()
    boards: tuple[tuple[str, Board], ...] = ()
    """Boards with a label above each."""
    tree: tuple[FigureNode, ...] = ()
    blanks: tuple[str, ...] = ()
    """The values of the tree that are to be filled in: some of g, h and f."""
    table: Table | None = None
    given: Mapping[str, object] = field(default_factory=dict)
    """The values that the text names."""
    tolerance: float = 0
    """The largest accepted difference between a number and the answer."""
    is_ordered: bool = True
    """For a list: whether the order counts."""
    touch: Touch = Touch.NOTHING
    names: tuple[str, ...] = ()
    """The names that can be touched."""
    form: str = ""
    """The key of the form. Its words and the seed are added to what it makes."""
    seed: int = 0
    text: str = ""
    hint: str = ""
    """Where to look after a wrong answer; none where there is no second try."""

    def record(self) -> QuestionRecord:
        """What a learner may see, as plain values for JSON."""
        return {
            "form": self.form,
            "seed": self.seed,
            "text": self.text,
            "kind": str(self.kind),
            "expects": self.expects,
            "choices": list(self.choices),
            "boards": board_records(self.boards),
            "tree": [node.record() for node in self.tree],
            "blanks": list(self.blanks),
            "table": self.table,
            "given": dict(self.given),
            "touch": str(self.touch),
            "names": list(self.names),
            "is_ordered": self.is_ordered,
        }

    @property
    def expects(self) -> str:
        """How the answer is written."""
        match self.kind:
            case Kind.CHOICE:
                return f"a letter from a to {letter(len(self.choices) - 1)}"
            case Kind.NUMBER:
                return "a number" if not self.tolerance else "a number, rounded to two decimals"
            case Kind.MOVES:
                return "moves of the blank, such as ULDR, or the numbers of the tiles that slide"
            case Kind.LIST:
                return "numbers or names, separated by spaces" + ("" if self.is_ordered else ", in any order")
            case Kind.BOARD:
                return "a board, such as 1 2 3 / 4 0 5 / 6 7 8; 0 is the blank"

    @property
    def board(self) -> Board:
        return self.boards[0][1]


def letter(place: int) -> str:
    """The letter of a choice: a, b, c, …"""
    return "abcdefghijklmnopqrstuvwxyz"[place]


def listed(items: Sequence[object]) -> str:
    """Items as a learner types them."""
    return " ".join(map(str, items))
