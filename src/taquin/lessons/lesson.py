"""The lesson on one algorithm or heuristic, and the reader of its file in ``texts/``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from taquin.lessons.text_files import TextFile, paragraphs, parse_text_file


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
