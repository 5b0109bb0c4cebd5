"""Search trees, shortest solutions and graphs for Graphviz: ``dot -Tsvg tree.dot``.

The language: https://graphviz.org/doc/info/lang.html. Graphviz places the nodes itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from taquin.puzzle.board import Board
from taquin.puzzle.words import printable_line, shown
from taquin.render.drawing.theme import LIGHT, Surface, Theme
from taquin.render.tree.labels import LabelMaker, NodeLabel, caption, left_out, surface_of, title
from taquin.render.tree.selection import Selection
from taquin.trace.tree import TreeNode

if TYPE_CHECKING:
    from taquin.render.shortest.view import View
    from taquin.solving.graphs import Graph

_PATH_WIDTH = 3.0


def tree_dot(selections: Sequence[Selection], *, theme: Theme = LIGHT) -> str:
    """A search tree, each iteration in a frame of its own; its nodes stay in their order from left to right."""
    lines: list[str] = []
    for selection in selections:
        if not selection.title:
            lines += _tree_lines(selection, "", theme)
            continue
        prefix = f"i{selection.iteration}"
        notes = left_out(selection) if len(selection.trace.tree.bounds) > 1 else ()
        lines += [
            f"subgraph cluster_{prefix} {{",
            f"  label={_quoted('; '.join([selection.title, *notes]))}; color={_quoted(theme.edge)};",
            *(f"  {line}" for line in _tree_lines(selection, prefix, theme)),
            "}",
        ]
    head = [title(selections[0].trace), *caption(selections)]
    return _file("digraph tree", head, lines, theme, graph="ordering=out", edge="arrowhead=none")


def shortest_dot(view: View, *, theme: Theme = LIGHT) -> str:
    """All shortest solutions: a row for each number of moves."""
    from taquin.render.shortest.view import facts, short_count, title

    numbers, count = view.numbers, view.graph.count
    lines = []
    for state, number in numbers.items():
        surface = theme.goal if state[0] == view.graph.length else theme.expanded
        through = view.through(*state)
        text = [*_rows(view.board(*state)), f"{short_count(through)} of {short_count(count)}"]
        lines.append(_node(f"s{number}", text, surface, path=theme.path if through == count > 1 else ""))
    for layer, row in enumerate(view.links):
        for index, links in enumerate(row):
            for move, to in links:
                ends = f"s{numbers[layer, index]}", f"s{numbers[layer + 1, to]}"
                lines.append(_edge(*ends, move.letters, width=1 + 3 * (view.carried(layer, index, to) / count)))
    for layer, states in enumerate(view.layers):
        names = " ".join(f"s{numbers[layer, index]};" for index in range(len(states)))
        lines.append(f"{{ rank=same; {names} }}")
    return _file("digraph shortest", [title(view.graph), *facts(view)], lines, theme)


def graph_dot(graph: Graph) -> str:
    """A graph with its costs and estimates; the start and the goal are marked.

    Nodes have numbers, so that any object may be a node. An edge with the same cost in both directions is one line.
    """
    numbers = {node: f"n{number}" for number, node in enumerate(graph.nodes)}
    lines = []
    for node, name in numbers.items():
        estimate = graph.h(node)
        text = [
            printable_line(node) if isinstance(node, str) else shown(node),
            *([f"h {estimate}"] if estimate else []),
        ]
        surface = {graph.goal: LIGHT.goal, graph.start: LIGHT.moved}.get(node, LIGHT.expanded)
        lines.append(_node(name, text, surface))
    edges = {(numbers[one], numbers[other]): cost for one, other, cost in graph.edges}
    for (one, other), cost in edges.items():
        is_both = edges.get((other, one)) == cost and one != other
        if not is_both or int(one[1:]) < int(other[1:]):
            label = str(cost) if hasattr(graph, "cost") else ""
            lines.append(_edge(one, other, label, more=["dir=none"] if is_both else []))
    return _file("digraph graph_", [printable_line(graph.label)], lines, LIGHT, graph="rankdir=LR")


_LETTERS = {"duplicate": "d", "omission": "m"}


def _tree_lines(selection: Selection, prefix: str, theme: Theme) -> Iterator[str]:
    """The nodes of one iteration, each after its parent and after the siblings to its left, with their edges."""
    labels, names = LabelMaker(selection), list[str]()
    for place, root in enumerate(selection.roots):
        first = len(names)
        for item, parent in selection.walk(root):
            label = labels.label(item, "above" if place else "below")
            own = f"n{item.number}" if isinstance(item, TreeNode) else f"{_LETTERS[label.kind]}{len(names) + 1}"
            names.append(prefix + own)
            surface = None if label.kind == "omission" else surface_of(label.kind, theme)
            color = theme.path if label.is_on_path else ""
            yield _node(names[-1], _text_of(label), surface, path=color, muted=theme.muted)
            if parent >= 0:
                ends = (names[first + parent], names[-1])
                start, end = reversed(ends) if place else ends  # the parents of the backward search are below
                width = _PATH_WIDTH if label.is_on_path else None
                more = ["style=dashed"] if label.is_muted else []
                yield _edge(start, end, label.letter, width=width, color=color, more=more)
    goals = selection.trace.goal_nodes
    if len(goals) > 1 and selection.shown.issuperset(goals):  # two searches met there
        start, end = (f"{prefix}n{goal}" for goal in goals[:2])
        yield _edge(start, end, "same board", width=_PATH_WIDTH, color=theme.path, more=["style=dotted"])


def _text_of(label: NodeLabel) -> list[str]:
    expanded = f" (expanded {label.ranks})" if label.ranks else ""
    board = [] if label.board is None else _rows(label.board)
    return [*filter(None, (f"{label.title}{expanded}", *board, ", ".join(label.values))), *label.notes]


def _rows(board: Board) -> list[str]:
    """The rows of a board, its numbers padded to the same width."""
    width = len(str(len(board) - 1))
    return [" ".join(str(tile).rjust(width) for tile in row) for row in board.rows()]


# Statements


def _file(
    kind: str, head: Iterable[str], lines: Iterable[str], theme: Theme, *, graph: str = "", edge: str = ""
) -> str:
    label = "".join(f"{_escape(line)}\\l" for line in head)
    ink, paper, lines_color = _quoted(theme.ink), _quoted(theme.paper), _quoted(theme.edge)
    return "\n".join(
        [
            f"{kind} {{",
            f'  graph [label="{label}", labelloc=t, labeljust=l{graph and f", {graph}"}];',
            f'  graph [fontname="Helvetica", fontcolor={ink}, bgcolor={paper}];',
            '  node [shape=box, fontname="Courier", fontsize=10];',
            f'  edge [{edge and f"{edge}, "}fontname="Helvetica", fontsize=11, fontcolor={ink}, color={lines_color}];',
            *(f"  {line}" for line in lines),
            "}\n",
        ]
    )


def _node(name: str, text: Iterable[str], surface: Surface | None, *, path: str = "", muted: str = "") -> str:
    """A box; without a surface, the text alone. ``path`` is the colour of a double border, if it has one."""
    label = "\\n".join(map(_escape, text))
    if surface is None:
        return f'{name} [label="{label}", shape=plaintext, fontcolor={_quoted(muted)}];'
    style = "rounded,filled,dashed" if surface.dashes else "rounded,filled"
    edge, width, border = surface.edge, surface.weight, ""
    if path:
        edge, width, border = path, max(width, 2), ", peripheries=2"
    colors = f"fillcolor={_quoted(surface.face)}, fontcolor={_quoted(surface.ink)}, color={_quoted(edge)}"
    return f'{name} [label="{label}", style="{style}", {colors}, penwidth={width:g}{border}];'


def _edge(
    start: str, end: str, label: str, *, width: float | None = None, color: str = "", more: Iterable[str] = ()
) -> str:
    attributes = [f"label={_quoted(label)}"]
    if width is not None:
        attributes.append(f"penwidth={round(width, 2):g}")
    if color:
        attributes.append(f"color={_quoted(color)}")
    return f"{start} -> {end} [{', '.join([*attributes, *more])}];"


def _quoted(text: str) -> str:
    return f'"{_escape(text)}"'


def _escape(text: str) -> str:
    """Text between quotes, where a backslash begins an escape; a line break would end the line of the file."""
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
