"""A search tree for other programs: plain values for JSON, and a graph with the nodes and the text of the picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from taquin.puzzle.board import one_line
from taquin.puzzle.words import whole
from taquin.render.drawing.graph import Edge, Graph, Part, Vertex
from taquin.render.drawing.theme import LIGHT, Theme
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
        "move": None if at.is_root else _move(selection, at.move),
        "g": at.g,
        "h": at.h,
        "f": formula_of(selection.trace.rules).value(at.g, at.h),
        "level": selection.depths[node],
        "children": selection.children[node],
        "expanded": selection.expansions(node),
        "fate": at.fate or None,
        "on_path": node in selection.path,
        "duplicates": [
            {"move": _move(selection, duplicate.move), "node": duplicate.known}
            for duplicate in (selection.duplicates(node) if selection.cut.duplicates is not False else ())
        ],
    }
    if boards:
        record["board"] = one_line(selection.trace.board(node))
    return record


def _move(selection: Selection, move: int) -> str | None:
    if "space" in selection.trace.header:
        return selection.trace.move_name(move) if move >= 0 else None
    return move_letter(move) or None


def tree_graph(selections: Sequence[Selection], *, theme: Theme = LIGHT) -> Graph:
    """The tree for Graphviz and Mermaid: a part for each iteration, with a title if the search has iterations."""
    parts = []
    for selection in selections:
        prefix = f"i{selection.iteration}" if selection.title else ""
        notes = left_out(selection) if len(selection.trace.tree.bounds) > 1 else ()
        items = tuple(_items(selection, prefix, theme))
        parts.append(Part(items, name=prefix, title="; ".join([selection.title, *notes])))
    return Graph("tree", title(selections[0].trace), tuple(caption(selections)), tuple(parts), theme, is_tree=True)


_LETTERS = {"duplicate": "d", "omission": "m"}


def _items(selection: Selection, prefix: str, theme: Theme) -> Iterator[Vertex | Edge]:
    """The vertices of one iteration, each after its parent and after the siblings to its left, with their edges."""
    labels, names = LabelMaker(selection), list[str]()
    for place, root in enumerate(selection.roots):
        first = len(names)
        for item, parent in selection.walk(root):
            label = labels.label(item, "above" if place else "below")
            own = f"n{item.number}" if isinstance(item, TreeNode) else f"{_LETTERS[label.kind]}{len(names) + 1}"
            name, is_on_path = prefix + own, label.is_on_path
            names.append(name)
            surface = None if label.kind == "omission" else surface_of(label.kind, theme)
            yield Vertex(name, _lines(label), label.kind, surface, is_marked=is_on_path)
            if parent >= 0:
                ends = (names[first + parent], name)
                start, end = reversed(ends) if place else ends  # the parents of the backward search are below
                width, color = (3, theme.path) if is_on_path else (None, "")
                dashes = "dashed" if label.is_muted else ""
                yield Edge(start, end, label.letter, width, is_on_path, color, dashes)
    goals = selection.trace.goal_nodes
    if len(goals) > 1 and selection.shown.issuperset(goals):  # two searches met there
        start, end = (f"{prefix}n{goal}" for goal in goals[:2])
        yield Edge(start, end, "same board", 3, is_marked=True, color=theme.path, dashes="dotted")


def _lines(label: NodeLabel) -> tuple[str, ...]:
    expanded = f" (expanded {label.ranks})" if label.ranks else ""
    board = () if label.board is None else padded_rows(label.board)
    return *filter(None, (f"{label.title}{expanded}", *board, ", ".join(label.values))), *label.notes
