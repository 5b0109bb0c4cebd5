"""What an appendix needs to repeat the runs: the plan, versions, machines, limits and dates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from taquin.experiments.records import Row
from taquin.experiments.report.tables import Table
from taquin.puzzle.words import plural, size_text


def provenance(rows: Sequence[Row]) -> Table:
    """One row for every fact; several values are separated by semicolons."""
    facts: list[tuple[str, Callable[[Row], str | None]]] = [
        ("boards", lambda row: row["instances"]),
        ("limits", _limits),
        ("backend", lambda row: row["backend"]),
        ("taquin", lambda row: f"{row['taquin']}{', commit ' + row['commit'] if row['commit'] else ''}"),
        ("native core", lambda row: row["core"] or "none"),
        ("Python", lambda row: row["python"]),
        ("machine", lambda row: f"{row['host']}: {row['cpu']}, {plural(row['cores'] or 0, 'core')}, {row['platform']}"),
        ("tables", lambda row: ", ".join(row["tables"] or ()) or None),
        ("experiment", lambda row: row["experiment"]),
    ]
    cells = [[name, "; ".join(values)] for name, value in facts if (values := _distinct(rows, value))]
    times = sorted(time for row in rows for time in (row["started"], row["finished"]) if time)
    if times:
        cells.append(["run between", f"{times[0]} and {times[-1]} (UTC)"])
    return Table("How to repeat it", ["what", "value"], cells, left=2)


def _distinct(rows: Sequence[Row], value: Callable[[Row], str | None]) -> list[str]:
    return list(dict.fromkeys(text for row in rows if (text := value(row))))


def _limits(row: Row) -> str:
    limits: list[tuple[str, Any, Callable[[Any], str]]] = [
        ("time", row["time_limit"], lambda value: f"{value:g} s"),
        ("nodes", row["node_limit"], lambda value: f"{value:,}"),
        ("memory", row["memory_limit"], size_text),
        ("depth", row["depth_limit"], str),
    ]
    return ", ".join(f"{name} {text(value)}" for name, value, text in limits if value is not None) or "none"
