"""A table of a report, as text, Markdown, LaTeX and HTML."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from operator import attrgetter
from textwrap import fill
from typing import Any

from taquin.experiments.record import LIMIT_FIELDS, PlanValues, Record
from taquin.experiments.running.files import KEYS
from taquin.puzzle.words import printable_line, size_text
from taquin.render import html
from taquin.render.drawing import tikz
from taquin.render.text import layout

_NOTE_WIDTH = 100  # characters


@dataclass(frozen=True, slots=True)
class Table:
    """A table of texts. Columns are aligned to the right, except the first ``left`` ones.

    Cells and headers come from results files: each form escapes its special characters, and a hidden character is
    written out in all of them.
    """

    title: str
    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""
    left: int = 1
    is_prose: bool = False
    """Whether the last column has long texts, whose lines LaTeX breaks."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "headers", [printable_line(header) for header in self.headers])
        object.__setattr__(self, "rows", [[printable_line(cell) for cell in row] for row in self.rows])

    def to_text(self, width: int = sys.maxsize) -> str:
        """The table as the other commands print theirs; if it is too wide, in parts that repeat the left columns."""
        parts = self._parts(width) if self.rows else ["none"]
        return "\n\n".join(filter(None, [self.title, *parts, fill(self.note, min(width, _NOTE_WIDTH))]))

    def _parts(self, width: int) -> Iterator[str]:
        first = self.left
        for end in range(self.left + 1, len(self.headers)):
            if _width(self._text(first, end + 1)) > width:
                yield self._text(first, end)
                first = end
        yield self._text(first, len(self.headers))

    def _text(self, first: int, end: int) -> str:
        """The left columns, and those from ``first`` to ``end``."""
        headers, *rows = ([*row[: self.left], *row[first:end]] for row in (self.headers, *self.rows))
        return layout.table(headers, rows, right=self._sides[: len(headers)])

    def needs_short_names(self, width: int) -> bool:
        """Whether the table is too wide, and its left columns take more than half of the width."""
        is_too_wide = self.left < len(self.headers) and _width(self._text(self.left, len(self.headers))) > width
        return is_too_wide and _width(self._text(0, 0)) > width // 2

    def with_names(self, names: Mapping[str, str]) -> Table:
        """The table with other names for these headers and cells."""
        headers, *rows = ([names.get(cell, cell) for cell in row] for row in (self.headers, *self.rows))
        return replace(self, headers=headers, rows=rows)

    def to_markdown(self) -> str:
        headers, *rows = self._source()
        body = layout.markdown_table(headers, rows, right=self._sides) if rows else "none"
        return "\n\n".join(filter(None, [f"## {self.title}", body, self.note]))

    def to_latex(self) -> str:
        """A ``table`` for a paper, not wider than a line; it needs the packages booktabs and graphicx."""
        columns = "".join("r" if is_right else "l" for is_right in self._sides)
        head, *rows = (
            f" {' & '.join(map(_latex, row))} \\\\" for row in layout.padded(self._source(), right=self._sides)
        )
        lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", head, r"\midrule", *rows, r"\bottomrule"]
        body = "\n".join([*lines, r"\end{tabular}"])
        if self.is_prose:
            body = rf"\footnotesize{body}".replace("{ll}", r"{lp{0.75\linewidth}}", 1)
        else:
            body = rf"\resizebox{{\ifdim\width>\linewidth\linewidth\else\width\fi}}{{!}}{{{body}}}"
        caption = tikz.escape(". ".join(filter(None, [self.title, self.note])))
        return "\n".join(
            [r"\begin{table}", r"\centering", rf"\caption{{{caption}}}", r"\medskip", body, r"\end{table}"]
        )

    def to_html(self) -> str:
        note = f"<p class=note>{escape(self.note)}</p>" if self.note else ""
        body = html.table(self.headers, self.rows, right=self._sides) if self.rows else "none"
        return f"<section><h2>{escape(self.title)}</h2>\n<div class=wide>{body}</div>\n{note}</section>"

    @property
    def _sides(self) -> list[bool]:
        """Whether each column is aligned to the right."""
        return [index >= self.left for index in range(len(self.headers))]

    def _source(self) -> list[list[str]]:
        """Headers and rows for forms that a program reads: every column is two spaces wider than its header."""
        headers = [
            f"  {header}" if right else f"{header}  " for header, right in zip(self.headers, self._sides, strict=True)
        ]
        return [headers, *([cell.strip() for cell in row] for row in self.rows)]


