"""The report as one HTML file that needs nothing else: tables, and charts as inline SVG."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

from taquin.experiments.report.report import Report

_STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; color: #0b1620; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.25rem 0.75rem; border-bottom: 1px solid #ccd4db; text-align: left; vertical-align: top; }
.number { text-align: right; white-space: nowrap; }
.note { color: #4a5a68; max-width: 45rem; }
figure { margin: 2rem 0; } figure svg { max-width: 100%; height: auto; }
@media print { section, figure { break-inside: avoid; } body { margin: 0; max-width: none; } }
"""


def to_page(report: Report, charts: Mapping[str, bytes]) -> str:
    """The whole page."""
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
