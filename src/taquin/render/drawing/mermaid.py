"""Graphs for Mermaid, a language of flowcharts in Markdown pages: https://mermaid.js.org/syntax/flowchart.html."""

from __future__ import annotations

import re

from taquin.render.drawing.graph import Edge, Graph, Vertex
from taquin.render.drawing.theme import Surface, Theme

_PATH = "path"


def from_graph(graph: Graph) -> str:
    """The graph as a flowchart."""
    title = _escape(graph.title).replace("\\", "\\\\")  # YAML, where a backslash begins an escape
    lines = ["---", f'title: "{title}"', "---", "flowchart TD"]
    lines += [f"  %% {_escape(line)}" for line in graph.notes]
    styles: dict[str, str] = {}
    members: dict[str, list[str]] = {}
    for part in graph.parts:
        lines += [f'  subgraph {part.name}["{_escape(part.title)}"]'] if part.title else []
        for item in part.items:
            if isinstance(item, Edge):
                lines.append(f"  {_edge(item, has_arrow=not graph.is_tree)}")
                continue
            lines.append(f"  {_vertex(item)}")
            styles[item.kind] = _style(item.surface, graph.theme)
            members.setdefault(item.kind, []).append(item.name)
        lines += ["  end"] if part.title else []
    marked = [item.name for part in graph.parts for item in part.items if isinstance(item, Vertex) and item.is_marked]
    if marked:  # the last class takes precedence
        styles[_PATH], members[_PATH] = f"stroke:{graph.theme.path},stroke-width:4px", marked
    for kind, names in members.items():
        lines += [f"  classDef {kind} {styles[kind]}", f"  class {','.join(names)} {kind}"]
    return "\n".join([*lines, ""])


def _vertex(vertex: Vertex) -> str:
    # a browser shows several spaces as one
    rows = (re.sub(r"(?<!\S) ", "\N{FIGURE SPACE}", _escape(line)) for line in vertex.lines)
    return f'{vertex.name}["{"<br>".join(rows)}"]'


def _edge(edge: Edge, *, has_arrow: bool) -> str:
    line = "-.-" if edge.dashes else "==" if edge.is_marked else "--"
    end = ">" if has_arrow else "" if edge.dashes else line[0]
    label = f"|{_escape(edge.label)}|" if edge.label else ""
    return f"{edge.start} {line}{end}{label} {edge.end}"


def _style(surface: Surface | None, theme: Theme) -> str:
    if surface is None:
        return f"fill:none,stroke:none,color:{theme.muted}"
    dashes = f",stroke-dasharray:{' '.join(f'{length:g}' for length in surface.dashes)}" if surface.dashes else ""
    return f"fill:{surface.face},stroke:{surface.edge},stroke-width:{surface.weight:g}px,color:{surface.ink}{dashes}"


def _escape(text: str) -> str:
    """Text between quotes; special characters are entities that begin with #."""
    for character, entity in (("#", "#35;"), ('"', "#quot;"), ("<", "#lt;"), (">", "#gt;"), ("&", "#amp;")):
        text = text.replace(character, entity)
    return text
