"""Workers of an executor that lie or die: every run gets one record, and no false solution counts."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from concurrent.futures import Executor, Future
from pathlib import Path
from random import Random
from typing import Any

import pytest

import exhaustive
from figures import Tally
from processes import TAQUIN
from taquin.errors import BackendError
from taquin.experiments import Plan, load
from taquin.experiments.records import FIELDS, Row, key_of, to_line
from taquin.experiments.running.batches import run_on_executor
from taquin.experiments.running.local_runs import run_locally
from taquin.experiments.running.task import RunTask
from taquin.puzzle.board import one_line
from taquin.puzzle.problem import Problem

VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    7,
    10**400,
    1.5,
    float("nan"),
    "",
    "x",
    "UDLR",
    "solved",
    "\ud800",
    [],
    {},
    [[]],
]


class KilledWorker(Exception):
    """The name of the error of dask.distributed for a batch whose workers were lost."""


class Immediate(Executor):
    """Calls everything at once, in this thread."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - as an executor does
            future.set_exception(error)
        return future


def lying(honest: list[Row], random: Random) -> Any:
    """A call that returns false records, something else, or nothing."""

    def call(batch: Sequence[Row]) -> Any:
        match random.randrange(12):
            case 0:
                raise KilledWorker
            case 1:
                return random.choice([None, "x", 5, {}, [None], [[]], ["x"]])
            case 2:
                return random.sample(honest, 2)  # perhaps of other runs
        indices = {row["index"] for row in batch}
        rows = [dict(row) for row in honest if row["index"] in indices for _ in range(random.randint(1, 2))]
        for row in rows:
            for _ in range(random.randint(0, 2)):
                row[random.choice([*FIELDS, "moves", "length", "status"])] = random.choice(VALUES)
        return rows

    return call


def complaint(records: list[Row], tasks: list[RunTask]) -> str:
    """What is wrong with the records that were accepted."""
    if sorted(map(key_of, records)) != sorted(task.key for task in tasks):
        return "not one record for each run"
    boards = {task.key: task.problem for task in tasks}
    for record in records:
        to_line(record)
        problem = boards[key_of(record)]
        assert isinstance(problem, Problem)
        start, goal = bytes(problem.start.state), bytes(problem.goal.state)
        if record["board"] != one_line(problem.start):
            return "another board"
        if record["status"] == "solved" and exhaustive.replay(start, record["moves"] or "", record["columns"]) != goal:
            return f"a false solution: {record['moves']}"
    return ""


@pytest.mark.parametrize("count", [30, pytest.param(3_000, marks=pytest.mark.attack)])
def test_lying_workers(count: int, tally: Tally) -> None:
    tasks = Plan(("random(2x3, count=6, seed=1)",), ("astar(manhattan)",)).tasks()
    honest = list(run_locally(tasks, jobs=1))
    for seed in range(count):
        try:
            found = list(run_on_executor(tasks, Immediate(), lambda: 2, call=lying(honest, Random(seed))))
            tally.add(complaint(found, tasks), seed)
        except BackendError:
            tally.add("", seed)
        except Exception as error:  # noqa: BLE001 - every other error is a complaint
            tally.add(repr(error), seed)


LAST = "3 attempts failed; the last one: "
LIAR = """
import os, signal
from pathlib import Path
from taquin.experiments.running import batches

if not hasattr(batches, "honest"):
    batches.honest = batches.run_batch

def run_batch(tasks):
    index, deaths = tasks[0]["index"], Path({deaths!r})
    if index == 1 and len(deaths.read_bytes()) < 2:
        deaths.write_bytes(deaths.read_bytes() + b".")
        os.kill(os.getpid(), signal.SIGKILL)
    if index == 2:
        return "no records"
    if index == 3:
        raise OSError("no space left")
    (row,) = batches.honest(tasks)
    lies = {{
        4: {{"moves": row["moves"][::-1]}},
        5: {{"length": row["length"] - 2}},
        6: {{"index": 7}},
        7: {{"lower_bound": row["length"] + 2}},
    }}
    return [row | lies.get(index, {{}})]

batches.run_batch = run_batch
"""
"""Loaded by every worker of Dask. The first run kills two workers, and six others fail, each in its own way."""


@pytest.mark.attack
def test_lying_workers_of_dask(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    (tmp_path / "deaths").touch()
    (tmp_path / "liar.py").write_text(LIAR.format(deaths=str(tmp_path / "deaths")))
    settings = {"WORKER__PRELOAD": str(tmp_path / "liar.py"), "SCHEDULER__ALLOWED_FAILURES": "1"}
    options = ["-i", "random(2x3, count=9, seed=1)", "-m", "astar(manhattan)", "-o", "r.jsonl", "--dask", "local"]
    done = subprocess.run(
        [*TAQUIN, "experiment", *options, "-j", "2"],
        env=os.environ | {f"DASK_DISTRIBUTED__{name}": value for name, value in settings.items()},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    rows = sorted(load(tmp_path / "r.jsonl"), key=lambda row: row["index"])
    assert done.returncode == 0
    assert "tried again: its worker was lost\n" in done.stderr
    solved = ("solved", None)
    found = [(row["status"], row["error"] and row["error"].removeprefix(LAST).partition(",")[0]) for row in rows]
    assert found == [
        solved,
        ("killed", "its worker returned 'no records' instead of records"),
        ("killed", "its worker failed: OSError: no space left"),
        ("error", "the moves of the solution do not lead to the goal"),
        ("killed", "its worker returned an invalid record: length: found 10"),
        ("killed", "its worker returned an invalid record: it is of another run"),
        ("killed", "its worker returned an invalid record: lower_bound: found 21 for optimal length 19"),
        solved,
        solved,
    ]
    assert all(row["replayed"] for row in rows if row["status"] == "solved")
