"""The other files of a report: one HTML page with everything, and the runs as CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from html import escape

from msgspec import Struct, to_builtins
from msgspec.structs import asdict

from taquin.experiments.record import FIELDS, Record
from taquin.experiments.report.report import Report
from taquin.puzzle.words import is_printable
from taquin.render import html
from taquin.render.drawing import svg
from taquin.render.drawing.shapes import Drawing
from taquin.render.text.layout import spreadsheet_text


def to_page(report: Report, charts: Mapping[str, Drawing]) -> str:
    remarks = "".join(f"<p>{escape(remark)}</p>" for remark in report.remarks)
    figures = [f"<figure>{svg.from_drawing(chart)}</figure>" for chart in charts.values()]
    return html.page(report.title, "\n".join([remarks, *(table.to_html() for table in report.tables), *figures]))


def to_csv(rows: Sequence[Record]) -> str:
    """All runs; a value that is not known is an empty cell, and lists and objects are JSON text."""
    file = io.StringIO()
    writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _cell(value) for name, value in asdict(row).items()})
    return file.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, list | Struct):
        plain = to_builtins(value)
        text = json.dumps(plain, ensure_ascii=False)
        return text if is_printable(text) else json.dumps(plain)
    return spreadsheet_text(value) if isinstance(value, str) else value
