"""Taquin solves sliding-tile puzzles and shows how the search found the solution.

>>> import taquin
>>> result = taquin.solve("1 2 3 / 4 0 5 / 6 7 8")
>>> result.length, result.quality.value, str(result.solution)
(14, 'optimal', 'RDLLURDRULLDRR')

The public names are in ``__all__``. Each is imported when it is first used (PEP 562), which makes ``import
taquin`` fast. ``__init__.pyi`` declares them for editors and type checkers.
"""

from __future__ import annotations

__version__ = "0.1.0"

_NAMES = {
    "analysis.compare": ["compare"],
    "analysis.comparison": ["BoardsComparison", "Comparison"],
    "analysis.estimate": ["estimate"],
    "analysis.examine": ["Examination", "examine"],
    "analysis.grading": ["Judgement", "grade"],
    "analysis.hints": ["Hint", "hint"],
    "analysis.random_boards": ["random_board"],
    "analysis.shortest": ["ShortestSolutions", "shortest_solutions"],
    "analysis.solution_graph": ["SolutionGraph"],
    "analysis.verify": ["Verification", "verify"],
    "errors": [
        "AlgorithmError",
        "BackendError",
        "BoardError",
        "FormatError",
        "HeuristicError",
        "InternalError",
        "LimitError",
        "MoveError",
        "SpaceError",
        "SpecError",
        "TableError",
        "TaquinError",
        "TraceError",
    ],
    "experiments.instances": ["list_instances"],
    "heuristics.base": ["Explanation", "Heuristic"],
    "heuristics.pattern_database": ["PatternDatabases"],
    "judging.counts": ["CountsReport", "explain_counts"],
    "judging.judge": ["judge"],
    "judging.marks": ["Marks", "mark"],
    "judging.report": ["ProgramReport"],
    "puzzle.board": ["Board", "State"],
    "puzzle.documents": ["read_boards"],
    "puzzle.geometry": ["Shape"],
    "puzzle.moves": ["Move"],
    "puzzle.problem": ["Problem", "ReversibleSpace", "Solvability", "StateSpace", "WeightedSpace", "check"],
    "puzzle.solution": ["Solution"],
    "render.draw": ["Picture", "draw"],
    "render.records": ["list_algorithms", "list_goals", "list_heuristics"],
    "run.limits": ["Cancellation", "Limits"],
    "run.observer": ["Observer"],
    "run.progress": ["BatchProgress", "Improvement", "Progress"],
    "run.result": ["Quality", "Result", "Stats", "Status"],
    "solving.asynchronous": ["solve_async"],
    "solving.batch": ["solve_many"],
    "solving.graphs": ["Graph"],
    "solving.solver": ["solve"],
    "solving.spaces": ["SpaceResult", "search"],
    "tables.distances": ["DistanceTable"],
    "trace.recorder": ["Recorder"],
    "trace.trace": ["Trace"],
}
"""The public names, by the module that defines them."""
_MODULES = dict(sorted((name, f"taquin.{module}") for module, names in _NAMES.items() for name in names))
_FOLDERS = ("experiments", "gym", "notebook")
"""The folders that are reached without an import: ``taquin.experiments.instance_set``."""

__all__ = ["__version__", *_MODULES]  # noqa: PLE0604


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in _FOLDERS:
        return import_module(f"taquin.{name}")
    if name not in _MODULES:
        from taquin.puzzle.guesses import missing_attribute

        raise missing_attribute(__name__, name, __all__)
    value: object = getattr(import_module(_MODULES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, *_FOLDERS])
