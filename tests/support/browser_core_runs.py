"""Runs of the native core as records that can be compared.

``tests/web/test_browser_core.py`` imports this for the core of this machine, and runs it as a script in Pyodide, where
the core is a WebAssembly module. The variable ``given`` then has the cases as JSON.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import taquin
from taquin import _native
from taquin.analysis.random_boards import random_board, scrambled_board
from taquin.errors import HeuristicError
from taquin.heuristics import pattern_database
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import blank_targets
from taquin.puzzle.problem import Problem
from taquin.run.limits import Cancellation, PolledCancellation
from taquin.solving.native_heuristics import make_pattern_sum
from taquin.tables.ranked_distances import RankedDistances
from taquin.trace.recorder import Recorder

HARD = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1"  # 80 moves: no search here ends soon


def run(case: dict[str, Any]) -> Any:
    """The record of a case: the function that it names, called with its other entries."""
    case = dict(case)
    return FUNCTIONS[case.pop("function")](**case)


def search(
    board: str, goal: str, method: str, *, cap: int = 0, is_ranked: bool = False, **limits: float
) -> dict[str, Any]:
    """The result of a search, and its first events if ``cap`` is not 0. ``is_ranked`` chooses the compact tables."""
    largest, pattern_database.LARGEST_DIRECT = pattern_database.LARGEST_DIRECT, 0 if is_ranked else 10**8
    make_pattern_sum.cache_clear()
    recorder = Recorder(cap=cap) if cap else None
    try:
        result = taquin.solve(board, goal, algorithm=method, observer=recorder, backend="native", **limits)  # type: ignore[arg-type]
    except HeuristicError as error:  # a table would be too large
        return {"error": str(error)}
    finally:
        pattern_database.LARGEST_DIRECT = largest
    events = [] if recorder is None else [str(event) for event in recorder.trace().events]
    return {**result.to_dict(), "seconds": 0, "events": events}


def distances(goal: str, depth: int) -> list[Any]:
    """The number of states at each distance, and the states at one."""
    table = RankedDistances(Board(goal), is_stored=False)
    return [list(table.counts), [list(state) for state in table.states_at(depth)]]


def ended(method: str, **limits: float) -> list[str]:
    """The status of a search of the hard board, and why it ended."""
    result = taquin.solve(HARD, algorithm=method, backend="native", **limits)  # type: ignore[arg-type]
    return [str(result.status), result.reason]


def cancelled(method: str) -> list[Any]:
    """Cancelled at the third question: the status, and that nodes were expanded before."""
    questions: list[None] = []

    def is_cancelled() -> bool:
        questions.append(None)
        return len(questions) == 3

    cancellation: Cancellation = PolledCancellation(is_cancelled)
    result = taquin.solve(HARD, algorithm=method, backend="native", cancellation=cancellation)
    return [str(result.status), result.stats.expanded > 0]


def raised_by_poll() -> str:
    """An exception of ``should_stop`` reaches the caller, and the next search works."""
    core: Any = _native.load()
    problem = Problem(HARD)
    grid = core.Grid(blank_targets(problem.shape))

    def fail(*numbers: int) -> bool:
        raise KeyError(*map(type, numbers))

    boards = (grid, problem.start.state, problem.goal.state)
    try:
        core.breadth_first(*boards, 2**64 - 1, 2**30, 0, fail)
    except KeyError as error:
        status: str = core.breadth_first(*boards, 100, 2**30, 0, None).status.name
        return f"{error.args} {status}"
    return "no error"


def wrong_arguments() -> list[str]:
    """The errors of calls that must fail."""
    core: Any = _native.load()
    grid = core.Grid(blank_targets(Shape(2, 2)))
    costs = core.TileSum(grid, bytes(16))
    solved = bytes([1, 2, 3, 0])
    calls: list[Callable[[], object]] = [
        lambda: core.Grid(array("b", bytes(3))),
        lambda: core.TileSum(grid, bytes(3)),
        lambda: core.Maximum(grid, ()),
        lambda: core.build_detours(grid, 1, None),
        lambda: core.ida_star(grid, bytes(4), solved, costs, None, 1, 9, 9, 0, None),
        lambda: core.best_first(grid, solved, solved, costs, -1, 1.0, "fifo", 9, 9, 0, None),
        lambda: core.best_first(grid, solved, solved, costs, 1, 1.0, "other", 9, 9, 0, None),
        lambda: core.breadth_first(grid, solved, solved, 9, -1, 0, None),
        lambda: core.PatternBuild(grid, bytes([9]), 0, 1),
        lambda: core.direct_entries(4, 1, bytes(3)),
    ]
    errors = []
    for call in calls:
        try:
            errors.append(f"no error: {call()}")
        except ValueError as error:
            errors.append(str(error))
    return errors


def exhausted_memory() -> list[list[str]]:
    """Only in Pyodide. A search without memory, and one after that: the status of each, and why it ended."""
    from taquin.web.browser import core_calls

    block = 1 << 26
    blocks = []
    while address := core_calls._module._malloc(block):
        blocks.append(address)
    without = ended("bfs")
    for address in blocks:
        core_calls._module._free(address)
    return [without, ended("bfs", nodes=1000)]


def crashed() -> str:
    """Only in Pyodide. What a search raises if a function of the module fails in JavaScript."""
    from pyodide.code import run_js  # type: ignore[import-not-found]

    from taquin.web.browser import core_calls

    function = core_calls._module._taquin_breadth_first
    core_calls._module._taquin_breadth_first = run_js("() => { throw new RangeError('no room') }")
    try:
        return f"no error: {ended('bfs')}"
    except core_calls.Crash as error:
        return str(error)
    finally:
        core_calls._module._taquin_breadth_first = function


EVERY: list[Any] = [search, distances, ended, cancelled, raised_by_poll, wrong_arguments, exhausted_memory, crashed]
FUNCTIONS = {function.__name__: function for function in EVERY}


def problems(shapes: list[tuple[int, int]], moves: int, seed: int) -> Iterator[tuple[str, str]]:
    """Boards of these shapes with their goals, random moves apart."""
    rng = Random(seed)
    for shape in shapes:
        goal = random_board(Shape(*shape), rng=rng)
        yield one_line(scrambled_board(goal, moves, rng=rng)), one_line(goal)


if __name__ == "__main__":
    print(json.dumps([run(case) for case in json.loads(globals()["given"])]))
