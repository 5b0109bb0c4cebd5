"""A solution: a start board and a sequence of moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from taquin.puzzle.board import Board, BoardLike, as_board, one_line, pack
from taquin.puzzle.guesses import suggests_names
from taquin.puzzle.moves import Move, MovesLike, Notation, as_moves, play_moves, slid_tiles
from taquin.puzzle.slides import Metric


@suggests_names
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
        """The moves as letters, as numbers of tiles with spaces between them, or as boards, one on each line."""
        match notation:
            case Notation.BLANK:
                return "".join(map("UDLR".__getitem__, self.moves))
            case Notation.TILES:
                return "".join(move.opposite.letter for move in self.moves)
            case Notation.NUMBERS:
                return " ".join(map(str, self.tiles()))
            case Notation.BOARDS:
                return "\n".join(map(one_line, self.boards()))

    def words(self, notation: Notation = Notation.BLANK) -> list[str]:
        """Each move as a word, such as ``Up``, or as ``tile 5`` for notations without directions."""
        if notation in (Notation.NUMBERS, Notation.BOARDS):
            return [f"tile {tile}" for tile in self.tiles()]
        return [(move.opposite if notation is Notation.TILES else move).word for move in self.moves]

    def tiles(self) -> list[int]:
        """The tile that each move slides."""
        return slid_tiles(self.start.shape, self.start.state, self.moves)

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
