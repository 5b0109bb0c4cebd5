"""Worksheets: everything is on the page, no answer is on the sheet, every character can be printed."""

from __future__ import annotations

import re

from looping import for_each
from taquin.lessons.exercises.material import Form
from taquin.lessons.exercises.quiz import all_forms, find_form
from taquin.lessons.worksheet import PAGE_HEIGHT, PAGE_WIDTH, WIDTH, Sheet, key_column, question_column
from taquin.render.drawing.shapes import Drawing, Group, Label, Line, Rectangle
from taquin.render.drawing.standard_fonts import lacking, standard_width
from taquin.render.drawing.theme import LIGHT

FORMS = list(all_forms().values())


def labels(page: Drawing) -> list[tuple[Label, float, float]]:
    return [(shape, x, y) for shape, x, y in page.flat() if isinstance(shape, Label)]


@for_each("form", FORMS)
def test_a_question_and_its_answer_fit_on_a_page(form: Form) -> None:
    question = form.question(1)
    for column in (question_column(1, question), key_column(1, question)):
        assert column.y < PAGE_HEIGHT - 220
        page = Drawing(width=WIDTH, height=column.y, title="", description="", shapes=tuple(column.shapes), font="")
        for label, x, y in labels(page):
            assert x + label.x >= -1
            assert y + label.y < column.y + 1
            if label.anchor == "start":
                assert x + label.x + standard_width(label.text, label.size, is_bold=label.is_bold) <= WIDTH + 1
            assert not lacking(label.text)


@for_each("form", FORMS)
def test_no_line_of_the_key_ends_inside_a_formula(form: Form) -> None:
    lines = [shape.text for shape in key_column(1, form.question(1)).shapes if isinstance(shape, Label)]
    assert not [line for line in lines if re.search(r"^[+·=<>] | [+·=<>]$", line)]


def test_values_to_fill_in_are_lines() -> None:
    question = find_form("astar.fill_f").question(4)
    page = Drawing(
        width=WIDTH, height=900, title="", description="", shapes=tuple(question_column(1, question).shapes), font=""
    )
    texts = [label.text for label, _, _ in labels(page)]
    count = len(question.tree)
    assert texts.count("f") == sum(text.startswith("g ") for text in texts) == count
    lines = [shape for shape, _, _ in page.flat() if isinstance(shape, Line) and len(shape.points) == 2]
    flat = [line for line in lines if line.points[0][1] == line.points[1][1] and line.stroke == LIGHT.ink]
    assert len(flat) == count + 1, "one for each f, and one for the list"


def test_columns_are_never_divided_and_pages_are_numbered() -> None:
    questions = [find_form("astar.fill_f").question(seed) for seed in range(7)]
    pages = Sheet("A*", questions, "note").pages()
    assert len(pages) > 2
    for number, page in enumerate(pages, start=1):
        assert (page.width, page.height) == (PAGE_WIDTH, PAGE_HEIGHT)
        assert f"{number} of {len(pages)}" in [label.text for label, _, _ in labels(page)]
        for shape, _, y in page.flat():
            if isinstance(shape, Rectangle):
                assert y + shape.y + shape.height < PAGE_HEIGHT - 60
    starts = [label.text for page in pages for label, _, _ in labels(page) if label.is_bold and label.text[-1] == "."]
    assert starts == [f"{place}." for place in range(1, 8)]


def test_the_key_has_every_answer_and_the_sheet_none() -> None:
    questions = [find_form("space.shortest").question(seed) for seed in range(3)]
    sheet = [label.text for page in Sheet("", questions).pages() for label, _, _ in labels(page)]
    key = [label.text for page in Sheet("", questions, is_key=True).pages() for label, _, _ in labels(page)]
    for question in questions:
        assert question.answer in key
        assert question.answer not in sheet
    assert all(isinstance(page.shapes[0], Group) for page in Sheet("", questions, is_key=True).pages())
