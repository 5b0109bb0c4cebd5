"""The parts of a worksheet: a question with room for its answer, and an entry of the key, each of a known height."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from taquin.lessons.exercises.grading import shown_right
from taquin.lessons.exercises.question import Kind, Question, Table, letter
from taquin.lessons.exercises.tree_picture import tree_drawing
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape as BoardShape
from taquin.render.board.picture import Grid, board_shapes
from taquin.render.drawing.helvetica import pieces
from taquin.render.drawing.shapes import Group, Label, Line, Rectangle, Shape, scaled
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


@dataclass(frozen=True, slots=True)
class Block:
    """Shapes below each other, never divided between two pages."""

    height: float
    shapes: tuple[Shape, ...]


def exact_width(text: str, size: float, *, is_bold: bool = False) -> float:
    """The width of a text in Helvetica."""
    return size * sum(piece.width for piece in pieces(text, is_bold=is_bold))


def wrap(text: str, width: float, size: float) -> list[str]:
    """The text in lines that are no wider than this, unless a word is."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and exact_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


class _Column:
    """Collects shapes from top to bottom."""

    def __init__(self) -> None:
        self.y = 0.0
        self.shapes: list[Shape] = []

    def text(self, text: str, *, x: float = _INDENT, size: float = TEXT, is_bold: bool = False) -> None:
        for line in wrap(text, WIDTH - x, size):
            self.shapes.append(Label(x, self.y + size / 2, line, size, LIGHT.ink, anchor="start", is_bold=is_bold))
            self.y += size * LEADING

    def label(self, text: str, x: float, *, size: float = TEXT, is_bold: bool = False) -> None:
        """A text beside what follows: it takes no height."""
        self.shapes.append(Label(x, self.y + size / 2, text, size, LIGHT.ink, anchor="start", is_bold=is_bold))

    def put(self, shape: Shape, height: float) -> None:
        self.shapes.append(Group((shape,), 0, self.y))
        self.y += height + _GAP

    def space(self, height: float = _GAP) -> None:
        self.y += height

    def block(self) -> Block:
        return Block(self.y, tuple(self.shapes))


def question_block(place: int, question: Question) -> Block:
    """A question with its figures and room for the answer."""
    column = _Column()
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
    return column.block()


def _answer_room(column: _Column, question: Question) -> None:
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


def key_block(place: int, question: Question) -> Block:
    """The right answer and its explanation."""
    column = _Column()
    column.label(f"{place}.", 0, size=SMALL + 1, is_bold=True)
    column.text(shown_right(question), size=SMALL + 1, is_bold=True)
    if question.also:
        column.text("Also right: " + ", ".join(question.also), size=SMALL)
    column.text(question.explanation, size=SMALL)
    column.text(f"{question.form}, variant {question.seed}", size=9)
    return column.block()


def _boards(boards: Iterable[tuple[str, Board]]) -> tuple[Shape, float]:
    shapes: list[Shape] = []
    x, height = _INDENT, 0.0
    for label, board in boards:
        grid = Grid(board.shape, _CELL)
        shapes.append(Label(x, SMALL / 2, label, SMALL, LIGHT.muted, anchor="start"))
        shapes.append(board_shapes(board, cell=_CELL, theme=LIGHT, x=x, y=SMALL + 6))
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
