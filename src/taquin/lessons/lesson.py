"""The lesson on one algorithm or heuristic, and the reader of the files in ``texts/`` and ``course/``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from taquin.errors import InternalError


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
class Lesson:
    """An explanation of one algorithm or heuristic. Names, summaries and guarantees are in the registry."""

    key: str
    idea: tuple[str, ...]
    """What it does and why, in paragraphs."""
    pseudocode: str
    look: str
    """What to look for in the example."""
    example: Example
    sources: tuple[str, ...]
    """Papers and books, with their titles between asterisks."""
    lines: Mapping[str, tuple[int, ...]]
    """Which lines of the pseudocode run, counted from 1, by what happens in the search: ``start``; ``iteration``, a new
    bound; ``choose``, a node is expanded; ``new``, ``duplicate``, ``improved``, ``pruned`` and ``found`` (the goal) for
    a child; ``stuck``, no child is taken; ``goal``, the last step. Every key that can occur in a trace is there. Empty
    for a heuristic."""


def parse_lesson(key: str, contents: str, *, is_heuristic: bool) -> Lesson:
    """The lesson in the contents of its file. Raises ``InternalError`` that states what the file lacks."""
    last = "estimate" if is_heuristic else "lines"
    file = parse_text_file(f"texts/{key}.md", contents, "board", "method", "shortest", "length", last)
    idea, pseudocode, look, sources = file.sections("Idea", "Pseudocode", "What to look for", "Sources")
    return Lesson(
        key=key,
        idea=tuple(paragraphs(idea)),
        pseudocode=_code(file, pseudocode),
        look=" ".join(look.split()),
        example=Example(
            board=file.header["board"],
            method=file.header["method"],
            shortest=int(file.number("shortest")),
            length=None if file.header["length"] == "stuck" else int(file.number("length")),
            estimate=file.number("estimate") if is_heuristic else None,
        ),
        sources=_items(file, sources),
        lines={} if is_heuristic else _line_numbers(file),
    )


def _code(file: TextFile, section: str) -> str:
    found = re.fullmatch(r"```text\n(.+)\n```", section, re.DOTALL)
    if found is None:
        raise file.error("the pseudocode between ```text and ```", repr(section))
    return found[1]


def _items(file: TextFile, section: str) -> tuple[str, ...]:
    first, *items = re.split(r"^- ", section, flags=re.MULTILINE)
    if first or not items:
        raise file.error("sources that begin with '- '", repr(section))
    return tuple(" ".join(item.split()) for item in items)


def _line_numbers(file: TextFile) -> dict[str, tuple[int, ...]]:
    """``start 1 2, choose 4``: the lines of the pseudocode for each kind of event."""
    numbers: dict[str, tuple[int, ...]] = {}
    for part in file.header["lines"].split(", "):
        if re.fullmatch(r"[a-z]+( \d+)+", part) is None:
            raise file.error("an event and line numbers, such as 'start 1 2'", repr(part))
        event, *lines = part.split()
        numbers[event] = tuple(map(int, lines))
    return numbers


# The files of lessons and course units: Markdown beside the code, which teachers can edit without Python. A file starts
# with lines of the form ``name: value``. After an empty line comes the text.


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file of this folder: the values of its first lines by name, and the text below them."""

    path: str
    header: Mapping[str, str]
    text: str

    def sections(self, *titles: str) -> list[str]:
        """The text under each of these titles. It must have exactly these sections, in this order."""
        before, *parts = re.split(r"^## (.+)$", self.text, flags=re.MULTILINE)
        if before.strip():
            raise self.error("a line with ## before any text", repr(before.strip()[:40]))
        if parts[::2] != list(titles):
            raise self.error(f"the sections {', '.join(titles)}", ", ".join(parts[::2]))
        return [section.strip("\n") for section in parts[1::2]]

    def number(self, name: str) -> int | float:
        """The number in one of the first lines."""
        value = self.header[name]
        if re.fullmatch(r"\d+(\.\d+)?", value) is None:
            raise self.error(f"a number after '{name}:'", repr(value))
        return float(value) if "." in value else int(value)

    def error(self, expected: str, found: str) -> InternalError:
        """An error that names the file."""
        return InternalError(f"lessons/{self.path}: expected {expected}; found {found}")


def read_text_file(path: str) -> str:
    """The contents of a file of this folder. Works from a zip archive too."""
    return files("taquin.lessons").joinpath(path).read_text(encoding="utf-8")


def parse_text_file(path: str, contents: str, *names: str) -> TextFile:
    """Split the contents of a file. The first lines must have exactly these names, in this order."""
    first_lines, _, text = contents.partition("\n\n")
    parts = [line.partition(": ") for line in first_lines.splitlines()]
    file = TextFile(path, {name: value for name, _, value in parts}, text.strip("\n"))
    if [name for name, _, _ in parts] != list(names) or not all(file.header.values()):
        raise file.error(f"lines 'name: value' with the names {', '.join(names)}", repr(first_lines))
    return file


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, each on one line; an indented paragraph keeps its lines."""
    parts = re.split(r"\n\s*\n", text)
    return [part if part.startswith("    ") else " ".join(part.split()) for part in parts]
