"""Worksheets: questions with room for the answers, and a separate key, on pages of A4."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from random import Random

from taquin.lessons.course import UNITS
from taquin.lessons.exercises.display import tree_drawing
from taquin.lessons.exercises.grading import shown_right
from taquin.lessons.exercises.question import Kind, Question, Table, letter
from taquin.lessons.exercises.quiz import VARIANTS, all_forms, find_form
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape as BoardShape
from taquin.render.board.picture import Grid, board_shapes
from taquin.render.drawing.shapes import Drawing, Group, Label, Line, Rectangle, Shape, scaled, wrap_text
from taquin.render.drawing.standard_fonts import standard_width
from taquin.render.drawing.theme import LIGHT

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


class Column:
    """Shapes from top to bottom, never divided between two pages."""

    def __init__(self) -> None:
        self.y = 0.0  # where the next one begins; at last, the height of the column
        self.shapes: list[Shape] = []

    def text(
        self, text: str, *, x: float = _INDENT, size: float = TEXT, is_bold: bool = False, breaks_words: bool = False
    ) -> None:
        """A paragraph, whose lines do not end inside a formula."""
        unbroken = _OPERATOR.sub("\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}", text)
        room = WIDTH - x
        for line in wrap_text(unbroken, room, size, breaks_words=breaks_words, measure=standard_width):
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
        x += max(grid.width, standard_width(label, SMALL)) + 34
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
    widths = [max(standard_width(row[place], TEXT, is_bold=True) for row in rows) + 24 for place in range(len(rows[0]))]
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
    """Questions with room for the answers, or their key; ``worksheet_files`` writes them."""

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


def _head(sheet: Sheet) -> Column:
    """The title, the subtitle, and lines for name and date."""
    column, x = Column(), 0.0
    column.text(sheet.heading, x=0, size=_TITLE, is_bold=True, breaks_words=True)
    if sheet.subtitle:
        column.text(sheet.subtitle, x=0, breaks_words=True)
    column.space(20)
    for label, length in () if sheet.is_key else (("Name", 300.0), ("Date", 130.0)):
        column.label(label, x, size=SMALL)
        start = x + standard_width(label, SMALL) + 8
        column.shapes.append(Line(((start, column.y + 12), (start + length, column.y + 12)), stroke=LIGHT.ink))
        x = start + length + 24
    column.space(0 if sheet.is_key else 42)
    return column


def _foot(note: str, number: int, count: int) -> tuple[Shape, ...]:
    y = PAGE_HEIGHT - _MARGIN
    room = WIDTH - 60  # beside the number of the page
    size = 10 * min(1, room / max(1, standard_width(note, 10)))
    return (
        Label(_MARGIN, y, note, size, LIGHT.muted, anchor="start"),
        Label(PAGE_WIDTH - _MARGIN, y, f"{number} of {count}", 10, LIGHT.muted, anchor="end"),
    )
