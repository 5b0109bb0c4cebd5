"""Graphs for Graphviz: ``dot -Tsvg tree.dot``. The language: https://graphviz.org/doc/info/lang.html."""

from __future__ import annotations

from collections.abc import Iterator

from taquin.render.drawing.graph import Edge, Graph, Part, Vertex
from taquin.render.drawing.theme import Theme


def from_graph(graph: Graph) -> str:
    """The graph as DOT."""
    theme = graph.theme
    label = "".join(f"{_escape(line)}\\l" for line in (graph.title, *graph.notes))
    order, arrows = (", ordering=out", "arrowhead=none, ") if graph.is_tree else ("", "")
    lines = [
        f"digraph {graph.name} {{",
        f'  graph [label="{label}", labelloc=t, labeljust=l{order}];',
        f'  graph [fontname="Helvetica", fontcolor="{theme.ink}", bgcolor="{theme.paper}"];',
        '  node [shape=box, fontname="Courier", fontsize=10];',
        f'  edge [{arrows}fontname="Helvetica", fontsize=11, fontcolor="{theme.ink}", color="{theme.edge}"];',
    ]
    for part in graph.parts:
        inner = list(_part_lines(part, theme))
        if part.title:
            frame = [f"subgraph cluster_{part.name} {{", f'  label="{_escape(part.title)}"; color="{theme.edge}";']
            inner = [*frame, *(f"  {line}" for line in inner), "}"]
        lines += [f"  {line}" for line in inner]
    return "\n".join([*lines, "}\n"])


def _part_lines(part: Part, theme: Theme) -> Iterator[str]:
    for item in part.items:
        yield _vertex(item, theme) if isinstance(item, Vertex) else _edge(item)
    for names in part.ranks:
        yield f"{{ rank=same; {' '.join(f'{name};' for name in names)} }}"


def _vertex(vertex: Vertex, theme: Theme) -> str:
    label, surface = "\\n".join(map(_escape, vertex.lines)), vertex.surface
    if surface is None:
        return f'{vertex.name} [label="{label}", shape=plaintext, fontcolor="{theme.muted}"];'
    dashes = ",dashed" if surface.dashes else ""
    edge, width, double = surface.edge, surface.weight, ""
    if vertex.is_marked:
        edge, width, double = theme.path, max(width, 2), ", peripheries=2"
    style = f'style="rounded,filled{dashes}", fillcolor="{surface.face}", fontcolor="{surface.ink}"'
    return f'{vertex.name} [label="{label}", {style}, color="{edge}", penwidth={width:g}{double}];'


def _edge(edge: Edge) -> str:
    width = "" if edge.width is None else f", penwidth={round(edge.width, 2):g}"
    color = f', color="{edge.color}"' if edge.color else ""
    style = f", style={edge.dashes}" if edge.dashes else ""
    return f'{edge.start} -> {edge.end} [label="{_escape(edge.label)}"{width}{color}{style}];'


def _escape(text: str) -> str:
    """Text between quotes, where a backslash begins an escape."""
    return text.replace("\\", "\\\\").replace('"', '\\"')
