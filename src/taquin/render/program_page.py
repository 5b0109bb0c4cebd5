"""The report on a user's program as one HTML page, with the boards drawn."""

from __future__ import annotations

from html import escape

from taquin.judging.report import BoardJudgement, ProgramReport, Verdict
from taquin.render.draw import draw
from taquin.render.html import page
from taquin.render.text.program_report import board_table, sections


def program_page(report: ProgramReport) -> str:
    """The page, without references to other files."""
    return page(f"{report.program.text}: report", report_parts(report))


def report_html(report: ProgramReport) -> str:
    """What notebooks show of a report."""
    return f"<p>{escape(report.failure)}</p>" if report.failure else report_parts(report)


def report_parts(report: ProgramReport) -> str:
    """What it is, what to look at, and a table of the boards, drawn."""
    texts = "".join(f"<pre>{escape(part)}</pre>" for part in sections(report))
    headers, *rows = board_table(report)
    head = "".join(f"<th>{escape(header)}</th>" for header in headers)
    return f"{texts}\n<table><tr>{head}</tr>\n{''.join(map(_row, report.boards, rows))}</table>"


def _row(board: BoardJudgement, texts: list[str]) -> str:
    words = escape(board.words)
    if board.verdict is Verdict.ILLEGAL and board.reading.solution is not None:
        words += f"<br>The board before that step:<br>{draw(board.reading.solution.end).svg}"
    cells = (draw(board.board).svg, *map(escape, texts[1:-1]), words)
    return f"<tr{'' if board.is_right else ' class=wrong'}>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>\n"
