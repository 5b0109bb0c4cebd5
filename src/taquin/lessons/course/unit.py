"""A unit of the course: a title, a text with computed examples, and the forms of question that belong to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import cleandoc


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A unit. ``text`` is a template: paragraphs separated by empty lines; ``{name}`` stands for a computed value."""

    key: str
    title: str
    summary: str
    text: str
    values: Callable[[], Mapping[str, object]]
    """Computes what the text names, so that no number in it is typed."""

    def paragraphs(self) -> list[str]:
        """The text with its values. A paragraph of several lines that are indented is shown as it is."""
        filled = cleandoc(self.text).format(**self.values())
        return [_one_line(part) if not part.startswith("    ") else part for part in filled.split("\n\n")]

    def record(self) -> dict[str, object]:
        """The unit as plain values for JSON."""
        return {"key": self.key, "title": self.title, "summary": self.summary, "paragraphs": self.paragraphs()}


def _one_line(text: str) -> str:
    return " ".join(text.split())
