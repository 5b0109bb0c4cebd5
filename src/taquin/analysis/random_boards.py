"""Random boards: uniform over the solvable ones, by a number of random moves, or at a chosen distance.

The functions use only those methods of ``random.Random`` whose results are the same in all versions of Python, so that
the same seed gives the same boards.

Boards at a chosen distance from the goal, or farther, in moves or in slides, come from the table of all distances up to
12 cells, and from a solver up to 16 cells: every board on a shortest solution is exactly as far from the goal as moves
are left, so a board that is far enough away leads to one at any smaller distance. Where random boards are too near, the
search climbs: it moves away from the goal step by step, and proves each distance.
"""

from __future__ import annotations

from math import inf
from random import Random
from typing import TypedDict

from taquin import _native
from taquin.errors import BoardError, InternalError, SpecError
from taquin.puzzle.arguments import check_kind, check_whole
from taquin.puzzle.board import Board, pack
from taquin.puzzle.conversion import ShapeLike
from taquin.puzzle.geometry import Shape, is_connected
from taquin.puzzle.goals import GoalLike, make_goal
from taquin.puzzle.guesses import suggest_keywords
from taquin.puzzle.moves import steps
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric, MetricLike, as_metric
from taquin.puzzle.solution import Solution
from taquin.puzzle.words import shown
from taquin.run.limits import check_limits, checking_limits
from taquin.run.progress import BoardListener
from taquin.run.result import Quality, Result
from taquin.solving.default_methods import default_method
from taquin.solving.solver import run_method
from taquin.tables.distances import distance_table, table_unsupported_reason

MOST_MOVES = 10**9
"""The most random moves of a scrambled board: about ten minutes."""
MAXIMUM_CELLS = 16
"""Distances on larger boards would take too long to prove."""
_MOST_PROOFS = 1000
"""The most boards whose distance is proven for one board of the chosen difficulty: some minutes on 4×4."""
_FARTHEST = {
    (2, 7, Metric.MOVES): 108,
    (2, 8, Metric.MOVES): 140,
    (3, 5, Metric.MOVES): 84,
    (4, 4, Metric.MOVES): 80,
    (4, 4, Metric.SLIDES): 43,
}
"""The largest distance from a goal with the blank in a corner, beyond the tables: OEIS A151944 and A389728."""


class Difficulty(TypedDict):
    """Keywords of ``random_board`` that several boards have in common."""

    depth: int | None
    harder_than: int | None
    moves: int | None
    metric: Metric


@suggest_keywords
def random_board(
    shape: ShapeLike,
    goal: GoalLike | None = None,
    *,
    seed: int | str | None = None,
    moves: int | None = None,
    depth: int | None = None,
    harder_than: int | None = None,
    metric: MetricLike = Metric.MOVES,
    rng: Random | None = None,
    listener: BoardListener | None = None,
) -> Board:
    """A random board that can reach the goal; all such boards have the same probability. O(n).

    With ``moves`` it is the board after this number of random moves from the goal, see ``scrambled_board``; with
    ``depth`` it is exactly this far from the goal, and with ``harder_than`` farther, in moves or in slides
    (``metric``): proven, for up to 16 cells. The same ``seed`` gives the same board; ``rng`` is a generator to use
    instead, for several boards. ``listener`` is called while a board at a chosen distance is searched.

    >>> random_board("2x3", seed=1)
    Board('1 3 5 / 0 4 2')
    >>> random_board("3x3", seed=7, depth=31) in (Board("8 6 7 / 2 5 4 / 3 0 1"), Board("6 4 7 / 8 5 0 / 3 2 1"))
    True
    """
    if rng is not None and seed is not None:
        raise SpecError("use a seed or a generator of random numbers, not both")
    if sum(condition is not None for condition in (moves, depth, harder_than)) > 1:
        raise SpecError("expected one of moves, depth and harder_than, found several")
    check_kind("rng", rng, Random | None, "a generator such as Random(7)")
    check_kind("seed", seed, int | str | None, "a seed such as 7")
    if isinstance(seed, str) and not seed.isprintable():
        raise SpecError(f"expected a seed of printable characters, found {shown(seed)}")
    rng = rng or Random(seed)
    if isinstance(shape, int) and isinstance(goal, int):
        raise SpecError("the second argument is the goal", hint=f'write random_board("{shape}x{goal}")')
    target = make_goal(goal, shape)
    if moves is not None:
        return scrambled_board(target, moves, rng=rng)
    if depth is not None:
        return board_of_depth(target, depth, metric=as_metric(metric), rng=rng, listener=listener)
    if harder_than is not None:
        return board_harder_than(target, harder_than, metric=as_metric(metric), rng=rng, listener=listener)
    return _uniform(target, rng)


