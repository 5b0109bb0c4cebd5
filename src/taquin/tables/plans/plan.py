"""Plans: solutions that were found for a board, and so for every board on the path, and the keys of these boards."""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from taquin.errors import MoveError
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Move, play_moves, steps
from taquin.puzzle.problem import Problem
from taquin.run.limits import checking_limits
from taquin.tables.scores.random_numbers import mix

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
        key = key + slide_change(tiles[cell], cell, blank, len(tiles)) & _MASK
        tiles[blank], tiles[cell], blank = tiles[cell], 0, cell
        keys.append(key)
    return keys


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


def slide_change(tile: int, source: int, target: int, cells: int) -> int:
    """The change of a key, modulo 2^64, when a tile slides from one cell to another."""
    return _tile_key(tile, target, cells) - _tile_key(tile, source, cells)


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
                changed = key + slide_change(tiles[cell], cell, blank, cells) & _MASK
                following.append((changed, moves + bytes([move]), after, cell))
                yield changed, following[-1][1]
        layer = following


def _tile_key(tile: int, cell: int, cells: int) -> int:
    return mix((tile * cells + cell) * _SPREAD & _MASK)


LONGEST = 250_000  # the most moves of a plan that is kept: 50×50 boards have such solutions
_PROVEN_CELLS = 16


def has_plans(shape: Shape) -> bool:
    """Whether plans are kept for boards of a shape: on smaller ones a shortest solution is found quickly."""
    return shape.cells > _PROVEN_CELLS and not shape.is_line


def is_kept(shape: Shape, length: int) -> bool:
    return has_plans(shape) and 0 < length <= LONGEST


@dataclass(frozen=True, slots=True)
class Plan:
    """The moves from a board to a goal, and the keys of all boards on the path, the goal's last."""

    goal: Board
    moves: bytes
    keys: array[int]
    lower_bound: int  # no solution of the first board is shorter than this
    runs: int = 1  # how many searches tried to improve it: the next one begins with another seed

    @classmethod
    def of_solution(cls, problem: Problem, moves: bytes, lower_bound: int, runs: int = 1) -> Plan:
        """The plan of a solution, which must be correct, without cycles. O(length)."""
        keys = keys_along(problem.start, moves)
        kept = places_without_circles(keys)
        if len(kept) == len(moves):
            return cls(problem.goal, moves, keys, lower_bound, runs)
        straight = bytes(moves[place] for place in kept)
        return cls(problem.goal, straight, array("Q", [*(keys[place] for place in kept), keys[-1]]), lower_bound, runs)


@dataclass(frozen=True, slots=True)
class KnownSolution:
    """The solution that a plan gives for a board on it or near it, replayed from this board."""

    moves: bytes
    lower_bound: int  # proven by the plan; the heuristics may prove more
    off: int  # the number of moves back to the plan; 0 for a board on it
    runs: int
    first: int  # the key of the first board of the plan

    def __len__(self) -> int:
        return len(self.moves)


def leads_to_goal(problem: Problem, moves: bytes) -> bool:
    """Whether the moves can be played from the start, and end at the goal."""
    try:
        end = play_moves(problem.shape, problem.start.state, map(Move, moves))
    except (MoveError, ValueError):
        return False
    return tuple(end) == problem.goal.cells


# Plans in memory

_MOST_PLANS = 256
_MOST_BOARDS = 4 * LONGEST
_REACH = 4  # a board at most this many moves off a plan is led back to it


class PlanBook:
    """Finds the plan that leads from a board to its goal in the fewest moves.

    Every board on a plan is known. A hint that follows what ``find`` returns leads to a board with a shorter known
    solution, so that following hints ends at the goal, whatever other plans are added meanwhile. When there are too
    many plans, the least recently used ones are dropped.
    """

    def __init__(self, most_plans: int = _MOST_PLANS, most_boards: int = _MOST_BOARDS) -> None:
        self._most_plans, self._most_boards = most_plans, most_boards
        self._plans: OrderedDict[tuple[Board, int], Plan] = OrderedDict()  # by goal and key of the first board
        self._places: dict[Board, dict[int, tuple[Plan, int]]] = {}  # by goal and key: the best plan and the index
        self._boards = 0

    def __len__(self) -> int:
        return len(self._plans)

    def find(self, problem: Problem) -> KnownSolution | None:
        """The shortest known solution; None if the board is not near a plan.

        The solution is replayed: a plan that does not lead from this board to the goal is not returned.
        """
        places = self._places.get(problem.goal)
        if not places or not has_plans(problem.shape):
            return None
        candidates = []
        for key, moves in keys_near(problem.start, _REACH):
            if (place := places.get(key)) is not None:
                plan, index = place
                candidates.append((len(moves) + len(plan.moves) - index, len(moves), moves, plan, index))
        for _, off, moves, plan, index in sorted(candidates, key=lambda candidate: candidate[:2]):
            path = moves + plan.moves[index:]
            if leads_to_goal(problem, path):
                self._plans.move_to_end((plan.goal, plan.keys[0]))
                return KnownSolution(path, max(0, plan.lower_bound - index - off), off, plan.runs, plan.keys[0])
        return None

    def keep(self, problem: Problem, moves: bytes, lower_bound: int, runs: int = 1) -> Plan | None:
        """Keep a solution, which must be correct, unless a shorter one is known. Returns the plan that was added.

        A lower bound is kept too: if the solution is not shorter and the bound is higher, the known solution gets it.
        """
        if not is_kept(problem.shape, len(moves)):
            return None
        places = self._places.get(problem.goal, {})
        if (place := places.get(board_key(problem.start))) is not None:
            plan, index = place
            known = plan.moves[index:]
            bound = max(lower_bound, plan.lower_bound - index)
            is_known = len(known) <= len(moves) and leads_to_goal(problem, known)
            if is_known and bound == plan.lower_bound - index and runs <= plan.runs:
                self._plans.move_to_end((plan.goal, plan.keys[0]))
                return None
            moves, lower_bound = (known, bound) if is_known else (moves, bound)
        added = Plan.of_solution(problem, moves, lower_bound, runs)
        self.add(added)
        return added

    def add(self, plan: Plan) -> None:
        """Add a plan. One that begins with the same board is replaced."""
        name = (plan.goal, plan.keys[0])
        if name in self._plans:
            self._remove(name)
        self._plans[name] = plan
        self._boards += len(plan.keys)
        places = self._places.setdefault(plan.goal, {})
        length = len(plan.moves)
        for index, key in enumerate(plan.keys):
            place = places.get(key)
            if place is None or len(place[0].moves) - place[1] >= length - index:
                places[key] = (plan, index)
        while len(self._plans) > self._most_plans or (self._boards > self._most_boards and len(self._plans) > 1):
            self._remove(next(iter(self._plans)))

    def _remove(self, name: tuple[Board, int]) -> None:
        plan = self._plans.pop(name)
        self._boards -= len(plan.keys)
        places = self._places[plan.goal]
        for key in plan.keys:
            if (place := places.get(key)) is not None and place[0] is plan:
                del places[key]
        if not places:
            del self._places[plan.goal]
