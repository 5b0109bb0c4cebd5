"""Plans: solutions that were found for a board, and so for every board on the path, and the keys of these boards."""

from __future__ import annotations

from array import array
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
        straight = bytes(moves[each] for each in kept)
        return cls(problem.goal, straight, array("Q", [*(keys[each] for each in kept), keys[-1]]), lower_bound, runs)


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
