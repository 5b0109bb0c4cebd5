"""Programs in Python for the view Code: starters, and the exercises of the course that ask for code.

Each is a file ``KEY.md``: lines of the form ``name: value``, a text, and the code in a block.
"""

from __future__ import annotations

from dataclasses import dataclass

from taquin.lessons import paragraphs, read_text_file


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A starter or an exercise."""

    key: str
    title: str
    unit: str
    """The unit of the course that an exercise belongs to; empty for a starter."""
    text: str
    code: str


def _read(key: str) -> Program:
    """The starter or the exercise with this key."""
    head, _, rest = read_text_file(f"programs/{key}.md").partition("\n\n")
    values = dict(line.split(": ", 1) for line in head.splitlines())
    text, _, block = rest.partition("```python\n")
    return Program(
        key=key,
        title=values["title"],
        unit=values.get("unit", ""),
        text=paragraphs(text.strip())[0],
        code=block.partition("```")[0],
    )


PROGRAMS = tuple(map(_read, ("astar", "greedy", "breadth_first", "deepening", "heuristic")))
