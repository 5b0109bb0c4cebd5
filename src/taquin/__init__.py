"""Taquin: sliding-tile puzzles, solved right, fast and visibly.

>>> import taquin
>>> result = taquin.solve("1 2 3 / 4 0 5 / 6 7 8")
>>> result.length, result.quality.value, str(result.solution)
(14, 'optimal', 'RDLLURDRULLDRR')

The names below are the public ones; each is loaded when it is first used, so that ``import taquin`` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from taquin.batch import solve_many
    from taquin.board import Board
    from taquin.distances import DistanceTable
    from taquin.errors import (
        BackendError,
        BoardError,
        FormatError,
        HeuristicError,
        InternalError,
        LimitError,
        MoveError,
        SpecError,
        TaquinError,
        TraceError,
    )
    from taquin.examiner import examine
    from taquin.geometry import Shape
    from taquin.heuristics.base import Heuristic
    from taquin.limits import Cancellation, Limits
    from taquin.moves import Move
    from taquin.problem import Problem
    from taquin.random_boards import random_board
    from taquin.result import Quality, Result, Stats, Status
    from taquin.shortest import ShortestSolutions, shortest_solutions
    from taquin.solution import Solution
    from taquin.solution_graph import SolutionGraph
    from taquin.solver import solve
    from taquin.trace.observer import Observer
    from taquin.trace.recorder import Recorder
    from taquin.trace.trace import Trace

__all__ = [
    "__version__",
    "BackendError",
    "Board",
    "BoardError",
    "Cancellation",
    "DistanceTable",
    "FormatError",
    "Heuristic",
    "HeuristicError",
    "InternalError",
    "LimitError",
    "Limits",
    "Move",
    "MoveError",
    "Observer",
    "Problem",
    "Quality",
    "Recorder",
    "Result",
    "Shape",
    "ShortestSolutions",
    "Solution",
    "SolutionGraph",
    "SpecError",
    "Stats",
    "Status",
    "TaquinError",
    "Trace",
    "TraceError",
    "examine",
    "random_board",
    "shortest_solutions",
    "solve",
    "solve_many",
]

_HOMES = {
    "BackendError": "errors",
    "Board": "board",
    "BoardError": "errors",
    "Cancellation": "limits",
    "DistanceTable": "distances",
    "FormatError": "errors",
    "Heuristic": "heuristics.base",
    "HeuristicError": "errors",
    "InternalError": "errors",
    "LimitError": "errors",
    "Limits": "limits",
    "Move": "moves",
    "MoveError": "errors",
    "Observer": "trace.observer",
    "Problem": "problem",
    "Quality": "result",
    "Recorder": "trace.recorder",
    "Result": "result",
    "Shape": "geometry",
    "ShortestSolutions": "shortest",
    "Solution": "solution",
    "SolutionGraph": "solution_graph",
    "SpecError": "errors",
    "Stats": "result",
    "Status": "result",
    "TaquinError": "errors",
    "Trace": "trace.trace",
    "TraceError": "errors",
    "examine": "examiner",
    "random_board": "random_boards",
    "shortest_solutions": "shortest",
    "solve": "solver",
    "solve_many": "batch",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'taquin' has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f"taquin.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
