"""Lists of named items as text: the name on the left, its description on the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

WIDTH = 120


@dataclass(frozen=True, slots=True)
class Item:
    """A name, sentences that may be wrapped, and lines that may not."""

    name: str
    sentences: Sequence[str]
    drawing: str = ""


def catalogue(items: Sequence[Item]) -> str:
    """The items one under the other, their descriptions in one column.

    >>> print(catalogue([Item("bfs", ["layer by layer"]), Item("astar", ["best f first", "also called a*"])]))
    bfs    layer by layer
    astar  best f first
           also called a*
    """
    indent = max(len(item.name) for item in items) + 2
    lines = []
    for item in items:
        wrapped = [line for sentence in item.sentences for line in _wrap(sentence, WIDTH - indent)]
        for number, line in enumerate([*wrapped, *item.drawing.splitlines()]):
            lines.append(f"{item.name if number == 0 else '':<{indent}}{line}".rstrip())
    return "\n".join(lines)


def _wrap(sentence: str, width: int) -> list[str]:
    return wrap(sentence, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