def _uniform(goal: Board, rng: Random) -> Board:
    shape = goal.shape
    if shape.is_line:
        # Tiles never pass each other: a board that can reach the goal is the goal with the blank elsewhere.
        tiles = [tile for tile in goal if tile]
        tiles.insert(rng.randrange(shape.cells), 0)
        return Board.from_state(pack(tiles), shape)
    # A shuffle gives each of the n! boards with the same probability. Swapping tiles 1 and 2 changes the parity of the
    # permutation but not the cell of the blank, so it makes a solvable board unsolvable and the reverse, and it is its
    # own inverse. So the boards form pairs of a solvable and an unsolvable one, and every solvable board is the result
    # for exactly two of the n! shuffles.
    cells = list(range(shape.cells))
    rng.shuffle(cells)
    board = Board.from_state(pack(cells), shape)
    return board if is_connected(shape, cells, goal.state) else board.swapped(1, 2)


def scrambled_board(goal: Board, moves: int, *, rng: Random) -> Board:
    """The board after this many random moves from the goal. No move undoes the one before.

    The exception is the end of a single line, where no other move is legal. The exact distance to the goal is unknown;
    it is at most ``moves`` and has the same parity.
    """
    moves = check_whole("moves", moves, most=MOST_MOVES, error=BoardError)
    cells = list(goal)
    blank, before = goal.blank, -1
    ways = [[target for _, target in cell] for cell in steps(goal.shape)]
    for _ in checking_limits(range(moves)):
        targets = [target for target in ways[blank] if target != before] or ways[blank]
        target = targets[rng.randrange(len(targets))]
        cells[blank], cells[target] = cells[target], 0
        before, blank = blank, target
    return Board.from_state(pack(cells), goal.shape)


def random_starts(goal: Board, count: int, seed: int | str) -> list[Board]:
    """Random boards that can reach the goal, all equally likely; the same for the same seed."""
    rng = Random(seed)
    return [random_board(goal.shape, goal, rng=rng) for _ in range(count)]


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
    rng: Random,
    metric: Metric = Metric.MOVES,
    listener: BoardListener | None = None,
) -> Board:
    """A random board at exactly this distance from the goal, proven.

    Up to 12 cells all such boards are equally likely. Raises ``BoardError`` if there is none, if the boards are too
    large, or, beyond 12 cells, if none was found: random boards of 4×4 are about 53 moves or 32 slides away.

    >>> board_of_depth(Board("1 2 3 / 4 5 6 / 7 8 0"), 24, metric=Metric.SLIDES, rng=Random(1))
    Board('1 4 7 / 2 0 8 / 3 6 5')
    """
    depth = check_whole("depth", depth, error=BoardError)
    if not table_unsupported_reason(goal.shape, metric=metric):
        table = distance_table(goal, metric=metric)
        return Board.from_state(table.state_at(depth, rng.randrange(table.count_at(depth))), goal.shape)
    return _nearer(_Maker(goal, metric, rng, listener).find(depth), depth)


