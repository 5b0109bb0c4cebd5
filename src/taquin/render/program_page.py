"""The report on a user's program as one HTML page, with the boards drawn."""

from __future__ import annotations

from html import escape

from taquin.analysis.programs.judge import BoardJudgement, ProgramReport
from taquin.render.draw import draw
from taquin.render.text.program_report import describe_explanation, describe_findings, describe_summary, describe_unread

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #0b1620; }
pre { white-space: pre-wrap; font: inherit; } td, th { padding: 0.3rem 0.8rem; text-align: left; vertical-align: top; }
svg { width: 5rem; height: auto; } tr.wrong td { background: #fdecea; } table { border-collapse: collapse; }
"""


def program_page(report: ProgramReport) -> str:
    """The page, without references to other files."""
    title = escape(f"{report.program.text}: report")
    parts = (describe_explanation(report), describe_findings(report), describe_unread(report))
    texts = "".join(f"<pre>{escape(part)}</pre>" for part in parts if part)
    rows = "".join(map(_row, report.boards))
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{_STYLE}</style></head>\n<body><h1>{title}</h1>\n<pre>{escape(describe_summary(report))}</pre>\n"
        f"{texts}\n<table><tr><th>board</th><th>shortest</th><th>length</th><th>counters</th><th>verdict</th></tr>\n"
        f"{rows}</table></body></html>\n"
    )


def _row(board: BoardJudgement) -> str:
    counters = "<br>".join(
        escape(f"{one.name}: {one.value:g}") for one in board.reading.counters.values() if one.kind != "time"
    )
    numbers = ("-" if number is None else str(number) for number in (board.shortest, board.length))
    picture = draw(board.board).svg
    cells = (picture[picture.index("<svg") :], *numbers, counters, escape(f"{board.words} ({board.run.seconds:.2f} s)"))
    return f"<tr{'' if board.is_right else ' class=wrong'}>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>\n"
