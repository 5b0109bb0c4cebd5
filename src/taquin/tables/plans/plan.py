"""Plans: solutions of large boards. One serves every board on its path, and boards a few moves off it."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from taquin.errors import MoveError
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Move, play_moves, steps
from taquin.puzzle.problem import Problem
from taquin.run.limits import checking_limits
from taquin.run.random_numbers import mix

LONGEST = 250_000  # the most moves of a plan that is kept: 50×50 boards have such solutions
_PROVEN_CELLS = 16
_MOST_PLANS = 64
_MOST_MOVES = 4 * LONGEST
_REACH = 4  # a board at most this many moves off a plan is led back to it


def has_plans(shape: Shape) -> bool:
    """Whether plans are kept for boards of a shape: on smaller ones a shortest solution is found quickly."""
    return shape.cells > _PROVEN_CELLS and not shape.is_line


def is_kept(shape: Shape, length: int) -> bool:
    return has_plans(shape) and 0 < length <= LONGEST


@dataclass(frozen=True)
class Plan:
    """The moves from a board to a goal."""

    start: Board
    goal: Board
    moves: bytes
    lower_bound: int  # no solution of the start is shorter than this
    runs: int = 1  # how many searches tried to improve it: the next one begins with another seed

    @cached_property
    def places(self) -> dict[int, int]:
        """The index of every board on the path, by its key."""
        return {key: index for index, key in enumerate(keys_along(self.start, self.moves))}


@dataclass(frozen=True, slots=True)
class KnownSolution:
    """The solution that a plan gives for a board on it or near it, replayed from this board."""

    moves: bytes
    lower_bound: int  # proven by the plan; the heuristics may prove more
    runs: int

    def __len__(self) -> int:
        return len(self.moves)


class PlanBook:
    """Finds the plan that leads from a board to its goal in the fewest moves.

    A hint that follows what ``find`` returns leads to a board with a shorter known solution, so that following hints
    ends at the goal, whatever other plans are added meanwhile. When there are too many plans, the least recently used
    ones are dropped.
    """

    def __init__(self, most_plans: int = _MOST_PLANS, most_moves: int = _MOST_MOVES) -> None:
        self._most_plans, self._most_moves = most_plans, most_moves
        self._plans: list[Plan] = []  # the least recently used first

    def find(self, problem: Problem) -> KnownSolution | None:
        """The shortest known solution; None if the board is not near a plan.

        The solution is replayed: a plan that does not lead from this board to the goal is not returned.
        """
        plans = [plan for plan in self._plans if plan.goal == problem.goal]
        if not plans or not has_plans(problem.shape):
            return None
        near = dict(reversed([*keys_near(problem.start, _REACH)]))  # the shortest way to each board
        ways = [
            (len(near[key]) + len(plan.moves) - plan.places[key], len(near[key]), key, number)
            for number, plan in enumerate(plans)
            for key in near.keys() & plan.places.keys()
        ]
        for _, off, key, number in sorted(ways):
            plan = plans[number]
            index = plan.places[key]
            path = near[key] + plan.moves[index:]
            if leads_to_goal(problem, path):
                self._add(plan)
                return KnownSolution(path, max(0, plan.lower_bound - index - off), plan.runs)
        return None

    def keep(self, problem: Problem, moves: bytes, lower_bound: int, runs: int = 1) -> bool:
        """Keep a solution, which must be correct, unless a shorter one is known. Returns whether a plan was added.

        A lower bound is kept too: if the solution is not shorter and the bound is higher, the known solution gets it.
        """
        if not is_kept(problem.shape, len(moves)):
            return False
        moves = without_circles(problem.start, moves)
        if (known := self.find(problem)) is not None:
            is_shorter = len(moves) < len(known)
            if not is_shorter and lower_bound <= known.lower_bound and runs <= known.runs:
                return False
            moves, lower_bound = moves if is_shorter else known.moves, max(lower_bound, known.lower_bound)
        self._add(Plan(problem.start, problem.goal, moves, lower_bound, runs))
        return True

    def _add(self, plan: Plan) -> None:
        """Add a plan as the one that was used last. One that begins with the same board is replaced."""
        others = [other for other in self._plans if (other.start, other.goal) != (plan.start, plan.goal)]
        self._plans = [*others, plan]
        while len(self._plans) > max(1, self._most_plans) or (
            len(self._plans) > 1 and sum(len(each.moves) for each in self._plans) > self._most_moves
        ):
            del self._plans[0]


def leads_to_goal(problem: Problem, moves: bytes) -> bool:
    """Whether the moves can be played from the start, and end at the goal."""
    try:
        end = play_moves(problem.shape, problem.start.state, map(Move, moves))
    except (MoveError, ValueError):
        return False
    return tuple(end) == problem.goal.cells


# The keys of boards

_MASK = (1 << 64) - 1
_SPREAD = 0x9E3779B97F4A7C15


def board_key(board: Board) -> int:
    """The key of a board. Two different boards of a shape share a key with a chance of 1 in 2^64."""
    cells = board.shape.cells
    return sum(_tile_key(tile, cell, cells) for cell, tile in enumerate(board.state) if tile) & _MASK


def keys_along(board: Board, moves: Iterable[int]) -> array[int]:
    """The keys of all boards on a path, the first one included. The moves must be legal."""
    key = board_key(board)
    keys = array("Q", [key])
    tiles, blank = list(board.state), board.blank
    changes = [down * board.shape.columns + right for down, right in (move.offset for move in Move)]
    for move in checking_limits(moves):
        cell = blank + changes[move]
        key = key + _slide_change(tiles[cell], cell, blank, len(tiles)) & _MASK
        tiles[blank], tiles[cell], blank = tiles[cell], 0, cell
        keys.append(key)
    return keys


def keys_near(board: Board, reach: int) -> Iterator[tuple[int, bytes]]:
    """The keys of all boards within ``reach`` moves, with the moves: the nearest first, without undone moves."""
    shape, cells = board.shape, board.shape.cells
    layer = [(board_key(board), b"", list(board.state), board.blank)]
    yield layer[0][0], b""
    for _ in range(reach):
        following = []
        for key, moves, tiles, blank in layer:
            for move, cell in steps(shape)[blank]:
                if moves and move is Move(moves[-1]).opposite:
                    continue
                after = tiles.copy()
                after[blank], after[cell] = tiles[cell], 0
                changed = key + _slide_change(tiles[cell], cell, blank, cells) & _MASK
                following.append((changed, moves + bytes([move]), after, cell))
                yield changed, following[-1][1]
        layer = following


def _slide_change(tile: int, source: int, target: int, cells: int) -> int:
    """The change of a key, modulo 2^64, when a tile slides from one cell to another."""
    return _tile_key(tile, target, cells) - _tile_key(tile, source, cells)


@lru_cache(maxsize=1 << 16)
def _tile_key(tile: int, cell: int, cells: int) -> int:
    return mix((tile * cells + cell) * _SPREAD & _MASK)


def without_circles(start: Board, moves: bytes) -> bytes:
    """The moves without those that return to one of the boards before them."""
    return bytes(moves[place] for place in places_without_circles(keys_along(start, moves)))


def places_without_circles(keys: Sequence[int]) -> list[int]:
    """The indices of the moves of a path that remain when its cycles are removed.

    >>> places_without_circles([5, 7, 9, 7, 8])
    [0, 3]
    """
    last = {key: place for place, key in enumerate(keys)}
    kept, place = [], last[keys[0]]
    while place < len(keys) - 1:
        kept.append(place)
        place = last[keys[place + 1]]
    return kept
