"""A table, and how it is written: as text, Markdown, LaTeX and HTML."""

from __future__ import annotations

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
        """A ``table`` for a paper; it needs the package booktabs."""

        def line(cells: Sequence[str]) -> str:
            return " & ".join(cell.translate(_LATEX) for cell in cells) + r" \\"

        columns = "l" * self.left + "r" * (len(self.headers) - self.left)
        caption = ". ".join(filter(None, [self.title, self.note])).translate(_LATEX)
        lines = [r"\begin{table}", r"\centering", rf"\caption{{{caption}}}", rf"\begin{{tabular}}{{{columns}}}"]
        lines += [r"\toprule", line(self.headers), r"\midrule", *map(line, self.rows), r"\bottomrule"]
        return "\n".join([*lines, r"\end{tabular}", r"\end{table}"])

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
