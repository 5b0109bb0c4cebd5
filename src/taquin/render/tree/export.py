"""A search tree for other programs: plain values for JSON, and text for Graphviz and for Mermaid.

DOT: https://graphviz.org/doc/info/lang.html, Mermaid: https://mermaid.js.org/syntax/flowchart.html. Both lay the tree
out themselves; they show the same nodes as the picture, with the same text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from taquin.puzzle.board import one_line
from taquin.puzzle.words import whole
from taquin.render.drawing.theme import LIGHT, Surface, Theme
from taquin.render.text.layout import padded_rows
from taquin.render.text.reading import formula_of, move_letter
from taquin.render.tree.labels import LabelMaker, NodeLabel, caption, left_out, surface_of, title
from taquin.render.tree.selection import Selection
from taquin.trace.tree import TreeNode


def tree_to_dict(selections: Sequence[Selection], *, boards: bool = False) -> dict[str, object]:
    """The tree as plain values, for JSON: a flat list of nodes, since trees may be deeper than a parser nests."""
    iterations = []
    for selection in selections:
        iteration, bounds = selection.iteration, selection.trace.tree.bounds
        iterations.append(
            {
                "iteration": iteration,
                "bound": None if iteration is None else whole(bounds[iteration - 1]),
                "nodes": [_node_to_dict(selection, node, boards=boards) for node in sorted(selection.shown)],
                "nodes_left_out": len(selection.depths) + selection.hidden - len(selection.shown),
            }
        )
    roots = selections[0].trace.tree.roots if selections else []
    return {"roots": list(roots), "iterations": iterations}


def _node_to_dict(selection: Selection, node: int, *, boards: bool) -> dict[str, object]:
    at = selection.trace.tree[node]
    record: dict[str, object] = {
        "node": node,
        "parent": None if at.is_root else at.parent,
        "move": None if at.is_root else move_letter(at.move),
        "g": at.g,
        "h": at.h,
        "f": formula_of(selection.trace.rules).value(at.g, at.h),
        "level": selection.depths[node],
        "children": selection.children[node],
        "expanded": selection.expansions(node),
        "fate": at.fate or None,
        "on_path": node in selection.path,
        "duplicates": [
            {"move": move_letter(each.move) or None, "node": each.known}
            for each in (selection.duplicates(node) if selection.cut.duplicates is not False else ())
        ],
    }
    if boards:
        record["board"] = one_line(selection.trace.board(node))
    return record


# Graphs ----------------------------------------------------------------------------------------------------------


class _Vertex(NamedTuple):
    """A vertex of the exported graph."""

    name: str
    label: NodeLabel
    lines: tuple[str, ...]
    parent: str
    is_backward: bool  # in the tree of the backward search: its parent is below it

    @property
    def ends(self) -> tuple[str, str]:
        """The upper and the lower end of the edge to its parent."""
        return (self.name, self.parent) if self.is_backward else (self.parent, self.name)


_LETTERS = {"duplicate": "d", "omission": "m"}


def _vertices(selection: Selection, prefix: str, padding: str) -> Iterator[_Vertex]:
    """The vertices of one iteration, each after its parent and after the siblings to its left."""
    labels, names = LabelMaker(selection), list[str]()
    for place, root in enumerate(selection.roots):
        first = len(names)
        for item, parent in selection.walk(root):
            label = labels.label(item, "above" if place else "below")
            own = f"n{item.number}" if isinstance(item, TreeNode) else f"{_LETTERS[label.kind]}{len(names) + 1}"
            above = names[first + parent] if parent >= 0 else ""
            names.append(prefix + own)
            yield _Vertex(names[-1], label, _lines(label, padding), above, is_backward=place > 0)


def _lines(label: NodeLabel, padding: str) -> tuple[str, ...]:
    expanded = f" (expanded {label.ranks})" if label.ranks else ""
    board = () if label.board is None else padded_rows(label.board, padding)
    return *filter(None, (f"{label.title}{expanded}", *board, ", ".join(label.values))), *label.notes


def _iterations(
    selections: Sequence[Selection], *, padding: str = " "
) -> Iterator[tuple[Selection, str, str, list[_Vertex]]]:
    """Each iteration with a prefix for names, a title, and its vertices; no title where a search has no iterations."""
    for selection in selections:
        prefix = f"i{selection.iteration}" if selection.title else ""
        notes = left_out(selection) if len(selection.trace.tree.bounds) > 1 else ()
        yield selection, prefix, "; ".join([selection.title, *notes]), list(_vertices(selection, prefix, padding))


def _meeting(selection: Selection, prefix: str) -> tuple[str, str] | None:
    """The two vertices where two searches met, if both are shown."""
    goals = selection.trace.goal_nodes
    if len(goals) < 2 or not selection.shown.issuperset(goals):
        return None
    return f"{prefix}n{goals[0]}", f"{prefix}n{goals[1]}"


def to_dot(selections: Sequence[Selection], *, theme: Theme = LIGHT) -> str:
    """The tree as a graph for Graphviz: ``dot -Tsvg tree.dot``."""
    heading = [title(selections[0].trace), *caption(selections)]
    label = "".join(f"{_quoted(line)}\\l" for line in heading)
    lines = [
        "digraph tree {",
        f'  graph [label="{label}", labelloc=t, labeljust=l, ordering=out];',
        f'  graph [fontname="Helvetica", fontcolor="{theme.ink}", bgcolor="{theme.paper}"];',
        '  node [shape=box, fontname="Courier", fontsize=10];',
        f'  edge [arrowhead=none, fontname="Helvetica", fontsize=11, fontcolor="{theme.ink}", color="{theme.edge}"];',
    ]
    for selection, prefix, subtitle, vertices in _iterations(selections):
        indent = "  "
        if subtitle:
            lines += [f"  subgraph cluster_{prefix} {{", f'    label="{_quoted(subtitle)}"; color="{theme.edge}";']
            indent = "    "
        lines += [indent + line for vertex in vertices for line in _dot_lines(vertex, theme)]
        met = _meeting(selection, prefix)
        if met is not None:
            style = f'[style=dotted, penwidth=3, color="{theme.path}", label="same board"]'
            lines.append(f"{indent}{met[0]} -> {met[1]} {style};")
        lines += ["  }"] if subtitle else []
    return "\n".join([*lines, "}\n"])


def _dot_lines(vertex: _Vertex, theme: Theme) -> Iterator[str]:
    label = "\\n".join(map(_quoted, vertex.lines))
    if vertex.label.kind == "omission":
        yield f'{vertex.name} [label="{label}", shape=plaintext, fontcolor="{theme.muted}"];'
    else:
        surface = surface_of(vertex.label.kind, theme)
        dashes = ",dashed" if surface.dashes else ""
        colours = f'fillcolor="{surface.face}", fontcolor="{surface.ink}"'
        edge = theme.path if vertex.label.is_on_path else surface.edge
        double = ", peripheries=2" if vertex.label.is_on_path else ""
        width = max(surface.weight, 2) if vertex.label.is_on_path else surface.weight
        style = f'style="rounded,filled{dashes}", {colours}, color="{edge}", penwidth={width:g}{double}'
        yield f'{vertex.name} [label="{label}", {style}];'
    if vertex.parent:
        strength = f', penwidth=3, color="{theme.path}"' if vertex.label.is_on_path else ""
        dashes = ", style=dashed" if vertex.label.is_muted else ""
        upper, lower = vertex.ends
        yield f'{upper} -> {lower} [label="{vertex.label.letter}"{strength}{dashes}];'


def _quoted(text: str) -> str:
    """Text inside the quotes of DOT and of YAML, where a backslash begins an escape."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def to_mermaid(selections: Sequence[Selection], *, theme: Theme = LIGHT) -> str:
    heading = title(selections[0].trace)
    lines = ["---", f'title: "{_quoted(_mermaid_escape(heading))}"', "---", "flowchart TD"]
    lines += [f"  %% {_mermaid_escape(line)}" for line in caption(selections)]
    used: dict[str, list[str]] = {}
    path: list[str] = []
    for selection, prefix, subtitle, vertices in _iterations(selections, padding="\N{FIGURE SPACE}"):
        lines += [f'  subgraph {prefix}["{_mermaid_escape(subtitle)}"]'] if subtitle else []
        for vertex in vertices:
            lines += [f"  {line}" for line in _mermaid_lines(vertex)]
            used.setdefault(vertex.label.kind, []).append(vertex.name)
            path += [vertex.name] if vertex.label.is_on_path else []
        met = _meeting(selection, prefix)
        lines += [f"  {met[0]} -.-|same board| {met[1]}"] if met is not None else []
        lines += ["  end"] if subtitle else []
    used |= {"path": path} if path else {}  # the last class takes precedence
    for kind, names in used.items():
        lines += [f"  classDef {kind} {_mermaid_style(kind, theme)}", f"  class {','.join(names)} {kind}"]
    return "\n".join([*lines, ""])


