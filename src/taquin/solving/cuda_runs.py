"""Runs on a GPU: which methods it supports, for one board or for many at the same time.

``taquin.gpu`` and NumPy are imported when a run begins, so that other backends do not need them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from taquin.puzzle.board import Board
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric
from taquin.run.execution import execute
from taquin.run.result import Outcome, Result
from taquin.run.run import Run
from taquin.solving.heuristic_choice import HeuristicChoice, make_heuristic
from taquin.solving.method import Method
from taquin.solving.results import make_result
from taquin.tables.pdb.pattern import Partition, parse_partition

BATCH = 16_384  # the most boards that are searched at the same time
MOST_CELLS_IN_BATCH = 20
"""Boards of more cells are searched one after another: each fills the GPU, and a beam helps to find its solution."""
_MAXIMUM_CELLS = 36
_MAXIMUM_CELLS_OF_BEAM = 100


def unsupported_reason(problem: Problem, method: Method) -> str:
    """Why the GPU does not run this method on this problem; empty if it does. Does not look for a GPU."""
    shape = problem.shape
    if problem.metric is not Metric.MOVES:
        return "it has no search for fewest slides"
    if not method.has_usual_order:
        return "it makes successors in the order UDLR only"
    if method.algorithm.key == "beam":
        is_learned = method.heuristic is not None and method.heuristic == make_heuristic("learned")
        is_small = not shape.is_line and shape.cells <= _MAXIMUM_CELLS_OF_BEAM
        return "" if is_learned and is_small else f"its beam takes learned, and up to {_MAXIMUM_CELLS_OF_BEAM} cells"
    if method.algorithm.key != "ida_star":
        return f"it has only ida_star and beam, not {method.algorithm.key}"
    if shape.is_line or shape.cells > _MAXIMUM_CELLS:
        return f"it takes boards of up to {_MAXIMUM_CELLS} cells with two rows and two columns or more"
    if method.heuristic is None or not _databases(method.heuristic):
        return "it has only pattern databases: pdb, or the maximum of several"
    return ""


def fits_batch(problem: Problem) -> bool:
    """Whether IDA* searches the problem at the same time as others of its goal."""
    is_small = problem.shape.cells <= MOST_CELLS_IN_BATCH and problem.metric is Metric.MOVES
    return is_small and problem.is_solvable


def card_name() -> str:
    """The name of the card. Raises ``BackendError`` unless there are CuPy and a card."""
    from taquin.gpu.card import open_card

    name: str = open_card().name
    return name


def load(problem: Problem, method: Method) -> Any:
    """Build the databases and compile the kernels. Those of the last goal and method stay on the card."""
    if method.algorithm.key == "beam":
        from taquin.gpu.beam import open_beam

        return open_beam(problem.goal)
    from taquin.gpu.ida_star import open_engine

    assert method.heuristic is not None, method.text
    choices = [dict(choice.options) for choice in _databases(method.heuristic)]
    partitions = tuple(
        (_parse(str(options["partition"]), problem.goal), bool(options["symmetry"])) for options in choices
    )
    return open_engine(problem.goal, partitions, int(dict(method.options)["lookback"]))


def run_on_card(problem: Problem, method: Method, run: Run) -> Outcome:
    opened = load(problem, method)
    outcome: Outcome
    if method.algorithm.key == "beam":
        outcome = opened.solve(problem.start, run, int(dict(method.options)["width"]))
    else:
        outcome = opened.solve(problem.start, run)
    return outcome


def run_many_on_card(problems: Sequence[Problem], method: Method, run: Run) -> list[Result]:
    """Solve solvable problems of one goal at the same time. Each has the limits, and the time of the whole batch."""
    method = method.resolved(problems[0].goal, "cuda")
    outcomes: list[Outcome] = []

    def search() -> Outcome:
        solved: list[Outcome] = load(problems[0], method).solve_many([problem.start for problem in problems], run)
        outcomes.extend(solved)
        return solved[0]

    first = execute(search, run, dict)
    outcomes = outcomes or [first] * len(problems)  # it was stopped while the databases were built
    seconds = run.elapsed()
    return [
        make_result(problem, method, outcome, seconds, "cuda")
        for problem, outcome in zip(problems, outcomes, strict=True)
    ]


def _databases(choice: HeuristicChoice) -> list[HeuristicChoice]:
    """The pattern databases that a heuristic consists of; empty if there is anything else in it."""
    if choice.spec is None or choice.made is not None:
        return []
    if choice.spec.key == "pdb":
        return [choice]
    lists = [_databases(part) for part in choice.parts]
    return [database for part in lists for database in part] if lists and all(lists) else []


@lru_cache(maxsize=16)
def _parse(text: str, goal: Board) -> Partition:
    return parse_partition(text, goal)
