"""Random boards of a chosen difficulty: exactly so far from the goal, or farther, in moves or in slides.

Up to 12 cells the table of all distances has the boards. Up to 16 cells a solver makes them: every board on a shortest
solution is exactly as far from the goal as moves are left, so a board that is far enough away leads to one at any
smaller distance. Where random boards are too near, the search climbs: it moves away from the goal step by step, and
proves each distance.
"""

from __future__ import annotations

from random import Random

from taquin import _native
from taquin.analysis.random_boards import random_board
from taquin.errors import BoardError, InternalError, LimitError
from taquin.puzzle.arguments import check_whole
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric, Slide, slides_of_moves
from taquin.run.limits import Cancellation, check_limits
from taquin.run.result import Quality, Result
from taquin.solving.default_methods import default_method
from taquin.solving.solver import run_method
from taquin.tables.distances import distance_table, table_unsupported_reason

MAXIMUM_CELLS = 16
"""Distances on larger boards would take too long to prove."""

_MOST_PROOFS = 1000
"""The most boards whose distance is proven for one board of the chosen difficulty: some minutes on 4×4."""


def difficulty_unsupported_reason(shape: Shape, metric: Metric = Metric.MOVES) -> str:
    """Why no board of this shape can be made at a chosen distance; empty if it can."""
    reason = table_unsupported_reason(shape, metric=metric)
    if not reason or (shape.is_line and shape.cells <= MAXIMUM_CELLS):
        return reason
    if shape.cells > MAXIMUM_CELLS:
        return f"a {shape} board is too large: distances are proven on boards of up to {MAXIMUM_CELLS} cells"
    if not _native.is_available() or default_method(shape, metric).algorithm.is_anytime:
        return f"distances in {metric} on {shape} are proven by the native core, and this is {_native.describe()}"
    return ""


def board_of_depth(
    goal: Board,
    depth: int,
    *,
    metric: Metric = Metric.MOVES,
    rng: Random | None = None,
    cancellation: Cancellation | None = None,
) -> Board:
    """A random board at exactly this distance from the goal, proven.

    Up to 12 cells all such boards are equally likely. Raises ``BoardError`` if there is none, if the boards are too
    large, or, beyond 12 cells, if none was found: random boards of 4×4 are about 53 moves or 32 slides away.

    >>> board_of_depth(Board("1 2 3 / 4 5 6 / 7 8 0"), 24, metric=Metric.SLIDES, rng=Random(1))
    Board('1 4 7 / 2 0 8 / 3 6 5')
    """
    depth, rng = check_whole("depth", depth, error=BoardError), rng or Random()
    if not table_unsupported_reason(goal.shape, metric=metric):
        table = distance_table(goal, metric=metric)
        return Board.from_state(table.state_at(depth, rng.randrange(table.count_at(depth))), goal.shape)
    return _nearer(_Maker(goal, metric, rng, cancellation).find(depth), depth)


def board_harder_than(
    goal: Board,
    depth: int,
    *,
    metric: Metric = Metric.MOVES,
    rng: Random | None = None,
    cancellation: Cancellation | None = None,
) -> Board:
    """A random board farther from the goal than this, proven. Raises ``BoardError`` as ``board_of_depth`` does.

    Where random boards are far enough away, all such boards are equally likely.
    """
    depth, rng = check_whole("depth", depth, error=BoardError), rng or Random()
    if table_unsupported_reason(goal.shape, metric=metric):
        return _Maker(goal, metric, rng, cancellation).find(depth + 1).start
    table = distance_table(goal, metric=metric)
    counts = table.counts[depth + 1 :]
    if not counts:
        raise BoardError(f"no board is farther than {metric.amount(table.radius)} from this goal")
    index, distance = rng.randrange(sum(counts)), depth + 1
    for count in counts:
        if index < count:
            break
        index, distance = index - count, distance + 1
    return Board.from_state(table.state_at(distance, index), goal.shape)


def _nearer(result: Result, depth: int) -> Board:
    """The board on the shortest solution of a result from which exactly this many moves or slides are left."""
    solution = result.solution
    assert solution is not None
    board, moves = result.start, list(map(int, solution.moves))
    slides = moves if result.metric is Metric.MOVES else slides_of_moves(moves)
    for number in slides[: len(slides) - depth]:
        slide = Slide.from_number(number)
        for _ in range(slide.tiles):
            board = board.play_unchecked(slide.move)
    return board


class _Maker:
    """Makes boards and proves how far they are."""

    def __init__(self, goal: Board, metric: Metric, rng: Random, cancellation: Cancellation | None) -> None:
        if reason := difficulty_unsupported_reason(goal.shape, metric):
            raise BoardError(reason)
        self._goal = goal
        self._metric = metric
        self._rng = rng
        self._cancellation = cancellation
        self._method = default_method(goal.shape, metric)
        self._proofs = 0

    def find(self, least: int) -> Result:
        """A shortest solution of a board that is at least this far away."""
        farthest = 0
        while self._proofs < _MOST_PROOFS:
            found = self._prove(random_board(self._goal.shape, self._goal, rng=self._rng))
            while (length := found.length or 0) < least:
                farther = self._climb(found, length)
                if farther is None:
                    break
                found = farther
            else:
                return found
            farthest = max(farthest, length)
        raise BoardError(
            f"found no {self._goal.shape} board of {self._metric.amount(least)} or more among {self._proofs:,} that "
            f"were solved: the farthest has {farthest}",
            hint="ask for a smaller number",
        )

    def _climb(self, found: Result, length: int) -> Result | None:
        """A neighbour that is farther away; None if there is none."""
        space = Problem(found.start, self._goal, metric=self._metric).space
        children = [child for _, child in space.successors(found.start.state)]
        self._rng.shuffle(children)
        for child in children:
            farther = self._prove(Board.from_state(child, self._goal.shape))
            if (farther.length or 0) > length:
                return farther
        return None

    def _prove(self, board: Board) -> Result:
        check_limits()
        self._proofs += 1
        problem = Problem(board, self._goal, metric=self._metric)
        found = run_method(problem, self._method, cancellation=self._cancellation)
        if found.quality is Quality.OPTIMAL:
            return found
        if self._cancellation is not None and self._cancellation.is_cancelled:
            raise LimitError("cancelled before a board of this difficulty was found")
        raise InternalError(f"{self._method.text} did not prove a shortest solution", hint="please report this")
