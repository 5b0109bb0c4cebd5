"""Boards: immutable values that can be read, printed, compared and played on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import index
from os import PathLike
from typing import TYPE_CHECKING, Any, Self, TextIO, TypeAlias

from taquin.errors import BoardError, MoveError, TaquinError
from taquin.puzzle.arguments import LARGEST, as_real, check_whole
from taquin.puzzle.arrangement import State, pack
from taquin.puzzle.conversion import (
    Cell,
    ShapeLike,
    as_cells,
    as_shape,
    check_permutation,
    lines_of_text,
    square_shape,
)
from taquin.puzzle.formats.files import read_only_board
from taquin.puzzle.formats.reading import parse_cells
from taquin.puzzle.geometry import Shape, is_connected
from taquin.puzzle.guesses import suggests_names
from taquin.puzzle.moves import Move, MoveLike, as_move, steps
from taquin.puzzle.presenters import present
from taquin.puzzle.words import shown

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

__all__ = ["Board", "State", "check_permutation", "pack", "square_shape"]


@suggests_names
class Board:
    """A legal arrangement of the tiles 1..n-1 and the blank 0 in rows and columns.

    Legal is not solvable: whether a goal can be reached is a property of a ``Problem``.

    >>> board = Board("1 2 3 / 4 0 5 / 6 7 8")
    >>> board
    Board('1 2 3 / 4 0 5 / 6 7 8')
    >>> print(board.play("Up"))
    1 0 3
    4 2 5
    6 7 8
    >>> board[0, 2], board.blank, [move.word for move in board.moves()]
    (3, 4, ['Up', 'Down', 'Left', 'Right'])
    """

    __slots__ = ("_shape", "_state")
    _shape: Shape
    _state: State

    def __init__(
        self,
        cells: BoardLike,
        shape: ShapeLike | None = None,
    ) -> None:
        """Make a board from text in any form of ``taquin.puzzle.formats``, from rows, or from cells in reading order.

        Rows and cells may be lists, tuples or arrays, of numbers or text; an empty cell is the blank. Files are read.
        Cells without a shape make a square. Raises ``FormatError`` for text that is not a board and ``BoardError`` for
        numbers that are not a board.
        """
        wanted = None if shape is None else as_shape(shape)
        if isinstance(cells, Board):
            board = as_board(cells, wanted)
            shape_, state = board._shape, board._state
        elif (text := cells if isinstance(cells, str) else lines_of_text(cells)) is not None:
            state, shape_ = parse_cells(text, wanted)
        elif isinstance(cells, PathLike) or hasattr(cells, "read"):
            state, shape_ = read_only_board(cells, wanted)
        else:
            values, shape_ = as_cells(cells, wanted)
            check_permutation(values, shape_)
            state = pack(values)
        object.__setattr__(self, "_shape", shape_)
        object.__setattr__(self, "_state", state)

    @classmethod
    def from_state(cls, state: State, shape: Shape) -> Self:
        """Make a board from a state that must be legal, without checks."""
        board = object.__new__(cls)
        object.__setattr__(board, "_shape", shape)
        object.__setattr__(board, "_state", state)
        return board

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Board is frozen: cannot set {name!r}; play() returns a new board")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Board is frozen: cannot delete {name!r}")

    def __reduce__(self) -> tuple[object, ...]:
        return Board.from_state, (self._state, self._shape)

    # Properties

    @property
    def shape(self) -> Shape:
        """Rows and columns."""
        return self._shape

    @property
    def state(self) -> State:
        r"""The cells as one hashable value, as searches use it.

        >>> Board("1 2 / 0 3").state
        b'\x01\x02\x00\x03'
        """
        return self._state

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells in reading order."""
        return tuple(self._state)

    @property
    def blank(self) -> int:
        """The cell of the blank."""
        return self._state.index(0)

    @property
    def is_solvable(self) -> bool:
        """Whether moves lead to the standard goal: 1, 2, 3, … with the blank last. ``taquin.check`` takes other goals.

        >>> Board("1 2 3 / 4 5 6 / 8 7 0").is_solvable
        False
        """
        return is_connected(self._shape, self._state, [*range(1, self._shape.cells), 0])

    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The rows, from top to bottom."""
        columns = self._shape.columns
        return tuple(tuple(self._state[first : first + columns]) for first in range(0, self._shape.cells, columns))

    def find(self, tile: int) -> int:
        """The cell of a tile."""
        number = as_real(tile)
        if number is None or not 0 <= number < self._shape.cells or number != int(number):
            raise BoardError(f"a {self._shape} board has the tiles 0 to {self._shape.cells - 1}, not {shown(tile)}")
        return self._state.index(int(number))

    def position(self, tile: int) -> tuple[int, int]:
        """The row and the column of a tile, both from 0.

        >>> Board("1 2 3 / 4 0 5 / 6 7 8").position(6)
        (2, 0)
        """
        return self._shape.position(self.find(tile))

    def __getitem__(self, position: tuple[int, int]) -> int:
        try:
            row, column = map(index, position)
        except (TypeError, ValueError):
            raise TypeError(
                f"expected board[row, column], found board[{shown(position)}]; "
                "list(board) has the tiles in order, board.rows() the rows"
            ) from None
        if not (0 <= row < self._shape.rows and 0 <= column < self._shape.columns):
            raise IndexError(
                f"row {shown(row)}, column {shown(column)} is outside a {self._shape} board (both count from 0)"
            )
        return self._state[self._shape.cell(row, column)]

    def __iter__(self) -> Iterator[int]:
        return iter(self._state)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        """The rows as a NumPy array, for ``numpy.array(board)``."""
        import numpy

        return numpy.array(self.rows(), dtype=dtype)

    def __len__(self) -> int:
        return len(self._state)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._state == other._state and self._shape == other._shape

    def __hash__(self) -> int:
        return hash((self._state, self._shape))

    def __repr__(self) -> str:
        text = one_line(self)
        if self._shape.rows == 1 and not self._shape.is_square:
            return f"Board({text!r}, '{self._shape.text}')"
        return f"Board({text!r})"

    def __str__(self) -> str:
        width = len(str(len(self) - 1))
        return "\n".join(" ".join(f"{tile:{width}}" for tile in row) for row in self.rows())

    # Moves

    def moves(self) -> tuple[Move, ...]:
        """The legal moves, in the order Up, Down, Left, Right."""
        return tuple(move for move, _ in steps(self._shape)[self.blank])

    def neighbours(self) -> tuple[Board, ...]:
        """The boards one move away, in the order of ``moves``.

        >>> Board("1 2 / 3 0").neighbours()
        (Board('1 0 / 3 2'), Board('1 2 / 0 3'))
        """
        return tuple(self.play_unchecked(move) for move in self.moves())

    neighbors = neighbours
    """The same, in American spelling."""

    def play(self, move: MoveLike) -> Board:
        """The board after one move. Raises ``MoveError`` if the blank would leave the board."""
        move = as_move(move)
        if move not in self.moves():
            row, column = self._shape.position(self.blank)
            raise MoveError(
                f"cannot play {move.word}: the blank is at row {row + 1}, column {column + 1} of a {self._shape} board",
                hint="legal here: " + ", ".join(legal.word for legal in self.moves()),
            )
        return self.play_unchecked(move)

    def play_unchecked(self, move: Move) -> Board:
        """The board after a move that must be legal. An illegal move gives a wrong board, not an error."""
        down, right = move.offset
        blank = self.blank
        target = blank + down * self._shape.columns + right
        cells = list(self._state)
        cells[blank], cells[target] = cells[target], 0
        return Board.from_state(pack(cells), self._shape)

    def swapped(self, one: int, other: int) -> Board:
        """The board with two tiles swapped. This makes a solvable problem unsolvable, and the reverse."""
        cells = list(self._state)
        first, second = self.find(one), self.find(other)
        cells[first], cells[second] = cells[second], cells[first]
        return Board.from_state(pack(cells), self._shape)

    # Symmetries

    def transposed(self, *, goal: Board | None = None) -> Board:
        """Mirrored at the main diagonal; with ``goal``, the tiles are renamed as in ``rotated``."""
        rows, columns = self._shape.rows, self._shape.columns
        order = [row * columns + column for column in range(columns) for row in range(rows)]
        return self._rearranged(order, Shape(columns, rows), goal)

    def reflected(self, *, goal: Board | None = None) -> Board:
        """Mirrored left to right; with ``goal``, the tiles are renamed as in ``rotated``."""
        columns = self._shape.columns
        order = [first + columns - 1 - column for first in range(0, len(self), columns) for column in range(columns)]
        return self._rearranged(order, self._shape, goal)

    def rotated(self, turns: int = 1, *, goal: Board | None = None) -> Board:
        """Rotated clockwise by quarter turns.

        With ``goal`` the tiles are also renamed so that the goal, rotated in the same way, shows 1, 2, 3, … in reading
        order. The distance from the board to its goal does not change.

        >>> start, goal = Board("1 0 2 3"), Board("0 1 2 3")
        >>> start.rotated(2, goal=goal), goal.rotated(2, goal=goal)
        (Board('1 2 / 0 3'), Board('1 2 / 3 0'))
        """
        order, shape = list(range(len(self))), self._shape
        for _ in range(check_whole("turns", turns, least=-LARGEST, error=BoardError) % 4):
            rows = [order[first : first + shape.columns] for first in range(0, len(self), shape.columns)]
            order = [cell for column in zip(*reversed(rows), strict=True) for cell in column]
            shape = Shape(shape.columns, shape.rows)
        return self._rearranged(order, shape, goal)

    def _rearranged(self, order: Sequence[int], shape: Shape, goal: Board | None) -> Board:
        """Move cell ``order[i]`` to cell i, and rename the tiles in the order in which the goal then shows them."""
        names = list(range(len(self)))
        if goal is not None:
            if not isinstance(goal, Board):
                raise BoardError(f"expected a Board as the goal, found {shown(goal)}")
            if goal.shape != self._shape:
                raise BoardError(f"the goal is {goal.shape}, the board {self._shape}: expected the same shape")
            tiles = [goal._state[cell] for cell in order if goal._state[cell]]
            for name, tile in enumerate(tiles, start=1):
                names[tile] = name
        return Board.from_state(pack(names[self._state[cell]] for cell in order), shape)

    # Notebooks

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        return present("board as svg", self)


BoardLike: TypeAlias = Board | str | Iterable[Cell] | Iterable[Iterable[Cell]] | TextIO | PathLike[str]
"""A board as callers give it: a board, text, a list or an array of rows, or of cells in reading order, or a file."""


def as_board(board: BoardLike, shape: Shape | None = None) -> Board:
    """Convert a board; ``shape`` is the one that it must have. Raises ``BoardError`` or ``FormatError``.

    >>> as_board([[1, 2], [3, 0]]) == as_board("1 2 / 3 0") == as_board((1, 2, 3, 0))
    True
    """
    if not isinstance(board, Board):
        return Board(board, shape)
    if shape is not None and board.shape != shape:
        raise BoardError(f"expected a {shape} board, found a {board.shape} one")
    return board


def as_boards(boards: Iterable[BoardLike], name: str = "") -> list[Board]:
    """Convert several boards. An error gives the number of the board, and the name of the list if there is one."""
    converted = []
    for number, board in enumerate(boards, start=1):
        try:
            converted.append(as_board(board))
        except TaquinError as error:
            raise error.within(f"board {number} of {name}" if name else f"board {number}") from None
    return converted


def one_line(board: Board) -> str:
    """The board on one line, rows divided by slashes. Its shape can be read from it, except for 1×n."""
    return " / ".join(" ".join(map(str, row)) for row in board.rows())
