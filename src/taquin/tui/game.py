"""A game: the board, the moves made by hand, those taken back, and the time. It has no user interface."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from time import monotonic

from taquin.puzzle.board import Board, one_line
from taquin.puzzle.moves import Move
from taquin.puzzle.slides import Metric
from taquin.tui.records import RANDOM_KINDS, Record


class Game:
    """One game, from the board it began with.

    >>> from taquin.puzzle.goals import make_goal
    >>> game = Game(Board("1 2 3 / 4 0 5 / 7 8 6"), make_goal(None, "3x3"))
    >>> game.play([Move.RIGHT])
    >>> game.play([Move.DOWN])
    >>> game.is_solved, game.count
    (True, 2)
    """

    def __init__(
        self,
        board: Board,
        goal: Board,
        *,
        kind: str = "own",
        metric: Metric = Metric.MOVES,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """``kind``: how the board was chosen, as records say it. ``metric``: what ``count`` counts."""
        self.start, self.board, self.goal, self.metric = board, board, goal, metric
        self.is_helped = False
        """Whether a hint or the solver has shown a move: the game does not count then."""
        self.is_rated = False
        """Whether the rating of a move was shown, which names better ones: the game does not count then."""
        self.kind = kind
        self._clock = clock
        self._done: list[tuple[Move, ...]] = []
        self._undone: list[tuple[Move, ...]] = []
        self._began: float | None = None
        self._ended: float | None = None

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(move for moves in self._done for move in moves)

    @property
    def count(self) -> int:
        """The number of moves or slides; those that were taken back do not count."""
        return self.metric.cost(self.moves)

    @property
    def is_solved(self) -> bool:
        return self.board == self.goal

    @property
    def is_random(self) -> bool:
        """Whether the board was drawn, so that the game may count for the best results."""
        return self.kind in RANDOM_KINDS

    @property
    def seconds(self) -> float:
        """Seconds from the first move to the solution, or until now."""
        if self._began is None:
            return 0.0
        return (self._clock() if self._ended is None else self._ended) - self._began

    @property
    def hundredths(self) -> int:
        return int(100 * self.seconds + 1e-6)

    @property
    def record(self) -> Record:
        return Record(
            date=datetime.now().astimezone().isoformat(timespec="seconds"),
            size=self.start.shape.text,
            goal=one_line(self.goal),
            start=one_line(self.start),
            moves=self.count,
            seconds=self.hundredths / 100,
            hints=self.is_helped,
            kind=self.kind,
            rated=self.is_rated,
            metric=self.metric,
        )

    def line(self, move: Move) -> tuple[Move, ...]:
        """The moves that slide all tiles of the line on this side of the blank; none if there are none.

        >>> from taquin.puzzle.goals import make_goal
        >>> [move.word for move in Game(make_goal(None, "3x3"), make_goal(None, "3x3")).line(Move.UP)]
        ['Up', 'Up']
        """
        shape, (row, column) = self.board.shape, self.board.shape.position(self.board.blank)
        lengths = (row, shape.rows - 1 - row, column, shape.columns - 1 - column)  # up, down, left, right
        return (move,) * lengths[move]

    def sliding(self, cell: int) -> tuple[Move, ...]:
        """The moves that slide the tile in this cell, and those between it and the blank; none if it cannot slide.

        >>> from taquin.puzzle.goals import make_goal
        >>> [move.word for move in Game(make_goal(None, "3x3"), make_goal(None, "3x3")).sliding(6)]
        ['Left', 'Left']
        """
        shape = self.board.shape
        (row, column), (blank_row, blank_column) = shape.position(cell), shape.position(self.board.blank)
        if row == blank_row:
            return (Move.LEFT if column < blank_column else Move.RIGHT,) * abs(column - blank_column)
        if column == blank_column:
            return (Move.UP if row < blank_row else Move.DOWN,) * abs(row - blank_row)
        return ()

    def play(self, moves: Sequence[Move]) -> None:
        """Play one move by hand, or several where a run of tiles slid. Raises ``MoveError`` if that is illegal."""
        if self._began is None:
            self._began = self._clock()
        self._show(moves)
        self._undone.clear()
        self._done.append(tuple(moves))

    def undo(self) -> bool:
        """Take the last move back. Returns False if there is none."""
        if not self._done:
            return False
        moves = self._done.pop()
        self._undone.append(moves)
        self._show([move.opposite for move in reversed(moves)])
        return True

    def redo(self) -> bool:
        """Play again what was taken back. Returns False if there is nothing."""
        if not self._undone:
            return False
        moves = self._undone.pop()
        self._done.append(moves)
        self._show(moves)
        return True

    def _show(self, moves: Sequence[Move]) -> None:
        board = self.board
        for move in moves:
            board = board.play(move)
        self.board = board
        if not self.is_solved:
            self._ended = None
        elif self._ended is None:
            self._ended = self._clock()
