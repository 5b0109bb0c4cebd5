"""A unit of the course: a title and a text with computed examples; boards and runs for these texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from inspect import cleandoc

from taquin.puzzle.board import Board
from taquin.puzzle.goals import make_goal
from taquin.render.text.layout import side_by_side
from taquin.run.result import Result
from taquin.solving.solver import solve
from taquin.tables.distances import DistanceTable, distance_table


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


def boards_block(*boards: tuple[str, Board]) -> str:
    """Boards side by side, indented: a paragraph that is shown as it is."""
    text = side_by_side([(label, str(board).replace("0", "·")) for label, board in boards])
    return "\n".join(f"    {line}" for line in text.splitlines())


@cache
def run_of(board: str, method: str) -> Result:
    """The result of a search; both backends have the same counters."""
    return solve(board, algorithm=method)


def distances(board: str) -> DistanceTable:
    """All distances to the standard goal, for boards of the size of this one."""
    return distance_table(make_goal("standard", Board(board).shape))
