"""A question as text: for the terminal, 79 columns wide."""

from __future__ import annotations

import textwrap
from collections import defaultdict
from collections.abc import Iterator, Sequence

from taquin.lessons.exercises.question import FigureNode, Question, letter
from taquin.puzzle.board import one_line
from taquin.render.text.layout import branch_lines, grid, number, side_by_side, table

WIDTH = 79


def wrapped(text: str, *, first: str = "", rest: str = "") -> str:
    """The text in lines of at most 79 columns."""
    return textwrap.fill(text, WIDTH, initial_indent=first, subsequent_indent=rest)


def question_text(question: Question) -> str:
    """The text with its boards, tree, table and choices."""
    parts = [wrapped(question.text)]
    if question.boards:
        parts.append(side_by_side([(label, grid(board)) for label, board in question.boards]))
    if question.tree:
        parts.append(tree_text(question.tree, question.blanks))
    if question.table is not None:
        parts.append(table(question.table.headers, question.table.rows))
    if question.choices:
        lines = [
            wrapped(choice, first=f"  {letter(place)}) ", rest="     ") for place, choice in enumerate(question.choices)
        ]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def tree_text(nodes: Sequence[FigureNode], blanks: Sequence[str] = ()) -> str:
    """The tree with a line for each node: number, move, board and values; ``blanks`` are written as question marks."""
    children: defaultdict[int, list[FigureNode]] = defaultdict(list)
    for node in nodes:
        children[node.parent].append(node)
    rows = [
        (
            f"{prefix}{node.number}{' ' + node.move if node.move else ''}",
            "" if node.board is None else one_line(node.board),
            *_values(node, blanks),
            "expanded" if node.is_expanded else "",
        )
        for prefix, node in branch_lines(children[-1], lambda node: children[node.number])
    ]
    names = [name for name, value in nodes[0].values() if value is not None or name in blanks]
    headers = ("node", "board" if nodes[0].board is not None else "", *names, "")
    return table(headers, rows)


def _values(node: FigureNode, blanks: Sequence[str]) -> Iterator[str]:
    for name, value in node.values():
        if value is not None:
            yield number(value)
        elif name in blanks:
            yield "?"
