"""A solution: a start board and a sequence of moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from taquin.puzzle.board import Board
from taquin.puzzle.moves import Move, Notation, blank_path, format_moves, parse_moves


@dataclass(frozen=True)
class Solution:
    """Legal moves from a start board. The constructor replays them.

    >>> solution = Solution(Board("1 2 3 / 4 5 6 / 0 7 8"), "RR")
    >>> solution.length, solution.multi_tile_length, solution.end
    (2, 1, Board('1 2 3 / 4 5 6 / 7 8 0'))
    """

    start: Board
    moves: tuple[Move, ...]

    def __init__(self, start: Board, moves: str | Iterable[Move]) -> None:
        """Replay the moves. Raises ``MoveError`` that names the first move off the board."""
        object.__setattr__(self, "start", start)
        object.__setattr__(self, "moves", parse_moves(moves) if isinstance(moves, str) else tuple(moves))
        blank_path(start.shape, start.blank, self.moves)

    @property
    def length(self) -> int:
        """The number of tiles slid: the single-tile metric."""
        return len(self.moves)

    @property
    def multi_tile_length(self) -> int:
        """The length in the multi-tile metric: a run of moves in one direction counts 1."""
        return sum(move != previous for move, previous in zip(self.moves, (None, *self.moves), strict=False))

    def boards(self) -> Iterator[Board]:
        """Every board on the way, start and end included."""
        board = self.start
        yield board
        for move in self.moves:
            board = board.play_unchecked(move)
            yield board

    @cached_property
    def end(self) -> Board:
        """The board after the last move."""
        *_, last = self.boards()
        return last

    def text(self, notation: Notation = Notation.BLANK) -> str:
        """The moves in one of the three notations."""
        return format_moves(self.moves, notation, self.start.shape, self.start.state)

    def __len__(self) -> int:
        return len(self.moves)

    def __str__(self) -> str:
        return self.text()
