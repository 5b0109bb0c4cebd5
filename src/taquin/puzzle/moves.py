"""Moves and their notations. All directions are defined here.

A move is named by where the **blank** goes: Up, Down, Left, Right, written ``U D L R``. The other notations are views
of the same moves: ``tiles`` names where the tile goes (the opposite direction), ``numbers`` which tile slides,
``boards`` the board after the move.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum, StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from taquin.errors import MoveError
from taquin.puzzle.arguments import as_real
from taquin.puzzle.geometry import Shape
from taquin.puzzle.guesses import suggests_names
from taquin.puzzle.words import shown


@suggests_names
class Move(IntEnum):
    """Where the blank goes. The order of the members is the order in which successors are made.

    >>> Move.UP.letter, Move.UP.word, Move.UP.opposite
    ('U', 'Up', <Move.DOWN: 1>)
    >>> Move("U") is Move("up") is Move.U is Move.up is Move.UP
    True
    """

    UP = U = Up = up = 0
    DOWN = D = Down = down = 1
    LEFT = L = Left = left = 2
    RIGHT = R = Right = right = 3

    @classmethod
    def _missing_(cls, value: object) -> Move | None:
        """``Move("R")`` and ``Move("right")`` are ``Move.RIGHT``."""
        return cls.parse(value) if isinstance(value, str) else None

    def __str__(self) -> str:
        return self.word

    @property
    def letter(self) -> str:
        """``U``, ``D``, ``L`` or ``R``."""
        return "UDLR"[self]

    @property
    def word(self) -> str:
        """``Up``, ``Down``, ``Left`` or ``Right``."""
        return ("Up", "Down", "Left", "Right")[self]

    @property
    def opposite(self) -> Move:
        """The move that undoes this one; also the direction in which the tile slides."""
        return _OPPOSITE[self]

    @property
    def offset(self) -> tuple[int, int]:
        """The number of rows down and columns to the right that the blank goes."""
        return OFFSETS[self]

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read a letter or a word, in any case."""
        try:
            return _NAMES[text.strip().lower()]
        except KeyError:
            raise MoveError(
                f"expected a move (U, D, L, R or Up, Down, Left, Right), found {shown(text)}",
                hint="a move names where the blank goes",
            ) from None


_OPPOSITE = (Move.DOWN, Move.UP, Move.RIGHT, Move.LEFT)
OFFSETS = ((-1, 0), (1, 0), (0, -1), (0, 1))
_ARROWS = ("↑⬆", "↓⬇", "←⬅", "→➡")
_NAMES = {name.lower(): move for move in Move for name in (move.letter, move.word, *_ARROWS[move])}


MoveLike: TypeAlias = Move | str | int
MovesLike: TypeAlias = str | Iterable[MoveLike]
"""Moves as callers give them: ``"ULDR"``, ``["Up", "Left"]`` or moves."""


class Notation(StrEnum):
    """The ways to write the same moves."""

    BLANK = "blank"
    TILES = "tiles"
    NUMBERS = "numbers"
    BOARDS = "boards"


_MOVES = tuple(Move)
_MOVE_BYTES = bytes(Move)
_MOST_CELLS_OF_TARGETS = 128
"""Of boards with a table ``blank_targets``."""


@lru_cache(maxsize=64)
def steps(shape: Shape, order: tuple[Move, ...] = _MOVES) -> tuple[tuple[tuple[Move, int], ...], ...]:
    """For every cell of the blank, the legal moves in order, each with the cell that it leads to."""
    return tuple(
        tuple((move, target) for move in order if (target := shape.neighbour(cell, *move.offset)) is not None)
        for cell in range(shape.cells)
    )


@lru_cache(maxsize=64)
def blank_targets(shape: Shape) -> array[int]:
    """``steps`` as an array for the native core: four targets for every cell, -1 beyond the edge. Up to 128 cells."""
    targets = array("b", [-1] * (len(Move) * shape.cells))
    for cell, moves in enumerate(steps(shape)):
        for move, target in moves:
            targets[len(Move) * cell + move] = target
    return targets


