"""Lessons: one for every algorithm and heuristic of the registry."""

from __future__ import annotations

from dataclasses import asdict
from importlib import import_module
from inspect import cleandoc

from taquin.lessons.lesson import Example, Lesson
from taquin.lessons.sources import SOURCES
from taquin.solving.registry import ALGORITHMS, HEURISTICS, AlgorithmSpec, HeuristicSpec

__all__ = ["LESSONS", "Example", "Lesson", "find_lesson", "lesson_records"]


def find_lesson(spec: AlgorithmSpec | HeuristicSpec) -> Lesson:
    """The lesson on an algorithm or a heuristic, from the module that its spec names."""
    lessons: tuple[Lesson, ...] = import_module(spec.lesson).LESSONS
    for lesson in lessons:
        if lesson.key == spec.key:
            return lesson
    raise LookupError(f"{spec.lesson} has no lesson with the key {spec.key!r}")


LESSONS: tuple[Lesson, ...] = (*map(find_lesson, ALGORITHMS), *map(find_lesson, HEURISTICS))


def lesson_records() -> list[dict[str, object]]:
    """The lessons as plain values, for JSON."""
    return [
        {
            "key": lesson.key,
            "idea": [_one_line(paragraph) for paragraph in cleandoc(lesson.idea).split("\n\n")],
            "pseudocode": cleandoc(lesson.pseudocode),
            "look": _one_line(lesson.look),
            "example": asdict(lesson.example),
            "sources": list(SOURCES.get(lesson.key, ())),
        }
        for lesson in LESSONS
    ]


def _one_line(text: str) -> str:
    """The text on one line."""
    return " ".join(text.split())
