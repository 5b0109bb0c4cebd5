"""Taquin solves sliding-tile puzzles and shows how the search found the solution.

>>> import taquin
>>> result = taquin.solve("1 2 3 / 4 0 5 / 6 7 8")
>>> result.length, result.quality.value, str(result.solution)
(14, 'optimal', 'RDLLURDRULLDRR')

The public names are in ``__all__``. Each is imported when it is first used, so that ``import taquin`` is fast.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from taquin.analysis.examine import examine
    from taquin.analysis.random_boards import random_board
    from taquin.analysis.shortest import ShortestSolutions, shortest_solutions
    from taquin.analysis.solution_graph import SolutionGraph
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
    from taquin.heuristics.base import Heuristic
    from taquin.puzzle.board import Board
    from taquin.puzzle.geometry import Shape
    from taquin.puzzle.moves import Move
    from taquin.puzzle.problem import Problem
    from taquin.puzzle.solution import Solution
    from taquin.run.limits import Cancellation, Limits
    from taquin.run.observer import Observer
    from taquin.run.result import Quality, Result, Stats, Status
    from taquin.solving.batch import solve_many
    from taquin.solving.solver import solve
    from taquin.tables.distances import DistanceTable
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

_MODULES = {
    "BackendError": "errors",
    "Board": "puzzle.board",
    "BoardError": "errors",
    "Cancellation": "run.limits",
    "DistanceTable": "tables.distances",
    "FormatError": "errors",
    "Heuristic": "heuristics.base",
    "HeuristicError": "errors",
    "InternalError": "errors",
    "LimitError": "errors",
    "Limits": "run.limits",
    "Move": "puzzle.moves",
    "MoveError": "errors",
    "Observer": "run.observer",
    "Problem": "puzzle.problem",
    "Quality": "run.result",
    "Recorder": "trace.recorder",
    "Result": "run.result",
    "Shape": "puzzle.geometry",
    "ShortestSolutions": "analysis.shortest",
    "Solution": "puzzle.solution",
    "SolutionGraph": "analysis.solution_graph",
    "SpecError": "errors",
    "Stats": "run.result",
    "Status": "run.result",
    "TaquinError": "errors",
    "Trace": "trace.trace",
    "TraceError": "errors",
    "examine": "analysis.examine",
    "random_board": "analysis.random_boards",
    "shortest_solutions": "analysis.shortest",
    "solve": "solving.solver",
    "solve_many": "solving.batch",
}


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module 'taquin' has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f"taquin.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})