def blank_path(shape: Shape, blank: int, moves: Iterable[Move]) -> list[int]:
    """The cells that the blank visits, the first one included. Raises ``MoveError`` at the edge of the board."""
    return [blank, *_blank_cells(shape, blank, moves)]


def play_moves(shape: Shape, cells: Sequence[int], moves: Iterable[Move]) -> list[int]:
    """The cells of a board after these moves. Raises ``MoveError`` at the edge of the board."""
    board = list(cells)
    blank = board.index(0)
    moves = tuple(moves)
    targets: Iterable[int] = _blank_cells(shape, blank, moves)
    if shape.cells <= _MOST_CELLS_OF_TARGETS and (looked_up := _look_up_cells(shape, blank, moves)) is not None:
        targets = looked_up  # ten times as fast, for thousands of solutions
    for target in targets:
        board[blank], board[target] = board[target], 0
        blank = target
    return board


def _look_up_cells(shape: Shape, blank: int, moves: Iterable[Move]) -> list[int] | None:
    """The cell of the blank after each move, from a table of small boards; None if a move leads off the board."""
    targets = blank_targets(shape)
    cells = [blank := targets[4 * blank + move] if blank >= 0 else -1 for move in moves]
    return None if blank < 0 else cells


def _blank_cells(shape: Shape, blank: int, moves: Iterable[Move]) -> Iterator[int]:
    rows, columns = shape.rows, shape.columns
    row, column = shape.position(blank)
    for number, move in enumerate(moves, start=1):
        down, right = OFFSETS[move]
        row += down
        column += right
        if not (0 <= row < rows and 0 <= column < columns):
            raise MoveError(
                f"move {number} ({move.word}) leads off the board: "
                f"the blank is at row {row - down + 1}, column {column - right + 1}"
            )
        yield row * columns + column


def slid_tiles(shape: Shape, cells: Sequence[int], moves: Iterable[Move]) -> list[int]:
    board = list(cells)
    path = blank_path(shape, board.index(0), moves)
    tiles = []
    for source, target in pairwise(path):
        tiles.append(board[target])
        board[source], board[target] = board[target], 0
    return tiles


def as_moves(moves: MovesLike) -> tuple[Move, ...]:
    """Convert moves from text, or from a sequence of moves, letters, words or their numbers from 0 to 3.

    >>> as_moves("UL") == as_moves(["Up", "l"]) == as_moves([0, 2]) == (Move.UP, Move.LEFT)
    True
    """
    if isinstance(moves, bytes) and len(moves.strip(_MOVE_BYTES)) == 0:
        return tuple(map(_MOVES.__getitem__, moves))  # ten times as fast, for solutions of millions of moves
    if isinstance(moves, str):
        return parse_moves(moves)
    if not isinstance(moves, Iterable):
        raise MoveError(f"expected moves such as 'ULDR' or ['Up', 'Left'], found {shown(moves)}")
    return tuple(map(as_move, moves))


def as_move(move: MoveLike) -> Move:
    """Convert one move. Raises ``MoveError`` for anything else."""
    if isinstance(move, Move):
        return move
    if isinstance(move, str):
        return Move.parse(move)
    number = as_real(move)
    if number is None or number not in tuple(Move):
        raise MoveError(f"expected a move (U, D, L, R or 0 to 3), found {shown(move)}")
    return Move(int(number))


