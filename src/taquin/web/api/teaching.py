"""Lessons, the course and its exercises. A question is named by its form and seed, and made again to be graded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, TypeAlias, TypedDict

from taquin.lessons import LessonText, lesson_texts
from taquin.lessons import worksheet as sheet
from taquin.lessons.course import UNITS, UnitRecord, find_unit
from taquin.lessons.exercises.display import NodePlace, node_places, tree_drawing
from taquin.lessons.exercises.grading import LONGEST, Grade
from taquin.lessons.exercises.grading import grade as grade_answer
from taquin.lessons.exercises.question import QuestionRecord
from taquin.lessons.exercises.quiz import LARGEST_SEED, all_forms, choose_questions, choose_variants, find_form
from taquin.lessons.programs import PROGRAMS
from taquin.render.drawing.pdf import from_pages
from taquin.render.drawing.svg import from_drawing
from taquin.render.drawing.theme import DARK, LIGHT
from taquin.web.api.job import Job, Json, Service, as_json, short_job
from taquin.web.api.reading import Bounds, Examples
from taquin.web.api.requests import Request

Seed: TypeAlias = Annotated[int, Bounds(most=LARGEST_SEED)]
UnitKey: TypeAlias = Annotated[str, Bounds(most=40)]


class LessonsRecord(TypedDict):
    """Every lesson."""

    lessons: list[LessonText]


def lessons(service: Service) -> Json[LessonsRecord]:
    """For every algorithm and heuristic the idea, pseudocode, and an example."""
    return as_json({"lessons": lesson_texts()})


class FormRecord(TypedDict):
    """A question type."""

    key: str
    title: str


class UnitEntry(TypedDict):
    """A unit of the course, without its text."""

    key: str
    title: str
    summary: str
    forms: list[FormRecord]


class ProgramRecord(TypedDict):
    """A program in Python to begin with in the view Code."""

    key: str
    title: str
    unit: Annotated[str, "The unit that it is an exercise of; empty for a starter."]
    text: str
    code: str


class CourseRecord(TypedDict):
    """All units, and the programs of the view Code."""

    units: list[UnitEntry]
    programs: list[ProgramRecord]


def course(service: Service) -> Json[CourseRecord]:
    """The units of the course in order, each with its question types."""
    forms = all_forms().values()
    units: list[UnitEntry] = [
        {
            "key": unit.key,
            "title": unit.title,
            "summary": unit.summary,
            "forms": [{"key": form.key, "title": form.title} for form in forms if form.unit == unit.key],
        }
        for unit in UNITS
    ]
    programs: list[ProgramRecord] = [
        {"key": each.key, "title": each.title, "unit": each.unit, "text": each.text, "code": each.code}
        for each in PROGRAMS
    ]
    return as_json({"units": units, "programs": programs})


@dataclass(frozen=True, kw_only=True)
class UnitRequest(Request):
    """A unit of the course."""

    unit: Annotated[UnitKey, Examples("space")]


def unit(body: UnitRequest, service: Service) -> Job[Json[UnitRecord]]:
    """The paragraphs of a unit, with their examples computed."""
    return short_job(service, _unit, find_unit(body.unit).key)


def _unit(key: str) -> Json[UnitRecord]:
    return as_json(find_unit(key).record())


@dataclass(frozen=True, kw_only=True)
class QuestionRequest(Request):
    """A question: its form, and the seed of the variant."""

    EXAMPLE: ClassVar = {"form": "space.inversions", "seed": 7}

    form: Annotated[str, Bounds(most=80)]
    seed: Seed


class TreePicture(TypedDict):
    """The tree as SVG, for both themes, and in words."""

    light: str
    dark: str
    description: str
    width: float
    height: float
    nodes: list[NodePlace]


class DrawnQuestion(QuestionRecord):
    """A question, without its answer."""

    picture: Annotated[TreePicture | None, "The tree as a picture."]


def exercise(body: QuestionRequest, service: Service) -> Job[Json[DrawnQuestion]]:
    """A question, without its answer. The same form and seed give the same question."""
    return short_job(service, _question, find_form(body.form).key, body.seed)


def _question(form: str, seed: int) -> Json[DrawnQuestion]:
    """A question with its tree drawn."""
    made = find_form(form).question(seed)
    picture: TreePicture | None = None
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


@dataclass(frozen=True, kw_only=True)
class AnswerRequest(QuestionRequest):
    """A question and what was answered."""

    EXAMPLE: ClassVar = {"form": "space.inversions", "seed": 7, "answer": "12"}

    answer: Annotated[str, Bounds(most=LONGEST)] | None
    """In any notation that Taquin reads; null to see the right answer."""
    attempt: Literal[1, 2] | None = None
    """1: a wrong answer gets the verdict `again` and a hint; 2: the second try; null: the only one."""


def grade(body: AnswerRequest, service: Service) -> Job[Json[Grade]]:
    """Whether an answer is right, and why; without an answer, the right one. The server keeps nothing."""
    return short_job(service, _grade, find_form(body.form).key, body.seed, body.answer, body.attempt)


def _grade(form: str, seed: int, answer: str | None, attempt: int | None) -> Json[Grade]:
    return as_json(grade_answer(find_form(form).question(seed), answer, attempt))


@dataclass(frozen=True, kw_only=True)
class VersionRequest(Request):
    """A version of the questions of a unit."""

    EXAMPLE: ClassVar = {"unit": "astar", "version": 7, "count": 8}

    unit: UnitKey
    version: Seed
    """Any number, such as that of a student: each gives other questions."""
    count: Annotated[int, Bounds(least=1, most=40)] = 8
    """How many questions."""


class VersionRecord(TypedDict):
    """The questions of a version, in order."""

    questions: list[QuestionRequest]


def version(body: VersionRequest, service: Service) -> Json[VersionRecord]:
    """The questions of a version of a unit: those of its worksheet, and of `taquin quiz` with this seed."""
    chosen = choose_variants(find_unit(body.unit).key, body.version, body.count)
    return as_json({"questions": [QuestionRequest(form=form.key, seed=seed) for form, seed in chosen]})


@dataclass(frozen=True, kw_only=True)
class WorksheetRequest(VersionRequest):
    """A version of the questions of a unit, on paper."""

    part: Literal["sheet", "key"] = "sheet"
    """The questions, or the answers."""


def worksheet(body: WorksheetRequest, service: Service) -> Job[bytes]:
    """A version of a unit on paper, or its key: `taquin worksheet`."""
    unit = find_unit(body.unit).key
    name = f"taquin-{unit}-{body.version}{'-key' if body.part == 'key' else ''}.pdf"
    return short_job(service, _worksheet, unit, body, filename=name)


def _worksheet(unit: str, body: WorksheetRequest) -> bytes:
    questions = list(choose_questions(unit, body.version, body.count))
    is_key = body.part == "key"
    command = f": {sheet.command_of(unit, body.version, body.count)}" if is_key else ""  # it also makes the key
    note = f"version {body.version}{command}"
    return from_pages(sheet.Sheet(sheet.title_of(unit), questions, note, is_key=is_key).pages())
