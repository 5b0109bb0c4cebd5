"""The core as a WebAssembly module, reached from Python in Pyodide: the same results as the core of this machine.

Runs under Node.js. ``make web-core`` compiles the module (Emscripten), ``make runtime`` fetches Pyodide (npm). Without
them the tests are skipped.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from browser_core_runs import problems, run
from taquin import _native
from taquin.run.budget import OUT_OF_MEMORY

ROOT = Path(__file__).parents[2]
CORE = ROOT / "build" / "web" / "taquin_core.mjs"
RUNTIME = ROOT / "build" / "runtime"
SUPPORT = ROOT / "tests" / "support"
SECONDS = 600

pytestmark = pytest.mark.skipif(not _native.is_available(), reason=_native.describe())

Case = dict[str, Any]


def run_in_pyodide(cases: list[Case], folder: Path) -> list[Any]:
    """The records of the cases in one process of Node.js."""
    node = shutil.which("node")
    pyodide = RUNTIME / "node_modules" / "pyodide"
    if node is None:
        pytest.skip("Node.js is not installed")
    if not CORE.exists():
        pytest.skip("`make web-core` has not compiled the module, which needs Emscripten")
    if not pyodide.exists():
        pytest.skip("`make runtime` has not fetched Pyodide, which needs npm")
    given = folder / "given.json"
    given.write_text(json.dumps(cases), encoding="utf-8")
    command = [node, SUPPORT / "browser_python.mjs", pyodide, RUNTIME / "wheels", CORE, ROOT]
    done = subprocess.run(
        [*map(str, command), str(SUPPORT / "browser_core_runs.py"), str(given)],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    records: list[Any] = json.loads(done.stdout)
    return records


def searches(shapes: list[tuple[int, int]], moves: int, seed: int, methods: list[str], **limits: int) -> list[Case]:
    return [
        {"function": "search", "board": board, "goal": goal, "method": method, **limits}
        for (board, goal), method in product(problems(shapes, moves, seed), methods)
    ]


OPTIONS = [
    "ida_star(linear_conflict, lookback=8)",
    "ida_star(pdb(symmetry=false), lookback=5)",
    "astar(pdb(symmetry=false), tie_break=lifo)",
    "astar(manhattan, tie_break=low-h)",
    "wastar(linear_conflict, weight=1.5)",
    "ara_star(manhattan, weight=5)",
    "ees(manhattan, weight=1.2)",
]


def all_cases() -> list[Case]:
    """One search of each kind, and every way to end one early."""
    methods = ["dfs", "dfs(frontier=stack)", "iddfs", "dls(limit=12, undo=true)"]
    methods += [
        "bfs",
        "bidirectional",
        "astar(linear_conflict)",
        "nbs(walking_distance)",
        "mm(manhattan)",
        "bae_star(manhattan, weight=1.2)",
        "ida_star(pdb)",
    ]
    methods.append("ida_star(walking_distance)")
    return [
        *searches([(3, 3)], 200, 1, [*methods, "constructive"], nodes=20_000),
        *searches([(3, 3)], 12, 2, methods, cap=1_000),
        *searches([(4, 4)], 500, 3, ["anytime(seed=3)"], nodes=5_000),
        *searches([(3, 3)], 30, 4, OPTIONS, nodes=20_000),
        *searches([(3, 3)], 40, 5, ["ida_star(pdb)"], is_ranked=True),
        {"function": "distances", "goal": "1 2 3 / 4 0 5", "depth": 20},
        {"function": "ended", "method": "bfs", "memory": 20_000_000},
        {"function": "ended", "method": "ida_star(manhattan)", "time": 0.1},
        {"function": "cancelled", "method": "ida_star(manhattan)"},
        {"function": "raised_by_poll"},
        {"function": "wrong_arguments"},
    ]


@pytest.mark.slow  # test_engines.py compares responses of both
def test_results_are_those_of_the_core_of_this_machine(tmp_path: Path) -> None:
    cases = all_cases()
    *found, crash, exhausted = run_in_pyodide(
        [*cases, {"function": "crashed"}, {"function": "exhausted_memory"}], tmp_path
    )
    for case, record in zip(cases, found, strict=True):
        assert record == json.loads(json.dumps(run(case))), case
    assert crash == "RangeError: no room"
    assert exhausted == [["limit", OUT_OF_MEMORY], run({"function": "ended", "method": "bfs", "nodes": 1000})]
