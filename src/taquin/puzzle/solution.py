"""A solution: a start board and a sequence of moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from taquin.puzzle.board import Board, BoardLike, as_board, pack
from taquin.puzzle.guesses import SOLUTION, answers_guesses
from taquin.puzzle.moves import Move, MovesLike, Notation, as_moves, format_moves, play_moves
from taquin.puzzle.slides import Metric


@answers_guesses(SOLUTION)
@dataclass(frozen=True, repr=False)
class Solution:
    """Legal moves from a start board. The constructor replays them.

    >>> solution = Solution("1 2 3 / 4 5 6 / 0 7 8", "RR")
    >>> solution
    Solution(Board('1 2 3 / 4 5 6 / 0 7 8'), 'RR')
    >>> solution.length, solution.multi_tile_length, solution.end
    (2, 1, Board('1 2 3 / 4 5 6 / 7 8 0'))
    """

    start: Board
    moves: tuple[Move, ...]
    end: Board = field(compare=False)
    """The board after the last move."""

    def __init__(self, start: BoardLike, moves: MovesLike) -> None:
        """Replay the moves. Raises ``MoveError`` that names the first move off the board."""
        board = as_board(start)
        object.__setattr__(self, "start", board)
        object.__setattr__(self, "moves", as_moves(moves))
        cells = play_moves(board.shape, board.state, self.moves)
        object.__setattr__(self, "end", Board.from_state(pack(cells), board.shape))

    @property
    def length(self) -> int:
        """The number of tiles slid: the single-tile metric."""
        return len(self.moves)

    @property
    def multi_tile_length(self) -> int:
        """The length in the multi-tile metric: a run of moves in one direction counts 1."""
        return Metric.SLIDES.cost(self.moves)

    def boards(self) -> Iterator[Board]:
        """Every board on the way, start and end included."""
        board = self.start
        yield board
        for move in self.moves:
            board = board.play_unchecked(move)
            yield board

    def text(self, notation: Notation = Notation.BLANK) -> str:
        """The moves in one of the three notations."""
        return format_moves(self.moves, notation, self.start.shape, self.start.state)

    def __len__(self) -> int:
        return len(self.moves)

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __getitem__(self, place: int) -> Move:
        return self.moves[place]

    def __bool__(self) -> bool:
        """Always true: a solution without moves is a solution too."""
        return True

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"Solution({self.start!r}, {self.text()!r})"
