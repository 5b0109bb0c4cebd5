"""Programs in Python for the view Code: starters, and the exercises of the course that ask for code.

Each is a file ``KEY.md``: lines of the form ``name: value``, a text, and the code in a block.
"""

from __future__ import annotations

from dataclasses import dataclass

from taquin.lessons import paragraphs, read_text_file


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A starter, or an exercise, which has a unit and either ``heuristic`` or ``search``."""

    key: str
    title: str
    text: str
    code: str
    unit: str = ""
    """The unit of the course that an exercise belongs to."""
    heuristic: str = ""
    """What ``h`` must equal, such as ``misplaced``, or two that it must be between: ``misplaced to manhattan``."""
    search: str = ""
    """``search`` must find shortest solutions, with about as many expansions as this method."""


def _read(key: str) -> Program:
    """The starter or the exercise with this key."""
    head, _, rest = read_text_file(f"programs/{key}.md").partition("\n\n")
    text, code, _ = rest.replace("```python\n", "```").split("```")
    values = dict(line.split(": ", 1) for line in head.splitlines())
    return Program(key=key, text=paragraphs(text.strip())[0], code=code, **values)


_STARTERS = ("astar", "greedy", "breadth_first", "deepening", "heuristic")
_EXERCISES = ("deepen", "count_misplaced", "sum_distances", "between", "to_astar", "find_bug")
PROGRAMS = tuple(map(_read, (*_STARTERS, *_EXERCISES)))
