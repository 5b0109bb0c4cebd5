"""The report on a user's program as one HTML page, with the boards drawn."""

from __future__ import annotations

from html import escape

from taquin.analysis.programs.judge import BoardJudgement, ProgramReport
from taquin.render.draw import draw
from taquin.render.text.program_report import sections

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #0b1620; }
pre { white-space: pre-wrap; font: inherit; } td, th { padding: 0.3rem 0.8rem; text-align: left; vertical-align: top; }
td svg { width: 5rem; height: auto; } figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; }
tr.wrong td { background: #fdecea; } table { border-collapse: collapse; margin: 0.8rem 0; }
.number { text-align: right; white-space: nowrap; }
thead { border-bottom: 1px solid; } caption { text-align: left; } figure, tr, li { break-inside: avoid; }
@page { size: A4; margin: 15mm; }
@media print { body { font-size: 9pt; line-height: 1.25; margin: 0; max-width: none; padding: 0; }
  td, th { padding: 0.05rem 0.4rem; } figure svg { max-height: 80mm; } }
"""


def program_page(report: ProgramReport) -> str:
    """The page, without references to other files."""
    return page(f"{report.program.text}: report", report_parts(report))


def page(title: str, body: str) -> str:
    """A page with a title; the body is HTML."""
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head>\n<body><h1>{escape(title)}</h1>\n{body}</body></html>\n"
    )


def report_parts(report: ProgramReport) -> str:
    """What it is, what to look at, and a table of the boards, drawn."""
    texts = "".join(f"<pre>{escape(part)}</pre>" for part in sections(report))
    headers = "<tr><th>board</th><th>shortest</th><th>length</th><th>counters</th><th>verdict</th></tr>"
    return f"{texts}\n<table>{headers}\n{''.join(map(_row, report.boards))}</table>"


def _row(board: BoardJudgement) -> str:
    counters = "<br>".join(
        escape(f"{one.name}: {one.value:g}") for one in board.reading.counters.values() if one.kind != "time"
    )
    numbers = ("-" if number is None else str(number) for number in (board.shortest, board.length))
    cells = (draw(board.board).svg, *numbers, counters, escape(f"{board.words} ({board.run.seconds:.2f} s)"))
    return f"<tr{'' if board.is_right else ' class=wrong'}>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>\n"
