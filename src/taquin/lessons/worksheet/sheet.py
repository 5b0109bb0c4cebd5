"""Blocks on pages of A4, with a head on the first page and a foot on every page."""

from __future__ import annotations

from collections.abc import Sequence

from taquin.lessons.course import UNITS
from taquin.lessons.exercises import all_forms
from taquin.lessons.exercises.question import Question
from taquin.lessons.worksheet.blocks import SMALL, WIDTH, Block, exact_width, key_block, question_block
from taquin.render.drawing.shapes import Drawing, Group, Label, Line, Shape
from taquin.render.drawing.theme import LIGHT

PAGE_WIDTH, PAGE_HEIGHT = 793.7, 1122.52
"""A4 in pixels of a 96th of an inch."""
_MARGIN = (PAGE_WIDTH - WIDTH) / 2
_FOOT = 34
_BOTTOM = PAGE_HEIGHT - _MARGIN - _FOOT
_BETWEEN = 26.0
_TITLE = 20.0


def title_of(topic: str | None) -> str:
    """The title of a sheet on a unit, on a question type, or on all units."""
    titles = {unit.key: unit.title for unit in UNITS} | {key: form.title for key, form in all_forms().items()}
    return titles[topic] if topic else "Search and sliding-tile puzzles"


def command_of(topic: str | None, seed: int, count: int) -> str:
    """The command that makes a sheet again."""
    return f"taquin worksheet{' ' + topic if topic else ''} --seed {seed} --count {count}"


def question_pages(title: str, note: str, questions: Sequence[Question]) -> list[Drawing]:
    """The pages with the questions. ``note`` stands at the foot: how to make the sheet again."""
    blocks = [question_block(place, question) for place, question in enumerate(questions, start=1)]
    return _pages(title, note, blocks, has_name=True)


def key_pages(title: str, note: str, questions: Sequence[Question]) -> list[Drawing]:
    """The pages with the answers."""
    blocks = [key_block(place, question) for place, question in enumerate(questions, start=1)]
    return _pages(f"{title}: key", note, blocks, has_name=False)


def _pages(title: str, note: str, blocks: Sequence[Block], *, has_name: bool) -> list[Drawing]:
    head = _head(title, has_name=has_name)
    pages: list[list[Shape]] = [[Group(head.shapes, _MARGIN, _MARGIN)]]
    y = _MARGIN + head.height
    for block in blocks:
        if y + block.height > _BOTTOM and len(pages[-1]) > (1 if len(pages) == 1 else 0):
            pages.append([])
            y = _MARGIN
        pages[-1].append(Group(block.shapes, _MARGIN, y))
        y += block.height + _BETWEEN
    return [
        Drawing(
            width=PAGE_WIDTH,
            height=PAGE_HEIGHT,
            title=title,
            description=f"{title}, page {number} of {len(pages)}",
            shapes=(*shapes, *_foot(note, number, len(pages))),
            font=LIGHT.font,
            background="#ffffff",
        )
        for number, shapes in enumerate(pages, start=1)
    ]


def _head(title: str, *, has_name: bool) -> Block:
    """The title, and lines for name and date."""
    ink = LIGHT.ink
    shapes: list[Shape] = [Label(0, _TITLE / 2, title, _TITLE, ink, anchor="start", is_bold=True)]
    if not has_name:
        return Block(_TITLE + 28, tuple(shapes))
    y, x = _TITLE + 34, 0.0
    for label, length in (("Name", 300.0), ("Date", 130.0)):
        width = exact_width(label, SMALL) + 8
        shapes.append(Label(x, y, label, SMALL, ink, anchor="start"))
        shapes.append(Line(((x + width, y + 6), (x + width + length, y + 6)), stroke=ink))
        x += width + length + 24
    return Block(_TITLE + 70, tuple(shapes))


def _foot(note: str, number: int, count: int) -> tuple[Shape, ...]:
    y = PAGE_HEIGHT - _MARGIN
    return (
        Label(_MARGIN, y, note, 10, LIGHT.muted, anchor="start"),
        Label(PAGE_WIDTH - _MARGIN, y, f"{number} of {count}", 10, LIGHT.muted, anchor="end"),
    )
