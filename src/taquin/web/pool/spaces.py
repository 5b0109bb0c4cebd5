"""The whole space of a small board: every state by its distance, and those that a search expands, in order."""

from __future__ import annotations

from array import array
from functools import lru_cache
from sys import byteorder

from taquin.puzzle.board import Board, State
from taquin.puzzle.problem import Problem
from taquin.run.limits import Cancellation, Limits, checking_limits
from taquin.run.progress import ProgressListener
from taquin.solving.method import Method
from taquin.solving.solver import run_method
from taquin.tables.distances import distance_table
from taquin.trace.recorder import ExpansionRecorder

MOST_CELLS = 9
"""3×3 has 181,440 boards, which a page can draw one by one; 2×5 has ten times as many."""
MOST_NODES = 400_000
"""Nodes of a search whose expansions are recorded."""


def space_codes(goal: Board) -> bytes:
    """Every state that can reach the goal, by distance and then in the order of its cells.

    A state is a number whose digits, to the base of the number of cells, are its cells: 4 bytes, the lowest first.
    """
    codes = array("I", checking_limits(_places(goal)))
    if byteorder == "big":
        codes.byteswap()
    return codes.tobytes()


def expansions(
    problem: Problem, method: Method, limits: Limits, cancellation: Cancellation, progress: ProgressListener
) -> dict[str, object]:
    """Run a search in Python: its result, and the places of the expanded states in ``space_codes``, in order."""
    recorder = ExpansionRecorder(problem.start, problem.goal, most_nodes=MOST_NODES)
    result = run_method(
        problem,
        method,
        limits=limits,
        observer=recorder,
        cancellation=cancellation,
        progress=progress,
        backend="python",
    )
    places, base = _places(problem.goal), problem.shape.cells
    found = [places[_code(state, base)] for state in recorder.states]
    return {"result": result.to_dict(), "places": found, "is_truncated": recorder.is_truncated}


@lru_cache(maxsize=2)
def _places(goal: Board) -> dict[int, int]:
    """The place of every state in the order of ``space_codes``, by its code."""
    table, base = distance_table(goal), goal.shape.cells
    states = (state for depth in range(table.radius + 1) for state in table.states_at(depth))
    return {_code(state, base): place for place, state in enumerate(checking_limits(states))}


def _code(state: State, base: int) -> int:
    code = 0
    for tile in state:
        code = code * base + tile
    return code
