"""Hostile files: records of experiments and traces with values and names that no run writes."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from figures import Tally, complain
from hostile import VALUES, has_elements, hostile_trace, is_well_formed
from taquin.cli import run
from taquin.experiments.record import FIELDS
from taquin.solving.solver import solve
from taquin.trace.formats import write_lines
from taquin.trace.recorder import Recorder

METHODS = ("astar(manhattan)", "bfs")


def record(random: Random) -> dict[str, Any]:
    """A valid record of a solved run."""
    found: dict[str, Any] = dict.fromkeys(FIELDS)
    found |= {"version": 1, "experiment": "e", "instances": "hardest8", "index": random.randint(1, 3)}
    found |= {"method": random.choice(METHODS), "repetition": 1, "status": "solved", "spec": {"methods": [*METHODS]}}
    found |= {"length": 31, "replayed": True, "quality": "optimal", "optimum": 31, "lower_bound": 31, "cores": 2}
    found |= {"cpu_seconds": random.random(), "expanded": 9, "tables": [], "iterations": [], "time_limit": 1.0}
    return found


def hostile_record(random: Random) -> dict[str, Any]:
    """A record with one to three fields exchanged, or fields of its plan."""
    found = record(random)
    for _ in range(random.randint(1, 3)):
        found[random.choice(list(FIELDS))] = random.choice(VALUES)
    if isinstance(found["spec"], dict) and random.random() < 0.2:
        found["spec"] = {**found["spec"], random.choice(["methods", "repeat", "time", "x"]): random.choice(VALUES)}
    return found


def shows_controls(text: str) -> str:
    return "control characters" if any(not each.isprintable() and each != "\n" for each in text) else ""


def has_formulas(text: str) -> str:
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    return "a formula" if any(re.match(r"[=@+\t\r]|-(?![\d.])", cell) for cell in cells) else ""


FORMS: dict[str, Callable[[str], str]] = {
    "text": shows_controls,
    "markdown": lambda text: shows_controls(text) or has_elements(text),
    "latex": shows_controls,
    "csv": has_formulas,
    "html": has_elements,
}


@pytest.mark.parametrize("count", [20, pytest.param(1_000, marks=pytest.mark.attack)])
@pytest.mark.parametrize("form", [name for name in FORMS if name != "html"])
def test_hostile_records(
    form: str, count: int, tally: Tally, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    attack_report(form, count, tally, tmp_path, capfd)


@pytest.mark.attack
def test_hostile_records_on_a_page_with_charts(tally: Tally, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    attack_report("html", 40, tally, tmp_path, capfd)


def attack_report(form: str, count: int, tally: Tally, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Report on files with three valid records and three hostile ones."""
    random = Random(form)
    path = folder / "results.jsonl"
    for _ in range(count):
        rows = [record(random) for _ in range(3)] + [hostile_record(random) for _ in range(3)]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        code = run(["report", str(path), "--format", form])
        output, error = capfd.readouterr()
        complaint = FORMS[form](output) if code in (0, 2) and output else f"code {code}: {error[-300:]}"
        tally.add(complaint, rows[3:])


# Traces -------------------------------------------------------------------------------------------------------------


def has_commands(text: str) -> str:
    code = [line for line in text.splitlines() if not line.startswith("%")]  # not a comment
    return "a command of a name" if any("\\input" in line for line in code) else ""


def is_json(text: str) -> str:
    return complain(lambda: json.loads(text))


TREES: dict[str, Callable[[str], str]] = {
    "text": shows_controls,
    "svg": is_well_formed,
    "tikz": lambda text: shows_controls(text) or has_commands(text),
    "json": is_json,
}


@pytest.mark.parametrize("count", [10, pytest.param(500, marks=pytest.mark.attack)])
@pytest.mark.parametrize("form", [*TREES, "trace"])
def test_hostile_traces(form: str, count: int, tally: Tally, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    random, recorder = Random(form), Recorder()
    solve("1 2 3 / 4 0 5 / 7 8 6", algorithm="astar", observer=recorder)
    lines = list(write_lines(recorder.trace()))
    path = tmp_path / "trace.jsonl"
    for _ in range(count):
        path.write_text("\n".join(hostile := hostile_trace(lines, random)), encoding="utf-8")
        command = ["trace", "--read", str(path)] if form == "trace" else ["tree", "--read", str(path), "--format", form]
        code = run(command)
        output, error = capfd.readouterr()
        if code not in (0, 1, 2, 3, 130) or "internal error" in error or (code == 2 and output):
            complaint = f"code {code}: {error[-300:]}"
        else:
            complaint = TREES.get(form, shows_controls)(output) if output else ""
        tally.add(complaint, [hostile[0], hostile[-1]])
