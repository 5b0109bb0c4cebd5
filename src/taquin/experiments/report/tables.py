"""A table, and how it is written: as text, Markdown, LaTeX and HTML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from textwrap import fill

from taquin.render.text import layout

_NOTE_WIDTH = 100  # characters
_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "_": r"\_",
        "%": r"\%",
        "&": r"\&",
        "#": r"\#",
        "$": r"\$",
        "{": r"\{",
        "}": r"\}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "–": "--",
        "×": r"$\times$",
        "≥": r"$\geq$",
        "…": r"\ldots{}",
        "·": r"$\cdot$",
    }
)


@dataclass(frozen=True, slots=True)
class Table:
    """A table of texts. Columns are aligned to the right, except the first ``left`` ones."""

    title: str
    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""
    left: int = 1
    is_prose: bool = False
    """The last column has long texts, whose lines are broken where the form can do that."""

    def to_text(self) -> str:
        right = [index >= self.left for index in range(len(self.headers))]
        body = layout.table(self.headers, self.rows, right=right) if self.rows else "none"
        return "\n\n".join(filter(None, [self.title, body, fill(self.note, _NOTE_WIDTH)]))

    def to_markdown(self) -> str:
        def line(cells: Sequence[str]) -> str:
            return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

        marks = ["---" if index < self.left else "---:" for index in range(len(self.headers))]
        body = "\n".join([line(self.headers), line(marks), *map(line, self.rows)]) if self.rows else "none"
        return "\n\n".join(filter(None, [f"## {self.title}", body, self.note]))

    def to_latex(self) -> str:
        """A ``table`` for a paper, not wider than a line; it needs the packages booktabs and graphicx."""
        columns = "l" * self.left + "r" * (len(self.headers) - self.left)
        headers = [_latex_header(header, side) for header, side in zip(self.headers, columns, strict=True)]
        rows = [[_latex_cell(cell) for cell in row] for row in self.rows]
        before, after = [r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"], ["}"]
        if self.is_prose:
            columns = columns[:-1] + r"p{0.75\linewidth}"
            rows = [[*cells, rf"\raggedright {last}"] for *cells, last in rows]
            before, after = [r"\footnotesize"], []
        body = [" & ".join(cells) + r" \tabularnewline" for cells in (headers, *rows)]
        caption = _latex(". ".join(filter(None, [self.title, self.note])))
        lines = [r"\begin{table}", r"\centering", rf"\caption{{{caption}}}", r"\medskip", *before]
        lines.append(r"\setlength{\tabcolsep}{4pt}")
        lines += [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", body[0], r"\midrule", *body[1:], r"\bottomrule"]
        return "\n".join([*lines, r"\end{tabular}", *after, r"\end{table}"])

    def to_html(self) -> str:
        def line(cells: Sequence[str], kind: str) -> str:
            marked = (
                f"<{kind}{'' if index < self.left else ' class=number'}>{escape(cell)}</{kind}>"
                for index, cell in enumerate(cells)
            )
            return f"<tr>{''.join(marked)}</tr>"

        body = "\n".join(line(row, "td") for row in self.rows)
        head = f"<thead>{line(self.headers, 'th')}</thead>"
        table = f"<div class=wide><table>{head}<tbody>\n{body}\n</tbody></table></div>" if self.rows else "<p>none</p>"
        note = f"<p class=note>{escape(self.note)}</p>" if self.note else ""
        return f"<section><h2>{escape(self.title)}</h2>\n{table}\n{note}</section>"


def _latex(text: str) -> str:
    """Text with every special character escaped; two hyphens stay two hyphens."""
    return "-{}-".join(part.translate(_LATEX) for part in text.split("--"))


def _latex_header(text: str, side: str) -> str:
    """A header of several words on as many lines, because the numbers below are narrow."""
    words = [_latex(word) for word in re.split(r" (?!%)", text)]
    return rf"\shortstack[{side}]{{" + r"\\".join(words) + "}" if len(words) > 1 else words[0]


def _latex_cell(text: str) -> str:
    """A cell: straight quotes as in a command, and a power of ten as such."""
    if power := re.fullmatch(r"(\d+(?:\.\d+)?)e([+-]\d+)", text):
        return rf"${power[1]}\cdot10^{{{int(power[2])}}}$"
    return _latex(text).replace("'", r"\textquotesingle{}")
