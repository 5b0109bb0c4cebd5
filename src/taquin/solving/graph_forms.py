"""The forms of an explicit graph: a dict, a list of edges, a graph of networkx, a file of edges and estimates."""

from __future__ import annotations

import os
import re
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeGuard

from taquin.errors import SpaceError
from taquin.puzzle.arguments import check_real, read_real, read_whole
from taquin.puzzle.formats import decode_text, load_file
from taquin.puzzle.words import near_hint, shown


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge as it was given; its cost is not yet checked."""

    one: Hashable
    other: Hashable
    cost: object = 1
    place: str = ""  # such as "roads.txt, line 3"


@dataclass(frozen=True, slots=True)
class Parts:
    """What a graph is made of."""

    edges: list[Edge]
    nodes: list[Hashable] = field(default_factory=list)  # those that the form lists apart from the edges
    estimates: Mapping[Any, float] = field(default_factory=dict)


def read_edges(edges: object) -> Parts:
    """Read a graph in any form. Raises ``SpaceError``, and ``FormatError`` for a file that cannot be read."""
    if isinstance(edges, str | os.PathLike):
        return _FileReader(Path(edges)).read()
    if _is_networkx(edges):
        if edges.is_multigraph():
            raise SpaceError("expected a graph with one edge between two nodes, found a multigraph")
        estimates = {node: values["h"] for node, values in edges.nodes(data=True) if "h" in values}
        found = [Edge(one, other, values.get("weight", 1)) for one, other, values in edges.edges(data=True)]
        return Parts(found, [*edges.nodes], estimates)
    if isinstance(edges, Mapping):
        return Parts([Edge(*edge) for edge in _edges_of_dict(edges)], nodes=[*edges])
    if not isinstance(edges, Iterable):
        raise SpaceError(f"expected edges such as [('A', 'B', 75)], found {shown(edges)}", hint="a dict or a file")
    listed = list(edges)
    for edge in listed:
        if not isinstance(edge, tuple | list) or len(edge) not in (2, 3):
            raise SpaceError(f"expected edges such as ('A', 'B', 75), found {shown(edge)}")
    return Parts([Edge(*edge) for edge in listed])


class _Networkx(Protocol):
    """A graph of networkx, which is not imported."""

    nodes: Any
    edges: Any

    def is_multigraph(self) -> bool: ...


def _is_networkx(edges: object) -> TypeGuard[_Networkx]:
    return hasattr(edges, "adj")


def _edges_of_dict(edges: Mapping[Hashable, object]) -> Iterator[tuple[Hashable, Hashable, object]]:
    for one, others in edges.items():
        if isinstance(others, Mapping):
            yield from ((one, other, cost) for other, cost in others.items())
            continue
        if isinstance(others, str | bytes) or not isinstance(others, Iterable):
            raise SpaceError(
                f"expected the neighbours of {shown(one)} as a list or a dict, found {shown(others)}",
                hint="{'A': ['B', 'C']} or {'A': {'B': 75, 'C': 118}}",
            )
        for other in others:
            check_hashable(other)
            if isinstance(other, tuple) and len(other) == 2 and other not in edges and other[0] in edges:
                raise SpaceError(
                    f"expected neighbours of {shown(one)}, found {shown(other)}", hint="{'A': {'B': 75}} gives costs"
                )
            yield one, other, 1


def check_hashable(node: object) -> None:
    """Raise ``SpaceError`` for what cannot be a node."""
    try:
        hash(node)
    except TypeError:
        found = f"expected nodes that can be hashed, found {shown(node)}"
        raise SpaceError(found, hint="use texts or tuples") from None


_SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}  # between columns; without any of these, spaces
_NOT_PRINTABLE = "\t\u200c\u200d"  # but taken: the last two join and separate letters of some scripts


class _FileReader:
    """Reads a file of edges and estimates. It refuses every line that could be meant otherwise."""

    def __init__(self, path: Path) -> None:
        self._name = path.name
        lines = re.split(r"\r\n|\r|\n", decode_text(load_file(path), str(path)))
        self._lines = {
            number: content for number, line in enumerate(lines, start=1) if (content := self._content(number, line))
        }
        self._separator = self._find_separator()
        self._edges: dict[int, Edge] = {}
        self._estimates: dict[int, tuple[str, str, float]] = {}  # the node, the number as it is written, its value

    def read(self) -> Parts:
        without_cost = [number for number in self._lines if not self._read_line(number)]
        if not self._edges:
            hint = "an edge between two numbers needs its cost: 1 2 1" if self._estimates else ""
            raise SpaceError(f"{self._name}: expected edges such as Arad Zerind 75, found none", hint=hint)
        if 0 < len(without_cost) < len(self._edges):
            number = without_cost[0]
            other = next(other for other in self._edges if other not in without_cost)
            raise SpaceError(
                f"{self._place(number)}: expected an edge with its cost, as in line {other}, "
                f"found {shown(self._lines[number])}",
                hint="give every edge its cost, or none",
            )
        return Parts([*self._edges.values()], estimates=self._checked_estimates())

    def _place(self, number: int) -> str:
        return f"{self._name}, line {number}"

    def _content(self, number: int, line: str) -> str:
        """A line without its comment; empty if nothing else is in it."""
        content = re.split(r"(?:^|[ \t])#", line, maxsplit=1)[0].strip(" ")
        for character in content:
            if character in '#"':
                hint = "a comment begins with a space and #" if character == "#" else "write names without quotes"
                raise SpaceError(f"{self._place(number)}: expected names and numbers, found {character}", hint=hint)
            if not character.isprintable() and character not in _NOT_PRINTABLE:
                raise SpaceError(
                    f"{self._place(number)}: expected printable characters, found U+{ord(character):04X}",
                    hint="remove it",
                )
        return content if content.strip("\t ") else ""

    def _find_separator(self) -> str | None:
        """What separates the columns in all lines; None for spaces."""
        first: dict[str, int] = {}
        for number, content in self._lines.items():
            for separator in _SEPARATORS:
                if separator in content.strip("\t "):
                    first.setdefault(separator, number)
        if len(first) > 1:
            (one, line), (other, number), *_ = first.items()
            raise SpaceError(
                f"{self._place(number)}: expected {_SEPARATORS[one]} between the columns, as in line {line}, "
                f"found {_SEPARATORS[other]}: {shown(self._lines[number])}",
                hint="use the same in all lines, and a decimal point: 7.5",
            )
        return next(iter(first), None)

    def _read_line(self, number: int) -> bool:
        """Read an edge or an estimate; return whether it has a number."""
        content = self._lines[number]
        words = content.split() if self._separator is None else content.split(self._separator)
        words = self._without_empty_end([word.strip("\t ") for word in words])
        value = self._read_number(number, words[-1])
        if not all(words) or len(words) not in (2, 3) or (len(words) == 3 and value is None):
            between = "" if self._separator is None else f" with {_SEPARATORS[self._separator]} between its columns"
            raise SpaceError(
                f"{self._place(number)}: expected an edge such as Arad Zerind 75{between}, found {shown(content)}"
            )
        if len(words) == 2 and value is not None:
            self._estimates[number] = words[0], words[1], value
        else:
            self._edges[number] = Edge(words[0], words[1], 1 if value is None else value, self._place(number))
        return value is not None

    @staticmethod
    def _without_empty_end(words: list[str]) -> list[str]:
        """The columns without empty ones at the end, as spreadsheets write them, unless a cost may be missing there."""
        while len(words) > 3 and not words[-1]:
            words.pop()
        return words[:2] if len(words) == 3 and not words[2] and read_real(words[1]) is not None else words

    def _read_number(self, number: int, word: str) -> float | None:
        """The number that a word is, exact if it is whole; None for a name."""
        value = read_whole(word)
        if value is not None:
            return value
        try:
            float(word)
        except ValueError:
            return None
        real = read_real(word)
        if real is None or (real == 0 and re.search("[1-9]", word.lower().partition("e")[0])):  # too small for a float
            raise SpaceError(
                f"{self._place(number)}: expected a finite number of at most 40 digits, found {shown(word)}",
                hint="after the name of a node that reads like a number write the cost",
            )
        return real

    def _checked_estimates(self) -> dict[str, float]:
        """The estimates, if none of them can be an edge without its cost, and every node has at most one."""
        lines = [*self._edges.items()][::-1]
        names = {str(name): number for number, edge in lines for name in (edge.one, edge.other)}
        estimates: dict[str, float] = {}
        for number, (node, written, value) in self._estimates.items():
            if written in names:
                raise SpaceError(
                    f"{self._place(number)}: expected an estimate of {shown(node)}, but {written} is the name of a "
                    f"node (line {names[written]})",
                    hint=f"an edge needs its cost, such as 1; an estimate may have a sign: +{written}",
                )
            try:
                check_real(f"h of {node}", value, error=SpaceError)
            except SpaceError as error:
                raise error.within(self._place(number)) from None
            if node not in names:
                raise SpaceError(
                    f"{self._place(number)}: expected an estimate of a node, but no edge names {shown(node)}",
                    hint=near_hint(node, names),
                )
            if estimates.setdefault(node, value) != value:
                raise SpaceError(
                    f"{self._place(number)}: {shown(node)} has the estimate {written}, and before it had "
                    f"{shown(estimates[node])}",
                    hint="remove one of them",
                )
        return estimates