def _mermaid_lines(vertex: _Vertex) -> Iterator[str]:
    yield f'{vertex.name}["{"<br>".join(map(_mermaid_escape, vertex.lines))}"]'
    if vertex.parent:
        link = "-.-" if vertex.label.is_muted else "===" if vertex.label.is_on_path else "---"
        label = f"|{vertex.label.letter}|" if vertex.label.letter else ""
        upper, lower = vertex.ends
        yield f"{upper} {link}{label} {lower}"


def _mermaid_style(kind: str, theme: Theme) -> str:
    if kind == "path":
        return f"stroke:{theme.path},stroke-width:4px"
    if kind == "omission":
        return f"fill:none,stroke:none,color:{theme.muted}"
    surface: Surface = surface_of(kind, theme)  # type: ignore[arg-type]
    dashes = f",stroke-dasharray:{' '.join(f'{each:g}' for each in surface.dashes)}" if surface.dashes else ""
    return f"fill:{surface.face},stroke:{surface.edge},stroke-width:{surface.weight:g}px,color:{surface.ink}{dashes}"


def _mermaid_escape(text: str) -> str:
    """Text inside the quotes of Mermaid, which writes special characters as entities that begin with #."""
    for character, entity in (("#", "#35;"), ('"', "#quot;"), ("<", "#lt;"), (">", "#gt;"), ("&", "#amp;")):
        text = text.replace(character, entity)
    return text
