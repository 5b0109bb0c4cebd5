"""Worksheets: questions with room for the answers, and a separate key, on pages of A4, as Markdown or for LaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from operator import itemgetter
from random import Random

from taquin.lessons.course import UNITS
from taquin.lessons.exercises.display import tree_drawing, tree_text
from taquin.lessons.exercises.grading import shown_right
from taquin.lessons.exercises.question import Kind, Question, Table, letter
from taquin.lessons.exercises.quiz import VARIANTS, all_forms, find_form
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape as BoardShape
from taquin.render.board.picture import Grid, board_shapes
from taquin.render.drawing.pdf import pieces
from taquin.render.drawing.shapes import Drawing, Group, Label, Line, Rectangle, Shape, scaled, wrap_text
from taquin.render.drawing.theme import LIGHT
from taquin.render.drawing.tikz import command, escape, from_drawing
from taquin.render.text.layout import markdown_table, side_by_side

WIDTH = 680.0
"""The width of the text on A4, in pixels of a 96th of an inch."""
TALLEST_TREE = 640.0
TEXT = 14.0
SMALL = 12.0
LEADING = 1.4
_INDENT = 26.0
_ROOM = WIDTH - _INDENT
_CELL = 26.0
_GAP = 10.0
_OPERATOR = re.compile(r" ([-+·×/=<>≤≥]) ")


def exact_width(text: str, size: float, *, is_bold: bool = False) -> float:
    """The width of a text in Helvetica."""
    return size * sum(piece.width for piece in pieces(text, is_bold=is_bold))


class Column:
    """Shapes from top to bottom, never divided between two pages."""

    def __init__(self) -> None:
        self.y = 0.0  # where the next one begins; at last, the height of the column
        self.shapes: list[Shape] = []

    def text(self, text: str, *, x: float = _INDENT, size: float = TEXT, is_bold: bool = False) -> None:
        """A paragraph, whose lines do not end inside a formula."""
        unbroken = _OPERATOR.sub("\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}", text)
        for line in wrap_text(unbroken, WIDTH - x, size, breaks_words=False, measure=exact_width):
            self.label(line.replace("\N{NO-BREAK SPACE}", " "), x, size=size, is_bold=is_bold)
            self.y += size * LEADING

    def label(self, text: str, x: float, *, size: float = TEXT, is_bold: bool = False) -> None:
        """A text beside what follows: it takes no height."""
        self.shapes.append(Label(x, self.y + size / 2, text, size, LIGHT.ink, anchor="start", is_bold=is_bold))

    def put(self, shape: Shape, height: float) -> None:
        self.shapes.append(Group((shape,), 0, self.y))
        self.y += height + _GAP

    def space(self, height: float = _GAP) -> None:
        self.y += height


def question_column(place: int, question: Question) -> Column:
    """A question with its figures and room for the answer."""
    column = Column()
    column.label(f"{place}.", 0, is_bold=True)
    column.text(question.text)
    column.space(6)
    if question.boards:
        column.put(*_boards(question.boards))
    if question.tree:
        column.put(*_tree(question))
    if question.table is not None:
        column.put(*_table(question.table))
    for index, text in enumerate(question.choices):
        column.shapes.append(Rectangle(_INDENT, column.y + 1, 12, 12, stroke=LIGHT.ink, stroke_width=1))
        column.text(f"{letter(index)}) {text}", x=_INDENT + 22)
        column.space(3)
    if question.kind is not Kind.CHOICE:
        _answer_room(column, question)
    return column


def _answer_room(column: Column, question: Question) -> None:
    """A line to write on, or an empty board."""
    if question.kind is Kind.BOARD:
        shape = question.board.shape
        column.label("Answer:", _INDENT)
        column.put(_empty_board(shape, _INDENT + 70), shape.rows * _CELL + 4)
        return
    column.space(8)
    column.label("Answer:", _INDENT)
    length = 120 if question.kind is Kind.NUMBER else 460
    start = _INDENT + 64
    column.shapes.append(Line(((start, column.y + 14), (start + length, column.y + 14)), stroke=LIGHT.ink))
    column.space(20)


def key_column(place: int, question: Question) -> Column:
    """The right answer and its explanation."""
    column = Column()
    column.label(f"{place}.", 0, size=SMALL + 1, is_bold=True)
    column.text(shown_right(question), size=SMALL + 1, is_bold=True)
    if question.also:
        column.text("Also right: " + ", ".join(question.also), size=SMALL)
    column.text(question.explanation, size=SMALL)
    column.text(f"{question.form}, variant {question.seed}", size=9)
    return column


def _boards(boards: Iterable[tuple[str, Board]]) -> tuple[Shape, float]:
    shapes: list[Shape] = []
    x, height = _INDENT, 0.0
    for label, board in boards:
        grid = Grid(board.shape, _CELL)
        shapes.append(Label(x, SMALL / 2, label, SMALL, LIGHT.muted, anchor="start"))
        shapes.append(board_shapes(board, grid, theme=LIGHT, x=x, y=SMALL + 6))
        x += max(grid.width, exact_width(label, SMALL)) + 34
        height = max(height, grid.height + SMALL + 6)
    return Group(tuple(shapes)), height


def _empty_board(shape: BoardShape, x: float) -> Shape:
    boxes: Iterator[Shape] = (
        Rectangle(x + column * _CELL, row * _CELL, _CELL, _CELL, stroke=LIGHT.ink, stroke_width=1)
        for row in range(shape.rows)
        for column in range(shape.columns)
    )
    return Group(tuple(boxes))


def _tree(question: Question) -> tuple[Shape, float]:
    """The tree, made smaller if it is wider or higher than the page allows."""
    drawing = tree_drawing(question.tree, question.blanks)
    factor = min(1, _ROOM / drawing.width, TALLEST_TREE / drawing.height)
    return scaled(Group(drawing.shapes, _INDENT / factor, 0), factor), drawing.height * factor


def _table(table: Table) -> tuple[Shape, float]:
    rows = (table.headers, *table.rows)
    widths = [max(exact_width(row[place], TEXT, is_bold=True) for row in rows) + 24 for place in range(len(rows[0]))]
    height = TEXT * 1.55
    shapes: list[Shape] = []
    for line, row in enumerate(rows):
        x, y = _INDENT, line * height
        for cell, width in zip(row, widths, strict=True):
            shapes.append(Label(x, y + height / 2, cell, TEXT, LIGHT.ink, anchor="start", is_bold=line == 0))
            x += width
        shapes.append(Line(((_INDENT, y + height), (x, y + height)), stroke=LIGHT.edge, stroke_width=0.75))
    return Group(tuple(shapes)), len(rows) * height


# Pages: columns, a head on the first page and a foot on every page


PAGE_WIDTH, PAGE_HEIGHT = 793.7, 1122.52
"""A4 in pixels of a 96th of an inch."""
_MARGIN = (PAGE_WIDTH - WIDTH) / 2
_FOOT = 34
_BOTTOM = PAGE_HEIGHT - _MARGIN - _FOOT
_BETWEEN = 26.0
_TITLE = 20.0
_ATTEMPTS = 40
"""How many variants are tried for a parallel question."""


def title_of(topic: str | None) -> str:
    """The title of a sheet on a unit, on a question type, or on all units."""
    titles = {unit.key: unit.title for unit in UNITS} | {key: form.title for key, form in all_forms().items()}
    return "; ".join(titles[name.strip()] for name in topic.split(",")) if topic else "Search and sliding-tile puzzles"


def command_of(topic: str | None, seed: int, count: int) -> str:
    """The command that makes a sheet again."""
    return f"taquin worksheet{' ' + topic if topic else ''} --seed {seed} --count {count}"


def parallel_questions(questions: Sequence[Question], version: str) -> list[Question]:
    """The same types of questions with other numbers, each as high on paper, or nearly so if few variants are."""
    rng = Random(f"version {version} {[question.seed for question in questions]}")
    return [_parallel(question, rng) for question in questions]


def _parallel(question: Question, rng: Random) -> Question:
    height, form = question_column(1, question).y, find_form(question.form)
    found: list[tuple[float, Question]] = []
    for _ in range(_ATTEMPTS):
        other = form.question(rng.randrange(VARIANTS))
        found.append((abs(question_column(1, other).y - height), other))
        if not found[-1][0] and other.answer != question.answer:
            return other
    return min(found, key=itemgetter(0))[1]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Questions with room for the answers, or their key, in each of the three forms."""

    title: str
    questions: Sequence[Question]
    note: str = ""  # at the foot
    subtitle: str = ""  # such as a course, below the title
    is_key: bool = False

    @property
    def heading(self) -> str:
        """The title, which names the key as such."""
        return f"{self.title}: key" if self.is_key else self.title

    def pages(self) -> list[Drawing]:
        """Pages of A4."""
        head = _head(self)
        pages: list[list[Shape]] = [[Group(tuple(head.shapes), _MARGIN, _MARGIN)]]
        y = _MARGIN + head.y
        make_column = key_column if self.is_key else question_column
        for place, question in enumerate(self.questions, start=1):
            column = make_column(place, question)
            if y + column.y > _BOTTOM and len(pages[-1]) > (1 if len(pages) == 1 else 0):
                pages.append([])
                y = _MARGIN
            pages[-1].append(Group(tuple(column.shapes), _MARGIN, y))
            y += column.y + _BETWEEN
        return [
            Drawing(
                width=PAGE_WIDTH,
                height=PAGE_HEIGHT,
                title=self.heading,
                description=f"{self.heading}, page {number} of {len(pages)}",
                shapes=(*shapes, *_foot(self.note, number, len(pages))),
                font=LIGHT.font,
                background="#ffffff",
            )
            for number, shapes in enumerate(pages, start=1)
        ]

    def markdown(self) -> str:
        """Markdown, for other tools."""
        parts = [f"# {self.heading}", *([self.subtitle] if self.subtitle else [])]
        if not self.is_key:
            parts.append("Name: ______________________  Date: ____________")
        for place, question in enumerate(self.questions, start=1):
            if self.is_key:
                answer = f"**{shown_right(question)}**{_also_right(question)}"
                parts.append(f"{place}. {answer}  \n   {question.explanation}")
                continue
            parts += [f"## {place}.", question.text, *_figures(question)]
            parts.append(
                "\n".join(f"- [ ] {letter(n)}) {text}" for n, text in enumerate(question.choices)) or "Answer:"
            )
        return "\n\n".join([*parts, *([f"---\n{self.note}"] if self.note else [])]) + "\n"

    def latex(self) -> str:
        """A document for LaTeX, to be edited: trees are TikZ pictures."""
        template = files("taquin.lessons").joinpath("worksheet.tex").read_text(encoding="utf-8")
        values = {
            "TITLE": escape(self.heading),
            "SUBTITLE": escape(self.subtitle),
            "NOTE": command(self.note) if self.note else "",
            "NAME": "" if self.is_key else r"Name \hrulefill\quad Date \underline{\hspace{3cm}}",
            "ITEMS": "\n\n".join(map(_latex_answer if self.is_key else _latex_question, self.questions)),
        }
        return re.sub("@([A-Z]+)@", lambda match: values[match[1]], template)


def _head(sheet: Sheet) -> Column:
    """The title, the subtitle, and lines for name and date."""
    column, x = Column(), 0.0
    column.text(sheet.heading, x=0, size=_TITLE, is_bold=True)
    if sheet.subtitle:
        column.text(sheet.subtitle, x=0)
    column.space(20)
    for label, length in () if sheet.is_key else (("Name", 300.0), ("Date", 130.0)):
        column.label(label, x, size=SMALL)
        start = x + exact_width(label, SMALL) + 8
        column.shapes.append(Line(((start, column.y + 12), (start + length, column.y + 12)), stroke=LIGHT.ink))
        x = start + length + 24
    column.space(0 if sheet.is_key else 42)
    return column


def _foot(note: str, number: int, count: int) -> tuple[Shape, ...]:
    y = PAGE_HEIGHT - _MARGIN
    room = WIDTH - 60  # beside the number of the page
    size = 10 * min(1, room / max(1, exact_width(note, 10)))
    return (
        Label(_MARGIN, y, note, size, LIGHT.muted, anchor="start"),
        Label(PAGE_WIDTH - _MARGIN, y, f"{number} of {count}", 10, LIGHT.muted, anchor="end"),
    )


# The other forms


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
