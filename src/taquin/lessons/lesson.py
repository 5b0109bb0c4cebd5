"""The contents of a lesson."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


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
    estimate: float | None = None
    """For a heuristic: its value at the start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """An explanation of one algorithm or heuristic. Names, summaries and guarantees are in the registry."""

    key: str
    idea: str
    """What it does and why: paragraphs separated by empty lines."""
    pseudocode: str
    look: str
    """What to look for in the example."""
    example: Example
    lines: Mapping[str, int | tuple[int, ...]] = field(default_factory=dict)
    """Which lines of the pseudocode run, counted from 1, by what happens in the search: ``start``; ``iteration``, a new
    bound; ``choose``, a node is expanded; ``new``, ``duplicate``, ``improved``, ``pruned`` and ``found`` (the goal) for
    a child; ``stuck``, no child is taken; ``goal``, the last step. Every key that can occur in a trace is there."""

    def lines_for(self, kind: str) -> tuple[int, ...]:
        """The lines of one kind of event."""
        found = self.lines[kind]
        return found if isinstance(found, tuple) else (found,)