def _width(text: str) -> int:
    return max(map(layout.display_width, text.splitlines()))


def _latex(text: str) -> str:
    is_command = text.startswith("taquin ")
    return rf"{{\raggedright{tikz.command(text.strip())}\par}}" if is_command else tikz.escape(text)


# The table with what is needed to repeat the runs: the plan, versions, machines, limits and dates

_DEFAULTS = {"repeat": 1, "seed": 0, "clock": "cpu", "backend": "auto"}
"""The options of ``taquin experiment`` that have a value if none is given."""
_FILE = "repeat.jsonl"
"""A new file: repeated into its own file, an experiment would find all its runs done."""


def provenance(rows: Sequence[Record]) -> Table:
    """One row for every fact; several values are separated by semicolons."""
    rows_apart = list({_origin(row): row for row in rows}.values())  # few of many rows differ in these facts
    facts: list[tuple[str, Callable[[Record], str | None]]] = [
        ("command", lambda row: _command(row.spec)),
        ("boards", lambda row: row.instances),
        ("limits", limits_text),
        ("backend", lambda row: row.backend),
        ("taquin", lambda row: f"{row.taquin}{', commit ' + row.commit if row.commit else ''}"),
        ("native core", lambda row: row.core or "none"),
        ("Python", lambda row: row.python),
        ("machine", lambda row: row.machine.text),
        ("tables", lambda row: ", ".join(row.tables) or None),
        ("experiment", lambda row: row.experiment),
    ]
    cells = [[name, "; ".join(values)] for name, value in facts if (values := _distinct(rows_apart, value))]
    commands = _distinct(rows_apart, lambda row: _command(row.spec))
    if len(commands) > 1:  # each experiment needs its own file
        numbered = [text.replace(_FILE, f"repeat-{number}.jsonl") for number, text in enumerate(commands, start=1)]
        cells[0] = ["command", "; ".join(numbered)]
    times = {time for row in rows for time in (row.started, row.finished) if time}
    if times:
        cells.append(["run between", f"{min(times)} and {max(times)} (UTC)"])
    return Table("How to repeat it", ["what", "value"], cells, left=2, is_prose=True)


_ORIGIN = attrgetter(
    "experiment",
    "instances",
    "backend",
    *LIMIT_FIELDS.values(),
    "taquin",
    "core",
    "commit",
    "python",
    "host",
    "platform",
    "cpu",
    "cores",
)


def _origin(row: Record) -> tuple[object, ...]:
    """What a run shares with many others; plans are compared by identity, which is right and fast."""
    return (id(row.spec), *row.tables, *_ORIGIN(row))


def _distinct(rows: Sequence[Record], value: Callable[[Record], str | None]) -> list[str]:
    return list(dict.fromkeys(text for row in rows if (text := value(row))))


def _command(plan: PlanValues) -> str:
    """The command that makes the runs of this plan; a defaulted option is left out.

    >>> _command({"instances": ["hardest8"], "methods": ["astar(manhattan)"], "repeat": 3, "time": 60.0})
    "taquin experiment --instances hardest8 --methods 'astar(manhattan)' --repeat 3 --time 60 --output repeat.jsonl"
    """
    words = ["taquin", "experiment"]
    for name in KEYS:
        value = plan.get(name)
        if value in (None, _DEFAULTS.get(name)):
            continue
        for text in value if isinstance(value, list) else [str(value).removesuffix(".0")]:
            words += ["--limit", f"{name}={text}"] if name in ("nodes", "memory", "depth") else [f"--{name}", text]
    return shlex.join([*words, "--output", _FILE])


def limits_text(row: Record) -> str:
    limits: list[tuple[str, Any, Callable[[Any], str]]] = [
        ("time", row.time_limit, lambda value: f"{value:g} s"),
        ("nodes", row.node_limit, lambda value: f"{value:,}"),
        ("memory", row.memory_limit, size_text),
        ("depth", row.depth_limit, str),
    ]
    return ", ".join(f"{name} {text(value)}" for name, value, text in limits if value is not None) or "none"
