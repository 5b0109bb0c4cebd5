"""The first phase: the blank walks over the board and brings tiles near their homes, many at a time."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt

from taquin.algorithms.construction.working_board import WorkingBoard
from taquin.puzzle.moves import Move

PRICE = 3
"""The approximate number of moves of the second phase per unit of Manhattan distance that the first phase leaves."""

MOVES_BETWEEN_POLLS = 8  # moves between two checks of the limits: some milliseconds


def settle(board: WorkingBoard, poll: Callable[[int], None]) -> None:
    """Walk until the tiles get no nearer to their homes, then return to the best board of the walk.

    The best board is the one with the fewest moves so far and, by ``PRICE``, from there.
    """
    walk = _Walk(board)
    nearer = gained = 0  # by Manhattan distance, and by the measure of the walk
    most_saved = most_gained = 0
    best_at = last_record = 0
    while len(board.moves) < last_record + len(board.home):
        if len(board.moves) % MOVES_BETWEEN_POLLS == 0:
            poll(len(board.moves))
        gain = walk.step()
        gained += gain
        nearer += 1 if gain > 0 else -1
        saved = PRICE * nearer - len(board.moves)
        if saved > most_saved:
            most_saved = saved
            best_at = last_record = len(board.moves)
        if gained > most_gained:
            most_gained = gained
            last_record = len(board.moves)
    while len(board.moves) > best_at:
        board.play(board.moves[-1] ^ 1)


class _Walk:
    """The blank's walk.

    How far a tile is from home is measured by d√d for its rows and the same for its columns, in sixteenths: to bring
    a far tile nearer counts more, so that no tile is left behind. Every visit of the blank makes a cell less
    attractive, so that the walk spreads over the whole board.
    """

    def __init__(self, board: WorkingBoard) -> None:
        self.board = board
        self.depth = look_ahead(board.rows * board.columns)
        self._home_row = [board.position(home)[0] for home in board.home]
        self._home_column = [board.position(home)[1] for home in board.home]
        longest = max(board.rows, board.columns)
        far = [isqrt(256 * d**3) for d in range(longest + 1)]
        self._slope = [far[abs(d)] - far[abs(d - 1)] for d in range(1 - longest, longest + 1)]  # of d to d - 1
        self._origin = longest - 1
        self._visit = 12 + longest // 4
        self._visits = [0] * len(board.tiles)

    def step(self) -> int:
        """Take the first move of the best path of ``depth`` moves; return how much nearer to its home the tile is."""
        board = self.board
        _, move = self._best(board.blank, board.moves[-1] if board.moves else -1, self.depth)
        target = board.blank + board.steps[move]
        gain = self._gain(board.tiles[target], target, move)
        board.play(move)
        self._visits[target] += self._visit
        return gain

    def _best(self, blank: int, last: int, depth: int) -> tuple[int, int]:
        """The most that ``depth`` moves can gain, less the visits, and the first of these moves."""
        tiles = self.board.tiles
        best, best_move = -(2**62), -1
        for move, step in enumerate(self.board.steps):
            target = blank + step
            tile = tiles[target]
            if tile < 0 or (last >= 0 and move == last ^ 1):
                continue
            gain = self._gain(tile, target, move) - self._visits[target]
            if depth > 1:
                tiles[blank] = tile
                gain += self._best(target, move, depth - 1)[0]
                tiles[target] = tile
            if gain > best:
                best, best_move = gain, move
        return best, best_move

    def _gain(self, tile: int, cell: int, move: int) -> int:
        """How much nearer to its home a tile gets if this move takes the blank to its cell."""
        row, column = self.board.position(cell)
        d = self._origin + (row - self._home_row[tile] if move < Move.LEFT else column - self._home_column[tile])
        return self._slope[d] if move in (Move.DOWN, Move.RIGHT) else -self._slope[d + 1]


def look_ahead(cells: int) -> int:
    """How many moves the walk looks ahead: fewer on large boards, where the walk is long."""
    return 5 if cells <= 1_000 else 4 if cells <= 4_000 else 3
