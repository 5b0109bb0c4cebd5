"""What an appendix needs to repeat the runs: the plan, versions, machines, limits and dates."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from typing import Any

from taquin.experiments.records import Row
from taquin.experiments.report.tables import Table
from taquin.puzzle.words import plural, size_text

_OPTIONS: dict[str, object] = {
    "instances": [],
    "methods": [],
    "repeat": 1,
    "seed": 0,
    "time": None,
    "nodes": None,
    "memory": None,
    "depth": None,
    "clock": "cpu",
    "backend": "auto",
    "goal": None,
    "size": None,
}
"""The options of ``taquin experiment`` that a plan has, with their defaults."""
_FILE = "repeat.jsonl"
"""A new file: repeated into its own file, an experiment would find all its runs done."""


def provenance(rows: Sequence[Row]) -> Table:
    """One row for every fact; several values are separated by semicolons."""
    facts: list[tuple[str, Callable[[Row], str | None]]] = [
        ("command", _command),
        ("boards", lambda row: row["instances"]),
        ("limits", limits_text),
        ("backend", lambda row: row["backend"]),
        ("taquin", lambda row: f"{row['taquin']}{', commit ' + row['commit'] if row['commit'] else ''}"),
        ("native core", lambda row: row["core"] or "none"),
        ("Python", lambda row: row["python"]),
        ("machine", lambda row: f"{row['host']}: {row['cpu']}, {plural(row['cores'] or 0, 'core')}, {row['platform']}"),
        ("tables", lambda row: ", ".join(row["tables"] or ()) or None),
        ("experiment", lambda row: row["experiment"]),
    ]
    cells = [[name, "; ".join(values)] for name, value in facts if (values := _distinct(rows, value))]
    commands = _distinct(rows, _command)
    if len(commands) > 1:  # each experiment needs its own file
        numbered = [text.replace(_FILE, f"repeat-{number}.jsonl") for number, text in enumerate(commands, start=1)]
        cells[0] = ["command", "; ".join(numbered)]
    times = sorted(time for row in rows for time in (row["started"], row["finished"]) if time)
    if times:
        cells.append(["run between", f"{times[0]} and {times[-1]} (UTC)"])
    return Table("How to repeat it", ["what", "value"], cells, left=2, is_prose=True)


def _distinct(rows: Sequence[Row], value: Callable[[Row], str | None]) -> list[str]:
    return list(dict.fromkeys(text for row in rows if (text := value(row))))


def _command(row: Row) -> str:
    """The command that makes the runs of this plan; a defaulted option is left out.

    >>> _command({"spec": {"instances": ["hardest8"], "methods": ["astar(manhattan)"], "repeat": 3, "time": 60.0}})
    "taquin experiment --instances hardest8 --methods 'astar(manhattan)' --repeat 3 --time 60 --output repeat.jsonl"
    """
    spec, words = row["spec"] or {}, ["taquin", "experiment"]
    for name, usual in _OPTIONS.items():
        value = spec.get(name, usual)
        if value == usual:
            continue
        for each in value if isinstance(value, list) else [str(value).removesuffix(".0")]:
            words += ["--limit", f"{name}={each}"] if name in ("nodes", "memory", "depth") else [f"--{name}", each]
    return shlex.join([*words, "--output", _FILE])


def limits_text(row: Row) -> str:
    limits: list[tuple[str, Any, Callable[[Any], str]]] = [
        ("time", row["time_limit"], lambda value: f"{value:g} s"),
        ("nodes", row["node_limit"], lambda value: f"{value:,}"),
        ("memory", row["memory_limit"], size_text),
        ("depth", row["depth_limit"], str),
    ]
    return ", ".join(f"{name} {text(value)}" for name, value, text in limits if value is not None) or "none"
