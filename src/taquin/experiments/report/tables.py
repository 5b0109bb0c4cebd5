"""A table of a report, as text, Markdown, LaTeX and HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from textwrap import fill

from tabulate import tabulate

from taquin.render.text import layout

_NOTE_WIDTH = 100  # characters
_LATEX_SYMBOLS = {"–": "--", "×": r"$\times$", "≥": r"$\geq$", "…": r"\ldots{}", "·": r"$\cdot$"}
_MARKDOWN_ESCAPES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", **{character: f"\\{character}" for character in "\\|`*[]"}}
)
_LATEX_ESCAPES = str.maketrans({character: f"\\{character}" for character in "_%&#$"})


@dataclass(frozen=True, slots=True)
class Table:
    """A table of texts. Columns are aligned to the right, except the first ``left`` ones.

    Cells and headers come from results files: each form escapes its special characters, and a control character is a
    space in all of them.
    """

    title: str
    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""
    left: int = 1
    is_prose: bool = False
    """Whether the last column has long texts, whose lines LaTeX breaks."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "headers", [_printable(header) for header in self.headers])
        object.__setattr__(self, "rows", [[_printable(cell) for cell in row] for row in self.rows])

    def to_text(self) -> str:
        """The table as the other commands print theirs."""
        right = [index >= self.left for index in range(len(self.headers))]
        body = layout.table(self.headers, self.rows, right=right) if self.rows else "none"
        return "\n\n".join(filter(None, [self.title, body, fill(self.note, _NOTE_WIDTH)]))

    def to_markdown(self) -> str:
        return "\n\n".join(filter(None, [f"## {self.title}", self._body("pipe"), self.note]))

    def to_latex(self) -> str:
        """A ``table`` for a paper, not wider than a line; it needs the packages booktabs and graphicx."""
        body = self._body("latex_booktabs").replace("--", "-{}-")
        if self.is_prose:
            body = rf"\footnotesize{body}".replace("{ll}", r"{lp{0.75\linewidth}}", 1)
        else:
            body = rf"\resizebox{{\ifdim\width>\linewidth\linewidth\else\width\fi}}{{!}}{{{body}}}"
        caption = ". ".join(filter(None, [self.title, self.note])).translate(_LATEX_ESCAPES)
        text = "\n".join(
            [r"\begin{table}", r"\centering", rf"\caption{{{caption}}}", r"\medskip", body, r"\end{table}"]
        )
        for character, command in _LATEX_SYMBOLS.items():
            text = text.replace(character, command)
        return text

    def to_html(self) -> str:
        note = f"<p class=note>{escape(self.note)}</p>" if self.note else ""
        return f"<section><h2>{escape(self.title)}</h2>\n<div class=wide>{self._body('html')}</div>\n{note}</section>"

    def _body(self, form: str) -> str:
        if not self.rows:
            return "none"
        headers, rows = self.headers, self.rows
        if form == "pipe":
            headers = [header.translate(_MARKDOWN_ESCAPES) for header in headers]
            rows = [[cell.translate(_MARKDOWN_ESCAPES) for cell in row] for row in rows]
        sides = ["left" if index < self.left else "right" for index in range(len(self.headers))]
        return tabulate(rows, headers, form, colalign=sides, disable_numparse=True)


def _printable(text: str) -> str:
    return "".join(character if character.isprintable() else " " for character in text)
