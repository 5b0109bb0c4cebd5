"""The whole space of a small board: every state by its distance, and those that a search expands, in order."""

from __future__ import annotations

from array import array
from functools import lru_cache, partial
from sys import byteorder
from typing import Annotated, TypedDict

from taquin.errors import SpecError
from taquin.puzzle.board import Board, State
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import make_goal
from taquin.puzzle.problem import Problem
from taquin.run.limits import Cancellation, Limits, checking_limits
from taquin.run.progress import ProgressListener
from taquin.run.result import ResultRecord
from taquin.run.run import Run
from taquin.solving.method import Method
from taquin.solving.solver import run_method
from taquin.tables.distances import distance_table
from taquin.trace.recorder import ExpansionRecorder
from taquin.web.api import puzzles
from taquin.web.api.job import Job, Json, Service, as_json, short_job
from taquin.web.api.requests import SizeRequest, SolveRequest

MOST_CELLS = 9
"""3×3 has 181,440 boards, which a page can draw one by one; 2×5 has ten times as many."""
MOST_NODES = 400_000
"""Nodes of a search whose expansions are recorded."""
LOADING_TIME = 20.0
"""Seconds for listing a space: a second at most where the machine is not busy."""


def space(body: SizeRequest, service: Service) -> Job[bytes]:
    """Every board that can reach the goal, by distance; `/api/depths` counts them.

    A board is a number whose digits, to the base of the number of cells, are its cells. Up to 9 cells.
    """
    goal = make_goal(body.goal, puzzles.read_shape(body.size, service.settings))
    _check_space(goal.shape)
    return short_job(service, _codes, goal, seconds=LOADING_TIME)


def _codes(goal: Board) -> bytes:
    """Every state by distance and then in the order of its cells: 4 bytes for each, the lowest first."""
    codes = array("I", checking_limits(_places(goal)))
    if byteorder == "big":
        codes.byteswap()
    return codes.tobytes()


class ExpansionsRecord(TypedDict):
    """A search, and the boards that it expanded, in order."""

    result: ResultRecord
    places: Annotated[list[int], "Places in the list of `/api/space`; a board may be expanded several times."]
    is_truncated: Annotated[bool, "Whether there were more nodes than were recorded."]


def expansions(body: SolveRequest, service: Service) -> Job[Json[ExpansionsRecord]]:
    """The result of a search in Python, and the places of the expanded boards in `/api/space`, in order."""
    problem, _ = puzzles.read_puzzle(body, service.settings)
    _check_space(problem.shape)
    method = puzzles.read_method(body, problem)
    limits = puzzles.read_recording_limits(body.limits, service.settings, method, problem.shape)
    return Job(partial(_expansions, problem, method, limits), (limits.time or 0) + LOADING_TIME)


def _expansions(
    problem: Problem, method: Method, limits: Limits, *, cancellation: Cancellation, progress: ProgressListener
) -> Json[ExpansionsRecord]:
    recorder = ExpansionRecorder(problem.start, problem.goal, most_nodes=MOST_NODES)
    result = run_method(problem, method, Run(limits, recorder, cancellation, progress), "python")
    places, base = _places(problem.goal), problem.shape.cells
    expanded = [places[_code(state, base)] for state in recorder.states]
    return as_json({"result": result.to_dict(), "places": expanded, "is_truncated": recorder.is_truncated})


@lru_cache(maxsize=2)
def _places(goal: Board) -> dict[int, int]:
    """The place of every state in the order of ``_codes``, by its code."""
    table, base = distance_table(goal), goal.shape.cells
    states = (state for depth in range(table.radius + 1) for state in table.states_at(depth))
    return {_code(state, base): place for place, state in enumerate(checking_limits(states))}


def _code(state: State, base: int) -> int:
    code = 0
    for tile in state:
        code = code * base + tile
    return code


def _check_space(shape: Shape) -> None:
    if shape.cells > MOST_CELLS or shape.is_line:
        raise SpecError(
            f"expected a board of at most {MOST_CELLS} cells with two rows and two columns, found {shape}",
            hint="3x3 has 181,440 boards, and every larger size at least ten times as many",
        )
