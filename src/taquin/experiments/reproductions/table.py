"""The table of a reproduction: as text, as Markdown and as an object for JSON."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from textwrap import fill

from taquin import __version__, _native
from taquin.experiments.reproductions.reproduction import Column, Reproduction, Row
from taquin.puzzle.words import plural
from taquin.render.text import layout

_WIDTH = 100


def text(found: Reproduction, subset: str, rows: Sequence[Row], *, is_complete: bool) -> str:
    """Our figures and the published ones, aligned, with source and counting convention above and means below."""
    head = [("source", found.source), ("counted", found.convention), ("measured", found.subsets[subset].summary)]
    blocks = [found.title, layout.fields([(name, fill(value, _WIDTH)) for name, value in head])]
    if rows:
        cells = [[cell(column, row) for column in found.columns] for row in rows]
        right = [any(not isinstance(row.get(column.name), str | None) for row in rows) for column in found.columns]
        blocks.append(layout.table([column.title for column in found.columns], cells, right=right))
        if summary := found.summarise(rows):
            blocks.append(layout.fields(summary))
    if not is_complete:
        blocks.append(f"interrupted: {plural(len(rows), 'row')} measured; means are over what is done")
    return "\n\n".join(blocks)


def markdown(found: Reproduction, rows: Sequence[Row]) -> str:
    """The table and the means for a page of Markdown."""
    lines = [
        "| " + " | ".join(column.title for column in found.columns) + " |",
        "|" + "---:|" * len(found.columns),
        *("| " + " | ".join(cell(column, row) for column in found.columns) + " |" for row in rows),
    ]
    summary = [f"- {name}: {value}" for name, value in found.summarise(rows)]
    return "\n".join([*lines, *([""] if summary else []), *summary])


def cell(column: Column, row: Row) -> str:
    """A value as text; empty if there is none."""
    value = row.get(column.name)
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, list):
        return " ".join(map(str, value))
    if column.form == "%":
        return f"{value:+.2%}".replace("+0.00%", "0.00%").replace("-0.00%", "0.00%")
    return format(value, column.form)


def to_dict(found: Reproduction, subset: str, rows: Sequence[Row], *, is_complete: bool) -> dict[str, object]:
    return {
        "name": found.name,
        "title": found.title,
        "source": found.source,
        "convention": found.convention,
        "subset": subset,
        "complete": is_complete,
        "taquin": __version__,
        "core": _native.describe(),
        "machine": platform.machine(),
        "rows": list(rows),
        "summary": dict(found.summarise(rows)) if rows else {},
    }
