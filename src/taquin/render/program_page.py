"""The report on a user's program as one HTML page, with the boards drawn."""

from __future__ import annotations

from html import escape

from taquin.analysis.programs.judge import BoardJudgement, ProgramReport, Verdict
from taquin.render.draw import draw
from taquin.render.html import page
from taquin.render.text.program_report import sections


def program_page(report: ProgramReport) -> str:
    """The page, without references to other files."""
    return page(f"{report.program.text}: report", report_parts(report))


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
    words = escape(f"{board.words} ({board.run.seconds:.2f} s)")
    if board.verdict is Verdict.ILLEGAL and board.reading.solution is not None:
        words += f"<br>The board before that step:<br>{draw(board.reading.solution.end).svg}"
    cells = (draw(board.board).svg, *numbers, counters, words)
    return f"<tr{'' if board.is_right else ' class=wrong'}>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>\n"
