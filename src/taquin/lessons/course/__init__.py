"""The course: units in the order of teaching, each with a text in ``KEY.md``, computed values and exercises."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from taquin.errors import SpecError
from taquin.lessons.course.values import VALUES, Values
from taquin.lessons.text_files import paragraphs, parse_text_file, read_text_file
from taquin.puzzle.words import shown

__all__ = ["UNITS", "Unit", "find_unit"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A unit. ``text`` is a template: paragraphs separated by empty lines; ``{name}`` stands for a computed value."""

    key: str
    title: str
    summary: str
    text: str
    values: Callable[[], Values]

    def paragraphs(self) -> list[str]:
        """The text with its values. An indented paragraph, such as a board, keeps its lines."""
        return paragraphs(self.text.format(**self.values()))

    def record(self) -> dict[str, object]:
        """The unit as plain values for JSON."""
        return {"key": self.key, "title": self.title, "summary": self.summary, "paragraphs": self.paragraphs()}


def _read_unit(key: str, values: Callable[[], Values]) -> Unit:
    path = f"course/{key}.md"
    file = parse_text_file(path, read_text_file(path), "title", "summary")
    title, summary = file.header["title"], file.header["summary"]
    return Unit(key=key, title=title, summary=summary, text=file.text, values=values)


UNITS: tuple[Unit, ...] = tuple(_read_unit(key, values) for key, values in VALUES.items())


def find_unit(key: str) -> Unit:
    """The unit with this key. Raises ``SpecError`` if there is none."""
    for unit in UNITS:
        if unit.key == key:
            return unit
    raise SpecError(f"expected a unit ({', '.join(unit.key for unit in UNITS)}), found {shown(key)}")
