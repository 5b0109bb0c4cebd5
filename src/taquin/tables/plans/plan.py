"""A plan: a solution that was found for a board, and so a known solution for every board on its path."""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from taquin.errors import MoveError
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Move, play_moves
from taquin.puzzle.problem import Problem
from taquin.tables.plans.board_keys import keys_along, places_without_circles

LONGEST = 250_000
"""The most moves of a plan that is kept: 50×50 boards have such solutions."""
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
    lower_bound: int
    """No solution of the first board is shorter than this."""
    runs: int = 1
    """How many searches tried to improve it: the next one begins with another seed."""

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
    lower_bound: int
    """Proven by the plan; the heuristics may prove more."""
    off: int
    """The number of moves back to the plan; 0 for a board on it."""
    runs: int
    first: int
    """The key of the first board of the plan."""

    def __len__(self) -> int:
        return len(self.moves)


def leads_to_goal(problem: Problem, moves: bytes) -> bool:
    """Whether the moves can be played from the start, and end at the goal."""
    try:
        end = play_moves(problem.shape, problem.start.state, map(Move, moves))
    except (MoveError, ValueError):
        return False
    return tuple(end) == problem.goal.cells
