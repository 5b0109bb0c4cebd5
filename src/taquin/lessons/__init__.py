"""Lessons: one for every algorithm and heuristic of the registry, for the page that teaches them."""

from __future__ import annotations

from dataclasses import asdict
from inspect import cleandoc

from taquin.lessons.blind import BLIND_LESSONS
from taquin.lessons.heuristics import HEURISTIC_LESSONS
from taquin.lessons.informed import INFORMED_LESSONS
from taquin.lessons.lesson import Example, Lesson
from taquin.lessons.local import LOCAL_LESSONS

__all__ = ["LESSONS", "Example", "Lesson", "lesson_records"]

LESSONS: tuple[Lesson, ...] = (*BLIND_LESSONS, *INFORMED_LESSONS, *LOCAL_LESSONS, *HEURISTIC_LESSONS)


def lesson_records() -> list[dict[str, object]]:
    """The lessons as plain values, for JSON."""
    return [
        {
            "key": lesson.key,
            "idea": [_flowing(paragraph) for paragraph in cleandoc(lesson.idea).split("\n\n")],
            "pseudocode": cleandoc(lesson.pseudocode),
            "look": _flowing(lesson.look),
            "example": asdict(lesson.example),
        }
        for lesson in LESSONS
    ]


def _flowing(text: str) -> str:
    """The text without its line ends."""
    return " ".join(text.split())
