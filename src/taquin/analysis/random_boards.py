"""Random boards: uniform over the solvable ones, by a number of random moves, or at an exact distance.

The functions use only those methods of ``random.Random`` whose results are the same in all versions of Python, so that
the same seed gives the same boards.
"""

from __future__ import annotations

from random import Random

from taquin.errors import BoardError, SpecError
from taquin.puzzle.arguments import check_kind, check_whole
from taquin.puzzle.board import Board, pack
from taquin.puzzle.conversion import ShapeLike
from taquin.puzzle.geometry import is_connected
from taquin.puzzle.goals import GoalLike, make_goal
from taquin.puzzle.guesses import suggest_keywords
from taquin.puzzle.moves import steps
from taquin.puzzle.slides import Metric, MetricLike, as_metric
from taquin.puzzle.words import shown
from taquin.run.limits import checking_limits
from taquin.tables.distances import distance_table

MOST_MOVES = 10**9
"""The most random moves of a scrambled board: about ten minutes."""


@suggest_keywords(
    size="shape",
    rows='shape="3x4"',
    columns='shape="3x4"',
    steps="moves",
    difficulty="depth",
    count="rng=random.Random(7), and call it several times",
    solvable="random_board(shape).swapped(1, 2), which is unsolvable",
)
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
) -> Board:
    """A random board that can reach the goal; all such boards have the same probability. O(n).

    With ``moves`` it is the board after this number of random moves from the goal, see ``scrambled_board``; with
    ``depth`` it is exactly this far from the goal, and with ``harder_than`` farther, in moves or in slides
    (``metric``): proven, for up to 16 cells, see ``taquin.analysis.difficulty``. The same ``seed`` gives the same
    board; ``rng`` is a generator to use instead, for several boards.

    >>> random_board("2x3", seed=1)
    Board('1 3 5 / 0 4 2')
    >>> random_board("3x3", seed=7, depth=31) in (Board("8 6 7 / 2 5 4 / 3 0 1"), Board("6 4 7 / 8 5 0 / 3 2 1"))
    True
    """
    if rng is not None and seed is not None:
        raise SpecError("expected a seed or a generator of random numbers, found both")
    if sum(each is not None for each in (moves, depth, harder_than)) > 1:
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
    if depth is not None or harder_than is not None:
        from taquin.analysis.difficulty import board_harder_than, board_of_depth  # they use boards of this module

        metric = as_metric(metric)
        if harder_than is not None:
            return board_harder_than(target, harder_than, metric=metric, rng=rng)
        return board_of_depth(target, depth or 0, metric=metric, rng=rng)
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


def scrambled_board(goal: Board, moves: int, *, rng: Random | None = None) -> Board:
    """The board after this many random moves from the goal. No move undoes the one before.

    The exception is the end of a single line, where no other move is legal. The exact distance to the goal is unknown;
    it is at most ``moves`` and has the same parity.
    """
    moves = check_whole("moves", moves, most=MOST_MOVES, error=BoardError)
    rng = rng or Random()
    cells = list(goal)
    blank, before = goal.blank, -1
    ways = [[target for _, target in cell] for cell in steps(goal.shape)]
    for _ in checking_limits(range(moves)):
        targets = [target for target in ways[blank] if target != before] or ways[blank]
        target = targets[rng.randrange(len(targets))]
        cells[blank], cells[target] = cells[target], 0
        before, blank = blank, target
    return Board.from_state(pack(cells), goal.shape)


def board_at_depth(goal: Board, depth: int, *, rng: Random | None = None) -> Board:
    """A random board at exactly this distance from the goal; all such boards have the same probability.

    Uses the table of all distances: for up to 12 cells, or 9 without the native core. The first call for a goal builds
    the table: 10 ms for 3×3, about 15 s for 3×4 unless its file exists. Raises ``BoardError`` for larger boards, and
    for a depth beyond the radius.
    """
    table = distance_table(goal)
    rng = rng or Random()
    return Board.from_state(table.state_at(depth, rng.randrange(table.count_at(depth))), goal.shape)


def random_starts(goal: Board, count: int, seed: int | str) -> list[Board]:
    """Random boards that can reach the goal, all equally likely; the same for the same seed."""
    rng = Random(seed)
    return [random_board(goal.shape, goal, rng=rng) for _ in range(count)]