def parse_moves(text: str) -> tuple[Move, ...]:
    """Read ``ULDR``, ``U L D R``, ``Up, Left, Down``, ``['Up', 'Left']`` or ``↑←↓→``: where the blank goes.

    A number repeats a letter, as players write it: ``RDL2U``. Raises ``MoveError`` for anything else, such as a comma
    without a move beside it, a bracket or a quote that is not paired, and letters among arrows.

    >>> "".join(move.letter for move in parse_moves("Up, left; D, U2L"))
    'ULDUUL'
    """
    moves: list[Move] = []
    words = split_steps(text)
    if len({word[0] in _SIGNS for word in words}) > 1:
        raise MoveError("expected moves as letters, as words or as arrows, found letters and arrows")
    for word in words:
        if word.lower() in _NAMES:
            moves.append(_NAMES[word.lower()])
            continue
        for match in re.finditer(r"(.)([1-9][0-9]{0,2}(?![0-9]))?", word):
            letter = match[1]
            if letter.lower() not in _NAMES or (letter in _SIGNS) is not (word[0] in _SIGNS):
                place = f"character {match.start() + 1} of {shown(word)}" if len(word) > 1 else f"move {len(moves) + 1}"
                raise MoveError(f"expected moves (U, D, L, R or words), found {letter!r} as {place}")
            moves += [_NAMES[letter.lower()]] * int(match[2] or 1)
    return tuple(moves)


_SIGNS = frozenset("".join(_ARROWS))
_PIECE = re.compile(r"[\[\](){}'\",;]|[^\s\[\](){}'\",;]+")
_EMOJI = re.compile(rf"(?<=[{''.join(_ARROWS)}])\ufe0f")  # makes an emoji of the arrow before it
_OPENING = {"]": "[", ")": "(", "}": "{"}
_SEPARATORS = frozenset(",;")


def split_steps(text: str) -> list[str]:
    """The words of a list of steps, without its brackets, quotes, commas and semicolons.

    A comma or semicolon after the last one means nothing. Raises ``MoveError`` where a step may be missing or damaged:
    beside another comma, where brackets or quotes are not paired, behind the end of a list, and where only some words
    have quotes or commas.

    >>> split_steps("['Up', 'Left']"), split_steps("5 6 8")
    (['Up', 'Left'], ['5', '6', '8'])
    """
    words: list[str] = []
    opened: list[str] = []
    quoted: set[bool] = set()
    before, end, has_spaces, is_closed = "", 0, False, False
    text = _EMOJI.sub("", text)
    for match in _PIECE.finditer(text):
        piece = match[0]
        is_quote = piece in "'\""
        if is_closed:
            raise MoveError(f"expected one list of steps, found {shown(piece)} after its end")
        if piece in _OPENING or (is_quote and opened[-1:] == [piece]):
            if opened[-1:] != [_OPENING.get(piece, piece)]:
                raise _unpaired(piece)
            is_empty = before == opened.pop() and len(text.strip()) > len(before + piece)
            if is_empty or (is_quote and before in _SEPARATORS):
                raise _missing(before, words)
            is_closed = not (is_quote or opened)
        elif piece in _SEPARATORS:
            if before in ("", *_SEPARATORS, *_OPENING.values()):
                raise _missing(piece, words)
        elif is_quote or piece in _OPENING.values():
            if opened and opened[-1] in "'\"":
                raise _unpaired(opened[-1])
            opened.append(piece)
        else:
            has_spaces |= bool(words) and before not in _SEPARATORS and "\n" not in text[end : match.start()]
            words.append(piece)
            quoted.add(bool(opened) and opened[-1] in "'\"")
        before, end = piece, match.end()
    if opened or len(quoted) > 1:
        raise _unpaired(opened[-1] if opened else "a quote")
    if has_spaces and quoted == {False} and not _SEPARATORS.isdisjoint(text.rstrip("\n ,;)]}")):
        raise MoveError("expected commas between all steps or between none, found both", hint="is one missing?")
    return words


def _missing(mark: str, words: Sequence[str]) -> MoveError:
    found = f"none after {shown(words[-1])}" if words else "none before it"
    return MoveError(f"expected a step beside every {mark!r}, found {found}", hint="is one missing?")


def _unpaired(mark: str) -> MoveError:
    return MoveError(f"expected brackets and quotes in pairs, found {mark} alone", hint="is a part missing?")
