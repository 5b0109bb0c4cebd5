"""A script for ``test_core_faults.py``: repeats short runs of every kind, and makes another call fail each time.

``core_fault_runs.py KIND STEP NAME…`` prints, for every run, the number of calls of this kind, of those that failed,
and of the runs that nevertheless succeeded. It stops with an error at the first run that neither succeeds nor fails
cleanly, leaves a thread behind, or affects the next run.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread

from core_faults import Faults, Kind
from taquin import _native
from taquin.errors import TaquinError
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import make_goal
from taquin.puzzle.moves import blank_targets
from taquin.run.result import Result, Status
from taquin.solving.solver import solve
from taquin.tables.pdb.build import build
from taquin.tables.pdb.pattern import Pattern
from taquin.tables.ranked_distances import _core_ranking
from taquin.tables.symmetry import StateRanking
from waiting import wait_until

EASY = "1 2 3 4 / 5 6 7 8 / 9 10 0 12 / 13 14 11 15"
HARD = "8 6 7 / 2 5 4 / 3 0 1"
FIFTEEN = "3 10 7 1 / 6 0 2 4 / 11 8 12 15 / 5 9 13 14"
LARGE = "15 2 1 12 9 / 8 5 6 11 20 / 4 19 10 7 3 / 14 13 16 17 18 / 21 22 23 24 0"

core = _native.core


def solving(board: str, method: str) -> Callable[[], object]:
    return lambda: solve(board, algorithm=method, backend="native")


def distances(shape: str, threads: int) -> object:
    ranking = StateRanking(make_goal(None, shape))
    table = bytearray(len(ranking))
    counts = core.fill_distances(_core_ranking(ranking.form), table, threads, None)
    return counts, hash(bytes(table))


def database() -> object:
    entries = build(Pattern(Shape(4, 4), blank=15, homes=(0, 1, 2, 4)), threads=3)
    assert entries is not None
    return hash(bytes(entries))


def slides() -> object:
    """A database for slides on 2×4, and a search with it."""
    views = []
    for tiles in (bytes([1, 2, 3, 4, 5, 6]), bytes([2, 3, 4, 5, 6, 7])):
        table = bytearray(8 * 210**2)
        core.fill_slide_database(2, 4, 0, tiles, table, 3, None)
        views.append((bytes(range(8)), tiles, bytes(table)))
    databases = core.SlideDatabases(2, 4, 2, 4, tuple(views))
    return core.search_slides(databases, bytes([1, 2, 3, 7, 4, 0, 5, 6]), 10_000, 100, None).moves


def detours() -> object:
    found = core.build_detours(core.Grid(blank_targets(Shape(3, 4))), 8, None)
    assert found is not None
    return found.following


def own_space() -> object:
    """A search of a space in Python: the core has the nodes."""
    functions = (lambda state: [(0, state + 1), (1, 2 * state)], lambda state: state == 1000)
    return core.search_space(0, 0, *functions, None, None, None, None, None, lambda *counts: 2**40, 1, 0, "fifo", 1000)


RUNS: dict[str, Callable[[], object]] = {
    "astar": solving(HARD, "astar(manhattan)"),
    "astar_with_lines": solving(HARD, "astar(linear_conflict)"),
    "astar_with_maximum": solving(HARD, "astar(max(manhattan, walking_distance))"),
    "ara_star": solving(HARD, "ara_star(manhattan, weight=5)"),
    "bfs": solving("1 2 3 / 4 0 5 / 7 8 6", "bfs"),
    "depth_first": solving("1 2 3 / 4 0 5 / 7 8 6", "dfs"),
    "depth_first_with_stack": solving("1 2 3 / 4 0 5 / 7 8 6", "dfs(frontier=stack)"),
    "deepening": solving("1 2 3 / 4 0 5 / 7 8 6", "iddfs"),
    "bidirectional": solving(HARD, "bidirectional"),
    "bidirectional_astar": solving(HARD, "bidirectional_astar(max(manhattan, walking_distance))"),
    "ida_star": solving(HARD, "ida_star(manhattan, lookback=8)"),
    "ida_star_with_databases": solving(HARD, "ida_star(pdb)"),
    "ida_star_on_threads": solving(FIFTEEN, "ida_star(manhattan, threads=3)"),
    "constructive": solving(EASY, "constructive"),
    "constructive_on_5x5": solving(LARGE, "constructive"),
    "anytime": solving(EASY, "anytime(width=16, threads=1)"),
    "database": database,
    "detours": detours,
    "slides": slides,
    "own_space": own_space,
    "distances": lambda: distances("2x4", 1),
    "distances_on_threads": lambda: distances("2x5", 3),
}


def summary(outcome: object) -> object:
    """What must be the same in every run: the time is left out."""
    if not isinstance(outcome, Result):
        return outcome
    return outcome.status, outcome.solution, outcome.stats, outcome.lower_bound


def is_clean(outcome: object) -> bool:
    """Whether a run failed cleanly: out of memory, with a one-line message. ARA* may have a solution."""
    if isinstance(outcome, Result):
        return outcome.status in (Status.LIMIT, Status.SOLVED) and outcome.reason == "out of memory"
    return isinstance(outcome, MemoryError) or (isinstance(outcome, TaquinError) and "\n" not in str(outcome))


def count_threads() -> int:
    return len(list(Path("/proc/self/task").iterdir()))


def repeat(name: str, kind: Kind, step: int) -> tuple[int, int, int]:
    work, faults = RUNS[name], Faults()
    expected = summary(work())  # loads everything that is loaded once
    threads = count_threads()
    calls = faults.count(kind, work)
    failed = unharmed = 0
    for call in range(1, calls + 1, step):
        for lasts in (False, True):
            calls_to_fail = f"call {call} of {calls}{' and later ones' if lasts else ''}"
            print(f"{name}: {calls_to_fail} fail", file=sys.stderr, flush=True)
            outcome = faults.fail(kind, call, work, lasts=lasts)
            assert summary(outcome) == expected or is_clean(outcome), repr(outcome)
            wait_until(lambda: count_threads() <= threads)  # the system lists an ended thread a little longer
            failed += 1
            unharmed += summary(outcome) == expected
            del outcome
        assert summary(work()) == expected
    return calls, failed, unharmed


if __name__ == "__main__":
    refused = Faults().fail(Kind.THREAD_START, 1, Thread(target=int).start, lasts=False)
    assert isinstance(refused, RuntimeError), "the library makes no call fail"
    print(json.dumps({name: repeat(name, Kind[sys.argv[1]], int(sys.argv[2])) for name in sys.argv[3:]}))
