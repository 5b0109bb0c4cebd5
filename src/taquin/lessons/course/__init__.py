"""The course: units in the order of teaching, each with a text in ``KEY.md``, computed values and exercises."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, TypedDict

from taquin.errors import SpecError
from taquin.lessons import paragraphs, read_text_file
from taquin.lessons.course.values import VALUES, Boards, Values
from taquin.puzzle.board import one_line
from taquin.puzzle.words import near_hint, shown
from taquin.render.records import BoardRecord, board_records

__all__ = ["UNITS", "Unit", "find_unit", "unit_about"]


class ParagraphRecord(TypedDict):
    """A paragraph of a unit."""

    text: Annotated[str, "If it begins with four spaces, it is shown as it is, line by line."]
    boards: Annotated[list[BoardRecord], "The boards that the text shows, if it consists of boards."]


class UnitSearch(TypedDict):
    """A search for the view Watch."""

    board: Annotated[str, "Empty if the unit has no board."]
    method: str


class UnitRecord(TypedDict):
    """The text of a unit."""

    key: str
    title: str
    summary: str
    paragraphs: list[ParagraphRecord]
    lessons: Annotated[list[str], "The keys of the algorithms and heuristics that it is about."]
    watch: list[UnitSearch]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A unit. ``text`` is a template: paragraphs separated by empty lines; ``{name}`` stands for a computed value."""

    key: str
    title: str
    summary: str
    lessons: tuple[str, ...]
    """The algorithms and heuristics that it is about."""
    watch: tuple[str, ...]
    """Searches of its first board that are worth watching."""
    text: str
    values: Callable[[], Values]

    def paragraphs(self) -> list[str]:
        """The text with its values. An indented paragraph, such as a board, keeps its lines."""
        return [part["text"] for part in self.record()["paragraphs"]]

    def record(self) -> UnitRecord:
        """The unit as plain values for JSON."""
        values = self.values()
        parts: list[ParagraphRecord] = []
        for paragraph in paragraphs(self.text):
            value = values.get(paragraph.strip("{}"))
            boards = value.boards if isinstance(value, Boards) else ()
            parts.append({"text": paragraph.format(**values), "boards": board_records(boards)})
        board = next((one_line(value.boards[0][1]) for value in values.values() if isinstance(value, Boards)), "")
        return {
            "key": self.key,
            "title": self.title,
            "summary": self.summary,
            "paragraphs": parts,
            "lessons": list(self.lessons),
            "watch": [{"board": board, "method": method} for method in self.watch],
        }


def _read_unit(key: str, values: Callable[[], Values]) -> Unit:
    """A unit from its file: the lines title, summary, lessons and watch, each ``name: value``, then the text."""
    first_lines, _, text = read_text_file(f"course/{key}.md").partition("\n\n")
    title, summary, lessons, watch = (line.partition(": ")[2] for line in first_lines.splitlines())
    return Unit(
        key=key,
        title=title,
        summary=summary,
        lessons=tuple(lessons.split(", ")),
        watch=tuple(watch.split("; ")),
        text=text.strip("\n"),
        values=values,
    )


UNITS: tuple[Unit, ...] = tuple(_read_unit(key, values) for key, values in VALUES.items())


def find_unit(key: str) -> Unit:
    """The unit with this key. Raises ``SpecError`` if there is none."""
    for unit in UNITS:
        if unit.key == key:
            return unit
    keys = [unit.key for unit in UNITS]
    raise SpecError(f"expected a unit ({', '.join(keys)}), found {shown(key)}", hint=near_hint(key, keys))


def unit_about(key: str) -> Unit | None:
    """The unit about this algorithm or heuristic: of several, the one that compares it with the most others."""
    return max((unit for unit in UNITS if key in unit.lessons), key=lambda unit: len(unit.lessons), default=None)