def board_harder_than(
    goal: Board,
    depth: int,
    *,
    rng: Random,
    metric: Metric = Metric.MOVES,
    listener: BoardListener | None = None,
) -> Board:
    """A random board farther from the goal than this, proven. Raises ``BoardError`` as ``board_of_depth`` does.

    Where random boards are far enough away, all such boards are equally likely.
    """
    depth = check_whole("depth", depth, error=BoardError)
    if table_unsupported_reason(goal.shape, metric=metric):
        return _Maker(goal, metric, rng, listener).find(depth + 1).start
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
    slides = result.metric.slides(solution.moves)
    played = sum(slide.tiles for slide in slides[: len(slides) - depth])
    return Solution(result.start, solution.moves[:played]).end


def _largest_distance(goal: Board, metric: Metric) -> int | None:
    """No board is farther from this goal; None if no such number is known beyond the tables."""
    rows, columns = goal.shape.rows, goal.shape.columns
    most = _FARTHEST.get((min(rows, columns), max(rows, columns), metric))
    if most is None:
        return None
    row, column = divmod(goal.blank, columns)
    to_corner = (min(row, rows - 1 - row), min(column, columns - 1 - column))
    return most + sum(to_corner if metric is Metric.MOVES else map(bool, to_corner))


_RARE = {(4, 4, Metric.MOVES): (65, "1 in 135", "korf100 has boards of up to 66 moves, hardest15 all 17 of 80")}
"""Distances that random boards hardly reach, how many do (OEIS A089484), and where there are such boards."""


class _Maker:
    """Makes boards and proves how far they are."""

    def __init__(self, goal: Board, metric: Metric, rng: Random, listener: BoardListener | None) -> None:
        if reason := difficulty_unsupported_reason(goal.shape, metric):
            raise BoardError(reason)
        self._goal, self._metric, self._rng, self._listener = goal, metric, rng, listener
        self._method = default_method(goal.shape, metric)
        self._proofs = self._farthest = 0

    def find(self, least: int) -> Result:
        """A shortest solution of a board that is at least this far away."""
        most = _largest_distance(self._goal, self._metric)
        if most is not None and least > most:
            raise BoardError(f"no {self._goal.shape} board is farther than {self._metric.amount(most)} from this goal")
        shape = self._goal.shape
        rare, share, sets = _RARE.get((shape.rows, shape.columns, self._metric), (inf, "", ""))
        if least >= rare:
            raise BoardError(
                f"about {share} random {shape} boards is {rare} moves or more from the goal, and each takes seconds to "
                f"prove: expected a smaller number than {rare}",
                hint=sets,
            )
        while self._proofs < _MOST_PROOFS:
            result = self._prove(random_board(self._goal.shape, self._goal, rng=self._rng))
            while (length := result.length or 0) < least:
                farther = self._climb(result, length)
                if farther is None:
                    break
                result = farther
            else:
                return result
        raise BoardError(
            f"found no {self._goal.shape} board of {self._metric.amount(least)} or more among {self._proofs:,} that "
            f"were solved: the farthest has {self._farthest}",
            hint="ask for a smaller number",
        )

    def _climb(self, result: Result, length: int) -> Result | None:
        """A neighbour that is farther away; None if there is none."""
        space = Problem(result.start, self._goal, metric=self._metric).space
        children = [child for _, child in space.successors(result.start.state)]
        self._rng.shuffle(children)
        for child in children:
            farther = self._prove(Board.from_state(child, self._goal.shape))
            if (farther.length or 0) > length:
                return farther
        return None

    def _prove(self, board: Board) -> Result:
        check_limits()
        if self._listener is not None:
            self._listener(self._proofs, self._farthest)
        self._proofs += 1
        problem = Problem(board, self._goal, metric=self._metric)
        result = run_method(problem, self._method)
        if result.quality is not Quality.OPTIMAL:
            raise InternalError(f"{self._method.text} did not prove a shortest solution", hint="please report this")
        self._farthest = max(self._farthest, result.length or 0)
        return result
