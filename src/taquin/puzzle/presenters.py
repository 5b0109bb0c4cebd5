"""What objects look like when they are printed, or shown by a notebook: functions of ``render`` and others, by name.

So boards, results and trees know nothing of pictures, and a program that shows none imports none.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

PRESENTERS: Mapping[str, str] = {
    "board as svg": "taquin.render.board.picture:board_svg",
    "result as html": "taquin.render.solution.animation:result_html",
    "search as text": "taquin.render.tree.text:describe_search",
    "graph as dot": "taquin.render.dot:graph_dot",
    "counts report as text": "taquin.render.text.program_report:describe_counts",
    "program report as text": "taquin.render.text.program_report:describe_program",
    "program report as html": "taquin.render.program_page:report_html",
    "marks as html": "taquin.render.marks:marks_html",
}
"""Functions of one value that return a text, as ``module:function``."""


def present(form: str, value: object) -> str:
    """What a value looks like in one of the forms of ``PRESENTERS``."""
    module, _, function = PRESENTERS[form].partition(":")
    text: str = getattr(import_module(module), function)(value)
    return text
