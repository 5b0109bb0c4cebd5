"""Taquin solves sliding-tile puzzles and shows how the search found the solution.

>>> import taquin
>>> result = taquin.solve("1 2 3 / 4 0 5 / 6 7 8")
>>> result.length, result.quality.value, str(result.solution)
(14, 'optimal', 'RDLLURDRULLDRR')

The public names are in ``__all__``. Each is imported when it is first used, so that ``import taquin`` is fast.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, which takes a while to import

__version__ = "0.1.0"

if TYPE_CHECKING:
    from taquin.analysis.compare import Comparison, compare
    from taquin.analysis.estimate import estimate
    from taquin.analysis.examine import Examination, examine
    from taquin.analysis.grading import Judgement, grade
    from taquin.analysis.hints import Hint, hint
    from taquin.analysis.random_boards import random_board
    from taquin.analysis.shortest import ShortestSolutions, shortest_solutions
    from taquin.analysis.solution_graph import SolutionGraph
    from taquin.analysis.verify import Verification, verify
    from taquin.errors import (
        AlgorithmError,
        BackendError,
        BoardError,
        FormatError,
        HeuristicError,
        InternalError,
        LimitError,
        MoveError,
        SpaceError,
        SpecError,
        TableError,
        TaquinError,
        TraceError,
    )
    from taquin.heuristics.base import Explanation, Heuristic
    from taquin.heuristics.pattern_database import PatternDatabases
    from taquin.puzzle.board import Board, State
    from taquin.puzzle.formats.files import read_boards
    from taquin.puzzle.geometry import Shape
    from taquin.puzzle.moves import Move
    from taquin.puzzle.problem import Problem, ReversibleSpace, Solvability, StateSpace, WeightedSpace, check
    from taquin.puzzle.solution import Solution
    from taquin.render.draw import Picture, draw
    from taquin.run.limits import Cancellation, Limits
    from taquin.run.observer import Observer
    from taquin.run.progress import BatchProgress, Improvement, Progress
    from taquin.run.result import Quality, Result, Stats, Status
    from taquin.solving.asynchronous import solve_async
    from taquin.solving.batch import solve_many
    from taquin.solving.solver import solve
    from taquin.solving.spaces import SpaceResult, search
    from taquin.tables.distances import DistanceTable
    from taquin.trace.recorder import Recorder
    from taquin.trace.trace import Trace

__all__ = [
    "__version__",
    "AlgorithmError",
    "BackendError",
    "BatchProgress",
    "Board",
    "BoardError",
    "Cancellation",
    "Comparison",
    "DistanceTable",
    "Examination",
    "Explanation",
    "FormatError",
    "Heuristic",
    "HeuristicError",
    "Hint",
    "Improvement",
    "InternalError",
    "Judgement",
    "LimitError",
    "Limits",
    "Move",
    "MoveError",
    "Observer",
    "PatternDatabases",
    "Picture",
    "Problem",
    "Progress",
    "Quality",
    "Recorder",
    "Result",
    "ReversibleSpace",
    "Shape",
    "ShortestSolutions",
    "Solution",
    "SolutionGraph",
    "Solvability",
    "SpaceError",
    "SpaceResult",
    "SpecError",
    "State",
    "StateSpace",
    "Stats",
    "Status",
    "TableError",
    "TaquinError",
    "Trace",
    "TraceError",
    "Verification",
    "WeightedSpace",
    "check",
    "compare",
    "draw",
    "estimate",
    "examine",
    "grade",
    "hint",
    "random_board",
    "read_boards",
    "search",
    "shortest_solutions",
    "solve",
    "solve_async",
    "solve_many",
    "verify",
]

_MODULES = {
    "AlgorithmError": "errors",
    "BackendError": "errors",
    "BatchProgress": "run.progress",
    "Board": "puzzle.board",
    "BoardError": "errors",
    "Cancellation": "run.limits",
    "Comparison": "analysis.compare",
    "DistanceTable": "tables.distances",
    "Examination": "analysis.examine",
    "Explanation": "heuristics.base",
    "FormatError": "errors",
    "Heuristic": "heuristics.base",
    "HeuristicError": "errors",
    "Hint": "analysis.hints",
    "Improvement": "run.progress",
    "InternalError": "errors",
    "Judgement": "analysis.grading",
    "LimitError": "errors",
    "Limits": "run.limits",
    "Move": "puzzle.moves",
    "MoveError": "errors",
    "Observer": "run.observer",
    "PatternDatabases": "heuristics.pattern_database",
    "Picture": "render.draw",
    "Problem": "puzzle.problem",
    "Progress": "run.progress",
    "Quality": "run.result",
    "Recorder": "trace.recorder",
    "Result": "run.result",
    "ReversibleSpace": "puzzle.problem",
    "Shape": "puzzle.geometry",
    "ShortestSolutions": "analysis.shortest",
    "Solution": "puzzle.solution",
    "SolutionGraph": "analysis.solution_graph",
    "Solvability": "puzzle.problem",
    "SpaceError": "errors",
    "SpaceResult": "solving.spaces",
    "SpecError": "errors",
    "State": "puzzle.board",
    "StateSpace": "puzzle.problem",
    "Stats": "run.result",
    "Status": "run.result",
    "TableError": "errors",
    "TaquinError": "errors",
    "Trace": "trace.trace",
    "TraceError": "errors",
    "Verification": "analysis.verify",
    "WeightedSpace": "puzzle.problem",
    "check": "puzzle.problem",
    "compare": "analysis.compare",
    "draw": "render.draw",
    "estimate": "analysis.estimate",
    "examine": "analysis.examine",
    "grade": "analysis.grading",
    "hint": "analysis.hints",
    "random_board": "analysis.random_boards",
    "read_boards": "puzzle.formats.files",
    "search": "solving.spaces",
    "shortest_solutions": "analysis.shortest",
    "solve": "solving.solver",
    "solve_async": "solving.asynchronous",
    "solve_many": "solving.batch",
    "verify": "analysis.verify",
}


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in ("experiments", "gym", "notebook"):
        return import_module(f"taquin.{name}")
    if name not in _MODULES:
        import sys

        from taquin.puzzle.guesses import MODULE, missing_attribute

        raise missing_attribute(sys.modules[__name__], name, MODULE)
    value: object = getattr(import_module(f"taquin.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})
