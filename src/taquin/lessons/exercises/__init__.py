"""Exercises: question types with any number of variants, and the grading of answers."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from taquin.errors import SpecError
from taquin.lessons.course import UNITS
from taquin.lessons.exercises.question import Form, Question
from taquin.puzzle.words import shown

LARGEST_SEED = 2**32 - 1


@cache
def all_forms() -> dict[str, Form]:
    """Every form by its key, in the order of the course: the forms of a unit are in the module with its key."""
    modules = [import_module(f"taquin.lessons.exercises.forms.{unit.key}") for unit in UNITS]
    found: list[Form] = [form for module in modules for form in module.forms.all]
    return {form.key: form for form in found}


def find_form(key: str) -> Form:
    """The form with this key. Raises ``SpecError`` if there is none."""
    try:
        return all_forms()[key]
    except KeyError:
        raise SpecError(f"there is no question type {shown(key)}", hint="taquin quiz --list shows all") from None


def make_question(key: str, seed: int) -> Question:
    """The question of a form and a seed: the same on every machine."""
    if not 0 <= seed <= LARGEST_SEED:
        raise SpecError(f"expected a seed from 0 to {LARGEST_SEED}, found {shown(seed)}")
    return find_form(key).question(seed)
