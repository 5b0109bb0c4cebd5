"""A clock that jumps by a day, a year or back to 1970: limits, records and checks of tables do not depend on it."""

from __future__ import annotations

import os
import time
from itertools import count
from pathlib import Path

import pytest

from figures import Tally
from taquin import Limits, Status, _native, solve
from taquin.experiments.records import load
from taquin.experiments.running import local_runs
from taquin.experiments.running.experiment import run_experiment
from taquin.experiments.running.plan import Plan
from taquin.tables.cache import CacheFile
from taquin.tables.storage import loading
from taquin.tables.storage.folder import CacheError

DAY = 24 * 3600
JUMPS = {"a day back": -DAY, "a day forwards": DAY, "a year forwards": 365 * DAY, "back to 1970": -time.time() + DAY}
FEW = {"a day back"}
BOARD = "8 6 7 / 2 5 4 / 3 0 1"
OWN = """
def fails(space): raise KeyError("x")
"""

jumps = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in FEW else [pytest.mark.attack]) for name in JUMPS]
)


@jumps
def test_limits_do_not_see_a_jump(name: str, monkeypatch: pytest.MonkeyPatch, tally: Tally) -> None:
    """Every look at the clock finds another jump."""
    real, jump, calls = time.time, JUMPS[name], count()
    monkeypatch.setattr(time, "time", lambda: real() + next(calls) % 2 * jump)
    monkeypatch.setattr(time, "time_ns", lambda: int((real() + next(calls) % 2 * jump) * 10**9))
    for method in ("astar(manhattan)", "ida_star(pdb(4-4))", "anytime", "bfs"):
        for backend in ("python", "native") if _native.is_available() else ("python",):
            result = solve(BOARD, algorithm=method, time=3000, backend=backend)
            seconds = result.seconds
            is_right = result.status is Status.SOLVED and result.length == 31 and 0 <= seconds < 3000
            tally.add("" if is_right else f"{result.status}, {seconds} s", (name, method, backend))
    assert tally.failures == []


@jumps
def test_records_have_no_negative_times(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tally: Tally
) -> None:
    """Such a record would be left out of a report, and its file refused when the experiment is resumed."""
    (tmp_path / "own.py").write_text(OWN)
    (tmp_path / "boards.txt").write_text(BOARD)
    real, calls = time.time, count(1)
    monkeypatch.setattr(local_runs, "time", lambda: max(real() + next(calls) * JUMPS[name], 0))
    plan = Plan((str(tmp_path / "boards.txt"),), ("bfs", f"{tmp_path}/own.py:fails"), limits=Limits(nodes=1000))
    for _ in range(2):  # the second resumes
        run_experiment(plan, tmp_path / "r.jsonl", jobs=1)
    rows = load(tmp_path / "r.jsonl")
    assert {row["status"] for row in rows} == {"limit", "error"}
    for row in rows:
        is_right = row["wall_seconds"] >= 0 and row["started"] <= row["finished"]
        tally.add("" if is_right else f"{row['wall_seconds']} s from {row['started']} to {row['finished']}", name)
    assert tally.failures == []


@jumps
def test_a_change_of_a_table_after_a_jump_is_noticed(
    name: str, monkeypatch: pytest.MonkeyPatch, own_cache: Path, tally: Tally
) -> None:
    monkeypatch.setattr(loading, "LARGEST_COPY", 0)
    file, table = CacheFile("numbers.table", "numbers", 1, {}), bytes(range(256)) * 100
    for jumps_before in (True, False):  # before the check or after it
        began = time.time_ns()
        file.write(table, {})
        os.utime(file.path, ns=(began, began))
        later = began + int(JUMPS[name] * 10**9)
        with monkeypatch.context() as clock:
            clock.setattr(time, "time_ns", lambda now=later if jumps_before else began + 10**10: now)
            assert file.open() is not None
            content = bytearray(file.path.read_bytes())
            content[-1] ^= 1
            file.path.write_bytes(content)
            os.utime(file.path, ns=(later, later))
            try:
                stored = file.open()
                tally.add(f"used: {stored}", (name, jumps_before))
            except CacheError:
                tally.add("")
    assert tally.failures == []
