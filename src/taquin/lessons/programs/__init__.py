"""Programs in Python for the view Code: starters, and the exercises of the course that ask for code.

Each is a file ``KEY.md``: lines of the form ``name: value``, a text, and the code in a block. An exercise has a line
``unit``, and ``heuristic`` or ``search``, which say what the right code does.
"""

from __future__ import annotations

from dataclasses import dataclass

from taquin.lessons import paragraphs, read_text_file


@dataclass(frozen=True, slots=True)
class Exercise:
    """What the code of an exercise must do."""

    heuristics: tuple[str, ...]
    """The heuristic that it must equal, or two between which it must be; none if it asks for a search."""
    method: str
    """A search must find shortest solutions, with about as many expansions as this method."""
    deepest: int
    """The most moves of the boards on which a search is tried."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A starter or an exercise."""

    key: str
    title: str
    unit: str
    """The unit of the course that an exercise belongs to; empty for a starter."""
    text: str
    code: str
    exercise: Exercise | None


def _read(key: str) -> Program:
    """The starter or the exercise with this key."""
    head, _, rest = read_text_file(f"programs/{key}.md").partition("\n\n")
    values = dict(line.split(": ", 1) for line in head.splitlines())
    text, _, block = rest.partition("```python\n")
    method, _, deepest = values.get("search", "").partition(" up to ")
    heuristics = tuple(filter(None, values.get("heuristic", "").split(" to ")))
    return Program(
        key=key,
        title=values["title"],
        unit=values.get("unit", ""),
        text=paragraphs(text.strip())[0],
        code=block.partition("```")[0],
        exercise=Exercise(heuristics, method, int(deepest or 0)) if "unit" in values else None,
    )


_STARTERS = ("astar", "greedy", "breadth_first", "deepening", "heuristic")
_EXERCISES = ("deepen", "count_misplaced", "sum_distances", "between", "to_astar", "find_bug")
PROGRAMS = tuple(map(_read, (*_STARTERS, *_EXERCISES)))
