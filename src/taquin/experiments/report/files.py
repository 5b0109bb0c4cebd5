"""The other files of a report: one HTML page with everything, and the runs as CSV."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from html import escape

from taquin.experiments.records import FIELDS, Row
from taquin.experiments.report.report import Report

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
_STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; color: #0b1620; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.25rem 0.75rem; border-bottom: 1px solid #ccd4db; text-align: left; vertical-align: top; }
td[style*="right"] { white-space: nowrap; }
.note { color: #4a5a68; max-width: 45rem; }
figure { margin: 2rem 0; } figure svg { max-width: 100%; height: auto; }
@media print { section, figure { break-inside: avoid; } body { margin: 0; max-width: none; } }
"""


def to_page(report: Report, charts: Mapping[str, bytes]) -> str:
    title = escape(report.title)
    sections = "\n".join(table.to_html() for table in report.tables)
    remarks = "".join(f"<p>{escape(remark)}</p>" for remark in report.remarks)
    figures = "\n".join(f"<figure>{_inline(name, chart)}</figure>" for name, chart in charts.items())
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head>{head}<style>{_STYLE}</style></head>\n'
        f"<body><h1>{title}</h1>\n{remarks}\n{sections}\n{figures}\n</body></html>\n"
    )


def _inline(name: str, chart: bytes) -> str:
    """The ``svg`` element of a chart, whose identifiers get the name of the chart: a page holds several."""
    text = chart.decode()
    text = text[text.index("<svg") :]
    text = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', text)
    text = re.sub(r'((?:xlink:)?href)="#([^"]+)"', rf'\1="#{name}-\2"', text)
    return re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", text)


def to_csv(rows: Sequence[Row]) -> str:
    """All runs; a value that is not known is an empty cell, and lists and objects are JSON text."""
    file = io.StringIO()
    writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _cell(row[name]) for name in FIELDS})
    return file.getvalue()


def _cell(value: object) -> object:
    """A text that a spreadsheet would run as a formula gets an apostrophe before it."""
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False)
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA_STARTS) else value
