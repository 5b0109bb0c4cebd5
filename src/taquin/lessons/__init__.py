"""Lessons: one for every algorithm and heuristic of the registry, in the file ``texts/KEY.md``."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from importlib.resources import files

from taquin.lessons.lesson import Example, Lesson, parse_lesson, read_text_file
from taquin.solving.registry import ALGORITHMS, HEURISTICS, AlgorithmSpec, HeuristicSpec

__all__ = ["Example", "Lesson", "all_lessons", "find_lesson", "has_lesson", "lesson_records"]


@cache
def has_lesson(spec: AlgorithmSpec | HeuristicSpec) -> bool:
    """Whether the lesson is written: a new algorithm works without one."""
    return files("taquin.lessons").joinpath(f"texts/{spec.key}.md").is_file()


@cache
def find_lesson(spec: AlgorithmSpec | HeuristicSpec) -> Lesson:
    """The lesson on an algorithm or a heuristic."""
    contents = read_text_file(f"texts/{spec.key}.md")
    return parse_lesson(spec.key, contents, is_heuristic=isinstance(spec, HeuristicSpec))


def all_lessons() -> list[Lesson]:
    """The lessons on all algorithms, then on all heuristics."""
    return [find_lesson(spec) for spec in (*ALGORITHMS, *HEURISTICS) if has_lesson(spec)]


def lesson_records() -> list[dict[str, object]]:
    """The lessons as plain values, for JSON."""
    return [
        {
            "key": lesson.key,
            "idea": list(lesson.idea),
            "pseudocode": lesson.pseudocode,
            "look": lesson.look,
            "example": asdict(lesson.example),
            "sources": list(lesson.sources),
        }
        for lesson in all_lessons()
    ]
