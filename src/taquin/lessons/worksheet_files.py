"""The files of a worksheet: PDF, a page of HTML, Markdown, and a document for LaTeX."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from html import escape as escape_html
from importlib.resources import files
from pathlib import Path
from typing import TypeAlias

from taquin.lessons.exercises.display import tree_drawing, tree_text
from taquin.lessons.exercises.grading import shown_right
from taquin.lessons.exercises.question import Question, letter
from taquin.lessons.worksheet import Sheet
from taquin.render.drawing import pdf, svg
from taquin.render.drawing.tikz import command, engine, escape, fonts, from_drawing
from taquin.render.text.layout import markdown_table, side_by_side

_HTML = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>@TITLE@</title>
<style>
.taquin-page { display: block; width: 100%; max-width: 794px; height: auto; margin: 0 auto 1rem; }
@page { size: A4; margin: 0; }
@media print { body { margin: 0; }
  .taquin-page { max-width: none; width: 210mm; height: 296.5mm; margin: 0; break-after: page; } }
</style></head>
<body>
@PAGES@</body></html>
"""


def html(sheet: Sheet) -> str:
    """The pages as SVG in one page of HTML: what is between the body tags can be pasted into another page."""
    pages = [svg.from_drawing(page).replace("<svg ", '<svg class="taquin-page" ', 1) for page in sheet.pages()]
    values = {"TITLE": escape_html(sheet.heading), "PAGES": "".join(pages)}
    return re.sub("@([A-Z]+)@", lambda match: values[match[1]], _HTML)


def markdown(sheet: Sheet) -> str:
    """The sheet as Markdown, for other tools."""
    parts = [f"# {sheet.heading}", *([sheet.subtitle] if sheet.subtitle else [])]
    if not sheet.is_key:
        parts.append("Name: ______________________  Date: ____________")
    for place, question in enumerate(sheet.questions, start=1):
        if sheet.is_key:
            answer = f"**{shown_right(question)}**{_also_right(question)}"
            parts.append(f"{place}. {answer}  \n   {question.explanation}")
            continue
        parts += [f"## {place}.", question.text, *_figures(question)]
        parts.append("\n".join(f"- [ ] {letter(n)}) {text}" for n, text in enumerate(question.choices)) or "Answer:")
    return "\n\n".join([*parts, *([f"---\n{sheet.note}"] if sheet.note else [])]) + "\n"


def latex(sheet: Sheet) -> str:
    """The sheet as a document for LaTeX, to be edited: trees are TikZ pictures."""
    template = files("taquin.lessons").joinpath("worksheet.tex").read_text(encoding="utf-8")
    values = {
        "TITLE": escape(sheet.heading),
        "SUBTITLE": escape(sheet.subtitle),
        "NOTE": command(sheet.note) if sheet.note else "",
        "NAME": "" if sheet.is_key else r"Name \hrulefill\quad Date \underline{\hspace{3cm}}",
        "ITEMS": "\n\n".join(map(_latex_answer if sheet.is_key else _latex_question, sheet.questions)),
    }
    texts = "".join(values.values())
    values |= {"ENGINE": engine(texts), "FONTS": f"{fonts(texts)}\n" if fonts(texts) else ""}
    return re.sub("@([A-Z]+)@", lambda match: values[match[1]], template)


def _also_right(question: Question) -> str:
    return f" (also right: {', '.join(question.also)})" if question.also else ""


def _figures(question: Question) -> list[str]:
    figures = []
    if question.boards:
        figures.append(_code(side_by_side([(label, str(board)) for label, board in question.boards])))
    if question.tree:
        figures.append(_code(tree_text(question.tree, question.blanks)))
    if question.table is not None:
        figures.append(markdown_table(question.table.headers, question.table.rows))
    return figures


def _code(text: str) -> str:
    return f"```text\n{text}\n```"


def _latex_question(question: Question) -> str:
    figures = [f"{escape(label)}: {_latex_table(map(_cells, board.rows()), '|')}" for label, board in question.boards]
    if question.tree:
        picture = from_drawing(tree_drawing(question.tree, question.blanks)).partition(r"\begin{tikzpicture}")[2]
        body = picture.partition(r"\end{tikzpicture}")[0]
        figures.append(rf"\begin{{fitted}}\begin{{tikzpicture}}{body}\end{{tikzpicture}}\end{{fitted}}")
    if question.table is not None:
        figures.append(_latex_table((question.table.headers, *question.table.rows), ""))
    room = [rf"$\square$ {letter(place)}) {escape(text)}" for place, text in enumerate(question.choices)]
    return "\n\n".join([rf"\item {escape(question.text)}", *figures, *(room or [r"Answer: \hrulefill"])])


def _latex_answer(question: Question) -> str:
    right = rf"\item \textbf{{{escape(shown_right(question))}}}{escape(_also_right(question))}"
    return rf"{right}\\ {escape(question.explanation)}"


def _cells(row: Sequence[int]) -> list[str]:
    return [str(tile or "") for tile in row]


def _latex_table(rows: Iterable[Sequence[str]], rule: str) -> str:
    written = [" & ".join(map(escape, row)) + r" \\" for row in rows]
    columns = rule + rule.join("c" * (written[0].count("&") + 1)) + rule
    line = r"\hline" if rule else ""
    return "\n".join([rf"\begin{{tabular}}{{{columns}}}{line}", *(row + line for row in written), r"\end{tabular}"])


Writer: TypeAlias = Callable[[Sheet, Path | None], bytes]
"""Writes a sheet; the path is that of a font, for PDF."""

WRITERS: dict[str, Writer] = {
    "pdf": lambda sheet, font: pdf.from_pages(sheet.pages(), font),
    "html": lambda sheet, _: html(sheet).encode(),
    "md": lambda sheet, _: markdown(sheet).encode(),
    "tex": lambda sheet, _: latex(sheet).encode(),
}
"""What writes a sheet, by the ending of the file."""
