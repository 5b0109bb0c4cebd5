"""What a lesson is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A small search that shows the point. Tests run it, and hold it to what is said of it."""

    board: str
    method: str
    """The spec that runs."""
    shortest: int
    """Moves in a shortest solution."""
    length: int | None
    """Moves in the solution that this search finds; None if it gets stuck."""
    estimate: float | None = None
    """For a heuristic: its value at the start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One algorithm or heuristic, explained. Names, summaries and guarantees are the registry's."""

    key: str
    idea: str
    """What it does and why: paragraphs with empty lines between them."""
    pseudocode: str
    look: str
    """What to look for in the example."""
    example: Example
