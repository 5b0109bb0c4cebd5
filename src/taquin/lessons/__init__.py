"""Lessons: one for every algorithm and heuristic of the registry, in the Markdown file ``texts/KEY.md``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files

from taquin.errors import InternalError
from taquin.puzzle.words import whole
from taquin.solving.registry import ALGORITHMS, HEURISTICS, AlgorithmSpec, HeuristicSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A small search that illustrates the lesson. Tests run it and compare it with these values."""

    board: str
    method: str
    """The spec of the search."""
    shortest: int
    """The length of a shortest solution."""
    length: int | None
    """The length of the solution that this search finds; None if it gets stuck."""
    estimate: float | None
    """For a heuristic: its value at the start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonText:
    """One algorithm or heuristic, explained. Names and guarantees are in the registry, under the same key."""

    key: str
    idea: tuple[str, ...]
    """What it does and why, in paragraphs."""
    pseudocode: str
    look: str
    """What to look for in the example."""
    example: Example
    sources: tuple[str, ...]
    """Papers and books, with their titles between asterisks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson(LessonText):
    """A lesson, and which lines of its pseudocode run when."""

    lines: Mapping[str, tuple[int, ...]]
    """Which lines of the pseudocode run, counted from 1, by what happens in the search: ``start``; ``iteration``, a new
    bound; ``choose``, a node is expanded; ``new``, ``duplicate``, ``improved``, ``pruned`` and ``found`` (the goal) for
    a child; ``stuck``, no child is taken; ``goal``, the last step. Every key that can occur in a trace is there. Empty
    for a heuristic."""


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


def lesson_texts() -> list[LessonText]:
    """The lessons as learners see them: without the lines of the pseudocode that run."""
    names = [field.name for field in fields(LessonText)]
    return [LessonText(**{name: getattr(lesson, name) for name in names}) for lesson in all_lessons()]


# The files, which teachers can edit without Python: lines of the form ``name: value``, then the text

_EVENT = r"[a-z]+(?: \d+)+"
_LESSON = re.compile(
    r"board: (?P<board>[^\n]+)\nmethod: (?P<method>[^\n]+)\n"
    r"shortest: (?P<shortest>\d+)\nlength: (?P<length>\d+|stuck)\n"
    rf"(?:estimate: (?P<estimate>\d+(?:\.\d+)?)|lines: (?P<lines>{_EVENT}(?:, {_EVENT})*))\n\n"
    r"## Idea\n\n(?P<idea>.+)\n\n## Pseudocode\n\n```text\n(?P<pseudocode>.+)\n```\n\n"
    r"## What to look for\n\n(?P<look>.+)\n\n## Sources\n\n- (?P<sources>.+)\n",
    re.DOTALL,
)


def read_text_file(path: str) -> str:
    """The contents of a file of this folder. Works from a zip archive too."""
    return files("taquin.lessons").joinpath(path).read_text(encoding="utf-8")


def parse_lesson(key: str, contents: str, *, is_heuristic: bool) -> Lesson:
    """The lesson in the contents of its file. Raises ``InternalError`` if it does not have the form of a lesson."""
    parts, last = _LESSON.fullmatch(contents), "estimate" if is_heuristic else "lines"
    if parts is None or parts[last] is None:
        raise InternalError(
            f"lessons/texts/{key}.md: expected the lines board, method, shortest, length and {last}, and the sections "
            "Idea, Pseudocode (between ```text and ```), What to look for, and Sources, as in the other files"
        )
    events = [] if is_heuristic else [part.split() for part in parts["lines"].split(", ")]
    return Lesson(
        key=key,
        idea=tuple(paragraphs(parts["idea"])),
        pseudocode=parts["pseudocode"],
        look=" ".join(parts["look"].split()),
        example=Example(
            board=parts["board"],
            method=parts["method"],
            shortest=int(parts["shortest"]),
            length=None if parts["length"] == "stuck" else int(parts["length"]),
            estimate=whole(float(parts["estimate"])) if is_heuristic else None,
        ),
        sources=tuple(" ".join(source.split()) for source in parts["sources"].split("\n- ")),
        lines={event: tuple(map(int, numbers)) for event, *numbers in events},
    )


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, each on one line; an indented paragraph keeps its lines."""
    parts = re.split(r"\n\s*\n", text)
    return [part if part.startswith("    ") else " ".join(part.split()) for part in parts]
