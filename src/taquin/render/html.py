"""Reports as pages of HTML that need no other file, and print on A4."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from taquin.puzzle.words import printable, printable_line

_STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 64rem; padding: 0 1rem; color: #0b1620; }
pre { white-space: pre-wrap; font: inherit; } td, th { padding: 0.3rem 0.8rem; text-align: left; vertical-align: top; }
td svg { width: 5rem; height: auto; } figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; }
tr.wrong td { background: #fdecea; } table { border-collapse: collapse; margin: 0.8rem 0; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.data { font-size: 13px; } .data td, .data th { padding: 0.15rem 0.4rem; }
.wide { overflow-x: auto; } .note { color: #4a5a68; max-width: 45rem; }
thead { border-bottom: 1px solid; } caption { text-align: left; } figure, tr, li { break-inside: avoid; }
@page { size: A4; margin: 15mm; }
@media print { body { font-size: 9pt; line-height: 1.25; margin: 0; max-width: none; padding: 0; }
  .data { font-size: inherit; } td, th, .data td, .data th { padding: 0.05rem 0.4rem; }
  figure svg { max-height: 80mm; } }
"""


def page(title: str, body: str) -> str:
    """A page with a title; the body is HTML. Hidden characters are written out in both."""
    title, body = printable_line(title), printable(body)
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head>{head}<style>{_STYLE}</style></head>\n'
        f"<body><h1>{escape(title)}</h1>\n{body}</body></html>\n"
    )


def table(headers: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[bool], caption: str = "") -> str:
    """A table of texts; ``right`` selects the columns that are aligned to the right.

    >>> table(["method", "nodes"], [["a < b", "12"]], right=[False, True]).splitlines()[1]
    '<tr><td>a &lt; b</td><td class=number>12</td></tr>'
    """

    def line(tag: str, cells: Sequence[str]) -> str:
        kinds = [f"{tag} class=number" if is_right else tag for is_right in right]
        return f"<tr>{''.join(f'<{kind}>{escape(cell)}</{tag}>' for kind, cell in zip(kinds, cells, strict=True))}</tr>"

    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    body = "\n".join(line("td", row) for row in rows)
    return f"<table class=data>{title}<thead>{line('th', headers)}</thead><tbody>\n{body}\n</tbody></table>"
