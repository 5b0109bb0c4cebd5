"""The other files of a report: one HTML page with everything, and the runs as CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from html import escape

from taquin.experiments.records import FIELDS, Row
from taquin.experiments.report.report import Report
from taquin.render import html
from taquin.render.drawing import svg
from taquin.render.drawing.shapes import Drawing
from taquin.render.text.layout import spreadsheet_text


def to_page(report: Report, charts: Mapping[str, Drawing]) -> str:
    remarks = "".join(f"<p>{escape(remark)}</p>" for remark in report.remarks)
    figures = [f"<figure>{svg.from_drawing(chart)}</figure>" for chart in charts.values()]
    return html.page(report.title, "\n".join([remarks, *(table.to_html() for table in report.tables), *figures]))


def to_csv(rows: Sequence[Row]) -> str:
    """All runs; a value that is not known is an empty cell, and lists and objects are JSON text."""
    file = io.StringIO()
    writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _cell(row[name]) for name in FIELDS})
    return file.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False)
    return spreadsheet_text(value) if isinstance(value, str) else value
