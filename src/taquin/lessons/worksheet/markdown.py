"""A worksheet and its key as Markdown, for other tools."""

from __future__ import annotations

from collections.abc import Sequence

from taquin.lessons.exercises.grading import shown_right
from taquin.lessons.exercises.question import Question, letter
from taquin.lessons.exercises.text import tree_text
from taquin.render.text.layout import side_by_side


def question_page(title: str, note: str, questions: Sequence[Question]) -> str:
    """The questions."""
    parts = [f"# {title}", "Name: ______________________  Date: ____________"]
    for place, question in enumerate(questions, start=1):
        parts += [f"## {place}.", question.text, *_figures(question)]
        parts.append("\n".join(f"- [ ] {letter(n)}) {text}" for n, text in enumerate(question.choices)) or "Answer:")
    return "\n\n".join([*parts, f"---\n{note}"]) + "\n"


def key_page(title: str, note: str, questions: Sequence[Question]) -> str:
    """The answers with their explanations."""
    parts = [f"# {title}: key"]
    for place, question in enumerate(questions, start=1):
        also = f" (also right: {', '.join(question.also)})" if question.also else ""
        parts.append(f"{place}. **{shown_right(question)}**{also}  \n   {question.explanation}")
    return "\n\n".join([*parts, f"---\n{note}"]) + "\n"


def _figures(question: Question) -> list[str]:
    found = []
    if question.boards:
        found.append(_code(side_by_side([(label, str(board)) for label, board in question.boards])))
    if question.tree:
        found.append(_code(tree_text(question.tree, question.blanks)))
    if question.table is not None:
        lines = [question.table.headers, ("---",) * len(question.table.headers), *question.table.rows]
        found.append("\n".join("| " + " | ".join(cells) + " |" for cells in lines))
    return found


def _code(text: str) -> str:
    return f"```text\n{text}\n```"
