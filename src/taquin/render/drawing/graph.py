"""Trees and graphs for programs that lay them out themselves: ``dot`` and ``mermaid`` write a ``Graph``."""

from __future__ import annotations

from dataclasses import dataclass

from taquin.render.drawing.theme import Surface, Theme


@dataclass(frozen=True, slots=True)
class Vertex:
    """A box with lines of text; without a surface, the text alone."""

    name: str
    lines: tuple[str, ...]
    kind: str
    """The name of the surface. Vertices of the same kind have the same one."""
    surface: Surface | None
    is_marked: bool = False
    """Whether it has a double border in the colour of the solution path."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A line between two vertices, from the upper to the lower one."""

    start: str
    end: str
    label: str = ""
    width: float | None = None
    is_marked: bool = False
    color: str = ""
    dashes: str = ""  # "dashed" or "dotted"; a solid line if empty


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a graph, which has a frame around it if it has a title."""

    items: tuple[Vertex | Edge, ...]
    name: str = ""
    title: str = ""
    ranks: tuple[tuple[str, ...], ...] = ()
    """The names of the vertices of each row."""


@dataclass(frozen=True, slots=True)
class Graph:
    """A tree, whose edges have no arrows and stay in their order from left to right, or another directed graph."""

    name: str
    title: str
    notes: tuple[str, ...]
    parts: tuple[Part, ...]
    theme: Theme
    is_tree: bool = False
