"""Lessons, the course and its exercises. A question is named by its form and seed, and made again to be graded."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from taquin.lessons import lesson_records
from taquin.lessons import worksheet as sheet
from taquin.lessons.course import UNITS, find_unit
from taquin.lessons.exercises.display import node_places, tree_drawing
from taquin.lessons.exercises.grading import grade as grade_answer
from taquin.lessons.exercises.quiz import all_forms, choose_questions, choose_variants, find_form
from taquin.render.drawing.pdf import from_pages
from taquin.render.drawing.svg import from_drawing
from taquin.render.drawing.theme import DARK, LIGHT
from taquin.web.api.job import Job, Service, as_json, short_job

if TYPE_CHECKING:
    from taquin.web.api.requests import AnswerRequest, QuestionRequest, UnitRequest, VersionRequest, WorksheetRequest

PDF = "application/pdf"


def lessons(service: Service) -> bytes:
    """For every algorithm and heuristic the idea, pseudocode, and an example."""
    return as_json({"lessons": lesson_records()})


def course(service: Service) -> bytes:
    """The units of the course in order, each with its question types."""
    forms = all_forms().values()
    units = [
        {
            "key": unit.key,
            "title": unit.title,
            "summary": unit.summary,
            "forms": [{"key": form.key, "title": form.title} for form in forms if form.unit == unit.key],
        }
        for unit in UNITS
    ]
    return as_json({"units": units})


def unit(body: UnitRequest, service: Service) -> Job:
    """The paragraphs of a unit, with their examples computed."""
    return short_job(service, _unit, find_unit(body.unit).key)


def _unit(key: str) -> bytes:
    return as_json(find_unit(key).record())


def exercise(body: QuestionRequest, service: Service) -> Job:
    """A question, without its answer. The same form and seed give the same question."""
    return short_job(service, _question, find_form(body.form).key, body.seed)


def _question(form: str, seed: int) -> bytes:
    """A question with its tree drawn."""
    made = find_form(form).question(seed)
    picture = None
    if made.tree:
        light, dark = (tree_drawing(made.tree, made.blanks, theme) for theme in (LIGHT, DARK))
        picture = {
            "light": from_drawing(light),
            "dark": from_drawing(dark),
            "description": light.description,
            "width": light.width,
            "height": light.height,
            "nodes": node_places(made.tree, made.blanks),
        }
    return as_json({**made.record(), "picture": picture})


def grade(body: AnswerRequest, service: Service) -> Job:
    """Whether an answer is right, and why; without an answer, the right one. The server keeps nothing."""
    return short_job(service, _grade, find_form(body.form).key, body.seed, body.answer, body.attempt)


def _grade(form: str, seed: int, answer: str | None, attempt: int | None) -> bytes:
    return as_json(asdict(grade_answer(find_form(form).question(seed), answer, attempt)))


def version(body: VersionRequest, service: Service) -> bytes:
    """The questions of a version of a unit: those of its worksheet, and of `taquin quiz` with this seed."""
    chosen = choose_variants(find_unit(body.unit).key, body.version, body.count)
    return as_json({"questions": [{"form": form.key, "seed": seed} for form, seed in chosen]})


def worksheet(body: WorksheetRequest, service: Service) -> Job:
    """A version of a unit on paper, or its key: `taquin worksheet`."""
    unit = find_unit(body.unit).key
    name = f"taquin-{unit}-{body.version}{'-key' if body.part == 'key' else ''}.pdf"
    arguments = (unit, body.version, body.count, body.part)
    return short_job(service, _worksheet, *arguments, media_type=PDF, filename=name)


def _worksheet(unit: str, version: int, count: int, part: str) -> bytes:
    questions = list(choose_questions(unit, version, count))
    command = f": {sheet.command_of(unit, version, count)}" if part == "key" else ""  # it also makes the key
    note = f"version {version}{command}"
    pages = sheet.key_pages if part == "key" else sheet.question_pages
    return from_pages(pages(sheet.title_of(unit), note, questions))
