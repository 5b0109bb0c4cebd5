"""All question types; a quiz: which questions a topic and a seed give, and the results of the answers."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from io import StringIO
from random import Random
from typing import TypedDict

from taquin.errors import SpecError
from taquin.lessons.course import UNITS
from taquin.lessons.exercises.grading import Grade, Verdict
from taquin.lessons.exercises.material import Form
from taquin.lessons.exercises.question import Question
from taquin.puzzle.words import near_hint, shown
from taquin.render.text.layout import spreadsheet_text

MOST_QUESTIONS = 500
VARIANTS = 10**6
"""Question seeds are below this, short enough to be typed."""
LARGEST_SEED = 2**32 - 1


@cache
def all_forms() -> dict[str, Form]:
    """Every form by its key, in the order of the course: the forms of a unit are in the module with its key."""
    modules = [import_module(f"taquin.lessons.exercises.forms.{unit.key}") for unit in UNITS]
    forms: list[Form] = [form for module in modules for form in module.forms.all]
    return {form.key: form for form in forms}


def find_form(key: str) -> Form:
    """The form with this key. Raises ``SpecError`` if there is none."""
    try:
        return all_forms()[key]
    except KeyError:
        raise SpecError(f"there is no question type {shown(key)}", hint="taquin quiz --list shows all") from None


def forms_of(topic: str | None) -> list[Form]:
    """The forms of a topic: units or forms, separated by commas, or all. Raises ``SpecError`` for an unknown one."""
    if topic is None:
        return list(all_forms().values())
    return list(dict.fromkeys(form for name in topic.split(",") for form in _forms_named(name.strip())))


def _forms_named(topic: str) -> list[Form]:
    forms = all_forms()
    chosen = [form for form in forms.values() if topic == form.key or (topic == form.unit and not form.is_extra)]
    if not chosen:
        hint = near_hint(topic, [*(unit.key for unit in UNITS), *forms], "taquin quiz --list shows all")
        raise SpecError(f"expected a unit of the course or a question type, found {shown(topic)}", hint=hint)
    return chosen


def choose_variants(topic: str | None, seed: int, count: int) -> Iterator[tuple[Form, int]]:
    """The forms and seeds of questions on a topic, the same for the same seed.

    Every form is used once before one is used again.
    """
    forms = forms_of(topic)
    rng = Random(f"quiz {topic} {seed}")
    waiting: list[Form] = []
    for _ in range(count):
        if not waiting:
            waiting = list(forms)
            rng.shuffle(waiting)
        yield waiting.pop(), rng.randrange(VARIANTS)


def choose_questions(topic: str | None, seed: int, count: int) -> Iterator[Question]:
    return (form.question(variant) for form, variant in choose_variants(topic, seed, count))


class AnswerRecord(TypedDict):
    """A question, what was typed, and the grade."""

    form: str
    seed: int
    text: str
    typed: str
    verdict: str
    answer: str


class ResultsRecord(TypedDict):
    """What ``taquin quiz --json`` prints."""

    topic: str | None
    seed: int
    questions: int
    answered: int
    right: int
    answers: list[AnswerRecord]


@dataclass(frozen=True, slots=True)
class Answered:
    """A question, what was typed, and the grade."""

    question: Question
    typed: str
    grade: Grade

    @property
    def is_right(self) -> bool:
        """Whether the answer was right, at the first or the second try."""
        return self.grade.verdict in (Verdict.RIGHT, Verdict.SECOND)

    def record(self) -> AnswerRecord:
        """The answer as plain values."""
        return {
            "form": self.question.form,
            "seed": self.question.seed,
            "text": self.question.text,
            "typed": self.typed,
            "verdict": str(self.grade.verdict),
            "answer": self.question.answer,
        }


def results_record(topic: str | None, seed: int, count: int, answered: Sequence[Answered]) -> ResultsRecord:
    return {
        "topic": topic,
        "seed": seed,
        "questions": count,
        "answered": len(answered),
        "right": sum(answer.is_right for answer in answered),
        "answers": [answer.record() for answer in answered],
    }


def results_csv(record: ResultsRecord) -> str:
    """The answers of a results record as a table for spreadsheets."""
    text = StringIO()
    writer = csv.DictWriter(text, ("form", "seed", "verdict", "typed", "answer", "text"), lineterminator="\n")
    writer.writeheader()
    for answer in record["answers"]:
        cells = answer.items()
        writer.writerow({name: spreadsheet_text(cell) if isinstance(cell, str) else cell for name, cell in cells})
    return text.getvalue()
